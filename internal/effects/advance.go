package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// advanced notes the places by which a transaction's function goes through its
// work and which it only moves on: for p.next < len(p.steps) { …; p.next++ }, in
// the region or in a method that it calls on what it was handed. A run after a
// conflict finds them at their end and does nothing.
func (g *grower) advanced() {
	if !g.r.tx || g.params {
		return
	}
	g.loopsOn(g.r.node, func(e ast.Expr) *types.Var { return g.outside(e) })
	for _, call := range g.r.fn.Calls() {
		if !code.Within(call, g.r.node) {
			continue
		}
		c := g.f.p.CalleeOf(call)
		h := g.f.p.FuncOf(c.Func)
		if h == nil || c.Recv == nil || h == g.r.fn || h.Body == nil {
			continue
		}
		if v := g.outside(c.Recv); v != nil && isIdent(c.Recv) && isPointer(h.Sig.Recv().Type()) {
			g.loopsOn(h.Body, func(e ast.Expr) *types.Var {
				if _, ok := ast.Unparen(e).(*ast.SelectorExpr); ok && g.f.baseVar(e) == h.Sig.Recv() {
					return v
				}
				return nil
			})
		}
	}
}

// loopsOn notes the places of that kind in a body; root returns the variable from
// outside of the region that a place belongs to, nil if there is none.
func (g *grower) loopsOn(body ast.Node, root func(ast.Expr) *types.Var) {
	code.InspectShallow(body, func(n ast.Node) bool {
		loop, ok := n.(*ast.ForStmt)
		if !ok {
			return true
		}
		cond, ok := loop.Cond.(*ast.BinaryExpr)
		if !ok || cond.Op != token.LSS && cond.Op != token.NEQ {
			return true
		}
		v := root(cond.X)
		if v == nil || g.f.setAnew(body, cond.X) || g.f.setAnew(g.r.node, cond.X) {
			return true
		}
		for _, s := range append(append([]ast.Stmt(nil), loop.Body.List...), loop.Post) {
			if inc, ok := s.(*ast.IncDecStmt); ok && inc.Tok == token.INC && g.f.samePlace(inc.X, cond.X) {
				g.note(&Growth{Kind: GrowAdd, Node: inc, Place: inc.X, Var: v, Read: cond})
			}
		}
		return true
	})
}

// setAnew reports whether code, or a function of the package that it calls, gives
// a place, or the same field of anything, another value than one that moves it on.
func (f *Finder) setAnew(n ast.Node, place ast.Expr) bool { return f.setsAnew(n, place, 0) }

func (f *Finder) setsAnew(n ast.Node, place ast.Expr, depth int) bool {
	field := f.p.FieldOf(place)
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
				break
			}
			for _, l := range n.Lhs {
				if field != nil && f.p.FieldOf(l) == field || f.samePlace(l, place) || f.baseVar(l) != nil && f.baseVar(l) == f.baseVar(place) && !isSelection(l) {
					found = true
				}
			}
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && f.samePlace(n.X, place)
		case *ast.CallExpr:
			if g := f.p.FuncOf(f.p.Callee(n)); g != nil && g.Body != nil && depth < 2 && field != nil {
				found = found || f.setsAnew(g.Body, place, depth+1)
			}
		}
		return !found
	})
	return found
}

func isSelection(e ast.Expr) bool {
	switch ast.Unparen(e).(type) {
	case *ast.SelectorExpr, *ast.IndexExpr:
		return true
	}
	return false
}
