package waits

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// handedOver returns the methods of concrete types of other packages that a call of
// interface method m on recv may run, as far as this package puts values of
// them into the field, variable or parameter that recv is, or says that they
// are meant for the interface.
func (f *Finder) handedOver(recv ast.Expr, m *types.Func) []*types.Func {
	if recv == nil {
		return nil
	}
	var out []*types.Func
	for _, t := range append(f.asserted(f.p.Info.TypeOf(recv)), f.putInto(recv)...) {
		if t == nil || types.IsInterface(t) {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(t, true, m.Pkg(), m.Name())
		if impl, ok := obj.(*types.Func); ok && f.p.FuncOf(impl) == nil && !code.IsInterfaceMethod(impl) && !f.p.StandIn(impl) && !slices.Contains(out, impl.Origin()) {
			out = append(out, impl.Origin())
		}
	}
	return out
}

// putInto returns the types of the values that this package puts into recv, a
// field, variable or parameter of interface type.
func (f *Finder) putInto(recv ast.Expr) []types.Type {
	var origins []code.Origin
	switch v := f.p.VarOf(recv); {
	case v != nil && v.IsField():
		origins, _ = f.p.FieldOrigins(f.p.FieldOf(recv))
	case v != nil && v.Parent() == f.p.Types.Scope():
		for _, d := range f.p.Defs(v) {
			if d.RHS != nil && d.Index < 0 {
				origins = append(origins, f.p.Origins(d.RHS)...)
			}
		}
	default:
		origins = f.p.Origins(recv)
	}
	var out []types.Type
	add := func(e ast.Expr) {
		t := f.p.Info.TypeOf(e)
		if tup, ok := t.(*types.Tuple); ok && tup.Len() > 0 {
			t = tup.At(0).Type()
		}
		switch {
		case f.inTest(e):
		case t != nil && types.IsInterface(t) && f.ownCall(e):
			out = append(out, f.p.Concrete(e)...) // what a helper of this package picks
		default:
			out = append(out, t)
		}
	}
	for _, o := range origins {
		switch {
		case o.Unknown:
		case o.Expr != nil:
			add(o.Expr)
		case o.Param != nil && !types.IsInterface(o.Param.Type()):
			if o.Def == nil || o.Def.Node == nil || !f.inTest(o.Def.Node) {
				out = append(out, o.Param.Type())
			}
		case o.Param != nil:
			owner := f.p.FuncAround(o.Param.Pos())
			if o.Def != nil && o.Def.In != nil && o.Def.In.ParamIndex(o.Param) >= 0 {
				owner = o.Def.In
			}
			if owner == nil {
				continue
			}
			i := owner.ParamIndex(o.Param)
			calls, _ := f.p.Callers(owner)
			for _, call := range calls {
				if i >= 0 && i < len(call.Args) {
					add(call.Args[i])
				}
			}
		}
	}
	return out
}

// ownCall reports whether an expression calls a function of this package.
func (f *Finder) ownCall(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && f.p.FuncOf(f.p.Callee(call)) != nil
}

// madeFor returns the waits of method m in what functions of other packages make
// for the interface, and this package puts into recv.
func (f *Finder) madeFor(recv ast.Expr, m *types.Func) []facts.Hand {
	if recv == nil {
		return nil
	}
	origins := f.p.Origins(recv)
	if field := f.p.FieldOf(recv); field != nil {
		origins, _ = f.p.FieldOrigins(field)
	}
	var out []facts.Hand
	for _, o := range origins {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok || o.Unknown || o.Index > 0 || f.inTest(call) {
			continue
		}
		for _, h := range f.Hands(call) {
			if h.Method == m.Name() {
				out = append(out, h)
			}
		}
	}
	return out
}

// Hands returns the methods that wait of what a function of another package of the
// module makes for an interface.
func (f *Finder) Hands(call *ast.CallExpr) []facts.Hand {
	fn := f.p.Callee(call)
	if f.callees == nil || fn == nil || fn.Pkg() == nil || fn.Pkg() == f.p.Types || !SameModule(fn.Pkg().Path(), f.p.Types.Path()) {
		return nil
	}
	if s := f.callees.Summary(fn); s != nil {
		return s.Hands
	}
	return nil
}

// asserted returns the types of which the package says that they are meant to
// implement interface t: var _ Gateway = (*ssh.Gateway)(nil).
func (f *Finder) asserted(t types.Type) []types.Type {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return nil
	}
	if f.assertions == nil {
		f.assertions = make(map[*types.Named][]types.Type)
		for _, file := range f.p.Files {
			for _, d := range file.Decls {
				if gd, ok := d.(*ast.GenDecl); ok && gd.Tok == token.VAR && !f.inTest(gd) {
					f.assertion(gd)
				}
			}
		}
	}
	return f.assertions[n]
}

