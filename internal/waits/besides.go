package waits

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// insideDone judges a send of which nothing else is known, but which is inside
// a case of a select that looks at a context: the function means to leave when
// that ends, and the send does not let it.
func (f *Finder) insideDone(fn *code.Func, op *chanOp, cl *chanClass) (*ast.SelectStmt, bool) {
	if op.kind != opSend || op.sel != nil || !f.ownChannel(op, cl) && !f.filledUp(fn, op, cl) {
		return nil, false
	}
	cur, ok := f.p.Cursor(op.node)
	if !ok {
		return nil, false
	}
	for c := range cur.Enclosing((*ast.CommClause)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		cc, ok := c.Node().(*ast.CommClause)
		if !ok {
			return nil, false
		}
		sel := selectAround(f.p, cc)
		if sel == nil || f.loopAround(fn, sel) == nil {
			continue
		}
		if ch := commChan(cc); ch != nil {
			if _, done := f.doneCtx(fn, ch); done || f.timerOf(ch) != nil {
				return nil, false
			}
		}
		for _, s := range sel.Body.List {
			other, ok := s.(*ast.CommClause)
			if !ok || other == cc {
				continue
			}
			if ch := commChan(other); ch != nil {
				if _, done := f.doneCtx(fn, ch); done {
					return sel, true
				}
			}
		}
	}
	return nil, false
}

// filledUp reports whether a channel of the object at hand, which has room, takes one
// value in each turn of a loop without an end, and is emptied by others alone: the
// room is used up when they are gone.
func (f *Finder) filledUp(fn *code.Func, op *chanOp, cl *chanClass) bool {
	if t := chanType(f.p.TypeOf(op.ch)); t == nil || isEmptyStruct(t.Elem()) || code.IsError(t.Elem()) {
		return false
	}
	l, ok := f.loopAround(fn, op.node).(*ast.ForStmt)
	return ok && endless(l) && len(cl.receivers()) == 0 && len(cl.closes()) == 0 && f.p.FieldOf(op.ch) != nil && !f.perItem(op)
}

// besideDone judges a send of which nothing else is known, but which comes after a
// select in the same turn of a loop, or after a test, that leaves when a context is
// over: here, or in the functions of the package that lead to it. Nothing closes the
// channel, so that whoever reads from it has no other news of the end than a
// context of its own.
func (f *Finder) besideDone(fn *code.Func, op *chanOp, cl *chanClass) (ast.Node, bool) {
	if op.kind != opSend || op.sel != nil || op.deferred || len(cl.receivers()) > 0 || len(cl.closes()) > 0 || !f.ownChannel(op, cl) || f.lastTurn(fn, op.node) {
		return nil, false
	}
	if t := chanType(f.p.TypeOf(op.ch)); t == nil || isEmptyStruct(t.Elem()) || code.IsError(t.Elem()) {
		return nil, false // a signal, for which there is room as a rule
	}
	if at := f.looksBefore(fn, op.node, besideDepth); at != nil {
		return at, true
	}
	return nil, false
}

const besideDepth = 2

// looksBefore returns where the loop around a node, in fn or in a function of the
// package that calls it, leaves at the end of its caller's context before it comes
// to the node in each turn.
func (f *Finder) looksBefore(fn *code.Func, n ast.Node, depth int) ast.Node {
	loops := f.loopsAround(fn, n)
	for _, t := range f.flow.DoneTests(fn) {
		if t.Expr == nil || !t.Ctx.FromCaller() || t.Node.Pos() >= n.Pos() {
			continue
		}
		for _, l := range loops {
			if endless(l) && code.Within(t.Node, l) && f.leavesOver(t, l) && f.everyTurn(t, l) {
				return t.Node
			}
		}
	}
	if depth == 0 || fn.Obj == nil {
		return nil
	}
	calls, _ := f.p.Callers(fn)
	for _, call := range calls {
		switch f.p.Parent(call).(type) {
		case *ast.GoStmt, *ast.DeferStmt:
			continue
		}
		if g := f.p.Enclosing(call); g != nil && g != fn && !f.lastTurn(g, call) {
			if at := f.looksBefore(g, call, depth-1); at != nil {
				return at
			}
		}
	}
	return nil
}

// lastTurn reports whether a loop of fn around a node is left after the node: a return
// outside of any loop leaves fn alone, and whoever calls it may go round.
func (f *Finder) lastTurn(fn *code.Func, n ast.Node) bool {
	return f.loopAround(fn, n) != nil && f.leavesAfter(n)
}

// leavesOver reports whether the branch that is taken when a context is over
// leaves a loop.
func (f *Finder) leavesOver(t ctxflow.Test, loop ast.Stmt) bool {
	var list []ast.Stmt
	switch {
	case t.Clause != nil:
		list = t.Clause.Body
	case t.Only != nil && t.Cond != nil && t.Only == ast.Stmt(t.Cond.Body):
		list = t.Cond.Body.List
	}
	if len(list) == 0 {
		return false
	}
	switch s := list[len(list)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.BREAK && f.breaks(s, loop)
	}
	return false
}

// everyTurn reports whether a test is made in each turn of a loop: it stands in
// the loop's own list of statements.
func (f *Finder) everyTurn(t ctxflow.Test, loop ast.Stmt) bool {
	var s ast.Node = t.Cond
	if t.Select != nil {
		s = t.Select
	} else if t.Cond == nil {
		return false
	}
	return f.p.Parent(s) == ast.Node(loopBody(loop))
}

// selectAround returns the select that a case belongs to.
func selectAround(p *code.Package, cc *ast.CommClause) *ast.SelectStmt {
	sel, _ := p.Parent(p.Parent(cc)).(*ast.SelectStmt)
	return sel
}

// ownChannel reports whether a channel is a parameter or belongs to the object
// at hand, and is not known to have room: no reply channel that came in with an
// item, which has room for the reply as a rule.
func (f *Finder) ownChannel(op *chanOp, cl *chanClass) bool {
	for _, m := range cl.makes {
		if m.size != nil {
			return false
		}
	}
	if id, ok := ast.Unparen(op.ch).(*ast.Ident); ok {
		v := f.p.VarOf(id)
		if v == nil {
			return false
		}
		if held := f.rangedOver(v); held != nil {
			return f.ownList(op, cl, held)
		}
		for g := op.fn; g != nil; g = g.Parent {
			if g.ParamIndex(v) >= 0 {
				return true
			}
		}
		return cl.othersRecv && len(cl.receivers()) == 0 && f.handedOut(op.fn, v)
	}
	return f.p.FieldOf(op.ch) != nil && !f.perItem(op)
}

// ownList reports whether all channels of a list are parameters or belong to the
// object at hand.
func (f *Finder) ownList(op *chanOp, cl *chanClass, list ast.Expr) bool {
	lit, ok := ast.Unparen(list).(*ast.CompositeLit)
	if !ok {
		return false
	}
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		one := *op
		if one.ch = e; !f.ownChannel(&one, cl) {
			return false
		}
	}
	return len(lit.Elts) > 0
}

// handedOut reports whether a function around fn returns the channel in v, which
// it has made: whoever reads from it may leave at the end of the context, as fn does.
func (f *Finder) handedOut(fn *code.Func, v *types.Var) bool {
	for g := fn.Parent; g != nil; g = g.Parent {
		found := false
		g.Inspect(func(n ast.Node) bool {
			if ret, ok := n.(*ast.ReturnStmt); ok {
				for _, r := range ret.Results {
					found = found || f.p.VarOf(r) == v
				}
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}
