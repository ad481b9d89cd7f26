package ctxflow

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// CancelledField returns the field whose context a call of a cancel function
// kept in a field ends: x.cancel() ends x.ctx if all that this package puts
// into both was made by the same calls. Nil if call is no such call.
func (f *Flow) CancelledField(call *ast.CallExpr) *types.Var {
	cancel := f.p.FieldOf(call.Fun)
	if cancel == nil || !code.IsCancelFunc(f.p.TypeOf(call.Fun)) {
		return nil
	}
	if v, ok := f.fieldCancels[cancel]; ok {
		return v
	}
	v := f.pairedField(cancel)
	f.fieldCancels[cancel] = v
	return v
}

func (f *Flow) pairedField(cancel *types.Var) *types.Var {
	makers := f.makersOf(cancel, 1)
	if len(makers) == 0 {
		return nil
	}
	for field := range f.siblings(cancel) {
		if !code.IsContext(field.Type()) {
			continue
		}
		ctxs := f.makersOf(field, 0)
		same := len(ctxs) == len(makers)
		for call := range makers {
			same = same && ctxs[call]
		}
		if same {
			return field
		}
	}
	return nil
}

// siblings yields the fields of the struct that a field is declared in.
func (f *Flow) siblings(field *types.Var) func(func(*types.Var) bool) {
	return func(yield func(*types.Var) bool) {
		scope := f.p.Types.Scope()
		for _, name := range scope.Names() {
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok {
				continue
			}
			st, ok := tn.Type().Underlying().(*types.Struct)
			if !ok {
				continue
			}
			mine := false
			for v := range st.Fields() {
				mine = mine || v == field
			}
			if !mine {
				continue
			}
			for v := range st.Fields() {
				if !yield(v) {
					return
				}
			}
			return
		}
	}
}

// makersOf returns the calls whose result idx is put into a field, at once or by
// way of a local variable; nil if anything else but nil may be in it.
func (f *Flow) makersOf(field *types.Var, idx int) map[*ast.CallExpr]bool {
	origins, complete := f.p.FieldOrigins(field)
	if !complete {
		return nil
	}
	out := make(map[*ast.CallExpr]bool)
	for _, o := range origins {
		if o.Zero || o.Expr != nil && f.p.IsNil(o.Expr) {
			continue
		}
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok || o.Index != idx || o.Unknown {
			return nil
		}
		fn := f.p.Callee(call)
		if fn == nil {
			return nil
		}
		op := f.t.CtxOpOf(fn)
		if op == nil || op.Kind != api.CtxOpBound && op.Kind != api.CtxOpCancel && op.Kind != api.CtxOpSignal {
			return nil
		}
		out[call] = true
	}
	return out
}

// remade reports whether a field may be given another context between two
// places of a function: by the function itself, or by one that it calls there.
func (f *Flow) remade(field *types.Var, in *code.Func, from, to ast.Node) bool {
	for _, d := range f.p.Defs(field) {
		if d.In == nil || d.Kind == code.DefField {
			continue
		}
		if d.In.Outermost() == in.Outermost() {
			return true
		}
		for _, call := range in.Calls() {
			if call.Pos() >= from.End() && call.End() <= to.Pos() && f.p.FuncOf(f.p.Callee(call)) == d.In.Outermost() {
				return true
			}
		}
	}
	return false
}

// FieldOver says whether the context in a field of the object x has been
// cancelled when a function comes to a node, by a statement of a list around it.
func (f *Flow) FieldOver(x ast.Expr, field *types.Var, in *code.Func, at ast.Node) *Over {
	for _, call := range in.Calls() {
		if call.End() > at.Pos() || f.CancelledField(call) != field {
			continue
		}
		if from, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && f.p.SamePlace(from.X, x) && f.stmtOf(call) && f.sameList(call, at.Pos()) && !f.remade(field, in, call, at) {
			return &Over{OverCancelled, call}
		}
	}
	return nil
}
