package waits

import (
	"go/ast"
	"go/token"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// A Feeder is a goroutine that goes on, for nobody, when the function that started
// it is done.
type Feeder struct {
	Ctx  *ctxflow.Ctx // by whose end alone it ends
	Exit ast.Node     // where the function may leave while that is alive
	Own  ast.Expr     // a context of the function's own, which ends with it; may be nil
}

// Feeds says whether the goroutine of a go statement in fn stays when fn is done: it
// goes round until the context of fn's caller is over, and what it waits to send
// goes to fn alone. Nil if it may end, or may have another purpose.
func (f *Finder) Feeds(fn *code.Func, g *ast.GoStmt) *Feeder {
	if fn.Obj == nil || begins(fn.Obj.Name()) {
		return nil
	}
	o := f.launched(fn, g.Call)
	if o == nil || o.Ctx == nil {
		return nil
	}
	ctx := f.flow.Outer(*o.Ctx)
	if !ctx.Known() || ctx.Root.Kind != ctxflow.RootParam || ctx.Root.Func != fn || ctx.Detached() != nil || ctx.Opaque() || ctx.Signal() || len(ctx.Cancels()) > 0 {
		return nil
	}
	if !f.sendsOnlyTo(fn, g) || f.callersCancel(fn, ctx) {
		return nil
	}
	out := &Feeder{Ctx: o.Ctx, Own: f.ownContext(fn, ctx)}
	fn.Inspect(func(n ast.Node) bool {
		r, ok := n.(*ast.ReturnStmt)
		if ok && out.Exit == nil && r.Pos() > g.End() && f.leavesAlive(fn, r, ctx, out.Own != nil) {
			out.Exit = r
		}
		return true
	})
	if out.Exit == nil {
		return nil
	}
	return out
}

// sendsOnlyTo reports whether all that the goroutine of a go statement sends goes
// through channels that fn has made and from which nobody else receives, and
// waits until it is taken.
func (f *Finder) sendsOnlyTo(fn *code.Func, g *ast.GoStmt) bool {
	worker := f.startedIn(g)
	if worker == nil {
		return false
	}
	any, all := false, true
	ast.Inspect(worker.Body, func(n ast.Node) bool {
		s, ok := n.(*ast.SendStmt)
		if !ok {
			return all
		}
		op := f.index().ops[s]
		all = op != nil && op.fn == worker && op.sel != nil && !hasDefault(op.sel) && f.onlyTakes(fn, worker, g, s.Chan)
		any = true
		return all
	})
	return any && all
}

// onlyTakes reports whether a channel of a goroutine's is one that fn has made for
// it, and from which fn itself does nothing but receive.
func (f *Finder) onlyTakes(fn, worker *code.Func, g *ast.GoStmt, ch ast.Expr) bool {
	v := f.p.VarOf(ch)
	if v != nil && worker.ParamIndex(v) >= 0 {
		ch = argument(g.Call, f.p.CalleeOf(g.Call), worker.ParamIndex(v))
		if v = nil; ch != nil {
			v = f.p.VarOf(ch)
		}
	}
	if v == nil || v.IsField() || !fn.Declares(v) || fn.ParamIndex(v) >= 0 || !f.madeHere(fn, ch) {
		return false
	}
	only := true
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if n == ast.Node(worker.Node) {
			return false
		}
		id, ok := n.(*ast.Ident)
		if !ok || f.p.Info.Uses[id] != v || f.p.Parent(id) == ast.Node(g.Call) {
			return only
		}
		if f.p.Enclosing(id) != fn {
			only = false
			return false
		}
		switch up := f.p.Parent(id).(type) {
		case *ast.UnaryExpr:
			only = up.Op == token.ARROW
		case *ast.RangeStmt:
			only = up.X == ast.Expr(id)
		default:
			only = false
		}
		return only
	})
	return only
}

