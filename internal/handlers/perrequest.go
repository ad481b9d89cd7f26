package handlers

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// InRequest reports whether a function that makes an object runs in a handler,
// so that there may be an object for each request.
func (h *Handlers) InRequest(f *code.Func) bool { return h.inRequest(f, 0) }

func (h *Handlers) inRequest(f *code.Func, depth int) bool {
	if h.Entry(f) != nil || depth > 4 {
		return true
	}
	calls, _ := h.p.Callers(f)
	for _, c := range calls {
		if g := h.p.Enclosing(c); g != nil && g.Outermost() != f && h.inRequest(g, depth+1) {
			return true
		}
	}
	return false
}

// Shared reports whether a field of an object is filled in sight, only where
// the object is made, by functions that are no methods and that no handler
// runs: it is there before requests come, and the same for all.
func (h *Handlers) Shared(field *types.Var) bool {
	defs := h.p.Defs(field)
	for _, d := range defs {
		if d.In == nil || d.In.Outermost().Sig.Recv() != nil || h.InRequest(d.In.Outermost()) {
			return false
		}
	}
	return len(defs) > 0
}

// Before reports whether what an expression of fn, which runs while a handler does,
// stands for is there before any request: an object that the handler is a method of, or
// has captured, what it was given when it was made, or a variable of the package.
func (h *Handlers) Before(fn *code.Func, e ast.Expr) bool { return h.before(fn, e, 0) }

func (h *Handlers) before(fn *code.Func, e ast.Expr, depth int) bool {
	if e == nil || depth > 6 {
		return false
	}
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = ast.Unparen(u.X)
	}
	if sel, ok := e.(*ast.SelectorExpr); ok {
		if field := h.p.FieldOf(sel); field != nil && field.IsField() {
			return h.Shared(field) && h.before(fn, sel.X, depth+1)
		}
	}
	v := h.p.VarOf(e)
	switch {
	case v == nil || v.IsField():
		return false
	case v.Parent() == h.p.Types.Scope():
		for _, d := range h.p.Defs(v) {
			if d.In != nil && h.InRequest(d.In.Outermost()) {
				return false
			}
		}
		return true
	}
	for g := fn; g != nil; g = g.Parent {
		switch i := g.ParamIndex(v); {
		case i != -1:
			return h.givenBefore(g, i, depth)
		case g.Declares(v):
			if o := h.p.Origins(e); len(o) == 1 && !o[0].Unknown && o[0].Expr != nil && o[0].Expr != e && h.Entry(g) != nil {
				return h.before(g, o[0].Expr, depth+1) // store := a.store
			}
			return h.Entry(g) == nil && !h.InRequest(g.Outermost())
		}
	}
	return false
}

// givenBefore is Before for a parameter of a function, or its receiver.
func (h *Handlers) givenBefore(g *code.Func, i, depth int) bool {
	r := h.Entry(g)
	switch {
	case r == nil:
		return !h.InRequest(g.Outermost()) // what a handler is made from
	case r.Handler.Func == g:
		return i < -1 // the object whose method it is
	case len(r.Calls) == 0:
		return false
	}
	call := r.Calls[len(r.Calls)-1]
	c := h.p.CalleeOf(call)
	in := h.p.Enclosing(call)
	if h.p.FuncOf(c.Func) != g || in == nil {
		return false
	}
	if i < -1 {
		return h.before(in, c.Recv, depth+1)
	}
	return i < len(call.Args) && h.before(in, call.Args[i], depth+1)
}
