package retrydelay

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// ofField reports a delay that function f computes as a power of a field which
// counts the failures, and which nothing limits.
func ofField(p *rule.Pass, r *retry.Retry, f *code.Func, once func(ast.Node) bool) {
	if f.Body == nil || r.Total != nil {
		return
	}
	tried := make(map[*types.Var]bool)
	ast.Inspect(f.Body, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		field := p.Code.FieldOf(sel)
		if field == nil || tried[field] {
			return true
		}
		tried[field] = true
		b, ok := field.Type().Underlying().(*types.Basic)
		if !ok || b.Info()&types.IsInteger == 0 || code.IsDuration(field.Type()) || !onlyCounts(p, field) {
			return true
		}
		if e := durations.Power(p.Code, f.Body, field); e != nil && once(e) {
			overflowing(p, e, field, rule.Related{Node: r.Node, Message: "the retry, whose attempts are not limited"})
		}
		return true
	})
}
