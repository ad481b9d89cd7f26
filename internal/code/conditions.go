package code

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
)

// NilTest returns what a condition compares with nil and whether it asks for
// nil (==) rather than for something else (!=); nil if it does neither.
func (p *Package) NilTest(cond ast.Expr) (x ast.Expr, isNil bool) {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || b.Op != token.EQL && b.Op != token.NEQ || !p.Info.Types[b.Y].IsNil() {
		return nil, false
	}
	return b.X, b.Op == token.EQL
}

// Failed reports whether a condition asks for a failure: err != nil.
func (p *Package) Failed(cond ast.Expr) bool {
	x, isNil := p.NilTest(cond)
	return x != nil && !isNil && IsError(p.Info.TypeOf(x))
}

// MayStop reports whether a call may not return: those that certainly do not,
// and by their name those of loggers that end the process or panic after the
// line. Whoever asks wants to be sure that what follows is reached.
func (p *Package) MayStop(call *ast.CallExpr) bool {
	fn := p.Callee(call)
	return !p.mayReturn(call) || fn != nil && (api.NoReturn(fn.Name()) || fn.Name() == "Exit")
}

// GlobalKey names what e names at the top of a package, as the tables do:
// "context.Canceled"; "" if it names nothing there.
func (p *Package) GlobalKey(e ast.Expr) string {
	var obj types.Object
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		obj = p.Info.Uses[x]
	case *ast.SelectorExpr:
		obj = p.Info.Uses[x.Sel]
	}
	if obj == nil || obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope() {
		return ""
	}
	return api.Path(obj.Pkg().Path()) + "." + obj.Name()
}
