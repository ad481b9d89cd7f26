package retry

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// A Restack is a statement that puts a limit on the context kept in an object
// and keeps the result in the same place, and that runs again for the same
// object: r.ctx, cancel = context.WithTimeout(r.ctx, …) in what each attempt
// calls, or req = req.WithContext(ctx) with a ctx made from req.Context(). From the second time on the limit of the first is in force as well.
type Restack struct {
	Node *ast.AssignStmt
	Call *ast.CallExpr // makes the context
	// Again is the loop around the statement, or the call in a loop that runs
	// it again.
	Again ast.Node
	// Through is the function that the loop calls, nil if the statement stands
	// in the loop itself.
	Through *code.Func
}

// Restacks returns the limits that pile up in an object in the own body of fn.
func (x *Finder) Restacks(fn *code.Func) []Restack {
	var out []Restack
	fn.Inspect(func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || len(as.Rhs) != 1 {
			return true
		}
		if call := x.requestRestacked(as); call != nil {
			out = append(out, Restack{Node: as, Call: call, Again: x.p.LoopAround(as)})
			return true
		}
		lhs, ok := ast.Unparen(as.Lhs[0]).(*ast.SelectorExpr)
		call, isCall := as.Rhs[0].(*ast.CallExpr)
		if !ok || !isCall || x.p.FieldOf(lhs) == nil || !code.IsContext(x.p.Info.TypeOf(lhs)) {
			return true
		}
		parent, _, _, ok := x.boundCall(call)
		if !ok || parent == nil || !x.readsPlace(parent, lhs) {
			return true
		}
		if r, ok := x.restacked(fn, as, lhs); ok {
			r.Node, r.Call = as, call
			out = append(out, r)
		}
		return true
	})
	return out
}

// requestRestacked returns the call that puts a limit on the context of a
// request, in a loop that keeps the result in the request: req =
// req.WithContext(ctx). Nil if the statement is none such.
func (x *Finder) requestRestacked(as *ast.AssignStmt) *ast.CallExpr {
	place := as.Lhs[0]
	carry, isCall := as.Rhs[0].(*ast.CallExpr)
	loop := x.p.LoopAround(as)
	if !isCall || len(as.Lhs) != 1 || loop == nil || x.table == nil {
		return nil
	}
	v, root, c := x.p.VarOf(place), x.rootVar(place), x.p.CalleeOf(carry)
	op := x.table.CtxOp(c.Key)
	if v == nil || root == nil || op == nil || op.Kind != api.CtxOpCarry || c.Recv == nil || !x.p.SamePlace(c.Recv, place) || !x.fromOutsideBut(root, loop, as) {
		return nil
	}
	for _, d := range x.p.Defs(v) {
		if d.Node != nil && d.Node != as && code.Within(d.Node, loop) {
			return nil // made anew in the turn
		}
	}
	ctx := ctxArg(x.p, carry)
	if ctx == nil {
		return nil
	}
	for _, o := range x.p.Origins(ctx) {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok || !code.Within(call, loop) {
			continue
		}
		parent, _, _, ok := x.boundCall(call)
		if !ok || parent == nil {
			continue
		}
		if src, ok := ast.Unparen(parent).(*ast.CallExpr); ok {
			if sel, ok := ast.Unparen(src.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "Context" && x.p.SamePlace(sel.X, place) {
				return call
			}
		}
	}
	return nil
}

// readsPlace reports whether a context is the one kept at a place, directly or
// by a local variable.
func (x *Finder) readsPlace(e ast.Expr, place *ast.SelectorExpr) bool {
	origins := x.p.Origins(e)
	return len(origins) == 1 && origins[0].Expr != nil && origins[0].Index < 0 && x.p.SamePlace(origins[0].Expr, place)
}

// restacked finds what runs a node of fn again for the object that place is a
// field of.
func (x *Finder) restacked(fn *code.Func, at ast.Node, place *ast.SelectorExpr) (Restack, bool) {
	root, field := x.rootVar(place.X), x.p.FieldOf(place)
	if root == nil {
		return Restack{}, false
	}
	if loop := x.p.LoopAround(at); loop != nil {
		if x.fromOutside(root, loop) && !x.putBack(loop, at, field) {
			return Restack{Again: loop}, true
		}
		return Restack{}, false
	}
	i := fn.ParamIndex(root)
	if _, ptr := root.Type().Underlying().(*types.Pointer); !ptr || i == -1 || fn.Obj == nil || len(x.p.Defs(root)) > 0 || x.putBack(fn.Node, at, field) {
		return Restack{}, false
	}
	calls, _ := x.p.Callers(fn)
	for _, call := range calls {
		g := x.p.Enclosing(call)
		arg := argAt(x.p.CalleeOf(call), call, max(i, -2)+1)
		if g == nil || arg == nil || g == fn {
			continue
		}
		v := x.rootVar(arg)
		if v == nil {
			continue
		}
		if loop := x.p.LoopAround(call); loop != nil {
			if x.fromOutside(v, loop) && !x.putBack(loop, at, field) {
				return Restack{Again: call, Through: fn}, true
			}
			continue
		}
		declaredIn := g.Node.Pos() <= v.Pos() && v.Pos() < g.Node.End()
		if g.Obj == nil && !declaredIn && x.OpOf(g) != nil && !x.putBack(g.Node, at, field) {
			return Restack{Again: call, Through: fn}, true
		}
	}
	return Restack{}, false
}

// putBack reports whether the field is given another value in a region than by
// the statement at hand, as a defer does that puts back the old one.
func (x *Finder) putBack(region, at ast.Node, field *types.Var) bool {
	return slices.ContainsFunc(x.p.Defs(field), func(d *code.Def) bool {
		return d.Kind != code.DefField && d.Node != nil && d.Node != at && code.Within(d.Node, region)
	})
}

// fromOutside reports whether a variable holds the same object in each turn of
// a loop.
func (x *Finder) fromOutside(v *types.Var, loop ast.Stmt) bool {
	return x.fromOutsideBut(v, loop, nil)
}

// fromOutsideBut is fromOutside, but for what one statement does.
func (x *Finder) fromOutsideBut(v *types.Var, loop ast.Stmt, but ast.Node) bool {
	if loop.Pos() <= v.Pos() && v.Pos() < loop.End() {
		return false
	}
	return !slices.ContainsFunc(x.p.Defs(v), func(d *code.Def) bool {
		return d.Node != nil && d.Node != but && code.Within(d.Node, loop) && d.Kind != code.DefAddr
	})
}
