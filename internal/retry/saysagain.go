package retry

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
)

// saysAgain reports whether a call runs a function of the package that returns beside
// its error whether to try again: that is true after a failure only, and false wherever
// there is none. A loop that asks for nothing but the bool, again, err = attempt();
// if !again { return err }, goes on only after failures.
func (x *Finder) saysAgain(call *ast.CallExpr) bool {
	f := x.p.FuncOf(x.p.Callee(call))
	if f == nil {
		return false
	}
	flag, errAt, ok := flagAndError(f.Sig)
	if !ok || x.doneBusy[f] {
		return false // one that calls itself says nothing by that
	}
	x.doneBusy[f] = true
	defer delete(x.doneBusy, f)
	good, again, fine := true, false, false
	f.Inspect(func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			return good
		}
		if len(ret.Results) != f.Sig.Results().Len() {
			good = false
			return false
		}
		said, err := ret.Results[flag], ret.Results[errAt]
		switch yes, known := x.p.Bool(said); {
		case known && !yes:
			fine = fine || x.p.IsNil(err)
		case x.p.IsNil(err):
			good = false
		case x.asksFor(said, err):
			again, fine = true, true
		case x.fails(err) || x.onlyAfterFailure(f, ret):
			again = true
		default:
			good = false
		}
		return good
	})
	return good && again && fine
}

// asksFor reports whether a condition, or a part of it without which it is false, asks
// for an error: err != nil && …, err.
func (x *Finder) asksFor(cond, err ast.Expr) bool {
	if b, ok := ast.Unparen(cond).(*ast.BinaryExpr); ok && b.Op == token.LAND {
		return x.asksFor(b.X, err) || x.asksFor(b.Y, err)
	}
	e, v := x.p.Failure(cond), x.p.VarOf(err)
	return e != nil && v != nil && x.p.VarOf(e) == v
}

// fails reports whether an expression is sure to be an error: one that is made there, or a
// value of a type that is one.
func (x *Finder) fails(e ast.Expr) bool {
	if t := x.p.Info.TypeOf(e); t != nil && !types.IsInterface(t) && !x.p.IsNil(e) {
		return true
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && api.MakesError(x.p.CalleeOf(call).Key)
}
