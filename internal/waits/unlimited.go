package waits

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// NoLimit reports whether all that a client, or a transport under it, may be is
// in sight and has no limit of its own: the default one, a literal that sets none,
// or a copy of such a one.
func (f *Finder) NoLimit(client ast.Expr) bool {
	return f.noLimit(client, 0)
}

// MayHaveLimit reports whether t is a type whose values have a limit of their own
// or not, as they are made.
func (f *Finder) MayHaveLimit(t types.Type) bool {
	return f.t.HasTrait(api.TypeName(t), api.TraitNoTimeout) != nil
}

// AsksLimited reports whether a call may have a limit that is not its context's:
// it is made on a client that has one or is made elsewhere, here or in the
// functions of the package that it calls.
func (f *Finder) AsksLimited(call *ast.CallExpr) bool {
	return f.asksLimited(call, 0)
}

func (f *Finder) asksLimited(call *ast.CallExpr, depth int) bool {
	c := f.p.CalleeOf(call)
	if c.Recv != nil && f.MayHaveLimit(f.p.TypeOf(c.Recv)) && !f.NoLimit(c.Recv) {
		return true
	}
	g := f.p.FuncOf(c.Func)
	if g == nil || depth > askDepth {
		return false
	}
	for _, in := range g.Calls() {
		if f.asksLimited(in, depth+1) {
			return true
		}
	}
	return false
}

// askDepth is how many functions of the package are looked through for the call
// of a client.
const askDepth = 4

// limitDepth is how many copies and transports are looked through.
const limitDepth = 3

func (f *Finder) noLimit(client ast.Expr, depth int) bool {
	if client == nil || depth > limitDepth {
		return false
	}
	origins := f.p.Origins(client)
	if field := f.p.FieldOf(client); field != nil {
		all, complete := f.p.FieldOrigins(field)
		if !complete {
			return false
		}
		origins = all
	}
	for _, o := range origins {
		if o.Def != nil && o.Def.Kind == code.DefZero && code.StructOf(f.p.TypeOf(client)) != nil && f.MayHaveLimit(f.p.TypeOf(client)) && !f.limitedLater(f.p.TypeOf(client)) {
			continue // var d net.Dialer
		}
		if o.Expr == nil || o.Unknown || !f.unlimitedMaking(o.Expr, depth) {
			return false
		}
	}
	return len(origins) > 0
}

// unlimitedMaking reports whether an expression makes a client without a limit.
func (f *Finder) unlimitedMaking(e ast.Expr, depth int) bool {
	if lit := code.Literal(e); lit != nil {
		return f.litWithout(lit, depth)
	}
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		c := f.p.CalleeOf(call)
		m := f.t.HasTrait(c.Key, api.TraitSame)
		return m != nil && !f.limitedLater(f.p.TypeOf(call)) && f.noLimit(argument(call, c, m.Of), depth+1)
	}
	v := f.p.VarOf(e)
	return v != nil && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() && f.t.HasTrait(v.Pkg().Path()+"."+v.Name(), api.TraitNoTimeout) != nil
}

func (f *Finder) litWithout(lit *ast.CompositeLit, depth int) bool {
	t := f.p.TypeOf(lit)
	st, ok := t.Underlying().(*types.Struct)
	if !ok || !f.MayHaveLimit(t) || f.limitedLater(t) {
		return false
	}
	for field := range st.Fields() {
		v, given := fieldIn(lit, field.Name())
		if !given {
			continue
		}
		if f.limits(t, field) {
			return false
		}
		if s := f.t.FieldSetting(api.KeyOfField(t, field)); s != nil && s.Knob == api.KnobTransport && !f.noLimit(v, depth+1) {
			return false // which may limit it
		}
	}
	return true
}

// limitedLater reports whether the package gives a client's limit a value by an
// assignment, whichever client's it is.
func (f *Finder) limitedLater(t types.Type) bool {
	st := code.StructOf(t)
	if st == nil {
		return false
	}
	for field := range st.Fields() {
		if f.limits(code.Deref(t), field) && f.p.SetLater(field) {
			return true
		}
	}
	return false
}

// limits reports whether a field is a limit on the whole of a call, or on the time
// until its answer begins.
func (f *Finder) limits(t types.Type, field *types.Var) bool {
	key := api.KeyOfField(t, field)
	s := f.t.FieldSetting(key)
	if s == nil {
		return false
	}
	switch s.Knob {
	case api.KnobWhole, api.KnobAttempt, api.KnobConnect, api.KnobOp:
		return true
	case api.KnobPhase:
		return api.LimitsAnswer(key)
	}
	return false
}

// setLimit reports whether the package gives the values of a library's type a limit by a
// method that says so: what they ask for ends by that.
func (f *Finder) setLimit(t types.Type) bool {
	n, ok := types.Unalias(code.Deref(t)).(*types.Named)
	if !ok {
		return false
	}
	key := n.Origin().Obj()
	if set, known := f.limited[key]; known {
		return set
	}
	set := false
	for _, fn := range f.p.Funcs {
		for _, call := range fn.Calls() {
			c := f.p.CalleeOf(call)
			if c.Recv == nil || c.Func == nil || !api.LimitsReads(c.Func.Name()) {
				continue
			}
			if m, ok := types.Unalias(code.Deref(f.p.TypeOf(c.Recv))).(*types.Named); ok && m.Origin().Obj() == key {
				set = true
			}
		}
	}
	if f.limited == nil {
		f.limited = make(map[*types.TypeName]bool)
	}
	f.limited[key] = set
	return set
}
