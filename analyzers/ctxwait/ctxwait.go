package ctxwait

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
	"github.com/faultlint/faultlint/internal/waits"
)

//go:embed doc.go
var doc string

// Analyzer is the pass with default options.
var Analyzer = New(rule.Default())

// New returns the pass of a suite.
func New(s *rule.Suite) *analysis.Analyzer {
	return rule.New(s, rule.Spec{Name: "ctxwait", Doc: rule.Doc(doc, "ctxwait"), Severity: severity.Warning, Run: run})
}

func run(p *rule.Pass) {
	causes := newCauses(p)
	for _, f := range p.Funcs() {
		servers(p, f)
		handsOutLock(p, f)
		flights(p, f)
		told := make(map[ast.Node]bool)
		own := p.Waits.Own(f)
		for _, w := range own {
			if w.Proven && !w.OwnMaking() {
				told[w.Node] = true // a library's exchange is ctxblock's
			}
		}
		for _, w := range own {
			if askedOnly(p, f, w) || subscribed(p, f, w) || untilClosed(p, f, w) || failedApart(p, f, w) {
				told[w.Node] = true
			}
			if told[w.Node] || !judged(p, w) {
				continue
			}
			if w.Root != nil && rootTold(p, w) {
				continue // reported where the worker waits
			}
			if above := p.Flow.Above(f, w.Node, wanted(p, w)); above != nil && !othersEnd(p, w, above) && !endsContext(p, w, above) && !settled(p, w, above) {
				told[w.Node] = true
				causes.add(p, &spot{w, above})
			}
		}
	}
	causes.report(p)
}

// rootTold reports whether the wait that makes another one long is reported by
// itself: it is in the same function, or has a context at hand.
func rootTold(p *rule.Pass, w *waits.Wait) bool {
	root := w.Root
	return root.Fn.Within(w.Fn.Outermost()) || p.Flow.Above(root.Fn, root.Node, nil) != nil
}

// judged reports whether a wait is one that this rule speaks of.
func judged(p *rule.Pass, w *waits.Wait) bool {
	switch {
	case !w.Proven || w.Busy && w.Kind == api.WaitSend || w.Trivial || w.Cleanup || w.Goroutine || !w.OwnMaking():
		return false
	case w.Direct() && goesOn(p, w), beforeAccept(p, w), penalty(p, w):
		return false
	case w.Obeys != facts.ObeysNone:
		return false // a context of its own: ctxdetach's
	case p.Flow.CleanupMode(w.Node) != ctxflow.CleanupNone && !limited(p, w):
		return false
	case w.From != nil && (w.From.Seen || w.From.Goroutine):
		return false // reported where the context is
	case w.From != nil && !w.ViaInterface && w.Callee != nil && p.Code.FuncOf(w.Callee) != nil:
		return false // reported in the helper
	}
	if _, known := w.Limit(); w.Kind == api.WaitSelect && w.BoundBy != nil && !known {
		return false // it has a limit, which may be small
	}
	if w.From != nil && w.Kind == api.WaitRecv && w.InLoop {
		return false // takes one after the other until the source is closed
	}
	if w.Modules > 0 {
		// What another module does with its channels and readers is its own
		// business; that it sleeps is plain.
		return w.Kind == api.WaitSleep
	}
	switch w.Kind {
	case api.WaitSend, api.WaitRecv, api.WaitSelect:
		return !p.Waits.Leaks(w)
	case api.WaitProc:
		return p.Waits.GivenUp(w.Fn) == nil // a child left behind: orphan's
	}
	return true
}

// limited reports whether a wait is in a function that shuts something down
// and is given a context for that: how long it may take.
func limited(p *rule.Pass, w *waits.Wait) bool {
	if p.Flow.CleanupMode(w.Node) != ctxflow.CleanupShutdown || w.Kind == api.WaitSleep && !w.InLoop {
		return false // a pause that lets others notice
	}
	f := w.Fn.Outermost()
	for _, v := range f.Params() {
		if code.IsContext(v.Type()) && v.Name() != "" && v.Name() != "_" {
			return w.Fn == f
		}
	}
	return false
}

