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
	fell     bool            // it ended at the loop's head or by a break
	returned bool            // it ended in a return
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
			best, t = t, best
		}
		best.fell, best.returned = best.fell || t.fell, best.returned || t.returned
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
			self := m.self != nil && code.Within(m.self.node, n)
			for _, p := range m.f.x.pauses(n, m.f.fn) {
				if !m.inOps(p.node) && !(self && code.Within(p.node, m.self.node)) && !m.skips(n, p.node, env) {
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
				t.ended, t.returned = true, true
				return t
			}
			m.apply(n, env)
			st = m.w.step(n, st)
		}
		next := m.next(b, st, env, turn, &t)
		if next == nil || !m.l.holdsBlock(next) {
			t.ended, t.fell = true, true
			return t
		}
		if next == m.l.head {
			turn++
		}
		b = next
	}
}

// skips reports whether a condition is decided before part is evaluated:
// attempt < attempts && !pause(ctx).
func (m *machine) skips(n, part ast.Node, env durations.Env) bool {
	e, ok := n.(ast.Expr)
	if !ok {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return m.skips(e.X, part, env)
	case *ast.BinaryExpr:
		if e.Op != token.LAND && e.Op != token.LOR {
			return false
		}
		if code.Within(part, e.X) {
			return m.skips(e.X, part, env)
		}
		if d := m.decide(e.X, env); e.Op == token.LAND && d < 0 || e.Op == token.LOR && d > 0 {
			return true
		}
		return m.skips(e.Y, part, env)
	}
	return false
}

func (m *machine) inOps(n ast.Node) bool {
	for _, op := range m.ops {
		if code.Within(n, op) {
			return true
		}
	}
	return code.Within(n, m.op)
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
		r.LastReturns = !one.fell && !two.fell
		r.LastFalls = one.fell && two.fell && !one.returned && !two.returned
		var v durations.Value
		switch rs, ok := b.node.(*ast.RangeStmt); {
		case b.v != nil:
			v = m.init[b.v]
		case ok && !isNumber(m.f.x.p, rs.X):
			v = durations.Length(m.f.x.p, rs.X)
		case b.bound != nil:
			v = m.f.x.valueOf(b.bound)
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
	r.LastReturns, r.LastFalls = !t.fell, t.fell && !t.returned
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
