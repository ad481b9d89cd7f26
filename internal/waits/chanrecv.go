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

func (f *Finder) judgeRecv(fn *code.Func, cl *chanClass, op *chanOp) verdict {
	if cl.othersMake || cl.othersSend || len(cl.makes) == 0 {
		return verdict{}
	}
	sends, closes := cl.sends(), cl.closes()
	if len(sends)+len(closes) == 0 {
		if u, ok := op.node.(*ast.UnaryExpr); ok {
			if _, made := ast.Unparen(u.X).(*ast.CallExpr); made {
				return verdict{} // <-make(chan T): nobody else can have it, so that it is on purpose
			}
		}
		return verdict{stuck: true, why: whyNoSender}
	}
	if op.kind == opRange && len(closes) == 0 {
		switch exits := f.exits(op.fn, op.node.(*ast.RangeStmt), cl); {
		case len(exits) == 0:
			return verdict{stuck: true, why: "it is never closed"}
		case cl.field && f.onlyAtEnd(exits):
			return verdict{stuck: true, why: "it is never closed, and the context is looked at only when something has come"}
		}
	}
	if m, local := madeIn(cl); local {
		peers := sends
		if op.kind == opRange {
			peers = nil
		}
		peers = append(append([]*chanOp(nil), peers...), closes...)
		return f.judgeLocalRecv(cl, m, op, peers)
	}
	if f.returnsSlot(op, sends) {
		return verdict{}
	}
	if len(closes) == 0 {
		if v := f.sendersLeave(cl, op, sends); v.stuck {
			return v
		}
	}
	if op.sel == nil && f.pool(cl, op) && f.heldShort(cl) {
		return verdict{} // a lock that nobody keeps
	}
	if v := f.busyPeer(fn, op, append(append([]*chanOp(nil), sends...), closes...), "its sender"); v.stuck {
		return v
	}
	if work := f.workBefore(fn, cl, op); work != nil {
		return verdict{stuck: true, at: work, why: "the worker's " + types.ExprString(work.Fun) + " at " + f.where(work) + " goes on under a context that nothing has ended by then"}
	}
	if by := f.foreignCloser(fn, cl, op); by != nil {
		return verdict{stuck: true, at: by.node, why: "it is closed when somebody calls " + f.whoRuns(by.fn).Outermost().Name()}
	}
	if by := f.replyFrom(fn, cl, op); by != nil {
		return verdict{stuck: true, at: by.node, why: "the answer is sent at " + f.where(by.node) + " if one comes"}
	}
	return f.slot(cl, op)
}

// onlyAtEnd reports whether all ways out of a loop are taken at the end of a
// context.
func (f *Finder) onlyAtEnd(exits []exit) bool {
	for _, e := range exits {
		if e.kind != exitDone || e.ctx == nil && e.ch != nil {
			return false
		}
	}
	return true
}

// foreignCloser returns a close of a channel, kept in a field, that is made in an
// exported function which nobody in the package calls, as are all of them, if
// nothing is sent: when it comes is up to others.
func (f *Finder) foreignCloser(fn *code.Func, cl *chanClass, op *chanOp) *chanOp {
	closes := cl.closes()
	if !cl.field || op.sel != nil || len(closes) == 0 || len(cl.sends()) > 0 || f.perItem(op) {
		return nil
	}
	for _, c := range closes {
		g := c.fn.Outermost()
		if g.Obj == nil || !g.Obj.Exported() || g == fn.Outermost() || stops(g) {
			return nil
		}
		if calls, _ := f.p.Callers(g); len(calls) > 0 {
			return nil
		}
	}
	return closes[0]
}

// sendersLeave judges a receive by senders in other goroutines that may leave
// for good without having sent.
func (f *Finder) sendersLeave(cl *chanClass, op *chanOp, sends []*chanOp) verdict {
	var out verdict
	for _, s := range sends {
		if s.fn == op.fn || s.deferred || f.startedBy(s.fn, op.fn) || f.promised(op, s) {
			return verdict{}
		}
		loop := f.loopAround(s.fn, s.node)
		if loop == nil || !f.longLived(s.fn, loop) {
			return verdict{}
		}
		var found *exit
		for _, e := range f.exits(s.fn, loop, cl) {
			if e.kind == exitDone && e.ctx == nil && !sameObject(s.fn, op.fn) {
				continue // who stops the one may well stop the other before
			}
			if (e.kind == exitDone || e.kind == exitErr) && !f.beforeHanding(cl, s, loop, e) {
				found = &e
				break
			}
		}
		if found == nil {
			return verdict{}
		}
		if !out.stuck {
			out = verdict{stuck: true, why: f.leaveText("its sender in "+s.fn.Name()+" leaves", *found), at: found.node}
		}
	}
	return out
}

// beforeHanding reports whether a sender that makes a channel anew in each turn of its loop
// leaves where nobody can wait for that channel: before it is made, after it was sent on, or in
// a select that hands something over instead, be it the channel.
func (f *Finder) beforeHanding(cl *chanClass, s *chanOp, loop ast.Stmt, e exit) bool {
	for _, m := range cl.makes {
		if m.fn != s.fn || !code.Within(m.call, loop) {
			return false
		}
		if sel := f.selectAround(e.node, loop); sel != nil && sends(sel) {
			continue
		}
		if m.call.Pos() < e.node.Pos() && e.node.Pos() < s.node.Pos() {
			return false
		}
	}
	return len(cl.makes) > 0 && !cl.othersMake
}

