package durations

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"github.com/faultlint/faultlint/internal/code"
)

// An Env gives variables values that they are to be taken to have: the number
// of the attempt, an argument of a call.
type Env map[*types.Var]Value

// Eval returns what is known of expression e, a number or duration. Variables
// that change in loops are taken for all their turns; loops are not run.
func Eval(p *code.Package, e ast.Expr) Value { return EvalIn(p, e, nil) }

// Count is Eval for counts: a value below zero or a fraction is unknown.
func Count(p *code.Package, e ast.Expr) Value {
	v := Eval(p, e)
	if n, ok := v.Min(); ok && n < 0 {
		v.lo = nil
	}
	return v
}

// EvalIn is Eval with values for some variables given.
func EvalIn(p *code.Package, e ast.Expr, env Env) Value {
	if p == nil || e == nil {
		return Unknown
	}
	ev := &evaluator{p: p, env: env}
	return ev.eval(e)
}

// EvalDef returns the value that a definition gives its variable.
func EvalDef(p *code.Package, d *code.Def, env Env) Value {
	ev := &evaluator{p: p, env: env}
	return ev.def(d)
}

const (
	maxDepth = 24  // nesting of variables, fields and calls followed
	maxSteps = 600 // expressions looked at for one answer
)

type evaluator struct {
	p     *code.Package
	env   Env   // values forced on variables
	args  Env   // values of the parameters of the function being inlined
	busy  []any // variables and functions being evaluated, against cycles
	depth int
	steps int
}

// enter notes that x, a variable or function, is being evaluated; false if it
// already is or the nesting is too deep.
func (ev *evaluator) enter(x any) bool {
	if len(ev.busy) >= maxDepth {
		return false
	}
	for _, b := range ev.busy {
		if b == x {
			return false
		}
	}
	ev.busy = append(ev.busy, x)
	return true
}

func (ev *evaluator) leave() { ev.busy = ev.busy[:len(ev.busy)-1] }

func (ev *evaluator) eval(e ast.Expr) Value {
	if ev.steps++; ev.steps > maxSteps {
		return Unknown
	}
	if ev.depth++; ev.depth > 200 {
		ev.depth--
		return Unknown
	}
	defer func() { ev.depth-- }()
	if tv, ok := ev.p.Info.Types[e]; ok && tv.Value != nil {
		if c := usable(tv.Value); c != nil {
			return Value{lo: c, hi: c, At: e}
		}
		return Unknown
	}
	switch x := e.(type) {
	case *ast.ParenExpr:
		return ev.eval(x.X)
	case *ast.Ident:
		return ev.ident(x)
	case *ast.SelectorExpr:
		return ev.selector(x)
	case *ast.StarExpr:
		return Unknown
	case *ast.UnaryExpr:
		switch x.Op {
		case token.SUB:
			return ev.fit(x, ev.eval(x.X).Neg())
		case token.ADD:
			return ev.eval(x.X)
		}
	case *ast.BinaryExpr:
		return ev.binary(x, x.Op, ev.eval(x.X), ev.eval(x.Y), x.X, x.Y)
	case *ast.CallExpr:
		return ev.call(x)
	case *ast.IndexExpr:
		return ev.elements(x.X)
	}
	return Unknown
}

func (ev *evaluator) binary(at ast.Expr, op token.Token, v, w Value, vx, wx ast.Expr) Value {
	t := ev.p.Info.TypeOf(at)
	integer := code.IsInteger(t)
	var out Value
	switch op {
	case token.ADD:
		out = v.Add(w)
	case token.SUB:
		out = v.Sub(w)
	case token.MUL:
		out = v.Mul(w)
	case token.QUO:
		out = v.Div(w, integer)
	case token.SHL:
		if tv, ok := ev.p.Info.Types[vx]; ok && tv.Value != nil {
			// The left operand of a shift may be an untyped constant.
			v.lo, v.hi = constant.ToInt(tv.Value), constant.ToInt(tv.Value)
			if v.lo.Kind() != constant.Int {
				return Unknown
			}
		}
		out = v.Shl(w)
	case token.SHR:
		n, ok := w.Max()
		m, ok2 := w.Min()
		if !ok || !ok2 || m < 0 || n > 63 {
			out = carry(v, w)
			if lo, ok := v.Min(); ok && lo >= 0 {
				out.lo, out.hi = constant.MakeInt64(0), v.hi
			}
			break
		}
		one := constant.MakeInt64(1)
		out = v.Div(Value{lo: constant.Shift(one, token.SHL, uint(m)), hi: constant.Shift(one, token.SHL, uint(n))}, true)
	case token.REM:
		out = carry(v, w)
		if n, ok := w.Max(); ok && n > 0 {
			if lo, ok := w.Min(); ok && lo > 0 {
				out.hi = constant.MakeInt64(n - 1)
				out.lo = constant.MakeInt64(-(n - 1))
				if lo, ok := v.Min(); ok && lo >= 0 {
					out.lo = constant.MakeInt64(0)
				}
			}
		}
	case token.AND:
		out = carry(v, w)
		for _, m := range []Value{v, w} {
			if lo, ok := m.Min(); ok && lo >= 0 {
				out.lo = constant.MakeInt64(0)
				if out.hi == nil || m.hi != nil && less(m.hi, out.hi) {
					out.hi = m.hi
				}
			}
		}
	default:
		return carry(v, w)
	}
	return ev.fit(at, out)
}

