package retry

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
)

// settingLimit returns the limit that a field of the receiver sets on each
// call, as http.Client.Timeout does, if the receiver's making is in sight.
func (x *Finder) settingLimit(recv ast.Expr) *Limit {
	t := x.p.Info.TypeOf(recv)
	if t == nil || x.table == nil {
		return nil
	}
	if v, at := durations.OfClient(x.p, x.table, recv); at != nil {
		return &Limit{Node: at, Value: v}
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for field := range st.Fields() {
		if !code.IsDuration(field.Type()) {
			continue
		}
		s := x.table.FieldSetting(api.KeyOfField(t, field))
		if s == nil {
			continue
		}
		switch s.Knob {
		case api.KnobWhole, api.KnobAttempt, api.KnobConnect:
			v, node := x.fieldOf(recv, field)
			if n, ok := v.Min(); ok && n > 0 || !ok && v.Sym != nil {
				return &Limit{Node: node, Value: v}
			}
		}
	}
	return nil
}

// fieldOf evaluates a field of the object that an expression holds, where all
// makings of the object are in sight.
func (x *Finder) fieldOf(e ast.Expr, field *types.Var) (durations.Value, ast.Node) {
	out, node, first := durations.Unknown, ast.Node(nil), true
	for _, o := range x.makings(e, 0) {
		if o == nil {
			return durations.Unknown, nil
		}
		lit := code.Literal(o)
		if lit == nil {
			return durations.Unknown, nil
		}
		v, at := durations.Exactly(0), ast.Node(lit)
		for _, el := range lit.Elts {
			kv, ok := el.(*ast.KeyValueExpr)
			if !ok {
				return durations.Unknown, nil
			}
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == field.Name() {
				v, at = durations.Eval(x.p, kv.Value), kv
			}
		}
		// A later assignment to the field of the variable that holds it.
		for _, d := range x.p.Defs(field) {
			if d.Kind == code.DefAssign && d.Base != nil && x.sameObject(d.Base, o) {
				v, at = durations.EvalDef(x.p, d, nil), d.Node
			}
		}
		if first {
			out, node, first = v, at, false
		} else {
			out = out.Union(v)
		}
	}
	return out, node
}

// element returns the element of a literal that sets a field by its name, nil if
// there is none.
func (x *Finder) element(lit *ast.CompositeLit, field string) *ast.KeyValueExpr {
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			return nil
		}
		if v := x.p.VarOf(kv.Key); v != nil && v.IsField() && v.Name() == field {
			return kv
		}
	}
	return nil
}

// sameObject reports whether variable base holds the object made by e.
func (x *Finder) sameObject(base, e ast.Expr) bool {
	for _, o := range x.p.Origins(base) {
		if o.Expr != nil && ast.Unparen(o.Expr) == ast.Unparen(e) {
			return true
		}
	}
	return false
}

// holdsLit reports whether variable base holds the object of a literal.
func (x *Finder) holdsLit(base ast.Expr, lit *ast.CompositeLit) bool {
	for _, o := range x.p.Origins(base) {
		if o.Expr != nil && code.Literal(o.Expr) == lit {
			return true
		}
	}
	return false
}

// makings returns the expressions that make the object that e holds, through
// local variables, unexported fields of the package and package variables. A
// nil among them stands for one that is not in sight.
func (x *Finder) makings(e ast.Expr, depth int) []ast.Expr {
	if depth > 4 {
		return []ast.Expr{nil}
	}
	var out []ast.Expr
	for _, o := range x.p.Origins(e) {
		switch {
		case o.Expr == nil || o.Unknown || o.Index >= 1:
			out = append(out, nil)
		default:
			out = append(out, x.making(o.Expr, depth)...)
		}
	}
	if len(out) == 0 {
		out = append(out, nil)
	}
	return out
}

func (x *Finder) making(e ast.Expr, depth int) []ast.Expr {
	if depth > 4 {
		return []ast.Expr{nil} // fields set from each other
	}
	e = ast.Unparen(e)
	switch s := e.(type) {
	case *ast.UnaryExpr:
		if s.Op == token.AND {
			if code.Literal(s) != nil {
				return []ast.Expr{s}
			}
			return x.makings(s.X, depth+1)
		}
	case *ast.CompositeLit, *ast.CallExpr, *ast.FuncLit:
		return []ast.Expr{e}
	case *ast.SelectorExpr, *ast.Ident:
		v := x.p.VarOf(s)
		if v == nil || v.Pkg() != x.p.Types {
			return []ast.Expr{e} // another package's variable: http.DefaultClient
		}
		if v.IsField() {
			origins, complete := x.p.FieldOrigins(v)
			if !complete || len(origins) == 0 {
				return []ast.Expr{nil}
			}
			var out []ast.Expr
			for _, o := range origins {
				if o.Expr == nil || o.Unknown {
					out = append(out, nil)
					continue
				}
				if o.Expr == ast.Expr(s) {
					continue
				}
				out = append(out, x.making(o.Expr, depth+1)...)
			}
			return out
		}
		if v.Parent() == x.p.Types.Scope() && !v.Exported() {
			defs := x.p.Defs(v)
			if len(defs) == 1 && defs[0].RHS != nil && defs[0].Index < 0 {
				return x.making(defs[0].RHS, depth+1)
			}
		}
	}
	return []ast.Expr{nil}
}
