package waits

import (
	"go/ast"
	"go/token"

	"github.com/faultlint/faultlint/internal/code"
)

// OnlyOnce reports whether a node of fn runs the first time only: in the branch in which
// a variable of the package is not set yet, or in what a sync.Once of the package does.
func (f *Finder) OnlyOnce(fn *code.Func, n ast.Node) bool {
	for g := fn; g != nil && g.Obj == nil; g = g.Parent {
		call, ok := f.p.Parent(g.Node).(*ast.CallExpr)
		if !ok {
			continue
		}
		if c := f.p.CalleeOf(call); c.Key == "(*sync.Once).Do" && f.ofPackage(c.Recv) {
			return true
		}
	}
	for up := f.p.Parent(n); up != nil && up != ast.Node(fn.Node); up = f.p.Parent(up) {
		s, ok := up.(*ast.IfStmt)
		if ok && code.Within(n, s.Body) && f.unset(s.Cond) {
			return true
		}
	}
	return false
}

// unset reports whether a condition says that a variable of the package has
// its zero value: !ready, client == nil.
func (f *Finder) unset(cond ast.Expr) bool {
	var x ast.Expr
	switch c := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if c.Op == token.NOT {
			x = c.X
		}
	case *ast.BinaryExpr:
		if c.Op == token.EQL && f.p.Info.Types[c.Y].IsNil() {
			x = c.X
		}
	}
	if x == nil {
		return false
	}
	return f.ofPackage(x)
}

// ofPackage reports whether an expression is a variable of the package.
func (f *Finder) ofPackage(e ast.Expr) bool {
	if e == nil {
		return false
	}
	v := f.p.VarOf(e)
	return v != nil && v.Parent() == f.p.Types.Scope()
}
