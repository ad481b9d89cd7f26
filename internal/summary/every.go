package summary

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/retry"
)

// Every returns the call by which an interceptor sends each call of each method
// again, in a retry of f after failures that do not tell whether it was carried
// out; nil if r is none. Interceptors that look at the method are left out.
func (r *Result) Every(f *code.Func, rt *retry.Retry) *ast.CallExpr {
	if !rt.AfterFailure() || !rt.Loses() || rt.Guard.Class == facts.ErrUnknown {
		return nil
	}
	outer := f
	if rt.Closure != nil {
		outer = rt.Closure.Parent
	}
	if outer == nil || outer.Body == nil {
		return nil // a declared function that a driver runs
	}
	params := outer.Params()
	if !api.InterceptsCalls(params) {
		return nil
	}
	region, _, ok := rt.Region()
	if !ok {
		return nil
	}
	sends, looks := r.Effects.SendsOn(outer, params[api.InvokerParam], []*types.Var{params[1], params[6]}, region)
	for _, l := range looks {
		if l.About == nil || !r.Retries.Unasked(l.At, l.About) {
			return nil
		}
	}
	return sends
}

// every reports whether f is such an interceptor, or makes one.
func (r *Result) every(f *code.Func) bool {
	found := false
	f.Walk(func(g *code.Func) {
		if found || !api.InterceptsCalls(g.Params()) {
			return
		}
		g.Walk(func(h *code.Func) {
			for _, rt := range r.Retries.In(h) {
				found = found || r.Every(h, rt) != nil
			}
		})
	})
	return found
}
