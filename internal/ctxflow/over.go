package ctxflow

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/faultlint/faultlint/internal/code"
)

// OverKind says why a context is over at a place.
type OverKind int8

const (
	OverSeen      OverKind = iota // its end was looked at: after <-ctx.Done(), in if ctx.Err() != nil
	OverCancelled                 // its cancel function was called before
	OverDeferred                  // a deferred call that runs after the deferred cancel
	OverGroup                     // the errgroup's Wait returned
	OverAfter                     // in a function that context.AfterFunc runs when it ends
)

func (k OverKind) String() string {
	return [...]string{"seen", "cancelled", "deferred", "group", "after"}[k]
}

// An Over says that a context has certainly ended at a place, and why.
type Over struct {
	Kind OverKind
	Node ast.Node // the test, the call of cancel, the defer statement, the call of Wait
}

// OverAt says whether the context e, used at a node, is certainly over there.
// Nil means that it may be alive.
func (f *Flow) OverAt(e ast.Expr, at ast.Node) *Over {
	c := f.Trace(e)
	if c.Ambiguous {
		return nil
	}
	fn := f.p.Enclosing(at)
	if fn == nil {
		return nil
	}
	for _, s := range c.InForce() {
		if s.Maybe || s.Cancel == nil {
			continue
		}
		if s.Kind == StepGroup {
			if w := f.groupWaited(&s, at); w != nil {
				return &Over{OverGroup, w}
			}
			continue
		}
		for _, call := range slices.Concat(f.CancelCalls(&s), f.cancelsIn(&s)) {
			if call.End() <= at.Pos() && f.sameList(call, at.Pos()) && f.stmtOf(call) {
				return &Over{OverCancelled, call}
			}
		}
		if d := f.cancelDeferredAfter(&s, at); d != nil {
			return &Over{OverDeferred, d}
		}
	}
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok && c.Root.Kind == RootField && c.Root.Var == f.p.FieldOf(e) && c.Detached() == nil {
		if o := f.FieldOver(sel.X, c.Root.Var, fn, at); o != nil {
			return o
		}
	}
	// Its end was seen by this function.
	for g := fn; g != nil; g = g.Parent {
		for _, sp := range f.overSpans(g) {
			if sp.holds(at) && sp.ctx != nil && f.SameEnd(sp.ctx, e) {
				return &Over{OverSeen, sp.why}
			}
		}
		if call := f.afterFunc(g); call != nil && f.SameEnd(call.Args[0], e) {
			return &Over{OverAfter, call}
		}
		if g.Obj == nil && f.Live(g).Kind > RunDeferred {
			break
		}
	}
	return nil
}

// afterFunc returns the call of context.AfterFunc that fn is handed to as a
// literal, nil if there is none.
func (f *Flow) afterFunc(fn *code.Func) *ast.CallExpr {
	if fn.Obj != nil || fn.Node == nil {
		return nil
	}
	call, ok := f.p.Parent(fn.Node).(*ast.CallExpr)
	if !ok || len(call.Args) != 2 || ast.Node(call.Args[1]) != fn.Node || f.p.CalleeOf(call).Key != "context.AfterFunc" {
		return nil
	}
	return call
}

// stmtOf reports whether a call is a statement of its own.
func (f *Flow) stmtOf(call *ast.CallExpr) bool {
	_, ok := f.p.Parent(call).(*ast.ExprStmt)
	return ok
}

// SameEnd reports whether the end of a is certainly the end of b: b is a itself
// or derived from it. Both must have one origin.
func (f *Flow) SameEnd(a, b ast.Expr) bool {
	ca, cb := f.Trace(a), f.Trace(b)
	if ca.Ambiguous || cb.Ambiguous || ca.Root.Kind == RootUnknown || !sameRoot(ca.Root, cb.Root) {
		return false
	}
	if ca.Root.Var == nil && ca.Root.Expr != cb.Root.Expr {
		return false // two Backgrounds
	}
	if len(ca.Steps) > len(cb.Steps) {
		return false
	}
	for i, s := range ca.Steps {
		if s.Maybe || cb.Steps[i].Call != s.Call || cb.Steps[i].Kind != s.Kind {
			return false
		}
	}
	for _, s := range cb.Steps[len(ca.Steps):] {
		if s.Kind == StepDetach || s.Kind == StepOpaque {
			return false
		}
	}
	return true
}

