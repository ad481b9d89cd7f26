package orphan

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// lingers reports goroutines that wait for the end of a context on behalf of a
// function that may return long before.
func lingers(p *rule.Pass, f *code.Func) {
	if p.Handlers.Startup(f.Outermost()) {
		return
	}
	f.Inspect(func(n ast.Node) bool {
		g, ok := n.(*ast.GoStmt)
		if !ok {
			return true
		}
		if u := p.Waits.NeverTold(f, g); u != nil {
			untold(p, f, g, u)
			return true
		}
		if loop := p.Waits.NeverEnds(f, g); loop != nil {
			endless(p, f, loop)
			return true
		}
		if l := p.Waits.Merged(f, g); l != nil {
			merged(p, f, l)
			return true
		}
		if l := p.Waits.Feeds(f, g); l != nil && p.Handlers.Of(f) == nil {
			feeds(p, f, g, l)
			return true
		}
		if b := goesOn(p, f, g); b != nil {
			behind(p, f, g, b)
			return true
		}
		if o := p.Waits.NeverOver(f, g, inRequest(p, f)); o != nil {
			neverOver(p, f, g, o)
			return true
		}
		l := p.Waits.Lingers(f, g)
		if l == nil {
			return true
		}
		ctx := types.ExprString(l.Ctx)
		many := ""
		if l.PerTurn {
			many = ", one for each turn of the loop that starts it"
		}
		started := ast.Node(g.Call.Fun)
		if lit, ok := started.(*ast.FuncLit); ok {
			started = lit.Type
		}
		p.Report(rule.Finding{
			Node: l.Wait,
			Message: fmt.Sprintf("the goroutine stays until %s is over, even when %s has returned long before%s; use context.AfterFunc and call its stop function, or select on a channel that is closed then",
				ctx, f.Name(), many),
			Related: []rule.Related{{Node: started, Message: "started here"}},
		})
		return true
	})
}

// untold reports a goroutine whose stop channel is not closed on every way.
// What another function does in it is told where it is started.
func untold(p *rule.Pass, f *code.Func, g *ast.GoStmt, u *waits.Untold) {
	at, rel := nodeHead(u.Node), []rule.Related{{Node: u.Exit, Message: "left without it"}}
	if !code.Within(u.Node, f.Body) {
		at, rel = g, append(rel, rule.Related{Node: at, Message: "waits for it"})
	}
	ch := types.ExprString(u.Chan)
	p.Report(rule.Finding{
		Node: at,
		Message: fmt.Sprintf("the goroutine ends only when %s is closed, which %s does at %s but not before it leaves at %s: it stays for ever then; close it in a defer",
			ch, f.Name(), p.Where(u.Tell), p.Where(u.Exit)),
		Related: rel,
	})
}

// nodeHead is a node itself, or the first line of a loop.
func nodeHead(n ast.Node) ast.Node {
	switch l := n.(type) {
	case *ast.ForStmt:
		return code.Span{From: l.For, To: l.Body.Lbrace}
	case *ast.RangeStmt:
		return code.Span{From: l.For, To: l.Body.Lbrace}
	}
	return n
}

// endless reports a goroutine that goes round by a timer for ever, one more for
// each call of the function that starts it.
func endless(p *rule.Pass, f *code.Func, loop ast.Stmt) {
	in := p.Code.Enclosing(loop)
	if p.Flow.Above(in, loop, nil) != nil {
		return // it has a context at hand: ctxwait's
	}
	p.Report(rule.Finding{
		Node:    nodeHead(loop),
		Message: fmt.Sprintf("the goroutine goes round for ever: nothing ends it when %s returns, and each call starts another; leave the loop at the end of a context, the one that %s is given or one that it cancels", f.Name(), f.Name()),
	})
}

// merged reports a goroutine that ties a context to another, or to a channel, and does
// not end with the context that it cancels.
func merged(p *rule.Pass, f *code.Func, l *waits.Lingerer) {
	until := types.ExprString(l.Ctx)
	fnd := rule.Finding{
		Node: head(l.Wait),
		Message: fmt.Sprintf("the goroutine waits for the end of %[1]s, not of the context that is made from it: it stays after the cancel function which %[2]s returns has been called, as long as %[1]s lasts; wait for the Done of the context that is returned",
			until, f.Name()),
		Related: []rule.Related{{Node: l.Ctx, Message: "still alive then"}},
	}
	if _, ok := l.Wait.(*ast.SelectStmt); !ok {
		how := fmt.Sprintf("use context.AfterFunc(%s, …), and call its stop function as well", until)
		if code.IsContext(p.Code.TypeOf(l.Ctx)) {
			fnd.Message = fmt.Sprintf("the goroutine waits for the end of %s alone", until)
		} else {
			fnd.Message = fmt.Sprintf("the goroutine waits for %s alone", until)
			how = "wait in a select with the Done of the context that is returned"
		}
		fnd.Message += fmt.Sprintf(": it stays after the cancel function which %s returns has been called, as long as that lasts; %s", f.Name(), how)
	}
	p.Report(fnd)
}

// feeds reports a goroutine that goes on sending to a function which is done.
func feeds(p *rule.Pass, f *code.Func, g *ast.GoStmt, l *waits.Feeder) {
	ctx := l.Ctx.Root.Var.Name()
	how := fmt.Sprintf("give it a context that %s cancels when it returns", f.Name())
	if l.Own != nil {
		how = fmt.Sprintf("give it %s", types.ExprString(l.Own))
	}
	p.Report(rule.Finding{
		Node: g,
		Message: fmt.Sprintf("the goroutine stays until %s is over: %s, which alone takes what it sends, may be done long before, at %s, and nothing else ends it; %s",
			ctx, f.Name(), p.Where(l.Exit), how),
		Related: []rule.Related{{Node: l.Exit, Message: "done here"}},
	})
}

// inRequest reports whether a function serves a request, or is called by one that does.
func inRequest(p *rule.Pass, f *code.Func) bool {
	r := p.Handlers.Entry(f.Outermost())
	return r != nil && r.Handler.Kind == handlers.KindRequest
}

// neverOver reports a goroutine that only the end of a context ends which nothing ends.
func neverOver(p *rule.Pass, f *code.Func, g *ast.GoStmt, o *waits.Only) {
	cut := "begins here"
	if o.Ctx.Detached() != nil {
		cut = "is cut from the end of the caller's"
	}
	p.Report(rule.Finding{
		Node: g,
		Message: fmt.Sprintf("the goroutine never ends: it goes round until its context is over, which %s and has no cancel function, and each call of %s starts another; derive one with context.WithCancel, and cancel it when what the goroutine is for is over",
			cut, f.Name()),
		Related: []rule.Related{{Node: nodeHead(o.Node), Message: "goes round until then"}},
	})
}
