package waits

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// A Failure is told by cancelling a context for which who waits does not look.
type Failure struct {
	Done ast.Node // the case for the end of another context
	Ctx  ast.Expr // that context
	Chan ast.Expr // what would tell of success
	Call *ast.CallExpr
	Made *ast.CallExpr // makes the context that Call cancels
}

// FailsApart says whether a select of fn waits for a goroutine of fn's that tells
// of success by a local channel and of failure by nothing but cancelling a context made
// in fn, while the select looks at the end of the one that it was made from: after a
// failure neither comes. Nil if that is not certain.
func (f *Finder) FailsApart(fn *code.Func, sel *ast.SelectStmt) *Failure {
	if len(sel.Body.List) != 2 {
		return nil
	}
	out := new(Failure)
	for _, s := range sel.Body.List {
		cc, ok := s.(*ast.CommClause)
		if !ok || cc.Comm == nil {
			return nil
		}
		ch := code.Received(cc.Comm)
		if ch == nil {
			return nil
		}
		if x := f.flow.DoneOf(ch); x != nil {
			out.Done, out.Ctx = cc.Comm, x
		} else {
			out.Chan = ch
		}
	}
	if out.Ctx == nil || out.Chan == nil {
		return nil
	}
	cl := f.class(out.Chan)
	if cl == nil || cl.field || cl.othersMake || cl.othersSend || !f.madeHere(fn, out.Chan) {
		return nil
	}
	tells := cl.each(func(t *chanOp) bool { return !t.receives() })
	if len(tells) == 0 {
		return nil
	}
	g := tells[0].fn
	if g.Parent != fn || f.flow.Live(g).Kind < ctxflow.RunWaited {
		return nil
	}
	for _, t := range tells {
		if t.fn != g || t.deferred {
			return nil
		}
	}
	for _, call := range g.Calls() {
		made := f.cancelledBy(fn, call, out.Ctx)
		if made == nil || tells[0].node.Pos() < call.Pos() && code.Within(call, f.listAround(tells[0].node)) {
			continue
		}
		search := &pathSearch{p: f.p, ops: newOpSet(tells, g), need: 1}
		if search.from(g, call) != nil {
			out.Call, out.Made = call, made
			return out
		}
	}
	return nil
}

// cancelledBy returns the call by which fn has made the context that a call, which is
// no deferred one, cancels, if it was made from parent and nothing else.
func (f *Finder) cancelledBy(fn *code.Func, call *ast.CallExpr, parent ast.Expr) *ast.CallExpr {
	s, ok := f.p.Parent(call).(*ast.ExprStmt)
	v := f.p.VarOf(call.Fun)
	if !ok || s.X != ast.Expr(call) || v == nil || v.IsField() || !code.IsCancelFunc(v.Type()) || !fn.Declares(v) {
		return nil
	}
	defs := f.p.Defs(v)
	if len(defs) != 1 {
		return nil
	}
	made, ok := ast.Unparen(defs[0].RHS).(*ast.CallExpr)
	if !ok || len(made.Args) == 0 || !f.flow.SameEnd(parent, made.Args[0]) {
		return nil
	}
	if op := f.t.CtxOp(f.p.CalleeOf(made).Key); op == nil || op.Kind != api.CtxOpCancel {
		return nil
	}
	for _, s := range f.flow.Trace(parent).Steps {
		if s.Call == made {
			return nil // it is the one that is looked at
		}
	}
	return made
}

// listAround returns the statements around a node.
func (f *Finder) listAround(n ast.Node) ast.Node {
	if cur, ok := f.p.Cursor(n); ok {
		for c := range cur.Enclosing((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil), (*ast.CommClause)(nil)) {
			return c.Node()
		}
	}
	return n
}