// Apart reports whether the end of a is no reason for b to end: they begin in
// different places, or a has an end of its own that b does not share.
func (f *Flow) Apart(a, b ast.Expr) bool {
	ca, cb := f.Outer(f.Trace(a)), f.Outer(f.Trace(b))
	if !ca.Known() || !cb.Known() || ca.Opaque() || cb.Opaque() {
		return false
	}
	if !sameRoot(ca.Root, cb.Root) {
		return !f.mayFeed(ca.Root, cb.Root)
	}
	for _, s := range ca.Cancels() {
		if s.Maybe {
			return false
		}
		if !slices.ContainsFunc(cb.Cancels(), func(o Step) bool { return o.Call == s.Call }) {
			return true
		}
	}
	return false
}

// mayFeed reports whether what begins at b may be, or be derived from, what
// begins at a: a field that is given the context of a function, a parameter
// that is given a field.
func (f *Flow) mayFeed(a, b Root) bool {
	switch {
	case b.Kind == RootField:
		vals, complete := f.FieldValues(b.Var)
		for _, c := range vals {
			complete = complete && c.Nobody()
		}
		return !complete || len(vals) == 0
	case b.Func != nil && b.Func.Obj != nil && a.Kind == RootField:
		vals, _ := f.FieldValues(a.Var)
		for _, c := range vals {
			if sameRoot(c.Root, b) {
				return true
			}
		}
		i := b.Func.ParamIndex(b.Var)
		calls, _ := f.p.Callers(b.Func)
		for _, call := range calls {
			if i < 0 || i >= len(call.Args) {
				continue
			}
			given := f.Trace(call.Args[i]).Root
			if given.Var == a.Var || slices.ContainsFunc(vals, func(c Ctx) bool { return sameRoot(c.Root, given) }) {
				return true
			}
		}
	}
	return false
}

// groupWaited returns the call of Wait on a step's group that has run before at.
func (f *Flow) groupWaited(s *Step, at ast.Node) ast.Node {
	owner := f.ownerOf(s.Cancel)
	if owner == nil {
		return nil
	}
	var found ast.Node
	for _, call := range owner.Calls() {
		c := f.p.CalleeOf(call)
		if c.Func == nil || c.Func.Name() != "Wait" || c.Recv == nil || f.p.VarOf(c.Recv) != s.Cancel || !f.madeAt(c.Recv, s.Call) {
			continue
		}
		if call.End() <= at.Pos() && f.sameList(call, at.Pos()) {
			if _, deferred := f.p.Parent(call).(*ast.DeferStmt); !deferred {
				found = call
			}
		}
	}
	return found
}

// madeAt reports whether a variable certainly holds what a call has made: the
// same variable may have held another group before.
func (f *Flow) madeAt(e ast.Expr, call *ast.CallExpr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return true
	}
	for _, d := range f.p.Reaching(id) {
		if d.RHS == nil || ast.Unparen(d.RHS) != ast.Expr(call) {
			return false
		}
	}
	return true
}

// cancelDeferredAfter returns the defer statement of a step's cancel function
// that stands after the one that at is in: deferred calls run last to first,
// so that the cancel comes before.
func (f *Flow) cancelDeferredAfter(s *Step, at ast.Node) ast.Node {
	if !s.CancelDeferred {
		return nil
	}
	owner := f.ownerOf(s.Cancel)
	mine := f.deferOf(owner, at)
	if owner == nil || mine == nil || s.Cancel.IsField() {
		return nil
	}
	// The deferred call's own arguments are evaluated at once, but the context
	// they name is over when it runs all the same.
	var found ast.Node
	owner.Inspect(func(n ast.Node) bool {
		d, ok := n.(*ast.DeferStmt)
		if !ok || d.Pos() <= mine.Pos() || f.p.VarOf(d.Call.Fun) != s.Cancel || !f.cancelOf(d.Call, s) {
			return true
		}
		// In the same list, so that it is certain to be deferred as well; or
		// directly in the body, where only an earlier return skips it.
		if f.sameBlock(mine, d) {
			found = d
		}
		return true
	})
	return found
}

// deferOf returns the defer statement of owner's own body that holds at.
func (f *Flow) deferOf(owner *code.Func, at ast.Node) *ast.DeferStmt {
	cur, ok := f.p.Cursor(at)
	if !ok || owner == nil {
		return nil
	}
	for c := range cur.Enclosing((*ast.DeferStmt)(nil)) {
		if f.p.Enclosing(c.Node()) == owner {
			return c.Node().(*ast.DeferStmt)
		}
	}
	return nil
}

func (f *Flow) sameBlock(a, b ast.Node) bool {
	pa, pb := f.p.Parent(a), f.p.Parent(b)
	return pa == pb && pa != nil && pa.Pos() != token.NoPos
}
