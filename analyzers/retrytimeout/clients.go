package retrytimeout

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// clients reports clients whose own limit, which covers all attempts, is put
// around a transport that retries although it is sized for one attempt.
func clients(p *rule.Pass) {
	for _, f := range p.Funcs() {
		f.Inspect(func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				client(p, n)
			case *ast.AssignStmt:
				if len(n.Lhs) == len(n.Rhs) {
					for i, l := range n.Lhs {
						setLater(p, l, n.Rhs[i], n)
					}
				}
			}
			return true
		})
	}
}

// client judges one composite literal.
func client(p *rule.Pass, lit *ast.CompositeLit) {
	limit, transport := setting(p, lit, api.KnobWhole), setting(p, lit, api.KnobTransport)
	if limit != nil && transport != nil {
		judge(p, limit, limit.Value, p.Retries.Retrying(transport.Value))
	}
}

// setting returns the element of a literal that sets a knob, nil if there is
// none.
func setting(p *rule.Pass, lit *ast.CompositeLit, knob api.Knob) *ast.KeyValueExpr {
	t := code.Deref(p.Code.Info.TypeOf(lit))
	if t == nil {
		return nil
	}
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			return nil
		}
		id, ok := kv.Key.(*ast.Ident)
		if !ok {
			return nil
		}
		if f, ok := p.Code.Info.Uses[id].(*types.Var); ok && f.IsField() {
			if s := p.Table.FieldSetting(api.KeyOfField(t, f)); s != nil && s.Knob == knob {
				return kv
			}
		}
	}
	return nil
}

// setLater judges an assignment to the limit or the transport of a client that
// is there already: std := rc.StandardClient(); std.Timeout = d.
func setLater(p *rule.Pass, lhs, rhs ast.Expr, at ast.Node) {
	sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
	if !ok {
		return
	}
	s := p.Table.FieldSetting(api.FieldOf(p.Code.Info, sel))
	if s == nil {
		return
	}
	switch s.Knob {
	case api.KnobWhole:
		judge(p, at, rhs, p.Retries.Retrying(sel.X))
	case api.KnobTransport:
		if l := p.Retries.LimitOf(sel.X); l != nil {
			if kv, ok := l.Node.(*ast.KeyValueExpr); ok { // else judged where it is assigned
				judge(p, kv, kv.Value, p.Retries.Retrying(rhs))
			}
		}
	}
}

// judge reports the limit of a client around a transport that retries, r, if
// it is sized for one attempt.
func judge(p *rule.Pass, at ast.Node, limit ast.Expr, r *retry.Retry) {
	if r == nil || r.Hedge {
		return // copies sent at the same time, none waits for the end of another
	}
	whole := durations.Eval(p.Code, limit)
	if most, ok := whole.Max(); ok {
		if most <= 0 {
			return // no limit
		}
		if w, ok := retry.WorstCase(r); ok {
			if w.Total > time.Duration(most) {
				p.Report(rule.Finding{
					Node:    at,
					Message: fmt.Sprintf("the transport at %s retries inside this client: %s, and this limit of %s covers all of them; set it to their sum, or limit each attempt in the transport", p.Where(r.Maker), w.Text, retry.Short(time.Duration(most))),
					Related: []rule.Related{{Node: r.Maker, Message: "the transport that retries"}},
				})
			}
			return
		}
	}
	if computed(limit) {
		return // a sum, it seems
	}
	if given := givenTo(p, r, limit); given != nil {
		p.Report(rule.Finding{
			Node:    at,
			Message: fmt.Sprintf("%s limits one attempt in the transport made at %s, which retries, and here it limits all attempts together: an attempt that uses it up leaves the others no time; set this limit to the sum of all attempts and delays, or leave it out", types.ExprString(limit), p.Where(r.Maker)),
			Related: []rule.Related{{Node: given, Message: "the same limit, of one attempt"}},
		})
		return
	}
	if per := r.PerAttempt; per != nil && r.Attempts.N != api.AttemptsUnbounded && per.Arg != nil && sameValue(p, per.Arg, limit) {
		p.Report(rule.Finding{
			Node:    at,
			Message: fmt.Sprintf("%s limits the wait for one answer, at %s, inside the transport made at %s, which retries, and here it limits all attempts together: an attempt that uses it up leaves the others no time; set this limit to the sum of all attempts and delays", types.ExprString(limit), p.Where(per.Node), p.Where(r.Maker)),
			Related: []rule.Related{{Node: per.Node, Message: "the same limit, of one attempt"}, {Node: r.Maker, Message: "the transport that retries"}},
		})
		return
	}
	if (r.Policy || hangs(p, r)) && r.PerAttempt == nil && r.Attempts.N != api.AttemptsUnbounded {
		times, how := "several times", "set a Timeout on the client inside the transport"
		if r.Attempts.N > 1 {
			times = r.Times()
		}
		if !r.Policy {
			how = "limit each attempt in the transport"
		}
		p.Report(rule.Finding{
			Node:    at,
			Message: fmt.Sprintf("the transport made at %s tries %s, and this limit covers all attempts, while nothing limits one: the first that hangs leaves the others no time; %s, and this limit to the sum", p.Where(r.Maker), times, how),
			Related: []rule.Related{{Node: r.Maker, Message: "the transport that retries"}},
		})
	}
}

