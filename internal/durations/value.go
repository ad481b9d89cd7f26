// Package durations computes what is known of a number or a duration from the
// code alone: constants, variables and fields with values in sight, arithmetic
// on them, random parts and small functions. The answer is a range, because
// "at most 2s" or "at least three" is often enough to prove a finding, and
// unknown where it is not sure.
package durations

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"time"
)

// A Value is what is known of a number. The zero Value is unknown.
type Value struct {
	// lo and hi bound the value, both inclusive unless hiOpen; nil = no bound known.
	lo, hi constant.Value
	hiOpen bool

	// Sym is the field, parameter or variable that the value comes from, times
	// Scale, whether or not its range is known: two values with the same Sym
	// (and the same object, see SymExpr) can be compared without a number.
	Sym   *types.Var
	Scale float64
	// SymExpr is the expression that names Sym, as in c.timeout.
	SymExpr ast.Expr

	// At is where the value is written down, for messages; nil if there is no
	// single place.
	At ast.Node
	// Random: a random part takes part in the value.
	Random bool
	// Collapsed is a conversion that cuts a random fraction down to one and the
	// same integer: time.Duration(1 + 0.3*rand.Float64()) is always 1.
	Collapsed ast.Expr
	// Overflow is the operation whose result does not fit its type, nil if all fit.
	Overflow ast.Expr
}

// Unknown is the value nothing is known of.
var Unknown = Value{}

// Exactly returns the value n.
func Exactly(n int64) Value {
	c := constant.MakeInt64(n)
	return Value{lo: c, hi: c}
}

// Between returns a value from lo to hi, both inclusive.
func Between(lo, hi int64) Value {
	return Value{lo: constant.MakeInt64(lo), hi: constant.MakeInt64(hi)}
}

// AtLeast returns a value without an upper bound.
func AtLeast(lo int64) Value { return Value{lo: constant.MakeInt64(lo)} }

// Min returns the smallest value possible; ok is false if there is no bound.
func (v Value) Min() (n int64, ok bool) { return toInt64(v.lo, false) }

// Max returns the largest value possible; ok is false if there is no bound.
func (v Value) Max() (n int64, ok bool) {
	n, ok = toInt64(v.hi, true)
	if ok && v.hiOpen && isInt(v.hi) && n > math.MinInt64 {
		n--
	}
	return n, ok
}

// Known reports whether both bounds are known.
func (v Value) Known() bool {
	_, a := v.Min()
	_, b := v.Max()
	return a && b
}

// Exact returns the value if it can only be one.
func (v Value) Exact() (n int64, ok bool) {
	lo, ok1 := v.Min()
	hi, ok2 := v.Max()
	return lo, ok1 && ok2 && lo == hi
}

// Floats returns the bounds as floating-point numbers, infinite where unknown.
func (v Value) Floats() (lo, hi float64) {
	lo, hi = math.Inf(-1), math.Inf(1)
	if v.lo != nil {
		lo, _ = constant.Float64Val(v.lo)
	}
	if v.hi != nil {
		hi, _ = constant.Float64Val(v.hi)
	}
	return lo, hi
}

// MinDuration returns the smallest duration possible; ok is false if there is no bound.
func (v Value) MinDuration() (time.Duration, bool) { n, ok := v.Min(); return time.Duration(n), ok }

// MaxDuration returns the largest duration possible; ok is false if there is no bound.
func (v Value) MaxDuration() (time.Duration, bool) { n, ok := v.Max(); return time.Duration(n), ok }

// SameAs reports whether v and w are the same variable or field, and if so how
// many times w goes into v: 2 for v = 2*c.timeout and w = c.timeout. Whether
// the objects around two uses of a field are the same is for the caller to
// check with SymExpr.
func (v Value) SameAs(w Value) (ratio float64, ok bool) {
	if v.Sym == nil || v.Sym != w.Sym || w.Scale == 0 {
		return 0, false
	}
	return v.Scale / w.Scale, true
}

