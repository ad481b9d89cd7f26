package retrydelay

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// neverAnew reports an endless loop, in which a turn may go well for hours,
// that takes its delays from a policy made before it which nothing starts anew.
func neverAnew(p *rule.Pass, r *retry.Retry, d *retry.Delay, once func(ast.Node) bool) {
	if d.Arg == nil || r.Kind != retry.Loop || r.OnSuccess != retry.Continues || r.Periodic || r.Attempts.Bounded() == api.Yes {
		return
	}
	for _, call := range sources(p, d.Arg) {
		fn := p.Code.Callee(call)
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if fn == nil || !ok || !code.Within(call, r.Node) {
			continue
		}
		reset, ok := api.Counted(api.Key(fn))
		v := p.Code.VarOf(sel.X)
		if !ok || reset == "" || v == nil || !ownPolicy(p, v, r) {
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
