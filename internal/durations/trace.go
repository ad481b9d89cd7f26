package durations

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

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

// def evaluates one definition.
func (ev *evaluator) def(d *code.Def) Value {
	if !ev.enter(d) {
		return Unknown
	}
	defer ev.leave()
	switch d.Kind {
	case code.DefZero:
		if code.IsInteger(d.Var.Type()) || isFloat(d.Var.Type()) {
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
		if t := ev.p.Info.TypeOf(d.RHS); code.IsInteger(t) {
			n := ev.eval(d.RHS)
			out := Value{lo: constant.MakeInt64(0)}
			if hi, ok := n.Max(); ok {
				out.hi = constant.MakeInt64(max(hi-1, 0))
			}
			return out
		}
		n := ev.length(d.RHS)
		out := Value{}
		if code.IsInteger(d.Var.Type()) && !isMap(ev.p.Info.TypeOf(d.RHS)) {
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
			if r == d.Var && (code.IsInteger(r.Type()) || isFloat(r.Type())) {
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
		out, ok = ev.nestedField(sel, v)
	}
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
	if st, ok := ev.p.Info.TypeOf(lit).Underlying().(*types.Struct); ok && (code.IsInteger(f.Type()) || isFloat(f.Type())) {
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

// Decide evaluates a condition on numbers with values for some variables
// given: 1 true, -1 false, 0 not known.
func Decide(p *code.Package, cond ast.Expr, env Env) int {
	ev := &evaluator{p: p, env: env}
	return ev.decide(cond)
}

// Compare evaluates v op w: 1 true, -1 false, 0 not known.
func Compare(v Value, op token.Token, w Value) int { return compare(v, op, w) }
