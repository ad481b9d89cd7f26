package waits

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// UntilClosed returns the call that gave the channel on which a function waits for
// one message after the other, if nothing but a Close ends that and the function
// is the only one that may close, when it has done waiting. The context under which
// a library subscribed does not end the subscription. Nil if any of this is not
// certain.
func (f *Finder) UntilClosed(w *Wait) *ast.CallExpr {
	if w.Kind != api.WaitRecv && w.Kind != api.WaitSelect || w.Fn == nil || w.From != nil {
		return nil
	}
	ch := f.events(w)
	if ch == nil {
		return nil
	}
	origins := f.p.Origins(ch)
	if len(origins) != 1 {
		return nil
	}
	call, ok := origins[0].Expr.(*ast.CallExpr)
	if !ok || origins[0].Index > 0 {
		return nil
	}
	c := f.p.CalleeOf(call)
	row := f.t.Call(c.Key)
	if row == nil || row.Open == 0 {
		return nil
	}
	owner := c.Recv
	for level := row.Open; ; level-- {
		if !f.closedAfter(w.Fn, w.Node, owner, 0) || f.flow.Linked(w.Fn, owner) != nil {
			return nil
		}
		if level == 1 {
			return call
		}
		made, ok := f.makerOf(owner)
		if !ok {
			return nil
		}
		owner = f.p.CalleeOf(made).Recv
	}
}

// events returns the channel that a wait receives from, alone or beside timers.
func (f *Finder) events(w *Wait) ast.Expr {
	switch n := w.Node.(type) {
	case *ast.UnaryExpr:
		return n.X
	case *ast.RangeStmt:
		return n.X
	case *ast.SelectStmt:
		var ch ast.Expr
		for _, s := range n.Body.List {
			cc, ok := s.(*ast.CommClause)
			if !ok || cc.Comm == nil {
				return nil
			}
			c := commChan(cc)
			switch {
			case c == nil:
				return nil
			case f.timerOf(c) != nil:
			case ch == nil:
				ch = c
			default:
				return nil
			}
		}
		return ch
	}
	return nil
}

// makerOf returns the call that makes what an expression holds, if it is one.
func (f *Finder) makerOf(e ast.Expr) (*ast.CallExpr, bool) {
	origins := f.p.Origins(e)
	if len(origins) != 1 {
		return nil, false
	}
	call, ok := origins[0].Expr.(*ast.CallExpr)
	return call, ok && origins[0].Index == 0 && f.p.CalleeOf(call).Recv != nil
}

// closedAfter reports whether what a variable of fn holds can be closed only when
// fn has passed a node: it is a local variable that is used by its methods alone, or
// a parameter for which all who call fn give such a variable, and do not close it later.
func (f *Finder) closedAfter(fn *code.Func, at ast.Node, owner ast.Expr, depth int) bool {
	id, ok := ast.Unparen(owner).(*ast.Ident)
	if !ok || depth > 2 {
		return false
	}
	v := f.p.VarOf(id)
	if v == nil || v.IsField() || v.Parent() == f.p.Types.Scope() {
		return false
	}
	if !f.closesLast(v, fn, at) {
		return false
	}
	i := fn.ParamIndex(v)
	if i < 0 {
		return code.Within(declOf(v), fn.Body)
	}
	calls, complete := f.p.Callers(fn)
	if !complete || len(calls) == 0 || fn.Obj == nil {
		return false
	}
	for _, call := range calls {
		g := f.p.Enclosing(call)
		if g == nil || i >= len(call.Args) || !f.closedAfter(g, call, call.Args[i], depth+1) {
			return false
		}
	}
	return true
}

// closesLast reports whether a variable is used by its methods only, or handed to at as
// an argument, and closed by fn itself alone: in a defer, or before it comes to at.
func (f *Finder) closesLast(v *types.Var, fn *code.Func, at ast.Node) bool {
	for id, obj := range f.p.Info.Uses {
		if obj != v {
			continue
		}
		sel, ok := f.p.Parent(id).(*ast.SelectorExpr)
		if !ok {
			if b, ok := f.p.Parent(id).(*ast.BinaryExpr); ok && (f.p.IsNil(b.X) || f.p.IsNil(b.Y)) {
				continue
			}
			if f.p.Parent(id) == at {
				continue
			}
			return false
		}
		call, ok := f.p.Parent(sel).(*ast.CallExpr)
		if !ok || ast.Unparen(call.Fun) != ast.Expr(sel) {
			return false
		}
		row := f.t.CallOf(f.p.Callee(call))
		if row == nil {
			return false
		}
		if !row.Unblocks {
			continue
		}
		in := f.p.Enclosing(call)
		_, deferred := f.p.Parent(call).(*ast.DeferStmt)
		if in.UseOf().Role == code.RoleDefer && in.Parent == fn {
			in, deferred = fn, true
		}
		_, started := f.p.Parent(at).(*ast.GoStmt)
		switch {
		case in != fn || f.flow.Live(fn).Kind > ctxflow.RunDeferred && fn.Obj == nil && !code.Within(declOf(v), fn.Body):
			return false
		case call.End() <= at.Pos():
		case started: // closed beside it
			return false
		case deferred:
		case f.p.LoopAround(call) != nil && code.Within(at, f.p.LoopAround(call)):
			return false
		}
	}
	return true
}
