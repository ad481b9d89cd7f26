package waits

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// replyFrom judges a receive of the one answer to what a function has asked: the
// channel is made for this one call, and kept where those who bring answers
// look for it. They send when something comes from outside, or they are
// called by others: whether that ever happens is not theirs to say. It returns
// one of the sends, nil if the answer may come in another way.
func (f *Finder) replyFrom(fn *code.Func, cl *chanClass, op *chanOp) *chanOp {
	if op.kind != opRecv || op.sel != nil || !cl.field || !f.perItem(op) || f.loopAround(op.fn, op.node) != nil || len(cl.sends()) == 0 {
		return nil
	}
	for _, m := range cl.makes {
		if m.fn == nil || m.fn != op.fn && !f.asksFor(op.fn, m.fn) {
			return nil
		}
	}
	outer := fn.Outermost()
	for _, o := range append(cl.sends(), cl.closes()...) {
		g := f.whoRuns(o.fn)
		if o.kind == opClose && stops(g.Outermost()) {
			continue
		}
		if g.Outermost() == outer || !f.fromOutside(g, o.node, 2) {
			return nil
		}
	}
	return cl.sends()[0]
}

// fromOutside reports whether a function comes to a node only when something
// comes in from outside: it takes what comes from a channel or connection whose
// other side is out of sight, or is handed what has come by others.
func (f *Finder) fromOutside(g *code.Func, node ast.Node, depth int) bool {
	for _, loop := range f.loopsAround(g, node) {
		if f.takesFromOutside(g, loop, node) {
			return true
		}
		if r, ok := loop.(*ast.RangeStmt); !ok || chanType(f.p.Info.TypeOf(r.X)) != nil {
			return false
		}
	}
	// At the end of such a loop.
	for _, s := range g.Body.List {
		if s.End() > node.Pos() {
			break
		}
		switch s.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if f.takesFromOutside(g, s, nil) {
				return true
			}
		}
	}
	given := false
	for _, v := range g.Params() {
		given = given || !code.IsContext(v.Type())
	}
	if g.Obj == nil {
		if !given || g.UseOf().Role != code.RoleArg {
			return false
		}
		run := f.flow.Live(g)
		return (run.Kind == ctxflow.RunStored || run.Kind == ctxflow.RunUnknown) && run.Call != nil && !f.isStd(run.Call)
	}
	if !given {
		return false
	}
	calls, complete := f.p.Callers(g)
	if len(calls) == 0 {
		return g.Obj.Exported() && !stops(g) || f.index().asValue[g.Obj]
	}
	if depth == 0 || !complete && !g.Obj.Exported() {
		return false
	}
	for _, call := range calls {
		in := f.p.Enclosing(call)
		if in == nil || in == g || !f.fromOutside(f.whoRuns(in), call, depth-1) {
			return false
		}
	}
	return true
}

func (f *Finder) isStd(call *ast.CallExpr) bool {
	fn := f.p.Callee(call)
	return fn == nil || fn.Pkg() == nil || api.IsStd(fn.Pkg().Path())
}

// takesFromOutside reports whether a turn of a loop in which it gets to a node, any
// if that is nil, begins with what comes from a channel whose senders are out of
// sight, or from a connection.
func (f *Finder) takesFromOutside(g *code.Func, loop ast.Stmt, node ast.Node) bool {
	if r, ok := loop.(*ast.RangeStmt); ok {
		return chanType(f.p.Info.TypeOf(r.X)) != nil && f.sentByOthers(r.X)
	}
	for _, w := range f.Own(g) {
		if !w.Direct() || !code.Within(w.Node, loop) || f.loopAround(g, w.Node) != loop {
			continue
		}
		switch n := w.Node.(type) {
		case *ast.SelectStmt:
			for _, s := range n.Body.List {
				cc, ok := s.(*ast.CommClause)
				if ch := commChan(cc); ok && node != nil && code.Within(node, cc) && ch != nil && f.sentByOthers(ch) {
					return true
				}
			}
		case *ast.UnaryExpr:
			if f.sentByOthers(n.X) {
				return true
			}
		case *ast.CallExpr:
			if w.Kind == api.WaitIO || w.Kind == api.WaitNet {
				return true
			}
		}
	}
	return false
}

// sentByOthers reports whether nothing in the package sends on a channel, which
// comes from elsewhere and is no timer.
func (f *Finder) sentByOthers(ch ast.Expr) bool {
	if f.timerOf(ch) != nil {
		return false
	}
	cl := f.class(ch)
	return cl == nil || len(cl.sends()) == 0 && len(cl.makes) == 0
}

// unlikeOthers judges a send to receivers out of sight by the other sends on
// the channel: they are given up when a context ends, as nobody may receive any
// more then, and this one is not.
func (f *Finder) unlikeOthers(cl *chanClass, op *chanOp) verdict {
	if op.sel != nil || op.deferred || cl.othersSend {
		return verdict{}
	}
	if f.looksFirst(op) && (cl.room() != 0 || f.loopAround(op.fn, op.node) == nil) {
		return verdict{} // a race too small to speak of, but for who sends one after the other
	}
	for _, s := range cl.sends() {
		if s.sel == nil || cl.field && !f.sameRun(s.fn, op.fn) {
			continue
		}
		for _, c := range s.sel.Body.List {
			cc, ok := c.(*ast.CommClause)
			if !ok || cc == s.clause {
				continue
			}
			if ch := commChan(cc); ch != nil {
				if _, done := f.doneCtx(s.fn, ch); done {
					return verdict{stuck: true, at: s.sel, why: "the reader may be gone when the context ends, as the send at " + f.where(s.sel) + " knows"}
				}
			}
		}
	}
	return verdict{}
}

// sameRun reports whether two functions run in the same goroutine, as far as those
// who call the second are in sight.
func (f *Finder) sameRun(a, b *code.Func) bool {
	a, b = f.whoRuns(a), f.whoRuns(b)
	if a == b {
		return true
	}
	calls, complete := f.p.Callers(b)
	for _, call := range calls {
		if in := f.p.Enclosing(call); in == nil || f.whoRuns(in) != a || f.inGo(call) {
			return false
		}
	}
	return complete && len(calls) > 0
}
