package retry

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

// helper recognises a call of a function of the project that runs a closure again.
func (x *Finder) helper(fn *code.Func, call *ast.CallExpr, c api.Callee) *Retry {
	if c.Func == nil {
		return nil
	}
	some := false
	for _, a := range call.Args {
		if t := x.p.Info.TypeOf(a); t != nil {
			if _, ok := t.Underlying().(*types.Signature); ok {
				some = true
			}
		}
	}
	if !some {
		return nil
	}
	if code.IsInterfaceMethod(c.Func) {
		runs := x.p.Runs(call)
		if len(runs) != 1 {
			return nil // it is not known which one it is
		}
		c.Func = runs[0]
	}
	if f := x.p.FuncOf(c.Func); f != nil {
		if f == fn {
			return nil // a recursion
		}
		for _, inner := range x.find(f).retries {
			if inner.ClosureParam == nil || inner.OnSuccess == Continues {
				continue
			}
			i := f.ParamIndex(inner.ClosureParam)
			if i < 0 || i >= len(call.Args) {
				continue
			}
			return x.helped(fn, call, c, f, inner, i)
		}
		// It may hand the closure on to another that repeats it.
		for _, cl := range x.Closures(f) {
			if cl.Repeats && cl.Param < len(call.Args) {
				return x.byFact(fn, call, c, cl)
			}
		}
		return nil
	}
	if x.callees == nil || c.Func.Pkg() == x.p.Types {
		return nil
	}
	s := x.callees.Summary(c.Func)
	if s == nil {
		return nil
	}
	for _, cl := range s.Closures {
		if cl.Repeats && cl.Param >= 0 && cl.Param < len(call.Args) {
			return x.byFact(fn, call, c, cl)
		}
	}
	return nil
}

func (x *Finder) newHelper(fn *code.Func, call *ast.CallExpr, c api.Callee, i int) *Retry {
	r := &Retry{Kind: Helper, In: fn, Node: call, Call: call, Callee: c.Func, OnSuccess: Leaves}
	r.Closure = x.closureAt(call.Args[i])
	r.ClosureParam = x.funcParam(fn, call.Args[i])
	if r.Closure != nil {
		r.Body = r.Closure.Body
		if r.ClosureParam == nil {
			r.ClosureParam = x.litRuns(fn, r.Closure)
		}
	}
	r.Ctx = ctxArg(x.p, call)
	return r
}

// helped makes the retry of a call of a helper of this package.
func (x *Finder) helped(fn *code.Func, call *ast.CallExpr, c api.Callee, f *code.Func, inner *Retry, i int) *Retry {
	r := x.newHelper(fn, call, c, i)
	r.Inner = inner
	r.OnSuccess, r.Guard, r.Delays, r.NoDelay, r.NoDelayAt = inner.OnSuccess, inner.Guard, inner.Delays, inner.NoDelay, inner.NoDelayAt
	r.DelayAfterLast, r.DelaySum, r.Tx, r.Targets = inner.DelayAfterLast, inner.DelaySum, inner.Tx || x.freshTx(f, inner), inner.Targets
	r.StopsOnCtx, r.Checks = inner.StopsOnCtx, inner.Checks
	r.Attempts = inner.Attempts
	if b := inner.Attempts.Bound; b != nil {
		v := durations.EvalCall(x.p, f, call, b, nil)
		if param, field, ok := x.ofParam(f, b); ok && !v.Known() {
			if arg := argAt(c, call, param); arg != nil {
				v = x.fieldAt(arg, field)
			}
		}
		v = v.Add(durations.Exactly(int64(inner.Attempts.Plus)))
		// From here on the number is the caller's expression, if it is one.
		r.Attempts.Bound = x.argOf(f, call, b)
		if r.Attempts.Bound != nil {
			r.Attempts.Node = r.Attempts.Bound
		}
		if n, ok := v.Max(); ok && n > 0 && n < 1<<31 {
			r.Attempts.N, r.Attempts.Value = api.Attempts(n), v
		} else {
			r.Attempts.N, r.Attempts.Value = api.AttemptsUnknown, durations.Unknown
		}
		if r.Attempts.Bound == nil && r.Attempts.N == api.AttemptsUnknown {
			r.Attempts.Bound = b
		}
	}
	if !r.DelaySum.Known() && r.Attempts.N > 0 && r.Attempts.N <= longRun && inner.outcome != nil && inner.outcome.m != nil && inner.Attempts.Bound != nil {
		// Run the helper's loop with the number given here.
		m := inner.outcome.m
		if t := m.forced(boundTest{bound: ast.Unparen(inner.Attempts.Bound)}, int64(r.Attempts.N)-int64(inner.Attempts.Plus)); t.ended && t.known && t.attempts == int(r.Attempts.N) {
			r.DelaySum = t.sum
		}
	}
	x.closureLimits(r)
	if r.PerAttempt == nil {
		r.PerAttempt = inner.PerAttempt
	}
	if r.Total == nil || inner.Total != nil && r.Total.Between {
		if inner.Total != nil {
			r.Total = inner.Total
			if r.Total.Through == nil {
				t := *inner.Total
				t.Through = c.Func
				if t.Arg != nil && !t.Value.Known() {
					t.Value = durations.EvalCall(x.p, f, call, t.Arg, nil)
				}
				r.Total = &t
			}
		}
	}
	return r
}

