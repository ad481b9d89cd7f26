package retry

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

// Sets says which fields of its first result a function sets to a constant or
// to one of its parameters: a maker of policies, Times(n, first). It is how a
// number of attempts is followed through a policy value across packages.
func (x *Finder) Sets(fn *code.Func) []facts.FieldSet {
	if fn.Obj == nil || fn.Sig.Results().Len() != 1 {
		return nil
	}
	e := onlyReturn(fn)
	if e == nil {
		return nil
	}
	lit := code.Literal(e)
	if lit == nil {
		return nil
	}
	var out []facts.FieldSet
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			return nil
		}
		id, ok := kv.Key.(*ast.Ident)
		if !ok {
			continue
		}
		if t := x.p.Info.TypeOf(kv.Value); t == nil || !numeric(t) {
			continue
		}
		s := facts.FieldSet{Field: id.Name}
		if v := x.p.VarOf(kv.Value); v != nil && fn.ParamIndex(v) >= 0 && len(x.p.Defs(v)) == 0 {
			s.Param = fn.ParamIndex(v) + 1
		} else if n, ok := durations.Eval(x.p, kv.Value).Exact(); ok {
			s.Value = n
		} else {
			continue
		}
		out = append(out, s)
	}
	return out
}

// fieldAt evaluates a field of the object that an expression holds, through
// literals and makers in sight, here and in other packages.
func (x *Finder) fieldAt(e ast.Expr, field string) durations.Value {
	out, first := durations.Unknown, true
	for _, m := range x.makings(e, 0) {
		if m == nil {
			return durations.Unknown
		}
		v := x.fieldMade(m, field)
		if first {
			out, first = v, false
		} else {
			out = out.Union(v)
		}
	}
	return out
}

func (x *Finder) fieldMade(m ast.Expr, field string) durations.Value {
	if lit := code.Literal(m); lit != nil {
		// A field that is set on the variable afterwards is not followed.
		if v, in := x.holder(m); v != nil && in != nil && x.fieldSetLater(v, in, field) {
			return durations.Unknown
		}
		t := code.Deref(x.p.Info.TypeOf(lit))
		if t == nil {
			return durations.Unknown
		}
		st, ok := t.Underlying().(*types.Struct)
		if !ok {
			return durations.Unknown
		}
		for i, el := range lit.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok && id.Name == field {
					return durations.Eval(x.p, kv.Value)
				}
			} else if i < st.NumFields() && st.Field(i).Name() == field {
				return durations.Eval(x.p, el)
			}
		}
		return durations.Exactly(0)
	}
	call, ok := m.(*ast.CallExpr)
	if !ok {
		return durations.Unknown
	}
	fn := x.p.Callee(call)
	if fn == nil {
		return durations.Unknown
	}
	var sets []facts.FieldSet
	if f := x.p.FuncOf(fn); f != nil {
		sets = x.Sets(f)
	} else if x.callees != nil && !code.IsInterfaceMethod(fn) {
		if s := x.callees.Summary(fn); s != nil {
			sets = s.Sets
		}
	}
	for _, s := range sets {
		if s.Field != field {
			continue
		}
		if s.Param == 0 {
			return durations.Exactly(s.Value)
		}
		if i := s.Param - 1; i < len(call.Args) {
			return durations.Eval(x.p, call.Args[i])
		}
	}
	return durations.Unknown
}

// valueOf evaluates a number or duration. Of a field it looks, beyond what
// this package sets, at how the object is made, also by another package.
func (x *Finder) valueOf(e ast.Expr) durations.Value {
	v := durations.Eval(x.p, e)
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || v.Known() {
		return v
	}
	f := x.p.FieldOf(sel)
	if f == nil || x.mayChange(f, sel.X) {
		return v
	}
	made := x.fieldAt(sel.X, f.Name())
	if !made.Known() {
		return v
	}
	made.Sym, made.SymExpr, made.Scale = v.Sym, v.SymExpr, v.Scale
	return made
}

// mayChange reports whether something in this package may give a field of an
// object another value than the one it was made with: an assignment, or what
// the object's address is handed to, as to the decoder of a configuration.
func (x *Finder) mayChange(f *types.Var, holder ast.Expr) bool {
	for _, d := range x.p.Defs(f) {
		if d.Kind != code.DefField {
			return true
		}
	}
	v := x.p.VarOf(holder)
	if v == nil {
		return true
	}
	if _, ptr := v.Type().Underlying().(*types.Pointer); ptr {
		return true
	}
	for _, d := range x.p.Defs(v) {
		if d.Kind == code.DefAddr {
			return true
		}
	}
	return false
}

// fieldSetLater reports whether a field of local variable v is assigned.
func (x *Finder) fieldSetLater(v *types.Var, in *code.Func, field string) bool {
	found := false
	ast.Inspect(in.Body, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, l := range a.Lhs {
				if sel, ok := ast.Unparen(l).(*ast.SelectorExpr); ok && sel.Sel.Name == field && x.p.VarOf(sel.X) == v {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

// ofParam reports whether e is a field of a parameter of fn, or of its
// receiver: then param is 1 + its index, or facts.RecvParam.
func (x *Finder) ofParam(fn *code.Func, e ast.Expr) (param int, field string, ok bool) {
	sel, isSel := ast.Unparen(e).(*ast.SelectorExpr)
	if !isSel || x.p.FieldOf(sel) == nil {
		return 0, "", false
	}
	id, isIdent := ast.Unparen(sel.X).(*ast.Ident)
	if !isIdent {
		return 0, "", false
	}
	v := x.p.VarOf(id)
	if v == nil {
		return 0, "", false
	}
	switch i := fn.ParamIndex(v); {
	case i >= 0:
		return i + 1, sel.Sel.Name, true
	case i == -2:
		return facts.RecvParam, sel.Sel.Name, true
	}
	return 0, "", false
}

// argAt returns what a call passes for a parameter, given as in ofParam.
func argAt(c api.Callee, call *ast.CallExpr, param int) ast.Expr {
	switch {
	case param == facts.RecvParam:
		return c.Recv
	case param > 0 && param <= len(call.Args):
		return call.Args[param-1]
	}
	return nil
}
