package retry

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
)

// A machine runs a loop in which the operation fails every time, with exact
// values for counters and growing delays, and counts attempts and delays.
type machine struct {
	f    *flow
	l    *loop
	w    *walk // evaluates conditions on the error
	op   *ast.CallExpr
	ops  []*ast.CallExpr                   // all that belong to an attempt
	vars []*types.Var                      // numeric variables that change in the loop
	defs map[ast.Node][]*code.Def          // definitions of vars by statement
	init durations.Env                     // their values before the loop
	can  map[int32]bool                    // blocks from which the operation can be reached inside the loop
	goal func(ast.Node) bool               // nil: the operation itself
	bind func(durations.Env) durations.Env // recursion: the arguments become the parameters

	force   map[ast.Expr]int64 // values for bounds that are not known
	forceV  map[*types.Var]int64
	choice  map[*cfg.Block]bool
	open    []*cfg.Block // undecided conditions met whose sides both lead on
	bounds  []boundTest  // comparisons of a counter with an unknown bound
	st      state        // of the block being left
	self    *selfCall
	params  []*types.Var // of a recursion: those that it counts on
	steps   int
	maxRuns int
}

// A boundTest compares a counter with a bound that does not change in the loop.
type boundTest struct {
	node  ast.Node
	bound ast.Expr
	v     *types.Var // the bound is v's value before the loop
}

// A trial is what one run of the machine shows.
type trial struct {
	attempts int
	delays   int
	sum      durations.Value // of the delays
	known    bool            // every delay's length is known
	ended    bool            // the loop ended by itself
	last     bool            // a delay followed the last attempt
}

const (
	longRun   = 64    // attempts run one by one
	shortRun  = 8     // the same, at first
	maxWork   = 3000  // blocks looked at in one run
	maxTotal  = 10000 // and in all of them
	maxOpen   = 3     // undecided conditions tried both ways
	maxBounds = 3     // bounds tried
)

func (f *flow) newMachine(l *loop, c *candidate) *machine {
	op := c.call
	m := &machine{f: f, l: l, op: op, defs: make(map[ast.Node][]*code.Def), init: make(durations.Env), maxRuns: longRun}
	m.w = &walk{f: f, l: l, op: op, fail: c.fails()}
	m.w.init()
	m.collect()
	m.reachability()
	return m
}

// collect finds the numeric variables that change in the loop, and their
// values before it.
func (m *machine) collect() {
	p := m.f.x.p
	seen := make(map[*types.Var]bool)
	matters := m.matters()
	note := func(e ast.Expr) {
		v := p.VarOf(e)
		if v == nil || seen[v] || !numeric(v.Type()) || !matters[v.Origin()] {
			return
		}
		v = v.Origin()
		seen[v] = true
		m.vars = append(m.vars, v)
	}
	root := m.region()
	code.InspectShallow(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				note(l)
			}
		case *ast.IncDecStmt:
			note(n.X)
		case *ast.RangeStmt:
			if n == m.l.node {
				if n.Key != nil {
					note(n.Key)
				}
				if n.Value != nil {
					note(n.Value)
				}
			}
		}
		return true
	})
	for _, v := range m.vars {
		for _, d := range p.Defs(v) {
			if d.Node != nil {
				m.defs[d.Node] = append(m.defs[d.Node], d)
			}
		}
		m.init[v] = m.before(v)
	}
}

// matters returns the variables that conditions and waits of the loop look at,
// directly or through what they are computed from.
func (m *machine) matters() map[*types.Var]bool {
	p, out := m.f.x.p, make(map[*types.Var]bool)
	var work []*types.Var
	look := func(n ast.Node) {
		if n == nil {
			return
		}
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if v, ok := p.Info.Uses[id].(*types.Var); ok && numeric(v.Type()) && !out[v.Origin()] {
					out[v.Origin()] = true
					work = append(work, v.Origin())
				}
			}
			return true
		})
	}
	code.InspectShallow(m.region(), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			look(n.Cond)
		case *ast.ForStmt:
			look(n.Cond)
		case *ast.RangeStmt:
			look(n.X)
		case *ast.SwitchStmt:
			look(n.Tag)
		case *ast.CaseClause:
			for _, e := range n.List {
				look(e)
			}
		case *ast.CallExpr:
			if m.f.x.callPause(n, m.f.fn) != nil {
				look(n)
			}
		case *ast.UnaryExpr:
			if n.Op == token.ARROW && m.f.x.isTimeChan(n.X) {
				look(n.X)
				look(m.f.x.timerArg(n.X, 0))
			}
		}
		return true
	})
	for len(work) > 0 && len(out) < 64 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, d := range p.Defs(v) {
			if d.Node != nil && d.RHS != nil && m.l.holds(d.Node) {
				look(d.RHS)
			}
		}
	}
	return out
}

