package retry

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

// calls recognises the calls of a function that run something again: library
// drivers, the project's own helpers, and calls that retry inside.
func (x *Finder) calls(fn *code.Func) []*Retry {
	var out []*Retry
	for _, c := range fn.Calls() {
		if r := x.callRetry(fn, c); r != nil {
			out = append(out, r)
		}
	}
	return out
}

func (x *Finder) callRetry(fn *code.Func, call *ast.CallExpr) *Retry {
	c := x.p.CalleeOf(call)
	if c.Conversion || c.Builtin != "" {
		return nil
	}
	if x.table != nil && c.Key != "" {
		if d := x.table.Driver(c.Key); d != nil {
			switch d.Kind {
			case api.OpArg, api.OpField:
				return x.driver(fn, call, c, d)
			case api.OpSelf:
				return x.self(fn, call, c, d)
			}
			return nil
		}
	}
	if r := x.retryingReceiver(fn, call, c); r != nil {
		return r
	}
	return x.helper(fn, call, c)
}

// closureAt returns the function that an argument holds, nil if it is not in sight.
func (x *Finder) closureAt(e ast.Expr) *code.Func {
	fns, complete := x.p.LitsOf(e)
	if len(fns) == 1 && complete {
		return fns[0]
	}
	return nil
}

// driver reads the call of a library function that repeats a closure.
func (x *Finder) driver(fn *code.Func, call *ast.CallExpr, c api.Callee, d *api.Driver) *Retry {
	r := &Retry{Kind: Driver, In: fn, Node: call, Call: call, Driver: d, Callee: c.Func, OnSuccess: Leaves, Hedge: d.Hedge, Tx: d.Tx, Periodic: d.Periodic}
	var op ast.Expr
	i := d.Op
	if c.MethodExpr {
		i++
	}
	if i < len(call.Args) {
		op = call.Args[i]
		if d.Kind == api.OpField {
			op = x.fieldExpr(op, d.OpField)
		}
	}
	if op != nil {
		r.Closure = x.closureAt(op)
		r.ClosureParam = x.funcParam(fn, op)
	}
	if r.Closure != nil {
		r.Body = r.Closure.Body
		if r.ClosureParam == nil {
			r.ClosureParam = x.litRuns(fn, r.Closure)
		}
	}
	if d.Periodic {
		r.OnSuccess = Continues
	}
	if d.Poll && r.Closure != nil && !x.pollBears(r) {
		r.Poll = true
	}
	pol := x.driverPolicy(call, d)
	x.driverCtx(r, d, pol)
	r.Guard.Class = classOfOn(d.On)
	if i := d.IfArg - 1; i >= 0 && i < len(call.Args) {
		cl := x.predicateClass(call.Args[i])
		pol.onSet, pol.on, pol.lost, pol.named = true, cl.class, cl.loses(), cl.what
	}
	if pol.onSet {
		r.Guard.Class, r.Guard.Lost = pol.on, pol.lost
	}
	if cl, ok := x.closureClass(r.Closure, d); ok {
		r.Named = cl.what
		r.Guard.Lost = cl.loses() && (!pol.onSet || pol.lost)
		if !pol.onSet || rank(cl.class) < rank(pol.on) {
			r.Guard.Class = cl.class
		}
	}
	if d.Poll {
		r.Guard.Class, r.Guard.Lost = facts.ErrUnknown, false
	}
	r.DelayAfterLast = api.No
	if d.SleepLast {
		r.DelayAfterLast = api.Yes
	}
	x.closureLimits(r)
	pol.apply(r)
	return r
}

func classOfOn(on api.RetriesOn) facts.ErrClass {
	switch on {
	case api.OnAnyError:
		return facts.ErrAny
	case api.OnTransient:
		return facts.ErrStatus
	case api.OnConflict:
		return facts.ErrConflict
	case api.OnNothingYet:
		return facts.ErrUnsent
	}
	return facts.ErrUnknown
}

