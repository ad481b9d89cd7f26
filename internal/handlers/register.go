package handlers

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// A registration is the place where a function becomes a handler.
type registration struct {
	row *api.Handler
	how How
	at  ast.Node
}

// target is what it means to be put where a value of a type is expected.
type target struct {
	fn    *api.Handler // the function itself is a handler
	iface *api.Handler // the methods of that interface are
}

// registrations walks the package once for function values and objects that
// are registered, or put where a handler's type is expected.
func (h *Handlers) registrations() map[*code.Func]*registration {
	if h.registered != nil {
		return h.registered
	}
	h.registered = make(map[*code.Func]*registration)
	for _, file := range h.p.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				h.call(n)
			case *ast.CompositeLit:
				h.composite(n)
			case *ast.AssignStmt:
				if len(n.Lhs) == len(n.Rhs) {
					for i, r := range n.Rhs {
						h.flows(r, h.p.Info.TypeOf(n.Lhs[i]), n)
					}
					h.fields(n)
				}
			case *ast.ValueSpec:
				for i, v := range n.Values {
					if i < len(n.Names) && len(n.Values) == len(n.Names) {
						if obj := h.p.Info.Defs[n.Names[i]]; obj != nil {
							h.flows(v, obj.Type(), n)
						} else if n.Type != nil {
							h.flows(v, h.p.Info.TypeOf(n.Type), n) // var _ I = …
						}
					}
				}
			}
			return true
		})
	}
	for _, fn := range h.p.Funcs {
		h.returns(fn)
	}
	return h.registered
}

// call looks at the arguments of a registration or conversion.
func (h *Handlers) call(call *ast.CallExpr) {
	c := h.p.CalleeOf(call)
	if c.Conversion {
		if len(call.Args) == 1 {
			h.flows(call.Args[0], h.p.Info.TypeOf(call), call)
		}
		return
	}
	if row := h.t.HandlerByReg(c.Key); row != nil && returns(c.Func, row.RegReturns) {
		for i, a := range call.Args {
			// Variadic registrations take several: r.GET(path, auth, list).
			if i < row.RegArg {
				continue
			}
			if row.RegMethods {
				var iface types.Type
				if sig, ok := h.p.TypeOf(call.Fun).Underlying().(*types.Signature); ok {
					iface = code.ParamType(sig, i, false)
				}
				h.methodsOf(a, row, iface, ByRegistration, call)
				break
			}
			h.funcs(a, row, call)
		}
	}
	sig, ok := h.p.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok {
		return
	}
	for i, a := range call.Args {
		if t := code.ParamType(sig, i, call.Ellipsis.IsValid()); t != nil {
			h.flows(a, t, call)
		}
	}
}

// returns reports whether the first result of a function has a type of this
// name; any will do for "".
func returns(fn *types.Func, name string) bool {
	if name == "" {
		return true
	}
	if fn == nil {
		return false
	}
	rs := fn.Type().(*types.Signature).Results()
	if rs.Len() == 0 {
		return false
	}
	n, ok := named(rs.At(0).Type())
	return ok && n.Obj().Name() == name
}

// composite looks at struct fields that take a handler, and at elements of
// slices and maps of handlers.
func (h *Handlers) composite(lit *ast.CompositeLit) {
	t := h.p.TypeOf(lit)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for i, e := range lit.Elts {
			var f *types.Var
			val := e
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok {
					f, _ = h.p.Info.Uses[id].(*types.Var)
				}
				val = kv.Value
			} else if i < u.NumFields() {
				f = u.Field(i)
			}
			if f == nil {
				continue
			}
			h.field(t, f, val, lit)
		}
	case *types.Slice:
		h.elems(lit, u.Elem())
	case *types.Array:
		h.elems(lit, u.Elem())
	case *types.Map:
		h.elems(lit, u.Elem())
	}
}

func (h *Handlers) elems(lit *ast.CompositeLit, t types.Type) {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		h.flows(e, t, lit)
	}
}

// fields looks at assignments to struct fields: cmd.RunE = run.
func (h *Handlers) fields(n *ast.AssignStmt) {
	for i, lhs := range n.Lhs {
		sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
		if !ok {
			continue
		}
		if row := h.t.HandlerByField(api.FieldOf(h.p.Info, sel)); row != nil {
			h.funcs(n.Rhs[i], row, n)
		}
	}
}

func (h *Handlers) field(t types.Type, f *types.Var, val ast.Expr, at ast.Node) {
	if code.IsFunc(f.Type()) {
		if row := h.t.HandlerByField(api.KeyOfField(t, f)); row != nil {
			h.funcs(val, row, at)
			return
		}
	}
	h.flows(val, f.Type(), at)
}

