package retry

import (
	"go/ast"
	"go/token"
	"go/types"
	"sort"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

// A candidate is an operation with what its failure and success lead to.
type candidate struct {
	call     *ast.CallExpr
	ops      []*ast.CallExpr // the calls it stands for: itself, or those whose result it judges
	fail, ok reach
	tested   bool
	failWalk *walk
	okWalk   *walk
	backWalk *walk // if a result leads back: the walk that shows how
}

// fails reports whether it is the error that leads back; else it is a result
// of an operation that had none.
func (c *candidate) fails() bool { return c.fail.back }

// back returns the walk that shows the way back.
func (c *candidate) back() *walk {
	if c.backWalk != nil {
		return c.backWalk
	}
	return c.failWalk
}

// outcome keeps what the loop's parts need after the recognition.
type outcome struct {
	f    *flow
	l    *loop
	cand []*candidate
	self *selfCall // of a recursion
	m    *machine
	goal func(ast.Node) bool // of a recursion or a second call: what the way back leads to
}

// walk returns a walk from an operation under the assumption that leads back.
func (o *outcome) walk(c *candidate) *walk {
	w := &walk{f: o.f, l: o.l, op: c.call, fail: c.fails(), goal: o.goal}
	if o.goal != nil {
		w.l = nil
	}
	return w
}

// find recognises all repetitions of a function.
func (x *Finder) find(fn *code.Func) *found {
	if r, ok := x.memo[fn]; ok {
		return r
	}
	res := &found{}
	x.memo[fn] = res // a recursive question finds nothing yet
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
			if tests := x.statusTests(f, c); tests != nil && (!x.byLength || !x.advances(f, l, c) && !x.isItems(l)) {
				status = append(status, c)
			} else if tests == nil && !x.advances(f, l, c) {
				// The way back hangs on a state, not on a failure.
				polls = append(polls, c)
			}
		case !c.tested && c.fail.back && c.ok.back && !c.ok.leave && x.loggedOnly(f, l, c):
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
	var same []*candidate
	for _, c := range cands {
		if !x.varies(f, l, c.call) {
			same = append(same, c)
		}
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

// candidates returns the operations of a loop whose outcome is tested, with
// where it leads.
func (x *Finder) candidates(f *flow, l *loop) []*candidate {
	var works []*ast.CallExpr
	for _, c := range f.fn.Calls() {
		if l.holds(c) && !inInit(l, c) && f.at[c].block != nil && x.hasOutcome(c) && x.plausible(c) && !x.isDelayCall(c) && !x.detached(c) {
			works = append(works, c)
		}
	}
	var out []*candidate
	for _, c := range works {
		out = append(out, x.candidate(f, l, c, []*ast.CallExpr{c}))
	}
	// Calls that only judge what an operation brought: err = check(resp).
	for _, c := range f.fn.Calls() {
		if !l.holds(c) || inInit(l, c) || f.at[c].block == nil || !x.hasError(c) || x.plausible(c) || x.isDelayCall(c) || makesError(x.p.Info.TypeOf(c.Fun)) {
			continue
		}
		var of []*ast.CallExpr
		for _, w := range works {
			if w.Pos() < c.Pos() && x.judges(c, w) {
				of = append(of, w)
			}
		}
		if len(of) > 0 {
			out = append(out, x.candidate(f, l, c, of))
		}
	}
	return out
}

// detached reports whether a call runs in a goroutine or at the function's end.
func (x *Finder) detached(call *ast.CallExpr) bool {
	switch x.p.Parent(call).(type) {
	case *ast.GoStmt, *ast.DeferStmt:
		return true
	}
	return false
}

// inInit reports whether a node stands in the part of a loop that runs once.
func inInit(l *loop, n ast.Node) bool {
	switch s := l.node.(type) {
	case *ast.ForStmt:
		return s.Init != nil && contains(s.Init, n)
	case *ast.RangeStmt:
		return contains(s.X, n)
	}
	return false
}

func (x *Finder) candidate(f *flow, l *loop, call *ast.CallExpr, ops []*ast.CallExpr) *candidate {
	c := &candidate{call: call, ops: ops}
	c.failWalk = &walk{f: f, l: l, op: call, fail: true}
	c.fail = c.failWalk.run()
	c.tested = c.failWalk.tested
	c.okWalk = &walk{f: f, l: l, op: call, smooth: true}
	c.ok = c.okWalk.run()
	if !c.fail.back && c.ok.back {
		c.backWalk = &walk{f: f, l: l, op: call}
		c.backWalk.run()
	}
	return c
}

// judges reports whether call c gets a result of operation w as an argument
// or receiver: check(resp), resp.Err().
func (x *Finder) judges(c, w *ast.CallExpr) bool {
	for _, v := range x.resultsOf(w) {
		if x.p.Mentions(c, v) {
			return true
		}
	}
	return contains(c, w)
}

// resultsOf returns the variables that get the results of a call, errors left out.
func (x *Finder) resultsOf(call *ast.CallExpr) []*types.Var {
	var lhs []ast.Expr
	switch s := x.p.Parent(call).(type) {
	case *ast.AssignStmt:
		if len(s.Rhs) == 1 {
			lhs = s.Lhs
		}
	case *ast.ValueSpec:
		for _, id := range s.Names {
			lhs = append(lhs, id)
		}
	}
	var out []*types.Var
	for _, l := range lhs {
		if v := x.p.VarOf(l); v != nil && !isError(v.Type()) && v.Name() != "_" {
			out = append(out, v.Origin())
		}
	}
	return out
}

// operands returns the variables that an operation is given, as arguments and
// receiver, contexts left out.
func (x *Finder) operands(call *ast.CallExpr) []*types.Var {
	var out []*types.Var
	seen := make(map[*types.Var]bool)
	visit := func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			v, ok := x.p.Info.Uses[id].(*types.Var)
			if !ok || seen[v] || v.IsField() || isContext(v.Type()) || isError(v.Type()) {
				return true
			}
			seen[v] = true
			out = append(out, v.Origin())
			return true
		})
	}
	for _, a := range call.Args {
		visit(a)
	}
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.SelectorExpr:
		visit(fun.X)
	case *ast.FuncLit:
		visit(fun.Body)
	case *ast.Ident:
		visit(fun)
	}
	return out
}

