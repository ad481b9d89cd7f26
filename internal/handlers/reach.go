package handlers

import (
	"go/ast"
	"slices"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// A Reach says that a function runs while a handler runs.
type Reach struct {
	// Handler is the handler it is reached from.
	Handler *Match
	// Calls are the calls on the way, the handler's first. A literal that runs
	// where it stands adds none.
	Calls []*ast.CallExpr
	// Funcs are the functions on the way: Funcs[0] is the handler, the last is
	// the function itself.
	Funcs []*code.Func
}

// Entry returns how fn is reached from a handler of the package by calls that
// the handler waits for; nil if it is not. Of several ways it is the shortest
// from the handler of the most pressing kind. A handler is reached from itself.
func (h *Handlers) Entry(fn *code.Func) *Reach {
	if h.reach == nil {
		h.reach = make(map[*code.Func]*Reach)
		h.walk()
	}
	return h.reach[fn]
}

// walk goes breadth-first through the calls from all handlers at once.
func (h *Handlers) walk() {
	var queue []*code.Func
	var roots []*Match
	for _, fn := range h.p.Funcs {
		if m := h.Of(fn); m != nil {
			roots = append(roots, m)
		}
	}
	slices.SortStableFunc(roots, func(a, b *Match) int { return int(a.Kind) - int(b.Kind) })
	// One kind after the other, so that the most pressing one wins.
	for i := 0; i < len(roots); {
		kind := roots[i].Kind
		for ; i < len(roots) && roots[i].Kind == kind; i++ {
			m := roots[i]
			if h.reach[m.Func] == nil {
				h.reach[m.Func] = &Reach{Handler: m, Funcs: []*code.Func{m.Func}}
				queue = append(queue, m.Func)
			}
		}
		for len(queue) > 0 {
			fn := queue[0]
			queue = queue[1:]
			r := h.reach[fn]
			h.next(fn, func(to *code.Func, call *ast.CallExpr) {
				if h.reach[to] != nil || len(r.Funcs) > 12 {
					return
				}
				next := &Reach{Handler: r.Handler}
				next.Funcs = append(append([]*code.Func(nil), r.Funcs...), to)
				next.Calls = r.Calls
				if call != nil {
					next.Calls = append(append([]*ast.CallExpr(nil), r.Calls...), call)
				}
				h.reach[to] = next
				queue = append(queue, to)
			})
		}
	}
}

// next visits the functions that fn runs and waits for.
func (h *Handlers) next(fn *code.Func, visit func(to *code.Func, call *ast.CallExpr)) {
	if h.p.Settled[fn] {
		return
	}
	for _, call := range fn.Calls() {
		if _, ok := h.p.Parent(call).(*ast.GoStmt); ok {
			continue
		}
		c := h.p.CalleeOf(call)
		if c.Conversion || c.Builtin != "" {
			continue
		}
		switch {
		case c.Func == nil:
			if fns, complete := h.p.LitsOf(call.Fun); complete {
				for _, f := range fns {
					visit(f, call)
				}
			}
		case code.IsInterfaceMethod(c.Func):
			for _, m := range h.p.ImplementationsAt(c.Recv, c.Func) {
				if f := h.p.FuncOf(m); f != nil {
					visit(f, call)
				}
			}
		default:
			if f := h.p.FuncOf(c.Func); f != nil {
				visit(f, call)
			}
		}
	}
	for _, lit := range fn.Lits {
		switch h.flow.Live(lit).Kind {
		case ctxflow.RunSync, ctxflow.RunDeferred, ctxflow.RunWaited:
			if h.Of(lit) == nil {
				visit(lit, nil)
			}
		}
	}
}

// Startup reports whether fn is main, an init function, or only called from
// such and from no one else in sight: what runs once, before anything is
// served. An exported function of another package than main is not.
func (h *Handlers) Startup(fn *code.Func) bool {
	fn = fn.Outermost()
	if fn == nil || fn.Obj == nil {
		return false
	}
	if known, ok := h.startup[fn]; ok {
		return known
	}
	h.startup[fn] = false // if it calls itself, it is not only called at start
	h.startup[fn] = h.calledAtStart(fn)
	return h.startup[fn]
}

func (h *Handlers) calledAtStart(fn *code.Func) bool {
	main := h.p.Types.Name() == "main"
	switch {
	case fn.Sig.Recv() == nil && fn.Obj.Name() == "main" && main, fn.Sig.Recv() == nil && fn.Obj.Name() == "init":
		return true
	case fn.Obj.Exported() && !main, h.Entry(fn) != nil:
		return false
	}
	called := false
	for _, g := range h.callersOf(fn) {
		if g == fn {
			continue
		}
		if !h.Startup(g) {
			return false
		}
		called = true
	}
	return called
}

// callersOf returns the declared functions of the package in which fn is called, in a literal or not.
func (h *Handlers) callersOf(fn *code.Func) []*code.Func {
	if h.callers == nil {
		h.callers = make(map[*code.Func][]*code.Func)
		for _, g := range h.p.Funcs {
			for _, call := range g.Calls() {
				if f := h.p.FuncOf(h.p.Callee(call)); f != nil {
					h.callers[f] = append(h.callers[f], g.Outermost())
				}
			}
		}
	}
	return h.callers[fn]
}
