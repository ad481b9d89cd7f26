package retry

import (
	"go/ast"
	"go/types"
	"slices"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
)

// delays collects the waits between a failure and the next attempt.
func (x *Finder) delays(r *Retry) {
	o := r.outcome
	seen := make(map[ast.Node]bool)
	var resets []*ast.CallExpr // on the way from a failure to the next attempt
	add := func(p *pause) {
		if p == nil || seen[p.node] || r.inOp(p.node) {
			return
		}
		x.setAgain(p, resets)
		seen[p.node] = true
		r.Delays = append(r.Delays, x.delay(r, p))
		r.Periodic = r.Periodic || p.ticker
	}
	for _, c := range o.cand {
		w := o.walk(c)
		var found []*pause
		w.dead = func(n ast.Node) bool {
			found = append(found, x.pauses(n, r.In)...)
			code.InspectShallow(n, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok && x.p.CalleeOf(call).Key == "(*time.Timer).Reset" && len(call.Args) == 1 && !slices.Contains(resets, call) {
					resets = append(resets, call)
				}
				return true
			})
			return false
		}
		w.run()
		for _, p := range found {
			add(p)
		}
		for _, s := range w.conds {
			if s.clause == nil {
				continue
			}
			switch p := o.f.selectPause(s.clause); {
			case p == nil:
			case s.yes.back:
				add(p)
			case r.Restarting == nil && s.yes.leave:
				// A limit that begins anew in each turn.
				r.Restarting = &Limit{Node: p.node, Value: x.value(p, nil)}
			}
		}
	}
	if rs, ok := o.l.node.(*ast.RangeStmt); ok && x.isTimeChan(rs.X) {
		add(x.timerPause(rs, rs.X, r.In))
	}
}

// setAgain gives a wait for a timer the length that is set on the way from the
// failure: after a success it may be another one.
func (x *Finder) setAgain(p *pause, resets []*ast.CallExpr) {
	if p.timer == nil {
		return
	}
	n := 0
	for _, call := range resets {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && x.p.SamePlace(sel.X, p.timer) {
			p.arg = call.Args[0]
			n++
		}
	}
	if n > 1 {
		p.arg = nil
	}
}

// inOp reports whether a node is part of one of the operations: what an
// operation waits for inside is no delay between attempts.
func (r *Retry) inOp(n ast.Node) bool {
	for _, op := range r.Ops {
		if code.Within(n, op) {
			return true
		}
	}
	return false
}

func (x *Finder) delay(r *Retry, p *pause) *Delay {
	d := &Delay{pause: p, Node: p.node, Arg: p.arg, ObeysCtx: p.obeys, Ctx: p.ctx, Through: p.through, Value: x.value(p, nil)}
	if p.driver != nil {
		b := p.driver.Backoff
		d.Jitter = b.Jitter
		if b.Known {
			d.Value = durations.AtLeast(int64(b.Initial))
			d.Growth = b.Factor
		}
		return d
	}
	if p.call != nil && p.arg != nil {
		if given := x.argOf(p.in, p.call, p.arg); given != nil {
			d.Arg = given
		}
	}
	d.Jitter = x.jitter(p)
	d.Collapsed = d.Value.Collapsed
	d.Growth, d.Linear, d.Var = x.growth(r, p)
	if d.Var != nil && !code.IsDuration(d.Var.Type()) {
		d.Tenth = x.value(p, durations.Env{d.Var: durations.Exactly(10)})
	}
	if d.Var != nil && d.Arg != nil && d.Jitter == api.Yes && x.p.VarOf(d.Arg) != d.Var {
		d.Capped = x.capped(p, d)
	}
	return d
}

// capped returns what a wait comes to when the variable that it grows with is
// large, if that is one number although otherwise a random part is in it.
func (x *Finder) capped(p *pause, d *Delay) durations.Value {
	large := []int64{12, 20, 28}
	if code.IsDuration(d.Var.Type()) {
		most := int64(1000 * time.Hour)
		ast.Inspect(d.Arg, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok && x.p.VarOf(e) == d.Var {
				if k, ok := durations.Eval(x.p, e).Max(); ok {
					most = min(most, k)
				}
			}
			return true
		})
		large = []int64{most}
	}
	for _, k := range large {
		w := x.value(p, durations.Env{d.Var: durations.Exactly(k)})
		if w.Overflow != nil {
			break
		}
		if n, ok := w.Exact(); ok && n > 0 {
			return w
		}
	}
	return durations.Unknown
}

// overflows finds the delays that stop fitting their type after some failures.
func (x *Finder) overflows(r *Retry) {
	for _, d := range r.Delays {
		if d.Var == nil || d.pause == nil || r.outcome == nil {
			continue
		}
		x.overflow(r, d)
		n, ok := r.Attempts.Value.Max()
		if ok && int64(d.OverflowAfter) >= n || !ok && r.Attempts.N != api.AttemptsUnbounded {
			d.OverflowAfter, d.OverflowAt = 0, nil
		}
	}
}

