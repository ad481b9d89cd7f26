package durations

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"time"

	"github.com/faultlint/faultlint/internal/code"
)

func (ev *evaluator) ident(id *ast.Ident) Value {
	v, ok := ev.p.Info.Uses[id].(*types.Var)
	if !ok {
		return Unknown
	}
	if val, ok := ev.env[v.Origin()]; ok {
		return val
	}
	if v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return named(ev.global(v), v, id)
	}
	defs := ev.p.Reaching(id)
	if len(defs) == 0 {
		return Unknown
	}
	out := ev.defs(v, defs, id)
	if len(defs) > 1 {
		// Different at different times: no symbol for comparisons.
		out.Sym, out.SymExpr = nil, nil
		return out
	}
	return named(out, v, id)
}

// named gives a value the symbol v unless it already has one that says more:
// a local variable set once from a field stands for the field.
func named(out Value, v *types.Var, at ast.Expr) Value {
	if out.Sym == nil {
		out.Sym, out.Scale, out.SymExpr = v.Origin(), 1, at
	}
	return out
}

const maxDefs = 12

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

// def evaluates one definition.
func (ev *evaluator) def(d *code.Def) Value {
	if !ev.enter(d) {
		return Unknown
	}
	defer ev.leave()
	switch d.Kind {
	case code.DefZero:
		if isInteger(d.Var.Type()) || isFloat(d.Var.Type()) {
			v := Exactly(0)
			v.At = d.Node
			return v
		}
	case code.DefAssign, code.DefField:
		if d.RHS == nil {
			break
		}
		if d.Index >= 0 {
			return ev.result(d.RHS, d.Index)
		}
		v := ev.eval(d.RHS)
		if v.At == nil || v.At == ast.Node(d.RHS) {
			v.At = d.Node
		}
		return v
	case code.DefOp:
		return ev.op(d)
	case code.DefRangeKey:
		if t := ev.p.Info.TypeOf(d.RHS); isInteger(t) {
			n := ev.eval(d.RHS)
			out := Value{lo: constant.MakeInt64(0)}
			if hi, ok := n.Max(); ok {
				out.hi = constant.MakeInt64(max(hi-1, 0))
			}
			return out
		}
		n := ev.length(d.RHS)
		out := Value{}
		if isInteger(d.Var.Type()) && !isMap(ev.p.Info.TypeOf(d.RHS)) {
			out.lo = constant.MakeInt64(0)
			if hi, ok := n.Max(); ok {
				out.hi = constant.MakeInt64(max(hi-1, 0))
			}
		}
		return out
	case code.DefRangeValue:
		return ev.elements(d.RHS)
	case code.DefParam:
		return ev.param(d)
	}
	return Unknown
}

func isMap(t types.Type) bool {
	if t == nil {
		return true
	}
	_, ok := t.Underlying().(*types.Map)
	return ok
}

// op evaluates v op= x and v++ with the old value of v taken from the environment.
func (ev *evaluator) op(d *code.Def) Value {
	old, ok := ev.env[d.Var]
	if !ok {
		return Unknown
	}
	switch n := d.Node.(type) {
	case *ast.IncDecStmt:
		if n.Tok == token.INC {
			return old.Add(Exactly(1))
		}
		return old.Sub(Exactly(1))
	case *ast.AssignStmt:
		if len(n.Lhs) != 1 || len(n.Rhs) != 1 {
			return Unknown
		}
		ops := map[token.Token]token.Token{
			token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL,
			token.QUO_ASSIGN: token.QUO, token.SHL_ASSIGN: token.SHL, token.SHR_ASSIGN: token.SHR,
			token.REM_ASSIGN: token.REM,
		}
		if op, ok := ops[n.Tok]; ok {
			return ev.binary(n.Lhs[0], op, old, ev.eval(n.Rhs[0]), n.Lhs[0], n.Rhs[0])
		}
	}
	return Unknown
}

// global evaluates a package variable: known if it is set once, where it is
// declared, and nobody else can set it.
func (ev *evaluator) global(v *types.Var) Value {
	if v.Pkg() != ev.p.Types || v.Exported() && ev.p.Types.Name() != "main" {
		return Unknown
	}
	defs := ev.p.Defs(v)
	if len(defs) != 1 || defs[0].In != nil {
		return Unknown
	}
	return ev.def(defs[0])
}

// param evaluates a parameter: by what all its callers in the package pass, if
// they are all in sight.
func (ev *evaluator) param(d *code.Def) Value {
	f := d.In
	if f == nil {
		return Unknown
	}
	i := f.ParamIndex(d.Var)
	if i < 0 {
		// A named result starts as zero.
		for r := range f.Sig.Results().Variables() {
			if r == d.Var && (isInteger(r.Type()) || isFloat(r.Type())) {
				return Exactly(0)
			}
		}
		return Unknown
	}
	if v, ok := ev.args[d.Var]; ok {
		return v
	}
	calls, complete := ev.p.Callers(f)
	if !complete || len(calls) == 0 || len(calls) > 6 || f.Sig.Variadic() && i >= f.Sig.Params().Len()-1 {
		return Unknown
	}
	if !ev.enter(f) {
		return Unknown
	}
	defer ev.leave()
	// The environment is about this function's run, not its callers'.
	env, args := ev.env, ev.args
	ev.env, ev.args = nil, nil
	defer func() { ev.env, ev.args = env, args }()
	var out Value
	for n, c := range calls {
		if i >= len(c.Args) {
			return Unknown
		}
		v := ev.eval(c.Args[i])
		v.Sym, v.SymExpr = nil, nil
		if n == 0 {
			out = v
		} else {
			out = out.Union(v)
		}
	}
	return out
}

