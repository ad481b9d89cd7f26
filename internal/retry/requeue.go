package retry

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// A source is where a loop takes its items from.
type source struct {
	item *types.Var
	from ast.Expr // the channel, queue or slice
}

// requeues recognises an item that is put back after its operation failed, to
// be taken out and tried again: in the arm of an event loop, by a worker.
func (x *Finder) requeues(f *flow, l *loop, cands []*candidate) *Retry {
	for _, c := range cands {
		if !c.fail.back {
			continue
		}
		for _, s := range x.sources(f, l, c) {
			back := x.putsBack(f, l, s)
			if back == nil || back.Pos() < c.call.Pos() {
				continue
			}
			goal := func(n ast.Node) bool { return code.Within(back, n) && !containsCall(n, c.call) }
			k := &candidate{call: c.call, ops: c.ops}
			k.failWalk = &walk{f: f, l: l, op: c.call, fail: true, goal: goal}
			k.fail = k.failWalk.run()
			k.tested = k.failWalk.tested
			k.okWalk = &walk{f: f, l: l, op: c.call, goal: goal, smooth: true}
			k.ok = k.okWalk.run()
			if !k.fail.back || !k.tested || k.ok.back {
				continue
			}
			r := &Retry{Kind: Requeue, In: f.fn, Node: back, Body: l.body, Ops: c.ops, OnSuccess: Leaves, outcome: &outcome{f: f, l: l, cand: []*candidate{k}, goal: goal}}
			r.Attempts.N = api.AttemptsUnbounded
			x.closureParam(r)
			x.delays(r)
			x.askDelay(r, r.outcome.walk)
			_, isCall := back.(*ast.CallExpr)
			if (isCall || x.p.Enclosing(back) != f.fn) && r.NoDelay == api.Yes {
				// What a queue does with an item that comes back is the queue's
				// business, and a timer has waited.
				r.NoDelay, r.NoDelayAt = api.Maybe, nil
			}
			x.guard(r)
			x.limits(r)
			x.requeueBound(r, k)
			return r
		}
	}
	return nil
}

// requeueBound settles the number of attempts: unknown if a test that is about
// more than the failure stands on the way back.
func (x *Finder) requeueBound(r *Retry, c *candidate) {
	for _, s := range c.failWalk.conds {
		if s.cond == nil || s.yes.back == s.no.back || x.harmless(r, c, s.cond) {
			continue
		}
		r.Attempts = Count{Node: s.cond}
		return
	}
}

// sources returns where the operands of an operation are taken from in a loop.
func (x *Finder) sources(f *flow, l *loop, c *candidate) []source {
	var out []source
	for _, v := range x.operands(c.call) {
		for _, root := range x.itemVars(v, l, 0) {
			if s, ok := x.sourceOf(root, l); ok {
				out = append(out, s)
			}
		}
	}
	return out
}

// itemVars returns v and the variables of the loop that it is computed from.
func (x *Finder) itemVars(v *types.Var, l *loop, depth int) []*types.Var {
	out := []*types.Var{v}
	if depth > 3 {
		return out
	}
	for _, d := range x.p.Defs(v) {
		if d.Node == nil || d.RHS == nil || !l.holds(d.Node) || d.Kind == code.DefAddr || d.Kind == code.DefRangeKey || d.Kind == code.DefRangeValue {
			continue
		}
		for _, w := range x.varsIn(d.RHS) {
			if w != v {
				out = append(out, x.itemVars(w, l, depth+1)...)
			}
		}
	}
	return out
}

func (x *Finder) sourceOf(v *types.Var, l *loop) (source, bool) {
	for _, d := range x.p.Defs(v) {
		if d.Node == nil || !l.holds(d.Node) || d.RHS == nil {
			continue
		}
		switch d.Kind {
		case code.DefRangeKey, code.DefRangeValue:
			if t := x.p.Info.TypeOf(d.RHS); t != nil {
				if _, ok := t.Underlying().(*types.Chan); ok {
					return source{v, d.RHS}, true
				}
			}
		case code.DefAssign:
			switch e := ast.Unparen(d.RHS).(type) {
			case *ast.UnaryExpr:
				if e.Op == token.ARROW {
					return source{v, e.X}, true
				}
			case *ast.CallExpr:
				if c := x.p.CalleeOf(e); c.Recv != nil && d.Index <= 0 {
					return source{v, c.Recv}, true
				}
			case *ast.IndexExpr:
				return source{v, e.X}, true
			}
		}
	}
	return source{}, false
}

