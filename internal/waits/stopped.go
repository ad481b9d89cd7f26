package waits

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// ownersStop reports whether a channel, kept in a field, says that the object is
// being stopped: it carries nothing, nothing is sent on it, and all who close it
// are there to end the object. No caller's context has a part in it.
func (f *Finder) ownersStop(fn *code.Func, ch ast.Expr) bool {
	if f.p.FieldOf(ch) == nil {
		return false
	}
	t := chanType(f.p.Info.TypeOf(ch))
	cl := f.class(ch)
	if t == nil || !isEmptyStruct(t.Elem()) || cl == nil || !cl.field || cl.othersMake || cl.othersSend || len(cl.makes) == 0 || len(cl.sends()) > 0 || len(cl.closes()) == 0 {
		return false
	}
	if f.flow.Linked(fn, ch) != nil {
		return false
	}
	for _, c := range cl.closes() {
		if g := c.fn.Outermost(); !stops(g) || g == fn.Outermost() {
			return false
		}
	}
	return true
}

// busyCases reports whether a send among the cases of a select has receivers that
// are at work, rather than gone, and says so of the select.
func (f *Finder) busyCases(fn *code.Func, w *Wait, sel *ast.SelectStmt) bool {
	for _, s := range sel.Body.List {
		cc, ok := s.(*ast.CommClause)
		if !ok {
			continue
		}
		send, ok := cc.Comm.(*ast.SendStmt)
		if !ok {
			continue
		}
		cl, op := f.class(send.Chan), f.index().ops[send]
		if cl == nil || op == nil || f.perItem(op) || cl.room() != 0 && !f.repeated(op) || f.returnsSlot(op, cl.receivers()) {
			return false
		}
		v := f.busyPeer(fn, op, cl.receivers(), "its receiver")
		if !v.stuck {
			return false
		}
		w.Why, w.At, w.Root = v.why, v.at, v.root
		return true
	}
	return false
}

// busyWithJob returns the call by which a receiver runs what others gave it,
// before it receives again: a function that was sent, or one that takes a
// context which is not the sender's. The sender must be called with a context of
// its own.
func (f *Finder) busyWithJob(op, peer *chanOp) *ast.CallExpr {
	if op.kind != opSend || peer.kind == opClose || op.fn.Obj == nil || peer.fn == op.fn {
		return nil
	}
	own := false
	for _, v := range op.fn.Params() {
		own = own || code.IsContext(v.Type()) && v.Name() != "" && v.Name() != "_"
	}
	loop := f.loopAround(peer.fn, peer.node)
	if r, ok := peer.node.(*ast.RangeStmt); ok {
		loop = r
	}
	if !own || loop == nil {
		return nil
	}
	for _, call := range peer.fn.Calls() {
		if !code.Within(call, loop) || f.inGo(call) {
			continue
		}
		if f.isJob(peer.fn, call) || f.outOfSight(call) {
			return call
		}
	}
	return nil
}

func (f *Finder) inGo(call *ast.CallExpr) bool {
	_, ok := f.p.Parent(call).(*ast.GoStmt)
	return ok
}

// othersWork returns a call in a worker of a group kept in a field, when a
// function that is to end the object, within the time of a context, waits for the
// group: the call goes on under a context of the object's own that nothing has
// ended before the wait. Nil if that is not certain.
func (f *Finder) othersWork(fn *code.Func, group ast.Expr, before ast.Node) *ast.CallExpr {
	field := f.p.FieldOf(group)
	if field == nil || fn.Obj == nil || f.flow.CleanupMode(before) != ctxflow.CleanupShutdown || f.mayCancel(fn, before, 1) {
		return nil
	}
	return f.workOf(fn, before, f.GroupWorkers(field))
}

// workBefore is othersWork for a channel, kept in a field, that a worker closes
// when it leaves.
func (f *Finder) workBefore(fn *code.Func, cl *chanClass, op *chanOp) *ast.CallExpr {
	if !cl.field || op.sel != nil || op.kind != opRecv || len(cl.sends()) > 0 || f.flow.CleanupMode(op.node) != ctxflow.CleanupShutdown || f.mayCancel(op.fn, op.node, 1) {
		return nil
	}
	var workers []*code.Func
	for _, c := range cl.closes() {
		g := f.whoRuns(c.fn)
		if !c.deferred || stops(g.Outermost()) || g.Outermost() == fn.Outermost() {
			return nil
		}
		workers = append(workers, g)
	}
	return f.workOf(fn, op.node, workers)
}

// workOf returns the first work that workers do, none of fn's own, under a context
// of the object's own that is not over before fn waits for them at a node.
func (f *Finder) workOf(fn *code.Func, at ast.Node, workers []*code.Func) *ast.CallExpr {
	stop := &stopping{fn: fn, at: at}
	for _, g := range workers {
		if g.Within(fn.Outermost()) {
			continue
		}
		if call := f.ownWork(stop, g, 2); call != nil {
			return call
		}
	}
	return nil
}

// stopping is a wait, in a function that ends an object, for the object's workers.
type stopping struct {
	fn *code.Func
	at ast.Node
}

