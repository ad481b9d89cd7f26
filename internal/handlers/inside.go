package handlers

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// In returns the functions of this package that an http.Handler held by e
// surely may run: a handler's method, functions converted or registered, also
// behind middleware and routers, in source order of what is met. It is not
// complete.
func (h *Handlers) In(e ast.Expr) []*code.Func {
	w := &insideWalk{h: h, seen: make(map[ast.Node]bool), vars: make(map[*types.Var]bool), has: make(map[*code.Func]bool)}
	w.expr(e, 0)
	return w.out
}

type insideWalk struct {
	h    *Handlers
	seen map[ast.Node]bool
	vars map[*types.Var]bool
	has  map[*code.Func]bool
	out  []*code.Func
}

func (w *insideWalk) add(f *code.Func) {
	if f != nil && !w.has[f] {
		w.has[f] = true
		w.out = append(w.out, f)
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
	if _, ok := t.Underlying().(*types.Signature); ok {
		fns, _ := p.LitsOf(e)
		for _, f := range fns {
			w.add(f)
		}
		if len(fns) > 0 {
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
		}
		for _, a := range e.Args {
			if w.handles(p.Info.TypeOf(a)) {
				w.expr(a, depth+1) // middleware
			}
		}
	}
}

// method adds the ServeHTTP method of a type of this package.
func (w *insideWalk) method(t types.Type) {
	if t == nil {
		return
	}
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, w.h.p.Types, "ServeHTTP")
	if fn, ok := obj.(*types.Func); ok {
		w.add(w.h.p.FuncOf(fn))
	}
}

// handles reports whether a type is that of a handler: it has ServeHTTP, or is
// a function that takes a request.
func (w *insideWalk) handles(t types.Type) bool {
	if t == nil {
		return false
	}
	if sig, ok := t.Underlying().(*types.Signature); ok {
		return sig.Params().Len() == 2 && sig.Results().Len() == 0
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, w.h.p.Types, "ServeHTTP")
	_, ok := obj.(*types.Func)
	return ok
}

// registered follows the calls on a router that hand it handlers, and the
// functions that get the router as an argument.
func (w *insideWalk) registered(v *types.Var, depth int) {
	if w.vars[v] || depth > 8 {
		return
	}
	w.vars[v] = true
	p := w.h.p
	for _, f := range p.Funcs {
		for _, c := range f.Calls() {
			if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && p.VarOf(sel.X) == v {
				for _, a := range c.Args {
					if w.handles(p.Info.TypeOf(a)) {
						w.expr(a, depth+1)
					}
				}
			}
			for i, a := range c.Args {
				id, ok := ast.Unparen(a).(*ast.Ident)
				if !ok || p.VarOf(id) != v {
					continue
				}
				if g := p.FuncOf(p.Callee(c)); g != nil && i < len(g.Params()) {
					w.registered(g.Params()[i], depth+1)
				}
			}
		}
	}
}
