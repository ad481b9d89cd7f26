package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// takes returns the field of fn's receiver by which a method that returns the
// next of many goes on: it asks with the field, returns a slice, and moves the
// field on by what it returns. Nil if fn is no such method.
func (f *Finder) takes(fn *code.Func) ast.Node {
	recv := fn.Sig.Recv()
	if recv == nil || !isPointer(recv.Type()) || fn.Body == nil || fn.Sig.Results().Len() == 0 {
		return nil
	}
	if _, slice := types.Unalias(fn.Sig.Results().At(0).Type()).Underlying().(*types.Slice); !slice {
		return nil
	}
	returned := make(map[*types.Var]bool)
	for _, e := range f.results(fn, 0) {
		if v := f.baseVar(e); v != nil && f.ownerOf(v) != nil && fn.ParamIndex(v) == -1 {
			returned[v] = true
		}
	}
	var moved ast.Node
	fn.Inspect(func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 || moved != nil || as.Tok != token.ASSIGN && as.Tok != token.ADD_ASSIGN {
			return moved == nil
		}
		field := f.p.FieldOf(as.Lhs[0])
		if field != nil && f.baseVar(as.Lhs[0]) == recv && f.mentionsOne(as.Rhs[0], returned) && f.askedWith(fn, field, as.Pos()) {
			moved = as
		}
		return moved == nil
	})
	return moved
}

func (f *Finder) mentionsOne(e ast.Expr, vars map[*types.Var]bool) bool {
	for v := range vars {
		if f.p.Mentions(e, v) {
			return true
		}
	}
	return false
}

// askedWith reports whether a call, an index or a slice expression before a place
// uses a field.
func (f *Finder) askedWith(fn *code.Func, field *types.Var, before token.Pos) bool {
	found := false
	fn.Inspect(func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok || sel.Pos() >= before || f.p.FieldOf(sel) != field {
			return !found
		}
		for up := f.p.Parent(sel); up != nil && !found; up = f.p.Parent(up) {
			switch up.(type) {
			case *ast.CallExpr, *ast.IndexExpr, *ast.SliceExpr, *ast.KeyValueExpr:
				found = true
			case ast.Stmt:
				return true
			}
		}
		return !found
	})
	return found
}

// take judges a call by which each run takes the next of many from something
// outside: what a run took that failed afterwards is not taken again.
func (g *grower) take(call *ast.CallExpr, c api.Callee, via []facts.Frame) {
	as, ok := g.f.p.Parent(call).(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 || c.Recv == nil || g.params {
		return
	}
	from := g.outside(c.Recv)
	batch := g.f.p.VarOf(as.Lhs[0])
	if from == nil || batch == nil || g.outside(as.Lhs[0]) != nil || !g.f.repeats(g.r, call) {
		return
	}
	used := false
	ast.Inspect(g.r.node, func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok {
			for _, l := range as.Lhs {
				if sel, ok := ast.Unparen(l).(*ast.SelectorExpr); ok && g.f.samePlace(sel.X, c.Recv) {
					from = nil // the same, by a field
				}
			}
		}
		other, ok := n.(*ast.CallExpr)
		if !ok || other == call {
			return true
		}
		if o := g.f.p.CalleeOf(other); o.Recv != nil && g.f.samePlace(o.Recv, c.Recv) {
			from = nil // and takes it back, perhaps
			return false
		}
		if other.Pos() > call.End() && g.f.returnsError(other) && g.f.repeats(g.r, other) {
			for _, a := range other.Args {
				used = used || g.f.p.Mentions(a, batch)
			}
		}
		return true
	})
	if from != nil && used {
		g.note(&Growth{Kind: GrowTake, Node: call, Place: c.Recv, Var: from, Via: via})
	}
}

func (f *Finder) returnsError(call *ast.CallExpr) bool {
	sig, ok := f.p.TypeOf(call.Fun).Underlying().(*types.Signature)
	return ok && code.ReturnsError(sig)
}
