package retry

import (
	"go/ast"
	"go/types"
	"sort"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// find recognises all repetitions of a function.
func (x *Finder) find(fn *code.Func) *found {
	if r, ok := x.memo[fn]; ok {
		return r
	}
	res := &found{}
	x.memo[fn] = res // a recursive question finds nothing yet
	defer func(n int) { x.steps = n }(x.steps)
	x.steps = 0
	if f := x.newFlow(fn, false); f != nil {
		for _, l := range f.loops {
			res.all = append(res.all, x.loopRetries(f, l)...)
		}
	}
	res.all = append(res.all, x.recursions(fn)...)
	res.all = append(res.all, x.agains(fn)...)
	res.all = append(res.all, x.calls(fn)...)
	res.all = withoutDoubles(res.all)
	sort.SliceStable(res.all, func(i, j int) bool { return res.all[i].Node.Pos() < res.all[j].Node.Pos() })
	for _, r := range res.all {
		if !r.Poll && !r.Items {
			res.retries = append(res.retries, r)
		}
	}
	return res
}

// withoutDoubles drops second calls that a loop has as its operation already.
func withoutDoubles(all []*Retry) []*Retry {
	out := all[:0]
	for _, r := range all {
		double := false
		if r.Kind == Again {
			for _, o := range all {
				for _, op := range o.Ops {
					double = double || o != r && o.Kind != Again && o.Kind != Self && op == r.Call
				}
			}
		}
		if !double {
			out = append(out, r)
		}
	}
	return out
}

// loopRetries recognises what a loop repeats.
func (x *Finder) loopRetries(f *flow, l *loop) []*Retry {
	if l.head == nil {
		return nil
	}
	cands := x.candidates(f, l)
	if len(cands) == 0 {
		return nil
	}
	// By what success leads to.
	var leaves, either, goesOn, status, polls []*candidate
	for _, c := range cands {
		if !x.hasError(c.call) && !x.errorInside(c.call) && !x.means(c.call) {
			// A bare verdict: whether "no" is a failure or an answer is not told.
			if c.fail.back && c.tested && !c.ok.back {
				polls = append(polls, c)
			}
			continue
		}
		switch {
		case c.fail.back && c.tested && !c.ok.back:
			leaves = append(leaves, c)
		case c.fail.back && c.tested && c.ok.leave:
			if x.statusTests(f, c) != nil {
				status = append(status, c)
			} else {
				either = append(either, c)
			}
		case c.fail.back && c.tested:
			goesOn = append(goesOn, c)
		case !c.fail.back && c.ok.back && c.ok.leave:
			if tests := x.statusTests(f, c); tests != nil && x.isItems(l) {
				// An error ends it: each item must succeed, and an answer's status
				// is no reason to ask the next one instead.
				goesOn = append(goesOn, c)
			} else if tests != nil && x.awaits(l, c, tests) {
				polls = append(polls, c) // a good answer leads back as well
			} else if tests != nil && (!x.byLength || !x.advances(f, l, c)) {
				status = append(status, c)
			} else if tests == nil && !x.advances(f, l, c) {
				// The way back hangs on a state, not on a failure.
				polls = append(polls, c)
			}
		case !c.tested && c.fail.back && c.ok.back && (!c.ok.leave || x.byPolicy(l)) && x.loggedOnly(f, l, c):
			goesOn = append(goesOn, c)
		}
	}
	switch {
	case len(leaves)+len(status) == 0 && len(either)+len(goesOn) > 0:
		if r := x.requeues(f, l, append(append([]*candidate(nil), either...), goesOn...)); r != nil {
			return []*Retry{r}
		}
	}
	switch {
	case len(leaves)+len(status) > 0:
		r := x.newLoop(f, l, append(leaves, status...), Leaves)
		r.Guard.Status = len(leaves) == 0
		for _, c := range status {
			r.Guard.Status = r.Guard.Status && !c.fails()
		}
		if x.overChannel(l) && x.varies(f, l, r.Ops[0]) {
			r.Items = true
			return []*Retry{r}
		}
		return []*Retry{x.complete(r)}
	case len(either) > 0:
		return x.goingOn(f, l, either, Either)
	case len(goesOn) > 0:
		return x.goingOn(f, l, goesOn, Continues)
	case len(polls) > 0:
		r := x.newLoop(f, l, polls[:1], Either)
		r.Poll = true
		return []*Retry{r}
	}
	return nil
}

// byPolicy reports whether a loop takes its delays from a policy that counts, whose
// end is what it leaves at.
func (x *Finder) byPolicy(l *loop) bool {
	found := false
	code.InspectShallow(l.body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			_, counted := api.Counted(x.p.CalleeOf(call).Key)
			found = found || counted
		}
		return !found
	})
	return found
}

