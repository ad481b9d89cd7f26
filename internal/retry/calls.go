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
	c := api.CalleeOf(x.p.Info, call)
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
	if d.Poll && r.Closure != nil && !x.pollBears(r.Closure) {
		r.Poll = true
	}
	pol := x.driverPolicy(call, d)
	x.driverCtx(r, d, pol)
	r.Guard.Class = classOfOn(d.On)
	if pol.onSet {
		r.Guard.Class = pol.on
	}
	if i := d.IfArg - 1; i >= 0 && i < len(call.Args) {
		pol.onSet, r.Guard.Class = true, x.predicateClass(call.Args[i])
		pol.on = r.Guard.Class
	}
	if cl, ok := x.closureClass(r.Closure, d); ok && (!pol.onSet || rank(cl) < rank(pol.on)) {
		r.Guard.Class = cl
	}
	if d.Poll {
		r.Guard.Class = facts.ErrUnknown
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
		lit := literal(m)
		if lit == nil {
			return nil
		}
		for _, el := range lit.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
					return kv.Value
				}
			}
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
	if l := x.bodyLimit(f, nil, 0); l != nil && contains(f.Node, l.Node) || l != nil && l.Through != nil || l != nil && l.Ctx == nil {
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
			in := l.call != nil && contains(f.Node, l.call)
			if !in && r.Ctx == nil && l.v != nil && !contains(f.Node, l.v0()) {
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
func (x *Finder) pollBears(f *code.Func) bool {
	fl := x.newFlow(f, true)
	for _, c := range f.Calls() {
		if fl.at[c].block == nil || !x.plausible(c) || !x.hasError(c) {
			continue
		}
		again := false
		w := &walk{f: fl, op: c, fail: true, goal: func(ast.Node) bool { return false }}
		w.onReturn = func(ret *ast.ReturnStmt, st state) {
			if len(ret.Results) == 2 && w.truth(ret.Results[0], st) != isTrue && w.errorValue(ret.Results[1], st) == isNil {
				again = true
			}
		}
		w.run()
		if again {
			return true
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

// self reads the call of a function that makes several attempts inside.
func (x *Finder) self(fn *code.Func, call *ast.CallExpr, c api.Callee, d *api.Driver) *Retry {
	r := &Retry{Kind: Self, In: fn, Node: call, Call: call, Driver: d, Callee: c.Func, OnSuccess: Leaves, Ops: []*ast.CallExpr{call}}
	pol := x.driverPolicy(call, d)
	x.driverCtx(r, d, pol)
	if e := ctxArg(x.p, call); e != nil {
		r.Ctx = e
		x.ctxLimits(r, func(ast.Node) bool { return false }, e)
		r.StopsOnCtx = d.Stop
	}
	r.Guard.Class = classOfOn(d.On)
	pol.apply(r)
	if c.Recv != nil && r.Attempts.N == api.AttemptsUnknown && r.Default > 1 && !x.tunes(c.Func) {
		if m := x.retrying(c.Recv, 0); m != nil {
			r.Maker, r.ByDefault = m.node, true
		}
	}
	// A client whose making is not in sight has, as far as anyone can tell, its
	// defaults or others: the number stays unknown.
	if r.Attempts.N == 1 {
		return nil // switched off in sight
	}
	return r
}

// retryingReceiver recognises a call on a value that was made to retry: an
// http.Client around a retrying transport.
func (x *Finder) retryingReceiver(fn *code.Func, call *ast.CallExpr, c api.Callee) *Retry {
	if c.Recv == nil || x.table == nil || c.Func == nil || !x.hasError(call) || c.Func.Pkg() == x.p.Types {
		return nil
	}
	t := x.p.Info.TypeOf(c.Recv)
	if t == nil || types.IsInterface(t) && ctxArg(x.p, call) == nil {
		return nil
	}
	m := x.retrying(c.Recv, 0)
	if m == nil {
		return nil
	}
	r := &Retry{Kind: Self, In: fn, Node: call, Call: call, Callee: c.Func, OnSuccess: Leaves, Ops: []*ast.CallExpr{call}, StopsOnCtx: api.Maybe, Maker: m.node}
	r.Guard.Class = facts.ErrAny
	r.Attempts = m.count
	if in := m.inner; in != nil {
		r.Inner, r.Guard, r.Delays, r.DelaySum, r.PerAttempt, r.NoDelay, r.StopsOnCtx = in, in.Guard, in.Delays, in.DelaySum, in.PerAttempt, in.NoDelay, in.StopsOnCtx
	} else if m.pol != nil {
		r.Attempts = Count{}
		m.pol.apply(r)
	}
	if r.Attempts.N == 1 || x.switchedOff(call) {
		return nil
	}
	if e := ctxArg(x.p, call); e != nil {
		r.Ctx = e
		x.ctxLimits(r, func(ast.Node) bool { return false }, e)
	}
	if l := x.settingLimit(c.Recv); l != nil {
		// A limit of the outer value covers all attempts inside.
		r.Total = l
	}
	return r
}

// made is a value that retries by itself.
type made struct {
	count Count
	pol   *policy
	inner *Retry   // the retry in a method of the package's own type
	node  ast.Node // where it is made
}

// retrying tells whether calls on a value are retried inside, nil if not or
// if its making is not in sight.
func (x *Finder) retrying(e ast.Expr, depth int) *made {
	if depth > 5 {
		return nil
	}
	var out *made
	for _, m := range x.makings(e, 0) {
		if m == nil {
			return nil
		}
		k := x.retryingMaking(m, depth)
		if k == nil {
			return nil
		}
		if out == nil {
			out = k
		}
	}
	return out
}

func (x *Finder) retryingMaking(m ast.Expr, depth int) *made {
	if lit := literal(m); lit != nil {
		return x.retryingLit(lit, depth)
	}
	call, ok := m.(*ast.CallExpr)
	if !ok {
		return nil
	}
	key := api.CalleeOf(x.p.Info, call).Key
	if mk := x.table.HasTrait(key, api.TraitRetrying); mk != nil {
		return &made{pol: x.makerPolicy(mk, call, func(p *policy) {
			p.optionCall(call, 0)
			p.later(x.holder(call))
		}), node: call}
	}
	fn := x.p.Callee(call)
	if fn == nil {
		return nil
	}
	if f := x.p.FuncOf(fn); f != nil {
		return x.makes(f, depth)
	}
	if m := x.intercepted(call, depth); m != nil {
		return m
	}
	if arg := stubConn(fn, call); arg != nil {
		return x.retrying(arg, depth+1)
	}
	if x.callees != nil {
		if s := x.callees.Summary(fn); s != nil {
			for _, res := range s.Results {
				if res.Index == 0 && res.Trait == api.TraitRetrying {
					c := Count{N: res.Attempts, Node: call}
					if res.Attempts > 0 {
						c.Value = durations.Exactly(int64(res.Attempts))
					}
					return &made{count: c, node: call}
				}
			}
		}
	}
	return nil
}

// makes tells whether a function returns a value that retries by itself.
func (x *Finder) makes(f *code.Func, depth int) *made {
	if x.makesBusy[f] {
		return nil
	}
	x.makesBusy[f] = true
	defer delete(x.makesBusy, f)
	e := onlyReturn(f)
	if e == nil {
		return nil
	}
	return x.retrying(e, depth+1)
}

// makerPolicy reads the settings of a value that retries.
func (x *Finder) makerPolicy(mk *api.Maker, at *ast.CallExpr, read func(*policy)) *policy {
	p := &policy{x: x, call: at, seen: make(map[ast.Expr]bool)}
	if mk.Attempts != api.AttemptsUnknown {
		p.byDefault = mk.Attempts
		p.attempts = Count{N: mk.Attempts, Node: at}
		if mk.Attempts > 0 {
			p.attempts.Value = durations.Exactly(int64(mk.Attempts))
		}
	}
	read(p)
	return p
}

func (x *Finder) retryingLit(lit *ast.CompositeLit, depth int) *made {
	t := x.p.Info.TypeOf(lit)
	if t == nil {
		return nil
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if mk := x.table.HasTrait(api.KeyOfType(t), api.TraitRetrying); mk != nil {
		at := &ast.CallExpr{Fun: lit, Lparen: lit.Lbrace, Rparen: lit.Rbrace}
		return &made{node: lit, pol: x.makerPolicy(mk, at, func(p *policy) {
			p.optionLit(lit, 0)
			// What it is built around: &RoundTripper{Client: rc}.
			for _, el := range lit.Elts {
				if kv, ok := el.(*ast.KeyValueExpr); ok && p.isOption(kv.Value) {
					if mk2 := x.retrying(kv.Value, depth+1); mk2 != nil && mk2.pol != nil {
						p.attempts, p.unclear = mk2.pol.attempts, mk2.pol.unclear
						p.initial, p.factor, p.most, p.shaped, p.jitter = mk2.pol.initial, mk2.pol.factor, mk2.pol.most, mk2.pol.shaped, mk2.pol.jitter
						p.attempt = mk2.pol.attempt
					}
				}
			}
		})}
	}
	// A type of this package whose method retries.
	if n := namedOf(t); n != nil && n.Obj().Pkg() == x.p.Types {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(n), true, x.p.Types, "RoundTrip")
		if fn, ok := obj.(*types.Func); ok {
			if f := x.p.FuncOf(fn); f != nil {
				for _, r := range x.In(f) {
					if r.OnSuccess == Leaves && r.ClosureParam == nil {
						return &made{count: r.Attempts, inner: r, node: lit}
					}
				}
			}
			return nil
		}
	}
	if n := namedOf(t); n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg() != x.p.Types && x.callees != nil {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(n), true, n.Obj().Pkg(), "RoundTrip")
		if fn, ok := obj.(*types.Func); ok {
			if s := x.callees.Summary(fn.Origin()); s != nil && len(s.Retries) > 0 {
				c := Count{N: s.Retries[0].Attempts, Node: lit}
				if c.N > 0 {
					c.Value = durations.Exactly(int64(c.N))
				}
				return &made{count: c, node: lit}
			}
		}
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for f := range st.Fields() {
		s := x.table.FieldSetting(api.KeyOfField(t, f))
		if s == nil || s.Knob != api.KnobTransport {
			continue
		}
		for _, el := range lit.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok && id.Name == f.Name() {
					return x.retrying(kv.Value, depth+1)
				}
			}
		}
	}
	return nil
}

// Results says of a function's first result that calls on it are retried
// inside, for its summary.
func (x *Finder) Results(fn *code.Func) []facts.Result {
	if x.table == nil || fn.Sig.Results().Len() == 0 {
		return nil
	}
	switch fn.Sig.Results().At(0).Type().Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Struct:
	default:
		return nil
	}
	m := x.makes(fn, 0)
	if m == nil {
		return nil
	}
	count := m.count
	if m.pol != nil {
		var r Retry
		m.pol.apply(&r)
		count = r.Attempts
	}
	if count.N == 1 {
		return nil
	}
	return []facts.Result{{Index: 0, Trait: api.TraitRetrying, Attempts: count.N, What: x.text(m.node)}}
}

// text names the maker of a value for messages.
func (x *Finder) text(n ast.Node) string {
	switch n := n.(type) {
	case *ast.CallExpr:
		return x.callName(n)
	case *ast.CompositeLit:
		if t := x.p.Info.TypeOf(n); t != nil {
			return api.ShortName(api.KeyOfType(t))
		}
	}
	return ""
}

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
	if x.callees == nil || code.IsInterfaceMethod(c.Func) || c.Func.Pkg() == x.p.Types {
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
		v := durations.EvalCall(x.p, f, call, b, nil).Add(durations.Exactly(int64(inner.Attempts.Plus)))
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
	if i := cl.AttemptsParam - 1; i >= 0 && i < len(call.Args) {
		v := durations.Eval(x.p, call.Args[i]).Add(durations.Exactly(int64(cl.AttemptsPlus)))
		r.Attempts = Count{Bound: call.Args[i], Plus: cl.AttemptsPlus, Node: call.Args[i]}
		if n, ok := v.Max(); ok && n > 0 && n < 1<<31 {
			r.Attempts.N, r.Attempts.Value = api.Attempts(n), v
		}
	}
	r.Guard.Class = cl.Class
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
		r.Total = &Limit{Node: call.Args[i], Arg: call.Args[i], Value: durations.Eval(x.p, call.Args[i]), Between: true, Through: c.Func}
	}
	return r
}

// intercepted recognises the making of a client that is given an interceptor
// that retries each call.
func (x *Finder) intercepted(call *ast.CallExpr, depth int) *made {
	args := call.Args
	if call.Ellipsis.IsValid() {
		args = nil
		for _, o := range x.p.Origins(call.Args[len(call.Args)-1]) {
			if lit, ok := o.Expr.(*ast.CompositeLit); ok {
				args = append(args, lit.Elts...)
			}
		}
	}
	for _, a := range args {
		opt, ok := ast.Unparen(a).(*ast.CallExpr)
		if !ok {
			continue
		}
		s := x.table.Setting(api.CalleeOf(x.p.Info, opt).Key)
		if s == nil || s.Knob != api.KnobInterceptor {
			continue
		}
		for _, i := range opt.Args {
			if m := x.retrying(i, depth+1); m != nil {
				return m
			}
		}
	}
	return nil
}

// stubConn returns the connection that a generated client is made on:
// pb.NewUsersClient(conn).
func stubConn(fn *types.Func, call *ast.CallExpr) ast.Expr {
	sig, ok := fn.Type().(*types.Signature)
	if !ok || sig.Params().Len() != 1 || len(call.Args) != 1 || sig.Results().Len() != 1 {
		return nil
	}
	if n := namedOf(sig.Params().At(0).Type()); n == nil || n.Obj().Name() != "ClientConnInterface" {
		return nil
	}
	return call.Args[0]
}

// Retrying returns what is known of a value that was made to retry calls on it
// by itself, such as a transport or client, as a retry of kind Self whose node
// is its making; nil if it does not, or if its making is not in sight.
func (x *Finder) Retrying(e ast.Expr) *Retry {
	if x.table == nil {
		return nil
	}
	m := x.retrying(e, 0)
	if m == nil {
		return nil
	}
	r := &Retry{Kind: Self, Node: m.node, OnSuccess: Leaves, Maker: m.node, Attempts: m.count}
	r.Guard.Class = facts.ErrAny
	if in := m.inner; in != nil {
		r.Inner, r.Guard, r.Delays, r.DelaySum, r.PerAttempt = in, in.Guard, in.Delays, in.DelaySum, in.PerAttempt
	} else if m.pol != nil {
		r.Attempts = Count{}
		m.pol.apply(r)
		r.Policy = true
	}
	if r.Attempts.N == 1 {
		return nil
	}
	return r
}

// Selfs reports whether a call is one that makes several attempts by itself.
func (x *Finder) Selfs(call *ast.CallExpr) bool {
	fn := x.p.Enclosing(call)
	if fn == nil {
		return false
	}
	for _, r := range x.In(fn) {
		if r.Kind == Self && r.Call == call {
			return true
		}
	}
	return false
}

// switchedOff reports whether an option of this one call says that it is not
// to be retried.
func (x *Finder) switchedOff(call *ast.CallExpr) bool {
	for _, a := range call.Args {
		opt, ok := ast.Unparen(a).(*ast.CallExpr)
		if !ok {
			continue
		}
		s := x.table.Setting(api.CalleeOf(x.p.Info, opt).Key)
		if s == nil {
			continue
		}
		switch s.Knob {
		case api.KnobRetryOff:
			return true
		case api.KnobAttempts, api.KnobRetries:
			most := int64(1)
			if s.Knob == api.KnobRetries {
				most = 0
			}
			if s.Arg >= 0 && s.Arg < len(opt.Args) {
				if n, ok := durations.Eval(x.p, opt.Args[s.Arg]).Max(); ok && n <= most {
					return true
				}
			}
		}
	}
	return false
}
