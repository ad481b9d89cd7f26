package retrybudget

import (
	"slices"

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
