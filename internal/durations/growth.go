package durations

import (
	"go/ast"
	"go/types"
	"math"
	"time"

	"github.com/faultlint/faultlint/internal/code"
)

// OverflowFrom returns the smallest value of variable n, counted up from
// first, for which the evaluation of e leaves the range of a type, and the
// operation that does so: 500ms*(1<<n) no longer fits from n = 35 on. ok is
// false if that does not happen for n up to 128, or cannot be told.
func OverflowFrom(p *code.Package, e ast.Expr, n *types.Var, first int64) (from int64, at ast.Expr, ok bool) {
	for k := first; k <= 128; k++ {
		v := EvalIn(p, e, Env{n.Origin(): Exactly(k)})
		if v.Overflow != nil {
			return k, v.Overflow, true
		}
	}
	return 0, nil, false
}

// GrowthOverflow returns after how many steps a duration that starts at base
// and is multiplied by factor at each no longer fits: a second doubled 34 times
// does not. ok is false if it does not grow.
func GrowthOverflow(base time.Duration, factor float64) (steps int, ok bool) {
	if base <= 0 || factor <= 1 || math.IsInf(factor, 0) || math.IsNaN(factor) {
		return 0, false
	}
	f := float64(base)
	for f < math.MaxInt64 {
		f *= factor
		if steps++; steps > 100_000 {
			return 0, false
		}
	}
	return steps, true
}

// Geometric returns the sum of n delays that start at first, grow by factor
// and are capped at most (0 = no cap).
func Geometric(first time.Duration, factor float64, most time.Duration, n int) time.Duration {
	if factor <= 0 {
		factor = 1
	}
	var sum float64
	d := float64(first)
	for i := range n {
		if i > 10_000 {
			break
		}
		if most > 0 && d > float64(most) {
			d = float64(most)
		}
		sum += d
		if sum >= math.MaxInt64 {
			return math.MaxInt64
		}
		d *= factor
	}
	return time.Duration(sum)
}