// String prints the range, as durations if it is more than a microsecond.
func (v Value) String() string {
	lo, ok1 := v.Min()
	hi, ok2 := v.Max()
	switch {
	case !ok1 && !ok2:
		return "unknown"
	case ok1 && ok2 && lo == hi:
		return number(lo)
	case !ok1:
		return "at most " + number(hi)
	case !ok2:
		return "at least " + number(lo)
	}
	return number(lo) + ".." + number(hi)
}

func number(n int64) string {
	if n > -1000 && n < 1000 {
		return constant.MakeInt64(n).String()
	}
	return time.Duration(n).String()
}

// maxBits bounds the size of intermediate numbers.
const maxBits = 2048

func isInt(c constant.Value) bool {
	return c != nil && constant.ToInt(c).Kind() == constant.Int
}

// toInt64 rounds a bound to an integer outward: a lower one down, an upper one up.
func toInt64(c constant.Value, upper bool) (int64, bool) {
	if c == nil {
		return 0, false
	}
	if i := constant.ToInt(c); i.Kind() == constant.Int {
		return constant.Int64Val(i)
	}
	f, _ := constant.Float64Val(c)
	if upper {
		f = math.Ceil(f)
	} else {
		f = math.Floor(f)
	}
	if math.IsNaN(f) || f < math.MinInt64 || f >= math.MaxInt64 {
		return 0, false
	}
	return int64(f), true
}

// usable drops bounds that are no numbers or too large to go on with.
func usable(c constant.Value) constant.Value {
	if c == nil {
		return nil
	}
	switch c.Kind() {
	case constant.Int:
		if constant.BitLen(c) > maxBits {
			return nil
		}
		return c
	case constant.Float:
		if i := constant.ToInt(c); i.Kind() == constant.Int {
			return usable(i)
		}
		f, _ := constant.Float64Val(c)
		if math.IsInf(f, 0) || math.IsNaN(f) {
			return nil
		}
		// A rational with a huge denominator is cut down to what a float64 holds.
		if constant.BitLen(constant.Num(c)) > maxBits || constant.BitLen(constant.Denom(c)) > maxBits {
			return constant.MakeFloat64(f)
		}
		return c
	}
	return nil
}

func less(a, b constant.Value) bool { return constant.Compare(a, token.LSS, b) }

func sign(c constant.Value) int {
	if c == nil {
		return 0
	}
	return constant.Sign(c)
}

func lowest(cs ...constant.Value) constant.Value {
	m := cs[0]
	for _, c := range cs {
		if c == nil {
			return nil
		}
		if less(c, m) {
			m = c
		}
	}
	return m
}

func highest(cs ...constant.Value) constant.Value {
	m := cs[0]
	for _, c := range cs {
		if c == nil {
			return nil
		}
		if less(m, c) {
			m = c
		}
	}
	return m
}

// carry returns a Value with what operands leave in every result.
func carry(vs ...Value) Value {
	var out Value
	for _, v := range vs {
		out.Random = out.Random || v.Random
		if out.Collapsed == nil {
			out.Collapsed = v.Collapsed
		}
		if out.Overflow == nil {
			out.Overflow = v.Overflow
		}
	}
	return out
}

// Union returns a value that may be v or w.
func (v Value) Union(w Value) Value {
	out := carry(v, w)
	if v.lo != nil && w.lo != nil {
		out.lo = lowest(v.lo, w.lo)
	}
	if v.hi != nil && w.hi != nil {
		out.hi = highest(v.hi, w.hi)
		out.hiOpen = v.hiOpen && w.hiOpen
	}
	if v.Sym != nil && v.Sym == w.Sym && v.Scale == w.Scale {
		out.Sym, out.Scale, out.SymExpr = v.Sym, v.Scale, v.SymExpr
	}
	if v.At == w.At {
		out.At = v.At
	}
	return out
}

