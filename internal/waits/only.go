package waits

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// An Only is the one thing by which a goroutine ends: the end of a context, or
// that a channel is closed.
type Only struct {
	Ctx  *ctxflow.Ctx
	Chan ast.Expr
	// Node is where it waits for that, or the loop that it leaves then.
	Node ast.Node
	// Case is the receive of a select's case by which a loop is left.
	Case ast.Node
}

const onlyDepth = 3

// OnlyEnd returns the one thing by which fn, once it runs, comes to its end: it
// waits for that, or goes round a loop that nothing else leaves. Nil if there
// may be another.
func (f *Finder) OnlyEnd(fn *code.Func) *Only {
	o := f.onlyEnd(fn, 0)
	if o == nil || o.Ctx == nil || o.Ctx.Root.Func != fn || fn.Obj == nil || o.Ctx.Root.Kind != ctxflow.RootParam {
		return o
	}
	// The context is what those who start it hand over.
	i := fn.ParamIndex(o.Ctx.Root.Var)
	calls, complete := f.p.Callers(fn)
	var given *ctxflow.Ctx
	for _, call := range calls {
		if i < 0 || i >= len(call.Args) {
			return nil
		}
		ctx := f.flow.Trace(call.Args[i])
		if given != nil && !sameEnd(*given, ctx) {
			return nil
		}
		given = &ctx
	}
	if given == nil || !complete {
		return nil
	}
	given.Steps = append(append([]ctxflow.Step(nil), given.Steps...), o.Ctx.Steps...)
	return &Only{Ctx: given, Node: o.Node, Case: o.Case}
}

func (f *Finder) onlyEnd(fn *code.Func, depth int) *Only {
	if fn == nil || depth > onlyDepth {
		return nil
	}
	for _, s := range fn.Body.List {
		if l, ok := s.(*ast.LabeledStmt); ok {
			s = l.Stmt
		}
		switch s := s.(type) {
		case *ast.ForStmt:
			if o := f.onlyExit(fn, s); o != nil {
				return o
			}
		case *ast.ReturnStmt:
			if len(s.Results) != 1 {
				return nil
			}
			call, _ := ast.Unparen(s.Results[0]).(*ast.CallExpr)
			if call == nil {
				return nil
			}
			return f.onlyThrough(call, depth)
		case *ast.ExprStmt, *ast.AssignStmt:
			if ch := code.Received(s); ch != nil {
				if x := f.flow.DoneOf(ch); x != nil {
					ctx := f.flow.Trace(x)
					return &Only{Ctx: &ctx, Node: s}
				}
				continue
			}
			if call := callOfStmt(s); call != nil {
				if o := f.onlyThrough(call, depth); o != nil {
					return o
				}
			}
		case *ast.IfStmt:
			if call := callOfStmt(s.Init); call != nil {
				if o := f.onlyThrough(call, depth); o != nil {
					return o
				}
			}
			if leavesIf(s) {
				return nil // it may be gone by now
			}
		}
	}
	return nil
}

// leavesIf reports whether an if statement may return.
func leavesIf(s *ast.IfStmt) bool {
	found := false
	code.InspectShallow(s, func(n ast.Node) bool {
		if _, ok := n.(*ast.ReturnStmt); ok {
			found = true
		}
		return !found
	})
	return found
}

func callOfStmt(s ast.Stmt) *ast.CallExpr {
	var e ast.Expr
	switch s := s.(type) {
	case *ast.ExprStmt:
		e = s.X
	case *ast.AssignStmt:
		if len(s.Rhs) == 1 {
			e = s.Rhs[0]
		}
	}
	call, _ := ast.Unparen(e).(*ast.CallExpr)
	return call
}

