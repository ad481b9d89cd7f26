package retrybudget

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// endless reports whether a context is known to have no limit: nobody's, or
// the program's, or one that every caller in sight makes without a limit, also
// where a driver hands it on to the attempts.
func endless(p *rule.Pass, r *retry.Retry, c ctxflow.Ctx, depth int) bool {
	if depth > 3 || !c.Known() || c.Opaque() || len(c.Bounds()) > 0 {
		return false
	}
	if c.Nobody() {
		return true
	}
	f := c.Root.Func
	if f == nil {
		return false
	}
	switch c.Root.Kind {
	case ctxflow.RootCarrier:
		return process(p, c)
	case ctxflow.RootParam:
	default:
		return false
	}
	if f == r.Closure {
		d := r.Driver
		if d == nil || d.PassCtx != api.Yes || d.Ctx.Kind != api.CtxArg || d.Ctx.Arg >= len(r.Call.Args) {
			return false
		}
		return endless(p, r, p.Flow.Trace(r.Call.Args[d.Ctx.Arg]), depth+1)
	}
	i := f.ParamIndex(c.Root.Var)
	calls, complete := p.Code.Callers(f)
	if i < 0 || !complete || len(calls) == 0 {
		return process(p, c)
	}
	for _, call := range calls {
		// What the callers do with the program's context counts: one may limit it.
		if i >= len(call.Args) || !endless(p, r, p.Flow.Trace(call.Args[i]), depth+1) {
			return false
		}
	}
	return true
}

// process reports whether the context at a root is the program's.
func process(p *rule.Pass, c ctxflow.Ctx) bool {
	return slices.ContainsFunc(p.Flow.AtHand(c.Root.Func, nil), func(s ctxflow.Source) bool {
		return s.Var == c.Root.Var && s.Life == ctxflow.LifeProcess
	})
}

// leastGoingOn is how long the delays must go on at least after the caller's
// context is over to be worth a word.
const leastGoingOn = time.Second

// deaf reports a driver that is not told of the context that its attempts
// obey: when that is over each attempt fails at once, and the driver goes on.
func deaf(p *rule.Pass, r *retry.Retry) bool {
	d := r.Driver
	if r.Kind != retry.Driver || d == nil || r.Closure == nil || r.If != nil || r.Guard.Class != facts.ErrAny || r.Tx || d.Stop != api.Yes {
		return false
	}
	why, how := "", ""
	switch {
	case r.StopsOnCtx == api.No && (d.Ctx.Kind == api.CtxOption || d.Ctx.Kind == api.CtxPolicy || d.Ctx.Kind == api.CtxReceiver):
		why, how = "has not been given it", "give it that context as well"
	case d.Ctx.Kind == api.CtxArg && d.Ctx.Arg < len(r.Call.Args):
		c := p.Flow.Trace(r.Call.Args[d.Ctx.Arg])
		if !c.Known() || c.Opaque() || !c.Nobody() || len(c.Bounds()) > 0 {
			return false
		}
		why, how = "runs under "+types.ExprString(r.Call.Args[d.Ctx.Arg]), "hand it that context instead"
	default:
		return false
	}
	sum, ok := r.DelaySum.Min()
	if r.Attempts.N != api.AttemptsUnbounded && (!ok || time.Duration(sum) < leastGoingOn) {
		return false
	}
	ctx := obeyed(p, r)
	if ctx == nil {
		return false
	}
	much := "for ever"
	if r.Attempts.N != api.AttemptsUnbounded {
		much = "through up to " + retry.Short(time.Duration(sum)) + " of delays"
	}
	name := types.ExprString(ctx)
	p.Report(rule.Finding{
		Node:    r.Call,
		Message: fmt.Sprintf("when %s is over each attempt fails at once, but %s %s and goes on %s for nobody; %s", name, r.Name(), why, much, how),
		Related: []rule.Related{{Node: ctx, Message: "the context that the attempts obey"}},
	})
	return true
}

// obeyed returns the caller's context that every call of the attempts gets
// which may fail, nil if there is another one or the closure looks at it itself.
func obeyed(p *rule.Pass, r *retry.Retry) ast.Expr {
	if len(p.Flow.DoneTests(r.Closure)) > 0 {
		return nil
	}
	var out ast.Expr
	for _, w := range p.Waits.In(r.Closure) {
		if w.Trivial || w.Goroutine || w.Cleanup {
			continue
		}
		if w.Ctx == nil || !w.Ctx.Known() || !w.Ctx.FromCaller() || w.Ctx.Root.Func == r.Closure || w.Call == nil {
			return nil
		}
		g := p.Flow.CtxArg(w.Call)
		if g.Expr == nil || !code.Within(g.Expr, r.Closure.Node) {
			return nil
		}
		if !p.Retries.RepeatsUnasked(r, w.Call) {
			return nil // it is made permanent, perhaps that of the context
		}
		out = g.Expr
	}
	for _, c := range r.Closure.Calls() {
		// A remote call, of which nothing is known but that it obeys its context.
		g := p.Flow.CtxArg(c)
		fn := p.Code.Callee(c)
		if out != nil || fn == nil || g.Expr == nil || !api.TakesCallOptions(fn) {
			continue
		}
		if !g.Known() || !g.Ctx.FromCaller() || g.Ctx.Root.Func == r.Closure || !p.Retries.RepeatsUnasked(r, c) {
			return nil
		}
		out = g.Expr
	}
	return out
}