func (f *Finder) assertion(gd *ast.GenDecl) {
	for _, s := range gd.Specs {
		vs := s.(*ast.ValueSpec)
		if vs.Type == nil || len(vs.Names) != 1 || vs.Names[0].Name != "_" || len(vs.Values) != 1 {
			continue
		}
		if n, ok := types.Unalias(f.p.Info.TypeOf(vs.Type)).(*types.Named); ok && types.IsInterface(n) {
			f.assertions[n] = append(f.assertions[n], f.p.Info.TypeOf(vs.Values[0]))
		}
	}
}

// returned returns the literals that a call of a function of the package gives
// back as its first result.
func (f *Finder) returned(e ast.Expr) []*code.Func {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return nil
	}
	g := f.p.FuncOf(f.p.Callee(call))
	if g == nil {
		return nil
	}
	var out []*code.Func
	g.Inspect(func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) > 0 {
			fns, _ := f.p.LitsOf(ret.Results[0])
			for _, fn := range fns {
				if fn.Obj == nil {
					out = append(out, fn)
				}
			}
		}
		return true
	})
	return out
}

// rangedOver returns what a loop goes over whose variable v is, nil if v is none.
func (f *Finder) rangedOver(v *types.Var) ast.Expr {
	if v == nil {
		return nil
	}
	for _, d := range f.p.Defs(v) {
		if d.Kind == code.DefRangeValue {
			return d.RHS
		}
	}
	return nil
}

// elements returns the elements that a field or package variable, a slice or
// map, is given in this package: in literals, by append and by assignment.
func (f *Finder) elements(e ast.Expr) []ast.Expr {
	v := f.p.VarOf(e)
	if v == nil || !v.IsField() && v.Parent() != f.p.Types.Scope() {
		return nil
	}
	var out []ast.Expr
	lit := func(e ast.Expr) {
		l, ok := ast.Unparen(e).(*ast.CompositeLit)
		if !ok {
			return
		}
		for _, el := range l.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				el = kv.Value
			}
			out = append(out, el)
		}
	}
	for _, d := range f.p.Defs(v.Origin()) {
		if d.RHS == nil {
			continue
		}
		lit(d.RHS)
		if call, ok := ast.Unparen(d.RHS).(*ast.CallExpr); ok && f.p.CalleeOf(call).Builtin == "append" && !call.Ellipsis.IsValid() {
			out = append(out, call.Args[1:]...)
		}
	}
	return out
}

// picked returns the functions that a call picks from a table, a field or package
// variable, by what a request says: commands[name](db), or a variable that holds
// what was picked. One that is picked by a constant is the only one.
func (f *Finder) picked(fun ast.Expr) []ast.Expr {
	ix, ok := ast.Unparen(fun).(*ast.IndexExpr)
	if !ok {
		v := f.p.VarOf(fun)
		if v == nil {
			return nil
		}
		defs := f.p.Defs(v)
		if len(defs) != 1 || defs[0].RHS == nil || defs[0].Index > 0 {
			return nil
		}
		if ix, ok = ast.Unparen(defs[0].RHS).(*ast.IndexExpr); !ok {
			return nil
		}
	}
	t := f.p.Info.TypeOf(ix.X)
	if t == nil {
		return nil
	}
	switch t.Underlying().(type) {
	case *types.Map, *types.Slice, *types.Array:
	default:
		return nil // an instance of a generic function
	}
	all := f.elements(ix.X)
	key := f.p.Info.Types[ix.Index].Value
	if key == nil {
		return all
	}
	return slices.DeleteFunc(all, func(e ast.Expr) bool {
		kv, ok := f.p.Parent(e).(*ast.KeyValueExpr)
		if !ok {
			return true
		}
		k := f.p.Info.Types[kv.Key].Value
		return k == nil || k.ExactString() != key.ExactString()
	})
}
