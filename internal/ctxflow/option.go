package ctxflow

import (
	"go/ast"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
)

// byMethod follows an argument that gets its context by a method, of which
// in.Key is the key: opts.WithContext(ctx). One that is nil or a literal has none.
func (f *Flow) byMethod(call *ast.CallExpr, in api.CtxIn) Given {
	typ, _, ok := strings.Cut(strings.TrimPrefix(in.Key, "("), ").")
	unknown := Given{Kind: in.Kind}
	for _, a := range call.Args {
		if f.p.IsNil(a) {
			if len(call.Args) > 0 && a == call.Args[len(call.Args)-1] {
				return Given{Kind: in.Kind, Has: api.No}
			}
			continue
		}
		if !ok || api.KeyOfType(f.p.TypeOf(a)) != typ {
			continue
		}
		var with ast.Expr
		origins := f.p.Origins(a)
		for _, o := range origins {
			if o.Unknown || o.Expr == nil {
				return unknown
			}
			x := unparen(o.Expr)
			if u, ok := x.(*ast.UnaryExpr); ok {
				x = unparen(u.X)
			}
			switch x := x.(type) {
			case *ast.CompositeLit:
				continue
			case *ast.CallExpr:
				if f.p.CalleeOf(x).Key != in.Key || len(x.Args) == 0 || with != nil {
					return unknown
				}
				with = x.Args[0]
			default:
				return unknown
			}
		}
		switch {
		case with != nil && len(origins) == 1:
			return f.given(with, in.Kind)
		case with == nil && len(origins) > 0:
			return Given{Kind: in.Kind, Has: api.No}
		}
		return unknown
	}
	return unknown
}
