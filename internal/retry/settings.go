package retry

import (
	"go/ast"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
)

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
			if f := p.x.closureAt(a); f != nil {
				p.retryIf = f
			}
		}
	}
	if s.Knob == api.KnobRetryUnless {
		p.unless(call.Args)
		return
	}
	switch {
	case s.Arg < 0:
		p.fixed(s, call)
	case s.Arg < len(call.Args):
		if s.Knob == api.KnobPolicy {
			p.compose(call.Args[s.Arg:], depth)
		} else {
			p.set(s, call.Args[s.Arg], call)
			p.growth(s, call)
		}
	}
}

// growth applies what a setting of the first delay says of the later ones.
func (p *policy) growth(s *api.Setting, call *ast.CallExpr) {
	if s.Factor > 0 {
		p.factor = s.Factor
	}
	if i := s.FactorArg - 1; i >= 0 && i < len(call.Args) {
		p.factor = 0
		if lo, hi := durations.Eval(p.x.p, call.Args[i]).Floats(); lo == hi {
			p.factor = lo
		}
	}
	if i := s.MaxArg - 1; i >= 0 && i < len(call.Args) {
		p.most = 0
		if n, ok := durations.Eval(p.x.p, call.Args[i]).Exact(); ok && n > 0 {
			p.most = time.Duration(n)
		}
	}
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
		if s.Unit > 0 && !code.IsDuration(x.p.Info.TypeOf(e)) {
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
			p.jitter, p.added = api.No, false
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
		p.attempt = &Limit{Node: at, Arg: e, Value: value()}
	case api.KnobCtx:
		p.ctx = e
	case api.KnobRetryOff:
		if off, ok := x.p.Bool(e); off || !ok {
			p.explicit = true
			p.attempts = Count{N: 1, Value: durations.Exactly(1), Node: at}
		}
	case api.KnobRetryIf:
		cl := x.predicateClass(e)
		p.onSet, p.on, p.lost, p.named = true, cl.class, cl.loses(), cl.what
		if f := x.closureAt(e); f != nil {
			p.retryIf = f
		}
	case api.KnobRetryUnless:
		p.unless([]ast.Expr{e})
	case api.KnobBackoff:
		p.computed = x.computes(e)
	}
}

// apply puts what the policy says into a retry.
func (p *policy) apply(r *Retry) {
	if p.computed != nil {
		p.computed.apply(p)
	}
	r.Attempts = p.attempts
	r.Default = p.byDefault
	if p.unclear && !p.explicit {
		// What is not in sight may set the number, unless it was set in sight.
		r.Attempts = Count{Node: p.call}
	}
	if !p.unclear {
		r.Own = p.total
	}
	if p.total != nil && r.Total == nil {
		r.Total = p.total
	}
	if p.attempt != nil && (r.PerAttempt == nil || !longerThan(p.attempt, r.PerAttempt)) {
		r.PerAttempt = p.attempt // it cuts whatever the operation's own limit is
	}
	r.Hedge = r.Hedge || p.hedges && !p.repeats
	r.Outer, r.OnTimeout, r.If = p.outer, p.onTimeout, p.retryIf
	r.Named = append(r.Named, p.named...)
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
		if n, ok := p.initial.Exact(); ok && n == 0 && !p.added {
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

// longerThan reports whether a limit is known to be longer than another.
func longerThan(a, b *Limit) bool {
	least, ok1 := a.Value.Min()
	most, ok2 := b.Value.Max()
	return ok1 && ok2 && least > most
}
