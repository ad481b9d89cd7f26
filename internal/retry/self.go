package retry

import (
	"go/ast"
	"go/types"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

// self reads the call of a function that makes several attempts inside.
func (x *Finder) self(fn *code.Func, call *ast.CallExpr, c api.Callee, d *api.Driver) *Retry {
	r := &Retry{Kind: Self, In: fn, Node: call, Call: call, Driver: d, Callee: c.Func, OnSuccess: Leaves, Ops: []*ast.CallExpr{call}}
	pol := x.driverPolicy(call, d)
	x.driverCtx(r, d, pol)
	e := ctxArg(x.p, call)
	if e == nil && d.Ctx.Kind == api.CtxRequest {
		e = x.carriedCtx(call)
	}
	if e != nil {
		r.Ctx = e
		x.ctxLimits(r, func(ast.Node) bool { return false }, e)
		r.StopsOnCtx = d.Stop
	}
	r.Guard.Class = classOfOn(d.On)
	x.ownPredicate(r, pol)
	r.Resends = d.Effects == api.Yes && !d.Producer
	pol.apply(r)
	r.Policy = !pol.unclear
	if i := d.Runs - 1; i >= 0 && i < len(call.Args) {
		r.Runs = x.p.FuncNamed(call.Args[i])
	}
	if c.Recv != nil && r.Attempts.N == api.AttemptsUnknown && r.Default > 1 && !x.tunes(c.Func) {
		if m := x.retrying(c.Recv, 0); m != nil {
			r.Maker, r.ByDefault = m.node, true
		}
	}
	if !pol.explicit && x.global(c.Func) {
		r.Attempts = Count{Node: call} // minio.MaxRetry = n, for all clients
	}
	// A client whose making is not in sight has, as far as anyone can tell, its
	// defaults or others: the number stays unknown.
	if r.Attempts.N == 1 {
		return nil // switched off in sight
	}
	return r
}

// ownPredicate notes what a client repeats where a function of the project says it.
func (x *Finder) ownPredicate(r *Retry, pol *policy) {
	if !pol.onSet {
		return
	}
	switch leaves, asks := x.defersTo(pol.retryIf); {
	case asks:
		r.Guard.Class = facts.ErrUnknown // for other methods it may be another
	case !leaves:
		r.Guard.Class, r.Guard.Lost = pol.on, pol.lost
	}
}

// defersTo reports whether a predicate of the project, nil if it is none, leaves
// the answer to one of a library, so that it narrows nothing down, and whether it
// asks for the request's method.
func (x *Finder) defersTo(pred *code.Func) (leaves, asks bool) {
	if pred == nil {
		return false, false
	}
	pred.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			f := x.p.FieldOf(n)
			asks = asks || f != nil && f.Name() == "Method"
		case *ast.ReturnStmt:
			if len(n.Results) != 1 {
				break
			}
			if call, ok := ast.Unparen(n.Results[0]).(*ast.CallExpr); ok {
				_, known := api.PredicateClass(x.p.CalleeOf(call).Key)
				leaves = leaves || known
			}
		}
		return true
	})
	return leaves, asks
}

// retryingReceiver recognises a call on a value that was made to retry: an
// http.Client around a retrying transport.
func (x *Finder) retryingReceiver(fn *code.Func, call *ast.CallExpr, c api.Callee) *Retry {
	if c.Recv == nil || x.table == nil || c.Func == nil || !x.hasError(call) || c.Func.Pkg() == x.p.Types && !code.IsInterfaceMethod(c.Func) {
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
		x.ownPredicate(r, m.pol)
		r.Resends = m.resends && (api.IsHTTPClient(t) || api.IsTransport(t))
		m.pol.apply(r)
	}
	m.limit(r)
	r.AnyRequest = m.any
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
	inner *Retry // the retry in a method of the package's own type
	// resends: of a library's client that repeats requests of any method, see Retry.Resends.
	resends bool
	any     bool     // a transport that repeats every request, see Retry.AnyRequest
	node    ast.Node // where it is made
	// perField is the key of the field of its type that limits one attempt.
	perField string
	// per is the limit of one attempt that another package's maker sets; 0 = none known.
	per time.Duration
	// answer is the limit of the transport inside on the wait for an answer, nil
	// if there is none.
	answer *Limit
	// param is the parameter of the maker that is the transport inside, nil if none is;
	// inside is that transport where a call of the maker gives it.
	param  *types.Var
	inside ast.Expr
	bare   bool // see facts.Result.Bare
}