// hangs reports whether a transport, which repeats whatever error it gets, sends by one
// that is known to wait for an answer without a limit.
func hangs(p *rule.Pass, r *retry.Retry) bool {
	return r.Bare && r.Attempts.N > 1 && r.Sender != nil && p.Retries.WaitsForAnswer(r.Sender)
}

// computed reports whether a duration is the result of arithmetic with more
// than a unit: 4*perTry + delays.
func computed(e ast.Expr) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok {
		_, call := ast.Unparen(e).(*ast.CallExpr)
		return call
	}
	if b.Op == token.MUL {
		for _, x := range []ast.Expr{b.X, b.Y} {
			if strings.HasPrefix(types.ExprString(x), "time.") {
				return false
			}
		}
	}
	return true
}

// givenTo returns the argument of a maker, or the element of its literal that
// limits one attempt, that is the same constant, variable or field as e.
func givenTo(p *rule.Pass, r *retry.Retry, e ast.Expr) ast.Node {
	if lit, ok := r.Maker.(*ast.CompositeLit); ok {
		return elementOf(p, lit, r.PerAttemptField, e)
	}
	call, ok := r.Maker.(*ast.CallExpr)
	if !ok {
		return nil
	}
	obj := objOf(p.Code, e)
	if obj == nil {
		return nil
	}
	var at ast.Node
	for _, a := range call.Args {
		if objOf(p.Code, a) == obj {
			at = a
		}
		if opt, ok := ast.Unparen(a).(*ast.CallExpr); ok && len(opt.Args) == 1 && objOf(p.Code, opt.Args[0]) == obj {
			at = opt.Args[0]
		}
	}
	return at
}

// elementOf returns the element of a literal that gives the field of a key the
// same constant, variable or field as e.
func elementOf(p *rule.Pass, lit *ast.CompositeLit, key string, e ast.Expr) ast.Node {
	t := code.Deref(p.Code.Info.TypeOf(lit))
	obj := objOf(p.Code, e)
	if t == nil || key == "" || obj == nil {
		return nil
	}
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			return nil
		}
		id, ok := kv.Key.(*ast.Ident)
		if !ok {
			return nil
		}
		f, ok := p.Code.Info.Uses[id].(*types.Var)
		if !ok || !f.IsField() || api.KeyOfField(t, f) != key || objOf(p.Code, kv.Value) != obj {
			continue
		}
		if _, isConst := obj.(*types.Const); isConst || p.Code.SamePlace(kv.Value, e) {
			return kv
		}
	}
	return nil
}

// sameValue reports whether two expressions name one constant, or the same
// field of the same object.
func sameValue(p *rule.Pass, a, b ast.Expr) bool {
	obj := objOf(p.Code, a)
	if obj == nil || obj != objOf(p.Code, b) {
		return false
	}
	_, isConst := obj.(*types.Const)
	return isConst || p.Code.SamePlace(a, b)
}

// objOf returns the constant, variable or field that an expression names.
func objOf(p *code.Package, e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return p.Info.Uses[e]
	case *ast.SelectorExpr:
		return p.Info.Uses[e.Sel]
	}
	return nil
}
