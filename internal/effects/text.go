package effects

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// hole stands in a text for a part that is not in sight.
const hole = "%s"

const (
	maxTexts = 8
	maxDepth = 8
)

// A text is what is known of a string: the values it may have, with holes for
// the parts that are not in sight.
type text struct {
	values []string
	// known: values are all that it can be, holes aside.
	known bool
	// param is set if the whole string is a parameter of the function.
	param *types.Var
	// tail is the parameter that the string ends with, if it does.
	tail *types.Var
}

// textOf evaluates a string expression: constants, concatenation, Sprintf,
// conversions, local variables and package variables that are set once, fields
// with values in sight, functions of the package that return such strings.
func (f *Finder) textOf(e ast.Expr) text { return f.text(e, 0) }

func (f *Finder) text(e ast.Expr, depth int) text {
	if e == nil || depth > maxDepth {
		return text{}
	}
	e = ast.Unparen(e)
	if tv, ok := f.p.Info.Types[e]; ok && tv.Value != nil && tv.Value.Kind() == constant.String {
		return text{values: []string{constant.StringVal(tv.Value)}, known: true}
	}
	switch x := e.(type) {
	case *ast.BinaryExpr:
		if x.Op == token.ADD {
			return concat(f.text(x.X, depth+1), f.text(x.Y, depth+1))
		}
	case *ast.CallExpr:
		return f.callText(x, depth)
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return f.text(x.X, depth+1)
		}
	case *ast.StarExpr:
		return f.text(x.X, depth+1)
	case *ast.Ident:
		return f.identText(x, depth)
	case *ast.SelectorExpr:
		field := f.p.FieldOf(x)
		if field == nil {
			if v := f.p.VarOf(x); v != nil {
				return f.packageVarText(v, depth)
			}
			break
		}
		if v := f.fieldValue(x); v != nil {
			return f.text(v, depth+1)
		}
		if !isString(field.Type()) {
			break
		}
		origins, complete := f.p.FieldOrigins(field)
		if complete && len(origins) > 0 {
			return f.originTexts(origins, depth)
		}
	}
	return text{}
}

func isString(t types.Type) bool {
	b, ok := types.Unalias(t).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func (f *Finder) originTexts(origins []code.Origin, depth int) text {
	out := text{known: true}
	for _, o := range origins {
		var t text
		switch {
		case o.Param != nil:
			t = text{param: o.Param, tail: o.Param}
		case o.Zero:
			continue
		case o.Expr != nil && o.Index < 0 && !o.Unknown:
			t = f.text(o.Expr, depth+1)
		}
		out = union(out, t, len(origins) == 1)
	}
	if len(out.values) == 0 {
		out.known = false
	}
	return out
}

func union(a, b text, only bool) text {
	if only {
		return b
	}
	a.values = append(a.values, b.values...)
	if len(a.values) > maxTexts {
		a.values, a.known = a.values[:maxTexts], false
	}
	a.known = a.known && b.known
	return a
}

// identText follows a variable. A variable that grows by += has all that is
// added: what is added only sometimes (an ON CONFLICT clause) counts as added.
func (f *Finder) identText(id *ast.Ident, depth int) text {
	v := f.p.VarOf(id)
	if v == nil {
		return text{}
	}
	if v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return f.packageVarText(v, depth)
	}
	var origins []code.Origin
	var added []ast.Expr
	for _, d := range f.p.Reaching(id) {
		switch d.Kind {
		case code.DefAssign, code.DefField, code.DefSwitch:
			if d.RHS == nil || d.Index >= 0 {
				origins = append(origins, code.Origin{Unknown: true})
				continue
			}
			if bin, ok := ast.Unparen(d.RHS).(*ast.BinaryExpr); ok && bin.Op == token.ADD && f.p.SamePlace(leftmost(bin), id) {
				added = append(added, bin.Y)
				continue
			}
			origins = append(origins, code.Origin{Expr: d.RHS, Index: -1})
		case code.DefParam:
			if d.In != nil && d.In.ParamIndex(d.Var) != -1 {
				origins = append(origins, code.Origin{Param: d.Var})
			}
		case code.DefZero:
		case code.DefOp:
			if d.RHS == nil {
				return text{}
			}
			added = append(added, d.RHS)
		case code.DefRangeValue:
			return f.elementTexts(d.RHS, depth)
		case code.DefAddr:
			// written through a pointer at worst; a query is not
		default:
			origins = append(origins, code.Origin{Unknown: true})
		}
	}
	t := f.originTexts(origins, depth)
	if len(origins) == 0 {
		t = text{values: []string{""}, known: true}
		if len(added) == 0 {
			return text{}
		}
	}
	for _, a := range added {
		t = concat(t, f.text(a, depth+1))
	}
	return t
}

func leftmost(b *ast.BinaryExpr) ast.Expr {
	x := ast.Unparen(b.X)
	for {
		bin, ok := x.(*ast.BinaryExpr)
		if !ok || bin.Op != token.ADD {
			return x
		}
		x = ast.Unparen(bin.X)
	}
}

