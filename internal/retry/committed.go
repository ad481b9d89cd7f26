package retry

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/code"
)

// RepeatsCommit reports whether a helper of this package that runs a function in
// a transaction begins another one when the commit of the first has failed in a
// way that does not tell whether it was made: a lost answer of the database.
// What asks for errors of the package's own may have told the commit apart.
func (x *Finder) RepeatsCommit(r *Retry) bool {
	if r.Kind != Helper || !r.Tx || r.Inner == nil || !r.Loses() || r.If != nil && x.namesOwn(r.If.Body) {
		return false
	}
	for _, t := range append(r.Guard.Tests[:len(r.Guard.Tests):len(r.Guard.Tests)], r.Inner.Guard.Tests...) {
		if x.asksOwn(t.Expr) {
			return false
		}
	}
	calls := r.Inner.Ops
	if r.Inner.Closure != nil {
		calls = r.Inner.Closure.Calls()
	}
	return slices.ContainsFunc(calls, func(c *ast.CallExpr) bool { return x.commits(c, 1) })
}

// commits reports whether a call ends a transaction for good, or runs a function
// in one, here or in a function of the package that it calls.
func (x *Finder) commits(call *ast.CallExpr, deep int) bool {
	fn := x.p.Callee(call)
	if fn == nil {
		return false
	}
	if sig, ok := fn.Type().(*types.Signature); ok && fn.Name() == "Commit" && sig.Recv() != nil && isTx(sig.Recv().Type()) {
		return true
	}
	if row := x.table.RunnerOf(fn); row != nil && row.Tx {
		return true
	}
	f := x.p.FuncOf(fn)
	if f == nil || f.Body == nil || deep == 0 {
		return false
	}
	return !x.namesOwn(f.Body) && slices.ContainsFunc(f.Calls(), func(c *ast.CallExpr) bool { return x.commits(c, deep-1) })
}

// asksOwn reports whether a condition, or a predicate of this package that it
// calls, names an error of the package.
func (x *Finder) asksOwn(e ast.Expr) bool {
	if e == nil {
		return false
	}
	if x.namesOwn(e) {
		return true
	}
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !found {
			f := x.p.FuncOf(x.p.Callee(call))
			found = f != nil && f.Body != nil && isPredicate(f.Sig) && x.namesOwn(f.Body)
		}
		return !found
	})
	return found
}

// namesOwn reports whether code names an error variable or a type of errors of
// this package.
func (x *Finder) namesOwn(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || found {
			return !found
		}
		switch o := x.p.Info.Uses[id].(type) {
		case *types.Var:
			found = o.Pkg() == x.p.Types && o.Parent() == x.p.Types.Scope() && code.IsError(o.Type())
		case *types.TypeName:
			found = o.Pkg() == x.p.Types && implementsError(o.Type())
		}
		return !found
	})
	return found
}