// varies reports whether what the operation is given differs from turn to
// turn: it hangs on the loop's variable, or on what another operation of the
// turn brought.
func (x *Finder) varies(f *flow, l *loop, call *ast.CallExpr) bool {
	seen := make(map[*types.Var]bool)
	var differs func(v *types.Var) bool
	differs = func(v *types.Var) bool {
		if seen[v] {
			return false
		}
		seen[v] = true
		for _, d := range x.p.Defs(v) {
			if d.Node == nil || !l.holds(d.Node) {
				continue
			}
			switch d.Kind {
			case code.DefRangeKey, code.DefRangeValue:
				return true
			case code.DefAddr:
				continue
			case code.DefOp:
				// A number that is counted on is an item only where the loop
				// counts to an end; else it counts the turns.
				if numeric(v.Type()) && !counted(l) {
					continue
				}
				return true
			case code.DefZero:
				continue
			}
			if d.RHS == nil {
				continue
			}
			if x.brings(d.RHS, call) {
				return true
			}
			for _, w := range x.varsIn(d.RHS) {
				if w != v && differs(w) {
					return true
				}
				if w == v {
					return true
				}
			}
		}
		return false
	}
	for _, v := range x.operands(call) {
		if differs(v) || x.iterates(l, v) {
			return true
		}
	}
	return false
}

// iterates reports whether v is an iterator that the loop's condition moves on:
// for sc.Scan() { use(sc.Text()) }.
func (x *Finder) iterates(l *loop, v *types.Var) bool {
	fs, ok := l.node.(*ast.ForStmt)
	if !ok || fs.Cond == nil {
		return false
	}
	found := false
	ast.Inspect(fs.Cond, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && x.rootVar(sel.X) == v && !isContext(v.Type()) {
				found = true
			}
		}
		return !found
	})
	return found
}

// counted reports whether a loop has a condition of its own to count to.
func counted(l *loop) bool {
	fs, ok := l.node.(*ast.ForStmt)
	return ok && fs.Cond != nil && fs.Post != nil
}

// brings reports whether an expression holds a call (other than op) or a
// receive that brings something new each time.
func (x *Finder) brings(e ast.Expr, op *ast.CallExpr) bool {
	found := false
	code.InspectShallow(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if n != op && (x.plausible(n) || x.foreign(n) || x.takes(n)) {
				found = true
			}
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				found = true
			}
		}
		return !found
	})
	return found
}

