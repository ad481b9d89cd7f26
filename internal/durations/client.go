package durations

import (
	"go/ast"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// OfClient returns the timeout that each call on the client in e has, as the
// table says of the variable, field or function that it comes from, and the
// place where it comes from; nil if the table does not say it of all of them.
func OfClient(p *code.Package, t *api.Table, e ast.Expr) (Value, ast.Expr) {
	if e == nil || t == nil {
		return Unknown, nil
	}
	e = ast.Unparen(e)
	if d := holds(p, t, e); d > 0 {
		return Exactly(int64(d)), e
	}
	origins := p.Origins(e)
	if field := p.FieldOf(e); field != nil {
		all, complete := p.FieldOrigins(field)
		if !complete {
			return Unknown, nil
		}
		origins = all
	}
	var out Value
	var at ast.Expr
	for _, o := range origins {
		if o.Expr == nil {
			return Unknown, nil
		}
		from := ast.Unparen(o.Expr)
		d := holds(p, t, from)
		if call, ok := from.(*ast.CallExpr); ok && o.Index <= 0 {
			d = timeout(t, p.CalleeOf(call).Key)
		}
		switch {
		case d <= 0:
			return Unknown, nil
		case at == nil:
			out, at = Exactly(int64(d)), from
		default:
			out = out.Union(Exactly(int64(d)))
		}
	}
	return out, at
}

// holds returns what the table says of the field or package variable that e is.
func holds(p *code.Package, t *api.Table, e ast.Expr) time.Duration {
	if sel, ok := e.(*ast.SelectorExpr); ok {
		if key := api.FieldOf(p.Info, sel); key != "" {
			return timeout(t, key)
		}
	}
	if v := p.VarOf(e); v != nil && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return timeout(t, v.Pkg().Path()+"."+v.Name())
	}
	return 0
}

func timeout(t *api.Table, key string) time.Duration {
	if m := t.HasTrait(key, api.TraitTimeout); m != nil {
		return m.Timeout
	}
	return 0
}
