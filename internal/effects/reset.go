package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// reset reports whether the region gives the place, or what it belongs to, a
// value that does not depend on the old one.
func (g *grower) reset(place ast.Expr, v *types.Var, growth ast.Node) bool {
	found := false
	ast.Inspect(g.r.node, func(n ast.Node) bool {
		if found || n == growth {
			return false
		}
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.ASSIGN {
				return true
			}
			for i, l := range n.Lhs {
				l = ast.Unparen(l)
				star, deref := l.(*ast.StarExpr)
				whole := g.f.p.VarOf(l) == v && (isIdent(l) || deref && isIdent(star.X))
				if !whole && !g.f.samePlace(l, place) {
					continue
				}
				rhs := n.Rhs[0]
				if len(n.Rhs) == len(n.Lhs) {
					rhs = n.Rhs[i]
				}
				if absolute(g.f, rhs, v) {
					found = true
				}
			}
		case *ast.CallExpr:
			found = found || g.f.resets(n, v, 0)
		}
		return !found
	})
	return found
}

func isIdent(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.Ident)
	return ok
}

// absolute reports whether an expression does not depend on v's old content:
// it does not mention v, or empties it (v[:0]).
func absolute(f *Finder, e ast.Expr, v *types.Var) bool {
	if !f.p.Mentions(e, v) {
		return true
	}
	if s, ok := ast.Unparen(e).(*ast.SliceExpr); ok && f.baseVar(s.X) == v && s.High != nil {
		return true // v[:0], v[:start]
	}
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		// append(v[:0], …)
		if c := f.p.CalleeOf(call); c.Builtin == "append" && len(call.Args) > 0 {
			if s, ok := ast.Unparen(call.Args[0]).(*ast.SliceExpr); ok && s.High != nil {
				return true
			}
		}
	}
	return false
}

// emptied reports whether g sets what its parameter points to, or a field of
// it, to something that does not depend on the old value.
func (f *Finder) emptied(g *code.Func, v *types.Var, depth int) bool {
	found := false
	g.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if n.Tok != token.ASSIGN || isIdent(l) || f.baseVar(l) != v || len(n.Lhs) != len(n.Rhs) {
					continue
				}
				if _, index := ast.Unparen(l).(*ast.IndexExpr); !index && absolute(f, n.Rhs[i], v) {
					found = true
				}
			}
		case *ast.CallExpr:
			found = found || f.resets(n, v, depth+1)
		}
		return !found
	})
	return found
}

// growParams adds what fn changes through its parameters, relative to the old
// value, to what is known of them.
func (f *Finder) growParams(fn *code.Func, out []facts.Param) []facts.Param {
	g := &grower{f: f, r: &region{node: fn.Body, fn: fn}, seen: make(map[*types.Var]bool), params: true}
	fn.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			g.assign(n)
		case *ast.IncDecStmt:
			// Counting is what counters are for; only sums matter.
		case *ast.CallExpr:
			g.call(n)
		case *ast.SendStmt:
			g.send(n)
		}
		return true
	})
	g.empties()
	n := f.takes(fn)
	if n == nil {
		n = f.takesAll(fn)
	}
	if n != nil {
		out = append(out, facts.Param{Index: api.RecvArg, Mutates: true, Growth: int8(GrowTake), Via: []facts.Frame{f.frame(n, fn.Name())}})
	}
	for _, gr := range g.out {
		i := fn.ParamIndex(gr.Var)
		if i == -1 || !reaches(gr.Place, gr.Var) && len(gr.Via) == 0 && gr.Kind != GrowSend {
			continue
		}
		if len(gr.Via) == 0 && gr.Kind != GrowEmpty && f.setAbsolute(fn, gr) {
			continue
		}
		if i == -2 {
			i = api.RecvArg
		}
		via := gr.Via
		if len(via) == 0 {
			via = []facts.Frame{f.frame(gr.Node, types.ExprString(gr.Place))}
		}
		at := -1
		for j := range out {
			if out[j].Index == i {
				at = j
			}
		}
		if at < 0 {
			out = append(out, facts.Param{Index: i})
			at = len(out) - 1
		}
		if out[at].Mutates && GrowthKind(out[at].Growth) == GrowTake {
			continue // which says more
		}
		out[at].Mutates, out[at].Growth = true, int8(gr.Kind)
		if out[at].Via == nil {
			out[at].Via = via
		}
	}
	return out
}

// setAbsolute reports whether fn also sets the place anew.
func (f *Finder) setAbsolute(fn *code.Func, gr *Growth) bool {
	g := &grower{f: f, r: &region{node: fn.Body, fn: fn}}
	return g.reset(gr.Place, gr.Var, gr.Node)
}

// reaches reports whether a change of place is seen through parameter v: it is
// made through a pointer, map or interface.
func reaches(place ast.Expr, v *types.Var) bool {
	if isIdent(place) {
		_, ok := types.Unalias(v.Type()).Underlying().(*types.Map)
		return ok
	}
	switch types.Unalias(v.Type()).Underlying().(type) {
	case *types.Pointer, *types.Map:
		return true
	}
	return false
}
