package retry

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// finalDepth is how many functions of the package are looked through for the
// errors that a call may return.
const finalDepth = 4

// EndedBy reports whether the failure of a call inside the attempts of r is no
// reason for another attempt of r: r repeats only errors of this package that it
// asks for by name, and nothing that the call runs in this package knows them; or
// r is ended by an error that the call's retry makes when it gives up.
func (x *Finder) EndedBy(r *Retry, call *ast.CallExpr) bool {
	if only := x.onlyAfter(r); len(only) > 0 && !x.knows(call, only, 0) {
		return true
	}
	return x.marksFinal(r, call) || slices.ContainsFunc(x.endingErrors(r), func(o types.Object) bool { return x.givesUpWith(call, o, 0) })
}

// marksFinal reports whether the closure of a driver returns the error of a call
// with the mark that ends the attempts, and in no other way:
// if err := call(); err != nil { return backoff.Permanent(err) }.
func (x *Finder) marksFinal(r *Retry, call *ast.CallExpr) bool {
	as, ok := x.p.Parent(call).(*ast.AssignStmt)
	if !ok || r.Closure == nil || len(as.Rhs) != 1 {
		return false
	}
	var test *ast.IfStmt
	switch up := x.p.Parent(as).(type) {
	case *ast.IfStmt:
		test = up
	case *ast.BlockStmt:
		if i := slices.Index(up.List, ast.Stmt(as)) + 1; i > 0 && i < len(up.List) {
			test, _ = up.List[i].(*ast.IfStmt)
		}
	}
	if test == nil {
		return false
	}
	failed := x.p.Failure(test.Cond)
	if failed == nil || x.p.VarOf(failed) != x.p.VarOf(as.Lhs[len(as.Lhs)-1]) || len(test.Body.List) == 0 {
		return false
	}
	ret, ok := test.Body.List[len(test.Body.List)-1].(*ast.ReturnStmt)
	if !ok || len(test.Body.List) > 1 && hasReturn(test.Body.List[:len(test.Body.List)-1]) || len(ret.Results) == 0 {
		return false
	}
	mark, ok := ast.Unparen(ret.Results[len(ret.Results)-1]).(*ast.CallExpr)
	return ok && x.StopsDriver(r, mark)
}

func hasReturn(list []ast.Stmt) bool {
	found := false
	for _, s := range list {
		code.InspectShallow(s, func(n ast.Node) bool {
			_, ret := n.(*ast.ReturnStmt)
			found = found || ret
			return !found
		})
	}
	return found
}

// onlyAfter returns the errors and error types of this package one of which must
// be found in a failure that leads back; nil if another may.
func (x *Finder) onlyAfter(r *Retry) []types.Object {
	if r.If != nil {
		objs, _ := x.askedByFunc(r.If)
		return objs
	}
	if r.outcome == nil || len(r.outcome.cand) != 1 {
		return nil
	}
	for _, t := range r.Guard.Tests {
		if !t.Back {
			continue
		}
		if objs, ok := x.askedFor(t.Expr, true); ok {
			return objs
		}
	}
	return nil
}

// endingErrors returns the errors and error types of this package after which
// there is no other attempt.
func (x *Finder) endingErrors(r *Retry) []types.Object {
	var out []types.Object
	for _, t := range r.Guard.Tests {
		if objs, ok := x.askedFor(t.Expr, true); ok && !t.Back {
			out = append(out, objs...)
		}
	}
	return out
}

// askedFor returns the errors and error types of this package one of which a
// failure certainly is if cond comes out as told.
func (x *Finder) askedFor(cond ast.Expr, truth bool) ([]types.Object, bool) {
	switch c := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if c.Op == token.NOT {
			return x.askedFor(c.X, !truth)
		}
	case *ast.BinaryExpr:
		switch {
		case c.Op == token.LAND && truth || c.Op == token.LOR && !truth:
			if objs, ok := x.askedFor(c.X, truth); ok {
				return objs, true
			}
			return x.askedFor(c.Y, truth)
		case c.Op == token.LAND || c.Op == token.LOR:
			a, ok := x.askedFor(c.X, truth)
			b, also := x.askedFor(c.Y, truth)
			return append(a, b...), ok && also
		case c.Op == token.EQL && truth, c.Op == token.NEQ && !truth:
			return x.knownError(c.Y)
		}
	case *ast.CallExpr:
		if !truth {
			return nil, false
		}
		callee := x.p.CalleeOf(c)
		switch {
		case api.IsErrorsIs(callee.Key) && len(c.Args) == 2:
			return x.knownError(c.Args[1])
		case api.IsErrorsAs(callee.Key) && len(c.Args) == 2:
			return x.knownType(x.p.Info.TypeOf(c.Args[1]))
		}
		if f := x.p.FuncOf(callee.Func); f != nil {
			return x.askedByFunc(f)
		}
	}
	return nil, false
}