// returns looks at what a function returns as a handler's type.
func (h *Handlers) returns(fn *code.Func) {
	n := fn.Sig.Results().Len()
	any := false
	for v := range fn.Sig.Results().Variables() {
		tg := h.target(v.Type())
		any = any || tg.fn != nil || tg.iface != nil
	}
	if !any {
		return
	}
	fn.Inspect(func(node ast.Node) bool {
		ret, ok := node.(*ast.ReturnStmt)
		if ok && len(ret.Results) == n {
			for i, e := range ret.Results {
				h.flows(e, fn.Sig.Results().At(i).Type(), ret)
			}
		}
		return true
	})
}

// flows notes that value e is put where type t is expected.
func (h *Handlers) flows(e ast.Expr, t types.Type, at ast.Node) {
	tg := h.target(t)
	switch {
	case tg.fn != nil:
		h.funcs(e, tg.fn, at)
	case tg.iface != nil:
		h.methodsOf(e, tg.iface, t, ByInterface, at)
	}
}

func (h *Handlers) target(t types.Type) target {
	if t == nil {
		return target{}
	}
	t = types.Unalias(t)
	n, ok := t.(*types.Named)
	if !ok {
		return target{}
	}
	if tg, ok := h.byTarget[t]; ok {
		return tg
	}
	var tg target
	switch n.Underlying().(type) {
	case *types.Signature:
		tg.fn = h.t.HandlerByType(api.KeyOfType(t))
	case *types.Interface:
		tg.iface = h.t.HandlerByIface(api.KeyOfType(t))
	}
	h.byTarget[t] = tg
	return tg
}

// funcs notes the functions of this package that e may be as handlers.
func (h *Handlers) funcs(e ast.Expr, row *api.Handler, at ast.Node) {
	if !code.IsFunc(h.p.TypeOf(e)) {
		// an object with the interface's method where a function or value is taken
		if len(row.Methods) > 0 {
			h.methodsOf(e, row, nil, ByRegistration, at)
		}
		return
	}
	fns, _ := h.p.LitsOf(e)
	for _, fn := range fns {
		h.note(fn, row, ByRegistration, at)
	}
}

// methodsOf notes methods of the concrete type of e as handlers: those of the
// row, or if it names none, all exported ones with the shape of an RPC. Iface
// is the interface that e is used as, nil if it is not known.
func (h *Handlers) methodsOf(e ast.Expr, row *api.Handler, iface types.Type, how How, at ast.Node) {
	t := h.p.TypeOf(e)
	if types.IsInterface(t) {
		for _, o := range h.p.Origins(e) {
			if o.Expr != nil && o.Index < 0 {
				if ot := h.p.TypeOf(o.Expr); !types.IsInterface(ot) {
					t = ot
				}
			}
		}
	}
	n, ok := named(t)
	if !ok || n.Obj().Pkg() != h.p.Types {
		return
	}
	n = n.Origin()
	for m := range n.Methods() {
		if !m.Exported() || !meant(row, iface, m) {
			continue
		}
		if fn := h.p.FuncOf(m); fn != nil {
			h.note(fn, row, how, at)
		}
	}
}

// meant reports whether a row means method m: one that it names, or, if it
// names none or all, one of the interface; without such, one with the shape of
// an RPC.
func meant(row *api.Handler, iface types.Type, m *types.Func) bool {
	all := len(row.Methods) == 0 || slices.Contains(row.Methods, "*")
	if !all {
		return slices.Contains(row.Methods, m.Name())
	}
	if i := interfaceOf(iface); i != nil && i.NumMethods() > 0 {
		obj, _, _ := types.LookupFieldOrMethod(iface, false, m.Pkg(), m.Name())
		return obj != nil
	}
	sig := m.Type().(*types.Signature)
	return sig.Params().Len() > 0 && rpcShape(sig) || netRPCShape(sig)
}

func interfaceOf(t types.Type) *types.Interface {
	if t == nil {
		return nil
	}
	i, _ := t.Underlying().(*types.Interface)
	return i
}

// netRPCShape reports whether a method is one that net/rpc serves.
func netRPCShape(sig *types.Signature) bool {
	ps, rs := sig.Params(), sig.Results()
	if ps.Len() != 2 || rs.Len() != 1 || !code.IsError(rs.At(0).Type()) {
		return false
	}
	_, ptr := ps.At(1).Type().Underlying().(*types.Pointer)
	return ptr
}

func (h *Handlers) note(fn *code.Func, row *api.Handler, how How, at ast.Node) {
	if h.registered[fn] == nil {
		h.registered[fn] = &registration{row, how, at}
	}
}
