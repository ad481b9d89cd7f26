package waits

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
)

// ConnOf returns the connection that a call reads from or writes to, a variable or field
// on which it is called or that it is given; nil if there is none.
func (f *Finder) ConnOf(call *ast.CallExpr) ast.Expr {
	c := f.p.CalleeOf(call)
	if c.Recv != nil && f.p.VarOf(c.Recv) != nil && f.isPeer(f.p.TypeOf(c.Recv)) {
		return c.Recv
	}
	for _, a := range call.Args {
		if f.p.VarOf(a) != nil && f.isPeer(f.p.TypeOf(a)) {
			return a
		}
	}
	return nil
}

// SetsDeadlineOf reports whether a call sets the deadline for reading of a connection.
func (f *Finder) SetsDeadlineOf(call *ast.CallExpr, conn ast.Expr) bool {
	c := f.p.CalleeOf(call)
	return c.Func != nil && c.Recv != nil && api.LimitsReads(c.Func.Name()) && f.p.SamePlace(c.Recv, conn)
}

// DeadlineAfterNow returns how long after now the deadline is that a call sets, nil if it
// is not reckoned from then: conn.SetDeadline(time.Now().Add(d)).
func (f *Finder) DeadlineAfterNow(call *ast.CallExpr) ast.Expr {
	if len(call.Args) != 1 {
		return nil
	}
	return afterNow(f.p, call.Args[0])
}

// MayMoveDeadline reports whether a call hands a connection to something that may set its
// deadline: a function that is not in sight, or one that sets any.
func (f *Finder) MayMoveDeadline(call *ast.CallExpr, conn ast.Expr) bool {
	given := false
	for _, a := range call.Args {
		given = given || f.p.SamePlace(a, conn)
	}
	if !given {
		return false
	}
	fn := f.p.Callee(call)
	if g := f.p.FuncOf(fn); g != nil {
		for _, in := range g.Calls() {
			if f.setsDeadline(in) || f.ConnOf(in) != nil && f.p.FuncOf(f.p.Callee(in)) != nil {
				return true
			}
		}
		return false
	}
	return fn == nil || fn.Pkg() == nil || !api.IsStd(fn.Pkg().Path())
}
