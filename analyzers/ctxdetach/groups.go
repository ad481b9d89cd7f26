package ctxdetach

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// groups reports a group whose context is thrown away although its workers run
// under the one that it was made from: the first error ends nothing, and Wait
// waits for all of them.
func groups(p *rule.Pass, f *code.Func) {
	f.Inspect(func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 2 || len(as.Rhs) != 1 {
			return true
		}
		call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
		if !ok || !isBlank(as.Lhs[1]) || len(call.Args) != 1 {
			return true
		}
		v := p.Code.VarOf(as.Lhs[0])
		if v == nil || !api.IsGroup(v.Type()) || p.Table.CtxOp(p.Code.CalleeOf(call).Key) == nil {
			return true
		}
		work, many := workers(p, f, v, call.Args[0])
		if work == nil || !many {
			return true
		}
		name := types.ExprString(call.Args[0])
		p.Report(rule.Finding{
			Node: call,
			Message: fmt.Sprintf("the group's context, which ends at the first error, is thrown away, and its workers run under %s: when one fails, the others go on to their end, and Wait waits for them; give them the group's context",
				name),
			Related: []rule.Related{{Node: work, Message: "runs under " + name}},
		})
		return true
	})
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// workers returns a call in the workers of the group v that ends with ctx and
// whose failure is the worker's, and whether there is more than one worker.
func workers(p *rule.Pass, f *code.Func, v *types.Var, ctx ast.Expr) (work *ast.CallExpr, many bool) {
	n := 0
	for _, c := range f.Calls() {
		callee := p.Code.CalleeOf(c)
		if callee.Recv == nil || callee.Func == nil || p.Code.VarOf(callee.Recv) != v || len(c.Args) != 1 {
			continue
		}
		lit, ok := ast.Unparen(c.Args[0]).(*ast.FuncLit)
		if !ok {
			continue
		}
		g := p.Code.FuncAt(lit)
		if g == nil || !code.ReturnsError(g.Sig) {
			continue
		}
		n++
		if p.Code.LoopAround(c) != nil {
			n++
		}
		for _, w := range g.Calls() {
			given := p.Flow.CtxArg(w)
			if given.Has != api.Yes || given.Expr == nil || !p.Flow.SameEnd(ctx, given.Expr) || !fails(p, w) || thrownAway(p, w) {
				continue
			}
			if _, ok := p.Waits.Ends(w, given); ok && work == nil && p.Flow.Live(g).Kind == ctxflow.RunWaited {
				work = w
			}
		}
	}
	return work, n > 1
}