// askedByFunc returns what a predicate that consists of returns asks for.
func (x *Finder) askedByFunc(f *code.Func) ([]types.Object, bool) {
	if f.Body == nil || !isPredicate(f.Sig) {
		return nil, false
	}
	var out []types.Object
	all := true
	f.Inspect(func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || len(ret.Results) != 1 {
			return all
		}
		if yes, known := x.p.Bool(ret.Results[0]); known && !yes {
			return true
		}
		objs, ok := x.askedFor(ret.Results[0], true)
		out, all = append(out, objs...), all && ok
		return all
	})
	return out, all && len(out) > 0
}

// knownError returns the error variable of this package that e names.
func (x *Finder) knownError(e ast.Expr) ([]types.Object, bool) {
	v := x.p.VarOf(e)
	if v == nil || v.Pkg() != x.p.Types || v.Parent() != x.p.Types.Scope() {
		return nil, false
	}
	return []types.Object{v}, true
}

// knownType returns the error type of this package that t, a pointer as errors.As
// is given it, leads to.
func (x *Finder) knownType(t types.Type) ([]types.Object, bool) {
	for range 2 {
		if t == nil {
			return nil, false
		}
		t = code.Deref(t)
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() != x.p.Types || types.IsInterface(n) {
		return nil, false
	}
	return []types.Object{n.Obj()}, true
}

// knows reports whether anything that a call runs in this package mentions one
// of the errors or error types.
func (x *Finder) knows(call *ast.CallExpr, objs []types.Object, depth int) bool {
	for _, callee := range x.p.Runs(call) {
		f := x.p.FuncOf(callee)
		if f == nil {
			continue // another package cannot know them
		}
		if depth >= finalDepth {
			return true
		}
		in, at := x.innerCall(f)
		if at == nil {
			at = f.Node // what is told of the failure of the inner retry is not told apart
		}
		if x.namesAny(at, objs) {
			return true
		}
		for _, c := range f.Calls() {
			if (in == nil || c == in) && x.knows(c, objs, depth+1) {
				return true
			}
		}
	}
	return false
}

func (x *Finder) namesAny(n ast.Node, objs []types.Object) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && slices.Contains(objs, x.p.Info.Uses[id]) {
			found = true
		}
		return !found
	})
	return found
}

// givesUpWith reports whether a retry in the function of this package that a
// call runs, or in one that this calls, ends in an error made of o: all that the
// function returns after the retry, but success, is.
func (x *Finder) givesUpWith(call *ast.CallExpr, o types.Object, depth int) bool {
	f := x.p.FuncOf(x.p.Callee(call))
	if f == nil || f.Body == nil || depth >= finalDepth {
		return false
	}
	for _, r := range x.In(f) {
		if r.Multiplies() {
			return x.endsWith(f, r.Node, o)
		}
	}
	for _, in := range f.Calls() {
		if x.givesUpWith(in, o, depth+1) {
			return true
		}
	}
	return false
}

// endsWith reports whether f returns errors made of o, and no others, in the
// statements after a node.
func (x *Finder) endsWith(f *code.Func, node ast.Node, o types.Object) bool {
	some, all := false, true
	f.Inspect(func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || ret.Pos() < node.Pos() || len(ret.Results) == 0 {
			return true
		}
		last := ret.Results[len(ret.Results)-1]
		if x.p.IsNil(last) {
			return true
		}
		made := x.namesAny(last, []types.Object{o})
		some = some || made
		all = all && (made || code.Within(ret, node))
		return true
	})
	return some && all
}

// innerCall returns the one call in f that makes several attempts by itself, and
// the statement that returns its failure, which follows it; nil if there is none,
// or if other calls of f do as well.
func (x *Finder) innerCall(f *code.Func) (*ast.CallExpr, ast.Node) {
	var call *ast.CallExpr
	for _, r := range x.In(f) {
		if !r.Multiplies() {
			continue
		}
		if r.Kind != Self || call != nil {
			return nil, nil
		}
		call = r.Call
	}
	if call == nil {
		return nil, nil
	}
	as, ok := x.p.Parent(call).(*ast.AssignStmt)
	if !ok {
		return nil, nil
	}
	test, _ := x.p.Parent(as).(*ast.IfStmt)
	if block, ok := x.p.Parent(as).(*ast.BlockStmt); ok {
		if i := slices.Index(block.List, ast.Stmt(as)); i >= 0 && i+1 < len(block.List) {
			test, _ = block.List[i+1].(*ast.IfStmt)
		}
	}
	if test == nil || x.p.Failure(test.Cond) == nil || len(test.Body.List) == 0 {
		return nil, nil
	}
	if _, ok := test.Body.List[len(test.Body.List)-1].(*ast.ReturnStmt); !ok {
		return nil, nil
	}
	return call, test.Body
}
