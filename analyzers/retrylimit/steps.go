package retrylimit

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"math"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// endless is the number of steps from which they are meant never to run out.
const endless = 1000

// capEnds reports a back-off of so many steps that it is meant never to end,
// given to a driver of Kubernetes that ends it when the delay reaches its cap.
func capEnds(p *rule.Pass, f *code.Func, seen map[ast.Node]bool) {
	for _, call := range f.Calls() {
		if !api.EndsAtCap(api.Key(p.Code.Callee(call))) {
			continue
		}
		for _, a := range call.Args {
			lit := literal(p, a)
			if lit == nil || seen[lit] {
				continue
			}
			n, limit, ok := stepsToCap(p, lit)
			if !ok {
				continue
			}
			seen[lit] = true
			p.Report(rule.Finding{
				Node:    lit,
				Message: fmt.Sprintf("Steps is meant to be endless, but the back-off ends when its delay reaches Cap: after %d attempts, when the next delay would be above %s, %s gives up; leave Cap out, or loop with the back-off's DelayFunc, which goes on at the cap", n, retry.Short(limit), p.Code.CallName(call)),
				Related: []rule.Related{{Node: call, Message: "given to the driver here"}},
			})
		}
	}
}

// literal returns the composite literal that e certainly is: a variable of
// this package that is set once, or a local one.
func literal(p *rule.Pass, e ast.Expr) *ast.CompositeLit {
	origins := p.Code.Origins(e)
	if len(origins) != 1 || origins[0].Unknown {
		return nil
	}
	x := origins[0].Expr
	if id, ok := x.(*ast.Ident); ok {
		v := p.Code.VarOf(id)
		if v == nil || v.Pkg() != p.Code.Types {
			return nil
		}
		defs := p.Code.Defs(v)
		if len(defs) != 1 || defs[0].RHS == nil {
			return nil
		}
		x = ast.Unparen(defs[0].RHS)
	}
	lit, _ := x.(*ast.CompositeLit)
	return lit
}

// stepsToCap returns after how many attempts a back-off reaches its cap, if it
// has one, and steps without an end.
func stepsToCap(p *rule.Pass, lit *ast.CompositeLit) (int, time.Duration, bool) {
	get := func(name string) float64 {
		for _, el := range lit.Elts {
			kv, ok := el.(*ast.KeyValueExpr)
			if !ok {
				return 0
			}
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
				v := p.Code.Info.Types[kv.Value].Value
				if v == nil {
					return 0
				}
				f, _ := constant.Float64Val(constant.ToFloat(v))
				return f
			}
		}
		return 0
	}
	if n, ok := types.Unalias(p.Code.TypeOf(lit)).(*types.Named); !ok || n.Obj().Name() != "Backoff" {
		return 0, 0, false
	}
	first, factor, steps, limit := get("Duration"), get("Factor"), get("Steps"), get("Cap")
	if first <= 0 || factor <= 1 || steps < endless || limit <= first {
		return 0, 0, false
	}
	// The delay that would pass the cap is the last one, and an attempt follows none.
	n := int(math.Floor(math.Log(limit/first)/math.Log(factor))) + 1
	return n, time.Duration(limit), n < endless
}