// othersEnd reports whether a condition that is waited for without a context of
// the function's own has another end, as a flag that somebody sets to close it:
// who does so may well look at the context.
func othersEnd(p *rule.Pass, w *waits.Wait, above *ctxflow.Above) bool {
	if !strings.Contains(w.What, "Cond") {
		return false
	}
	if w.From != nil {
		return true
	}
	if len(above.Calls) == 0 {
		return false
	}
	cur, ok := p.Code.Cursor(w.Node)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		loop, ok := c.Node().(*ast.ForStmt)
		if !ok {
			return false
		}
		two := false
		ast.Inspect(loop, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.UnaryExpr:
				two = two || n.Op == token.NOT // !closed
			case *ast.ReturnStmt, *ast.BranchStmt:
				two = true
			}
			return !two
		})
		return two
	}
	return false
}

// endsContext reports whether it is the other way round: the goroutine that waits
// cancels the context when what it waits for has come.
func endsContext(p *rule.Pass, w *waits.Wait, above *ctxflow.Above) bool {
	if w.Fn.Obj != nil {
		return false
	}
	ctx := above.Source.Ctx
	if above.Source.Kind == ctxflow.SourceParam {
		ctx = p.Flow.TraceVar(above.Source.Var, w.Node) // ctx, cancel := context.WithCancel(ctx)
	}
	for _, s := range ctx.Cancels() {
		if s.Cancel == nil {
			continue
		}
		for _, call := range w.Fn.Calls() {
			if p.Code.VarOf(call.Fun) == s.Cancel {
				return true
			}
		}
	}
	return false
}

// wanted tells the contexts whose end matters for a wait.
func wanted(p *rule.Pass, w *waits.Wait) func(ctxflow.Source) bool {
	return func(s ctxflow.Source) bool {
		if !p.Wanted(s.Func.Node.Pos()) || s.Kind == ctxflow.SourceStored && p.Flow.NeverEnds(s.Var) {
			return false
		}
		if p.Handlers.Startup(s.Func) && !(w.InLoop && s.Ctx.Signal()) {
			return false // once, before anything is served
		}
		if w.Kind == api.WaitIO && s.Kind == ctxflow.SourceCarrier && !usesContext(p, s) {
			return false // a connection taken over from the request outlives its context's news
		}
		if s.Kind == ctxflow.SourceCarrier && s.Life == ctxflow.LifeProcess && !usesContext(p, s) {
			return false // a command that has no use for its context
		}
		return true
	}
}

// usesContext reports whether a function takes the context out of the
// parameter that carries it.
func usesContext(p *rule.Pass, s ctxflow.Source) bool {
	found := false
	ast.Inspect(s.Func.Body, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == "Context" && p.Code.VarOf(sel.X) == s.Var {
			found = true
		}
		return !found
	})
	return found
}

// finding renders a wait, which shows in so many other calls of the package as well.
func finding(p *rule.Pass, w *waits.Wait, above *ctxflow.Above, others int) rule.Finding {
	ctx := above.Source.Expr
	f := rule.Finding{Node: place(w), Via: w.Via}
	if w.At != nil && w.At != w.Node {
		f.Related = append(f.Related, rule.Related{Node: w.At, Message: "why it can last"})
	}
	for _, c := range above.Calls {
		f.Related = append(f.Related, rule.Related{Node: c, Message: "called here with " + ctx + " at hand"})
	}
	what := w.What
	if len(w.Via) > 1 {
		what = rule.Chain(w.Fn.Name(), w.Via)
		if last := w.Via[len(w.Via)-1]; last.File != "" {
			what += fmt.Sprintf(" (%s:%d)", last.File, last.Line)
		}
	}
	if d, ok := w.Limit(); ok && !strings.Contains(what, " of ") {
		what += " of up to " + durations.Short(d)
	}
	owner := ""
	if len(above.Calls) > 0 {
		owner = fmt.Sprintf(" of its caller %s", above.In.Name())
	}
	f.Message = fmt.Sprintf("%s does not end when %s%s does%s%s; %s", what, ctx, owner, because(p, w), rule.AsInOthers(others), remedy(p, w, ctx, len(above.Calls) > 0))
	if len(above.Calls) == 0 && w.Direct() && !above.Source.Blank {
		f.Fix = fix(p, w, ctx)
	}
	return f
}

