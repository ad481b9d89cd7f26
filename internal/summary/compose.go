package summary

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"time"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/effects"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/waits"
)

// setUp makes the parts of the engine, each on top of those before it.
func (r *Result) setUp() {
	r.Code.Settled = make(map[*code.Func]bool)
	for _, f := range r.Code.Funcs {
		if d := r.directives(f); d.Bounded || d.NonBlocking {
			r.Code.Settled[f] = true
		}
	}
	r.Flow = ctxflow.New(r.Code, r.Table, r)
	r.Handlers = handlers.New(r.Code, r.Table, r.Flow, func(fd *ast.FuncDecl) (bool, time.Duration) {
		d := r.declared(fd)
		return d.Handler, d.Budget
	})
	r.Waits = waits.New(r.Code, r.Table, r.Flow, r)
	r.Retries = retry.New(r.Code, r.Table, r)
	r.Retries.Tells = r.Flow.Tells
	r.Effects = effects.New(r.Code, r.Table, r)
	r.Effects.SetRegions(r.regions)
}

// regions returns the parts of fn that are run again because they failed.
func (r *Result) regions(fn *code.Func) []ast.Node {
	var out []ast.Node
	for _, rt := range r.Retries.In(fn) {
		if rt.Body != nil && !rt.Items && !rt.Poll && rt.OnSuccess == retry.Leaves && rt.Loses() {
			out = append(out, rt.Body)
		}
	}
	return out
}

// summarise composes what the parts of the engine say of f.
func (r *Result) summarise(f *code.Func) *facts.Func {
	s := &facts.Func{}
	d := r.directives(f)
	s.Idempotent, s.Bounded, s.NonBlocking, s.Handler, s.Budget = d.Idempotent, d.Bounded, d.NonBlocking, d.Handler, d.Budget
	for i, v := range f.Params() {
		if code.IsContext(v.Type()) {
			s.CtxParam = i + 1
			s.CtxBlank = v.Name() == "" || v.Name() == "_"
			break
		}
	}
	s.Retries = r.Retries.Summary(f)
	s.Within = r.within(f)
	s.Closures = r.Retries.Closures(f)
	s.Sets = r.Retries.Sets(f)
	s.Serves = r.serves(f)
	s.Powers = r.powers(f)
	s.Refuses = r.Retries.Refuses(f)
	s.Unclear = r.Retries.Unclear(f)
	s.Every = r.every(f)
	s.Stamps = r.Effects.Stamps(f)
	s.Draws = r.Effects.Draws(f)
	if isErrPredicate(f.Sig) {
		s.Err, s.ErrLost = r.Retries.ErrClassOf(f), r.Retries.LosesOutcome(f)
	}
	if s.CtxParam > 0 {
		use := r.Waits.CtxUse(f)
		s.CtxUsed = use == waits.CtxPassed || use == waits.CtxWaits
		s.CtxFirst = r.Flow.LooksFirst(f, f.Params()[s.CtxParam-1])
	}
	if !s.NonBlocking && !s.Bounded {
		s.Waits = r.Waits.Facts(f)
		s.Asks = r.openAsks(f)
	}
	s.Hands = r.hands(f)
	if !s.Idempotent {
		s.Effects = r.Effects.Facts(f)
	}
	s.Params = append(s.Params, r.Effects.Params(f)...)
	s.Results = append(s.Results, r.Effects.Results(f)...)
	s.Results = append(s.Results, r.Flow.Results(f)...)
	s.Results = append(s.Results, r.Waits.Results(f)...)
	s.Results = append(s.Results, r.Retries.Results(f)...)
	return s
}

// powers returns the parameters that the delay which f computes is a power of.
func (r *Result) powers(f *code.Func) []facts.Power {
	if f.Obj == nil || f.Body == nil || f.Sig.Results().Len() != 1 || !code.IsDuration(f.Sig.Results().At(0).Type()) {
		return nil
	}
	var out []facts.Power
	for i, n := range f.Params() {
		if b, ok := n.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 || code.IsDuration(n.Type()) {
			continue
		}
		if e := durations.Power(r.Code, f.Body, n); e != nil {
			pos := r.Code.Fset.Position(e.Pos())
			out = append(out, facts.Power{Param: i + 1, Text: types.ExprString(e), File: filepath.Base(pos.Filename), Line: pos.Line})
		}
	}
	return out
}