// Lesser returns the minimum of two values.
func (v Value) Lesser(w Value) Value {
	out := carry(v, w)
	if v.lo != nil && w.lo != nil {
		out.lo = lowest(v.lo, w.lo)
	}
	switch {
	case v.hi == nil:
		out.hi, out.hiOpen = w.hi, w.hiOpen
	case w.hi == nil || less(v.hi, w.hi):
		out.hi, out.hiOpen = v.hi, v.hiOpen
	default:
		out.hi, out.hiOpen = w.hi, w.hiOpen
	}
	return out
}

// Greater returns the maximum of two values.
func (v Value) Greater(w Value) Value {
	out := carry(v, w)
	if v.hi != nil && w.hi != nil {
		out.hi = highest(v.hi, w.hi)
		out.hiOpen = v.hiOpen && w.hiOpen
	}
	switch {
	case v.lo == nil:
		out.lo = w.lo
	case w.lo == nil:
		out.lo = v.lo
	default:
		out.lo = highest(v.lo, w.lo)
	}
	return out
}

// Add returns v + w.
func (v Value) Add(w Value) Value {
	out := carry(v, w)
	if v.lo != nil && w.lo != nil {
		out.lo = usable(constant.BinaryOp(v.lo, token.ADD, w.lo))
	}
	if v.hi != nil && w.hi != nil {
		out.hi = usable(constant.BinaryOp(v.hi, token.ADD, w.hi))
		out.hiOpen = v.hiOpen || w.hiOpen
	}
	return out
}

// Neg returns -v.
func (v Value) Neg() Value {
	out := carry(v)
	if v.hi != nil {
		out.lo = constant.UnaryOp(token.SUB, v.hi, 0)
	}
	if v.lo != nil {
		out.hi = constant.UnaryOp(token.SUB, v.lo, 0)
	}
	return out
}

// Sub returns v - w.
func (v Value) Sub(w Value) Value {
	out := v.Add(w.Neg())
	out.Random, out.Collapsed, out.Overflow = v.Random || w.Random, carry(v, w).Collapsed, carry(v, w).Overflow
	return out
}

// Mul returns v * w.
func (v Value) Mul(w Value) Value {
	out := carry(v, w)
	mul := func(a, b constant.Value) constant.Value { return usable(constant.BinaryOp(a, token.MUL, b)) }
	switch {
	case v.lo != nil && v.hi != nil && w.lo != nil && w.hi != nil:
		ll, lh, hl, hh := mul(v.lo, w.lo), mul(v.lo, w.hi), mul(v.hi, w.lo), mul(v.hi, w.hi)
		out.lo, out.hi = lowest(ll, lh, hl, hh), highest(ll, lh, hl, hh)
		if v.lo != nil && sign(v.lo) >= 0 && sign(w.lo) >= 0 {
			// the largest is hi*hi, not reached if either is open
			out.hiOpen = (v.hiOpen || w.hiOpen) && sign(out.hi) > 0
		}
	case v.lo != nil && w.lo != nil && sign(v.lo) >= 0 && sign(w.lo) >= 0:
		out.lo = mul(v.lo, w.lo)
	case positive(w):
		out.lo, out.hi = scaled(v.lo, w.lo), scaled(v.hi, w.lo)
		out.hiOpen = v.hiOpen
	case positive(v):
		out.lo, out.hi = scaled(w.lo, v.lo), scaled(w.hi, v.lo)
		out.hiOpen = w.hiOpen
	}
	if c, ok := w.scalar(); ok && v.Sym != nil {
		out.Sym, out.Scale, out.SymExpr = v.Sym, v.Scale*c, v.SymExpr
	} else if c, ok := v.scalar(); ok && w.Sym != nil {
		out.Sym, out.Scale, out.SymExpr = w.Sym, w.Scale*c, w.SymExpr
	}
	return out
}

// positive reports whether v is one positive number.
func positive(v Value) bool {
	return v.lo != nil && v.hi != nil && sign(v.lo) > 0 && constant.Compare(v.lo, token.EQL, v.hi)
}