// fit drops bounds that the type of at cannot hold, and notes the overflow.
func (ev *evaluator) fit(at ast.Expr, v Value) Value {
	lo, hi, ok := limits(ev.p.Info.TypeOf(at))
	if !ok {
		return v
	}
	if v.hi != nil && less(hi, v.hi) || v.lo != nil && less(v.lo, lo) {
		out := carry(v)
		if out.Overflow == nil {
			out.Overflow = at
		}
		return out
	}
	if v.lo == nil && sign(lo) == 0 {
		v.lo = lo // unsigned
	}
	return v
}

// limits returns the range of an integer type.
func limits(t types.Type) (lo, hi constant.Value, ok bool) {
	if t == nil {
		return nil, nil, false
	}
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsInteger == 0 {
		return nil, nil, false
	}
	bits := uint(64)
	switch b.Kind() {
	case types.Int8, types.Uint8:
		bits = 8
	case types.Int16, types.Uint16:
		bits = 16
	case types.Int32, types.Uint32:
		bits = 32
	case types.UntypedInt, types.UntypedRune:
		return nil, nil, false
	}
	one := constant.MakeInt64(1)
	if b.Info()&types.IsUnsigned != 0 {
		hi = constant.BinaryOp(constant.Shift(one, token.SHL, bits), token.SUB, one)
		return constant.MakeInt64(0), hi, true
	}
	hi = constant.Shift(one, token.SHL, bits-1)
	return constant.UnaryOp(token.SUB, hi, 0), constant.BinaryOp(hi, token.SUB, one), true
}

func isFloat(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}

func (ev *evaluator) call(call *ast.CallExpr) Value {
	if tv, ok := ev.p.Info.Types[call.Fun]; ok && tv.IsType() && len(call.Args) == 1 {
		return ev.convert(call, tv.Type, call.Args[0])
	}
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if b, ok := ev.p.Info.Uses[id].(*types.Builtin); ok {
			return ev.builtin(b.Name(), call)
		}
	}
	fn := ev.p.Callee(call)
	if fn == nil {
		return Unknown
	}
	if fn.Pkg() != nil {
		if v, ok := ev.library(fn, call); ok {
			return ev.fit(call, v)
		}
	}
	if f := ev.p.FuncOf(fn); f != nil {
		return ev.inline(f, call)
	}
	return Unknown
}

func (ev *evaluator) convert(call *ast.CallExpr, to types.Type, arg ast.Expr) Value {
	v := ev.eval(arg)
	if code.IsInteger(to) && !code.IsInteger(ev.p.Info.TypeOf(arg)) {
		cut := v.truncate()
		if v.Random && cut.lo != nil && cut.hi != nil && constant.Compare(cut.lo, token.EQL, cut.hi) &&
			v.lo != nil && v.hi != nil && constant.Compare(v.lo, token.NEQ, v.hi) {
			cut.Random, cut.Collapsed = false, call
		}
		v = cut
	}
	return ev.fit(call, v)
}

func (ev *evaluator) builtin(name string, call *ast.CallExpr) Value {
	switch name {
	case "min", "max":
		if len(call.Args) == 0 {
			return Unknown
		}
		out := ev.eval(call.Args[0])
		for _, a := range call.Args[1:] {
			v := ev.eval(a)
			if name == "min" {
				out = out.Lesser(v)
			} else {
				out = out.Greater(v)
			}
		}
		return out
	case "len", "cap":
		if len(call.Args) == 1 {
			v := ev.length(call.Args[0])
			if v.lo == nil {
				v.lo = constant.MakeInt64(0)
			}
			return v
		}
	}
	return Unknown
}