func (m *machine) region() ast.Node {
	if m.l.back != nil {
		return m.l.body
	}
	return m.l.node
}

func numeric(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

// before returns the value of v when the loop begins.
func (m *machine) before(v *types.Var) durations.Value {
	p := m.f.x.p
	if fs, ok := m.l.node.(*ast.ForStmt); ok && fs.Init != nil {
		for _, d := range p.Defs(v) {
			if d.Node == fs.Init {
				return durations.EvalDef(p, d, nil)
			}
		}
	}
	out, first := durations.Unknown, true
	for _, d := range p.ReachingAt(v, m.l.node) {
		if d.Node != nil && m.l.holds(d.Node) {
			continue
		}
		val := durations.EvalDef(p, d, nil)
		if first {
			out, first = val, false
		} else {
			out = out.Union(val)
		}
	}
	if v.IsField() {
		return durations.Unknown
	}
	return out
}

// initExpr returns the expression that gives v its value before the loop.
func (m *machine) initExpr(v *types.Var) ast.Expr {
	p := m.f.x.p
	for _, prm := range m.params {
		if prm == v {
			return m.paramName(v)
		}
	}
	var e ast.Expr
	for _, d := range p.ReachingAt(v, m.l.node) {
		if d.Node != nil && m.l.holds(d.Node) {
			fs, ok := m.l.node.(*ast.ForStmt)
			if !ok || d.Node != fs.Init {
				continue
			}
		}
		if d.Kind == code.DefParam {
			return m.paramName(v)
		}
		if e != nil || d.RHS == nil {
			return nil
		}
		e = d.RHS
	}
	return e
}

// paramName returns the identifier that declares a parameter of the function.
func (m *machine) paramName(v *types.Var) ast.Expr {
	for _, f := range m.f.fn.Type.Params.List {
		for _, id := range f.Names {
			if m.f.x.p.Info.Defs[id] == types.Object(v) {
				return id
			}
		}
	}
	return nil
}

// reachability finds the blocks of the loop from which the operation can be reached.
func (m *machine) reachability() {
	m.can = make(map[int32]bool)
	pl, ok := m.f.at[m.op]
	if !ok {
		return
	}
	preds := make(map[int32][]*cfg.Block)
	for _, b := range m.f.g.Blocks {
		if !b.Live || !m.l.holdsBlock(b) {
			continue
		}
		for _, s := range b.Succs {
			if m.l.holdsBlock(s) {
				preds[s.Index] = append(preds[s.Index], b)
			}
		}
	}
	work := []*cfg.Block{pl.block}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if m.can[b.Index] {
			continue
		}
		m.can[b.Index] = true
		work = append(work, preds[b.Index]...)
	}
}

// try runs the machine with all ways to decide the conditions that stay open
// and returns the run with the most attempts.
func (m *machine) try() (best trial, ok bool) {
	m.choice = make(map[*cfg.Block]bool)
	m.open, m.bounds = nil, nil
	best = m.run()
	open := m.open
	if len(open) > maxOpen {
		open = open[:maxOpen]
	}
	for k := 1; k < 1<<len(open); k++ {
		m.choice = make(map[*cfg.Block]bool)
		for i, b := range open {
			m.choice[b] = k&(1<<i) != 0
		}
		t := m.run()
		if t.attempts > best.attempts || t.attempts == best.attempts && (t.delays > best.delays || t.delays == best.delays && longer(t, best)) {
			best = t
		}
	}
	return best, m.steps < maxTotal
}