// selectAround returns the select in a loop that a node is in a case of, nil if there is none.
func (f *Finder) selectAround(n ast.Node, loop ast.Stmt) *ast.SelectStmt {
	for ; n != nil && n != ast.Node(loop); n = f.p.Parent(n) {
		if sel, ok := n.(*ast.SelectStmt); ok {
			return sel
		}
	}
	return nil
}

// sends reports whether a case of a select sends something.
func sends(sel *ast.SelectStmt) bool {
	for _, c := range sel.Body.List {
		if cc, ok := c.(*ast.CommClause); ok {
			if _, ok := cc.Comm.(*ast.SendStmt); ok {
				return true
			}
		}
	}
	return false
}

// judgeLocalRecv judges a receive from a channel that the function made, by
// the goroutines that send on it or close it.
func (f *Finder) judgeLocalRecv(cl *chanClass, m chanMake, op *chanOp, peers []*chanOp) verdict {
	byFn := make(map[*code.Func][]*chanOp)
	var fns []*code.Func
	own := f.whoRuns(op.fn)
	for _, p := range peers {
		g := f.whoRuns(p.fn)
		if g == own {
			return verdict{}
		}
		if byFn[g] == nil {
			fns = append(fns, g)
		}
		byFn[g] = append(byFn[g], p)
	}
	var skipped verdict
	var first *Wait
	same, certain := true, 0
	for _, g := range fns {
		if g == m.fn {
			return verdict{}
		}
		if at, goroutine := f.launchOf(g, m.fn); at == nil || !goroutine {
			return verdict{}
		}
		if exit := f.silentExit(g, byFn[g]); exit != nil {
			if !skipped.stuck {
				skipped = verdict{stuck: true, at: exit, why: fmt.Sprintf("the goroutine that is to send leaves at %s without doing so", f.where(exit))}
			}
			continue
		}
		certain++
		root := (*Wait)(nil)
		for _, w := range f.In(g) {
			if w.Goroutine || w.Trivial || w.Kind == api.WaitLock || byOp(cl.ops, w.Node) {
				continue
			}
			if w.Proven {
				root = w
				break
			}
			if first == nil {
				first = w
			}
			if w.Ctx == nil || w.Obeys == facts.ObeysUnknown || w.Obeys != first.Obeys || w.Param != first.Param || w.Owner != first.Owner {
				same = false
			}
		}
		if root != nil && len(fns) == 1 {
			return verdict{stuck: true, root: root, at: root.Node, why: fmt.Sprintf("the goroutine that is to send waits for %s, which no context ends", root.What)}
		}
		if root != nil {
			same = false
		}
	}
	if certain == 0 {
		return skipped
	}
	if same && first != nil && first.Ctx != nil && certain == len(fns) {
		return verdict{ctx: first}
	}
	return verdict{}
}

// whoRuns returns the function whose goroutine runs fn: a deferred literal, and
// what is deferred in it, is run by the function that defers it.
func (f *Finder) whoRuns(fn *code.Func) *code.Func {
	for fn.Obj == nil && fn.Parent != nil && f.flow.Live(fn).Kind == ctxflow.RunDeferred {
		fn = fn.Parent
	}
	return fn
}

func byOp(ops []*chanOp, n ast.Node) bool {
	for _, o := range ops {
		if o.node == n {
			return true
		}
	}
	return false
}

// silentExit returns the return statement by which a goroutine leaves without
// having passed one of its operations, nil if it cannot.
func (f *Finder) silentExit(g *code.Func, ops []*chanOp) ast.Node {
	for _, o := range ops {
		if o.deferred || o.fn != g {
			return nil
		}
	}
	search := &pathSearch{p: f.p, ops: newOpSet(ops, g), need: 1}
	exit := search.from(g, nil)
	if exit == nil {
		return nil
	}
	// Falling off the end around the operation may be what a condition shared
	// with the other side wants; a return in between is not.
	if exit.End() > g.Body.End()-1 || exit.Pos() >= g.Body.Rbrace {
		return nil
	}
	if ret, ok := exit.(*ast.ReturnStmt); ok && f.tellsOtherwise(ret) {
		return nil
	}
	return exit
}

// tellsOtherwise reports whether what comes right before a return may let the
// other side know in another way: by another channel, a pipe closed with the
// error, a cancel function.
func (f *Finder) tellsOtherwise(ret *ast.ReturnStmt) bool {
	found := false
	for _, s := range f.before(ret) {
		code.InspectShallow(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SendStmt:
				found = true
			case *ast.CallExpr:
				c := f.p.CalleeOf(n)
				switch {
				case c.Builtin == "close", c.Func == nil && c.Builtin == "" && !c.Conversion && len(n.Args) <= 1:
					found = true
				case c.Func != nil:
					if row := f.row(c.Func); row != nil && row.Unblocks {
						found = true
					}
					for _, w := range []string{"Close", "Cancel", "Fail", "Abort", "Stop"} {
						found = found || strings.HasPrefix(c.Func.Name(), w)
					}
				}
			}
			return !found
		})
	}
	return found
}

// before returns the statements in front of s in its list, but none of the
// function's outermost list.
func (f *Finder) before(s ast.Stmt) []ast.Stmt {
	var list []ast.Stmt
	switch p := f.p.Parent(s).(type) {
	case *ast.BlockStmt:
		switch f.p.Parent(p).(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return nil
		}
		list = p.List
	case *ast.CaseClause:
		list = p.Body
	case *ast.CommClause:
		list = p.Body
	}
	for i, t := range list {
		if t == s {
			return list[:i]
		}
	}
	return nil
}
