package retrydelay

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// neverAnew reports an endless loop, in which a turn may go well for hours,
// that takes its delays from a policy made before it, or with its object, which nothing
// starts anew.
func neverAnew(p *rule.Pass, r *retry.Retry, d *retry.Delay, once func(ast.Node) bool) {
	if d.Arg == nil || r.Kind != retry.Loop || r.OnSuccess != retry.Continues || r.Periodic || r.Attempts.Bounded() == api.Yes {
		return
	}
	for _, call := range origins(p, d) {
		fn := p.Code.Callee(call)
		sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if fn == nil || !isSel || !code.Within(call, r.Node) {
			continue
		}
		reset, ok := api.Counted(api.Key(fn))
		if !ok && p.Retries.Stateful(sel.X) {
			reset, ok = api.CountedBehind(api.Key(fn))
		}
		v := p.Code.VarOf(sel.X)
		if !ok || reset == "" || v == nil || !ownPolicy(p, v, r) && !keptPolicy(p, sel.X, reset) {
			continue
		}
		tail := "each failure costs the longest delay"
		if r.Attempts.N != api.AttemptsUnbounded {
			if !ofNext(p, r.Attempts.Node, call) {
				continue
			}
			tail = "the first failure costs the longest delay, or is the last"
		}
		if !once(call) {
			continue
		}
		p.Report(rule.Finding{
			Node:    call,
			Message: fmt.Sprintf("%s grows with each turn and nothing resets it: after a while %s, however long all had gone well before; call its %s after a success", v.Name(), tail, reset),
			Related: []rule.Related{{Node: r.Node, Message: "the endless loop"}},
		})
	}
}

// keptPolicy reports whether an expression names a policy that is made with its object
// or package, and that nothing in the package starts anew or hands on.
func keptPolicy(p *rule.Pass, e ast.Expr, reset string) bool {
	field := kept(p, e)
	if field == nil || resets(p, field, reset) || !p.Retries.Stateful(e) {
		return false
	}
	if field.IsField() {
		if _, complete := p.Code.FieldOrigins(field); !complete {
			return false
		}
	}
	for _, f := range p.Funcs() {
		handed := false
		f.Inspect(func(n ast.Node) bool {
			if x, ok := n.(ast.Expr); ok && kept(p, x) == field {
				if _, selected := p.Code.Parent(x).(*ast.SelectorExpr); !selected && !isDef(p, x) {
					handed = true
				}
				return false
			}
			return !handed
		})
		if handed {
			return false
		}
	}
	return true
}

// isDef reports whether an expression only names what is set.
func isDef(p *rule.Pass, e ast.Expr) bool {
	switch up := p.Code.Parent(e).(type) {
	case *ast.KeyValueExpr:
		return up.Key == e
	case *ast.AssignStmt:
		return slices.Contains(up.Lhs, e)
	}
	return false
}

// ofNext reports whether a condition only compares what a call returns: with the
// value by which a policy says that it is at its end.
func ofNext(p *rule.Pass, cond ast.Node, call *ast.CallExpr) bool {
	b, ok := cond.(*ast.BinaryExpr)
	if !ok || b.Op != token.EQL && b.Op != token.NEQ && b.Op != token.LSS {
		return false
	}
	for _, o := range p.Code.Origins(b.X) {
		if o.Expr != ast.Expr(call) {
			return false
		}
	}
	return p.Code.VarOf(b.X) != nil && p.Code.Info.Types[b.Y].Value != nil
}

// ownPolicy reports whether a variable of the loop's function holds a policy
// that is made before the loop, of which nothing but the next delay and the
// settings is used.
func ownPolicy(p *rule.Pass, v *types.Var, r *retry.Retry) bool {
	defs := p.Code.Defs(v)
	if v.IsField() || len(defs) != 1 || defs[0].Node == nil || defs[0].In != r.In || code.Within(defs[0].Node, r.Node) || defs[0].RHS == nil {
		return false
	}
	if p.Code.LoopAround(p.Code.Parent(r.Node)) != nil {
		return false // an inner loop: what is made outside of it may be made anew
	}
	if r.In.Body == nil {
		return false
	}
	own := true
	ast.Inspect(r.In.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || p.Code.Info.Uses[id] != types.Object(v) || !own {
			return own
		}
		sel, ok := p.Code.Parent(id).(*ast.SelectorExpr)
		if !ok || sel.X != ast.Expr(id) {
			own = false // handed on: who has it may reset it
			return false
		}
		if fn, ok := p.Code.Info.Uses[sel.Sel].(*types.Func); ok {
			if _, next := api.Counted(api.Key(fn)); !next && code.Within(id, r.Node) {
				own = false
			}
		}
		return own
	})
	return own
}
