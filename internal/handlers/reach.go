package handlers

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
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

	// given are the constants that parameters of the functions on the way have.
	given map[*types.Var]ast.Expr
}

// maxReaches is how many ways to one function are told apart by the constants
// that they give it; further ones count as one that gives none.
const maxReaches = 3

// Entry returns how fn is reached from a handler of the package by calls that
// the handler waits for; nil if it is not. Of several ways it is the shortest
// from the handler of the most pressing kind. A handler is reached from itself.
func (h *Handlers) Entry(fn *code.Func) *Reach {
	if h.reach == nil {
		h.reach = make(map[*code.Func][]*Reach)
		h.walk()
	}
	if len(h.reach[fn]) == 0 {
		return nil
	}
	return h.reach[fn][0]
}

// EntryTo is Entry for a place in fn, reached if parameters that are handed on
// there are what open says: nil if no way to fn leads on to the place, as the
// constants which it gives to the functions on it take another branch.
func (h *Handlers) EntryTo(fn *code.Func, n ast.Node, open []code.OpenGiven) *Reach {
	h.Entry(fn)
	for _, r := range h.reach[fn] {
		if !h.excludes(r, fn, n, open) {
			return r
		}
	}
	return nil
}

// excludes reports whether the constants on a way to fn keep a place in it from
// being reached.
func (h *Handlers) excludes(r *Reach, fn *code.Func, n ast.Node, open []code.OpenGiven) bool {
	if len(r.given) == 0 {
		return false
	}
	for _, o := range open {
		if e := r.given[o.Var]; e != nil && h.p.Excludes(o.Given, e) {
			return true
		}
	}
	for ; fn != nil; fn = fn.Parent {
		params := fn.Params()
		for _, g := range h.p.Given(fn, n) {
			if e := r.given[params[g.Param]]; e != nil && h.p.Excludes(g, e) {
				return true
			}
		}
	}
	return false
}

// handedOn returns the constants that a call gives to the parameters of a
// function, on a way on which others have been given before.
func (h *Handlers) handedOn(r *Reach, to *code.Func, call *ast.CallExpr) map[*types.Var]ast.Expr {
	if call == nil || to.Obj == nil {
		return r.given
	}
	if h.p.CalleeOf(call).MethodExpr {
		return nil
	}
	var out map[*types.Var]ast.Expr
	for i, prm := range to.Params() {
		if i >= len(call.Args) || len(h.p.Defs(prm)) > 0 || to.Sig.Variadic() && i == to.Sig.Params().Len()-1 {
			continue
		}
		e := call.Args[i]
		if v := h.p.VarOf(e); v != nil && r.given[v] != nil {
			e = r.given[v]
		}
		if h.p.Info.Types[e].Value == nil && !h.p.IsNil(e) || !h.p.Asked(prm) {
			continue
		}
		if out == nil {
			out = make(map[*types.Var]ast.Expr)
		}
		out[prm] = e
	}
	return out
}

// enters adds a way to a function unless one is known that gives it the same
// constants, or none.
func (h *Handlers) enters(r *Reach) bool {
	fn := r.Funcs[len(r.Funcs)-1]
	if len(h.reach[fn]) >= maxReaches {
		r.given = nil
	}
	for _, o := range h.reach[fn] {
		if len(o.given) == 0 || h.sameConstants(o.given, r.given) {
			return false
		}
	}
	h.reach[fn] = append(h.reach[fn], r)
	return true
}

func (h *Handlers) sameConstants(a, b map[*types.Var]ast.Expr) bool {
	text := func(e ast.Expr) string {
		if v := h.p.Info.Types[e].Value; v != nil {
			return v.ExactString()
		}
		return api.GivenNil
	}
	return maps.EqualFunc(a, b, func(x, y ast.Expr) bool { return text(x) == text(y) })
}

// walk goes breadth-first through the calls from all handlers at once.
func (h *Handlers) walk() {
	var queue []*Reach
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
			if r := (&Reach{Handler: m, Funcs: []*code.Func{m.Func}}); h.enters(r) {
				queue = append(queue, r)
			}
		}
		for len(queue) > 0 {
			r := queue[0]
			queue = queue[1:]
			fn := r.Funcs[len(r.Funcs)-1]
			h.next(fn, func(to *code.Func, call *ast.CallExpr) {
				if len(r.Funcs) > 12 || slices.Contains(r.Funcs, to) || h.excludes(r, fn, place(to, call), nil) {
					return
				}
				next := &Reach{Handler: r.Handler, given: h.handedOn(r, to, call)}
				next.Funcs = append(append([]*code.Func(nil), r.Funcs...), to)
				next.Calls = r.Calls
				if call != nil {
					next.Calls = append(append([]*ast.CallExpr(nil), r.Calls...), call)
				}
				if h.enters(next) {
					queue = append(queue, next)
				}
			})
		}
	}
}

// place is where a function is run: the call, or the literal itself.
func place(to *code.Func, call *ast.CallExpr) ast.Node {
	if call == nil {
		return to.Node
	}
	return call
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
