package retryeffect

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/suggest"
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

// freshKeys judges the keys that attempts of calls draw of which nothing is known
// but that they are given one.
func freshKeys(p *rule.Pass, r *retry.Retry, region ast.Node, fn *code.Func, seen map[ast.Node]bool) {
	if !r.Loses() || r.Tx {
		return
	}
	for _, k := range p.Effects.FreshKeys(region, fn) {
		if seen[k.Call] || seen[k.Key.Node] || p.Retries.Ends(r, k.Call) || p.Retries.SeesRepeat(r, k.Call) {
			continue
		}
		seen[k.Call], seen[k.Key.Node] = true, true
		f := rule.Finding{
			Node:    k.Key.Node,
			Message: fmt.Sprintf("%s is given a key (%s) that each attempt of %s draws anew, so the key protects nothing: an attempt whose answer was lost is carried out once more; draw the key before the first attempt", types.ExprString(k.Call.Fun), k.Key.Name, r.Name()),
			Related: []rule.Related{{Node: r.Node, Message: "what runs it again"}, {Node: k.Call, Message: "the repeated call"}},
		}
		if draw, ok := k.Key.Draw.(*ast.CallExpr); ok && code.Within(draw, region) {
			f.Fix = suggest.Once(p, region, draw, "key")
		}
		p.Report(f)
	}
}