func longer(a, b trial) bool {
	x, ok1 := a.sum.Max()
	y, ok2 := b.sum.Max()
	return a.known && (!b.known || ok1 && ok2 && x > y)
}

// run walks the loop once from its start.
func (m *machine) run() trial {
	t := trial{known: true, sum: durations.Exactly(0)}
	if m.l.head == nil {
		return t
	}
	env := make(durations.Env, len(m.init))
	for v, val := range m.init {
		env[v] = val
	}
	for v, n := range m.forceV {
		env[v] = durations.Exactly(n)
	}
	b, st := m.l.head, state(nil)
	turn := int64(0)
	work := 0
run:
	for {
		if work++; work > maxWork || m.steps > maxTotal {
			t.ended = false
			return t
		}
		m.steps++
		// The clauses of a select are taken by edge; their waits count there.
		for _, n := range b.Nodes {
			if m.f.comm[n] != nil {
				continue
			}
			if containsCall(n, m.op) {
				t.attempts++
				t.last = false
				if t.attempts > m.maxRuns {
					return t
				}
			}
			self := m.self != nil && contains(n, m.self.node)
			for _, p := range m.f.x.pauses(n, m.f.fn) {
				if !m.inOps(p.node) && !(self && contains(m.self.node, p.node)) {
					m.delay(&t, p, env)
				}
			}
			if self {
				if m.self.delay != nil {
					m.delay(&t, &pause{node: m.self.node, arg: m.self.delay, in: m.f.fn}, env)
				}
				b, st = m.l.head, m.bindArgs(env)
				continue run
			}
			if _, ok := n.(*ast.ReturnStmt); ok {
				t.ended = true
				return t
			}
			m.apply(n, env)
			st = m.w.step(n, st)
		}
		next := m.next(b, st, env, turn, &t)
		if next == nil || !m.l.holdsBlock(next) {
			t.ended = true
			return t
		}
		if next == m.l.head {
			turn++
		}
		b = next
	}
}

func (m *machine) inOps(n ast.Node) bool {
	for _, op := range m.ops {
		if contains(op, n) {
			return true
		}
	}
	return contains(m.op, n)
}

func (m *machine) delay(t *trial, p *pause, env durations.Env) {
	t.delays++
	t.last = true
	v := m.f.x.value(p, env)
	if !v.Known() {
		t.known = false
	}
	t.sum = t.sum.Add(v)
}

// apply changes the variables that a statement sets.
func (m *machine) apply(n ast.Node, env durations.Env) {
	for _, d := range m.defs[n] {
		if d.Kind == code.DefRangeKey || d.Kind == code.DefRangeValue || d.Kind == code.DefAddr {
			continue
		}
		old, ok := env[d.Var]
		if !ok {
			old = durations.Unknown
		}
		if d.Var.IsField() {
			env[d.Var] = durations.Unknown
			continue
		}
		env[d.Var] = durations.Step(m.f.x.p, d.Var, d, old, env)
	}
}

// next decides where control goes from block b.
func (m *machine) next(b *cfg.Block, st state, env durations.Env, turn int64, t *trial) *cfg.Block {
	switch len(b.Succs) {
	case 0:
		return nil
	case 1:
		return b.Succs[0]
	}
	if rs, ok := b.Stmt.(*ast.RangeStmt); ok && b.Kind == cfg.KindRangeLoop {
		return m.rangeNext(b, rs, env, turn)
	}
	if cc := selectCase(b); cc != nil {
		return m.selectNext(b, cc, env, t)
	}
	m.st = st
	cond, tag := m.f.condition(b)
	if cond != nil {
		r := unknown
		if tag != nil {
			r = m.w.equal(tag, cond, st)
			if r == unknown {
				r = verdictOf(m.compare(tag, token.EQL, cond, env))
			}
		} else {
			r = m.w.truth(cond, st)
			if r == unknown {
				r = verdictOf(m.decide(cond, env))
			}
		}
		switch r {
		case isTrue:
			return b.Succs[0]
		case isFalse:
			return b.Succs[1]
		}
	}
	return m.choose(b)
}

