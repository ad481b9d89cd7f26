package ctxswallow

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// leavesJobs reports whether a worker that leaves at a test leaves jobs behind
// which its function has handed out: the loop around the test takes them from a
// channel that the function has made and closes, or from a list, and does them
// under the context.
func leavesJobs(p *rule.Pass, f, outer *code.Func, t ctxflow.Test) bool {
	cur, ok := p.Code.Cursor(t.Node)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch loop := c.Node().(type) {
		case *ast.RangeStmt:
			switch p.Code.TypeOf(loop.X).Underlying().(type) {
			case *types.Chan:
				return closedBy(p, outer, loop.X) && worksIn(p, f, loop)
			case *types.Slice, *types.Map, *types.Array:
				return worksIn(p, f, loop)
			}
			return false
		case *ast.ForStmt:
			if loop.Cond != nil {
				return false
			}
			from := false
			code.InspectShallow(loop.Body, func(n ast.Node) bool {
				if as, ok := n.(*ast.AssignStmt); ok && len(as.Lhs) == 2 {
					if ch := code.Received(as); ch != nil {
						from = from || closedBy(p, outer, ch)
					}
				}
				return !from
			})
			return from && worksIn(p, f, loop)
		default:
			return false
		}
	}
	return false
}

// closedBy reports whether a channel is a local variable of a function that makes
// it and, itself or in a goroutine, closes it when all is handed out.
func closedBy(p *rule.Pass, outer *code.Func, ch ast.Expr) bool {
	v := p.Code.VarOf(ch)
	if v == nil || v.IsField() || v.Pos() < outer.Body.Pos() || v.Pos() > outer.Body.End() {
		return false
	}
	closed := false
	ast.Inspect(outer.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if ok && p.Code.CalleeOf(call).Builtin == "close" && len(call.Args) == 1 && p.Code.VarOf(call.Args[0]) == v {
			closed = true
		}
		return !closed
	})
	return closed
}

// worksIn reports whether a loop calls something under the caller's context that
// may fail.
func worksIn(p *rule.Pass, f *code.Func, loop ast.Stmt) bool {
	for _, call := range f.Calls() {
		given := p.Flow.CtxArg(call)
		if !code.Within(call, loop) || given.Has != api.Yes || p.Table.Quiet(pathOf(p, call)) {
			continue
		}
		if sig, ok := p.Code.TypeOf(call.Fun).Underlying().(*types.Signature); ok && code.ReturnsError(sig) {
			return true
		}
	}
	return false
}

// gathered returns the return statement at the end of a function if its error is
// what its workers have left: a list joined, or an error variable, that
// only literals in the function give anything to, or the answer of a group's Wait.
func gathered(p *rule.Pass, f *code.Func, after ast.Node) *ast.ReturnStmt {
	if len(f.Body.List) == 0 {
		return nil
	}
	ret, ok := f.Body.List[len(f.Body.List)-1].(*ast.ReturnStmt)
	if !ok || ret.Pos() < after.End() || len(ret.Results) != f.Sig.Results().Len() || len(ret.Results) == 0 {
		return nil
	}
	var v *types.Var
	switch e := ast.Unparen(ret.Results[len(ret.Results)-1]).(type) {
	case *ast.Ident:
		v = p.Code.VarOf(e)
	case *ast.CallExpr:
		c := p.Code.CalleeOf(e)
		switch {
		case c.Recv != nil && c.Func != nil && c.Func.Name() == "Wait" && api.IsGroup(p.Code.TypeOf(c.Recv)):
			return ret
		case api.Joins(c.Key) && len(e.Args) == 1:
			v = p.Code.VarOf(e.Args[0])
		}
	}
	if v == nil || v.IsField() || v.Parent() == p.Code.Types.Scope() {
		return nil
	}
	byWorkers := false
	for _, d := range p.Code.Defs(v) {
		switch {
		case d.Kind == code.DefZero:
		case d.In == nil || d.In == f:
			if d.RHS == nil || !p.Code.Info.Types[d.RHS].IsNil() {
				return nil
			}
		default:
			byWorkers = true
		}
	}
	if !byWorkers {
		return nil
	}
	return ret
}