// foreign reports whether a call runs a method that cannot be looked into and
// may bring something else each time: q.Get(), it.Value().
func (x *Finder) foreign(call *ast.CallExpr) bool {
	c := api.CalleeOf(x.p.Info, call)
	if c.Func == nil || c.Recv == nil || c.Func.Pkg() == nil || api.IsStd(c.Func.Pkg().Path()) || x.p.FuncOf(c.Func) != nil {
		return false
	}
	return code.IsInterfaceMethod(c.Func) || c.Func.Pkg() != x.p.Types && len(call.Args) == 0
}

// takes reports whether a call runs a method of this package that takes
// something out of its object: it waits for it, or changes its own fields.
func (x *Finder) takes(call *ast.CallExpr) bool {
	f := x.p.FuncOf(x.p.Callee(call))
	if f == nil || f.Sig.Recv() == nil {
		return false
	}
	if x.receives(f) {
		return true
	}
	recv := f.Sig.Recv()
	found := false
	f.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if _, ok := ast.Unparen(l).(*ast.Ident); !ok && x.rootVar(l) == recv {
					found = true
				}
			}
		case *ast.IncDecStmt:
			found = found || x.rootVar(n.X) == recv
		case *ast.CallExpr:
			c := api.CalleeOf(x.p.Info, n)
			if c.Recv != nil && c.Func != nil && c.Func.Pkg() != nil && x.rootVar(c.Recv) == recv && (c.Func.Pkg().Path() == "sync" || c.Func.Pkg().Path() == "container/list") {
				found = true
			}
		}
		return !found
	})
	return found
}

func (x *Finder) varsIn(e ast.Expr) []*types.Var {
	var out []*types.Var
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := x.p.Info.Uses[id].(*types.Var); ok && !v.IsField() && !isContext(v.Type()) && !isError(v.Type()) {
				out = append(out, v.Origin())
			}
		}
		return true
	})
	return out
}

// advances reports whether an operand of the operation is moved on by what the
// turn before brought: a cursor, an offset, what is left to do.
func (x *Finder) advances(f *flow, l *loop, c *candidate) bool {
	results := make(map[*types.Var]bool)
	for _, op := range c.ops {
		for _, v := range x.resultsOf(op) {
			results[v] = true
		}
	}
	for _, op := range c.ops {
		for _, v := range x.operands(op) {
			if x.fieldMoves(v, results, l) {
				return true
			}
			if results[v] && !x.onlyResult(v, l, c) {
				return true
			}
			for _, d := range x.p.Defs(v) {
				if d.Node == nil || !l.holds(d.Node) || d.RHS == nil || d.Kind == code.DefAddr || contains(d.Node, op) {
					continue
				}
				if x.p.Mentions(d.RHS, v) && x.mentionsError(d.RHS) {
					return true // msgs = refused(msgs, err)
				}
				for _, w := range x.varsIn(d.RHS) {
					if results[w] || x.fromResult(w, results, l) {
						return true
					}
				}
			}
		}
	}
	return false
}