// fieldExpr returns the value of a field in the struct that e holds.
func (x *Finder) fieldExpr(e ast.Expr, name string) ast.Expr {
	for _, m := range x.makings(e, 0) {
		if m == nil {
			return nil
		}
		lit := code.Literal(m)
		if lit == nil {
			return nil
		}
		if kv := x.element(lit, name); kv != nil {
			return kv.Value
		}
	}
	return nil
}

// driverCtx finds the context that a driver obeys.
func (x *Finder) driverCtx(r *Retry, d *api.Driver, pol *policy) {
	call := r.Call
	switch d.Ctx.Kind {
	case api.CtxArg:
		if d.Ctx.Arg < len(call.Args) {
			r.Ctx = call.Args[d.Ctx.Arg]
		}
	case api.CtxPolicy, api.CtxOption, api.CtxReceiver:
		r.Ctx = pol.ctx
	}
	switch {
	case r.Ctx != nil:
		r.StopsOnCtx = d.Stop
	case d.Ctx.Kind == api.CtxNone:
		r.StopsOnCtx = d.Stop
		if d.Stop == api.Yes {
			r.StopsOnCtx = api.Maybe
		}
	case pol.unclear || d.Ctx.Kind == api.CtxStopChan || d.Ctx.Kind == api.CtxField || d.Ctx.Kind == api.CtxRequest:
		r.StopsOnCtx = api.Maybe
	default:
		r.StopsOnCtx = api.No // none was given
	}
}

// closureLimits reads the limits of one attempt in the closure, and those
// around the call.
func (x *Finder) closureLimits(r *Retry) {
	if r.Ctx != nil {
		x.ctxLimits(r, func(ast.Node) bool { return false }, r.Ctx)
	}
	f := r.Closure
	if f == nil {
		return
	}
	if l := x.bodyLimit(f, nil, 0); l != nil && code.Within(l.Node, f.Node) || l != nil && l.Through != nil || l != nil && l.Ctx == nil {
		r.PerAttempt = l
	}
	for _, c := range f.Calls() {
		if !x.plausible(c) {
			continue
		}
		e := ctxArg(x.p, c)
		if e == nil {
			continue
		}
		for _, l := range x.chain(e) {
			in := l.call != nil && code.Within(l.call, f.Node)
			if !in && r.Ctx == nil && l.v != nil && !code.Within(l.v0(), f.Node) {
				r.Ctx = l.expr
			}
			if l.call == nil || in {
				continue
			}
			if _, dur, deadline, ok := x.boundCall(l.call); ok && (r.Total == nil || r.Total.Between) {
				r.Total = &Limit{Node: l.call, Ctx: l.v}
				if deadline {
					r.Total.Value = x.untilDeadline(dur)
				} else if dur != nil {
					r.Total.Value = durations.Eval(x.p, dur)
				}
			}
		}
	}
}

// v0 returns a node at the place where the link's variable is declared.
func (l link) v0() ast.Node { return &ast.Ident{NamePos: l.v.Pos(), Name: ""} }

// pollBears reports whether a condition that is polled says "not yet" when
// what it looks at failed: it then is a retry of that.
func (x *Finder) pollBears(r *Retry) bool {
	fl := x.newFlow(r.Closure, true)
	for _, c := range r.Closure.Calls() {
		if !x.plausible(c) {
			continue
		}
		for _, op := range x.tellers(r.Closure, c) {
			if x.runsAgain(fl, r, op, true, nil) {
				return true
			}
		}
	}
	return false
}

// litRuns returns the function-typed parameter of fn that a literal in it runs.
func (x *Finder) litRuns(fn *code.Func, lit *code.Func) *types.Var {
	if !lit.Within(fn) || lit == fn {
		return nil
	}
	for _, c := range lit.Calls() {
		if v := x.runsParam(fn, c); v != nil {
			return v
		}
	}
	return nil
}
