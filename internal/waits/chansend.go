package waits

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// A verdict is what is known of one channel operation.
type verdict struct {
	never bool // it never waits: there is room for everything
	stuck bool // it can wait for long, and here is why
	lives bool // because the other side leaves at the end of a context from outside the package
	busy  bool // because the other side is at work, after which it comes back
	slot  bool // for a place or thing that is given back
	why   string
	at    ast.Node
	root  *Wait
	ctx   *Wait // whose context ends the other side, and so this one
	// makes is the only place that makes the channel, and needs how much room it takes for
	// nobody to wait, where that is known.
	makes *ast.CallExpr
	needs int
}

func (f *Finder) judgeOp(fn *code.Func, cl *chanClass, op *chanOp) verdict {
	if f.isNil(cl, op.ch) {
		return verdict{stuck: true, why: whyNil}
	}
	if op.kind == opSend {
		return f.judgeSend(fn, cl, op)
	}
	return f.judgeRecv(fn, cl, op)
}

// What proves that nobody will ever be at the other end.
const (
	whyNil        = "it is nil"
	whyNoReceiver = "nothing receives from it"
	whyNoSender   = "nothing sends on it or closes it"
)

// NobodyThere reports whether the other end of a channel operation does not
// exist at all, so that whoever comes there stays, with or without a context.
func (w *Wait) NobodyThere() bool {
	if sel, ok := w.Node.(*ast.SelectStmt); ok && len(sel.Body.List) > 1 {
		return false // what is said of one case need not hold for all
	}
	return w.Proven && (w.Why == whyNil || w.Why == whyNoReceiver || w.Why == whyNoSender)
}

// isNil reports whether a channel is a local variable that is never given a value.
func (f *Finder) isNil(cl *chanClass, ch ast.Expr) bool {
	id, ok := ast.Unparen(ch).(*ast.Ident)
	if !ok || len(cl.makes) > 0 || cl.othersMake {
		return false
	}
	origins := f.p.Origins(id)
	for _, o := range origins {
		if !o.Zero || o.Unknown || o.Expr != nil || o.Param != nil {
			return false
		}
	}
	v := f.p.VarOf(id)
	return len(origins) > 0 && v != nil && len(f.p.Defs(v)) == 1 && v.Parent() != f.p.Types.Scope()
}

// madeIn returns the one place that makes the channels of a class if all of
// them are local to one run of the function around it.
func madeIn(cl *chanClass) (chanMake, bool) {
	if cl.field || cl.othersMake || len(cl.makes) != 1 || cl.makes[0].fn == nil {
		return chanMake{}, false
	}
	return cl.makes[0], true
}

func (f *Finder) judgeSend(fn *code.Func, cl *chanClass, op *chanOp) verdict {
	if cl.othersMake || len(cl.makes) == 0 {
		return verdict{}
	}
	m, local := madeIn(cl)
	if !local {
		if cl.othersRecv {
			return f.unlikeOthers(cl, op)
		}
		if v := f.slot(cl, op); v.stuck {
			return v
		}
		return f.judgeSharedSend(fn, cl, op)
	}
	total, room := f.totalSends(cl, m), f.countOf(m.size)
	fits, sure := total.fits(room)
	if fits {
		return verdict{never: true}
	}
	if cl.othersRecv {
		if v := f.askerLeaves(cl, m, op); v.stuck {
			return v
		}
		if at, goroutine := f.launchOf(op.fn, m.fn); at != nil && goroutine {
			return f.unlikeOthers(cl, op)
		}
		return verdict{}
	}
	if v := f.slot(cl, op); v.stuck {
		return v
	}
	feeds := !room.unknown && f.loopAround(op.fn, op.node) != nil && (room.k == 0 || total.unknown)
	if !sure && !feeds && !(room.k == 0 && !room.unknown && room.n == 0) {
		return verdict{}
	}
	receivers := cl.receivers()
	if len(receivers) == 0 {
		return verdict{stuck: true, why: whyNoReceiver}
	}
	inMaker := 0
	for _, r := range receivers {
		if r.deferred || r.fn == op.fn {
			return verdict{} // drained at the end, or by the sender itself
		}
		if r.fn == m.fn {
			inMaker++
		}
	}
	switch {
	case inMaker == len(receivers):
		return f.abandoned(cl, m, op, total, room)
	case inMaker == 0:
		return f.receiversLeave(cl, op, receivers)
	}
	return verdict{}
}

// askerLeaves judges a send, one of many, on a channel that its maker returns to
// callers out of sight as well: one in sight that leaves early is enough.
func (f *Finder) askerLeaves(cl *chanClass, m chanMake, op *chanOp) verdict {
	if f.loopAround(op.fn, op.node) == nil || f.looksFirst(op) {
		return verdict{}
	}
	if at, goroutine := f.launchOf(op.fn, m.fn); at == nil || !goroutine {
		return verdict{}
	}
	for _, r := range cl.receivers() {
		if r.deferred || !f.asksFor(r.fn, m.fn) {
			continue
		}
		if e, ok := f.leaves(cl, r); ok && (e.kind == exitErr || e.kind == exitDone || e.kind == exitTime) {
			return verdict{stuck: true, why: f.leaveText("its receiver in "+r.fn.Name()+" leaves", e), at: e.node}
		}
	}
	return verdict{}
}

