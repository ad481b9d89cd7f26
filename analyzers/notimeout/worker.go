package notimeout

import (
	"fmt"
	"go/ast"
	"go/token"
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
		if _, ok := w.Limit(); ok || w.Ctx == nil {
			continue
		}
		v := lasting(p, *w.Ctx)
		if v == nil || !unlimited(p, w) || streams(p, f) {
			continue
		}
		fn, loop := around(p, f, w.Node, v, 0)
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

// streams reports whether a function reads the body of an answer as it comes: an
// exchange that goes on for as long as the other side has something to say.
func streams(p *rule.Pass, f *code.Func) bool {
	for _, call := range f.Calls() {
		key := p.Code.CalleeOf(call).Key
		if key != "bufio.NewScanner" && key != "bufio.NewReader" || len(call.Args) != 1 {
			continue
		}
		if v := p.Code.FieldOf(call.Args[0]); v != nil && v.Name() == "Body" && v.Pkg().Path() == "net/http" {
			return true
		}
	}
	return false
}

// lasting returns the variable of a context that is a parameter as it came, so that
// nothing which was put on it on the way ends it sooner, or one that begins in the
// function and that nothing cancels but its return; nil of any other.
func lasting(p *rule.Pass, c ctxflow.Ctx) *types.Var {
	if c.Ambiguous || c.Opaque() {
		return nil
	}
	steps := c.InForce()
	switch c.Root.Kind {
	case ctxflow.RootParam:
		if len(steps) == 0 {
			return c.Root.Var
		}
	case ctxflow.RootBackground:
		if len(steps) != 1 || steps[0].Kind != ctxflow.StepCancel && steps[0].Kind != ctxflow.StepSignal || steps[0].CancelEscapes || !steps[0].CancelDeferred {
			return nil
		}
		if as, ok := p.Code.Parent(steps[0].Call).(*ast.AssignStmt); ok {
			return p.Code.VarOf(as.Lhs[0])
		}
	}
	return nil
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
		if w := lasting(p, p.Flow.Trace(call.Args[i])); w != nil {
			if fn, loop := around(p, g, call, w, depth+1); loop != nil {
				return fn, loop
			}
		}
	}
	return nil, nil
}

// worker reports whether a loop has no end but that of the context in v, and
// takes what it works on from a queue, or works whenever a time has passed.
func worker(p *rule.Pass, loop ast.Stmt, node ast.Node, v *types.Var) bool {
	l, ok := loop.(*ast.ForStmt)
	if !ok || l.Cond != nil && !p.Code.Mentions(l.Cond, v) {
		return false
	}
	if l.Cond != nil && ticks(p, l) && lasts(p, l, v) {
		return true
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
				takes = takes || queue(p, ch) || fed(p, l, v, cc.Comm, ch) || rearmed(p, l, ch) && lasts(p, l, v)
			default:
				takes = takes || paces(p, sel, ch) && lasts(p, l, v)
			}
		}
		if ends && takes {
			return true
		}
	}
	return false
}

// ticks reports whether each turn of a loop waits for a tick or sleeps.
func ticks(p *rule.Pass, l *ast.ForStmt) bool {
	for _, s := range l.Body.List {
		if ch := code.Received(s); ch != nil && ticker(p, ch) {
			return true
		}
		if e, ok := s.(*ast.ExprStmt); ok {
			if call, ok := ast.Unparen(e.X).(*ast.CallExpr); ok && p.Code.CalleeOf(call).Key == "time.Sleep" {
				return true
			}
		}
	}
	return false
}

// paces reports whether a channel that a select at the end of each turn receives
// from is that of a ticker, or of a pause.
func paces(p *rule.Pass, sel *ast.SelectStmt, ch ast.Expr) bool {
	if ticker(p, ch) {
		return true
	}
	_, cc := p.Waits.Pause(sel)
	return cc != nil && code.Received(cc.Comm) == ch
}

// fed reports whether a channel that is handed to the function feeds the loop for
// as long as its context lives: the loop does not ask whether it is closed. A pool
// that works off the items of one call does, or has a queue made by its caller.
func fed(p *rule.Pass, l *ast.ForStmt, v *types.Var, comm ast.Stmt, ch ast.Expr) bool {
	if as, ok := comm.(*ast.AssignStmt); ok && len(as.Lhs) == 2 {
		return false
	}
	if call, ok := ast.Unparen(ch).(*ast.CallExpr); ok { // a subscription's
		c := p.Code.CalleeOf(call)
		return c.Func != nil && c.Recv != nil && c.Func.Pkg() != p.Code.Types && p.Table.CallOf(c.Func) != nil && p.Table.CallOf(c.Func).Builder && lasts(p, l, v)
	}
	q := p.Code.VarOf(ch)
	f := p.Code.Enclosing(l)
	if q == nil || f == nil || f.Obj == nil || f.ParamIndex(q) < 0 || !lasts(p, l, v) {
		return false
	}
	calls, _ := p.Code.Callers(f)
	return len(calls) == 0 && f.Obj.Exported()
}

// lasts reports whether nothing but the end of the context in v leaves a loop.
func lasts(p *rule.Pass, l *ast.ForStmt, v *types.Var) bool {
	leaves := false
	var visit func(n ast.Node, inner bool)
	visit = func(n ast.Node, inner bool) {
		ast.Inspect(n, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.FuncLit:
				return false
			case *ast.CommClause:
				if ch := code.Received(m.Comm); ch != nil && p.Flow.DoneOf(ch) != nil && p.Code.Mentions(ch, v) {
					return false
				}
			case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
				if m != n && !inner {
					visit(m, true)
					return false
				}
			case *ast.ReturnStmt:
				leaves = true
			case *ast.BranchStmt:
				leaves = leaves || m.Tok == token.GOTO || m.Tok == token.BREAK && (m.Label != nil || !inner)
			}
			return !leaves
		})
	}
	visit(l.Body, false)
	return !leaves
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

func ticker(p *rule.Pass, ch ast.Expr) bool {
	sel, ok := ast.Unparen(ch).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "C" && api.KeyOfType(p.Code.TypeOf(sel.X)) == "*time.Ticker"
}

// rearmed reports whether a channel is that of a timer which the loop sets again in
// each turn: a ticker with a spread.
func rearmed(p *rule.Pass, l *ast.ForStmt, ch ast.Expr) bool {
	sel, ok := ast.Unparen(ch).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "C" || api.KeyOfType(p.Code.TypeOf(sel.X)) != "*time.Timer" {
		return false
	}
	set := false
	code.InspectShallow(l.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			c := p.Code.CalleeOf(call)
			set = set || c.Key == "(*time.Timer).Reset" && c.Recv != nil && p.Code.SamePlace(c.Recv, sel.X)
		}
		return !set
	})
	return set
}

// stopped reports whether the loop's function runs while a request is served:
// then the request's end ends it.
func stopped(p *rule.Pass, f *code.Func) bool {
	r := p.Handlers.Entry(f)
	return r != nil && r.Handler.Kind.Serves() || p.Handlers.Of(f.Outermost()) != nil && p.Handlers.Of(f.Outermost()).Kind.Serves()
}
