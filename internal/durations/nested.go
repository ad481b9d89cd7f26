package durations

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// nestedField evaluates x.cfg.f where cfg is a field that this package alone can set, of
// a struct of its own that is held by value: every object is given a literal whose fields
// nobody changes, whatever other values of the struct's type are made of.
func (ev *evaluator) nestedField(sel *ast.SelectorExpr, f *types.Var) (Value, bool) {
	base, ok := ast.Unparen(sel.X).(*ast.SelectorExpr)
	if !ok {
		return Unknown, false
	}
	holder, ok := ev.p.Info.Uses[base.Sel].(*types.Var)
	if !ok || !holder.IsField() || !ev.ownStruct(holder.Type()) {
		return Unknown, false
	}
	holder = holder.Origin()
	origins, complete := ev.p.FieldOrigins(holder)
	defs := ev.p.Defs(holder)
	if !complete || len(origins) == 0 || len(defs) > maxDefs || ev.p.LeftZero(holder) || ev.changed(f) {
		return Unknown, false
	}
	var out Value
	for i, d := range defs {
		if d.RHS == nil || d.Index >= 0 || d.Kind != code.DefField && d.Kind != code.DefAssign {
			return Unknown, false
		}
		v, ok := ev.inLiteral(ev.structLit(d.RHS, 0), f)
		if !ok {
			return Unknown, false
		}
		if i == 0 {
			out = v
		} else {
			out = out.Union(v)
		}
	}
	out.Sym, out.SymExpr = nil, nil
	return out, true
}

// ownStruct reports whether t is a struct type of this package, by value.
func (ev *evaluator) ownStruct(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() != ev.p.Types || n.TypeParams().Len() > 0 {
		return false
	}
	_, ok = n.Underlying().(*types.Struct)
	return ok
}

// changed reports whether the package sets a field other than in a literal, of
// whichever object.
func (ev *evaluator) changed(f *types.Var) bool {
	for _, d := range ev.p.Defs(f) {
		if d.Kind != code.DefField {
			return true
		}
	}
	return false
}

// structLit returns the literal that a struct value is copied from, nil if it is not
// in sight: it is written there, in a variable that is set once and that nobody else
// can set, or in what a function of the package always returns.
func (ev *evaluator) structLit(e ast.Expr, depth int) *ast.CompositeLit {
	if depth > 3 {
		return nil
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return e
	case *ast.Ident:
		v, ok := ev.p.Info.Uses[e].(*types.Var)
		if !ok || v.Pkg() != ev.p.Types || v.Parent() == v.Pkg().Scope() && v.Exported() {
			return nil
		}
		if defs := ev.p.Defs(v); len(defs) == 1 && defs[0].Kind == code.DefAssign && defs[0].Index < 0 && defs[0].RHS != nil {
			return ev.structLit(defs[0].RHS, depth+1)
		}
	case *ast.CallExpr:
		fn := ev.p.FuncOf(ev.p.Callee(e))
		if fn == nil || fn.Body == nil || len(fn.Body.List) != 1 {
			return nil
		}
		if ret, ok := fn.Body.List[0].(*ast.ReturnStmt); ok && len(ret.Results) == 1 {
			return ev.structLit(ret.Results[0], depth+1)
		}
	}
	return nil
}

// inLiteral evaluates a field of a literal, which is zero if it is left out.
func (ev *evaluator) inLiteral(lit *ast.CompositeLit, f *types.Var) (Value, bool) {
	if lit == nil {
		return Unknown, false
	}
	env, args := ev.env, ev.args
	ev.env, ev.args = nil, nil
	defer func() { ev.env, ev.args = env, args }()
	for _, d := range ev.p.Defs(f) {
		if d.Kind == code.DefField && d.Base == ast.Expr(lit) {
			return ev.def(d), true
		}
	}
	if !code.IsInteger(f.Type()) && !isFloat(f.Type()) {
		return Unknown, false
	}
	v := Exactly(0)
	v.At = lit
	return v, true
}