// totalSends returns how many values are sent in the life of a local channel.
func (f *Finder) totalSends(cl *chanClass, m chanMake) count {
	if cl.othersSend {
		return countUnknown
	}
	total := count{}
	done := make(map[*code.Func]bool)
	sends := cl.sends()
	for _, s := range sends {
		g := s.fn
		if done[g] || f.instead(g, s, sends) {
			continue
		}
		done[g] = true
		var once []*chanOp
		for _, o := range sends {
			if o.fn != g {
				continue
			}
			loops := f.loopsAround(g, o.node)
			if g == m.fn && len(loops) > 0 {
				loops = outside(loops, m.call)
			}
			if f.leavesAfter(o.node) || f.firstOnly(o.node) {
				loops = nil
			}
			if len(loops) > 0 {
				total = total.add(f.times(g, o.node, m.fn, m.call))
			} else {
				once = append(once, o)
			}
		}
		if len(once) > 0 {
			n := count{n: mostOn(g, newOpSet(once, g))}
			if g != m.fn {
				n = n.mul(f.launches(g, m.fn, m.call))
			}
			total = total.add(n)
		}
	}
	return total
}

// instead reports whether a send in a deferred function comes in the place of
// one in the function that defers it: it is made on a condition only, that
// there was a panic or that a mark is not set, so that both together are not
// known to happen.
func (f *Finder) instead(g *code.Func, s *chanOp, sends []*chanOp) bool {
	if g.Parent == nil || f.flow.Live(g).Kind != ctxflow.RunDeferred {
		return false
	}
	conditional := false
	for n := f.p.Parent(s.node); n != nil && n != g.Node; n = f.p.Parent(n) {
		switch n.(type) {
		case *ast.IfStmt, *ast.CaseClause:
			conditional = true
		}
	}
	if !conditional && !f.leavesBefore(g, s.node) {
		return false
	}
	for _, o := range sends {
		if o.fn == g.Parent {
			return true
		}
	}
	return false
}

// leavesBefore reports whether a function has a return before a node, as after
// `if p == nil`.
func (f *Finder) leavesBefore(g *code.Func, n ast.Node) bool {
	found := false
	g.Inspect(func(m ast.Node) bool {
		if r, ok := m.(*ast.ReturnStmt); ok && r.Pos() < n.Pos() {
			found = true
		}
		return !found
	})
	return found
}

// withoutLater takes from the values sent in all those that the sender of op offers
// after it in a select that something else may end: they never keep op waiting.
func (f *Finder) withoutLater(cl *chanClass, m chanMake, op *chanOp, total count) count {
	var before []*chanOp
	for _, s := range cl.sends() {
		switch {
		case s.fn != op.fn || s.fn == m.fn || len(f.loopsAround(s.fn, s.node)) > 0:
			return total
		case s.node.Pos() > op.node.Pos() && s.sel != nil && len(s.sel.Body.List) > 1:
		default:
			before = append(before, s)
		}
	}
	if len(before) == len(cl.sends()) || cl.othersSend {
		return total
	}
	return count{n: mostOn(op.fn, newOpSet(before, op.fn))}.mul(f.launches(op.fn, m.fn, m.call))
}

// outside returns the loops that are not around a node as well.
func outside(loops []ast.Stmt, n ast.Node) []ast.Stmt {
	var out []ast.Stmt
	for _, l := range loops {
		if !code.Within(n, l) {
			out = append(out, l)
		}
	}
	return out
}

// launchOf returns the literal of outer, or the call in it, that starts fn,
// and whether it runs in another goroutine.
func (f *Finder) launchOf(fn, outer *code.Func) (at ast.Node, goroutine bool) {
	if fn.Obj != nil {
		for _, call := range outer.Calls() {
			if f.p.FuncOf(f.p.Callee(call)) == fn {
				_, goroutine = f.p.Parent(call).(*ast.GoStmt)
				return call, goroutine
			}
		}
		for _, lit := range outer.Lits {
			for _, call := range lit.Calls() {
				if f.p.FuncOf(f.p.Callee(call)) == fn {
					return f.launchOf(lit, outer)
				}
			}
		}
		return nil, false
	}
	g := fn
	for g.Parent != nil && g.Parent != outer {
		g = g.Parent
	}
	if g.Parent != outer {
		return nil, false
	}
	switch f.flow.Live(g).Kind {
	case ctxflow.RunGo, ctxflow.RunWaited:
		goroutine = true
	}
	if u := g.UseOf(); u.Role == code.RoleVar {
		var first ast.Node
		ast.Inspect(outer.Body, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && first == nil && f.p.Info.Uses[id] == u.Var {
				first = id
			}
			return first == nil
		})
		if first != nil {
			return first, goroutine
		}
	}
	return g.Node, goroutine
}

