package waits

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// throughInterface returns the waits of the implementations in the package
// that a call of an interface method may run. An interface that hands a
// context on leaves its implementations' faults to them.
func (f *Finder) throughInterface(fn *code.Func, call *ast.CallExpr, c api.Callee) []*Wait {
	m := c.Func
	if ws := f.through(fn, call, c, m, true); ws != nil {
		return ws // the package that declares the interface has summed it up
	}
	if m.Pkg() == nil || !SameModule(m.Pkg().Path(), f.p.Types.Path()) || f.typeParam(c.Recv) {
		return nil
	}
	hasCtx := false
	for v := range m.Type().(*types.Signature).Params().Variables() {
		if expr, _ := f.flow.CarrierExpr(v.Type()); expr != "" {
			hasCtx = true
		}
	}
	test := f.inTest(fn.Node)
	varies := f.Varies(m)
	var out []*Wait
	for _, impl := range f.p.ImplementationsAt(c.Recv, m) {
		if !test && f.p.StandIn(impl) {
			continue
		}
		for _, w := range f.through(fn, call, c, impl, true) {
			if hasCtx && w.Proven && (w.From.Obeys == facts.ObeysNone || w.From.Obeys == facts.ObeysRoot) {
				continue
			}
			w.Varies = w.Varies || varies
			out = shortest(out, w)
		}
	}
	for _, impl := range f.handedOver(c.Recv, m) {
		if row := f.row(impl); row != nil {
			k := c
			k.Func, k.Key = impl, api.Key(impl)
			if w := f.rowWait(fn, call, k, row); w != nil && w.Proven && len(row.From) == 0 {
				w.ViaInterface = true
				out = shortest(out, w)
			}
			continue
		}
		for _, w := range f.through(fn, call, c, impl, true) {
			if !hasCtx || !w.Proven {
				out = shortest(out, w)
			}
		}
	}
	if !hasCtx && !test {
		for _, h := range f.madeFor(c.Recv, m) {
			if w := f.translate(fn, call, c, m, &h.Wait); w != nil {
				w.ViaInterface, w.Via[0].Func = true, h.Impl
				out = shortest(out, w)
			}
		}
	}
	if len(out) == 0 && !hasCtx && c.Recv != nil && len(f.p.Implementations(m)) == 0 {
		if t := f.onlyOne(f.p.Info.TypeOf(c.Recv)); t != nil {
			obj, _, _ := types.LookupFieldOrMethod(t, true, m.Pkg(), m.Name())
			if impl, ok := obj.(*types.Func); ok && !code.IsInterfaceMethod(impl) {
				return f.through(fn, call, c, impl, true)
			}
		}
	}
	return out
}

// Varies reports whether some implementations of an interface's method in the
// package wait for something that no caller ends, and others for nothing.
func (f *Finder) Varies(m *types.Func) bool {
	if f.callees == nil {
		return false
	}
	waiting, idle := false, false
	for _, impl := range f.p.Implementations(m) {
		if f.p.StandIn(impl) {
			continue
		}
		s := f.callees.Summary(impl)
		if s != nil && len(s.Waits)+len(s.Asks) > 0 {
			waiting = true
		} else {
			idle = true
		}
	}
	return waiting && idle
}

// shortest adds a wait to others unless the same comes through a shorter chain,
// as it does when one implementation wraps another.
func shortest(ws []*Wait, w *Wait) []*Wait {
	for i, o := range ws {
		if o.What == w.What && o.Kind == w.Kind && o.Obeys == w.Obeys && o.Param == w.Param && o.Owner == w.Owner && o.Goroutine == w.Goroutine {
			if len(w.Via) < len(o.Via) {
				ws[i] = w
			}
			return ws
		}
	}
	return append(ws, w)
}