// selector evaluates x.f: a field or another package's variable.
func (ev *evaluator) selector(sel *ast.SelectorExpr) Value {
	v, ok := ev.p.Info.Uses[sel.Sel].(*types.Var)
	if !ok {
		return Unknown
	}
	v = v.Origin()
	if !v.IsField() {
		return named(Unknown, v, sel)
	}
	if val, ok := ev.env[v]; ok {
		return val
	}
	if !ev.enter(v) {
		return Unknown
	}
	defer ev.leave()
	out, ok := ev.localField(sel, v)
	if !ok {
		out = ev.field(v)
	}
	return named(out, v, sel)
}

// field evaluates a field over all objects: known if this package alone can
// set it, every object made here is given a value, and all values are known.
func (ev *evaluator) field(f *types.Var) Value {
	origins, complete := ev.p.FieldOrigins(f)
	if !complete || len(origins) == 0 || len(origins) > maxDefs || ev.p.LeftZero(f) {
		return Unknown
	}
	env, args := ev.env, ev.args
	ev.env, ev.args = nil, nil
	defer func() { ev.env, ev.args = env, args }()
	var out Value
	for i, d := range ev.p.Defs(f) {
		v := ev.def(d)
		if i == 0 {
			out = v
		} else {
			out = out.Union(v)
		}
	}
	// The field has a name of its own, whatever it was set from.
	out.Sym, out.SymExpr = nil, nil
	return out
}

// localField evaluates x.f where x is a local struct made in sight and not
// handed out: cfg := Config{Timeout: time.Second}; use(cfg.Timeout).
func (ev *evaluator) localField(sel *ast.SelectorExpr, f *types.Var) (Value, bool) {
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok {
		return Unknown, false
	}
	x, ok := ev.p.Info.Uses[id].(*types.Var)
	if !ok || x.Pkg() != ev.p.Types {
		return Unknown, false
	}
	defs := ev.p.Defs(x)
	global := x.Parent() == ev.p.Types.Scope()
	if len(defs) != 1 || defs[0].Kind != code.DefAssign || defs[0].Index >= 0 || global && (defs[0].In != nil || x.Exported()) {
		return Unknown, false
	}
	lit, ok := ast.Unparen(defs[0].RHS).(*ast.CompositeLit)
	if !ok {
		return Unknown, false
	}
	// Fields of the variable that are set later.
	for _, d := range ev.p.Defs(f) {
		if d.Kind != code.DefField && d.Base != nil && ev.p.VarOf(d.Base) == x {
			return Unknown, false
		}
	}
	for _, d := range ev.p.Defs(f) {
		if d.Kind == code.DefField && d.Base == ast.Expr(lit) {
			return ev.def(d), true
		}
	}
	if st, ok := ev.p.Info.TypeOf(lit).Underlying().(*types.Struct); ok && (isInteger(f.Type()) || isFloat(f.Type())) {
		for g := range st.Fields() {
			if g == f {
				v := Exactly(0)
				v.At = lit
				return v, true
			}
		}
	}
	return Unknown, false
}

// slice returns the literal behind an expression of slice, array or map type.
func (ev *evaluator) slice(e ast.Expr) *ast.CompositeLit {
	for range 4 {
		e = ast.Unparen(e)
		switch x := e.(type) {
		case *ast.CompositeLit:
			return x
		case *ast.Ident, *ast.SelectorExpr:
			v := ev.p.VarOf(x)
			if v == nil || v.Pkg() != ev.p.Types || v.Exported() && (v.IsField() || v.Parent() == ev.p.Types.Scope()) {
				return nil
			}
			defs := ev.p.Defs(v)
			if len(defs) != 1 || defs[0].RHS == nil || defs[0].Index >= 0 ||
				defs[0].Kind != code.DefAssign && defs[0].Kind != code.DefField || v.IsField() && ev.p.LeftZero(v) {
				return nil
			}
			e = defs[0].RHS
		default:
			return nil
		}
	}
	return nil
}

// length evaluates len(e).
func (ev *evaluator) length(e ast.Expr) Value {
	if t := ev.p.Info.TypeOf(e); t != nil {
		if a, ok := t.Underlying().(*types.Array); ok {
			return Exactly(a.Len())
		}
	}
	lit := ev.slice(e)
	if lit == nil {
		return Unknown
	}
	for _, x := range lit.Elts {
		if _, ok := x.(*ast.KeyValueExpr); ok {
			if !isMap(ev.p.Info.TypeOf(lit)) {
				return Unknown // [5: x]
			}
		}
	}
	v := Exactly(int64(len(lit.Elts)))
	v.At = lit
	return v
}