// limit puts the limit of one attempt into the retry of a value made.
func (m *made) limit(r *Retry) {
	if m.per > 0 && r.PerAttempt == nil {
		r.PerAttempt = &Limit{Node: m.node, Value: durations.Exactly(int64(m.per))}
	}
	if r.PerAttempt == nil {
		r.PerAttempt = m.answer
	}
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
	if lit := code.Literal(m); lit != nil {
		return x.retryingLit(lit, depth)
	}
	if lit, ok := m.(*ast.FuncLit); ok {
		if r := x.roundTrips(x.p.FuncAt(lit)); r != nil {
			m := &made{count: r.Attempts, inner: r, any: x.anyRequest(r), node: lit, bare: bare(r)}
			m.param = x.captured(r, lit)
			return m
		}
		return x.curried(lit)
	}
	call, ok := m.(*ast.CallExpr)
	if !ok {
		return nil
	}
	if x.p.CalleeOf(call).Conversion && len(call.Args) == 1 {
		return x.retrying(call.Args[0], depth+1)
	}
	key := x.p.CalleeOf(call).Key
	if mk := x.table.HasTrait(key, api.TraitRetrying); mk != nil {
		return &made{pol: x.makerPolicy(mk, call, func(p *policy) {
			p.optionCall(call, 0)
			p.later(x.holder(call))
		}), node: call, resends: mk.Effects == api.Yes}
	}
	fn := x.p.Callee(call)
	if fn == nil {
		return nil
	}
	if f := x.p.FuncOf(fn); f != nil {
		m := x.madeWith(f, call, x.makes(f, depth))
		if m == nil || m.inner == nil || m.count.Bound == nil || f.ParamIndex(x.p.VarOf(m.count.Bound)) < 0 {
			return m
		}
		v := durations.EvalCall(x.p, f, call, m.count.Bound, nil).Add(durations.Exactly(int64(m.count.Plus)))
		if n, ok := v.Max(); ok && n > 0 && n < 1<<31 {
			given := *m
			given.count.N, given.count.Value = api.Attempts(n), v
			return &given
		}
		return m
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
					if i := res.AttemptsParam - 1; i >= 0 && i < len(call.Args) {
						v := durations.Eval(x.p, call.Args[i]).Add(durations.Exactly(int64(res.AttemptsPlus)))
						if n, ok := v.Max(); ok && n > 0 && n < 1<<31 {
							c.N, c.Value = api.Attempts(n), v
						}
					}
					k := &made{count: c, node: call, per: res.Timeout, any: res.AnyRequest, bare: res.Bare}
					if i := res.Inner - 1; i >= 0 && i < len(call.Args) && !x.p.IsNil(call.Args[i]) {
						k.per, k.inside, k.answer = 0, call.Args[i], x.answerLimit(call.Args[i])
					}
					return k
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
		if fn := api.Method(n, "RoundTrip"); fn != nil {
			if f := x.p.FuncOf(fn); f != nil {
				for _, r := range x.In(f) {
					if r.OnSuccess == Leaves && r.ClosureParam == nil {
						m := &made{count: x.countIn(f, lit, r.Attempts), inner: r, any: x.anyRequest(r), node: lit, answer: x.innerAnswer(lit), bare: bare(r)}
						m.param, m.inside = x.innerOf(lit)
						return m
					}
				}
			}
			return nil
		}
	}
	if n := namedOf(t); n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg() != x.p.Types && x.callees != nil {
		if fn := api.Method(n, "RoundTrip"); fn != nil {
			if s := x.callees.Summary(fn.Origin()); s != nil && len(s.Retries) > 0 {
				c := Count{N: s.Retries[0].Attempts, Node: lit}
				if c.N > 0 {
					c.Value = durations.Exactly(int64(c.N))
				}
				if f := s.Retries[0].AttemptsField; f != "" {
					c = x.countOf(lit, f, s.Retries[0].AttemptsPlus)
				}
				return &made{count: c, node: lit, perField: s.Retries[0].PerAttemptField, answer: x.innerAnswer(lit)}
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
		if kv := x.element(lit, f.Name()); kv != nil {
			return x.retrying(kv.Value, depth+1)
		}
		// client.Transport = rt
		for _, d := range x.p.Defs(f) {
			if d.Kind == code.DefAssign && d.Base != nil && d.RHS != nil && d.Index < 0 && x.holdsLit(d.Base, lit) {
				return x.retrying(d.RHS, depth+1)
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
	case *types.Pointer, *types.Interface, *types.Struct, *types.Signature:
	default:
		return nil
	}
	m := x.makes(fn, 0)
	if m == nil {
		if fields := x.fieldsFrom(fn); len(fields) > 0 {
			return []facts.Result{{Index: 0, Fields: fields}}
		}
		return x.setUp(fn)
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
	res := facts.Result{Index: 0, Trait: api.TraitRetrying, Attempts: count.N, What: x.text(m.node), AnyRequest: m.any}
	if v := x.p.VarOf(count.Bound); count.N == api.AttemptsUnknown && v != nil && len(x.p.Defs(v)) == 0 {
		res.AttemptsParam, res.AttemptsPlus = fn.ParamIndex(v)+1, count.Plus
	}
	if in := m.inner; in != nil && in.PerAttempt != nil {
		if per, ok := in.PerAttempt.Value.Min(); ok && per > 0 {
			res.Timeout = time.Duration(per)
		}
	} else {
		res.Inner, res.Bare = fn.ParamIndex(m.param)+1, m.bare
		if l := x.ifNil(m); l != nil {
			if per, ok := l.Value.Min(); ok && per > 0 {
				res.Timeout = time.Duration(per)
			}
		}
	}
	return []facts.Result{res}
}