// elementTexts returns the strings of a slice literal in sight.
func (f *Finder) elementTexts(e ast.Expr, depth int) text {
	out := text{known: true}
	for _, o := range f.p.Origins(e) {
		lit, ok := o.Expr.(*ast.CompositeLit)
		if !ok || o.Unknown {
			return text{}
		}
		for _, elt := range lit.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			out = union(out, f.text(elt, depth+1), false)
		}
	}
	if len(out.values) == 0 {
		return text{}
	}
	return out
}

// packageVarText returns the text of a package variable of this package that
// is set where it is declared and nowhere else.
func (f *Finder) packageVarText(v *types.Var, depth int) text {
	if v.Pkg() != f.p.Types {
		return text{}
	}
	defs := f.p.Defs(v)
	if len(defs) != 1 || defs[0].Kind != code.DefAssign || defs[0].RHS == nil || defs[0].Index >= 0 {
		return text{}
	}
	return f.text(defs[0].RHS, depth+1)
}

func concat(a, b text) text {
	av, bv := a.values, b.values
	if !a.known || len(av) == 0 {
		av = []string{hole}
	}
	if !b.known || len(bv) == 0 {
		bv = []string{hole}
	}
	out := text{known: a.known || b.known, tail: b.tail}
	if b.param != nil {
		out.tail = b.param
	}
	for _, x := range av {
		for _, y := range bv {
			if len(out.values) == maxTexts {
				out.known = false
				return out
			}
			out.values = append(out.values, x+y)
		}
	}
	return out
}

// single follows e to the one place it comes from.
func (f *Finder) single(e ast.Expr) (ast.Expr, bool) {
	os := f.p.Origins(e)
	if len(os) != 1 || os[0].Unknown || os[0].Expr == nil || os[0].Index >= 0 {
		return nil, false
	}
	return os[0].Expr, true
}

// literal follows e to a composite literal.
func (f *Finder) literal(e ast.Expr) (*ast.CompositeLit, bool) {
	x, ok := f.single(e)
	if !ok {
		return nil, false
	}
	if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.AND {
		x = ast.Unparen(u.X)
	}
	lit, ok := x.(*ast.CompositeLit)
	return lit, ok
}

// fieldValue returns the value of the field that sel selects from a local
// struct whose literal is in sight and whose field is not set otherwise.
func (f *Finder) fieldValue(sel *ast.SelectorExpr) ast.Expr {
	field := f.p.FieldOf(sel)
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	if field == nil || !ok {
		return nil
	}
	v := f.p.VarOf(id)
	if v == nil || v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return nil
	}
	var found ast.Expr
	for _, d := range f.p.Defs(field) {
		if d.Kind != code.DefField && d.Base != nil && f.p.VarOf(d.Base) == v {
			if found != nil || d.Kind != code.DefAssign || d.Index >= 0 {
				return nil
			}
			found = d.RHS
		}
	}
	if found != nil {
		return found
	}
	lit, ok := f.literal(id)
	if !ok {
		return nil
	}
	return f.litField(lit, field.Name())
}

// litField returns the value of a field in a composite literal, nil if it is not set.
func (f *Finder) litField(lit *ast.CompositeLit, name string) ast.Expr {
	st := code.StructOf(f.p.TypeOf(lit))
	for i, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name && st != nil {
				return kv.Value
			}
			if s, ok := constString(f.p.Info, kv.Key); ok && s == name {
				return kv.Value // of a map
			}
		} else if pair, ok := ast.Unparen(e).(*ast.CompositeLit); ok && st == nil && len(pair.Elts) == 2 {
			// of an ordered map: bson.D{{"_id", id}}
			if s, ok := constString(f.p.Info, elementValue(pair.Elts[0])); ok && s == name {
				return elementValue(pair.Elts[1])
			}
		} else if st != nil && i < st.NumFields() && st.Field(i).Name() == name {
			return e
		}
	}
	return nil
}

// elementValue is an element of a literal without its key.
func elementValue(e ast.Expr) ast.Expr {
	if kv, ok := e.(*ast.KeyValueExpr); ok {
		return kv.Value
	}
	return e
}

// argFor returns the argument that call gives for parameter v of g, nil if
// there is none of its own. For the receiver it is the receiver expression.
func (f *Finder) argFor(g *code.Func, call *ast.CallExpr, v *types.Var) ast.Expr {
	return f.arg(call, g.Sig, g.ParamIndex(v))
}

// arg returns the argument for parameter i of a call (-2 for the receiver).
func (f *Finder) arg(call *ast.CallExpr, sig *types.Signature, i int) ast.Expr {
	c := f.p.CalleeOf(call)
	if i == -2 {
		if c.Recv != nil {
			return c.Recv
		}
		if c.MethodExpr && len(call.Args) > 0 {
			return call.Args[0]
		}
		return nil
	}
	if i < 0 {
		return nil
	}
	if c.MethodExpr {
		i++
	}
	if sig != nil && sig.Variadic() {
		last := sig.Params().Len() - 1
		if c.MethodExpr {
			last++
		}
		if i == last && (call.Ellipsis == token.NoPos) {
			return nil // several or none
		}
	}
	if i >= len(call.Args) {
		return nil
	}
	return call.Args[i]
}
