package retrybudget

import (
	"fmt"
	"go/ast"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// unready reports a budget that is looked at between attempts only, around a
// remote call that waits until its connection is ready and that nothing limits.
func unready(p *rule.Pass, r *retry.Retry, region ast.Node, fn *code.Func) bool {
	for _, call := range fn.Calls() {
		if !code.Within(call, region) {
			continue
		}
		g := p.Flow.CtxArg(call)
		if g.Expr == nil || g.Kind != api.CtxArg || !g.Known() || !endless(p, r, g.Ctx, 0) || !p.Retries.WaitsForReady(call) {
			continue
		}
		limit := "the limit on all attempts"
		if d, ok := r.Total.Value.Max(); ok {
			limit = fmt.Sprintf("the limit of %s", retry.Short(time.Duration(d)))
		}
		p.Report(rule.Finding{
			Node:    call,
			Message: fmt.Sprintf("%s is looked at only between attempts, and %s waits until its connection is ready: while the server is away one attempt lasts for ever; give each attempt a context with a timeout, or do not wait", limit, p.Code.CallName(call)),
			Related: []rule.Related{{Node: r.Total.Node, Message: "the limit"}, {Node: r.Node, Message: "the retry"}},
		})
		return true
	}
	return false
}
