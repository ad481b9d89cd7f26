package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// TellsLate reports whether a deferred call of fn may put the end of a context
// into the error that fn returns: a literal that sets the named result and has
// to do with a context, or a call that is handed both.
func (f *Flow) TellsLate(fn *code.Func) bool {
	res := fn.Sig.Results()
	if res.Len() == 0 {
		return false
	}
	err := res.At(res.Len() - 1)
	if err.Name() == "" || !code.IsError(err.Type()) {
		return false
	}
	found := false
	fn.Inspect(func(n ast.Node) bool {
		d, ok := n.(*ast.DeferStmt)
		if !ok || found {
			return !found
		}
		found = f.mentionsContext(d.Call) && f.sets(d.Call, err)
		return !found
	})
	return found
}

// sets reports whether a node assigns to a variable, or takes its address.
func (f *Flow) sets(n ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				found = found || f.p.VarOf(l) == v
			}
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && f.p.VarOf(n.X) == v
		}
		return !found
	})
	return found
}

// mentionsContext reports whether a node has to do with a context.
func (f *Flow) mentionsContext(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			if t := f.p.Info.TypeOf(e); t != nil && code.IsContext(t) {
				found = true
			}
		}
		return !found
	})
	return found
}
