package ctxflow

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// FromNow returns how far off a point in time is that is reckoned where it
// stands: d in time.Now().Add(d). Nil if e is anything else.
func FromNow(p *code.Package, e ast.Expr) ast.Expr {
	add, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(add.Args) != 1 {
		return nil
	}
	c := p.CalleeOf(add)
	if c.Key != "(time.Time).Add" || c.Recv == nil {
		return nil
	}
	if now, ok := ast.Unparen(c.Recv).(*ast.CallExpr); !ok || p.CalleeOf(now).Key != "time.Now" {
		return nil
	}
	return add.Args[0]
}

// lengthOf returns the duration that the argument of a deriving call says: the
// argument itself, or how far off the deadline is. Nil if it says none.
func (f *Flow) lengthOf(op *api.CtxOp, arg ast.Expr) ast.Expr {
	if op.Deadline {
		return FromNow(f.p, arg)
	}
	return arg
}

// length is lengthOf for a step.
func (s *Step) length(f *Flow) ast.Expr {
	switch {
	case s.Dur == nil:
		return nil
	case s.Deadline:
		return FromNow(f.p, s.Dur)
	}
	return s.Dur
}