func verdictOf(n int) val {
	switch {
	case n > 0:
		return isTrue
	case n < 0:
		return isFalse
	}
	return unknown
}

// choose decides an open condition: for the side that leads on, or as told.
func (m *machine) choose(b *cfg.Block) *cfg.Block {
	yes := m.leads(b.Succs[0])
	no := m.leads(b.Succs[1])
	switch {
	case yes && !no:
		return b.Succs[0]
	case no && !yes:
		return b.Succs[1]
	}
	c, ok := m.choice[b]
	if !ok {
		known := false
		for _, o := range m.open {
			known = known || o == b
		}
		if !known {
			m.open = append(m.open, b)
		}
	}
	if c {
		return b.Succs[0]
	}
	return b.Succs[1]
}

func (m *machine) leads(b *cfg.Block) bool { return m.l.holdsBlock(b) && m.can[b.Index] }

func (m *machine) selectNext(b *cfg.Block, cc *ast.CommClause, env durations.Env, t *trial) *cfg.Block {
	if _, done := m.f.isDone(cc.Comm); done && hasOtherCase(m.f, cc) {
		return b.Succs[1]
	}
	if m.leads(b.Succs[0]) {
		if p := m.f.selectPause(cc); p != nil {
			m.delay(t, p, env)
			return b.Succs[0]
		}
	}
	return m.choose(b)
}

// rangeNext decides whether a range statement has another turn.
func (m *machine) rangeNext(b *cfg.Block, rs *ast.RangeStmt, env durations.Env, turn int64) *cfg.Block {
	p := m.f.x.p
	if rs != m.l.node {
		return m.choose(b) // an inner loop
	}
	var n durations.Value
	if k, ok := m.force[rs.X]; ok {
		n = durations.Exactly(k)
	} else {
		t := p.Info.TypeOf(rs.X)
		if t == nil {
			return b.Succs[1]
		}
		switch t.Underlying().(type) {
		case *types.Basic:
			n = durations.Eval(p, rs.X)
		case *types.Chan, *types.Signature:
			return b.Succs[0]
		default:
			n = durations.Length(p, rs.X)
		}
		if max, ok := n.Max(); (!ok || max > longRun) && !m.hasBound(rs.X) {
			m.bounds = append(m.bounds, boundTest{node: rs, bound: rs.X})
		}
	}
	if max, ok := n.Max(); ok && turn >= max {
		return b.Succs[1]
	}
	if rs.Key != nil {
		if v := p.VarOf(rs.Key); v != nil && numeric(v.Type()) {
			env[v.Origin()] = durations.Exactly(turn)
		}
	}
	if rs.Value != nil {
		if v := p.VarOf(rs.Value); v != nil && numeric(v.Type()) {
			env[v.Origin()] = durations.Unknown
			if vals, ok := durations.Elements(p, rs.X); ok && int(turn) < len(vals) {
				env[v.Origin()] = vals[turn]
			}
		}
	}
	return b.Succs[0]
}

// decide evaluates a condition on counters, with unknown bounds forced.
func (m *machine) decide(cond ast.Expr, env durations.Env) int {
	switch c := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if c.Op == token.NOT {
			return -m.decide(c.X, env)
		}
	case *ast.BinaryExpr:
		switch c.Op {
		case token.LAND:
			return min(m.decide(c.X, env), m.decide(c.Y, env))
		case token.LOR:
			return max(m.decide(c.X, env), m.decide(c.Y, env))
		case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
			return m.compare(c.X, c.Op, c.Y, env)
		}
	}
	// Other atoms of a condition are about the error.
	switch m.w.truth(cond, m.st) {
	case isTrue:
		return 1
	case isFalse:
		return -1
	}
	return 0
}

