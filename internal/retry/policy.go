package retry

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

// A policy is what the options and policy values given to a driver say.
type policy struct {
	x        *Finder
	call     *ast.CallExpr
	until    token.Pos // what is set after it in the call's function comes too late; NoPos = all counts
	attempts Count
	// byDefault is the number without any setting.
	byDefault api.Attempts
	initial   durations.Value
	delayAt   ast.Node
	most      time.Duration
	factor    float64
	jitter    api.Tri
	total     *Limit
	attempt   *Limit
	outer     *Limit // of a policy around the one that repeats
	onTimeout bool   // timeouts are named among what is repeated
	ctx       ast.Expr
	on        facts.ErrClass
	onSet     bool
	shaped    bool // the shape of the delays is known
	unclear   bool // something given is not in sight
	explicit  bool // the number of attempts is set in sight
	seen      map[ast.Expr]bool
}

// driverPolicy reads what a call of a driver is given.
func (x *Finder) driverPolicy(call *ast.CallExpr, d *api.Driver) *policy {
	p := &policy{x: x, call: call, until: call.Pos(), seen: make(map[ast.Expr]bool)}
	p.defaults(d, call)
	switch {
	case d.Policy == api.PolicyReceiver:
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			p.option(sel.X, 0)
		} else {
			p.unclear = true
		}
	case d.Policy >= 0:
		for i := d.Policy; i < len(call.Args); i++ {
			if d.Kind == api.OpArg && i == d.Op {
				continue
			}
			if call.Ellipsis.IsValid() && i == len(call.Args)-1 {
				p.spread(call.Args[i])
				continue
			}
			if t := x.p.Info.TypeOf(call.Args[i]); t != nil {
				if _, fn := t.Underlying().(*types.Signature); fn && i != d.Policy && namedOf(t) == nil {
					continue // a notification, not an option
				}
			}
			p.option(call.Args[i], 0)
		}
	}
	p.byArgs(d, call)
	return p
}

func namedOf(t types.Type) *types.Named {
	n, _ := types.Unalias(t).(*types.Named)
	return n
}

// loopPolicy reads the policy of a driver that paces a loop.
func (x *Finder) loopPolicy(r *Retry, d *api.Driver, call *ast.CallExpr) *policy {
	return x.driverPolicy(call, d)
}

// defaults takes over what a row says.
func (p *policy) defaults(d *api.Driver, at ast.Node) {
	if d.Attempts != api.AttemptsUnknown {
		p.byDefault = d.Attempts
		p.attempts = Count{N: d.Attempts, Node: at}
		if d.Attempts > 0 {
			p.attempts.Value = durations.Exactly(int64(d.Attempts))
		}
	}
	if d.Cap > 0 {
		p.total = &Limit{Node: at, Value: durations.Exactly(int64(d.Cap)), Between: true}
	}
	b := d.Backoff
	if b.Jitter != api.Maybe {
		p.jitter = b.Jitter
	}
	if b.Known {
		p.shaped = true
		p.initial, p.delayAt = durations.Exactly(int64(b.Initial)), at
		p.factor, p.most = b.Factor, b.Max
		if p.factor == 0 {
			p.factor = 1
		}
	}
}

// byArgs reads the arguments that a row says hold counts and times.
func (p *policy) byArgs(d *api.Driver, call *ast.CallExpr) {
	arg := func(i int) ast.Expr {
		if i <= 0 || i > len(call.Args) {
			return nil
		}
		return call.Args[i-1]
	}
	if a := arg(d.CountArg); a != nil {
		p.count(a, 0, api.ZeroUnknown, api.ZeroUnknown)
	}
	if a := arg(d.DelayArg); a != nil {
		p.initial, p.delayAt = durations.Eval(p.x.p, a), a
		if p.factor == 0 && d.Backoff.Factor > 0 {
			p.factor = d.Backoff.Factor
		}
		p.shaped = true
	}
	if a := arg(d.CapArg); a != nil {
		p.total = &Limit{Node: a, Value: durations.Eval(p.x.p, a), Between: true}
	}
}

// spread reads options given as a slice.
func (p *policy) spread(e ast.Expr) {
	origins := p.x.p.Origins(e)
	if len(origins) == 1 && origins[0].Expr != nil {
		if lit, ok := origins[0].Expr.(*ast.CompositeLit); ok {
			for _, el := range lit.Elts {
				p.option(el, 1)
			}
			return
		}
	}
	p.unclear = true
}

