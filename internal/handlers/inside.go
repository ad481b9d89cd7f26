package handlers

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// An Inside is what an http.Handler surely may run, as far as it is in sight.
type Inside struct {
	// Funcs are functions of this package, in source order of what is met.
	Funcs []*code.Func
	// Others are functions of other packages.
	Others []Other
	// Limited: what is around it limits the time of a run by itself, as a
	// middleware does that sets a deadline, or may do so.
	Limited bool
}

// An Other is a function of another package that is, makes or registers
// handlers.
type Other struct {
	Fn *types.Func
	// Param: 1 + the index of the parameter by which it gets the router; 0: it
	// returns the handler; -1: it is the handler.
	Param int
	// Call is the call of it, nil if it is the handler.
	Call *ast.CallExpr
}

// In returns what an http.Handler held by e surely may run: a handler's
// method, functions converted or registered, also behind middleware and
// routers, their groups, and what other functions make or register. It is not
// complete.
func (h *Handlers) In(e ast.Expr) *Inside {
	w := h.newInside()
	w.expr(e, 0)
	return &w.out
}

// Given returns what fn puts behind the router that it gets as parameter v;
// nil if v is no router.
func (h *Handlers) Given(fn *code.Func, v *types.Var) *Inside {
	if !h.isRouter(v.Type()) {
		return nil
	}
	w := h.newInside()
	w.registered(v, 0)
	return &w.out
}

// Returned returns what is inside the handler that fn returns, or, if it is a
// ServeHTTP method, inside those it hands its requests to; nil if there is none.
func (h *Handlers) Returned(fn *code.Func) *Inside {
	if fn.Obj != nil && fn.Obj.Name() == "ServeHTTP" {
		w := h.newInside()
		w.delegated(fn, 0)
		return &w.out
	}
	if fn.Sig.Results().Len() == 0 {
		return nil
	}
	if t := fn.Sig.Results().At(0).Type(); !serves(t) && !h.isRouter(t) && h.t.HandlerByParams(signature(t)) == nil {
		return nil
	}
	w := h.newInside()
	fn.Inspect(func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) > 0 {
			w.expr(ret.Results[0], 0)
		}
		return true
	})
	return &w.out
}

type insideWalk struct {
	h    *Handlers
	seen map[ast.Node]bool
	vars map[*types.Var]bool
	has  map[any]bool
	out  Inside
}

func (h *Handlers) newInside() *insideWalk {
	return &insideWalk{h: h, seen: make(map[ast.Node]bool), vars: make(map[*types.Var]bool), has: make(map[any]bool)}
}

func (w *insideWalk) add(f *code.Func) {
	if f != nil && !w.has[f] {
		w.has[f] = true
		w.out.Funcs = append(w.out.Funcs, f)
	}
}

// delegated follows a handler to those that it hands its request to:
// s.router.ServeHTTP(w, r).
func (w *insideWalk) delegated(f *code.Func, depth int) {
	for _, c := range f.Calls() {
		sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
		if ok && sel.Sel.Name == "ServeHTTP" && len(c.Args) == 2 {
			w.expr(sel.X, depth+1)
		}
	}
}

func (w *insideWalk) other(fn *types.Func, param int, call *ast.CallExpr) {
	if fn == nil || fn.Pkg() == nil || fn.Pkg() == w.h.p.Types || code.IsInterfaceMethod(fn) {
		return
	}
	o := Other{fn.Origin(), param, call}
	if !w.has[o] {
		w.has[o] = true
		w.out.Others = append(w.out.Others, o)
	}
}

func (w *insideWalk) expr(e ast.Expr, depth int) {
	if e == nil || depth > 8 || w.seen[e] {
		return
	}
	w.seen[e] = true
	p := w.h.p
	t := p.Info.TypeOf(e)
	if t == nil {
		return
	}
	if signature(t) != nil {
		fns, _ := p.LitsOf(e)
		for _, f := range fns {
			w.add(f)
		}
		if len(fns) > 0 {
			return
		}
		if fn, ok := usedFunc(p, e); ok {
			w.other(fn, -1, nil)
			return
		}
	}
	// The variable or field that holds a router: what is registered on it.
	if v := p.VarOf(e); v != nil {
		w.registered(v, depth)
		if v.IsField() {
			origins, _ := p.FieldOrigins(v)
			for _, o := range origins {
				w.expr(o.Expr, depth+1)
			}
			return
		}
	}
	for _, o := range p.Origins(e) {
		if o.Expr == nil || o.Unknown {
			continue
		}
		w.making(o.Expr, depth)
	}
}

