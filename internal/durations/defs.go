package durations

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// defs unites the values that definitions give v. Those that build on the old
// value of v (v *= 2, v++, v = min(2*v, most)) are taken for any number of
// turns: a bound of the initial values holds if no turn can break it.
func (ev *evaluator) defs(v *types.Var, defs []*code.Def, use ast.Node) Value {
	if len(defs) > maxDefs {
		return Unknown
	}
	// All definitions that the old values come from.
	all := append([]*code.Def(nil), defs...)
	var init, steps []*code.Def
	for i := 0; i < len(all); i++ {
		d := all[i]
		switch {
		case d.Kind == code.DefAddr:
			return Unknown
		case !ev.reachable(d.Node):
		case d.Kind == code.DefOp || d.RHS != nil && d.Kind == code.DefAssign && ev.loops(v, d):
			steps = append(steps, d)
			for _, e := range ev.p.ReachingAt(v, d.Node) {
				if !has(all, e) {
					all = append(all, e)
				}
			}
		default:
			init = append(init, d)
		}
		if len(all) > maxDefs {
			return Unknown
		}
	}
	if len(init) == 0 {
		return Unknown
	}
	var out Value
	for i, d := range init {
		val := ev.clamped(v, d, all, use, ev.def(d))
		if i == 0 {
			out = val
		} else {
			out = out.Union(val)
		}
	}
	if len(steps) == 0 {
		return out
	}
	if bound, ok := ev.counter(v, init, steps, out); ok {
		return bound
	}
	kept := ev.kept(v, all, steps, use, out)
	if len(all) == len(defs) {
		return kept
	}
	// The use follows a step: what it makes of any value kept.
	var res Value
	first := true
	for _, d := range defs {
		var val Value
		if has(steps, d) {
			val = ev.clamped(v, d, all, use, ev.step(v, d, kept))
		} else if has(init, d) {
			val = ev.clamped(v, d, all, use, ev.def(d))
		} else {
			continue
		}
		if first {
			res, first = val, false
		} else {
			res = res.Union(val)
		}
	}
	res.Sym, res.SymExpr, res.At = nil, nil, nil
	return res
}

func has(list []*code.Def, d *code.Def) bool {
	for _, e := range list {
		if e == d || e.Node == d.Node && e.Kind == d.Kind && e.Var == d.Var {
			return true
		}
	}
	return false
}

// kept returns the bounds of the initial value out that no step breaks.
func (ev *evaluator) kept(v *types.Var, all, steps []*code.Def, use ast.Node, out Value) Value {
	out.Sym, out.SymExpr, out.At = nil, nil, nil
	res := carry(out)
	// Is the lower bound of the initial values kept by every step?
	if out.lo != nil {
		res.lo = out.lo
		hi, known := out.hi, out.hi != nil
		open := out.hiOpen
		for _, d := range steps {
			s := ev.clamped(v, d, all, use, ev.step(v, d, Value{lo: out.lo}))
			res.Random = res.Random || s.Random
			if s.Collapsed != nil && res.Collapsed == nil {
				res.Collapsed = s.Collapsed
			}
			if s.lo == nil || less(s.lo, out.lo) {
				res.lo = nil
			}
			if s.hi == nil {
				known = false
			} else if known {
				hi, open = highest(hi, s.hi), open && s.hiOpen
			}
		}
		if known && res.lo != nil {
			res.hi, res.hiOpen = hi, open
			return res
		}
	}
	// Is the upper bound kept by every step?
	if out.hi != nil {
		res.hi, res.hiOpen = out.hi, out.hiOpen
		for _, d := range steps {
			s := ev.clamped(v, d, all, use, ev.step(v, d, Value{hi: out.hi}))
			if s.hi == nil || less(out.hi, s.hi) {
				res.hi, res.hiOpen = nil, false
			}
		}
	}
	return res
}

// loops reports whether a definition builds on a value of v that it may have
// given itself: d = 2*d in a loop does, d = d/2 + x after d := y does not.
func (ev *evaluator) loops(v *types.Var, d *code.Def) bool {
	found := false
	ast.Inspect(d.RHS, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || found || ev.p.Info.Uses[id] != types.Object(v) {
			return !found
		}
		for _, e := range ev.p.Reaching(id) {
			found = found || e == d
		}
		return !found
	})
	return found
}

// step evaluates a definition that builds on the old value of v.
func (ev *evaluator) step(v *types.Var, d *code.Def, old Value) Value {
	inner := &evaluator{p: ev.p, env: make(Env, len(ev.env)+1), args: ev.args, busy: ev.busy, depth: ev.depth, steps: ev.steps}
	for k, x := range ev.env {
		inner.env[k] = x
	}
	inner.env[v.Origin()] = old
	out := inner.def(d)
	ev.steps = inner.steps
	return out
}

// Step returns the value of v after definition d, which may build on the old
// value (v *= 2, v++, v = next(v)), given in old.
func Step(p *code.Package, v *types.Var, d *code.Def, old Value, env Env) Value {
	ev := &evaluator{p: p, env: env}
	return ev.step(v, d, old)
}