func (x *Finder) overflow(r *Retry, d *Delay) {
	first := x.firstValue(r, d.Var)
	if code.IsDuration(d.Var.Type()) {
		// A duration that is multiplied: it overflows unless something caps it.
		if _, capped := d.Value.Max(); capped || d.Growth <= 1 {
			return
		}
		n, ok := first.Min()
		if !ok || n <= 0 {
			return
		}
		if steps, ok := durations.GrowthOverflow(time.Duration(n), d.Growth); ok {
			d.OverflowAfter, d.OverflowAt = steps+1, d.Arg
		}
		return
	}
	n, ok := first.Exact()
	if !ok || n < 0 || x.stopsCounting(r, d.Var) {
		return
	}
	for k := n; k <= n+128; k++ {
		v := x.value(d.pause, durations.Env{d.Var: durations.Exactly(k)})
		if v.Overflow != nil {
			if durations.Caught(x.p, v.Overflow) {
				return
			}
			d.OverflowAfter, d.OverflowFrom, d.OverflowAt = int(k-n)+1, k, v.Overflow
			return
		}
	}
}

// firstValue returns the value of a variable before the first attempt.
func (x *Finder) firstValue(r *Retry, v *types.Var) durations.Value {
	if m := r.outcome.m; m != nil {
		if val, ok := m.init[v]; ok {
			return val
		}
	}
	return durations.Unknown
}

// jitter says whether a random part takes part in a wait.
func (x *Finder) jitter(p *pause) api.Tri {
	if p.arg == nil {
		return api.Maybe
	}
	v := x.value(p, nil)
	if v.Random {
		return api.Yes
	}
	if v.Collapsed != nil {
		return api.No
	}
	if p.call != nil {
		// The argument may bring it, or a variable on the way.
		for _, a := range p.call.Args {
			if code.IsDuration(x.p.Info.TypeOf(a)) || numeric2(x.p.Info.TypeOf(a)) {
				if durations.Eval(x.p, a).Random {
					return api.Yes
				}
				if x.opaque(a, 0) {
					return api.Maybe
				}
			}
		}
	}
	if x.opaque(p.arg, 0) {
		return api.Maybe
	}
	return api.No
}

func numeric2(t types.Type) bool { return t != nil && numeric(t) }

// opaque reports whether an expression hangs on something that cannot be
// looked into and might be random: an unknown call, a value from elsewhere
// that is set anew each time.
func (x *Finder) opaque(e ast.Expr, depth int) bool {
	if depth > 6 {
		return true
	}
	found := false
	code.InspectShallow(e, func(n ast.Node) bool {
		if found {
			return false
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			c := x.p.CalleeOf(n)
			if c.Conversion || c.Builtin != "" {
				return true
			}
			if c.Func != nil && c.Func.Pkg() != nil {
				switch c.Func.Pkg().Path() {
				case "math", "time", "math/bits":
					return true
				}
				if f := x.p.FuncOf(c.Func); f != nil {
					found = x.opaqueFunc(f, depth+1)
					return true
				}
			}
			found = true
			return false
		case *ast.IndexExpr:
			return true
		case *ast.Ident:
			v, ok := x.p.Info.Uses[n].(*types.Var)
			if !ok || v.IsField() || !numeric(v.Type()) {
				return true
			}
			if v.Parent() == x.p.Types.Scope() {
				return true
			}
			for _, d := range x.p.Reaching(n) {
				if d.Kind == code.DefParam {
					continue // judged with the argument
				}
				if d.RHS != nil && depth < 6 && !code.Within(n, d.Node) {
					if x.opaque(d.RHS, depth+1) {
						found = true
					}
				}
			}
		}
		return !found
	})
	return found
}

func (x *Finder) opaqueFunc(f *code.Func, depth int) bool {
	if depth > 6 {
		return true
	}
	found := false
	f.Inspect(func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok {
			for _, e := range ret.Results {
				found = found || x.opaque(e, depth+1)
			}
		}
		return !found
	})
	return found
}

// growth says how a wait changes from attempt to attempt.
func (x *Finder) growth(r *Retry, p *pause) (factor float64, linear bool, v *types.Var) {
	if p.arg == nil || r.outcome == nil {
		return 0, false, nil
	}
	l := r.outcome.l
	arg := p.arg
	if self := r.outcome.self; self != nil {
		if self.call == nil {
			return 1, false, nil
		}
		if v = x.countedBy(r.In, self.call); v == nil || !x.pauseMentions(p, v) {
			return 1, false, nil
		}
		return x.grows(p, v, l)
	}
	if p.call != nil {
		for _, a := range p.call.Args {
			if t := x.p.Info.TypeOf(a); numeric2(t) {
				if w := x.changesIn(a, l, 0); w != nil {
					v = w
				}
			}
		}
	} else {
		v = x.changesIn(arg, l, 0)
	}
	if v == nil {
		return 1, false, nil
	}
	return x.grows(p, v, l)
}