// usedFunc returns the declared function that an expression names.
func usedFunc(p *code.Package, e ast.Expr) (*types.Func, bool) {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		fn, ok := p.Info.Uses[x].(*types.Func)
		return fn, ok
	case *ast.SelectorExpr:
		fn, ok := p.Info.Uses[x.Sel].(*types.Func)
		return fn, ok
	}
	return nil, false
}

func (w *insideWalk) making(e ast.Expr, depth int) {
	p := w.h.p
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok {
		e = ast.Unparen(u.X)
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		w.method(p.Info.TypeOf(e))
	case *ast.CallExpr:
		if tv, ok := p.Info.Types[e.Fun]; ok && tv.IsType() {
			for _, a := range e.Args {
				w.expr(a, depth+1) // http.HandlerFunc(f)
			}
			return
		}
		if f := p.FuncOf(p.Callee(e)); f != nil {
			if w.seen[f.Node] {
				return
			}
			w.seen[f.Node] = true
			f.Inspect(func(n ast.Node) bool {
				if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) > 0 {
					w.expr(ret.Results[0], depth+1)
				}
				return true
			})
		} else {
			w.other(p.Callee(e), 0, e)
			w.method(p.Info.TypeOf(e))
		}
		for _, a := range e.Args {
			if w.handles(a) {
				w.expr(a, depth+1) // middleware
				w.limits(e)
			}
		}
	}
}

// method adds the ServeHTTP method of a concrete type.
func (w *insideWalk) method(t types.Type) {
	t = code.Deref(t)
	n, ok := named(t)
	if !ok || types.IsInterface(t) {
		return
	}
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, n.Obj().Pkg(), "ServeHTTP")
	fn, ok := obj.(*types.Func)
	if !ok {
		return
	}
	if f := w.h.p.FuncOf(fn); f != nil {
		w.add(f)
		w.delegated(f, 0)
		return
	}
	w.other(fn, -1, nil)
}

// handles reports whether a value is a handler: it has ServeHTTP, or is a
// function that serves requests.
func (w *insideWalk) handles(e ast.Expr) bool {
	t := w.h.p.Info.TypeOf(e)
	if t == nil {
		return false
	}
	if sig := signature(t); sig != nil {
		if sig.Params().Len() == 2 && sig.Results().Len() == 0 {
			return true
		}
		row := w.h.t.HandlerByParams(sig)
		return row != nil && !row.CLI && !row.NotRequest
	}
	return serves(t)
}

// serves reports whether values of a type are http.Handlers.
func serves(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "ServeHTTP")
	_, ok := obj.(*types.Func)
	return ok
}

func signature(t types.Type) *types.Signature {
	if t == nil {
		return nil
	}
	sig, _ := t.Underlying().(*types.Signature)
	return sig
}

// isRouter reports whether a type has a method that takes a handler of
// requests, as routers and their groups have.
func (h *Handlers) isRouter(t types.Type) bool {
	if t == nil {
		return false
	}
	if known, ok := h.routers[t]; ok {
		return known
	}
	set := types.NewMethodSet(t)
	found := false
	for i := 0; i < set.Len() && !found; i++ {
		fn, ok := set.At(i).Obj().(*types.Func)
		if !ok || !fn.Exported() {
			continue
		}
		for v := range fn.Type().(*types.Signature).Params().Variables() {
			vt := v.Type()
			if s, ok := vt.(*types.Slice); ok {
				vt = s.Elem()
			}
			n, ok := named(vt)
			if !ok {
				continue
			}
			if n.Obj().Name() == "Handler" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http" {
				found = true
			} else if sig := signature(vt); sig != nil {
				row := h.t.HandlerByParams(sig)
				found = found || row != nil && !row.CLI && !row.NotRequest
			}
		}
	}
	h.routers[t] = found
	return found
}

// registered follows the calls on a router that hand it handlers, the groups
// that are made from it, and the functions that get it as an argument.
func (w *insideWalk) registered(v *types.Var, depth int) {
	if w.vars[v] || depth > 8 {
		return
	}
	w.vars[v] = true
	p := w.h.p
	for _, call := range w.h.routed(v) {
		if w.rooted(call.Fun, v) {
			w.onRouter(call, depth)
		}
		for i, a := range call.Args {
			id, ok := ast.Unparen(a).(*ast.Ident)
			if sel, isSel := ast.Unparen(a).(*ast.SelectorExpr); isSel {
				id, ok = sel.Sel, true
			}
			if !ok || p.VarOf(id) != v {
				continue
			}
			fn := p.Callee(call)
			if g := p.FuncOf(fn); g != nil {
				if i < len(g.Params()) {
					w.registered(g.Params()[i], depth+1)
				}
			} else {
				w.other(fn, i+1, call)
			}
		}
	}
}

