package retry

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
)

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
			n = m.f.x.valueOf(rs.X)
		case *types.Chan, *types.Signature:
			return b.Succs[0]
		default:
			n = durations.Length(p, rs.X)
		}
		if max, ok := n.Max(); (!ok || max > longRun || !single(n)) && !m.hasBound(rs.X) {
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