// onlyThrough is onlyEnd of the function that a call runs, in the caller's terms.
func (f *Finder) onlyThrough(call *ast.CallExpr, depth int) *Only {
	g := f.p.FuncOf(f.p.Callee(call))
	o := f.onlyEnd(g, depth+1)
	if o == nil {
		return nil
	}
	out := &Only{Node: o.Node, Case: o.Case, Ctx: o.Ctx, Chan: o.Chan}
	c := f.p.CalleeOf(call)
	if o.Ctx != nil && o.Ctx.Root.Func == g && o.Ctx.Root.Kind == ctxflow.RootParam {
		e := argument(call, c, g.ParamIndex(o.Ctx.Root.Var))
		if e == nil {
			return nil
		}
		ctx := f.flow.Trace(e)
		ctx.Steps = append(append([]ctxflow.Step(nil), ctx.Steps...), o.Ctx.Steps...)
		out.Ctx = &ctx
	}
	if o.Chan != nil {
		if v := f.p.VarOf(o.Chan); v != nil && !v.IsField() && g.ParamIndex(v) >= 0 {
			if out.Chan = argument(call, c, g.ParamIndex(v)); out.Chan == nil {
				return nil
			}
		}
	}
	return out
}

// onlyExit returns the one thing by which a loop without a condition, or one
// that asks for a context, is left.
func (f *Finder) onlyExit(fn *code.Func, loop *ast.ForStmt) *Only {
	out := &Only{Node: loop}
	note := func(ctx *ctxflow.Ctx, ch ast.Expr) bool {
		switch {
		case ctx != nil && out.Ctx == nil && out.Chan == nil:
			out.Ctx = ctx
		case ctx != nil:
			return out.Ctx != nil && ctx.Known() && sameEnd(*ctx, *out.Ctx)
		case ch != nil && out.Ctx == nil && out.Chan == nil:
			out.Chan = ch
		case ch != nil:
			return out.Chan != nil && f.p.SamePlace(ch, out.Chan)
		default:
			return false
		}
		return true
	}
	if loop.Cond != nil {
		t := f.testIn(fn, loop.Cond)
		if t == nil || !note(&t.Ctx, nil) {
			return nil
		}
	}
	for _, e := range f.exits(fn, loop, nil) {
		if e.kind == exitDone && (e.ctx != nil || e.ch != nil) {
			ch := e.ch
			if e.ctx != nil {
				ch = nil
			}
			if !note(e.ctx, ch) {
				return nil
			}
			if cc := f.clauseAround(e.node); cc != nil && out.Case == nil {
				out.Case = cc.Comm
			}
			continue
		}
		t := f.testAbove(fn, e.node)
		if t == nil || t.Expr == nil || !note(&t.Ctx, nil) {
			return nil
		}
	}
	if out.Ctx == nil && out.Chan == nil {
		return nil
	}
	return out
}

// clauseAround returns the case of a select in which a statement is.
func (f *Finder) clauseAround(n ast.Node) *ast.CommClause {
	cur, ok := f.p.Cursor(n)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.CommClause)(nil)) {
		return c.Node().(*ast.CommClause)
	}
	return nil
}

// testIn returns the test of a context's Err that a loop's condition is.
func (f *Finder) testIn(fn *code.Func, cond ast.Expr) *ctxflow.Test {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return nil
	}
	for _, t := range f.flow.DoneTests(fn) {
		if t.Kind == ctxflow.TestErr && (t.Node == ast.Unparen(b.X) || t.Node == ast.Unparen(b.Y)) {
			return &t
		}
	}
	return nil
}

// testAbove returns the test that has to say that a context is over before a
// statement is reached.
func (f *Finder) testAbove(fn *code.Func, n ast.Node) *ctxflow.Test {
	for _, t := range f.flow.DoneTests(fn) {
		if t.Only != nil && code.Within(n, t.Only) && t.Expr != nil {
			return &t
		}
	}
	return nil
}

// sameEnd reports whether two contexts are the same one, or have the same
// derivations.
func sameEnd(a, b ctxflow.Ctx) bool {
	if a.Root.Kind != b.Root.Kind || a.Root.Var != b.Root.Var || a.Root.Var == nil {
		return false
	}
	ca, cb := a.Cancels(), b.Cancels()
	if len(ca) != len(cb) {
		return false
	}
	for i := range ca {
		if ca[i].Call != cb[i].Call {
			return false
		}
	}
	return true
}