// isErrPredicate reports whether a function has the form func(error) bool.
func isErrPredicate(sig *types.Signature) bool {
	if sig.Params().Len() != 1 || sig.Results().Len() != 1 {
		return false
	}
	b, ok := sig.Results().At(0).Type().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool && code.IsError(sig.Params().At(0).Type())
}

// within returns the retries that functions which f calls make, with the way
// to them: at most a few, so that what is handed up does not grow.
func (r *Result) within(f *code.Func) []facts.Retry {
	const most, deep = 4, 4
	var out []facts.Retry
	for _, call := range f.Calls() {
		runs := r.Code.Runs(call)
		if len(runs) != 1 || runs[0] == f.Obj {
			continue
		}
		callee := runs[0]
		if _, ok := r.Code.Parent(call).(*ast.GoStmt); ok {
			continue
		}
		if r.Retries.Selfs(call) {
			continue // it is one of f's own
		}
		s := r.Summary(callee)
		if s == nil {
			continue
		}
		pos := r.Code.Fset.Position(call.Pos())
		here := facts.Frame{Func: code.ShortName(callee), Pkg: r.Code.Types.Path(), File: filepath.Base(pos.Filename), Line: pos.Line}
		for _, list := range [][]facts.Retry{s.Retries, s.Within} {
			for _, rt := range list {
				if rt.Closure != 0 || !rt.Guarded || len(rt.Via) >= deep || len(out) >= most {
					continue
				}
				if callee.Pkg() != r.Code.Types && !waits.SameModule(callee.Pkg().Path(), r.Code.Types.Path()) {
					if rt.Modules++; rt.Modules > 1 {
						continue
					}
				}
				rt.Via = append([]facts.Frame{here}, rt.Via...)
				if d := r.boundOf(f, call); d > 0 && (rt.Total == 0 || d < rt.Total || rt.Between) {
					rt.Total, rt.Between = d, false
				}
				out = append(out, rt)
			}
		}
	}
	return out
}

// boundOf returns the limit that f puts around a call by the context it hands
// over; 0 if there is none.
func (r *Result) boundOf(f *code.Func, call *ast.CallExpr) time.Duration {
	g := r.Flow.CtxArg(call)
	if !g.Known() {
		return 0
	}
	var least time.Duration
	for _, b := range g.Ctx.Bounds() {
		if d, ok := b.Limit.MaxDuration(); ok && d > 0 && !b.Maybe && (least == 0 || d < least) {
			least = d
		}
	}
	return least
}

// serves returns the handlers that f puts behind a router it is given, and
// those that it returns: for each the one that may take longest.
func (r *Result) serves(f *code.Func) []facts.Serve {
	if f.Obj == nil {
		return nil
	}
	var out []facts.Serve
	add := func(param int, in *handlers.Inside) {
		if s, ok := r.Longest(in); ok {
			s.Param = param
			out = append(out, s)
		}
	}
	for i, v := range f.Params() {
		add(i+1, r.Handlers.Given(f, v))
	}
	add(0, r.Handlers.Returned(f))
	return out
}

// Longest returns, of what is inside a handler, the function that may take
// longest.
func (r *Result) Longest(in *handlers.Inside) (facts.Serve, bool) {
	var out facts.Serve
	if in == nil || in.Limited {
		return out, false
	}
	note := func(name string, n facts.Need, ok bool) {
		if ok && n.Time > out.Need.Time {
			out = facts.Serve{Handler: name, Need: n}
		}
	}
	for _, h := range in.Funcs {
		n, ok := facts.Longest(r.OfFunc(h))
		note(h.Name(), n, ok)
	}
	for _, o := range in.Others {
		s := r.Summary(o.Fn)
		if s == nil {
			continue
		}
		if o.Param < 0 {
			n, ok := facts.Longest(s)
			note(code.ShortName(o.Fn), n, ok)
		}
		for _, served := range s.Serves {
			if served.Param == max(o.Param, 0) {
				note(served.Handler, served.Need, true)
			}
		}
	}
	return out, out.Need.Time > 0
}
