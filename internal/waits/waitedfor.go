package waits

import (
	"go/ast"
	"go/token"

	"github.com/faultlint/faultlint/internal/code"
)

// waitedFor reports whether fn returns what waits for a goroutine that it starts:
// the Wait of a group, or a literal that waits for one or receives. Then the
// goroutine is to outlive fn, and whoever has the result ends it first.
func (f *Finder) waitedFor(fn *code.Func, lit *ast.FuncLit) bool {
	found := false
	code.InspectShallow(fn.Body, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || found {
			return !found
		}
		for _, e := range ret.Results {
			switch x := ast.Unparen(e).(type) {
			case *ast.SelectorExpr:
				v := f.p.VarOf(x.X)
				found = found || x.Sel.Name == "Wait" && code.IsFunc(f.p.TypeOf(x)) && v != nil && f.p.Mentions(lit, v)
			case *ast.FuncLit:
				found = found || f.waitsWith(x, lit)
			}
		}
		return !found
	})
	return found
}

// waitsWith reports whether a literal waits for something that another one has
// a hand in.
func (f *Finder) waitsWith(waiter, lit *ast.FuncLit) bool {
	found := false
	shared := func(e ast.Expr) bool {
		v := f.p.VarOf(e)
		return v != nil && f.p.Mentions(lit, v)
	}
	ast.Inspect(waiter.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "Wait" {
				found = found || shared(sel.X)
			}
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW && shared(n.X)
		}
		return !found
	})
	return found
}