// fieldMoves reports whether a field of v is set from a result of the turn:
// in.Marker = out.NextMarker.
func (x *Finder) fieldMoves(v *types.Var, results map[*types.Var]bool, l *loop) bool {
	found := false
	code.InspectShallow(l.body, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != len(a.Rhs) {
			return !found
		}
		for i, lhs := range a.Lhs {
			if _, ok := ast.Unparen(lhs).(*ast.Ident); ok || x.rootVar(lhs) != v {
				continue
			}
			for _, w := range x.varsIn(a.Rhs[i]) {
				if results[w] {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

func (x *Finder) mentionsError(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := x.p.Info.Uses[id].(*types.Var); ok && isError(v.Type()) {
				found = true
			}
		}
		return !found
	})
	return found
}

// onlyResult reports whether v is set by the operation alone and read by it as well.
func (x *Finder) onlyResult(v *types.Var, l *loop, c *candidate) bool { return false }

// fromResult reports whether w is computed from a result in the same turn.
func (x *Finder) fromResult(w *types.Var, results map[*types.Var]bool, l *loop) bool {
	for _, d := range x.p.Defs(w) {
		if d.Node == nil || d.RHS == nil || !l.holds(d.Node) {
			continue
		}
		for _, u := range x.varsIn(d.RHS) {
			if results[u] {
				return true
			}
		}
	}
	return false
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
		r.Targets = x.targets(l, r)
		if r.Targets && r.Local {
			r.Items = true // a search through places, not a retry
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
	return r
}

// searches reports whether a loop looks through places until it finds
// something: only an error that says "not here" leads on, and to another place.
func (x *Finder) searches(r *Retry) bool {
	o := r.outcome
	for _, c := range o.cand {
		if !r.Targets && !x.varies(o.f, o.l, c.call) && !x.walksOn(o.l, c.call) {
			return false
		}
	}
	return x.onlyNotHere(r)
}

// onlyNotHere reports whether nothing but an error that says "not here" leads back.
func (x *Finder) onlyNotHere(r *Retry) bool {
	for _, c := range r.outcome.cand {
		if !c.fails() {
			return false
		}
		w := r.outcome.walk(c)
		w.shut = func(cond, tag ast.Expr, yes bool) bool {
			var t classResult
			switch {
			case tag != nil && yes:
				t = x.equals(tag, cond)
			case tag == nil:
				t = x.test(cond, yes)
			}
			if t.class == facts.ErrAny {
				return false
			}
			for _, what := range t.what {
				if !saysNotHere(what) {
					return false
				}
			}
			return len(t.what) > 0
		}
		if w.run().back {
			return false
		}
	}
	return true
}

// saysNotHere reports whether an error's name says that something is not there,
// or comes to its end.
func saysNotHere(what string) bool {
	what = strings.ToLower(strings.ReplaceAll(what, "_", ""))
	for _, w := range []string{"notfound", "notexist", "nosuch", "missing", "enoent", "errnorows", "deleted", "unsupported", "notimplemented", "notapplicable", "nomatch", "skip", "notme", "404", "isabsent",
		"done", "eof", "exhausted", "endof", "finished"} {
		if strings.Contains(what, w) {
			return true
		}
	}
	return false
}

// walksOn reports whether an operand is moved on by the loop itself: p = filepath.Dir(p), seq++.
func (x *Finder) walksOn(l *loop, call *ast.CallExpr) bool {
	for _, v := range x.operands(call) {
		for _, d := range x.p.Defs(v) {
			if d.Node == nil || !l.holds(d.Node) || d.Kind == code.DefAddr {
				continue
			}
			if d.Kind == code.DefOp || d.RHS != nil && d.Kind == code.DefAssign && x.p.Mentions(d.RHS, v) {
				return true
			}
		}
	}
	return false
}

// targets reports whether the attempts go to the elements of a collection, one
// after the other.
func (x *Finder) targets(l *loop, r *Retry) bool {
	var vars []*types.Var
	switch s := l.node.(type) {
	case *ast.RangeStmt:
		if !x.isItems(l) {
			break
		}
		for _, e := range []ast.Expr{s.Key, s.Value} {
			if e == nil {
				continue
			}
			if v := x.p.VarOf(e); v != nil && v.Name() != "_" {
				vars = append(vars, v.Origin())
			}
		}
	}
	for _, op := range r.Ops {
		for _, v := range x.operands(op) {
			for _, t := range vars {
				if v == t || x.computedFrom(v, t, l, 0) {
					// A counter that is handed on for logs is no target.
					if !numeric(t.Type()) {
						return true
					}
				}
			}
			if x.indexed(v, l) {
				return true
			}
			// p = filepath.Dir(p): the next place is made from this one.
			for _, d := range x.p.Defs(v) {
				if d.Kind == code.DefAssign && d.Node != nil && d.RHS != nil && l.holds(d.Node) && !numeric(v.Type()) && x.p.Mentions(d.RHS, v) && !x.brings(d.RHS, op) && !x.mentionsError(d.RHS) {
					return true
				}
			}
		}
		// hosts[i] as an argument
		found := false
		for _, a := range op.Args {
			ast.Inspect(a, func(n ast.Node) bool {
				if ix, ok := n.(*ast.IndexExpr); ok && x.countsIn(ix.Index, l) {
					found = true
				}
				return !found
			})
		}
		if found {
			return true
		}
	}
	return false
}

// indexed reports whether v is set in the loop to an element of a collection.
func (x *Finder) indexed(v *types.Var, l *loop) bool {
	for _, d := range x.p.Defs(v) {
		if d.Node == nil || d.RHS == nil || !l.holds(d.Node) {
			continue
		}
		if ix, ok := ast.Unparen(d.RHS).(*ast.IndexExpr); ok && x.countsIn(ix.Index, l) {
			return true
		}
	}
	return false
}

// countsIn reports whether an index hangs on a counter of the loop.
func (x *Finder) countsIn(e ast.Expr, l *loop) bool {
	for _, v := range x.varsIn(e) {
		if !numeric(v.Type()) {
			continue
		}
		for _, d := range x.p.Defs(v) {
			if d.Node != nil && l.holds(d.Node) {
				return true
			}
		}
	}
	return false
}

func (x *Finder) computedFrom(v, t *types.Var, l *loop, depth int) bool {
	if depth > 4 {
		return false
	}
	for _, d := range x.p.Defs(v) {
		if d.Node == nil || d.RHS == nil || !l.holds(d.Node) || d.Kind == code.DefRangeValue || d.Kind == code.DefRangeKey {
			continue
		}
		for _, w := range x.varsIn(d.RHS) {
			if w == t || w != v && x.computedFrom(w, t, l, depth+1) {
				return true
			}
		}
	}
	return false
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
		if f := x.p.FuncAt(lit); f != nil {
			for _, c := range f.Calls() {
				if v := x.runsParam(fn, c); v != nil {
					return v
				}
			}
		}
	}
	return nil
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

// noDelay asks whether an attempt may follow a failure without a wait: a
// failure of no particular kind, or of any kind if nothing waits at all.
func (x *Finder) noDelay(r *Retry) {
	o := r.outcome
	nums := x.laterTurns(o.l)
	x.askDelay(r, func(c *candidate) *walk {
		w := o.walk(c)
		w.nums = nums
		return w
	})
	if rs, ok := o.l.node.(*ast.RangeStmt); ok {
		if t := x.p.Info.TypeOf(rs.X); t != nil {
			if _, ch := t.Underlying().(*types.Chan); ch {
				r.NoDelay, r.NoDelayAt = api.No, nil // the channel paces it
			}
		}
	}
}

// askDelay settles NoDelay with walks from the operations that do not pass a wait.
func (x *Finder) askDelay(r *Retry, start func(*candidate) *walk) {
	r.NoDelay = api.No
	note := func(t api.Tri, at ast.Node) {
		if t == api.Yes && r.NoDelay != api.Yes {
			r.NoDelay, r.NoDelayAt = api.Yes, at
		}
		if t == api.Maybe && r.NoDelay == api.No {
			r.NoDelay = api.Maybe
		}
	}
	for _, c := range r.outcome.cand {
		t, at := x.openWay(r, c, start, true)
		if t == api.No {
			// Failures that are told apart by name may have a way of their own.
			if t, at = x.openWay(r, c, start, false); t == api.Yes && len(r.Delays) > 0 {
				t = api.Maybe
			}
		}
		note(t, at)
	}
}

// openWay asks whether there is a way from the operation back to it without a
// wait: Yes, No, or Maybe if something on it might wait. With general set, a
// test for one particular error is taken to fail.
func (x *Finder) openWay(r *Retry, c *candidate, start func(*candidate) *walk, general bool) (api.Tri, ast.Node) {
	for _, strict := range []bool{false, true} {
		w := start(c)
		w.dead = func(n ast.Node) bool {
			if containsCall(n, c.call) {
				return false
			}
			for _, p := range x.pauses(n, r.In) {
				if p.sure || strict {
					return true
				}
			}
			return strict && x.paces(n)
		}
		w.deadClause = func(cc *ast.CommClause) bool {
			if w.f.selectPause(cc) != nil {
				return true
			}
			// An attempt after the end of a context needs no wait.
			_, done := w.f.isDone(cc.Comm)
			return done && hasOtherCase(w.f, cc) || strict && !done && received(cc.Comm) != nil
		}
		if general {
			w.shut = func(cond, tag ast.Expr, yes bool) bool {
				if tag != nil {
					return yes && isError(x.p.Info.TypeOf(tag))
				}
				return x.names(cond, yes) || x.lastOnly(r, cond, yes)
			}
		} else {
			w.shut = func(cond, tag ast.Expr, yes bool) bool { return tag == nil && x.lastOnly(r, cond, yes) }
		}
		if !w.run().back {
			if strict {
				return api.Maybe, nil
			}
			return api.No, nil
		}
		if strict {
			return api.Yes, backNode(w)
		}
	}
	return api.Maybe, nil
}

// lastOnly reports whether a condition that came out so only leaves out the
// wait after the last attempt: if n < tries-1 { sleep }.
func (x *Finder) lastOnly(r *Retry, cond ast.Expr, yes bool) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || x.changesIn(b, r.outcome.l, 0) == nil || !isNumber(x.p, b.X) {
		return false
	}
	ifs, ok := x.p.Parent(cond).(*ast.IfStmt)
	if !ok || ifs.Cond != cond {
		return false
	}
	waits := func(n ast.Node) bool {
		found := false
		code.InspectShallow(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				found = found || x.callPause(n, r.In) != nil
			case *ast.UnaryExpr:
				found = found || n.Op == token.ARROW && x.isTimeChan(n.X)
			}
			return !found
		})
		return found
	}
	return !yes && waits(ifs.Body) || yes && ifs.Else != nil && waits(ifs.Else)
}

