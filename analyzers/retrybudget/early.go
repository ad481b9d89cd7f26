package retrybudget

import (
	"fmt"
	"go/ast"
	"slices"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// endsEarly reports a driver that gives up after a time which is its library's default,
// long before the end of the deadline that the same function made for its attempts and
// for nothing else.
func endsEarly(p *rule.Pass, r *retry.Retry) bool {
	own := r.Own
	if own == nil || !own.ByDefault || r.Kind != retry.Driver || r.Ctx == nil || r.Attempts.N != api.AttemptsUnbounded {
		return false
	}
	ends, ok := own.Value.Exact()
	if !ok || ends <= 0 {
		return false
	}
	made := madeFor(p, r)
	if made == nil {
		return false
	}
	least, ok := made.Limit.MinDuration()
	if !ok || fits(least, time.Duration(ends)) {
		return false
	}
	p.Report(rule.Finding{
		Node:    own.Node,
		Message: fmt.Sprintf("%s gives up %s after the first attempt, which is its default, although the deadline set at %s leaves %s: what takes longer than the default fails; set that limit to the deadline, or to none", r.Name(), retry.Short(time.Duration(ends)), p.Where(made.Call), retry.Short(least)),
		Related: []rule.Related{{Node: made.Call, Message: "the deadline"}, {Node: r.Node, Message: "the retry"}},
	})
	return true
}

// madeFor returns the deadline that the function of a retry made for its attempts and
// that no other call of the function gets; nil if there is none.
func madeFor(p *rule.Pass, r *retry.Retry) *ctxflow.Step {
	c := p.Flow.Trace(r.Ctx)
	if !c.Known() {
		return nil
	}
	var made *ctxflow.Step
	for _, s := range c.Bounds() {
		if s.Call == nil || s.Maybe || s.In != r.In || len(s.Through) > 0 || made != nil {
			return nil
		}
		made = &s
	}
	if made == nil {
		return nil
	}
	under := func(e ast.Expr) bool {
		g := p.Flow.Trace(e)
		return !g.Known() || slices.ContainsFunc(g.Bounds(), func(s ctxflow.Step) bool { return s.Call == made.Call })
	}
	for _, call := range r.In.Calls() {
		if call.Pos() <= made.Call.Pos() || code.Within(call, r.Node) || code.Within(r.Node, call) {
			continue
		}
		if fn := p.Code.Callee(call); fn != nil {
			if p.Table.SettingOf(fn) != nil || p.Table.CtxOpOf(fn) != nil {
				continue // hands it to the driver
			}
			if s := p.Summary(fn); s != nil && len(s.Waits) == 0 && len(s.Retries) == 0 && p.Code.FuncOf(fn) != nil {
				continue // waits for nothing: a log line with the context's values
			}
		}
		if g := p.Flow.CtxArg(call); g.Expr != nil && under(g.Expr) && !p.Effects.IsLog(call) {
			return nil
		}
	}
	for _, o := range p.Retries.In(r.In) {
		if o != r && o.Ctx != nil && under(o.Ctx) {
			return nil
		}
	}
	return made
}
