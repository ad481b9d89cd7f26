package waits

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// MaySend reports whether something may be waited for with what a call makes,
// as with a request: false only where all that is done with it is in sight, and
// none of it waits.
func (f *Finder) MaySend(call *ast.CallExpr) bool {
	as, ok := f.p.Parent(call).(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 {
		return true
	}
	v, fn := f.p.VarOf(as.Lhs[0]), f.p.Enclosing(call)
	if v == nil || v.IsField() || fn == nil || v.Parent() == f.p.Types.Scope() || len(f.p.Defs(v)) != 1 {
		return true
	}
	sends := false
	ast.Inspect(fn.Outermost().Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && f.p.Info.Uses[id] == types.Object(v) {
			sends = sends || f.maySendAt(id)
		}
		return !sends
	})
	return sends
}

// maySendAt judges one use of a variable: its fields, and calls that are known
// not to wait.
func (f *Finder) maySendAt(id *ast.Ident) bool {
	switch up := f.p.Parent(id).(type) {
	case *ast.SelectorExpr:
		sel := f.p.Info.Selections[up]
		if sel == nil {
			return true
		}
		if sel.Kind() == types.FieldVal {
			return false
		}
		call, ok := f.p.Parent(up).(*ast.CallExpr)
		return !ok || call.Fun != ast.Expr(up) || f.t.CtxOp(f.p.CalleeOf(call).Key) != nil
	case *ast.CallExpr:
		c := f.p.CalleeOf(up)
		if c.Func == nil || code.IsInterfaceMethod(c.Func) {
			return true
		}
		if row := f.row(c.Func); row != nil {
			return row.Kind != api.WaitNone
		}
		if f.t.CtxOp(c.Key) != nil || f.callees == nil || c.Func.Pkg() == nil || api.IsStd(c.Func.Pkg().Path()) {
			return true
		}
		s := f.callees.Summary(c.Func)
		return s != nil && len(s.Waits)+len(s.Asks) > 0
	}
	return true
}