// pauseMentions reports whether a wait's length hangs on v.
func (x *Finder) pauseMentions(p *pause, v *types.Var) bool {
	if p.call != nil {
		return x.p.Mentions(p.call, v)
	}
	if x.p.Mentions(p.arg, v) {
		return true
	}
	for _, w := range x.varsIn(p.arg) {
		for _, d := range x.p.Defs(w) {
			if d.RHS != nil && x.p.Mentions(d.RHS, v) {
				return true
			}
		}
	}
	return false
}

// grows measures how a wait grows with v.
func (x *Finder) grows(p *pause, v *types.Var, l *loop) (factor float64, linear bool, _ *types.Var) {
	// Two turns with the variable one step on.
	one, two, three := x.at(p, v, l, 1), x.at(p, v, l, 2), x.at(p, v, l, 3)
	a, ok1 := one.Min()
	b, ok2 := two.Min()
	c, ok3 := three.Min()
	if !ok1 || !ok2 || !ok3 || a <= 0 {
		return 0, false, v
	}
	if b-a == c-b && b != a {
		return 0, true, v
	}
	return float64(b) / float64(a), false, v
}

// at evaluates a wait after the k-th step of variable v.
func (x *Finder) at(p *pause, v *types.Var, l *loop, k int64) durations.Value {
	val := durations.Exactly(k)
	if code.IsDuration(v.Type()) {
		val = durations.Exactly(1 << 20) // about a millisecond
		for range k {
			for _, d := range x.p.Defs(v) {
				if d.Node != nil && l.holds(d.Node) && (d.Kind == code.DefOp || d.RHS != nil && x.p.Mentions(d.RHS, v)) {
					val = durations.Step(x.p, v, d, val, nil)
					break
				}
			}
		}
	}
	return x.value(p, durations.Env{v: val})
}

// changesIn returns the variable in e that changes from turn to turn of a loop.
func (x *Finder) changesIn(e ast.Expr, l *loop, depth int) *types.Var {
	if depth > 4 {
		return nil
	}
	for _, v := range append(x.varsIn(e), x.fieldsIn(e)...) {
		if !numeric(v.Type()) {
			continue
		}
		for _, d := range x.p.Defs(v) {
			if d.Node == nil || !l.holds(d.Node) {
				continue
			}
			if d.Kind == code.DefOp || d.Kind == code.DefRangeKey || d.Kind == code.DefRangeValue || d.RHS != nil && x.p.Mentions(d.RHS, v) {
				return v
			}
			if d.RHS != nil {
				if w := x.changesIn(d.RHS, l, depth+1); w != nil {
					return w
				}
			}
		}
	}
	return nil
}

// fieldsIn returns the fields that e selects.
func (x *Finder) fieldsIn(e ast.Expr) []*types.Var {
	var out []*types.Var
	ast.Inspect(e, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if v := x.p.FieldOf(sel); v != nil {
				out = append(out, v)
			}
		}
		return true
	})
	return out
}

// loopDriver notes the library that paces a loop.
func (x *Finder) loopDriver(r *Retry) {
	if x.table == nil {
		return
	}
	l := r.outcome.l
	for _, c := range r.In.Calls() {
		if !l.holds(c) || inInit(l, c) {
			continue
		}
		d := x.table.Driver(x.p.CalleeOf(c).Key)
		if d == nil || d.Kind != api.OpLoop {
			continue
		}
		r.loopDriver(x, d, c)
		return
	}
	if rs, ok := l.node.(*ast.RangeStmt); ok {
		sel, ok := ast.Unparen(rs.X).(*ast.SelectorExpr)
		if !ok {
			return
		}
		for _, o := range x.p.Origins(sel.X) {
			call, ok := o.Expr.(*ast.CallExpr)
			if !ok {
				continue
			}
			if d := x.table.Driver(x.p.CalleeOf(call).Key); d != nil && d.Kind == api.OpLoop {
				r.loopDriver(x, d, call)
				return
			}
		}
	}
}

func (r *Retry) loopDriver(x *Finder, d *api.Driver, call *ast.CallExpr) {
	r.Kind, r.Driver, r.Call, r.Callee = LoopDriver, d, call, x.p.Callee(call)
	r.NoDelay = api.No
	if r.Attempts.Bounded() != api.Yes {
		r.Attempts = Count{Node: call}
		pol := x.loopPolicy(r, d, call)
		pol.apply(r)
	}
	if r.StopsOnCtx != api.Yes && d.Stop != api.Maybe {
		r.StopsOnCtx = d.Stop
	}
}
