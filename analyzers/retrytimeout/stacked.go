package retrytimeout

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/suggest"
)

// stacked reports ctx, cancel = context.WithTimeout(ctx, …) in a loop or in a
// function that is run again, also as c, cancel := …; ctx = c.
func stacked(p *rule.Pass, f *code.Func) {
	f.Inspect(func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || len(as.Lhs) > 2 || len(as.Rhs) != 1 {
			return true
		}
		id, ok := as.Lhs[0].(*ast.Ident)
		if !ok || id.Name == "_" || p.Code.Info.Defs[id] != nil || !code.IsContext(p.Code.Info.TypeOf(id)) {
			return true
		}
		_, whole := as.Rhs[0].(*ast.CallExpr)
		if whole != (len(as.Lhs) == 2) {
			return true
		}
		again, what := turnOf(p, f, as, id)
		if again == nil {
			return true
		}
		c := p.Flow.Trace(id)
		if c.Stacked == nil || c.Stacked.Node != ast.Node(as) {
			return true
		}
		loop, _ := again.(ast.Stmt)
		switch {
		case whole && loop != nil && c.StackedLit, (!whole || loop == nil) && !c.StackedBound:
			return true
		case !whole && loop != nil && !usedIn(p, f, loop, as):
			return true // limits put together before they are used
		}
		finding := rule.Finding{
			Node:    as,
			Message: fmt.Sprintf("%s at %s derives %s from the one of the turn before, which is over or has less time left: from the second turn on it ends too early; assign to a variable of the turn: tryCtx, cancel := …", what, p.Where(again), id.Name),
			Related: []rule.Related{{Node: as.Rhs[0], Message: "derived from its own value"}},
		}
		if whole && loop != nil {
			finding.Fix = suggest.OfTurn(p, loop, as)
		}
		p.Report(finding)
		return true
	})
}

// turnOf returns what runs a statement again although the variable that it sets
// lives on, and its name for messages: the loop around it, what repeats the
// literal that it stands in, or a call of that in a loop. Nil if nothing does.
func turnOf(p *rule.Pass, f *code.Func, as *ast.AssignStmt, id *ast.Ident) (ast.Node, string) {
	if loop := p.Code.LoopAround(as); loop != nil {
		return loop, "each turn of the loop"
	}
	v := p.Code.VarOf(id)
	if f.Obj != nil || v == nil || v.IsField() || f.Node.Pos() <= v.Pos() && v.Pos() < f.Node.End() {
		return nil, ""
	}
	if r := p.Retries.OpOf(f); r != nil && r.Kind != retry.Self && r.Attempts.N != 1 && r.Call != nil {
		return r.Call, "each attempt of " + r.Name()
	}
	calls, _ := p.Code.Callers(f)
	for _, call := range calls {
		if loop := p.Code.LoopAround(call); loop != nil && v.Pos() < loop.Pos() && !setIn(p, v, loop) {
			return call, "each call"
		}
	}
	return nil, ""
}

// setIn reports whether a variable is given another value in a loop, as by
// putting back the old one.
func setIn(p *rule.Pass, v *types.Var, loop ast.Node) bool {
	return slices.ContainsFunc(p.Code.Defs(v), func(d *code.Def) bool { return d.Node != nil && code.Within(d.Node, loop) })
}

// usedIn reports whether the loop does anything under the context that a
// statement keeps, or under the one that it is given.
func usedIn(p *rule.Pass, f *code.Func, loop ast.Node, as *ast.AssignStmt) bool {
	kept, given := p.Code.VarOf(as.Lhs[0]), p.Code.VarOf(as.Rhs[0])
	return slices.ContainsFunc(f.Calls(), func(call *ast.CallExpr) bool {
		if !code.Within(call, loop) || p.Table.CtxOp(p.Code.CalleeOf(call).Key) != nil {
			return false
		}
		return slices.ContainsFunc(call.Args, func(a ast.Expr) bool {
			v := p.Code.VarOf(a)
			return v != nil && (v == kept || v == given)
		})
	})
}
