package waits

import (
	"go/ast"
	"go/token"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// judgeSharedSend judges a send on a channel that is kept in a field.
func (f *Finder) judgeSharedSend(fn *code.Func, cl *chanClass, op *chanOp) verdict {
	receivers := cl.receivers()
	if len(receivers) == 0 {
		if cl.room() <= 0 || f.repeated(op) {
			return verdict{stuck: true, why: whyNoReceiver}
		}
		return verdict{}
	}
	if f.returnsSlot(op, receivers) {
		return verdict{}
	}
	perItem := f.perItem(op)
	if perItem && cl.room() != 0 {
		return verdict{} // one value for each channel, and there may be room for it
	}
	if cl.room() != 0 && !f.repeated(op) {
		for _, r := range receivers {
			if r.fn.Outermost() == op.fn.Outermost() && !perItem {
				// A slot is taken and given back; a run of the function may
				// find all of them taken by others.
				return f.busyPeer(fn, op, receivers, "its receiver")
			}
		}
		return verdict{} // there may be room for each who sends once
	}
	if v := f.receiversLeave(cl, op, receivers); v.stuck {
		return v
	}
	if perItem {
		return verdict{}
	}
	return f.busyPeer(fn, op, receivers, "its receiver")
}

// repeated reports whether a send is one of many on the same channel, so that
// room for a few does not help: it is in a loop that goes on after it, or it
// sends what the function is given, other than an error.
func (f *Finder) repeated(op *chanOp) bool {
	send, ok := op.node.(*ast.SendStmt)
	if !ok {
		return false
	}
	signal := false
	if t := chanType(f.p.Info.TypeOf(send.Chan)); t != nil {
		signal = isEmptyStruct(t.Elem()) || api.KeyOfType(t.Elem()) == "error"
	}
	for _, v := range op.fn.Outermost().Params() {
		if !signal && v.Name() != "" && v.Name() != "_" && !code.IsContext(v.Type()) && f.p.Mentions(send.Value, v) {
			return true
		}
	}
	if f.loopAround(op.fn, op.node) == nil {
		return false
	}
	for _, next := range f.after(send) {
		switch n := next.(type) {
		case *ast.ReturnStmt:
			return false
		case *ast.BranchStmt:
			return n.Tok == token.CONTINUE
		}
	}
	return true
}

// after returns the statements that follow s in its list.
func (f *Finder) after(s ast.Stmt) []ast.Stmt {
	var list []ast.Stmt
	switch p := f.p.Parent(s).(type) {
	case *ast.BlockStmt:
		list = p.List
	case *ast.CaseClause:
		list = p.Body
	case *ast.CommClause:
		list = p.Body
	}
	for i, t := range list {
		if t == s {
			return list[i+1:]
		}
	}
	return nil
}

// returnsSlot reports whether an operation gives back what the same function, or
// the one that starts it, took before by the opposite one: there is room for it.
func (f *Finder) returnsSlot(op *chanOp, others []*chanOp) bool {
	for _, o := range others {
		if o.node.Pos() < op.node.Pos() && op.fn.Within(f.whoRuns(o.fn)) {
			return true
		}
	}
	return false
}

// perItem reports whether an operation is on a channel that belongs to an item
// at hand, as the reply channel of a request, rather than to an object that
// lives on.
func (f *Finder) perItem(op *chanOp) bool {
	e := ast.Unparen(op.ch)
	for {
		sel, ok := e.(*ast.SelectorExpr)
		if !ok {
			break
		}
		e = ast.Unparen(sel.X)
	}
	v := f.p.VarOf(e)
	if v == nil {
		return true
	}
	if v.Parent() == f.p.Types.Scope() {
		return false
	}
	return op.fn.Outermost().ParamIndex(v) != -2
}
