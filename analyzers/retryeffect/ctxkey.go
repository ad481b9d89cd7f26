package retryeffect

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// keyInContext reports whether the context of all attempts was given a random id before
// the first of them: what sends them, a transport or an interceptor, puts it into each
// as their key.
func keyInContext(p *rule.Pass, r *retry.Retry, region ast.Node) bool {
	if r.Ctx == nil {
		return false
	}
	for _, o := range p.Code.Origins(r.Ctx) {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok || code.Within(call, region) || !code.IsContext(p.Code.TypeOf(call)) {
			continue
		}
		for _, a := range call.Args {
			for _, v := range p.Code.Origins(a) {
				if draw, ok := v.Expr.(*ast.CallExpr); ok && !code.Within(draw, region) && p.Table.HasTrait(p.Code.CalleeOf(draw).Key, api.TraitIdempotencyKey) != nil {
					return true
				}
			}
		}
	}
	return false
}
