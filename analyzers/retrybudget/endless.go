package retrybudget

import (
	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/ctxflow"
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
	if c.Root.Kind != ctxflow.RootParam || c.Root.Func == nil {
		return false
	}
	f := c.Root.Func
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
		for _, s := range p.Flow.AtHand(f, nil) {
			if s.Var == c.Root.Var && s.Life == ctxflow.LifeProcess {
				return true
			}
		}
		return false
	}
	for _, call := range calls {
		if i >= len(call.Args) || !endless(p, r, p.Flow.Trace(call.Args[i]), depth+1) {
			return false
		}
	}
	return true
}
