package ctxflow

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// LooksFirst reports whether the first thing that fn does is to ask whether a context, a
// parameter of it, is over, and to leave with an error if it is: under such a one it does
// nothing.
func (f *Flow) LooksFirst(fn *code.Func, ctx *types.Var) bool {
	if fn.Body == nil || len(fn.Body.List) == 0 || !code.ReturnsError(fn.Sig) || len(f.p.Defs(ctx)) > 0 {
		return false
	}
	for _, t := range f.DoneTests(fn) {
		if f.p.VarOf(t.Expr) != ctx {
			continue
		}
		switch {
		case t.Kind == TestErr || t.Kind == TestCause:
			if body, ok := t.Only.(*ast.BlockStmt); ok && ast.Stmt(t.Cond) == fn.Body.List[0] && t.Cond.Body == body && f.fails(fn, body.List) {
				return true
			}
		case t.Kind == TestSelect && t.Clause != nil:
			if ast.Stmt(t.Select) == fn.Body.List[0] && len(t.Select.Body.List) == 2 && code.HasDefault(t.Select) && f.fails(fn, t.Clause.Body) {
				return true
			}
		}
	}
	return false
}

// fails reports whether statements end by leaving a function with an error.
func (f *Flow) fails(fn *code.Func, list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	ret, ok := list[len(list)-1].(*ast.ReturnStmt)
	return ok && len(ret.Results) == fn.Sig.Results().Len() && !f.p.IsNil(ret.Results[len(ret.Results)-1])
}
