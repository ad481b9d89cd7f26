package notimeout

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// workers judges the exchanges of one item of a worker that goes round for as
// long as its context lives: that context ends with the worker, so an exchange
// with a client that has no limit may keep the worker for good.
func workers(p *rule.Pass, f *code.Func) {
	for _, w := range p.Waits.Own(f) {
		if w.Goroutine || w.Abandoned || w.Cleanup || w.Trivial || w.DB || w.Linked || !w.Direct() || w.OwnMaking() {
			continue
		}
		switch w.Kind {
		case api.WaitNet, api.WaitDial, api.WaitDNS:
		default:
			continue
		}
		if _, ok := w.Limit(); ok || w.Ctx == nil || !lasting(*w.Ctx) || !unlimited(p, w) {
			continue
		}
		fn, loop := around(p, f, w.Node, w.Ctx.Root.Var, 0)
		if loop == nil || stopped(p, fn) {
			continue
		}
		p.Report(rule.Finding{
			Node: w.Node,
			Message: fmt.Sprintf("%s has no limit of its own, and its context, that of the loop in %s (%s), ends only with the program: a server that does not answer stops the loop for ever; put a timeout on the client, or on the context of each turn",
				w.What, fn.Name(), p.Where(loop)),
			Related: []rule.Related{{Node: loop, Message: "goes round until the context ends"}},
		})
	}
}

// lasting reports whether a context is a parameter as it came: nothing that was
// put on it on the way ends it sooner.
func lasting(c ctxflow.Ctx) bool {
	return !c.Ambiguous && !c.Opaque() && c.Root.Kind == ctxflow.RootParam && c.Root.Var != nil && len(c.InForce()) == 0
}

// around returns the worker's loop in one turn of which node runs under the
// context in v, and the function that it stands in; nil if there is none.
func around(p *rule.Pass, f *code.Func, node ast.Node, v *types.Var, depth int) (*code.Func, ast.Node) {
	for loop := p.Code.LoopAround(node); loop != nil; loop = p.Code.LoopAround(p.Code.Parent(loop)) {
		if worker(p, loop, node, v) {
			return f, loop
		}
	}
	if depth > 4 {
		return nil, nil
	}
	if f.Obj == nil {
		switch p.Flow.Live(f).Kind {
		case ctxflow.RunSync, ctxflow.RunDeferred, ctxflow.RunWaited:
			return around(p, f.Parent, f.Node, v, depth+1)
		}
		return nil, nil
	}
	i := f.ParamIndex(v)
	calls, _ := p.Code.Callers(f)
	for _, call := range calls {
		g := p.Code.Enclosing(call)
		if g == nil || i < 0 || i >= len(call.Args) {
			continue
		}
		if c := p.Flow.Trace(call.Args[i]); lasting(c) {
			if fn, loop := around(p, g, call, c.Root.Var, depth+1); loop != nil {
				return fn, loop
			}
		}
	}
	return nil, nil
}

// worker reports whether a loop has no end but that of the context in v, and
// takes what it works on from a queue that is a field or package variable, or a
// ticker's ticks. A pool that works off the items of one call has a local queue.
func worker(p *rule.Pass, loop ast.Stmt, node ast.Node, v *types.Var) bool {
	l, ok := loop.(*ast.ForStmt)
	if !ok || l.Cond != nil && !p.Code.Mentions(l.Cond, v) {
		return false
	}
	for _, s := range l.Body.List {
		sel, ok := s.(*ast.SelectStmt)
		if !ok {
			continue
		}
		ends, takes := false, false
		for _, c := range sel.Body.List {
			cc := c.(*ast.CommClause)
			if cc.Comm == nil {
				return false
			}
			ch := code.Received(cc.Comm)
			switch {
			case ch == nil:
			case p.Flow.DoneOf(ch) != nil:
				ends = ends || p.Code.Mentions(ch, v) && len(cc.Body) > 0
			case code.Within(node, cc) || node.Pos() > sel.End():
				takes = takes || queue(p, ch)
			}
		}
		if ends && takes {
			return true
		}
	}
	return false
}

// queue reports whether a channel outlives the call: a field, a package
// variable, a ticker's.
func queue(p *rule.Pass, ch ast.Expr) bool {
	v := p.Code.VarOf(ch)
	if v == nil {
		return false
	}
	if sel, ok := ast.Unparen(ch).(*ast.SelectorExpr); ok && v.IsField() && v.Name() == "C" {
		return api.KeyOfType(p.Code.TypeOf(sel.X)) == "*time.Ticker"
	}
	return v.IsField() || v.Parent() == p.Code.Types.Scope()
}

// stopped reports whether the loop's function runs while a request is served:
// then the request's end ends it.
func stopped(p *rule.Pass, f *code.Func) bool {
	r := p.Handlers.Entry(f)
	return r != nil && r.Handler.Kind.Serves() || p.Handlers.Of(f.Outermost()) != nil && p.Handlers.Of(f.Outermost()).Kind.Serves()
}
