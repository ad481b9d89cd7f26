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

// OnlyOwn returns the error variables of this package one of which a failure must
// be to lead to another attempt, by the tests of a loop or by the predicate that a
// driver, or one inside of a helper, is given. Nil if anything else may.
func (x *Finder) OnlyOwn(r *Retry) []*types.Var {
	if vars := x.Sentinels(r); len(vars) > 0 {
		return vars
	}
	pred := r.If
	if pred == nil && r.Inner != nil {
		pred = r.Inner.If
	}
	if pred == nil {
		return nil
	}
	objs, ok := x.askedByFunc(pred)
	if !ok {
		return nil
	}
	var out []*types.Var
	for _, o := range objs {
		v, isVar := o.(*types.Var)
		if !isVar {
			return nil
		}
		out = append(out, v)
	}
	return out
}