// loggedOnly reports whether an endless loop runs an operation again and again
// with nothing but a wait between, its error looked at by no test: a reconnect.
func (x *Finder) loggedOnly(f *flow, l *loop, c *candidate) bool {
	fs, ok := l.node.(*ast.ForStmt)
	if !ok || fs.Cond != nil && fs.Init != nil || !x.hasError(c.call) || len(c.failWalk.errVars) == 0 {
		return false
	}
	used := false
	for v := range c.failWalk.errVars {
		code.InspectShallow(l.body, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && x.p.Info.Uses[id] == types.Object(v) {
				used = true
			}
			return !used
		})
	}
	return used
}

// goingOn judges a loop that goes on whatever the outcome: it repeats the
// operations whose operands do not change from turn to turn; the others work
// on what those brought.
func (x *Finder) goingOn(f *flow, l *loop, cands []*candidate, s Success) []*Retry {
	var same, stuck []*candidate
	for _, c := range cands {
		switch p := x.progress(f, l, c); {
		case p == onSuccess:
			stuck = append(stuck, c)
		case p != always && !x.varies(f, l, c.call):
			same = append(same, c)
		}
	}
	if len(stuck) > 0 && !x.readsOnly(stuck) {
		return []*Retry{x.complete(x.newLoop(f, l, stuck, Leaves))}
	}
	if len(same) == 0 || x.isItems(l) || x.readsOnly(same) {
		r := x.newLoop(f, l, cands, s)
		r.Items = true
		return []*Retry{r}
	}
	return []*Retry{x.complete(x.newLoop(f, l, same, s))}
}

// readsOnly reports whether all operations read on in a local stream or iterator.
func (x *Finder) readsOnly(cands []*candidate) bool {
	for _, c := range cands {
		fn := x.p.Callee(c.call)
		if fn == nil || fn.Pkg() == nil {
			return false
		}
		switch path := fn.Pkg().Path(); {
		case path == "io" || path == "bufio":
		case strings.HasPrefix(fn.Name(), "Next"):
			// By its contract each call is about another element.
		case strings.HasPrefix(fn.Name(), "Read") && !takesContext(fn) && !api.IsStd(path) && (x.table == nil || x.table.Call(api.Key(fn)) == nil):
		default:
			return false
		}
	}
	return true
}

// isItems reports whether a loop visits the elements of a collection.
func (x *Finder) isItems(l *loop) bool {
	rs, ok := l.node.(*ast.RangeStmt)
	if !ok {
		return false
	}
	switch t := x.p.Info.TypeOf(rs.X); t.Underlying().(type) {
	case *types.Basic:
		b := t.Underlying().(*types.Basic)
		return b.Info()&types.IsString != 0
	case *types.Chan:
		return !x.isTimeChan(rs.X)
	}
	return true
}

// overChannel reports whether a loop takes what comes out of a channel.
func (x *Finder) overChannel(l *loop) bool {
	rs, ok := l.node.(*ast.RangeStmt)
	if !ok {
		return false
	}
	t := x.p.Info.TypeOf(rs.X)
	if t == nil {
		return false
	}
	_, ch := t.Underlying().(*types.Chan)
	return ch && !x.isTimeChan(rs.X)
}

func (x *Finder) newLoop(f *flow, l *loop, cands []*candidate, s Success) *Retry {
	r := &Retry{Kind: Loop, In: f.fn, Node: l.node, Body: l.body, OnSuccess: s, outcome: &outcome{f: f, l: l, cand: cands}}
	if l.back != nil {
		r.Kind, r.Node = Goto, l.back
	}
	seen := make(map[*ast.CallExpr]bool)
	for _, c := range cands {
		for _, op := range c.ops {
			if !seen[op] {
				seen[op] = true
				r.Ops = append(r.Ops, op)
			}
		}
	}
	sort.SliceStable(r.Ops, func(i, j int) bool { return r.Ops[i].Pos() < r.Ops[j].Pos() })
	return r
}