// callersCancel reports whether those who call fn end the context that they give
// it when they have its result, as far as they are in sight.
func (f *Finder) callersCancel(fn *code.Func, ctx ctxflow.Ctx) bool {
	i := fn.ParamIndex(ctx.Root.Var)
	calls, _ := f.p.Callers(fn)
	for _, c := range calls {
		if i < 0 || i >= len(c.Args) {
			return true
		}
		in := f.p.Enclosing(c)
		for _, s := range f.flow.Trace(c.Args[i]).Cancels() {
			if in == nil || s.In == nil || s.In.Outermost() == in.Outermost() {
				return true
			}
		}
	}
	return false
}

// ownContext returns a context that fn makes from ctx, waits for, and ends when it returns.
func (f *Finder) ownContext(fn *code.Func, ctx ctxflow.Ctx) ast.Expr {
	for _, t := range f.flow.DoneTests(fn) {
		if t.Expr == nil || t.Ctx.Root.Var != ctx.Root.Var {
			continue
		}
		for _, s := range t.Ctx.Cancels() {
			if s.In == fn && s.CancelDeferred && !s.CancelEscapes {
				return t.Expr
			}
		}
	}
	return nil
}

// leavesAlive reports whether fn leaves at a return while its caller's context is
// alive: it has what it wanted. If it has a context of its own, which it meant to be
// over then, a failure will do.
func (f *Finder) leavesAlive(fn *code.Func, r *ast.ReturnStmt, ctx ctxflow.Ctx, own bool) bool {
	for _, t := range f.flow.DoneTests(fn) {
		seen := t.Clause != nil && code.Within(r, t.Clause) || t.Only != nil && code.Within(r, t.Only)
		if seen && t.Expr != nil && sameEnd(t.Ctx, ctx) {
			return false
		}
	}
	if own {
		return true
	}
	if f.flow.CleanupMode(r) != ctxflow.CleanupNone {
		return false
	}
	n := fn.Sig.Results().Len()
	if !code.ReturnsError(fn.Sig) {
		return n > 0
	}
	return len(r.Results) == n && f.p.IsNil(r.Results[n-1])
}

func hasDefault(sel *ast.SelectStmt) bool {
	for _, s := range sel.Body.List {
		if cc, ok := s.(*ast.CommClause); ok && cc.Comm == nil {
			return true
		}
	}
	return false
}

// oneMore reports whether each call of a function that is given a context, and is done
// some time, starts one goroutine more: it is not there to start what lives on.
func (f *Finder) oneMore(fn *code.Func, g *ast.GoStmt) bool {
	if fn.Obj == nil || f.p.Parent(g) != ast.Node(fn.Body) || f.livesOn(fn) || !f.isDone(fn, g) {
		return false
	}
	for _, v := range fn.Params() {
		if code.IsContext(v.Type()) && v.Name() != "" && v.Name() != "_" {
			return true
		}
	}
	return false
}

// NeverOver returns the context by whose end alone the goroutine of a go statement in
// fn ends, if that never comes: it is cut from the end of fn's caller, or in a request,
// or in a function that is given a context for work of its own, begins with nobody's, and
// nothing cancels it. Nil if it may end.
func (f *Finder) NeverOver(fn *code.Func, g *ast.GoStmt, request bool) *Only {
	o := f.launched(fn, g.Call)
	if o == nil || o.Ctx == nil || !o.Ctx.Known() || !o.Ctx.Nobody() || o.Ctx.Opaque() || o.Ctx.Signal() || len(o.Ctx.Cancels()) > 0 || len(o.Ctx.Bounds()) > 0 {
		return nil
	}
	d := o.Ctx.Detached()
	switch {
	case d == nil:
		if !request && !f.oneMore(fn, g) {
			return nil
		}
	case d.Call == nil, fn.Obj != nil && (begins(fn.Obj.Name()) || lasting(fn.Obj.Name())):
		return nil
	}
	return o
}
