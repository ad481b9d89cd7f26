package code

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
)

// IsNil reports whether e is nil itself, whatever the name means elsewhere.
func (p *Package) IsNil(e ast.Expr) bool { return e != nil && p.Info.Types[e].IsNil() }

// Bool returns the value of a constant bool; ok is false if e is none.
func (p *Package) Bool(e ast.Expr) (value, ok bool) {
	if e == nil {
		return false, false
	}
	v := p.Info.Types[e].Value
	if v == nil || v.Kind() != constant.Bool {
		return false, false
	}
	return constant.BoolVal(v), true
}

// NilTest returns what a condition compares with nil, on whichever side, and
// whether it asks for nil (==) rather than for something else (!=); nil if it
// does neither.
func (p *Package) NilTest(cond ast.Expr) (x ast.Expr, isNil bool) {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || b.Op != token.EQL && b.Op != token.NEQ {
		return nil, false
	}
	switch {
	case p.IsNil(b.Y):
		return b.X, b.Op == token.EQL
	case p.IsNil(b.X):
		return b.Y, b.Op == token.EQL
	}
	return nil, false
}

// Failure returns the error that a condition asks for: err in err != nil, nil
// if it asks for anything else.
func (p *Package) Failure(cond ast.Expr) ast.Expr {
	x, isNil := p.NilTest(cond)
	if x == nil || isNil || !IsError(p.Info.TypeOf(x)) {
		return nil
	}
	return x
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
