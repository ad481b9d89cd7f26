package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// A Leftover is a batch that a loop sends again as a whole while it collects
// what was left of it, and does nothing with that but to count it.
type Leftover struct {
	Loop  *ast.ForStmt
	Call  *ast.CallExpr
	What  string
	Batch *types.Var
	Left  *types.Var
}

// Leftovers returns the batches of a function that are sent again as a whole.
func (f *Finder) Leftovers(fn *code.Func) []*Leftover {
	var out []*Leftover
	for _, call := range fn.Calls() {
		loop, ok := f.p.LoopAround(call).(*ast.ForStmt)
		if !ok || f.p.Enclosing(call) != fn {
			continue
		}
		batch := f.sameBatch(call, loop)
		if batch == nil {
			continue
		}
		left := f.leftOf(batch, call, loop)
		if left == nil || !f.onlyCounted(left, loop) {
			continue
		}
		if what := f.sends(call); what != "" {
			out = append(out, &Leftover{loop, call, what, batch, left})
		}
	}
	return out
}

// sameBatch returns the slice among a call's arguments that is the same in each
// turn of the loop.
func (f *Finder) sameBatch(call *ast.CallExpr, loop *ast.ForStmt) *types.Var {
	for _, a := range call.Args {
		id, ok := ast.Unparen(a).(*ast.Ident)
		if !ok {
			continue
		}
		v := f.p.VarOf(id)
		if v == nil || code.Within(declNode(v), loop) || f.ownerOf(v) == nil {
			continue
		}
		if _, slice := v.Type().Underlying().(*types.Slice); !slice {
			continue
		}
		same := true
		for _, d := range f.p.Defs(v) {
			same = same && (d.Node == nil || !code.Within(d.Node, loop))
		}
		if same {
			return v
		}
	}
	return nil
}

// leftOf returns the slice of a turn that items of the batch are added to after
// the call, and that lets the loop go on unless it is empty.
func (f *Finder) leftOf(batch *types.Var, call *ast.CallExpr, loop *ast.ForStmt) *types.Var {
	var added, asked *types.Var
	code.InspectShallow(loop.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if v := f.addsOf(n, batch, loop); v != nil && n.Pos() > call.End() {
				added = v
			}
		case *ast.IfStmt:
			if v := f.leavesEmpty(n); v != nil && n.Pos() > call.End() {
				asked = v
			}
		}
		return true
	})
	if added == asked {
		return added
	}
	return nil
}

// addsOf returns the variable of left = append(left, batch[i]), declared in the loop.
func (f *Finder) addsOf(n *ast.AssignStmt, batch *types.Var, loop *ast.ForStmt) *types.Var {
	if len(n.Lhs) != 1 || len(n.Rhs) != 1 {
		return nil
	}
	v := f.p.VarOf(n.Lhs[0])
	call, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr)
	if !ok || v == nil || !code.Within(declNode(v), loop.Body) || !types.Identical(v.Type(), batch.Type()) {
		return nil
	}
	if f.p.CalleeOf(call).Builtin != "append" || len(call.Args) != 2 || f.p.VarOf(call.Args[0]) != v {
		return nil
	}
	if f.p.Mentions(call.Args[1], batch) {
		return v
	}
	item := f.p.VarOf(call.Args[1])
	if item == nil {
		return nil
	}
	for _, d := range f.p.Defs(item) {
		if d.Kind == code.DefRangeValue && f.p.VarOf(d.RHS) == batch {
			return v
		}
	}
	return nil
}

// leavesEmpty returns the variable of if len(v) == 0 { return … }.
func (f *Finder) leavesEmpty(s *ast.IfStmt) *types.Var {
	cmp, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !ok || cmp.Op != token.EQL || !isZero(f.p.Info, cmp.Y) || len(s.Body.List) == 0 {
		return nil
	}
	switch last := s.Body.List[len(s.Body.List)-1].(type) {
	case *ast.ReturnStmt:
	case *ast.BranchStmt:
		if last.Tok != token.BREAK {
			return nil
		}
	default:
		return nil
	}
	call, ok := ast.Unparen(cmp.X).(*ast.CallExpr)
	if !ok || f.p.CalleeOf(call).Builtin != "len" {
		return nil
	}
	return f.p.VarOf(call.Args[0])
}

// onlyCounted reports whether nothing is done with a slice but to fill it, to
// count it, and to tell of it.
func (f *Finder) onlyCounted(v *types.Var, loop *ast.ForStmt) bool {
	only := true
	ast.Inspect(loop, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || !only || f.p.Info.Uses[id] != types.Object(v) {
			return only
		}
		switch up := f.p.Parent(id).(type) {
		case *ast.AssignStmt:
			only = up.Lhs[0] == ast.Expr(id)
		case *ast.CallExpr:
			c := f.p.CalleeOf(up)
			only = c.Builtin == "len" || c.Builtin == "append" && up.Args[0] == ast.Expr(id) || api.MakesError(c.Key) || f.isLog(up)
		default:
			only = false
		}
		return only
	})
	return only
}
