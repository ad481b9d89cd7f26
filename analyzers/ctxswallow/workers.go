package ctxswallow

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/rule"
)

// onlyError reports whether a declared function returns an error and nothing else.
func onlyError(f *code.Func) bool {
	res := f.Sig.Results()
	return f.Obj != nil && res.Len() == 1 && code.IsError(res.At(0).Type())
}

// finite reports whether a test is made for each of the things that a function
// goes through, which returns an error alone: then nil says that all of them are
// done. A loop without an end is stopped as it was told.
func finite(p *rule.Pass, f *code.Func, t ctxflow.Test) bool {
	if !onlyError(f) || t.Expr == nil {
		return false
	}
	if m := p.Handlers.Of(f); m != nil && m.Kind != handlers.KindRequest {
		return false
	}
	cur, ok := p.Code.Cursor(t.Node)
	if !ok {
		return false
	}
	var items *ast.RangeStmt
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil)) {
		loop, ok := c.Node().(*ast.RangeStmt)
		if !ok {
			return false
		}
		switch p.Code.TypeOf(loop.X).Underlying().(type) {
		case *types.Slice, *types.Map, *types.Array:
		default:
			return false
		}
		items = loop
	}
	return items != nil && errorsMatter(p, f, items)
}

// errorsMatter reports whether a loop is left with an error that a call under
// the caller's context has returned.
func errorsMatter(p *rule.Pass, f *code.Func, loop ast.Stmt) bool {
	matter := false
	code.InspectShallow(loop, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) == 1 && !p.Code.Info.Types[ret.Results[0]].IsNil() {
			matter = true
		}
		return !matter
	})
	if !matter {
		return false
	}
	for _, call := range f.Calls() {
		given := p.Flow.CtxArg(call)
		if code.Within(call, loop) && given.Has == api.Yes && given.Ctx.FromCaller() && !p.Table.Quiet(pathOf(p, call)) {
			return true
		}
	}
	return false
}

func pathOf(p *rule.Pass, call *ast.CallExpr) string {
	if fn := p.Code.Callee(call); fn != nil && fn.Pkg() != nil {
		return fn.Pkg().Path()
	}
	return ""
}

// workerLeaves reports a worker that leaves without a word when the context is
// over, if the function that waits for it then returns what there is with a nil
// error.
func workerLeaves(p *rule.Pass, f *code.Func, t ctxflow.Test) {
	ret := returnOf(t)
	if ret == nil || t.Expr == nil || !saysNothing(p, t, ret) {
		return
	}
	outer, start := startedIn(p, f, t)
	if outer == nil || !tellsResult(p, outer) && !(onlyError(outer) && leavesJobs(p, f, outer, t)) {
		return
	}
	for _, o := range p.Flow.DoneTests(outer) {
		if o.Expr != nil && !passesBy(o) {
			return // it looks
		}
	}
	done := successAfter(p, outer, start)
	if done == nil && leavesJobs(p, f, outer, t) {
		done = gathered(p, outer, start)
	}
	if done == nil || !waitsBetween(p, outer, start, done) {
		return
	}
	name := types.ExprString(t.Expr)
	p.Report(rule.Finding{
		Node:    ret,
		Message: fmt.Sprintf("the worker returns no error when %s is over (seen at %s), and %s then returns a nil error at %s, so its caller takes what was done so far for the whole; return the context's error there", name, p.Where(t.Node), outer.Name(), p.Where(done)),
		Related: []rule.Related{{Node: t.Node, Message: "the end is seen here"}, {Node: done, Message: "says that all is well"}},
	})
}

// passesBy reports whether a look at a context changes nothing but that what would
// have waited is left out: the empty case of a select, as where jobs are handed out.
func passesBy(t ctxflow.Test) bool {
	if t.Clause == nil {
		return false
	}
	for _, s := range t.Clause.Body {
		if b, ok := s.(*ast.BranchStmt); !ok || b.Tok != token.BREAK && b.Tok != token.CONTINUE {
			return false
		}
	}
	return true
}