// abandoned judges a send in a goroutine on a channel from which only the
// function that made it receives: the function may leave without having
// received everything.
func (f *Finder) abandoned(cl *chanClass, m chanMake, op *chanOp, total, room count) verdict {
	at, goroutine := f.launchOf(op.fn, m.fn)
	if at == nil || !goroutine || f.looksFirst(op) {
		return verdict{}
	}
	receivers := cl.receivers()
	search := &pathSearch{p: f.p, ops: newOpSet(receivers, m.fn), drains: make(map[ast.Node]bool), need: 1}
	many := len(outside(f.loopsAround(m.fn, at), m.call)) > 0
	loops, gone := 0, false
	for _, r := range receivers {
		loop := f.loopAround(m.fn, r.node)
		if loop == nil || len(outside([]ast.Stmt{loop}, m.call)) == 0 {
			continue
		}
		loops++
		early := 0
		for _, e := range f.exits(m.fn, loop, cl) {
			if r.clause != nil && code.Within(e.node, r.clause) && total.k == 0 && total.n == 1 && !total.unknown && !total.inf && !many {
				continue // it has what is sent, and that is all
			}
			switch e.kind {
			case exitErr, exitDone, exitTime:
				if f.lastWord(op, e) {
					gone = true
					continue
				}
				return verdict{stuck: true, why: f.leaveText("nothing receives from it once "+m.fn.Name()+" has left", e), at: e.node}
			case exitOther:
				early++
				if many && f.loopAround(op.fn, op.node) == nil || r.kind == opRange && len(cl.closes()) > 0 {
					return verdict{stuck: true, why: "nothing receives from it once " + m.fn.Name() + " has left at " + f.where(e.node), at: e.node}
				}
			}
		}
		if early == 0 {
			if rs, ok := r.node.(*ast.RangeStmt); ok {
				search.drains[rs] = true
			}
			// The loop takes all there is: what matters is a way around it.
			if r.clause == nil {
				search.ops.plain[r.node] = true
			}
		}
	}
	if gone {
		return verdict{} // the sender leaves before the receiver does
	}
	total = f.withoutLater(cl, m, op, total)
	if total.k == 0 && !total.unknown && !total.inf && room.k == 0 && !many && loops == 0 {
		search.need = int(total.n - room.n)
	}
	if search.need < 1 || search.need > 64 {
		return verdict{}
	}
	if many && loops == 0 && room.k == 0 && room.n == 0 && total.k != 0 && len(receivers) == 1 {
		return verdict{stuck: true, why: fmt.Sprintf("%s starts a sender per item and receives once", m.fn.Name()), at: receivers[0].node}
	}
	if exit := search.from(m.fn, at); exit != nil {
		why := fmt.Sprintf("nothing receives from it once %s has left at %s", m.fn.Name(), f.where(exit))
		if n, k := total.n, room.n; total.k == 0 && (search.need > 1 || k > 0) {
			sent := fmt.Sprintf("%d values are sent", n)
			if total.unknown || total.inf {
				sent = "values are sent in a loop"
			}
			why = fmt.Sprintf("%s, there is room for %d, and %s may leave at %s before it has received the rest", sent, k, m.fn.Name(), f.where(exit))
		}
		v := verdict{stuck: true, why: why, at: exit}
		if total.k == 0 && !total.unknown && !total.inf && !many && loops == 0 {
			v.makes, v.needs = m.call, int(total.n)
		}
		return v
	}
	return verdict{}
}

// looksFirst reports whether the sender leaves without sending if the context
// is over: what is left is a race too small to speak of.
func (f *Finder) looksFirst(op *chanOp) bool {
	for _, t := range f.flow.DoneTests(op.fn) {
		if t.Kind == ctxflow.TestSelect && t.Select != nil && code.Within(op.node, t.Select) && inDefault(t.Select, op.node) {
			return true
		}
		if t.Kind == ctxflow.TestErr && t.Cond != nil && t.Node.End() < op.node.Pos() && t.Over != nil {
			return true
		}
	}
	return false
}

// inDefault reports whether a node is in the default case of a select.
func inDefault(sel *ast.SelectStmt, n ast.Node) bool {
	for _, s := range sel.Body.List {
		if cc, ok := s.(*ast.CommClause); ok && cc.Comm == nil && code.Within(n, cc) {
			return true
		}
	}
	return false
}

func (f *Finder) where(n ast.Node) string {
	fr := f.frame(n, "")
	return fmt.Sprintf("%s:%d", fr.File, fr.Line)
}

func (f *Finder) leaveText(what string, e exit) string {
	at := f.where(e.node)
	switch e.kind {
	case exitErr:
		return what + " with an error at " + at
	case exitTime:
		return what + " after the time limit at " + at
	case exitDone:
		if e.ctx == nil && e.ch != nil {
			return what + " at " + at + ", when " + types.ExprString(e.ch) + " ends"
		}
		return what + " at " + at + ", when the context ends"
	}
	return what + " at " + at
}