// because says why the wait can be long.
func because(p *rule.Pass, w *waits.Wait) string {
	switch {
	case w.Polls:
		return ": it is one of many in a loop that never looks at a context"
	case w.Why != "":
		return ": " + w.Why
	case w.Kind == api.WaitIO && looked(p, w):
		return ": the context is looked at only between two reads"
	case w.Kind == api.WaitIO:
		return ": nothing closes it or sets a deadline then"
	}
	return ""
}

// looked reports whether the loop around a wait looks at a context.
func looked(p *rule.Pass, w *waits.Wait) bool {
	return len(p.Flow.DoneTests(w.Fn)) > 0
}

// remedy says what to do.
func remedy(p *rule.Pass, w *waits.Wait, ctx string, inHelper bool) string {
	prefix := ""
	if inHelper {
		prefix, ctx = "give "+w.Fn.Outermost().Name()+" that context and ", "ctx"
	}
	if len(w.Via) > 1 && w.From != nil {
		holder := w.Via[len(w.Via)-2].Func
		if w.Modules > 0 {
			return prefix + "use a form of " + holder + " that takes a context"
		}
		prefix, ctx = "give "+holder+" the context and ", "ctx"
	}
	if c, ok := w.Node.(*ast.CallExpr); ok && w.Kind == api.WaitRecv && len(w.Via) <= 1 {
		return prefix + "end " + types.ExprString(c.Fun) + " from context.AfterFunc(" + ctx + ", …), by closing what it reads from"
	}
	switch w.Kind {
	case api.WaitSleep:
		return prefix + "select on a timer and " + ctx + ".Done()"
	case api.WaitSend:
		return prefix + "send in a select with " + ctx + ".Done()"
	case api.WaitRecv:
		return prefix + "receive in a select with " + ctx + ".Done()"
	case api.WaitSelect:
		return prefix + "add a case for " + ctx + ".Done()"
	case api.WaitIO:
		return prefix + "close the connection below, or set its deadline, from context.AfterFunc(" + ctx + ", …)"
	case api.WaitProc:
		return prefix + "start it with exec.CommandContext, or kill it from context.AfterFunc(" + ctx + ", …)"
	}
	if w.Unlocked {
		return prefix + "lock around the call that wakes it"
	}
	if strings.Contains(w.What, "Cond") {
		return prefix + "broadcast from context.AfterFunc(" + ctx + ", …) and test " + ctx + ".Err() in the loop"
	}
	return prefix + "wait in a goroutine that closes a channel, and select on that channel and " + ctx + ".Done()"
}

// place is the node to report: the head of a statement with a body.
func place(w *waits.Wait) ast.Node {
	switch n := w.Node.(type) {
	case *ast.SelectStmt:
		return code.Span{From: n.Select, To: n.Select + token.Pos(len("select"))}
	case *ast.RangeStmt:
		return code.Span{From: n.For, To: n.X.End()}
	}
	return w.Node
}

// fix replaces time.Sleep(d) by a select, in a function whose only result is
// an error: what a cancelled sleep has to do there is plain.
func fix(p *rule.Pass, w *waits.Wait, ctx string) *analysis.SuggestedFix {
	if w.What != "time.Sleep" && !strings.HasPrefix(w.What, "time.Sleep of ") || w.Call == nil || len(w.Call.Args) != 1 {
		return nil
	}
	stmt, ok := p.Code.Parent(w.Call).(*ast.ExprStmt)
	res := w.Fn.Sig.Results()
	sel, isSel := w.Call.Fun.(*ast.SelectorExpr)
	if !ok || !isSel || res.Len() != 1 || res.At(0).Type().String() != "error" {
		return nil
	}
	pkg, ok := sel.X.(*ast.Ident)
	if !ok {
		return nil
	}
	arg := w.Call.Args[0]
	return &analysis.SuggestedFix{
		Message: "wait for the timer or the end of " + ctx,
		TextEdits: []analysis.TextEdit{
			{Pos: stmt.Pos(), End: arg.Pos(), NewText: []byte("select {\ncase <-" + pkg.Name + ".After(")},
			{Pos: arg.End(), End: stmt.End(), NewText: []byte("):\ncase <-" + ctx + ".Done():\n\treturn " + ctx + ".Err()\n}")},
		},
	}
}
