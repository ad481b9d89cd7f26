package waits

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
)

// busyPeer judges an operation by what the other side does between two turns:
// a network exchange, say, which the end of this side's context does not end.
func (f *Finder) busyPeer(fn *code.Func, op *chanOp, peers []*chanOp, who string) verdict {
	for _, p := range peers {
		if p == op {
			continue
		}
		if p.kind == opClose && stops(p.fn.Outermost()) {
			continue // a signal to stop: what its sender does before is no work for this side
		}
		node := p.node
		if p.deferred && p.fn == f.whoRuns(p.fn) {
			node = nil // defer close(done): at the end
		}
		if w := f.longWork(p.fn, node, fn, 1); w != nil {
			return verdict{
				stuck: true, busy: true, at: w.Node, root: nil,
				why: fmt.Sprintf("%s, in %s, waits for %s (%s)", who, p.fn.Name(), w.What, f.where(w.Node)),
			}
		}
		if call := f.othersRun(op, p, node); call != nil {
			return verdict{
				stuck: true, busy: true, at: call,
				why: fmt.Sprintf("who came first is at work (%s at %s), under a context of its own", types.ExprString(call.Fun), f.where(call)),
			}
		}
		if job := f.busyWithJob(op, p); job != nil {
			return verdict{
				stuck: true, at: job,
				why: fmt.Sprintf("%s, in %s, runs %s at %s, whose length is up to the caller", who, p.fn.Name(), types.ExprString(job.Fun), f.where(job)),
			}
		}
	}
	return verdict{}
}

// stops reports whether a function is there to end something. Whom the name
// deceives is only kept silent about.
func stops(fn *code.Func) bool {
	if fn.Obj == nil {
		return false
	}
	name := strings.ToLower(fn.Obj.Name())
	for _, w := range []string{"close", "stop", "shutdown", "quit", "terminate", "kill", "cancel", "abort"} {
		if strings.HasPrefix(name, w) {
			return true
		}
	}
	return false
}

// longWork returns a wait for something outside the process that keeps fn from
// getting to node, or its callers from getting to fn: what keeps the other side
// of a channel busy.
func (f *Finder) longWork(fn *code.Func, node ast.Node, self *code.Func, depth int) *Wait {
	var loop ast.Stmt
	if node != nil {
		loop = f.loopAround(fn, node)
	}
	for _, w := range f.work(fn) {
		if w.Goroutine || w.Trivial || !inTheWay(w.Node, node, loop) {
			continue
		}
		switch w.Kind {
		case api.WaitNet, api.WaitDial, api.WaitProc, api.WaitIO, api.WaitJob, api.WaitSleep:
		default:
			continue
		}
		switch {
		case w.Obeys == facts.ObeysRecv && ownStream(f.p, w, fn, self):
		case w.Proven, w.Obeys == facts.ObeysRecv:
			return w
		case fn.Outermost() == self.Outermost() && f.flow.Live(fn).Kind <= ctxflow.RunDeferred:
			return w // another run of the same function, under another context
		}
	}
	if fn.Obj == nil && fn.Parent != nil {
		switch f.flow.Live(fn).Kind {
		case ctxflow.RunDeferred:
			return f.longWork(fn.Parent, nil, self, depth)
		case ctxflow.RunSync:
			return f.longWork(fn.Parent, fn.Node, self, depth)
		}
		return nil
	}
	if depth == 0 {
		return nil
	}
	calls, _ := f.p.Callers(fn)
	for _, call := range calls {
		if _, ok := f.p.Parent(call).(*ast.GoStmt); ok {
			continue
		}
		if g := f.p.Enclosing(call); g != nil && g != fn {
			var at ast.Node = call
			if _, ok := f.p.Parent(call).(*ast.DeferStmt); ok {
				at = nil // at the end
			}
			if w := f.longWork(g, at, self, depth-1); w != nil {
				return w
			}
		}
	}
	return nil
}

// ownStream reports whether a wait is for a message on the stream of an object, and self is a
// method of that object's type as well: the end of the stream's context, which is that of
// whoever serves it, ends the wait and what self waits for.
func ownStream(p *code.Package, w *Wait, fn, self *code.Func) bool {
	of, other := fn.Outermost().Sig.Recv(), self.Outermost().Sig.Recv()
	if of == nil || other == nil || w.Call == nil || w.Row == nil || w.Row.Ctx.Kind != api.CtxReceiver || w.DB {
		return false
	}
	if !types.Identical(code.Deref(of.Type()), code.Deref(other.Type())) {
		return false
	}
	sel, ok := ast.Unparen(p.CalleeOf(w.Call).Recv).(*ast.SelectorExpr)
	return ok && p.VarOf(sel.X) == of
}

// inTheWay reports whether a wait comes before a node, or in a later turn of
// the same loop. A nil node is the end of the function.
func inTheWay(w, node ast.Node, loop ast.Stmt) bool {
	if node == nil || w.Pos() < node.Pos() {
		return true
	}
	return loop != nil && code.Within(w, loop)
}

// startedBy reports whether fn runs in or is started by the function around self.
func (f *Finder) startedBy(fn, self *code.Func) bool {
	outer := self.Outermost()
	if fn.Outermost() == outer {
		return fn.Obj == nil && fn != self && f.flow.Live(fn).Kind != ctxflow.RunDeferred
	}
	for _, g := range f.p.Funcs {
		if !g.Within(outer) {
			continue
		}
		for _, call := range g.Calls() {
			if f.p.FuncOf(f.p.Callee(call)) == fn.Outermost() {
				return true
			}
		}
	}
	return false
}

// work returns the waits of fn's calls, without channels and joins, which may
// depend on each other.
func (f *Finder) work(fn *code.Func) []*Wait {
	if out, ok := f.works[fn]; ok {
		return out
	}
	f.works[fn] = nil
	var out []*Wait
	for _, call := range fn.Calls() {
		if _, ok := f.p.Parent(call).(*ast.GoStmt); ok {
			continue
		}
		c := f.p.CalleeOf(call)
		if c.Func == nil {
			continue
		}
		var ws []*Wait
		if row := f.row(c.Func); row != nil {
			if row.Kind == api.WaitSync || row.Kind == api.WaitLock {
				continue
			}
			if w := f.rowWait(fn, call, c, row); w != nil {
				ws = append(ws, w)
			}
		} else if code.IsInterfaceMethod(c.Func) {
			ws = f.throughInterface(fn, call, c)
		} else {
			ws = f.through(fn, call, c, c.Func, false)
		}
		for _, w := range ws {
			if d, ok := w.Limit(); ok && d < Short {
				continue
			}
			out = append(out, w)
		}
	}
	f.works[fn] = out
	return out
}
