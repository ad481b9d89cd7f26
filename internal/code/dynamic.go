package code

import (
	"go/ast"
	"go/types"
	"slices"
)

// Runs returns the functions that a call surely runs for some object that is
// made in sight: the one that it names or, for a method of an interface, the
// methods of the concrete types that this package puts where the call finds
// its receiver: into the variable, the field, or the parameter by which its
// own callers hand it over. It is not complete.
func (p *Package) Runs(call *ast.CallExpr) []*types.Func {
	c := p.CalleeOf(call)
	if c.Func == nil {
		return nil
	}
	if !IsInterfaceMethod(c.Func) {
		return []*types.Func{c.Func}
	}
	if c.Recv == nil || c.MethodExpr {
		return nil
	}
	var out []*types.Func
	for _, t := range p.Concrete(c.Recv) {
		obj, _, _ := types.LookupFieldOrMethod(t, true, c.Func.Pkg(), c.Func.Name())
		if fn, ok := obj.(*types.Func); ok && !IsInterfaceMethod(fn) && !slices.Contains(out, fn.Origin()) {
			out = append(out, fn.Origin())
		}
	}
	return out
}

// Concrete returns the concrete types of the objects that an expression of an
// interface type surely holds at times.
func (p *Package) Concrete(e ast.Expr) []types.Type {
	w := &concreteWalk{p: p, seen: make(map[any]bool)}
	w.expr(e, -1, 0)
	return w.out
}

// Made returns the concrete types of the objects that a function of the package
// surely returns at times, in result index, of an interface type.
func (p *Package) Made(f *Func, index int) []types.Type {
	w := &concreteWalk{p: p, seen: make(map[any]bool)}
	w.returned(f, index, 0)
	return w.out
}

type concreteWalk struct {
	p    *Package
	seen map[any]bool
	out  []types.Type
}

func (w *concreteWalk) expr(e ast.Expr, index, depth int) {
	if e == nil || depth > 6 || w.seen[e] {
		return
	}
	w.seen[e] = true
	t := w.p.Info.TypeOf(e)
	if tup, ok := t.(*types.Tuple); ok && index >= 0 && index < tup.Len() {
		t = tup.At(index).Type()
	}
	switch {
	case t == nil:
		return
	case !types.IsInterface(t):
		w.add(t)
		return
	}
	if v := w.p.FieldOf(e); v != nil {
		origins, _ := w.p.FieldOrigins(v)
		w.origins(origins, depth)
		return
	}
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		if f := w.p.FuncOf(w.p.Callee(call)); f != nil {
			w.returned(f, max(index, 0), depth)
			return
		}
	}
	w.origins(w.p.Origins(e), depth)
}

func (w *concreteWalk) add(t types.Type) {
	if _, basic := t.(*types.Basic); !basic && !slices.ContainsFunc(w.out, func(o types.Type) bool { return types.Identical(o, t) }) {
		w.out = append(w.out, t)
	}
}

func (w *concreteWalk) origins(origins []Origin, depth int) {
	for _, o := range origins {
		switch {
		case o.Unknown:
		case o.Expr != nil:
			w.expr(o.Expr, o.Index, depth+1)
		case o.Param != nil && !types.IsInterface(o.Param.Type()):
			w.add(o.Param.Type())
		case o.Param != nil && o.Def != nil && o.Def.In != nil:
			w.param(o.Def.In, o.Param, depth)
		}
	}
}

// param follows a parameter to what the calls in this package hand over.
func (w *concreteWalk) param(f *Func, v *types.Var, depth int) {
	i := f.ParamIndex(v)
	if i < 0 || w.seen[v] {
		return
	}
	w.seen[v] = true
	calls, _ := w.p.Callers(f)
	for _, call := range calls {
		if i < len(call.Args) && !call.Ellipsis.IsValid() {
			w.expr(call.Args[i], -1, depth+1)
		}
	}
}

// returned follows a result of a function of this package.
func (w *concreteWalk) returned(f *Func, index, depth int) {
	f.Inspect(func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok && index < len(ret.Results) {
			w.expr(ret.Results[index], -1, depth+1)
		}
		return true
	})
}

// ImplementationsAt returns those of Implementations that a call of m on recv may
// run as far as is known. Where one of several takes over what it is given for
// another one that it keeps, as a queue does, the others are called by it, and
// only those count that the package itself puts where the call finds recv.
func (p *Package) ImplementationsAt(recv ast.Expr, m *types.Func) []*types.Func {
	impls := p.Implementations(m)
	if t := p.Info.Types[recv].Type; recv != nil && t != nil {
		// The method may be that of an interface which recv's embeds: io.Closer's of an io.ReadCloser.
		if iface, ok := t.Underlying().(*types.Interface); ok && iface.IsMethodSet() {
			impls = slices.DeleteFunc(slices.Clone(impls), func(impl *types.Func) bool {
				return !fits(impl.Signature().Recv().Type(), iface)
			})
		}
	}
	if !p.queued(impls, m) {
		return impls
	}
	var held []types.Type
	if recv != nil {
		held = p.Concrete(recv)
	}
	return slices.DeleteFunc(slices.Clone(impls), func(impl *types.Func) bool {
		return !slices.ContainsFunc(held, func(t types.Type) bool {
			return types.Identical(Deref(t), Deref(impl.Signature().Recv().Type()))
		})
	})
}

// fits reports whether values of a type, or pointers to them, have the methods of an
// interface, as far as their names go: either may be generic.
func fits(t types.Type, iface *types.Interface) bool {
	for m := range iface.Methods() {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, m.Pkg(), m.Name()); obj == nil {
			return false
		}
	}
	return true
}

// queued reports whether one of several implementations of a method keeps
// another one, whose method it calls from elsewhere than its own.
func (p *Package) queued(impls []*types.Func, m *types.Func) bool {
	if len(impls) < 2 {
		return false
	}
	return slices.ContainsFunc(impls, func(impl *types.Func) bool {
		recv := Deref(impl.Signature().Recv().Type())
		st, ok := recv.Underlying().(*types.Struct)
		if !ok || !keeps(st, m) {
			return false
		}
		later := false
		for _, f := range p.Funcs {
			out := f.Outermost()
			if out == nil || out.Obj == nil || out.Sig.Recv() == nil || !types.Identical(Deref(out.Sig.Recv().Type()), recv) {
				continue
			}
			if slices.ContainsFunc(f.Calls(), func(call *ast.CallExpr) bool { return p.Callee(call) == m }) {
				if out.Obj == impl {
					return false
				}
				later = true
			}
		}
		return later
	})
}

// keeps reports whether a struct has a field of an interface with the method m.
func keeps(st *types.Struct, m *types.Func) bool {
	for v := range st.Fields() {
		if !types.IsInterface(v.Type()) {
			continue
		}
		if obj, _, _ := types.LookupFieldOrMethod(v.Type(), false, m.Pkg(), m.Name()); obj == m {
			return true
		}
	}
	return false
}