func (m *machine) compare(x ast.Expr, op token.Token, y ast.Expr, env durations.Env) int {
	p := m.f.x.p
	t := p.Info.TypeOf(x)
	if t == nil || !numeric(t) {
		return 0
	}
	v, w := m.eval(x, env), m.eval(y, env)
	// Only a comparison of something that changes from turn to turn bounds the loop.
	xv, yv := m.changing(x), m.changing(y)
	if xv == nil && yv == nil {
		return durations.Compare(v, op, w)
	}
	switch {
	case xv != nil && yv == nil:
		m.noteBound(x, y, v, w, xv)
	case yv != nil && xv == nil:
		m.noteBound(y, x, w, v, yv)
	}
	return durations.Compare(v, op, w)
}

func (m *machine) eval(e ast.Expr, env durations.Env) durations.Value {
	if k, ok := m.force[ast.Unparen(e)]; ok {
		return durations.Exactly(k)
	}
	return durations.EvalIn(m.f.x.p, e, env)
}

// changing returns a variable that changes in the loop and takes part in e.
func (m *machine) changing(e ast.Expr) *types.Var {
	for _, v := range m.vars {
		if m.f.x.p.Mentions(e, v) && m.stepped(v) {
			return v
		}
	}
	return nil
}

// stepped reports whether a variable counts: it is changed by a constant step or factor.
func (m *machine) stepped(v *types.Var) bool {
	if v.IsField() {
		return false
	}
	if m.self != nil {
		return m.self.call != nil && m.f.fn.ParamIndex(v) >= 0
	}
	for _, d := range m.f.x.p.Defs(v) {
		if d.Node == nil || !m.l.holds(d.Node) {
			continue
		}
		if d.Kind == code.DefOp || d.Kind == code.DefRangeKey || d.RHS != nil && m.f.x.p.Mentions(d.RHS, v) {
			return true
		}
	}
	return false
}

// noteBound remembers a comparison of a counter with a bound that is not known or large.
func (m *machine) noteBound(counter, bound ast.Expr, cv, bv durations.Value, v *types.Var) {
	switch {
	case m.force[ast.Unparen(bound)] != 0 || m.forceV[v] != 0:
		return
	case !single(bv) || tooLong(bv):
		if m.hasBound(ast.Unparen(bound)) {
			return
		}
		m.bounds = append(m.bounds, boundTest{node: bound, bound: ast.Unparen(bound)})
	case !single(m.init[v]) || tooLong(m.init[v]):
		for _, b := range m.bounds {
			if b.v == v {
				return
			}
		}
		m.bounds = append(m.bounds, boundTest{node: bound, v: v, bound: m.initExpr(v)})
	}
}

func (m *machine) hasBound(e ast.Expr) bool {
	for _, b := range m.bounds {
		if b.bound == e {
			return true
		}
	}
	return len(m.bounds) >= maxBounds
}

func single(v durations.Value) bool {
	_, ok := v.Exact()
	return ok
}

func tooLong(v durations.Value) bool {
	n, ok := v.Max()
	return ok && n > longRun && n < 1e6
}