// EndedBy reports whether a call ends what the goroutine's only end is: it is
// the cancel function of the context, or closes the channel. Alone says that
// nothing else ends it: the context is nobody's else.
func (f *Finder) EndedBy(o *Only, call *ast.CallExpr) (ends, alone bool) {
	c := f.p.CalleeOf(call)
	if o.Chan != nil {
		if c.Builtin != "close" || len(call.Args) != 1 {
			return false, false
		}
		a, b := f.p.FieldOf(call.Args[0]), f.p.FieldOf(o.Chan)
		same := a != nil && a == b || f.p.SamePlace(call.Args[0], o.Chan)
		cl := f.class(o.Chan)
		return same && cl != nil && len(cl.closes()) == 1 && len(cl.sends()) == 0 && !cl.othersSend, true
	}
	if c.Func != nil || c.Builtin != "" || c.Conversion || len(call.Args) > 1 {
		return false, false
	}
	makers := f.cancelMakers(call.Fun)
	if len(makers) == 0 {
		return false, false
	}
	for _, ctx := range f.fieldCtxs(*o.Ctx) {
		cancels := ctx.Cancels()
		for i, s := range cancels {
			if s.Kind != ctxflow.StepCancel {
				return false, false // a time limit, a signal, a group: another end
			}
			if makers[s.Call] {
				return true, ctx.Nobody() && i == len(cancels)-1 && i == 0
			}
		}
	}
	return false, false
}

// WaitFirst returns the call by which a function ends the goroutines that a
// wait of its waits for, although it only gets there after the wait; nil if
// they may end in another way. worker is one of them.
func (f *Finder) WaitFirst(w *Wait) (end *ast.CallExpr, worker *Only) {
	if w.Cleanup || !w.Direct() {
		return nil, nil
	}
	for _, g := range f.joined(w) {
		o := f.OnlyEnd(g)
		if o == nil || o.Ctx != nil && !o.Ctx.Known() {
			continue
		}
		var after *ast.CallExpr
		alone, other := false, false
		for _, h := range f.p.Funcs {
			for _, call := range h.Calls() {
				ends, only := f.EndedBy(o, call)
				switch {
				case !ends:
				case h == w.Fn && call.Pos() > w.Node.End() && f.comesAfter(w.Node, call):
					after, alone = call, only
				case f.whoRuns(h) == w.Fn && f.deferred(h, call):
					after, alone = call, only // at the end of the function
				default:
					other = true
				}
			}
		}
		if after != nil && !other && (alone || stops(w.Fn.Outermost())) && f.onlyCalledOrKept(after.Fun) {
			return after, o
		}
	}
	return nil, nil
}

// deferred reports whether a call is made by a defer statement, or by a literal
// that is deferred.
func (f *Finder) deferred(fn *code.Func, call *ast.CallExpr) bool {
	if _, ok := f.p.Parent(call).(*ast.DeferStmt); ok {
		return true
	}
	return fn.Obj == nil && f.flow.Live(fn).Kind == ctxflow.RunDeferred
}

// joined returns the functions whose end a wait waits for.
func (f *Finder) joined(w *Wait) []*code.Func {
	if u, ok := w.Node.(*ast.UnaryExpr); ok {
		if cl := f.class(u.X); cl == nil || len(cl.sends()) > 0 {
			return nil
		}
		return f.Closers(u.X)
	}
	if w.Call == nil || w.Kind != api.WaitSync {
		return nil
	}
	c := f.p.CalleeOf(w.Call)
	if c.Recv == nil || c.Func.Name() != "Wait" {
		return nil
	}
	if field := f.p.FieldOf(c.Recv); field != nil {
		return f.GroupWorkers(field)
	}
	workers, _ := f.Workers(w.Fn, c.Recv)
	return workers
}

