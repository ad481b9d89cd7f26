package retry

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

// agains recognises an operation that is run once more in a straight line
// after it failed: err := f(x); if bad(err) { err = f(x) }.
func (x *Finder) agains(fn *code.Func) []*Retry {
	byCallee := make(map[*types.Func][]*ast.CallExpr)
	twice := false
	for _, c := range fn.Calls() {
		callee := x.p.Callee(c)
		if callee == nil || !x.hasError(c) {
			continue
		}
		byCallee[callee] = append(byCallee[callee], c)
		twice = twice || len(byCallee[callee]) > 1
	}
	if !twice {
		return nil
	}
	var out []*Retry
	var f *flow
	for _, second := range fn.Calls() {
		callee := x.p.Callee(second)
		if callee == nil || len(byCallee[callee]) < 2 {
			continue
		}
		for _, first := range byCallee[callee] {
			if first.Pos() >= second.Pos() {
				break
			}
			same, targets := x.sameCall(first, second)
			if !same || targets && x.local(first) || !x.plausible(first) || x.isDelayCall(first) || x.detached(first) || x.detached(second) {
				continue
			}
			if f == nil {
				f = x.newFlow(fn, true)
			}
			if r := x.again(f, first, second); r != nil {
				if targets && r.Guard.Class != facts.ErrAny || x.onlyNotHere(r) {
					break // what to do when it is not there
				}
				r.Targets = targets
				out = append(out, r)
				break
			}
		}
	}
	return out
}

// sameCall reports whether two calls of one function are given the same; or
// the same but for one thing, to another target.
func (x *Finder) sameCall(a, b *ast.CallExpr) (same, targets bool) {
	if len(a.Args) != len(b.Args) {
		return false, false
	}
	for _, e := range a.Args {
		if api.TypeName(x.p.Info.TypeOf(e)) == "net/http.ResponseWriter" {
			return false, false // a chain of handlers
		}
	}
	sa, ok1 := ast.Unparen(a.Fun).(*ast.SelectorExpr)
	sb, ok2 := ast.Unparen(b.Fun).(*ast.SelectorExpr)
	differ, equal := 0, 0
	if ok1 && ok2 {
		if !x.equalExpr(sa.X, sb.X) {
			// Two fields are two layers, as a cache and its backend; two local
			// values may be two connections.
			if !isLocal(x, sa.X) || !isLocal(x, sb.X) {
				return false, false
			}
			differ++
		}
	} else if ok1 != ok2 {
		return false, false
	}
	for i := range a.Args {
		if code.IsContext(x.p.Info.TypeOf(a.Args[i])) {
			continue
		}
		if x.equalExpr(a.Args[i], b.Args[i]) {
			equal++
		} else {
			differ++
		}
	}
	switch {
	case differ == 0:
		return true, false
	case differ == 1 && equal > 0 && ok1 && ok2 && !x.equalExpr(sa.X, sb.X):
		return true, true // the same to another connection
	}
	return false, false
}

func isLocal(x *Finder, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := x.p.Info.Uses[id].(*types.Var)
	return ok && !v.IsField() && v.Parent() != x.p.Types.Scope()
}

// equalExpr reports whether two expressions name or make the same.
func (x *Finder) equalExpr(a, b ast.Expr) bool {
	return types.ExprString(a) == types.ExprString(b) && x.sameVars(a, b)
}

func (x *Finder) sameVars(a, b ast.Expr) bool {
	va, vb := x.varsIn(a), x.varsIn(b)
	if len(va) != len(vb) {
		return false
	}
	for i := range va {
		if va[i] != vb[i] {
			return false
		}
	}
	return true
}

func (x *Finder) again(f *flow, first, second *ast.CallExpr) *Retry {
	if f.at[first].block == nil || f.at[second].block == nil {
		return nil
	}
	goal := func(n ast.Node) bool { return containsCall(n, second) && !containsCall(n, first) }
	c := &candidate{call: first, ops: []*ast.CallExpr{first, second}}
	c.failWalk = &walk{f: f, op: first, fail: true, goal: goal}
	c.fail = c.failWalk.run()
	c.tested = c.failWalk.tested
	c.okWalk = &walk{f: f, op: first, goal: goal, smooth: true}
	c.ok = c.okWalk.run()
	if !c.fail.back || !c.tested || c.ok.back {
		return nil
	}
	l := &loop{node: f.fn.Node, body: f.fn.Body, head: f.g.Blocks[0]}
	r := &Retry{Kind: Again, In: f.fn, Node: second, Call: second, Ops: c.ops, OnSuccess: Leaves, outcome: &outcome{f: f, l: l, cand: []*candidate{c}, goal: goal}}
	r.Attempts = Count{N: 2, Value: durations.Exactly(2), Node: second}
	r.DelayAfterLast = api.No
	r.Local = x.local(first)
	x.closureParam(r)
	seen := make(map[ast.Node]bool)
	w := r.outcome.walk(c)
	w.dead = func(n ast.Node) bool {
		for _, p := range x.pauses(n, r.In) {
			if !seen[p.node] && !r.inOp(p.node) {
				seen[p.node] = true
				d := &Delay{pause: p, Node: p.node, Arg: p.arg, ObeysCtx: p.obeys, Ctx: p.ctx, Through: p.through, Value: x.value(p, nil), Growth: 1}
				d.Jitter = x.jitter(p)
				r.Delays = append(r.Delays, d)
				r.DelaySum = d.Value
			}
		}
		return false
	}
	w.run()
	x.askDelay(r, r.outcome.walk)
	x.guard(r)
	if e := ctxArg(x.p, second); e != nil {
		x.ctxLimits(r, func(ast.Node) bool { return false }, e)
	}
	r.PerAttempt = x.callLimit(first, 0)
	x.checks(r)
	return r
}