// library evaluates the functions of the standard library that matter for
// durations: random numbers, powers, the methods of time.Duration.
func (ev *evaluator) library(fn *types.Func, call *ast.CallExpr) (Value, bool) {
	arg := func(i int) Value {
		if i >= len(call.Args) {
			return Unknown
		}
		return ev.eval(call.Args[i])
	}
	switch fn.Pkg().Path() {
	case "math/rand", "math/rand/v2":
		return ev.random(fn.Name(), arg(0), len(call.Args)), true
	case "crypto/rand":
		return Value{Random: true}, true
	case "math":
		return ev.math(fn.Name(), arg(0), arg(1)), true
	case "time":
		sel, _ := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if sel == nil {
			return Unknown, false
		}
		return ev.timeCall(fn, sel, call)
	}
	return Unknown, false
}

func (ev *evaluator) random(name string, n Value, args int) Value {
	out := Value{Random: true}
	switch name {
	case "Float64", "Float32":
		out.lo, out.hi, out.hiOpen = constant.MakeInt64(0), constant.MakeInt64(1), true
	case "N", "Int63n", "Int31n", "Intn", "Int64N", "Int32N", "IntN", "Uint64N", "Uint32N", "UintN":
		if args == 0 {
			break
		}
		out = carry(n)
		out.Random = true
		out.lo = constant.MakeInt64(0)
		if n.hi != nil && sign(n.hi) > 0 {
			out.hi = constant.BinaryOp(constant.ToInt(n.hi), token.SUB, constant.MakeInt64(1))
			out.hi = usable(out.hi)
			if hi, ok := n.Max(); ok && hi == 1 {
				out.Random = false
			}
		}
	case "Int", "Int31", "Int63", "Int64", "Int32", "Uint32", "Uint64", "ExpFloat64":
		out.lo = constant.MakeInt64(0)
	case "NormFloat64":
	default:
		return Unknown
	}
	return out
}

func (ev *evaluator) math(name string, v, w Value) Value {
	switch name {
	case "Pow", "Exp2":
		if name == "Exp2" {
			v, w = Exactly(2), v
		}
		out := carry(v, w)
		bl, bh := v.Floats()
		el, eh := w.Floats()
		if bl >= 1 && el >= 0 {
			out.lo = usable(finite(math.Pow(bl, el)))
			if !math.IsInf(bh, 0) && !math.IsInf(eh, 0) {
				out.hi = usable(finite(math.Pow(bh, eh)))
			}
		}
		return out
	case "Min":
		return v.Lesser(w)
	case "Max":
		return v.Greater(w)
	case "Floor", "Trunc", "Round", "Ceil":
		out := carry(v)
		lo, hi := v.Floats()
		f := map[string]func(float64) float64{"Floor": math.Floor, "Trunc": math.Trunc, "Round": math.Round, "Ceil": math.Ceil}[name]
		if v.lo != nil {
			out.lo = usable(finite(f(lo)))
		}
		if v.hi != nil {
			out.hi = usable(finite(f(hi)))
		}
		return out
	case "Abs":
		if v.lo != nil && sign(v.lo) >= 0 {
			return v
		}
		out := carry(v)
		out.lo = constant.MakeInt64(0)
		return out
	}
	return carry(v, w)
}

func finite(f float64) constant.Value {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil
	}
	return constant.MakeFloat64(f)
}

// timeCall evaluates the methods of time.Duration and time.ParseDuration.
func (ev *evaluator) timeCall(fn *types.Func, sel *ast.SelectorExpr, call *ast.CallExpr) (Value, bool) {
	sig, ok := fn.Type().(*types.Signature)
	if !ok || sig.Recv() == nil {
		return Unknown, true // Since, Until, …
	}
	if n, ok := types.Unalias(sig.Recv().Type()).(*types.Named); !ok || n.Obj().Name() != "Duration" {
		return Unknown, true
	}
	v := ev.eval(sel.X)
	unit := map[string]int64{"Nanoseconds": 1, "Microseconds": 1e3, "Milliseconds": 1e6, "Seconds": 1e9, "Minutes": 60e9, "Hours": 3600e9}[fn.Name()]
	if unit == 0 {
		out := carry(v)
		if fn.Name() == "Abs" && v.lo != nil && sign(v.lo) >= 0 {
			return v, true
		}
		return out, true
	}
	return v.Div(Exactly(unit), code.IsInteger(ev.p.Info.TypeOf(call))), true
}
