package durations

import (
	"go/ast"
	"go/constant"
	"go/token"

	"github.com/faultlint/faultlint/internal/code"
)

// decide evaluates a condition: 1 true, -1 false, 0 not known.
func (ev *evaluator) decide(cond ast.Expr) int {
	if tv, ok := ev.p.Info.Types[cond]; ok && tv.Value != nil && tv.Value.Kind() == constant.Bool {
		if constant.BoolVal(tv.Value) {
			return 1
		}
		return -1
	}
	switch x := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			return -ev.decide(x.X)
		}
	case *ast.BinaryExpr:
		switch x.Op {
		case token.LAND:
			return min(ev.decide(x.X), ev.decide(x.Y))
		case token.LOR:
			return max(ev.decide(x.X), ev.decide(x.Y))
		case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
			if t := ev.p.Info.TypeOf(x.X); code.IsInteger(t) || isFloat(t) {
				return compare(ev.eval(x.X), x.Op, ev.eval(x.Y))
			}
		}
	}
	return 0
}

func compare(v Value, op token.Token, w Value) int {
	switch op {
	case token.GTR:
		return compare(w, token.LSS, v)
	case token.GEQ:
		return compare(w, token.LEQ, v)
	case token.NEQ:
		return -compare(v, token.EQL, w)
	case token.LSS:
		switch {
		case v.hi != nil && w.lo != nil && (less(v.hi, w.lo) || v.hiOpen && !less(w.lo, v.hi)):
			return 1
		case v.lo != nil && w.hi != nil && !less(v.lo, w.hi):
			return -1
		}
	case token.LEQ:
		switch {
		case v.hi != nil && w.lo != nil && !less(w.lo, v.hi):
			return 1
		case v.lo != nil && w.hi != nil && less(w.hi, v.lo):
			return -1
		}
	case token.EQL:
		switch {
		case v.lo != nil && w.hi != nil && less(w.hi, v.lo), v.hi != nil && w.lo != nil && less(v.hi, w.lo):
			return -1
		case v.lo != nil && v.hi != nil && w.lo != nil && w.hi != nil &&
			!less(v.lo, v.hi) && !less(w.lo, w.hi) && constant.Compare(v.lo, token.EQL, w.lo):
			return 1
		}
	}
	return 0
}

// reachable reports whether node n of the function can be reached with the
// values in the environment: not if it stands in a branch whose condition is
// sure to be false, or after one that is sure to be taken and leaves. It is
// asked only when values are given, so that ordinary answers stay cheap and do
// not depend on the path.
func (ev *evaluator) reachable(n ast.Node) bool {
	if n == nil || len(ev.env) == 0 && len(ev.args) == 0 {
		return true
	}
	cur, ok := ev.p.Cursor(n)
	if !ok || !ev.enter(n) {
		return true
	}
	defer ev.leave()
	child := n
	for c := range cur.Enclosing() {
		up := c.Node()
		if up == n {
			continue
		}
		switch up := up.(type) {
		case *ast.FuncDecl, *ast.FuncLit, *ast.ForStmt, *ast.RangeStmt:
			return true
		case *ast.IfStmt:
			if child == up.Body && ev.decide(up.Cond) < 0 || child == up.Else && ev.decide(up.Cond) > 0 {
				return false
			}
		case *ast.BlockStmt:
			if ev.leftBefore(up.List, child) {
				return false
			}
		case *ast.CaseClause:
			if ev.leftBefore(up.Body, child) {
				return false
			}
			if sw, ok := ev.p.Parent(ev.p.Parent(up)).(*ast.SwitchStmt); ok && sw.Tag == nil && len(up.List) > 0 {
				any := false
				for _, e := range up.List {
					any = any || ev.decide(e) >= 0
				}
				if !any {
					return false
				}
			}
		}
		child = up
	}
	return true
}

// leftBefore reports whether a statement before child is sure to leave the list.
func (ev *evaluator) leftBefore(list []ast.Stmt, child ast.Node) bool {
	for _, s := range list {
		if s.Pos() >= child.Pos() {
			return false
		}
		ifs, ok := s.(*ast.IfStmt)
		if ok && ifs.Else == nil && leaves(ifs.Body) && ev.decide(ifs.Cond) > 0 {
			return true
		}
	}
	return false
}

// leaves reports whether a block ends by leaving the list it stands in.
func leaves(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch s := b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok {
			id, ok := call.Fun.(*ast.Ident)
			return ok && id.Name == "panic"
		}
	}
	return false
}