// flags reports whether the loop sets a bool to a constant, so that it may end itself.
func (m *machine) flags() bool {
	found := false
	code.InspectShallow(m.region(), func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Lhs) == len(a.Rhs) {
			for _, e := range a.Rhs {
				if id, ok := ast.Unparen(e).(*ast.Ident); ok && (id.Name == "true" || id.Name == "false") {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

// count determines the number of attempts and the delays of a retry.
func (m *machine) count(r *Retry) {
	if r.OnSuccess == Continues && m.self == nil {
		// Nobody counts the turns of a loop that goes on whatever the outcome.
		if fs, ok := m.l.node.(*ast.ForStmt); !ok || fs.Cond == nil || m.changing(fs.Cond) == nil {
			r.Attempts.N = api.AttemptsUnbounded
		}
		return
	}
	if _, ok := m.l.node.(*ast.RangeStmt); !ok && m.self == nil && len(m.vars) == 0 && !m.flags() {
		r.Attempts.N = api.AttemptsUnbounded // nothing counts
		return
	}
	// A short run first: where a bound is not known there is no point in a long one.
	m.maxRuns = shortRun
	t, ok := m.try()
	m.maxRuns = longRun
	if ok && !t.ended && len(m.bounds) == 0 {
		t, ok = m.try()
	}
	if ok && t.attempts == 0 {
		return
	}
	switch {
	case ok && t.ended && len(m.bounds) == 0:
		m.exactly(r, t)
		return
	case len(m.bounds) == 0:
		if m.steps < maxTotal {
			r.Attempts.N = api.AttemptsUnbounded
		}
		return
	}
	// Learn from two forced bounds how the number follows from the bound.
	for _, b := range m.bounds {
		lo, hi := int64(3), int64(5)
		one, two := m.forced(b, lo), m.forced(b, hi)
		if m.steps > maxTotal {
			break
		}
		if !one.ended || !two.ended || int64(two.attempts-one.attempts) != hi-lo {
			continue
		}
		plus := one.attempts - int(lo)
		r.Attempts = Count{Bound: b.bound, Plus: plus, Node: b.node}
		r.DelayAfterLast = triOf(one.last)
		var v durations.Value
		switch rs, ok := b.node.(*ast.RangeStmt); {
		case b.v != nil:
			v = m.init[b.v]
		case ok && !isNumber(m.f.x.p, rs.X):
			v = durations.Length(m.f.x.p, rs.X)
		case b.bound != nil:
			v = durations.Eval(m.f.x.p, b.bound)
		}
		v = v.Add(durations.Exactly(int64(plus)))
		if n, ok := v.Max(); ok && n > 0 && n < 1<<31 {
			r.Attempts.N = api.Attempts(n)
			r.Attempts.Value = v
			if lo, ok := v.Min(); !ok || lo < 1 {
				r.Attempts.Value = durations.Between(1, n)
			}
		}
		return
	}
	if !t.ended {
		t, ok = m.try()
	}
	if ok && t.ended {
		m.exactly(r, t)
		return
	}
	// However the turns go, there are no more than the range has elements.
	if rs, ok := m.l.node.(*ast.RangeStmt); ok && !m.f.x.overChannel(m.l) && !m.f.x.isTimeChan(rs.X) {
		if t := m.f.x.p.Info.TypeOf(rs.X); t != nil {
			if _, fn := t.Underlying().(*types.Signature); !fn {
				r.Attempts = Count{Bound: rs.X, Node: rs}
			}
		}
	}
}

// exactly takes over a run that ended by itself.
func (m *machine) exactly(r *Retry, t trial) {
	r.Attempts = Count{N: api.Attempts(t.attempts), Value: durations.Exactly(int64(t.attempts)), Node: m.testNode()}
	if t.known || t.delays == 0 {
		r.DelaySum = t.sum
	}
	r.DelayAfterLast = triOf(t.last)
}

func isNumber(p *code.Package, e ast.Expr) bool {
	t := p.Info.TypeOf(e)
	return t != nil && numeric(t)
}

// forced runs the machine with a value for a bound.
func (m *machine) forced(b boundTest, n int64) trial {
	if b.v != nil {
		m.forceV = map[*types.Var]int64{b.v: n}
	} else {
		m.force = map[ast.Expr]int64{b.bound: n}
		// Other expressions may name the same bound: tries-1.
		switch b.bound.(type) {
		case *ast.Ident, *ast.SelectorExpr:
			if v := m.f.x.p.VarOf(b.bound); v != nil && numeric(v.Type()) {
				m.forceV = map[*types.Var]int64{v.Origin(): n}
			}
		}
	}
	defer func() { m.force, m.forceV = nil, nil }()
	saved := m.bounds
	t, _ := m.try()
	m.bounds = saved
	return t
}

func triOf(b bool) api.Tri {
	if b {
		return api.Yes
	}
	return api.No
}

// testNode returns the node that bounds the loop, for messages.
func (m *machine) testNode() ast.Node {
	switch n := m.l.node.(type) {
	case *ast.RangeStmt:
		return n.X
	case *ast.ForStmt:
		if n.Cond != nil && m.changing(n.Cond) != nil {
			return n.Cond
		}
	}
	var node ast.Node
	code.InspectShallow(m.region(), func(n ast.Node) bool {
		if ifs, ok := n.(*ast.IfStmt); ok && node == nil && m.changing(ifs.Cond) != nil {
			node = ifs.Cond
		}
		return node == nil
	})
	return node
}
