package retry

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
)

// Sentinels returns the error variables of this package that alone lead to
// another attempt, as the loop asks for them by name; nil if something else may.
func (x *Finder) Sentinels(r *Retry) []*types.Var {
	var out []*types.Var
	for _, t := range r.Guard.Tests {
		if !t.Back {
			continue
		}
		named, ok := x.named(t.Expr)
		if !ok {
			return nil
		}
		out = append(out, named...)
	}
	return out
}

// named returns the errors that a condition asks for, if it asks for nothing else.
func (x *Finder) named(cond ast.Expr) ([]*types.Var, bool) {
	var target ast.Expr
	switch c := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		switch c.Op {
		case token.LOR:
			a, ok := x.named(c.X)
			b, also := x.named(c.Y)
			return append(a, b...), ok && also
		case token.EQL:
			target = c.Y
		}
	case *ast.CallExpr:
		if api.IsErrorsIs(x.p.CalleeOf(c).Key) && len(c.Args) == 2 {
			target = c.Args[1]
		}
	}
	if target == nil {
		return nil, false
	}
	v := x.p.VarOf(target)
	if v == nil || v.Pkg() != x.p.Types || v.Parent() != x.p.Types.Scope() {
		return nil, false
	}
	return []*types.Var{v}, true
}