// comesAfter reports whether a call is a statement that runs after a node has:
// it stands in a list around the node.
func (f *Finder) comesAfter(n ast.Node, call *ast.CallExpr) bool {
	s, ok := f.p.Parent(call).(*ast.ExprStmt)
	if !ok {
		return false
	}
	list := f.p.Parent(s)
	return list != nil && code.Within(n, list)
}

// onlyCalledOrKept reports whether the cancel function that fun is, a variable
// or a field that was given one, is only called, and kept in that field.
func (f *Finder) onlyCalledOrKept(fun ast.Expr) bool {
	field := f.p.FieldOf(fun)
	ok := true
	check := func(v *types.Var) {
		for id, obj := range f.p.Info.Uses {
			if used, isVar := obj.(*types.Var); !isVar || used.Origin() != v {
				continue
			}
			var e ast.Node = id
			parent := f.p.Parent(id)
			if sel, isSel := parent.(*ast.SelectorExpr); isSel && sel.Sel == id {
				e, parent = sel, f.p.Parent(sel)
			}
			switch p := parent.(type) {
			case *ast.CallExpr:
				ok = ok && p.Fun == e
			case *ast.KeyValueExpr:
				key, _ := p.Key.(*ast.Ident)
				ok = ok && key != nil && (p.Key == e || field != nil && f.p.VarOf(key) == field)
			case *ast.AssignStmt:
				for i, r := range p.Rhs {
					if r == e {
						ok = ok && i < len(p.Lhs) && field != nil && f.p.FieldOf(p.Lhs[i]) == field
					}
				}
			case *ast.BinaryExpr:
			default:
				ok = false
			}
		}
	}
	if field == nil {
		if v := f.p.VarOf(fun); v != nil {
			check(v)
		}
		return ok
	}
	check(field)
	for _, d := range f.p.Defs(field) {
		if v := f.p.VarOf(d.RHS); d.RHS != nil && v != nil && !v.IsField() {
			check(v)
		}
	}
	return ok
}

// cancelMakers returns the calls that gave a cancel function, which may be kept
// in a field.
func (f *Finder) cancelMakers(fun ast.Expr) map[*ast.CallExpr]bool {
	var origins []code.Origin
	if field := f.p.FieldOf(fun); field != nil {
		all, complete := f.p.FieldOrigins(field)
		if !complete {
			return nil
		}
		origins = all
	} else {
		origins = f.p.Origins(fun)
	}
	out := make(map[*ast.CallExpr]bool)
	for _, o := range origins {
		if call, ok := o.Expr.(*ast.CallExpr); ok && o.Index == 1 {
			out[call] = true
		}
	}
	return out
}

// fieldCtxs returns what a context that is kept in a field is given by the
// package, the context itself if it is not.
func (f *Finder) fieldCtxs(ctx ctxflow.Ctx) []ctxflow.Ctx {
	if ctx.Root.Kind != ctxflow.RootField {
		return []ctxflow.Ctx{ctx}
	}
	vals, complete := f.flow.FieldValues(ctx.Root.Var)
	if !complete {
		return nil
	}
	return vals
}

// GroupWorkers returns the functions that a group kept in a field waits for:
// those that the package starts for it, or that say Done.
func (f *Finder) GroupWorkers(field *types.Var) []*code.Func {
	var out []*code.Func
	seen := make(map[*code.Func]bool)
	add := func(g *code.Func) {
		if g != nil && !seen[g] {
			seen[g] = true
			out = append(out, g)
		}
	}
	for _, g := range f.p.Funcs {
		for _, call := range g.Calls() {
			sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
			if !ok || f.p.FieldOf(sel.X) != field {
				continue
			}
			switch sel.Sel.Name {
			case "Done":
				if w := f.whoRuns(g); f.p.Enclosing(call) == g && (w.Obj != nil || f.flow.Live(w).Kind >= ctxflow.RunWaited) {
					add(w)
				}
			case "Go", "TryGo":
				if len(call.Args) > 0 {
					fns, _ := f.p.LitsOf(call.Args[len(call.Args)-1])
					for _, h := range fns {
						add(h)
					}
				}
			}
		}
	}
	return out
}
