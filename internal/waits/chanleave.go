package waits

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// receiversLeave judges a send by receivers in other goroutines: it is stuck
// if each of them may leave for good while there is more to send.
func (f *Finder) receiversLeave(cl *chanClass, op *chanOp, receivers []*chanOp) verdict {
	var out verdict
	for _, r := range receivers {
		if r.fn == op.fn || r.deferred {
			return verdict{}
		}
		e, ok := f.leaves(cl, r)
		if !ok || e.kind == exitDone && e.ctx == nil && (f.stoppedBy(e.ch, op.fn) || !sameObject(r.fn, op.fn)) {
			return verdict{}
		}
		if !out.stuck {
			who := "its receiver in " + r.fn.Name()
			if len(receivers) == 1 {
				who = "its only receiver, in " + r.fn.Name() + ","
			}
			out = verdict{stuck: true, why: f.leaveText(who+" leaves", e), at: e.node, lives: true}
		}
		out.lives = out.lives && e.kind == exitDone && e.ctx != nil && f.givenLife(e.ctx, 0)
	}
	return out
}

// sameObject reports whether two functions are methods of one type, or parts of one function.
// If they are not, who stops the one object may well stop the other before.
func sameObject(a, b *code.Func) bool {
	r := receiver(a)
	return a.Outermost() == b.Outermost() || r != "" && r == receiver(b)
}

func receiver(fn *code.Func) string {
	if r := fn.Outermost().Sig.Recv(); r != nil {
		return api.KeyOfType(r.Type())
	}
	return ""
}

// givenLife reports whether a context is a parameter of an exported function
// that nothing in the package calls, or one that such a function hands on.
func (f *Finder) givenLife(ctx *ctxflow.Ctx, depth int) bool {
	fn := ctx.Root.Func
	if ctx.Root.Kind != ctxflow.RootParam || fn == nil || fn.Obj == nil || depth > 2 {
		return false
	}
	calls, _ := f.p.Callers(fn)
	for _, call := range calls {
		if f.inTest(call) {
			continue
		}
		i := fn.ParamIndex(ctx.Root.Var)
		if i < 0 || i >= len(call.Args) {
			return false
		}
		if up := f.flow.Trace(call.Args[i]); !f.givenLife(&up, depth+1) {
			return false
		}
	}
	return len(calls) > 0 || fn.Obj.Exported()
}

// stoppedBy reports whether a stop channel is closed by fn itself, or by a
// function around it or one that calls it: who waits for that leaves only after fn has.
func (f *Finder) stoppedBy(ch ast.Expr, fn *code.Func) bool {
	cl := f.class(ch)
	if cl == nil || cl.othersSend {
		return false
	}
	closers := make(map[*code.Func]bool)
	for _, c := range cl.closes() {
		closers[c.fn.Outermost()] = true
	}
	fn = fn.Outermost()
	if closers[fn] {
		return true
	}
	calls, _ := f.p.Callers(fn)
	for _, call := range calls {
		if g := f.p.Enclosing(call); g != nil && closers[g.Outermost()] {
			return true
		}
	}
	return false
}

// leaves says how a receiver may stop receiving for good while senders go on.
func (f *Finder) leaves(cl *chanClass, r *chanOp) (exit, bool) {
	loop := f.loopAround(r.fn, r.node)
	for _, o := range cl.receivers() {
		if o == r || o.fn.Outermost() != r.fn.Outermost() {
			continue
		}
		if loop == nil || o.fn != r.fn || o.clause == nil || o.node.Pos() < loop.Pos() || o.node.End() > loop.End() {
			return exit{}, false // takes what is left
		}
	}
	if loop == nil {
		e, ok := f.gaveUp(r)
		if cl.field && !f.perItem(r) && f.flow.CleanupMode(r.node) != ctxflow.CleanupShutdown && !(ok && f.comesAtWill(cl, r, e)) {
			return exit{}, false // the next call of the function receives again
		}
		return e, ok
	}
	if m, local := madeIn(cl); local && f.asksFor(r.fn, m.fn) {
		// A channel of its own, that a function it calls made for it.
		for _, e := range f.exits(r.fn, loop, cl) {
			if e.kind != exitClosed {
				return e, true
			}
		}
		return exit{}, false
	}
	if !f.longLived(r.fn, loop) {
		return exit{}, false
	}
	for _, kind := range []exitKind{exitDone, exitErr, exitTime} {
		for _, e := range f.exits(r.fn, loop, cl) {
			if e.kind == kind {
				return e, true
			}
		}
	}
	return exit{}, false
}

// comesAtWill reports whether a receive, one at a time, is made by those alone who call
// an exported method from outside of the package, each with a context at whose end it
// leaves: nothing says that another one comes after it. What is sent is no mere signal.
func (f *Finder) comesAtWill(cl *chanClass, r *chanOp, e exit) bool {
	t := chanType(f.p.TypeOf(r.ch))
	if t == nil || isEmptyStruct(t.Elem()) || code.IsError(t.Elem()) || len(cl.closes()) > 0 {
		return false
	}
	return f.p.OutsidersCall(r.fn) && e.kind == exitDone && e.ctx != nil && f.givenLife(e.ctx, 0)
}

// asksFor reports whether fn calls maker, another function.
func (f *Finder) asksFor(fn, maker *code.Func) bool {
	if fn == maker || maker.Obj == nil {
		return false
	}
	for _, call := range fn.Calls() {
		if f.p.FuncOf(f.p.Callee(call)) == maker {
			return true
		}
	}
	return false
}

// gaveUp says how a receive outside of a loop may be given up: by another case
// of its select that ends with a context, a stop or a time limit.
func (f *Finder) gaveUp(r *chanOp) (exit, bool) {
	if r.sel == nil {
		return exit{}, false
	}
	var other exit
	found := false
	for _, s := range r.sel.Body.List {
		cc, ok := s.(*ast.CommClause)
		if !ok || cc == r.clause || cc.Comm == nil {
			continue
		}
		if e := f.commExit(r.fn, cc, nil, false); e.kind == exitDone || e.kind == exitTime {
			e.node = cc
			if e.ctx != nil || e.kind == exitTime {
				return e, true // a stop may be the sender's own
			}
			if !found {
				other, found = e, true
			}
		}
	}
	return other, found
}

// isService reports whether a function has the form of one that runs until it
// is stopped: it gives nothing back, or how it ended.
func isService(sig *types.Signature) bool {
	switch sig.Results().Len() {
	case 0:
		return true
	case 1:
		return api.KeyOfType(sig.Results().At(0).Type()) == "error"
	}
	return false
}

// longLived reports whether a loop is the life of a goroutine, so that leaving
// it is for good.
func (f *Finder) longLived(fn *code.Func, loop ast.Stmt) bool {
	if fn.Obj == nil {
		switch f.flow.Live(fn).Kind {
		case ctxflow.RunGo, ctxflow.RunWaited:
			return true
		}
		return false
	}
	if endless(loop) && isService(fn.Sig) {
		return true
	}
	calls, _ := f.p.Callers(fn)
	for _, call := range calls {
		if _, ok := f.p.Parent(call).(*ast.GoStmt); ok {
			return true
		}
		if g := f.p.Enclosing(call); g != nil && g.Obj == nil {
			switch f.flow.Live(g).Kind {
			case ctxflow.RunGo, ctxflow.RunWaited:
				return true
			}
		}
	}
	return false
}
