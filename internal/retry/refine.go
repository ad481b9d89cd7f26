package retry

import (
	"go/ast"
	"go/token"

	"github.com/faultlint/faultlint/internal/code"
)

// predicate evaluates a call in a condition: a test of an error that is known
// to be nil is taken to be false, as errors.Is and its like are.
func (w *walk) predicate(call *ast.CallExpr, st state) val {
	x := unknown
	for _, a := range call.Args {
		if !code.IsError(w.f.x.p.Info.TypeOf(a)) {
			continue
		}
		switch w.errorValue(a, st) {
		case isNil:
			if w.isOutcome(a, st) {
				w.tested = true
			}
			x = isNil
		case notNil:
			if w.isOutcome(a, st) {
				w.tested = true
				return unknown
			}
		}
	}
	if x == isNil && !w.takesResult(call, st) {
		return w.f.x.ofNil(w.f.x.p.Callee(call))
	}
	return unknown
}

// refine narrows the state by a condition that turned out true or false.
func (w *walk) refine(cond ast.Expr, yes bool, st state) state {
	cond = ast.Unparen(cond)
	switch x := cond.(type) {
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			return w.refine(x.X, !yes, st)
		}
	case *ast.Ident:
		if v := w.varOf(x); v != nil && code.IsBool(v.Type()) && st.get(v) == unknown {
			if yes {
				return st.set(v, isTrue)
			}
			return st.set(v, isFalse)
		}
	case *ast.BinaryExpr:
		switch {
		case x.Op == token.LAND && yes, x.Op == token.LOR && !yes:
			return w.refine(x.Y, yes, w.refine(x.X, yes, st))
		case x.Op == token.LAND && !yes:
			// a && b is false: if a is true, b is not.
			if w.truth(x.X, st) == isTrue {
				return w.refine(x.Y, false, st)
			}
			if w.truth(x.Y, st) == isTrue {
				return w.refine(x.X, false, st)
			}
		case x.Op == token.LOR && yes:
			if w.truth(x.X, st) == isFalse {
				return w.refine(x.Y, true, st)
			}
			if w.truth(x.Y, st) == isFalse {
				return w.refine(x.X, true, st)
			}
		case x.Op == token.EQL || x.Op == token.NEQ:
			e := x.X
			if p := w.f.x.p; p.IsNil(e) {
				e = x.Y
			} else if !p.IsNil(x.Y) {
				return st
			}
			if v := w.varOf(e); v != nil && code.IsError(v.Type()) && st.get(v) == unknown {
				if (x.Op == token.EQL) == yes {
					return st.set(v, isNil)
				}
				return st.set(v, notNil)
			}
		}
	}
	return st
}

// containsCall reports whether a call is part of n, not of a literal inside it.
func containsCall(n ast.Node, call *ast.CallExpr) bool {
	if n == nil || call == nil || n.Pos() > call.Pos() || call.End() > n.End() {
		return false
	}
	found := false
	code.InspectShallow(n, func(n ast.Node) bool {
		if n == ast.Node(call) {
			found = true
		}
		return !found
	})
	return found
}
