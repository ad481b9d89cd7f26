package waits

import (
	"go/ast"
	"go/token"
	"slices"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// slot judges an operation that takes one of a limited number of places or
// things: a send into a channel that serves as a semaphore, a receive from one
// that holds idle connections. When none is left it waits for whoever has one.
func (f *Finder) slot(cl *chanClass, op *chanOp) verdict {
	if op.sel != nil || op.deferred || cl.othersMake || cl.othersSend || cl.othersRecv || len(cl.makes) == 0 {
		return verdict{}
	}
	for _, m := range cl.makes {
		if m.size == nil || m.room == 0 {
			return verdict{}
		}
	}
	if f.unlimitedOnly(op) {
		return verdict{}
	}
	if op.kind == opSend && f.semaphore(cl, op) || op.kind == opRecv && f.pool(cl, op) && !f.heldShort(cl) {
		return verdict{stuck: true, slot: true, why: "when all slots are taken it waits for one to be given back"}
	}
	return verdict{}
}

// semaphore reports whether a send takes a place that a receive elsewhere
// gives back.
func (f *Finder) semaphore(cl *chanClass, op *chanOp) bool {
	for _, s := range cl.sends() {
		send, ok := s.node.(*ast.SendStmt)
		if !ok || !f.token(send.Value) || s.deferred {
			return false
		}
	}
	released := (*chanOp)(nil)
	for _, r := range cl.receivers() {
		if r.kind == opRange || r.sel != nil || !f.discarded(r.node) {
			return false
		}
		if f.loopAround(r.fn, r.node) != nil {
			if r.fn != op.fn {
				return false // a worker that takes one after the other
			}
			if f.loopAround(op.fn, op.node) != f.loopAround(r.fn, r.node) {
				continue // waits for all places at the end
			}
		}
		if released == nil && f.givesBack(op, r) {
			released = r
		}
	}
	if released == nil || len(cl.closes()) > 0 {
		return false
	}
	if cl.field && released.fn.Outermost() != op.fn.Outermost() || released.fn.UseOf().Role == code.RoleReturned {
		return true // for as long as the caller likes
	}
	return f.heldLong(op, released, cl.field)
}

// token reports whether a value says nothing: struct{}{}, true, 1.
func (f *Finder) token(e ast.Expr) bool {
	e = ast.Unparen(e)
	if tv, ok := f.p.Info.Types[e]; ok && tv.Value != nil {
		return true
	}
	t := f.p.Info.TypeOf(e)
	return t != nil && isEmptyStruct(t)
}

// discarded reports whether the value of a receive is not used.
func (f *Finder) discarded(n ast.Node) bool {
	_, ok := f.p.Parent(n).(*ast.ExprStmt)
	return ok
}

// givesBack reports whether a receive, or send, gives back what op has taken.
func (f *Finder) givesBack(op, r *chanOp) bool {
	if r.fn.Outermost() == op.fn.Outermost() {
		return r.node.Pos() > op.node.Pos()
	}
	return r.fn.Obj != nil || r.deferred || r.fn.UseOf().Role == code.RoleReturned
}

// heldLong reports whether what is done while a place is taken may take long:
// it waits for something, or runs something with a context that is out of
// sight. Where all holders have the same context, waits that obey it do not count.
func (f *Finder) heldLong(op, released *chanOp, shared bool) bool {
	fn := f.whoRuns(released.fn)
	ops := f.class(op.ch).ops
	// The function's own waits are being looked for when it asks for the place.
	for _, w := range slices.Concat(f.In(fn), f.work(fn)) {
		if w.Trivial || w.Kind == api.WaitLock || w.Kind == api.WaitSync || w.Goroutine || byOp(ops, w.Node) {
			continue
		}
		if shared || w.Proven {
			return true
		}
	}
	return f.hasOutOfSight(fn, shared, 0)
}

// hasOutOfSight reports whether a function, or, deep, one of the package that it calls,
// hands a context to one of which nothing is known, without a short limit on it.
func (f *Finder) hasOutOfSight(fn *code.Func, deep bool, depth int) bool {
	for _, call := range fn.Calls() {
		if _, ok := f.p.Parent(call).(*ast.GoStmt); ok {
			continue
		}
		if f.outOfSight(call) && !(depth > 0 && f.shortly(call)) {
			return true
		}
		if g := f.p.FuncOf(f.p.Callee(call)); deep && g != nil && g != fn && depth < 2 && !f.p.Settled[g] && f.hasOutOfSight(g, deep, depth+1) {
			return true
		}
	}
	return false
}

// shortly reports whether a call is given a context that a limit of a second at most ends.
func (f *Finder) shortly(call *ast.CallExpr) bool {
	given := f.flow.CtxArg(call)
	if !given.Known() {
		return false
	}
	d, ok := f.tightest(given.Ctx)
	return ok && d <= time.Second
}

// outOfSight reports whether a call hands a context, or a request that has one,
// to a function of which nothing is known.
func (f *Finder) outOfSight(call *ast.CallExpr) bool {
	given := false
	for _, a := range call.Args {
		if expr, _ := f.flow.CarrierExpr(f.p.TypeOf(a)); expr != "" {
			given = true
		}
	}
	if !given {
		return false
	}
	c := f.p.CalleeOf(call)
	switch {
	case c.Func == nil:
		fns, complete := f.p.LitsOf(call.Fun)
		return c.Builtin == "" && !c.Conversion && (!complete || len(fns) == 0)
	case f.t.ServesIt(c.Func):
		return f.fromCaller(c.Recv) // the next handler of a middleware
	}
	return code.IsInterfaceMethod(c.Func) && len(f.p.Implementations(c.Func)) == 0 && f.row(c.Func) == nil
}

// fromCaller reports whether an expression is a parameter of a function around it.
func (f *Finder) fromCaller(e ast.Expr) bool {
	if e == nil {
		return false
	}
	origins := f.p.Origins(e)
	return len(origins) == 1 && origins[0].Param != nil
}

// pool reports whether a receive takes one of the things that the function
// which made the channel put into it, and that are given back later.
func (f *Finder) pool(cl *chanClass, op *chanOp) bool {
	if !cl.field || len(cl.closes()) > 0 {
		return false
	}
	filled, back := false, false
	for _, s := range cl.sends() {
		switch {
		case f.fills(cl, s):
			filled = true
		case s.sel == nil && f.loopAround(s.fn, s.node) == nil && f.givesBack(op, s):
			back = true
		case s.sel != nil && code.HasDefault(s.sel):
			back = true // given back if there is room
		default:
			return false
		}
	}
	return filled && back
}

// heldShort reports whether all who take the one thing in a channel give it back
// themselves, and wait for nothing in between: it is a lock for what takes no time.
func (f *Finder) heldShort(cl *chanClass) bool {
	for _, r := range cl.receivers() {
		back := f.backAt(cl, r)
		if r.kind != opRecv || back == token.NoPos {
			return false
		}
		between := func(n ast.Node) bool { return n.Pos() > r.node.Pos() && n.Pos() < back }
		for _, w := range f.work(r.fn) {
			if between(w.Node) && !w.Trivial {
				return false
			}
		}
		for _, call := range r.fn.Calls() {
			row := f.row(f.p.Callee(call))
			if between(call) && (f.outOfSight(call) || row != nil && row.Kind == api.WaitSync) {
				return false
			}
		}
		waits := false
		r.fn.Inspect(func(n ast.Node) bool {
			u, recv := n.(*ast.UnaryExpr)
			_, send := n.(*ast.SendStmt)
			waits = waits || (send || recv && u.Op == token.ARROW) && between(n) && !byOp(cl.ops, n)
			return !waits
		})
		if waits {
			return false
		}
	}
	return true
}

// backAt returns where what a receive has taken is given back by the same function: at
// the first send that every way passes, or else at the last one.
func (f *Finder) backAt(cl *chanClass, r *chanOp) token.Pos {
	certain, last := token.NoPos, token.NoPos
	for _, s := range cl.sends() {
		if s.fn != r.fn || s.sel != nil || s.node.Pos() < r.node.Pos() {
			continue
		}
		last = max(last, s.node.Pos())
		if block, ok := f.p.Parent(s.node).(*ast.BlockStmt); ok && code.Within(r.node, block) && (certain == token.NoPos || s.node.Pos() < certain) {
			certain = s.node.Pos()
		}
	}
	if certain != token.NoPos {
		return certain
	}
	return last
}

// fills reports whether a send is in the function that makes the channel.
func (f *Finder) fills(cl *chanClass, s *chanOp) bool {
	for _, m := range cl.makes {
		if m.fn != nil && m.fn == s.fn {
			return true
		}
	}
	return false
}

// leavesAfter reports whether the statement list around a node ends by leaving
// the function, so that a loop around it passes it once at most.
func (f *Finder) leavesAfter(n ast.Node) bool {
	cur, ok := f.p.Cursor(n)
	if !ok {
		return false
	}
	child := n
	for c := range cur.Enclosing() {
		var list []ast.Stmt
		switch m := c.Node().(type) {
		case *ast.BlockStmt:
			list = m.List
		case *ast.CaseClause:
			list = m.Body
		case *ast.CommClause:
			list = m.Body
		case *ast.FuncLit, *ast.FuncDecl, *ast.ForStmt, *ast.RangeStmt:
			return false
		default:
			child = m
			continue
		}
		for len(list) > 0 && list[0].End() <= child.Pos() {
			list = list[1:]
		}
		if len(list) == 0 || branches(list) {
			return false
		}
		if _, ret := list[len(list)-1].(*ast.ReturnStmt); ret {
			return true
		}
		child = c.Node() // falls out of the block
	}
	return false
}

// branches reports whether a break, continue or goto may lead out of a list of statements.
func branches(list []ast.Stmt) bool {
	found := false
	for _, st := range list {
		code.InspectShallow(st, func(n ast.Node) bool {
			_, ok := n.(*ast.BranchStmt)
			found = found || ok
			return !found
		})
	}
	return found
}

// unlimitedOnly reports whether an operation is the branch for callers who want
// no limit: the other one waits for the same channel in a select.
//
//	if deadline.IsZero() { <-c.mu } else { select { case <-c.mu: case <-timer.C: } }
func (f *Finder) unlimitedOnly(op *chanOp) bool {
	for n := f.p.Parent(op.node); n != nil && n != ast.Node(op.fn.Node); n = f.p.Parent(n) {
		ifs, ok := n.(*ast.IfStmt)
		if !ok || ifs.Else == nil || !f.asksParam(op.fn, ifs.Cond) {
			continue
		}
		other := ast.Node(ifs.Else)
		if code.Within(op.node, ifs.Else) {
			other = ifs.Body
		}
		for _, o := range f.class(op.ch).ops {
			if o.fn == op.fn && o.sel != nil && o.kind == op.kind && code.Within(o.node, other) {
				return true
			}
		}
	}
	return false
}

// asksParam reports whether a condition asks for a parameter that is a time or
// a duration.
func (f *Finder) asksParam(fn *code.Func, cond ast.Expr) bool {
	for _, v := range fn.Params() {
		switch api.KeyOfType(v.Type()) {
		case "time.Time", "time.Duration":
			if f.p.Mentions(cond, v) {
				return true
			}
		}
	}
	return false
}
