package retrytimeout

import (
	"fmt"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// unheard reports a policy's limit on one attempt that ends the attempt's
// context, around a function that works with another.
func unheard(p *rule.Pass, r *retry.Retry) bool {
	per := r.PerAttempt
	if r.Kind != retry.Driver || r.Driver.Ctx.Kind != api.CtxReceiver || r.Driver.PassCtx == api.Yes || r.Closure == nil || per == nil || code.Within(per.Node, r.Closure.Node) {
		return false
	}
	one, ok := per.Value.Max()
	if !ok || one <= 0 || per.Ctx != nil || per.Through != nil {
		return false
	}
	for _, v := range r.Closure.Params() {
		if p.Code.Mentions(r.Closure.Body, v) {
			return false // the attempt's execution, which has its context
		}
	}
	for _, w := range p.Waits.In(r.Closure) {
		if w.Goroutine || w.Abandoned || w.Cleanup || w.Trivial || w.ViaInterface || w.Ctx == nil || !w.Ctx.Known() || w.Ctx.Root.Func == r.Closure {
			continue
		}
		own, limited := w.Limit()
		if limited && own <= time.Duration(one) || !limited && !w.DB {
			continue
		}
		if boundOf(*w.Ctx, r.Closure.Node) {
			continue
		}
		p.Report(rule.Finding{
			Node:    w.Node,
			Message: fmt.Sprintf("the limit of %s on one attempt, set at %s, ends the context of the attempt, but this call works with another one: an attempt that hangs goes on until that is over, and is not repeated; use the context of the execution", retry.Short(time.Duration(one)), p.Where(per.Node)),
			Related: []rule.Related{{Node: per.Node, Message: "the limit of one attempt"}, {Node: r.Node, Message: "what runs the attempts"}},
		})
		return true
	}
	return false
}