// endsLater reports whether the function that waits ends a context when the wait is
// over, so that it is certainly alive during the wait as far as the object has a say:
// by the cancel function that the object keeps, deferred or called behind the wait.
func (f *Finder) endsLater(s *stopping, ctx ctxflow.Ctx) bool {
	for _, step := range ctx.Cancels() {
		if step.Kind != ctxflow.StepCancel || step.Cancel == nil || !step.Cancel.IsField() {
			continue
		}
		for _, call := range s.fn.Calls() {
			if f.p.FieldOf(call.Fun) != step.Cancel {
				continue
			}
			if _, deferred := f.p.Parent(call).(*ast.DeferStmt); deferred || call.Pos() > s.at.End() {
				return true
			}
		}
	}
	return false
}

// ownWork returns a call in g, or in a function of the package that it calls, of
// something out of sight under a context that belongs to the object.
func (f *Finder) ownWork(s *stopping, g *code.Func, depth int) *ast.CallExpr {
	for _, call := range g.Calls() {
		if f.inGo(call) {
			continue
		}
		if f.outOfSight(call) {
			if given := f.flow.CtxArg(call); given.Has == api.Yes && f.objects(s, given.Ctx) {
				return call
			}
		}
		if h := f.p.FuncOf(f.p.Callee(call)); h != nil && depth > 0 && h != g {
			if work := f.ownWork(s, h, depth-1); work != nil {
				return work
			}
		}
	}
	return nil
}

// objects reports whether a context is the object's own, made from nobody's or
// certainly ended by the object after the wait only, and is not known to end soon.
func (f *Finder) objects(s *stopping, ctx ctxflow.Ctx) bool { return f.objectsOwn(s, ctx, onlyDepth) }

func (f *Finder) objectsOwn(s *stopping, ctx ctxflow.Ctx, depth int) bool {
	if !ctx.Known() || ctx.Ambiguous {
		return false
	}
	if d, ok := f.tightest(ctx); ok && d < Short {
		return false
	}
	if fn := ctx.Root.Func; ctx.Root.Kind == ctxflow.RootParam && fn != nil && fn.Obj != nil && ctx.Detached() == nil {
		// What those who call it hand over.
		i := fn.ParamIndex(ctx.Root.Var)
		calls, complete := f.p.Callers(fn)
		for _, call := range calls {
			if depth == 0 || i < 0 || i >= len(call.Args) || !f.objectsOwn(s, f.flow.Trace(call.Args[i]), depth-1) {
				return false
			}
		}
		return complete && len(calls) > 0
	}
	roots := f.fieldCtxs(ctx)
	for _, r := range roots {
		if !r.Nobody() && !f.endsLater(s, r) {
			return false
		}
	}
	return len(roots) > 0
}

// mayCancel reports whether a function may end a context before it gets to a
// node: it calls a function value there, hands one on, or a function of the
// package that does.
func (f *Finder) mayCancel(fn *code.Func, before ast.Node, depth int) bool {
	found := false
	var look func(n ast.Node) bool
	look = func(n ast.Node) bool {
		if n == nil || before != nil && n.Pos() >= before.Pos() {
			return false
		}
		switch n := n.(type) {
		case *ast.DeferStmt:
			return false // afterwards
		case *ast.SelectorExpr:
			if field := f.p.FieldOf(n); field != nil {
				if _, ok := field.Type().Underlying().(*types.Signature); ok {
					found = true
				}
			}
		case *ast.CallExpr:
			c := f.p.CalleeOf(n)
			if c.Func == nil && c.Builtin == "" && !c.Conversion {
				found = true
			}
			if g := f.p.FuncOf(c.Func); g != nil && g != fn && depth > 0 && f.mayCancel(g, nil, depth-1) {
				found = true
			}
		}
		return !found
	}
	ast.Inspect(fn.Body, look)
	return found
}

// othersRun returns the call, out of sight and under a context, that another run of
// the same function makes before it tells those who wait for it, as this one
// does: nobody waits for himself, so the context is another caller's.
func (f *Finder) othersRun(op, peer *chanOp, node ast.Node) *ast.CallExpr {
	if !op.receives() || op.sel != nil || peer.fn != op.fn || peer.node.Pos() < op.node.End() {
		return nil
	}
	for _, call := range peer.fn.Calls() {
		if call.Pos() > op.node.End() && (node == nil || call.Pos() < node.Pos()) && !f.inGo(call) && f.outOfSight(call) && !f.backBefore(op, call) {
			return call
		}
	}
	return nil
}

// backBefore reports whether what an operation has taken is certainly given back before
// a call: by a send that every way to the call passes.
func (f *Finder) backBefore(op *chanOp, call *ast.CallExpr) bool {
	for _, s := range f.class(op.ch).sends() {
		if s.fn != op.fn || s.deferred || s.sel != nil || s.node.Pos() < op.node.End() || s.node.Pos() > call.Pos() {
			continue
		}
		if block, ok := f.p.Parent(s.node).(*ast.BlockStmt); ok && code.Within(call, block) {
			return true
		}
	}
	return false
}
