package retry

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// IdleGuard returns a test before delay d that is there to leave the delay out
// after the last attempt, and that comes out the same in each turn, because the
// head of the loop tests the same: in for i := 0; i < n; i++ both i < n and
// i == n are decided. Nil if there is none, or if the last delay is left out.
func (x *Finder) IdleGuard(r *Retry, d *Delay) ast.Expr {
	if r.DelayAfterLast != api.Yes || r.Kind != Loop || r.Body == nil || !code.Within(d.Node, r.Body) {
		return nil
	}
	h := x.headOf(r.Node)
	if h == nil {
		return nil
	}
	var found ast.Expr
	code.InspectShallow(r.Body, func(n ast.Node) bool {
		ifs, ok := n.(*ast.IfStmt)
		if !ok || found != nil {
			return found == nil
		}
		switch {
		case code.Within(d.Node, ifs.Body):
			found = x.decided(h, ifs.Cond, token.LAND, true)
		case ifs.End() < d.Node.Pos() && ifs.Else == nil && endsLoop(ifs.Body.List):
			found = x.decided(h, ifs.Cond, token.LOR, false)
		}
		return found == nil
	})
	return found
}

// A head is what a loop tests before each turn: v < bound, or v <= bound.
type head struct {
	v     *types.Var
	bound ast.Expr // nil: the length of slice over
	over  ast.Expr
	incl  bool // v <= bound
}

// headOf returns what the head of a loop makes sure of in its body, nil if it
// is no counting loop or the body changes what it counts with.
func (x *Finder) headOf(loop ast.Node) *head {
	h := new(head)
	var body *ast.BlockStmt
	switch s := loop.(type) {
	case *ast.ForStmt:
		b, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
		inc, up := s.Post.(*ast.IncDecStmt)
		if !ok || !up || inc.Tok != token.INC || b.Op != token.LSS && b.Op != token.LEQ {
			return nil
		}
		body = s.Body
		h.v, h.bound, h.incl = x.p.VarOf(b.X), b.Y, b.Op == token.LEQ
		if x.p.VarOf(inc.X) != h.v {
			return nil
		}
	case *ast.RangeStmt:
		if s.Key == nil {
			return nil
		}
		body = s.Body
		h.v = x.p.VarOf(s.Key)
		if isNumber(x.p, s.X) {
			h.bound = s.X
		} else {
			h.over = s.X
		}
	}
	if h.v == nil || h.v.IsField() || x.changed(h.v, body) {
		return nil
	}
	for _, e := range []ast.Expr{h.bound, h.over} {
		if e == nil || x.constOf(e) != nil {
			continue
		}
		if v := x.p.VarOf(e); v == nil || x.changed(v, body) {
			return nil
		}
	}
	return h
}

// changed reports whether a body sets a variable or field, or takes its address.
func (x *Finder) changed(v *types.Var, body ast.Node) bool {
	for _, d := range x.p.Defs(v) {
		if d.Node != nil && code.Within(d.Node, body) {
			return true
		}
	}
	return false
}

// decided returns the part of a condition, joined by op, of which the head of
// the loop says that it is always so (or never).
func (x *Finder) decided(h *head, cond ast.Expr, op token.Token, always bool) ast.Expr {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return nil
	}
	if b.Op == op {
		if e := x.decided(h, b.X, op, always); e != nil {
			return e
		}
		return x.decided(h, b.Y, op, always)
	}
	if x.p.VarOf(b.X) != h.v || !x.isBound(h, b.Y) {
		return nil
	}
	switch b.Op {
	case token.LSS, token.NEQ:
		ok = always && !h.incl
	case token.LEQ:
		ok = always
	case token.EQL, token.GEQ:
		ok = !always && !h.incl
	case token.GTR:
		ok = !always
	default:
		ok = false
	}
	if !ok {
		return nil
	}
	return b
}

// isBound reports whether e is the bound of the loop's head.
func (x *Finder) isBound(h *head, e ast.Expr) bool {
	if h.over != nil {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok || len(call.Args) != 1 {
			return false
		}
		return x.p.CalleeOf(call).Builtin == "len" && x.p.SamePlace(call.Args[0], h.over)
	}
	if c, k := x.constOf(e), x.constOf(h.bound); c != nil || k != nil {
		return c != nil && k != nil && c.Kind() == constant.Int && k.Kind() == constant.Int && constant.Compare(c, token.EQL, k)
	}
	return x.p.SamePlace(e, h.bound)
}

// endsLoop reports whether statements end by leaving the function or the loop
// around them.
func endsLoop(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch s := list[len(list)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.BREAK
	}
	return false
}
