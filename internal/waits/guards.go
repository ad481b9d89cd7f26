package waits

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// guarded reports whether a place in an endless loop need not be passed in each
// of its turns, and perhaps a fixed number of times in all: it stands under, or
// behind, a condition on a number or flag that the loop itself changes, or in
// a case of a select for a timer that fires once.
func (f *Finder) guarded(n ast.Node, loop *ast.ForStmt) bool {
	for at := n; at != nil && at != ast.Node(loop); at = f.p.Parent(at) {
		switch p := f.p.Parent(at).(type) {
		case *ast.IfStmt:
			if at != ast.Node(p.Cond) && at != ast.Node(p.Init) && f.countsTurns(p.Cond, loop) {
				return true
			}
		case *ast.CaseClause:
			for _, e := range p.List {
				if f.countsTurns(e, loop) {
					return true
				}
			}
			if f.behind(p.Body, at, loop) {
				return true
			}
		case *ast.SwitchStmt:
			if p.Tag != nil && f.countsTurns(p.Tag, loop) {
				return true
			}
		case *ast.CommClause:
			if ch := commChan(p); ch != nil && at != ast.Node(p.Comm) && f.oneShot(ch, loop) || f.behind(p.Body, at, loop) {
				return true
			}
		case *ast.BlockStmt:
			if f.behind(p.List, at, loop) {
				return true
			}
		}
	}
	return false
}

// behind reports whether a statement of a list comes after one that leaves, or
// begins the next turn, by such a condition.
func (f *Finder) behind(list []ast.Stmt, at ast.Node, loop *ast.ForStmt) bool {
	for _, s := range list {
		if s == at {
			return false
		}
		cond, ok := s.(*ast.IfStmt)
		if !ok || len(cond.Body.List) == 0 || !f.countsTurns(cond.Cond, loop) {
			continue
		}
		switch cond.Body.List[len(cond.Body.List)-1].(type) {
		case *ast.BranchStmt, *ast.ReturnStmt:
			return true
		}
	}
	return false
}

// countsTurns reports whether a condition asks for a number, a flag or the
// length of a list that a loop changes.
func (f *Finder) countsTurns(cond ast.Expr, loop *ast.ForStmt) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok || found {
			return !found
		}
		v := f.p.VarOf(e)
		if v == nil {
			return true
		}
		switch t := v.Type().Underlying().(type) {
		case *types.Basic:
			found = t.Info()&(types.IsInteger|types.IsBoolean) != 0 && f.changes(loop, v)
		case *types.Slice, *types.Map, *types.Chan:
			found = f.changes(loop, v)
		}
		return !found
	})
	return found
}

// changes reports whether a loop assigns to a variable that is made outside of it.
func (f *Finder) changes(loop *ast.ForStmt, v *types.Var) bool {
	if !v.IsField() && code.Within(declOf(v), loop.Body) {
		return false
	}
	found := false
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if n.Tok != token.DEFINE {
					if ix, ok := ast.Unparen(l).(*ast.IndexExpr); ok {
						l = ix.X
					}
					found = found || f.p.VarOf(l) == v
				}
			}
		case *ast.IncDecStmt:
			found = found || f.p.VarOf(n.X) == v
		}
		return !found
	})
	return found
}

// oneShot reports whether a channel is given a value at most once, or is set
// to nil in the loop: it is that of a timer made before a loop that does not
// set it again.
func (f *Finder) oneShot(ch ast.Expr, loop *ast.ForStmt) bool {
	if v := f.p.VarOf(ch); v != nil && f.changes(loop, v) {
		return true
	}
	sel, ok := ast.Unparen(ch).(*ast.SelectorExpr)
	e := ch
	if ok && sel.Sel.Name == "C" {
		e = sel.X
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v := f.p.VarOf(id)
	if v == nil || code.Within(declOf(v), loop) {
		return false
	}
	for _, o := range f.p.Origins(id) {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok {
			return false
		}
		switch f.p.CalleeOf(call).Key {
		case "time.After", "time.NewTimer":
		default:
			return false
		}
	}
	again := false
	ast.Inspect(loop, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "Reset" && f.p.VarOf(s.X) == v {
			again = true
		}
		return !again
	})
	return !again
}