func (f *Finder) typeParam(e ast.Expr) bool {
	if e == nil {
		return false
	}
	t := f.p.Info.TypeOf(e)
	if t == nil {
		return false
	}
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

func (f *Finder) inTest(n ast.Node) bool {
	return f.p.ForTests(n.Pos())
}

// throughValue returns the waits of the functions that a function value may
// hold: of a local variable only where all that it may hold is in sight; of
// a field or package variable those in sight, which is what it holds unless
// somebody puts another one there.
func (f *Finder) throughValue(fn *code.Func, call *ast.CallExpr, c api.Callee) []*Wait {
	kept := f.kept(call.Fun)
	if v := f.p.VarOf(call.Fun); v == nil || !v.IsField() && v.Parent() != f.p.Types.Scope() {
		if of := f.rangedOver(v); of != nil {
			kept = f.elements(of)
		} else {
			kept = f.picked(call.Fun)
		}
		fns, complete := f.p.LitsOf(call.Fun)
		if !complete && kept == nil {
			return nil
		}
		var out []*Wait
		for _, g := range fns {
			if g.Obj != nil {
				out = append(out, f.through(fn, call, c, g.Obj, len(fns) > 1)...)
			}
		}
		if kept == nil {
			return out
		}
	}
	test := f.inTest(fn.Node)
	var out []*Wait
	for _, e := range kept {
		if !test && f.inTest(e) {
			continue
		}
		if g := f.namedFunc(e); g != nil && f.p.FuncOf(g) == nil {
			out = append(out, f.elsewhere(fn, call, c, g)...)
			continue
		}
		fns, _ := f.p.LitsOf(e)
		fns = append(fns, f.returned(e)...)
		for _, g := range fns {
			if g.Obj != nil {
				out = append(out, f.through(fn, call, c, g.Obj, true)...)
			} else {
				out = append(out, f.throughLit(call, g)...)
			}
		}
	}
	return out
}

// kept returns the expressions that a field or package variable of function
// type is given, in this package: also by way of a parameter of the function
// that makes the object.
func (f *Finder) kept(fun ast.Expr) []ast.Expr {
	var origins []code.Origin
	if field := f.p.FieldOf(fun); field != nil {
		origins, _ = f.p.FieldOrigins(field)
	} else if v := f.p.VarOf(fun); v != nil {
		for _, d := range f.p.Defs(v) {
			if d.RHS != nil && d.Index < 0 {
				origins = append(origins, f.p.Origins(d.RHS)...)
			}
		}
	}
	var out []ast.Expr
	for _, o := range origins {
		switch {
		case o.Unknown || o.Zero:
		case o.Expr != nil:
			out = append(out, o.Expr)
		case o.Param != nil && o.Def != nil && o.Def.In != nil:
			i := o.Def.In.ParamIndex(o.Param)
			calls, _ := f.p.Callers(o.Def.In)
			for _, call := range calls {
				if i >= 0 && i < len(call.Args) {
					out = append(out, call.Args[i])
				}
			}
		}
	}
	return out
}

// namedFunc returns the declared function that an expression names.
func (f *Finder) namedFunc(e ast.Expr) *types.Func {
	var id *ast.Ident
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		id = x.Sel
	default:
		return nil
	}
	fn, _ := f.p.Info.Uses[id].(*types.Func)
	return fn
}

// elsewhere returns the waits of a function of another package that a call
// runs through a field or variable.
func (f *Finder) elsewhere(fn *code.Func, call *ast.CallExpr, c api.Callee, g *types.Func) []*Wait {
	row := f.row(g)
	if row == nil {
		return f.through(fn, call, c, g, true)
	}
	if row.Ctx.Kind != api.CtxNone || len(row.From) > 0 {
		return nil // a context among the arguments is traced for calls by name only
	}
	c.Func, c.Key = g, api.Key(g)
	w := f.rowWait(fn, call, c, row)
	if w == nil {
		return nil
	}
	w.ViaInterface = true
	return []*Wait{w}
}

// throughLit returns the waits of a literal kept in a field, as seen from a call of that field.
func (f *Finder) throughLit(call *ast.CallExpr, lit *code.Func) []*Wait {
	var out []*Wait
	for _, w := range f.In(lit) {
		if !w.Proven || w.Goroutine {
			continue
		}
		c := *w
		c.Node, c.Call, c.Root, c.ViaInterface = call, call, w, true
		c.Via = append([]facts.Frame{f.frame(call, lit.Name())}, w.Via...)
		if len(c.Via) > maxVia {
			c.Via = c.Via[:maxVia]
		}
		out = append(out, &c)
	}
	return out
}