// option reads one option or policy value.
func (p *policy) option(e ast.Expr, depth int) {
	e = ast.Unparen(e)
	if p.seen[e] {
		return
	}
	if depth > 8 {
		p.unclear = true
		return
	}
	p.seen[e] = true
	x := p.x
	if id, ok := e.(*ast.Ident); ok && id.Name == "nil" {
		return
	}
	for _, m := range p.sources(e) {
		if m == nil {
			p.unclear = true
			continue
		}
		defer p.later(x.holder(m))
		switch m := m.(type) {
		case *ast.CallExpr:
			p.optionCall(m, depth)
		case *ast.CompositeLit:
			p.optionLit(m, depth)
		case *ast.SelectorExpr, *ast.Ident:
			v := x.p.VarOf(m)
			if v == nil || v.Pkg() == nil || x.table == nil {
				p.unclear = true
				continue
			}
			if d := x.table.Driver(api.Path(v.Pkg().Path()) + "." + v.Name()); d != nil && d.Kind == api.OpPolicy {
				p.defaults(d, m)
			} else {
				p.unclear = true
			}
		case *ast.FuncLit:
			// func(o *Options) { o.RetryMaxAttempts = 2 }
			if f := x.p.FuncAt(m); f != nil && len(f.Params()) == 1 {
				p.later(f.Params()[0], f)
			}
		default:
			p.unclear = true
		}
	}
}

// sources returns the calls and literals that make an option or policy value.
func (p *policy) sources(e ast.Expr) []ast.Expr {
	out := p.x.makings(e, 0)
	for i, m := range out {
		if m == nil {
			continue
		}
		if lit := literal(m); lit != nil {
			out[i] = lit
		}
	}
	return out
}

// later applies what is set on the variable that holds a policy or client
// after its making: bo.MaxElapsedTime = 0, rc.SetRetryCount(3).
func (p *policy) later(v *types.Var, in *code.Func) {
	x := p.x
	if v == nil || in == nil || x.table == nil {
		return
	}
	t := v.Type()
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	here := x.p.Enclosing(p.call)
	in.Inspect(func(n ast.Node) bool {
		if n == nil || in == here && p.until.IsValid() && n.Pos() >= p.until {
			return false
		}
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) {
				for i, l := range n.Lhs {
					p.laterField(v, t, l, n.Rhs[i], n)
				}
			}
		case *ast.CallExpr:
			c := api.CalleeOf(x.p.Info, n)
			if c.Recv == nil || x.rootVar(c.Recv) != v {
				break
			}
			if s := x.table.Setting(c.Key); s != nil && s.Knob != api.KnobNone {
				p.setting(s, n, 1)
			}
		}
		return true
	})
}

// laterField applies an assignment to a field of v, or of a field of v.
func (p *policy) laterField(v *types.Var, t types.Type, lhs, rhs ast.Expr, at ast.Node) {
	x := p.x
	sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
	if !ok {
		return
	}
	f, ok := x.p.Info.Uses[sel.Sel].(*types.Var)
	if !ok || !f.IsField() {
		return
	}
	if x.p.VarOf(sel.X) == v {
		if _, ok := ast.Unparen(sel.X).(*ast.Ident); ok {
			if s := x.table.FieldSetting(api.KeyOfField(t, f)); s != nil {
				p.field(s, rhs, at)
			}
			return
		}
	}
	// rc.HTTPClient.Timeout: a limit of the client inside is one of each attempt.
	if x.rootVar(sel.X) == v {
		inner := x.p.Info.TypeOf(sel.X)
		if ptr, ok := inner.Underlying().(*types.Pointer); ok {
			inner = ptr.Elem()
		}
		if s := x.table.FieldSetting(api.KeyOfField(inner, f)); s != nil && (s.Knob == api.KnobWhole || s.Knob == api.KnobAttempt) {
			p.attempt = &Limit{Node: at, Value: durations.Eval(x.p, rhs)}
		}
	}
}

// rootVar returns the variable at the root of a chain of selections and calls.
func (x *Finder) rootVar(e ast.Expr) *types.Var {
	for range 16 {
		switch s := ast.Unparen(e).(type) {
		case *ast.Ident:
			return x.p.VarOf(s)
		case *ast.SelectorExpr:
			e = s.X
		case *ast.CallExpr:
			e = s.Fun
		case *ast.StarExpr:
			e = s.X
		default:
			return nil
		}
	}
	return nil
}