// complete fills in what is known of a loop that is a retry.
func (x *Finder) complete(r *Retry) *Retry {
	o := r.outcome
	f, l := o.f, o.l
	r.Local = len(r.Ops) > 0
	for _, op := range r.Ops {
		r.Local = r.Local && x.local(op)
	}
	if rs, ok := l.node.(*ast.RangeStmt); ok {
		r.Periodic = x.isTimeChan(rs.X)
	}
	for _, c := range o.cand {
		r.Resumes = r.Resumes || x.advances(f, l, c)
	}
	if r.OnSuccess == Leaves {
		r.Targets, r.Drawn = x.targets(l, r), x.draws(l, r)
		r.Rounds = r.Targets && x.rounds(l, r)
		if r.Targets && (r.Local || x.ways(l, r)) {
			r.Items = true // a search through places or ways, not a retry
			return r
		}
	}
	if r.OnSuccess == Leaves && x.searches(r) {
		r.Items = true
		return r
	}
	x.closureParam(r)
	x.delays(r)
	x.noDelay(r)
	m := f.newMachine(l, o.cand[len(o.cand)-1])
	o.m, m.ops = m, r.Ops
	m.count(r)
	x.guard(r)
	x.limits(r)
	x.bounds(r, m)
	x.loopDriver(r)
	x.overflows(r)
	x.decidedInside(r)
	return r
}

// closureParam finds the function-typed parameter that the operations run.
func (x *Finder) closureParam(r *Retry) {
	for _, op := range r.Ops {
		if v := x.runsParam(r.In, op); v != nil {
			r.ClosureParam = v
			return
		}
	}
}

// runsParam returns the function-typed parameter of fn that a call runs: by
// calling it, or by handing it to a function that does.
func (x *Finder) runsParam(fn *code.Func, call *ast.CallExpr) *types.Var {
	if v := x.funcParam(fn, call.Fun); v != nil {
		return v
	}
	for i, a := range call.Args {
		v := x.funcParam(fn, a)
		if v == nil {
			continue
		}
		callee := x.p.Callee(call)
		if f := x.p.FuncOf(callee); f != nil {
			for _, c := range x.Closures(f) {
				if c.Param == i && (c.Sync || c.Repeats) {
					return v
				}
			}
			continue
		}
		return v
	}
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		return x.litRunsParam(fn, lit)
	}
	// In a literal that is run at once: pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error { return fn(tx) }).
	for i, a := range call.Args {
		if lit, ok := ast.Unparen(a).(*ast.FuncLit); ok && x.runsAtOnce(call, i) {
			if v := x.litRunsParam(fn, lit); v != nil {
				return v
			}
		}
	}
	return nil
}

// litRunsParam returns the function-typed parameter of fn that a literal runs.
func (x *Finder) litRunsParam(fn *code.Func, lit *ast.FuncLit) *types.Var {
	f := x.p.FuncAt(lit)
	if f == nil {
		return nil
	}
	for _, c := range f.Calls() {
		if v := x.runsParam(fn, c); v != nil {
			return v
		}
	}
	return nil
}

// runsAtOnce reports whether a call is known to run the function at one of its
// arguments before it returns, and not again.
func (x *Finder) runsAtOnce(call *ast.CallExpr, arg int) bool {
	c := x.p.CalleeOf(call)
	if x.table != nil {
		if r := x.table.Runner(c.Key); r != nil {
			return r.Op == arg && !r.Async && !r.Later
		}
	}
	var closures []facts.Closure
	if f := x.p.FuncOf(c.Func); f != nil {
		closures = x.Closures(f)
	} else if x.callees != nil && c.Func != nil {
		if s := x.callees.Summary(c.Func); s != nil {
			closures = s.Closures
		}
	}
	for _, cl := range closures {
		if cl.Param == arg {
			return cl.Sync && !cl.Repeats
		}
	}
	return false
}

// funcParam returns the function-typed parameter of fn that e stands for.
func (x *Finder) funcParam(fn *code.Func, e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := x.p.Info.Uses[id].(*types.Var)
	if !ok || fn.ParamIndex(v) < 0 {
		return nil
	}
	if _, ok := v.Type().Underlying().(*types.Signature); !ok {
		return nil
	}
	return v
}