// putsBack returns the statement or call of the loop that puts the item back
// where it came from, at once or later, nil if there is none.
func (x *Finder) putsBack(f *flow, l *loop, s source) ast.Node {
	var found ast.Node
	ast.Inspect(l.body, func(n ast.Node) bool {
		if found != nil {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			return x.runsLater(n)
		case *ast.SendStmt:
			if x.p.SamePlace(n.Chan, s.from) && x.p.Mentions(n.Value, s.item) {
				found = n
			}
		case *ast.CallExpr:
			if x.handsBack(n, s) {
				found = n
				break
			}
			c := x.p.CalleeOf(n)
			if c.Recv == nil || !x.p.SamePlace(c.Recv, s.from) || c.Func == nil || !adds(c.Func.Name()) {
				break
			}
			for _, a := range n.Args {
				if x.p.VarOf(a) == s.item {
					found = n
				}
			}
		case *ast.AssignStmt:
			// queue = append(queue, item)
			if len(n.Lhs) == 1 && len(n.Rhs) == 1 && x.p.SamePlace(n.Lhs[0], s.from) {
				if call, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr); ok && x.p.CalleeOf(call).Builtin == "append" && len(call.Args) > 1 && x.p.Mentions(call, s.item) {
					found = n
				}
			}
		}
		return found == nil
	})
	return found
}

// runsLater reports whether a literal is run by a timer or as a goroutine, once.
func (x *Finder) runsLater(lit *ast.FuncLit) bool {
	call, ok := x.p.Parent(lit).(*ast.CallExpr)
	if !ok {
		return false
	}
	if call.Fun == ast.Expr(lit) {
		_, isGo := x.p.Parent(call).(*ast.GoStmt)
		return isGo
	}
	return x.p.CalleeOf(call).Key == "time.AfterFunc"
}

// handsBack reports whether a call gives the item to a function of the package
// that sends it on the channel, or adds it to the list, that the item came from.
func (x *Finder) handsBack(call *ast.CallExpr, s source) bool {
	g := x.p.FuncOf(x.p.Callee(call))
	if g == nil || g.Body == nil {
		return false
	}
	var item, from *types.Var
	for i, a := range call.Args {
		if i >= g.Sig.Params().Len() {
			break
		}
		switch {
		case x.p.Mentions(a, s.item):
			item = g.Sig.Params().At(i)
		case x.p.SamePlace(a, s.from):
			from = g.Sig.Params().At(i)
		}
	}
	if item == nil {
		return false
	}
	// The same place is the parameter, a package's variable, or the same field
	// of the same object.
	same := func(e ast.Expr) bool {
		if v := x.p.VarOf(e); v != nil && (v == from || v.Pkg() != nil && v.Parent() == v.Pkg().Scope() && x.p.SamePlace(e, s.from)) {
			return true
		}
		a, ok := ast.Unparen(e).(*ast.SelectorExpr)
		b, ok2 := ast.Unparen(s.from).(*ast.SelectorExpr)
		recv, ok3 := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		return ok && ok2 && ok3 && x.p.FieldOf(a) != nil && x.p.FieldOf(a) == x.p.FieldOf(b) &&
			g.Sig.Recv() != nil && x.p.VarOf(a.X) == g.Sig.Recv() && x.p.SamePlace(recv.X, b.X)
	}
	found := false
	code.InspectShallow(g.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			found = found || same(n.Chan) && x.p.Mentions(n.Value, item)
		case *ast.AssignStmt:
			if len(n.Lhs) == 1 && len(n.Rhs) == 1 && same(n.Lhs[0]) {
				c, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr)
				found = found || ok && x.p.CalleeOf(c).Builtin == "append" && len(c.Args) > 1 && x.p.Mentions(c, item)
			}
		}
		return !found
	})
	return found
}

// adds reports whether a method of a queue called so puts an item in; Done and
// Forget are called with it as well.
func adds(name string) bool {
	for _, p := range []string{"Add", "Push", "Put", "Enqueue", "Requeue", "Insert", "Return", "Offer", "Send", "Retry", "Nack"} {
		if len(name) >= len(p) && name[:len(p)] == p {
			return true
		}
	}
	return false
}
