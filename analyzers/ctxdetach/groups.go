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
	withoutContext(p, f)
	f.Inspect(func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 2 || len(as.Rhs) != 1 {
			return true
		}
		call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
		if !ok || len(call.Args) != 1 {
			return true
		}
		v := p.Code.VarOf(as.Lhs[0])
		if v == nil || !api.IsGroup(v.Type()) || p.Table.CtxOp(p.Code.CalleeOf(call).Key) == nil {
			return true
		}
		if !isBlank(as.Lhs[1]) {
			besideGroup(p, f, v, call, p.Code.VarOf(as.Lhs[1]))
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
	lits, n := literals(p, f, v)
	for _, g := range lits {
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

// literals returns the literals that the workers of the group v run and that can
// fail, and how many workers there are, two standing for many.
func literals(p *rule.Pass, f *code.Func, v *types.Var) (lits []*code.Func, n int) {
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
		lits = append(lits, g)
		n++
		if p.Code.LoopAround(c) != nil {
			n++
		}
	}
	return lits, n
}

// besideGroup reports a worker of a group that pauses and asks again, or only
// pauses, under the context which the group's was made from, although the
// group's own, own, is used: the first error of another ends nothing there.
// A single call may be meant to be brought to its end; a pause is not.
func besideGroup(p *rule.Pass, f *code.Func, group *types.Var, made *ast.CallExpr, own *types.Var) {
	parent := made.Args[0]
	if own == nil || own == p.Code.VarOf(parent) {
		return // it has taken the other's place
	}
	lits, n := literals(p, f, group)
	if n < 2 {
		return
	}
	theirs := func(e ast.Expr) bool {
		if e == nil || !p.Flow.SameEnd(parent, e) {
			return false
		}
		for _, s := range p.Flow.Trace(e).Steps {
			if s.Kind == ctxflow.StepGroup && s.Call == made {
				return false
			}
		}
		return true
	}
	for _, g := range lits {
		if p.Flow.Live(g).Kind != ctxflow.RunWaited {
			continue
		}
		at, what := pauseUnder(p, g, theirs)
		if at == nil {
			continue
		}
		name := types.ExprString(parent)
		p.Report(rule.Finding{
			Node: at,
			Message: fmt.Sprintf("%s waits under %s, from which the group's context was made: when another worker fails, %s ends and this wait does not, so that Wait goes on; use %s",
				what, name, own.Name(), own.Name()),
			Related: []rule.Related{{Node: made, Message: "the group's context"}},
		})
		return
	}
}

// pauseUnder returns the first pause of a worker that only the end of a context
// which is theirs ends, in the worker itself or in a function of the package
// that it calls, and what it is in words.
func pauseUnder(p *rule.Pass, g *code.Func, theirs func(ast.Expr) bool) (at ast.Node, what string) {
	if at = pause(p, g, theirs); at != nil {
		return at, "the pause"
	}
	for _, c := range g.Calls() {
		given := p.Flow.CtxArg(c)
		if given.Has != api.Yes || given.Expr == nil || !theirs(given.Expr) || !fails(p, c) || thrownAway(p, c) {
			continue
		}
		if p.Flow.CleanupMode(c) == ctxflow.CleanupNone && pausesUnder(p, c, given, 0) {
			return c, name(p, c)
		}
	}
	return nil, ""
}

// pausesUnder reports whether a call of a function of the package pauses under
// the context that it is given.
func pausesUnder(p *rule.Pass, call *ast.CallExpr, given ctxflow.Given, depth int) bool {
	g := p.Code.FuncOf(p.Code.Callee(call))
	if g == nil || depth >= deepest {
		return false
	}
	var param *types.Var
	for i, v := range g.Params() {
		if i < len(call.Args) && ast.Unparen(call.Args[i]) == ast.Unparen(given.Expr) {
			param = v
		}
	}
	its := func(e ast.Expr) bool {
		c := p.Flow.Trace(e)
		return param != nil && c.Known() && c.Root.Var == param && c.FromCaller()
	}
	if pause(p, g, its) != nil {
		return true
	}
	for _, c := range g.Calls() {
		next := p.Flow.CtxArg(c)
		if next.Has == api.Yes && next.Expr != nil && its(next.Expr) && pausesUnder(p, c, next, depth+1) {
			return true
		}
	}
	return false
}

// pause returns the Done case of a select of a function that waits for a timer
// and the end of a context which is theirs, and for nothing else. A function that
// looks at another context as well ends by that.
func pause(p *rule.Pass, g *code.Func, theirs func(ast.Expr) bool) ast.Node {
	var at ast.Node
	for _, t := range p.Flow.DoneTests(g) {
		if t.Expr != nil && !theirs(t.Expr) {
			return nil
		}
		if t.Kind == ctxflow.TestSelect && t.Clause != nil && onlyTimers(p, t.Select) && at == nil {
			at = t.Clause.Comm
		}
	}
	return at
}

// onlyTimers reports whether all that a select waits for are a timer and the end
// of a context.
func onlyTimers(p *rule.Pass, sel *ast.SelectStmt) bool {
	timer := false
	for _, s := range sel.Body.List {
		cc, ok := s.(*ast.CommClause)
		if !ok || cc.Comm == nil {
			return false
		}
		ch := code.Received(cc.Comm)
		if ch == nil {
			return false
		}
		if p.Flow.DoneOf(ch) != nil {
			continue
		}
		if !code.IsTimeChan(p.Code.TypeOf(ch)) {
			return false
		}
		timer = true
	}
	return timer
}
