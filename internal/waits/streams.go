package waits

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// Subscription returns the deferred call by which a function drops, once it is
// done, the subscription on whose channel it waits: it names what was
// subscribed, or came with it. Nil if the wait is on anything else as well.
func (f *Finder) Subscription(w *Wait) *ast.DeferStmt {
	var ch ast.Expr
	switch n := w.Node.(type) {
	case *ast.UnaryExpr:
		ch = n.X
	case *ast.RangeStmt:
		ch = n.X
	case *ast.SelectStmt:
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
	}
	v := f.baseVar(ch)
	if v == nil || w.Fn == nil || !code.Within(declOf(v), w.Fn.Body) {
		return nil
	}
	// It comes out of a call, together with what else that gives.
	defs := f.p.Defs(v)
	if len(defs) != 1 || defs[0].RHS == nil {
		return nil
	}
	made, ok := ast.Unparen(defs[0].RHS).(*ast.CallExpr)
	if !ok || f.timerOf(made) != nil || f.p.CalleeOf(made).Builtin != "" {
		return nil
	}
	var out *ast.DeferStmt
	w.Fn.Inspect(func(n ast.Node) bool {
		d, ok := n.(*ast.DeferStmt)
		if !ok || d.Pos() > w.Node.Pos() || out != nil {
			return true
		}
		if f.p.CalleeOf(d.Call).Builtin == "" && (f.p.Mentions(d.Call, v) || f.cameWith(d.Call.Fun, made)) {
			out = d
		}
		return true
	})
	return out
}

// baseVar returns the local variable at the base of a channel expression: c,
// sub.C, sub.Events().
func (f *Finder) baseVar(ch ast.Expr) *types.Var {
	for ch != nil {
		switch x := ast.Unparen(ch).(type) {
		case *ast.SelectorExpr:
			ch = x.X
		case *ast.CallExpr:
			sel, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr)
			if !ok || len(x.Args) > 0 {
				return nil
			}
			ch = sel.X
		case *ast.Ident:
			v := f.p.VarOf(x)
			if v == nil || v.IsField() || v.Parent() == f.p.Types.Scope() {
				return nil
			}
			return v
		default:
			return nil
		}
	}
	return nil
}

// cameWith reports whether a function value is another result of a call:
// events, cancel := hub.Subscribe().
func (f *Finder) cameWith(fun ast.Expr, made *ast.CallExpr) bool {
	for _, o := range f.p.Origins(fun) {
		if o.Expr == ast.Expr(made) && o.Index > 0 {
			return true
		}
	}
	return false
}

// Unstopped reports whether nothing in sight stops the server that a call of fn
// runs: not at the end of a context, and by no call of Shutdown, Close or Stop.
func (f *Finder) Unstopped(fn *code.Func, call *ast.CallExpr) bool {
	c := f.p.CalleeOf(call)
	for _, a := range call.Args {
		if f.isListener(f.p.TypeOf(a)) {
			if v := f.p.VarOf(a); v == nil || f.stoppable(v) || f.flow.Linked(fn, a) != nil {
				return false
			}
		}
	}
	if c.Recv == nil {
		return true
	}
	v := f.p.VarOf(c.Recv)
	return v != nil && !f.stoppable(v) && f.flow.Linked(fn, c.Recv) == nil
}

// stoppable reports whether what a variable or field holds may be stopped: it is
// stopped, closed or shut down somewhere, or handed to where it may be.
func (f *Finder) stoppable(v *types.Var) bool {
	v = v.Origin()
	if v.Pkg() != f.p.Types || v.IsField() && v.Exported() || v.Parent() == f.p.Types.Scope() && v.Exported() {
		return true
	}
	for g := f.p.FuncAround(v.Pos()); g != nil && !v.IsField(); g = g.Parent {
		if g.ParamIndex(v) != -1 {
			return true // the caller's
		}
	}
	for n := range f.p.Inspector.PreorderSeq((*ast.Ident)(nil)) {
		id := n.(*ast.Ident)
		if used, ok := f.p.Info.Uses[id].(*types.Var); !ok || used.Origin() != v {
			continue
		}
		var e ast.Node = id
		parent := f.p.Parent(e)
		if sel, ok := parent.(*ast.SelectorExpr); ok && sel.Sel == id {
			e, parent = sel, f.p.Parent(sel)
		}
		switch p := parent.(type) {
		case *ast.SelectorExpr:
			switch p.Sel.Name {
			case "Shutdown", "Close", "Stop", "GracefulStop", "ShutdownWithContext":
				return true
			}
			if call, ok := f.p.Parent(p).(*ast.CallExpr); !ok || call.Fun != ast.Expr(p) {
				if _, isFunc := f.p.TypeOf(p).Underlying().(*types.Signature); isFunc {
					return true // a method value
				}
			}
		case *ast.KeyValueExpr:
			if p.Value == e {
				return true
			}
		case *ast.AssignStmt:
			for i, r := range p.Rhs {
				if r != e || i >= len(p.Lhs) {
					continue
				}
				return true
			}
		case *ast.BinaryExpr:
		case *ast.CallExpr:
			if g := f.p.Callee(p); g == nil || f.row(g) == nil {
				return true
			}
		default:
			return true
		}
	}
	return false
}
