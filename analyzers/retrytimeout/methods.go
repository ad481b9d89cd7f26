package retrytimeout

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"reflect"
	"strings"
	"time"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// A backoff is the retry policy of a service config.
type backoff struct {
	attempts      int
	initial, most time.Duration
	factor        float64
}

// spent reports a timeout of a whole call that the pauses between its attempts
// use up, each by at least its smallest length: a fifth less than it says.
func (b backoff) spent(p *rule.Pass, at ast.Node, timeout time.Duration) bool {
	if b.initial <= 0 || timeout <= 0 || b.attempts < 2 || b.attempts > fewAttempts {
		return false
	}
	var sum time.Duration
	pause := float64(b.initial)
	for range b.attempts - 1 {
		if b.most > 0 {
			pause = min(pause, float64(b.most))
		}
		sum += time.Duration(pause * 4 / 5)
		pause *= max(b.factor, 1)
	}
	if sum < timeout {
		return false
	}
	pauses := fmt.Sprintf("the pauses between the %d attempts alone take %s", b.attempts, retry.Short(sum))
	if first := b.initial * 4 / 5; first >= timeout {
		pauses = fmt.Sprintf("the pause after the first attempt alone takes %s", retry.Short(first))
	}
	p.Report(rule.Finding{
		Node:    at,
		Message: fmt.Sprintf("the timeout of %s in this service config is the deadline of the whole call, with all attempts and pauses, and %s: what comes after is never tried; make it long enough for all attempts, or the pauses shorter", retry.Short(timeout), pauses),
	})
	return true
}

// methodConfigs judges service configs that are made of structs or maps and
// turned into JSON.
func methodConfigs(p *rule.Pass) {
	for _, f := range p.Funcs() {
		f.Inspect(func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			m := members(p, lit)
			policy := literal(p, m["retryPolicy"])
			timeout, ok := written(p, m["timeout"])
			if policy == nil || !ok {
				return true
			}
			in := members(p, policy)
			b := backoff{factor: 1}
			b.initial, _ = written(p, in["initialBackoff"])
			b.most, _ = written(p, in["maxBackoff"])
			if v := value(p, in["maxAttempts"]); v != nil {
				if n, ok := constant.Int64Val(constant.ToInt(v)); ok {
					b.attempts = int(n)
				}
			}
			if v := value(p, in["backoffMultiplier"]); v != nil {
				b.factor, _ = constant.Float64Val(constant.ToFloat(v))
			}
			b.spent(p, m["timeout"], timeout)
			return true
		})
	}
}

// members returns the values in a literal by their names in JSON.
func members(p *rule.Pass, lit *ast.CompositeLit) map[string]ast.Expr {
	out := make(map[string]ast.Expr)
	t := code.Deref(p.Code.TypeOf(lit))
	if t == nil {
		return out
	}
	names := make(map[string]string)
	if st, ok := t.Underlying().(*types.Struct); ok {
		for i := range st.NumFields() {
			name, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
			names[st.Field(i).Name()] = name
		}
	}
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			return out
		}
		if id, ok := kv.Key.(*ast.Ident); ok && names[id.Name] != "" {
			out[names[id.Name]] = kv.Value
		} else if v := value(p, kv.Key); v != nil && v.Kind() == constant.String {
			out[constant.StringVal(v)] = kv.Value
		}
	}
	return out
}

// literal returns the one literal that a value is.
func literal(p *rule.Pass, e ast.Expr) *ast.CompositeLit {
	if e == nil {
		return nil
	}
	origins := p.Code.Origins(e)
	if len(origins) != 1 || origins[0].Expr == nil || origins[0].Unknown {
		return nil
	}
	e = origins[0].Expr
	if u, ok := e.(*ast.UnaryExpr); ok {
		e = ast.Unparen(u.X)
	}
	lit, _ := e.(*ast.CompositeLit)
	return lit
}

// value returns the constant that an expression is, nil if it is none.
func value(p *rule.Pass, e ast.Expr) constant.Value {
	if e == nil {
		return nil
	}
	return p.Code.Info.Types[e].Value
}

// written returns the duration in a constant such as "0.5s".
func written(p *rule.Pass, e ast.Expr) (time.Duration, bool) {
	v := value(p, e)
	if v == nil || v.Kind() != constant.String {
		return 0, false
	}
	d, err := time.ParseDuration(constant.StringVal(v))
	return d, err == nil && d > 0
}