// byFact makes the retry of a call of a helper known by its summary.
func (x *Finder) byFact(fn *code.Func, call *ast.CallExpr, c api.Callee, cl facts.Closure) *Retry {
	r := x.newHelper(fn, call, c, cl.Param)
	r.Fact = &cl
	r.Tx = cl.Tx
	r.Attempts = Count{N: cl.Attempts, Node: call}
	if cl.Attempts > 0 {
		r.Attempts.Value = durations.Exactly(int64(cl.Attempts))
	}
	if arg := argAt(c, call, cl.AttemptsParam); arg != nil {
		v := durations.Unknown
		if cl.AttemptsField == "" {
			v = durations.Eval(x.p, arg)
		} else {
			v = x.fieldAt(arg, cl.AttemptsField)
		}
		v = v.Add(durations.Exactly(int64(cl.AttemptsPlus)))
		r.Attempts = Count{Bound: arg, Plus: cl.AttemptsPlus, Node: arg}
		if n, ok := v.Max(); ok && n > 0 && n < 1<<31 {
			r.Attempts.N, r.Attempts.Value = api.Attempts(n), v
		}
	}
	if i := cl.PolicyParam - 1; i >= 0 && i < len(call.Args) && cl.Attempts == api.AttemptsUnknown && cl.AttemptsParam == 0 {
		v := x.fieldGiven(call.Args[i], cl.PolicyField)
		if n, ok := v.Max(); ok && n > 0 && n < 1<<31 {
			r.Attempts = Count{N: api.Attempts(n), Value: v, Node: call.Args[i]}
		}
	}
	r.Guard.Class, r.Guard.Lost = cl.Class, cl.Lost
	r.StopsOnCtx = cl.Retry.StopsOnCtx
	r.NoDelay = cl.NoDelay
	if cl.Retry.Delays > 0 {
		r.DelaySum = durations.Exactly(int64(cl.Retry.Delays))
	}
	x.closureLimits(r)
	if r.PerAttempt == nil && cl.Retry.PerAttempt > 0 {
		r.PerAttempt = &Limit{Node: call, Value: durations.Exactly(int64(cl.Retry.PerAttempt)), Through: c.Func}
	}
	if cl.Retry.Total > 0 && (r.Total == nil || r.Total.Between) {
		r.Total = &Limit{Node: call, Value: durations.Exactly(int64(cl.Retry.Total)), Between: cl.Retry.Between, Through: c.Func}
	}
	if i := cl.TotalParam - 1; i >= 0 && i < len(call.Args) && r.Total == nil {
		r.Total = &Limit{Node: call.Args[i], Arg: call.Args[i], Value: durations.Eval(x.p, call.Args[i]), Between: cl.Retry.Between, Through: c.Func}
	}
	if i := cl.AttemptParam - 1; i >= 0 && i < len(call.Args) && r.PerAttempt == nil {
		r.PerAttempt = &Limit{Node: call.Args[i], Arg: call.Args[i], Value: durations.Eval(x.p, call.Args[i]), Through: c.Func}
	}
	return r
}

// fieldGiven returns the value of a field of the struct that an argument
// holds, made by a literal or by a function that sets it from a parameter.
func (x *Finder) fieldGiven(e ast.Expr, name string) durations.Value {
	out := durations.Unknown
	for _, m := range x.makings(e, 0) {
		if m == nil {
			return durations.Unknown
		}
		v := durations.Unknown
		if lit := code.Literal(m); lit != nil {
			if kv := x.element(lit, name); kv != nil {
				v = durations.Eval(x.p, kv.Value)
			}
		} else if call, ok := m.(*ast.CallExpr); ok && x.callees != nil {
			if s := x.callees.Summary(x.p.Callee(call)); s != nil {
				for _, res := range s.Results {
					for _, f := range res.Fields {
						if res.Index == 0 && f.Name == name && f.Param <= len(call.Args) {
							v = durations.Eval(x.p, call.Args[f.Param-1])
						}
					}
				}
			}
		}
		if !v.Known() || out.Known() {
			return durations.Unknown
		}
		out = v
	}
	return out
}
