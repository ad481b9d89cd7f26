package ctxflow

import (
	"go/types"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// Results says, for callers in other packages, where the contexts in fn's
// results come from: a parameter, nobody, or nowhere in sight. Results that are
// no contexts and carry none are left out.
func (f *Flow) Results(fn *code.Func) []facts.Result {
	var out []facts.Result
	i := -1
	for v := range fn.Sig.Results().Variables() {
		i++
		if !f.mayCarry(v.Type()) {
			continue
		}
		alts := f.returned(fn, i)
		if len(alts) != 1 {
			continue
		}
		if r, ok := f.resultOf(fn, alts[0].Ctx); ok {
			r.Index = i
			out = append(out, r)
		}
	}
	return out
}

// mayCarry reports whether a value may be, or have in it, a context: one, a
// carrier, or a pointer to a library's type that the tables know.
func (f *Flow) mayCarry(t types.Type) bool {
	if f.ctxLike(t) || f.carrierOf(t) != nil {
		return true
	}
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg() != f.p.Types && f.t.Knows(api.Path(n.Obj().Pkg().Path()))
}

func (f *Flow) resultOf(fn *code.Func, c Ctx) (facts.Result, bool) {
	var r facts.Result
	switch c.Root.Kind {
	case RootNone:
		r.NoCtx = true
		return r, true
	case RootBackground, RootTODO:
		r.CtxRoot = true
	case RootParam, RootCarrier:
		if c.Root.Func != fn {
			return r, false
		}
		i := fn.ParamIndex(c.Root.Var)
		if i < 0 {
			return r, false
		}
		r.FromParam = i + 1
	default:
		return r, false
	}
	r.CtxKnown = c.Stacked == nil
	for _, s := range c.Steps {
		if s.Maybe || s.Kind == StepOpaque {
			r.CtxKnown = false
		}
		switch s.Kind {
		case StepDetach:
			r.Detached, r.Cancelled, r.Limited, r.Bound = true, false, false, 0
		case StepBound:
			if n, ok := s.Limit.Exact(); ok && n > 0 && (!r.Limited || r.Bound > 0 && time.Duration(n) < r.Bound) {
				r.Bound = time.Duration(n)
			} else if !ok {
				r.Bound = 0
			}
			r.Limited = true
		case StepCancel, StepSignal, StepGroup:
			r.Cancelled = true
		}
	}
	if !r.CtxKnown {
		r.CtxRoot, r.Detached, r.Cancelled, r.Limited, r.Bound = false, false, false, false, 0
	}
	return r, r.FromParam > 0 || r.CtxRoot
}