func scaled(c, by constant.Value) constant.Value {
	if c == nil {
		return nil
	}
	return usable(constant.BinaryOp(c, token.MUL, by))
}

// scalar returns the number v is, if it is one and not zero.
func (v Value) scalar() (float64, bool) {
	if v.lo == nil || v.hi == nil || v.Random || constant.Compare(v.lo, token.NEQ, v.hi) {
		return 0, false
	}
	f, _ := constant.Float64Val(v.lo)
	return f, f != 0
}

// Div returns v / w; integer tells whether the result is cut to an integer.
func (v Value) Div(w Value, integer bool) Value {
	out := carry(v, w)
	if w.lo == nil || w.hi == nil || sign(w.lo) <= 0 && sign(w.hi) >= 0 {
		return out // may divide by zero, or by anything
	}
	op := token.QUO
	if integer {
		op = token.QUO_ASSIGN
		if !isInt(w.lo) || !isInt(w.hi) {
			return out
		}
	}
	div := func(a, b constant.Value) constant.Value {
		if integer {
			if a = constant.ToInt(a); a.Kind() != constant.Int {
				return nil
			}
			b = constant.ToInt(b)
		}
		return usable(constant.BinaryOp(a, op, b))
	}
	switch {
	case v.lo != nil && v.hi != nil:
		ll, lh, hl, hh := div(v.lo, w.lo), div(v.lo, w.hi), div(v.hi, w.lo), div(v.hi, w.hi)
		out.lo, out.hi = lowest(ll, lh, hl, hh), highest(ll, lh, hl, hh)
	case v.lo != nil && sign(v.lo) >= 0 && sign(w.lo) > 0:
		out.lo = div(v.lo, w.hi)
	case v.hi != nil && sign(v.hi) >= 0 && sign(w.lo) > 0:
		out.hi = div(v.hi, w.lo)
	}
	if c, ok := w.scalar(); ok && v.Sym != nil {
		out.Sym, out.Scale, out.SymExpr = v.Sym, v.Scale/c, v.SymExpr
	}
	return out
}

// Shl returns v << w.
func (v Value) Shl(w Value) Value {
	pow := carry(w)
	if n, ok := w.Min(); ok && n >= 0 && n < maxBits/2 {
		pow.lo = constant.Shift(constant.MakeInt64(1), token.SHL, uint(n))
	} else {
		return carry(v, w)
	}
	if n, ok := w.Max(); ok && n >= 0 && n < maxBits/2 {
		pow.hi = constant.Shift(constant.MakeInt64(1), token.SHL, uint(n))
	}
	out := v.Mul(pow)
	out.Sym = nil
	return out
}

// truncate cuts a fraction to an integer, as a conversion to an integer type does.
func (v Value) truncate() Value {
	out := v
	cut := func(c constant.Value, open bool) constant.Value {
		if c == nil {
			return nil
		}
		if i := constant.ToInt(c); i.Kind() == constant.Int {
			if open {
				return constant.BinaryOp(i, token.SUB, constant.MakeInt64(1))
			}
			return i
		}
		f, _ := constant.Float64Val(c)
		if math.IsNaN(f) || math.Abs(f) > 1e300 {
			return nil
		}
		return constant.ToInt(constant.MakeFloat64(math.Trunc(f)))
	}
	out.lo = cut(v.lo, false)
	// For negative numbers cutting goes up, so an open bound stays.
	out.hi = cut(v.hi, v.hiOpen && sign(v.hi) > 0)
	out.hiOpen = false
	if out.lo != nil && out.lo.Kind() != constant.Int {
		out.lo = nil
	}
	if out.hi != nil && out.hi.Kind() != constant.Int {
		out.hi = nil
	}
	if out.lo != nil && out.hi != nil && less(out.hi, out.lo) {
		out.hi = out.lo
	}
	return out
}
