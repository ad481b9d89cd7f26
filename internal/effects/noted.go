package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// Noted reports whether the transaction around an effect may find out that it
// has been carried out before: before the effect the function leaves on a
// condition about what the database holds, such as a row that was not inserted
// because it is there already. A comparison of sizes, enough on the shelf, tells
// nothing of that.
func (f *Finder) Noted(e *Effect) bool {
	fn := f.p.Enclosing(e.Site)
	if fn == nil {
		return false
	}
	g := &grower{f: f, r: &region{node: fn.Body, fn: fn}}
	child := e.Site
	for p := f.p.Parent(child); p != nil && p != fn.Node; child, p = p, f.p.Parent(p) {
		if ifs, ok := p.(*ast.IfStmt); ok && child == ast.Node(ifs.Body) && f.tellsDone(ifs.Cond, g) {
			return true
		}
		for _, s := range stmtList(p) {
			if s == child {
				break
			}
			if ifs, ok := s.(*ast.IfStmt); ok && leavesAt(ifs.Body) && f.tellsDone(ifs.Cond, g) {
				return true
			}
		}
	}
	return false
}

// tellsDone reports whether a condition may hang on what was done before.
func (f *Finder) tellsDone(cond ast.Expr, g *grower) bool {
	cond = ast.Unparen(cond)
	if g.failureCond(cond, true) || g.failureCond(cond, false) {
		return false
	}
	switch x := cond.(type) {
	case *ast.UnaryExpr:
		return f.tellsDone(x.X, g)
	case *ast.BinaryExpr:
		switch x.Op {
		case token.LAND, token.LOR:
			return f.tellsDone(x.X, g) || f.tellsDone(x.Y, g)
		case token.LSS, token.LEQ, token.GTR, token.GEQ:
			return f.countsRows(x)
		}
		if v, ok := nilCompared(f, x); ok && code.IsError(v.Type()) {
			return false
		}
	}
	// What the function was given is the same in each attempt.
	asked := false
	ast.Inspect(cond, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			asked = true
		case *ast.Ident:
			v, _ := f.p.Info.Uses[n].(*types.Var)
			asked = asked || v != nil && !v.IsField() && f.paramOwner(v) == nil && v.Parent() != f.p.Types.Scope()
		}
		return !asked
	})
	return asked
}

// countsRows reports whether a comparison is about how many rows a statement
// has changed or found.
func (f *Finder) countsRows(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			found = found || n.Sel.Name == "RowsAffected"
		case *ast.Ident:
			if v := f.p.VarOf(n); v != nil {
				for _, d := range f.p.Defs(v) {
					if call, ok := d.RHS.(*ast.CallExpr); ok {
						fn := f.p.Callee(call)
						found = found || fn != nil && fn.Name() == "RowsAffected"
					}
				}
			}
		}
		return !found
	})
	return found
}