// names reports whether a condition that came out so names one particular error.
func (x *Finder) names(cond ast.Expr, yes bool) bool {
	switch c := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if c.Op == token.NOT {
			return x.names(c.X, !yes)
		}
	case *ast.BinaryExpr:
		switch c.Op {
		case token.LAND:
			if yes {
				return x.names(c.X, true) || x.names(c.Y, true)
			}
			return x.names(c.X, false) && x.names(c.Y, false)
		case token.LOR:
			if yes {
				return x.names(c.X, true) && x.names(c.Y, true)
			}
			return x.names(c.X, false) || x.names(c.Y, false)
		case token.EQL, token.NEQ:
			if id, ok := ast.Unparen(c.Y).(*ast.Ident); ok && id.Name == "nil" {
				return false
			}
			return isError(x.p.Info.TypeOf(c.X)) && (c.Op == token.EQL) == yes
		}
	case *ast.CallExpr:
		return yes && api.CalleeOf(x.p.Info, c).Key == "errors.Is"
	}
	return false
}

// laterTurns returns what counters are from the second turn of a loop on.
func (x *Finder) laterTurns(l *loop) durations.Env {
	env := make(durations.Env)
	var post ast.Node
	switch s := l.node.(type) {
	case *ast.ForStmt:
		post = s.Post
	case *ast.RangeStmt:
		if s.Key != nil {
			if v := x.p.VarOf(s.Key); v != nil && numeric(v.Type()) {
				env[v.Origin()] = durations.AtLeast(1)
			}
		}
	}
	steps := []ast.Node{post}
	if body, ok := l.body.(*ast.BlockStmt); ok {
		for _, s := range body.List {
			steps = append(steps, s)
		}
	}
	for _, n := range steps {
		inc, ok := n.(*ast.IncDecStmt)
		if !ok || inc.Tok != token.INC {
			continue
		}
		v := x.p.VarOf(inc.X)
		if v == nil || v.IsField() {
			continue
		}
		only, first := true, durations.Unknown
		for _, d := range x.p.Defs(v) {
			switch {
			case d.Node == ast.Node(inc):
			case l.holds(d.Node) && d.Node != initOf(l):
				only = false
			default:
				first = durations.EvalDef(x.p, d, nil)
			}
		}
		if n, ok := first.Min(); ok && only {
			env[v.Origin()] = durations.AtLeast(n + 1)
		}
	}
	return env
}

func initOf(l *loop) ast.Node {
	if fs, ok := l.node.(*ast.ForStmt); ok && fs.Init != nil {
		return fs.Init
	}
	return nil
}

// backNode returns the statement by which a walk went back: a continue if there is one.
func backNode(w *walk) ast.Node {
	for _, n := range w.backs {
		if n == nil {
			continue
		}
		// The last node of the block; a continue behind it has no node of its own.
		var list []ast.Stmt
		switch up := w.f.x.p.Parent(n).(type) {
		case *ast.BlockStmt:
			list = up.List
		case *ast.CaseClause:
			list = up.Body
		case *ast.CommClause:
			list = up.Body
		}
		for i, s := range list {
			if s == n && i+1 < len(list) {
				if br, ok := list[i+1].(*ast.BranchStmt); ok {
					return br
				}
			}
		}
		if ifs, ok := n.(*ast.IfStmt); ok && len(ifs.Body.List) > 0 {
			if br, ok := ifs.Body.List[len(ifs.Body.List)-1].(*ast.BranchStmt); ok {
				return br
			}
		}
	}
	if w.l != nil {
		return w.l.node
	}
	return nil
}
