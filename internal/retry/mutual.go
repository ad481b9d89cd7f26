package retry

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// throughOther returns the way by which a function gets to run again through a
// call of another one that ends in a call of it: get → relogin → get. The call
// returned has the arguments that arrive there. ok is false if the other one
// does so on a condition, or counts.
func (x *Finder) throughOther(fn *code.Func, c *ast.CallExpr) (selfCall, bool) {
	if fn.Obj == nil {
		return selfCall{}, false
	}
	if _, ok := x.p.Parent(c).(*ast.ReturnStmt); !ok {
		return selfCall{}, false
	}
	callee := x.p.Callee(c)
	g := x.p.FuncOf(callee)
	if g == nil || g == fn || g.Body == nil || g.Obj == nil || len(g.Body.List) == 0 || len(g.Params()) != len(c.Args) {
		return selfCall{}, false
	}
	if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && g.Sig.Recv() != nil && (fn.Sig.Recv() == nil || x.p.VarOf(sel.X) != fn.Sig.Recv()) {
		return selfCall{}, false
	}
	ret, ok := g.Body.List[len(g.Body.List)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return selfCall{}, false
	}
	inner, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr)
	if !ok || x.p.Callee(inner) != fn.Obj.Origin() || !x.sameRecv(g, inner.Fun) || !x.onlyErrors(g) || x.tallies(g, 2, fn) {
		return selfCall{}, false
	}
	call := &ast.CallExpr{Fun: inner.Fun, Lparen: inner.Lparen, Rparen: inner.Rparen}
	for _, a := range inner.Args {
		v := x.p.VarOf(a)
		switch i := g.ParamIndex(v); {
		case v != nil && i >= 0 && x.asGiven(v):
			call.Args = append(call.Args, c.Args[i])
		case x.constOf(a) != nil:
			call.Args = append(call.Args, a)
		default:
			return selfCall{}, false
		}
	}
	return selfCall{node: c, call: call, via: g.Obj}, true
}

// onlyErrors reports whether the only conditions of a function ask for errors.
func (x *Finder) onlyErrors(f *code.Func) bool {
	only := true
	f.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			only = only && x.p.Failure(n.Cond) != nil
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.ForStmt, *ast.RangeStmt, *ast.GoStmt:
			only = false
		case *ast.SelectStmt:
			// A pause that may end early.
		}
		return only
	})
	return only
}

// asGiven reports whether a parameter keeps the value that it is given.
func (x *Finder) asGiven(v *types.Var) bool {
	for _, d := range x.p.Defs(v) {
		if d.Kind != code.DefParam {
			return false
		}
	}
	return true
}