// counter evaluates the variable of `for v := a; v < b; v++` inside the loop.
func (ev *evaluator) counter(v *types.Var, init, steps []*code.Def, start Value) (Value, bool) {
	if len(init) != 1 || len(steps) != 1 {
		return Unknown, false
	}
	inc, ok := steps[0].Node.(*ast.IncDecStmt)
	if !ok || inc.Tok != token.INC {
		return Unknown, false
	}
	loop, ok := ev.p.Parent(inc).(*ast.ForStmt)
	if !ok || loop.Post != inc || loop.Init != init[0].Node {
		return Unknown, false
	}
	for _, d := range ev.p.Defs(v) {
		if d != init[0] && d != steps[0] {
			return Unknown, false
		}
	}
	out := Value{lo: start.lo}
	for _, c := range conjuncts(loop.Cond) {
		b, ok := c.(*ast.BinaryExpr)
		if !ok {
			continue
		}
		x, y, op := b.X, b.Y, b.Op
		if ev.p.VarOf(y) == v {
			x, y, op = y, x, mirror(op)
		}
		if ev.p.VarOf(x) != v {
			continue
		}
		end := ev.eval(y)
		switch op {
		case token.LSS, token.NEQ:
			end = end.Sub(Exactly(1))
		case token.LEQ:
		default:
			continue
		}
		if end.hi != nil && (out.hi == nil || less(end.hi, out.hi)) {
			out.hi = end.hi
		}
	}
	if out.lo != nil && out.hi != nil && less(out.hi, out.lo) {
		out.hi = out.lo // the loop does not run
	}
	return out, true
}

func conjuncts(e ast.Expr) []ast.Expr {
	if e == nil {
		return nil
	}
	e = ast.Unparen(e)
	if b, ok := e.(*ast.BinaryExpr); ok && b.Op == token.LAND {
		return append(conjuncts(b.X), conjuncts(b.Y)...)
	}
	return []ast.Expr{e}
}

func mirror(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.GTR:
		return token.LSS
	case token.LEQ:
		return token.GEQ
	case token.GEQ:
		return token.LEQ
	}
	return op
}

// clamped narrows the value that definition d gives v by an `if v > most { v = most }`
// that stands after d in the same list of statements and before the use.
func (ev *evaluator) clamped(v *types.Var, d *code.Def, all []*code.Def, use ast.Node, val Value) Value {
	for _, c := range all {
		if c == d || c.Kind != code.DefAssign || c.Node == nil || c.RHS == nil {
			continue
		}
		body, ok := ev.p.Parent(c.Node).(*ast.BlockStmt)
		if !ok {
			continue
		}
		ifs, ok := ev.p.Parent(body).(*ast.IfStmt)
		if !ok || ifs.Body != body || ifs.Else != nil || len(body.List) == 0 || !sameList(ev.p, d, ifs) {
			continue
		}
		if use != nil && d.Node != nil && d.Node.Pos() < use.Pos() && use.Pos() < ifs.Pos() {
			continue // used before it is clamped
		}
		lo, hi := ev.limitsIn(ifs.Cond, v)
		if val.hi == nil && hi != nil || val.hi != nil && hi != nil && less(hi, val.hi) {
			val.hi, val.hiOpen = hi, false
			val.At, val.Sym = nil, nil
		}
		if val.lo == nil && lo != nil || val.lo != nil && lo != nil && less(val.lo, lo) {
			val.lo, val.At, val.Sym = lo, nil, nil
		}
	}
	return val
}

// limitsIn returns the bounds that v has where cond is false: cond is v > x,
// v < x, or such joined by ||.
func (ev *evaluator) limitsIn(cond ast.Expr, v *types.Var) (lo, hi constant.Value) {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return nil, nil
	}
	if b.Op == token.LOR {
		l1, h1 := ev.limitsIn(b.X, v)
		l2, h2 := ev.limitsIn(b.Y, v)
		if l1 == nil {
			l1 = l2
		}
		if h1 == nil {
			h1 = h2
		}
		return l1, h1
	}
	x, y, op := b.X, b.Y, b.Op
	if ev.p.VarOf(y) == v {
		x, y, op = y, x, mirror(op)
	}
	if id, ok := ast.Unparen(x).(*ast.Ident); !ok || ev.p.VarOf(id) != v {
		return nil, nil
	}
	switch op {
	case token.GTR, token.GEQ:
		return nil, ev.eval(y).hi
	case token.LSS, token.LEQ:
		return ev.eval(y).lo, nil
	}
	return nil, nil
}

// sameList reports whether d's statement stands before s in one list.
func sameList(p *code.Package, d *code.Def, s ast.Stmt) bool {
	if d.Kind == code.DefParam && d.In != nil {
		return p.Parent(s) == ast.Node(d.In.Body)
	}
	if d.Node == nil || d.Node.Pos() > s.Pos() {
		return false
	}
	var n = p.Parent(d.Node)
	if _, ok := n.(*ast.GenDecl); ok { // var v = …
		n = p.Parent(p.Parent(n))
	}
	return n != nil && n == p.Parent(s)
}
