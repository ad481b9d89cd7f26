package retry

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
)

// SeesRepeat reports whether the retry, or the function that makes the effect at
// site, has a way out for the answer that what is to be made is there already:
// that of a primary key drawn before the first attempt, after an attempt whose
// own answer was lost.
func (x *Finder) SeesRepeat(r *Retry, site ast.Node) bool {
	for _, t := range r.Guard.Tests {
		if !t.Back && slices.ContainsFunc(t.What, api.TellsRepeat) {
			return true
		}
	}
	if site == nil {
		return false
	}
	fn := x.p.Enclosing(site)
	if fn == nil {
		return false
	}
	var scope ast.Node = fn.Body
	own := fn == r.In
	if own {
		scope = r.Node // the tests of its errors are known: those of a status are left
	}
	found := false
	ast.Inspect(scope, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			found = found || x.tellsRepeat(n.Cond, nil) && (!own || endsLoop(n.Body.List))
		case *ast.CaseClause:
			if sw, ok := x.p.Parent(x.p.Parent(n)).(*ast.SwitchStmt); ok && (!own || endsLoop(n.Body)) {
				for _, e := range n.List {
					found = found || x.tellsRepeat(e, sw.Tag)
				}
			}
		}
		return !found
	})
	return found
}

// tellsRepeat reports whether part of a condition, or of a case of a switch
// over tag, looks for that answer.
func (x *Finder) tellsRepeat(cond, tag ast.Expr) bool {
	if tag != nil {
		return slices.ContainsFunc(x.equals(tag, cond).what, api.TellsRepeat)
	}
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		var what []string
		switch n := n.(type) {
		case *ast.CallExpr:
			what = x.callTest(n).what
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				what = x.equals(n.X, n.Y).what
			}
		}
		found = found || slices.ContainsFunc(what, api.TellsRepeat)
		return !found
	})
	return found
}