// holder returns the local variable that a making is assigned to, and the
// function around it.
func (x *Finder) holder(m ast.Expr) (*types.Var, *code.Func) {
	var n ast.Node = m
	for range 4 {
		switch up := x.p.Parent(n).(type) {
		case *ast.UnaryExpr, *ast.ParenExpr:
			n = up
		case *ast.AssignStmt:
			for i, r := range up.Rhs {
				if r != n {
					continue
				}
				k := i
				if len(up.Rhs) == 1 {
					k = 0
				}
				if k < len(up.Lhs) {
					if id, ok := ast.Unparen(up.Lhs[k]).(*ast.Ident); ok {
						return x.p.VarOf(id), x.p.Enclosing(up)
					}
				}
			}
			return nil, nil
		case *ast.ValueSpec:
			for i, r := range up.Values {
				if r == n && i < len(up.Names) {
					return x.p.VarOf(up.Names[i]), x.p.Enclosing(up)
				}
			}
			return nil, nil
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// field applies a setting by a struct field.
func (p *policy) field(s *api.Setting, e ast.Expr, at ast.Node) {
	if s.Knob == api.KnobPolicy {
		p.option(e, 2)
		return
	}
	p.set(s, e, at)
}

// setting applies a setting by a function or method.
func (p *policy) setting(s *api.Setting, call *ast.CallExpr, depth int) {
	if s.Wraps >= 0 && s.Wraps != s.Arg && s.Wraps < len(call.Args) {
		p.option(call.Args[s.Wraps], depth+1)
	}
	if s.Knob == api.KnobRetryIf {
		for _, a := range call.Args {
			p.onTimeout = p.onTimeout || namesTimeout(a)
		}
	}
	switch {
	case s.Arg < 0:
		p.fixed(s, call)
	case s.Arg < len(call.Args):
		if s.Knob == api.KnobPolicy {
			p.compose(call.Args[s.Arg:], depth)
		} else {
			p.set(s, call.Args[s.Arg], call)
		}
	}
}

// namesTimeout reports whether an expression is the error or code of a timeout.
func namesTimeout(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	switch sel.Sel.Name {
	case "DeadlineExceeded", "ErrExceeded", "ErrTimeout":
		return true
	}
	return false
}

// compose reads policies that are put around one another, the outermost first:
// a limit outside the one that repeats is a limit of the whole.
func (p *policy) compose(args []ast.Expr, depth int) {
	for _, a := range args {
		attempt, n := p.attempt, p.attempts
		p.option(a, depth+1)
		if attempt != nil && attempt == p.attempt && p.attempts != n && len(args) > 1 {
			p.total, p.attempt, p.outer = attempt, nil, attempt
		}
	}
}

// optionCall reads a call that makes or changes a policy or option.
func (p *policy) optionCall(call *ast.CallExpr, depth int) {
	x := p.x
	c := api.CalleeOf(x.p.Info, call)
	known := false
	if x.table != nil && c.Key != "" {
		if d := x.table.Driver(c.Key); d != nil && d.Kind == api.OpPolicy {
			known = true
			p.defaults(d, call)
			p.byArgs(d, call)
			for i, a := range call.Args {
				if call.Ellipsis.IsValid() && i == len(call.Args)-1 {
					p.spread(a)
				} else if p.isOption(a) {
					p.option(a, depth+1)
				}
			}
		}
		if s := x.table.Setting(c.Key); s != nil {
			known = true
			p.setting(s, call, depth)
		}
	}
	// A builder, or a value made from one: what was set on it before.
	if c.Recv != nil && c.Func != nil && c.Func.Pkg() != x.p.Types {
		p.option(c.Recv, depth+1)
		known = true
	}
	if known {
		return
	}
	if c.Func != nil {
		if f := x.p.FuncOf(c.Func); f != nil && depth < 4 {
			// The package's own function that makes the policy.
			if e := onlyReturn(f); e != nil {
				p.option(e, depth+1)
				return
			}
		}
	}
	if c.Func != nil && c.Func.Pkg() != nil && x.table != nil && x.table.Knows(api.Path(c.Func.Pkg().Path())) {
		// An option or maker of a known library that sets nothing of these by
		// itself: what it is given may.
		for i, a := range call.Args {
			if call.Ellipsis.IsValid() && i == len(call.Args)-1 {
				p.spread(a)
			} else if p.isOption(a) {
				p.option(a, depth+1)
			}
		}
		return
	}
	p.unclear = true
}

// isOption reports whether an argument of a policy's maker may be an option or policy itself.
func (p *policy) isOption(a ast.Expr) bool {
	t := p.x.p.Info.TypeOf(a)
	if t == nil || isContext(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return false
	case *types.Signature, *types.Interface, *types.Struct:
		return namedOf(t) != nil
	case *types.Pointer:
		_ = u
		return true
	}
	return false
}

// onlyReturn returns what a function with a single return statement returns.
func onlyReturn(f *code.Func) ast.Expr {
	var e ast.Expr
	n := 0
	f.Inspect(func(nd ast.Node) bool {
		if r, ok := nd.(*ast.ReturnStmt); ok {
			n++
			if len(r.Results) > 0 {
				e = r.Results[0]
			}
		}
		return true
	})
	if n != 1 {
		return nil
	}
	return e
}

// optionLit reads a composite literal of an options or policy struct.
func (p *policy) optionLit(lit *ast.CompositeLit, depth int) {
	x := p.x
	t := x.p.Info.TypeOf(lit)
	if t == nil || x.table == nil {
		p.unclear = true
		return
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if d := x.table.Driver(api.KeyOfType(t)); d != nil && d.Kind == api.OpPolicy {
		p.defaults(d, lit)
		return
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		p.unclear = true
		return
	}
	any := false
	given := make(map[string]ast.Expr)
	for i, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				given[id.Name] = kv.Value
			}
		} else if i < st.NumFields() {
			given[st.Field(i).Name()] = el
		}
	}
	for f := range st.Fields() {
		s := x.table.FieldSetting(api.KeyOfField(t, f))
		if s == nil {
			continue
		}
		any = true
		if e := given[f.Name()]; e != nil {
			p.field(s, e, e)
			continue
		}
		p.unset(s, lit)
	}
	if !any && !x.table.Knows(packageOf(t)) {
		p.unclear = true
	}
}

func packageOf(t types.Type) string {
	if n := namedOf(t); n != nil && n.Obj().Pkg() != nil {
		return api.Path(n.Obj().Pkg().Path())
	}
	return ""
}

// unset applies what it means that a field is left out.
func (p *policy) unset(s *api.Setting, at ast.Node) {
	switch s.Knob {
	case api.KnobAttempts, api.KnobRetries, api.KnobSteps:
		switch s.Zero {
		case api.ZeroNone:
			p.attempts = Count{N: api.AttemptsUnbounded, Node: at}
		case api.ZeroDefault:
			if s.DefaultN > 0 && p.attempts.N == 0 {
				p.number(int64(s.DefaultN), s.Knob, at)
			}
		case api.ZeroOff:
			p.attempts = Count{N: 1, Value: durations.Exactly(1), Node: at}
		}
	case api.KnobFactor:
		if p.factor == 0 {
			p.factor = 1
		}
	case api.KnobJitter:
		if p.jitter == api.Maybe && s.Zero == api.ZeroNone {
			p.jitter = api.No
		}
	case api.KnobDelay:
		if s.Default > 0 && !p.initial.Known() {
			p.initial, p.delayAt, p.shaped = durations.Exactly(int64(s.Default)), at, true
		}
	}
}

// fixed applies an option that takes no value.
func (p *policy) fixed(s *api.Setting, at ast.Node) {
	switch s.Knob {
	case api.KnobAttempts, api.KnobRetries, api.KnobSteps:
		p.explicit = true
		if api.Attempts(s.Value) == api.AttemptsUnbounded {
			p.attempts = Count{N: api.AttemptsUnbounded, Node: at}
		} else {
			p.number(int64(s.Value), s.Knob, at)
		}
	case api.KnobRetryOff:
		p.explicit = true
		p.attempts = Count{N: 1, Value: durations.Exactly(1), Node: at}
	}
}

func (p *policy) number(n int64, k api.Knob, at ast.Node) {
	if k == api.KnobRetries {
		n++
	}
	p.attempts = Count{N: api.Attempts(n), Value: durations.Exactly(n), Node: at}
}

// count applies a number of attempts given by an expression.
func (p *policy) count(e ast.Expr, k api.Knob, zero, negative api.ZeroMeans) {
	p.explicit = true
	v := durations.Eval(p.x.p, e)
	plus := 0
	if k == api.KnobRetries {
		plus = 1
	}
	n, ok := v.Max()
	if !ok || n >= 1<<31 {
		p.attempts = Count{Bound: e, Plus: plus, Node: e}
		return
	}
	means := api.ZeroUnknown
	switch {
	case n == 0:
		means = zero
	case n < 0:
		means = negative
	default:
		p.attempts = Count{N: api.Attempts(n + int64(plus)), Value: v.Add(durations.Exactly(int64(plus))), Node: e, Bound: e, Plus: plus}
		return
	}
	switch means {
	case api.ZeroNone:
		p.attempts = Count{N: api.AttemptsUnbounded, Node: e}
	case api.ZeroOff:
		p.attempts = Count{N: 1, Value: durations.Exactly(1), Node: e}
	case api.ZeroDefault:
	default:
		p.attempts = Count{Node: e}
		if n == 0 && k == api.KnobRetries {
			p.attempts = Count{N: 1, Value: durations.Exactly(1), Node: e}
		}
	}
}

// set applies a setting with a value.
func (p *policy) set(s *api.Setting, e ast.Expr, at ast.Node) {
	x := p.x
	value := func() durations.Value {
		v := durations.Eval(x.p, e)
		if s.Unit > 0 && !isDuration(x.p.Info.TypeOf(e)) {
			v = v.Mul(durations.Exactly(int64(s.Unit)))
		}
		return v
	}
	switch s.Knob {
	case api.KnobAttempts, api.KnobRetries, api.KnobSteps:
		p.count(e, s.Knob, s.Zero, s.Negative)
	case api.KnobDelay:
		p.initial, p.delayAt, p.shaped = value(), at, true
	case api.KnobFactor:
		lo, hi := durations.Eval(x.p, e).Floats()
		if lo == hi {
			p.factor = lo
			if p.factor == 0 {
				p.factor = 1
			}
		} else {
			p.factor = 0
		}
	case api.KnobMaxDelay:
		if n, ok := value().Exact(); ok && n > 0 {
			p.most = time.Duration(n)
		}
	case api.KnobJitter:
		p.jitter = api.Yes
		if lo, hi := durations.Eval(x.p, e).Floats(); lo == 0 && hi == 0 {
			p.jitter = api.No
		}
	case api.KnobTotal:
		v := value()
		if n, ok := v.Exact(); ok && n == 0 && s.Zero == api.ZeroNone {
			p.total = nil
			break
		}
		p.total = &Limit{Node: at, Value: v, Between: true}
	case api.KnobWhole:
		p.total = &Limit{Node: at, Value: value()}
	case api.KnobAttempt:
		p.attempt = &Limit{Node: at, Value: value()}
	case api.KnobCtx:
		p.ctx = e
	case api.KnobRetryOff:
		if tv := x.constOf(e); tv == nil || tv.Kind() != constant.Bool || constant.BoolVal(tv) {
			p.explicit = true
			p.attempts = Count{N: 1, Value: durations.Exactly(1), Node: at}
		}
	case api.KnobRetryIf:
		p.onSet, p.on = true, x.predicateClass(e)
	case api.KnobBackoff:
		p.shaped, p.jitter = false, api.Maybe
	}
}

// apply puts what the policy says into a retry.
func (p *policy) apply(r *Retry) {
	r.Attempts = p.attempts
	r.Default = p.byDefault
	if p.unclear && !p.explicit {
		// What is not in sight may set the number, unless it was set in sight.
		r.Attempts = Count{Node: p.call}
	}
	if p.total != nil && r.Total == nil {
		r.Total = p.total
	}
	if p.attempt != nil && r.PerAttempt == nil {
		r.PerAttempt = p.attempt
	}
	r.Outer, r.OnTimeout = p.outer, p.onTimeout
	at := p.delayAt
	if at == nil {
		at = p.call
	}
	d := &Delay{Node: at, Jitter: p.jitter, ObeysCtx: r.StopsOnCtx, Ctx: r.Ctx}
	switch {
	case p.shaped && !p.unclear:
		d.Value, d.Growth = p.initial, p.factor
		if p.factor > 1 {
			lo, ok := p.initial.Min()
			switch {
			case ok && p.most > 0:
				d.Value = durations.Between(lo, max(lo, int64(p.most)))
			case ok:
				d.Value = durations.AtLeast(lo)
			}
		}
		r.NoDelay = api.No
		if n, ok := p.initial.Exact(); ok && n == 0 {
			r.NoDelay, r.NoDelayAt = api.Yes, p.call
		}
		if n, ok := p.initial.Exact(); ok && r.Attempts.N > 1 && p.factor > 0 {
			r.DelaySum = durations.Exactly(int64(durations.Geometric(time.Duration(n), p.factor, p.most, int(r.Attempts.N)-1)))
		}
	default:
		d.Jitter = api.Maybe
	}
	if r.NoDelay != api.Yes {
		r.Delays = append(r.Delays, d)
	}
}