// onRouter takes what a call on a router hands it: handlers, and functions
// that get a router for a part of the paths.
func (w *insideWalk) onRouter(call *ast.CallExpr, depth int) {
	p := w.h.p
	for _, a := range call.Args {
		if mw, ok := ast.Unparen(a).(*ast.CallExpr); ok {
			w.limits(mw)
		} else if fns, _ := p.LitsOf(a); len(fns) > 0 {
			for _, f := range fns {
				w.out.Limited = w.out.Limited || !w.handles(a) && w.sets(f)
			}
		}
		if w.handles(a) {
			w.expr(a, depth+1)
			continue
		}
		sig := signature(p.Info.TypeOf(a))
		if sig == nil || sig.Params().Len() != 1 || !w.h.isRouter(sig.Params().At(0).Type()) {
			continue
		}
		fns, _ := p.LitsOf(a)
		for _, f := range fns {
			w.registered(f.Params()[0], depth+1)
		}
	}
	// g := r.Group("/api")
	if !w.h.isRouter(p.Info.TypeOf(call)) {
		return
	}
	if as, ok := p.Parent(call).(*ast.AssignStmt); ok && len(as.Lhs) == 1 && len(as.Rhs) == 1 {
		if g := p.VarOf(as.Lhs[0]); g != nil {
			w.registered(g, depth+1)
		}
	}
}

// limits notes that a call makes, or wraps a handler in, a middleware that
// limits the time of a run, or that may do so.
func (w *insideWalk) limits(call *ast.CallExpr) {
	p := w.h.p
	if s := w.h.t.Setting(p.CalleeOf(call).Key); s != nil && s.Knob == api.KnobHandler {
		w.out.Limited = true
	}
	fn := p.Callee(call)
	if f := p.FuncOf(fn); f != nil {
		w.out.Limited = w.out.Limited || w.sets(f)
		return
	}
	if fn != nil && fn.Pkg() != p.Types && strings.Contains(strings.ToLower(fn.Name()+fn.Pkg().Name()), "timeout") {
		w.out.Limited = true
	}
	for _, a := range call.Args {
		if api.KeyOfType(p.Info.TypeOf(a)) == "time.Duration" {
			w.out.Limited = true
		}
	}
}

// sets reports whether a middleware of this package makes a context with a
// limit, or puts one around a handler.
func (w *insideWalk) sets(f *code.Func) bool {
	found := false
	f.Walk(func(g *code.Func) {
		for _, c := range g.Calls() {
			key := w.h.p.CalleeOf(c).Key
			if op := w.h.t.CtxOp(key); op != nil && op.Kind == api.CtxOpBound {
				found = true
			}
			if s := w.h.t.Setting(key); s != nil && s.Knob == api.KnobHandler {
				found = true
			}
		}
	})
	return found
}

// rooted reports whether what is called is a method on the router, or on what
// calls on it return: r.Group("/api").GET.
func (w *insideWalk) rooted(fun ast.Expr, v *types.Var) bool {
	for range 6 {
		sel, ok := ast.Unparen(fun).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		if w.h.p.VarOf(sel.X) == v {
			return true
		}
		call, ok := ast.Unparen(sel.X).(*ast.CallExpr)
		if !ok || !w.h.isRouter(w.h.p.Info.TypeOf(call)) {
			return false
		}
		fun = call.Fun
	}
	return false
}

// routed returns the calls of the package in which a router takes part, as
// what is called or as an argument.
func (h *Handlers) routed(v *types.Var) []*ast.CallExpr {
	if h.byRouter == nil {
		h.byRouter = make(map[*types.Var][]*ast.CallExpr)
		for _, f := range h.p.Funcs {
			for _, c := range f.Calls() {
				h.noteRouters(c)
			}
		}
	}
	return h.byRouter[v]
}

func (h *Handlers) noteRouters(call *ast.CallExpr) {
	note := func(e ast.Expr) {
		if v := h.p.VarOf(e); v != nil && h.isRouter(v.Type()) {
			h.byRouter[v] = append(h.byRouter[v], call)
		}
	}
	for fun := call.Fun; ; {
		sel, ok := ast.Unparen(fun).(*ast.SelectorExpr)
		if !ok {
			break
		}
		inner, ok := ast.Unparen(sel.X).(*ast.CallExpr)
		if !ok {
			note(sel.X)
			break
		}
		fun = inner.Fun
	}
	for _, a := range call.Args {
		note(a)
	}
}
