package waits

import (
	"go/ast"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// OnlyExchange returns the one request over HTTP that a function makes by itself, and the
// time after which it is given up: by the client's limit, or by that of the context that
// the function gives it. ok is false if there is no such request, more than one, or no
// limit in sight.
func (f *Finder) OnlyExchange(fn *code.Func) (call *ast.CallExpr, limit time.Duration, by ast.Node, ok bool) {
	for _, w := range f.Own(fn) {
		if w.Row == nil || w.Call == nil || f.p.CalleeOf(w.Call).Recv == nil || api.KeyOfType(f.p.TypeOf(f.p.CalleeOf(w.Call).Recv)) != "*net/http.Client" {
			continue
		}
		if call != nil {
			return nil, 0, nil, false
		}
		call, by = w.Call, w.Call
		limit, ok = w.Limit()
		if d, at, has := f.clientLimit(f.p.CalleeOf(w.Call).Recv); has && (!ok || d < limit) {
			limit, by, ok = d, at, true
		} else if w.BoundBy != nil {
			by = w.BoundBy
		}
	}
	return call, limit, by, ok && limit > 0
}

// clientLimit is the limit of a client that a field holds, or a function of the package
// makes, where all it may be have the same place that sets it.
func (f *Finder) clientLimit(recv ast.Expr) (time.Duration, ast.Expr, bool) {
	if v, by := f.clientBound(recv); by != nil {
		d, ok := v.MaxDuration()
		return d, by, ok
	}
	origins := f.p.Origins(ast.Unparen(recv))
	if field := f.p.FieldOf(recv); field != nil {
		all, complete := f.p.FieldOrigins(field)
		if !complete {
			return 0, nil, false
		}
		origins = all
	}
	if len(origins) != 1 {
		return 0, nil, false
	}
	made, ok := origins[0].Expr.(*ast.CallExpr)
	if !ok || origins[0].Index > 0 {
		return 0, nil, false
	}
	g := f.p.FuncOf(f.p.Callee(made))
	if g == nil || len(g.Body.List) == 0 {
		return 0, nil, false
	}
	returns := 0
	var last *ast.ReturnStmt
	g.Inspect(func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok {
			last = r
			returns++
		}
		return true
	})
	if returns != 1 || len(last.Results) == 0 {
		return 0, nil, false
	}
	v, by := f.literalBound(ast.Unparen(last.Results[0]))
	d, ok := v.MaxDuration()
	return d, by, by != nil && ok
}