// Length is what is known of len(e): literals in sight have one.
func Length(p *code.Package, e ast.Expr) Value {
	ev := &evaluator{p: p}
	return ev.length(e)
}

// elements evaluates any element of a slice, array or map in sight.
func (ev *evaluator) elements(e ast.Expr) Value {
	lit := ev.slice(e)
	if lit == nil || len(lit.Elts) == 0 || len(lit.Elts) > 64 {
		return Unknown
	}
	var out Value
	for i, x := range lit.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			x = kv.Value
		}
		v := ev.eval(x)
		if i == 0 {
			out = v
		} else {
			out = out.Union(v)
		}
	}
	out.At = lit
	return out
}

// Elements returns the values of the elements of a slice or array in sight, in order.
func Elements(p *code.Package, e ast.Expr) (vals []Value, ok bool) {
	ev := &evaluator{p: p}
	lit := ev.slice(e)
	if lit == nil || len(lit.Elts) > 64 {
		return nil, false
	}
	for _, x := range lit.Elts {
		if _, ok := x.(*ast.KeyValueExpr); ok {
			return nil, false
		}
		vals = append(vals, ev.eval(x))
	}
	return vals, true
}

// inline evaluates a call of a small function of this package.
func (ev *evaluator) inline(f *code.Func, call *ast.CallExpr) Value {
	return ev.returned(f, call, 0)
}

// result evaluates result i of a call with several results.
func (ev *evaluator) result(e ast.Expr, i int) Value {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return Unknown
	}
	fn := ev.p.Callee(call)
	if fn == nil {
		return Unknown
	}
	if fn.Pkg() != nil && fn.Pkg().Path() == "time" && fn.Name() == "ParseDuration" && i == 0 && len(call.Args) == 1 {
		if tv, ok := ev.p.Info.Types[call.Args[0]]; ok && tv.Value != nil && tv.Value.Kind() == constant.String {
			if d, err := time.ParseDuration(constant.StringVal(tv.Value)); err == nil {
				v := Exactly(int64(d))
				v.At = call
				return v
			}
		}
		return Unknown
	}
	if f := ev.p.FuncOf(fn); f != nil {
		return ev.returned(f, call, i)
	}
	return Unknown
}

// returned evaluates what f returns as result i, with the arguments of call.
func (ev *evaluator) returned(f *code.Func, call *ast.CallExpr, i int) Value {
	if f.Sig.Results().Len() <= i || f.Sig.Variadic() || code.IsInterfaceMethod(f.Obj) {
		return Unknown
	}
	var rets []*ast.ReturnStmt
	f.Inspect(func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok {
			rets = append(rets, r)
		}
		return len(rets) < 6
	})
	if len(rets) == 0 || len(rets) > 4 || len(f.Params()) != len(call.Args) {
		return Unknown
	}
	if !ev.enter(f) {
		return Unknown
	}
	defer ev.leave()
	env := make(Env, len(call.Args))
	for k, prm := range f.Params() {
		if isInteger(prm.Type()) || isFloat(prm.Type()) {
			env[prm.Origin()] = ev.eval(call.Args[k])
		}
	}
	inner := &evaluator{p: ev.p, args: env, busy: ev.busy, depth: ev.depth, steps: ev.steps}
	defer func() { ev.steps = inner.steps }()
	var out Value
	first := true
	for _, r := range rets {
		if !inner.reachable(r) {
			continue
		}
		if len(r.Results) != f.Sig.Results().Len() {
			return Unknown
		}
		v := inner.eval(r.Results[i])
		if first {
			out, first = v, false
		} else {
			out = out.Union(v)
		}
	}
	// Names of the callee mean nothing to the caller, except fields and arguments.
	if out.Sym != nil && !out.Sym.IsField() && out.Sym.Parent() != nil && out.Sym.Parent() != ev.p.Types.Scope() && within(f, out.Sym) {
		out.Sym, out.SymExpr = nil, nil
	}
	return out
}

func within(f *code.Func, v *types.Var) bool {
	return f.Node.Pos() <= v.Pos() && v.Pos() < f.Node.End()
}

// EvalCall returns what is known of expression e inside function f when f is
// called by call. env holds values of the caller's variables.
func EvalCall(p *code.Package, f *code.Func, call *ast.CallExpr, e ast.Expr, env Env) Value {
	args := make(Env)
	if !f.Sig.Variadic() && len(f.Params()) == len(call.Args) {
		for i, prm := range f.Params() {
			if isInteger(prm.Type()) || isFloat(prm.Type()) {
				args[prm.Origin()] = EvalIn(p, call.Args[i], env)
			}
		}
	}
	ev := &evaluator{p: p, args: args}
	return ev.eval(e)
}

// Decide evaluates a condition on numbers with values for some variables
// given: 1 true, -1 false, 0 not known.
func Decide(p *code.Package, cond ast.Expr, env Env) int {
	ev := &evaluator{p: p, env: env}
	return ev.decide(cond)
}

// Compare evaluates v op w: 1 true, -1 false, 0 not known.
func Compare(v Value, op token.Token, w Value) int { return compare(v, op, w) }