// saysNothing reports whether the branch for the end of a context does nothing
// but leave, with a nil error or none at all.
func saysNothing(p *rule.Pass, t ctxflow.Test, ret *ast.ReturnStmt) bool {
	if len(ret.Results) > 1 || len(ret.Results) == 1 && !p.Code.Info.Types[ret.Results[0]].IsNil() {
		return false
	}
	list, ok := p.Code.Parent(ret).(*ast.BlockStmt)
	n := 0
	if ok {
		n = len(list.List)
	} else if cl, ok := p.Code.Parent(ret).(*ast.CommClause); ok {
		n = len(cl.Body)
	}
	return n == 1
}

// startedIn returns the function that starts f, a literal or a function whose
// error a literal returns, as a worker that it waits for, and the place; nil if
// the context of the test is not one that its caller may end.
func startedIn(p *rule.Pass, f *code.Func, t ctxflow.Test) (*code.Func, ast.Node) {
	lit, ctx := f, t.Ctx
	if f.Obj != nil {
		calls, complete := p.Code.Callers(f)
		if !complete || len(calls) != 1 || f.Obj.Exported() {
			return nil, nil
		}
		lit = p.Code.Enclosing(calls[0])
		i := f.ParamIndex(t.Ctx.Root.Var)
		if lit == nil || lit.Obj != nil || i < 0 || i >= len(calls[0].Args) || len(t.Ctx.InForce()) > 0 {
			return nil, nil
		}
		if _, ok := p.Code.Parent(calls[0]).(*ast.ReturnStmt); !ok && f.Sig.Results().Len() > 0 {
			return nil, nil
		}
		ctx = p.Flow.Trace(calls[0].Args[i])
	}
	if lit.Obj != nil || lit.Parent == nil || lit.Parent.Obj == nil || p.Flow.Live(lit).Kind != ctxflow.RunWaited {
		return nil, nil
	}
	if !ctx.FromCaller() {
		return nil, nil
	}
	for _, s := range ctx.InForce() {
		if s.Kind != ctxflow.StepValue && s.Kind != ctxflow.StepGroup {
			return nil, nil
		}
	}
	return lit.Parent, lit.Node
}

// waitsBetween reports whether a function calls Wait between two places, or in the
// second.
func waitsBetween(p *rule.Pass, f *code.Func, from, to ast.Node) bool {
	for _, call := range f.Calls() {
		if fn := p.Code.Callee(call); fn != nil && fn.Name() == "Wait" && call.Pos() > from.End() && call.End() <= to.End() {
			return true
		}
	}
	return false
}

// skipsRest reports a callback that returns nil for all that is left of a walk
// when the context is over, if what called the walk takes its nil for success.
func skipsRest(p *rule.Pass, f *code.Func, t ctxflow.Test, walk *ast.CallExpr, ret *ast.ReturnStmt) bool {
	outer := f.Parent
	if !p.Code.Info.Types[ret.Results[0]].IsNil() || f.Sig.Results().Len() != 1 || !saysNothing(p, t, ret) {
		return false
	}
	switch p.Flow.Live(f).Kind {
	case ctxflow.RunSync, ctxflow.RunUnknown:
	default:
		return false // a worker's
	}
	for _, o := range p.Flow.DoneTests(outer) {
		if o.Expr != nil {
			return false // it looks
		}
	}
	last, ok := outer.Body.List[len(outer.Body.List)-1].(*ast.ReturnStmt)
	if !ok || last.Pos() < walk.Pos() || len(last.Results) != outer.Sig.Results().Len() {
		return false
	}
	err := last.Results[len(last.Results)-1]
	if p.Flow.TellsLate(outer) {
		return false
	}
	if !p.Code.Info.Types[err].IsNil() && !from(p, err, walk) {
		return false
	}
	p.Report(rule.Finding{
		Node:    ret,
		Message: fmt.Sprintf("the rest of the walk is passed over without an error when %s is over (seen at %s), so that %s returns a part as the whole; return %s.Err()", types.ExprString(t.Expr), p.Where(t.Node), outer.Name(), types.ExprString(t.Expr)),
		Related: []rule.Related{{Node: t.Node, Message: "the end is seen here"}, {Node: walk, Message: "the walk"}},
	})
	return true
}

// from reports whether an error variable holds what a call has returned.
func from(p *rule.Pass, e ast.Expr, call *ast.CallExpr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return ast.Unparen(e) == ast.Expr(call)
	}
	defs := p.Code.Reaching(id)
	return len(defs) == 1 && defs[0] != nil && defs[0].RHS != nil && ast.Unparen(defs[0].RHS) == ast.Expr(call)
}
