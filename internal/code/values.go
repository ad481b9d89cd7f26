package code

import (
	"go/ast"
	"go/token"
	"go/types"
)

// An Origin is a place a value may come from, found by following local
// variables through their assignments.
type Origin struct {
	// Expr is where the value is made: a call, literal, field selection, … It
	// is nil for a parameter or a zero value.
	Expr ast.Expr
	// Index is the result of the call Expr that is meant, -1 if Expr has one value.
	Index int
	// Param is the parameter or receiver the value comes in by, nil otherwise.
	Param *types.Var
	// Def is the assignment through which the value was found, nil if none.
	Def *Def
	// Zero is set for the zero value of `var v T`.
	Zero bool
	// Unknown is set where the value cannot be followed: written through a
	// pointer, changed in place, taken from a range or another goroutine.
	Unknown bool
}

const maxOrigins = 16

// Origins returns the places the value of e may come from: it follows
// parentheses, conversions that keep the value, and local variables through
// the definitions that reach the use. Fields and package variables are not
// followed; they come back as the selector or identifier (see FieldOrigins).
func (p *Package) Origins(e ast.Expr) []Origin {
	var out []Origin
	p.origins(e, nil, make(map[*Def]bool), &out)
	return out
}

func (p *Package) origins(e ast.Expr, via *Def, seen map[*Def]bool, out *[]Origin) {
	if len(*out) >= maxOrigins {
		return
	}
	e = ast.Unparen(e)
	switch x := e.(type) {
	case *ast.Ident:
		v, ok := p.Info.Uses[x].(*types.Var)
		if !ok {
			break
		}
		if v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
			break // package variable
		}
		for _, d := range p.Reaching(x) {
			if seen[d] {
				continue
			}
			seen[d] = true
			p.defOrigins(d, seen, out)
		}
		return
	case *ast.CallExpr:
		// A conversion keeps the value.
		if tv, ok := p.Info.Types[x.Fun]; ok && tv.IsType() && len(x.Args) == 1 {
			p.origins(x.Args[0], via, seen, out)
			return
		}
	case *ast.TypeAssertExpr:
		p.origins(x.X, via, seen, out)
		return
	}
	*out = append(*out, Origin{Expr: e, Index: -1, Def: via})
}

func (p *Package) defOrigins(d *Def, seen map[*Def]bool, out *[]Origin) {
	switch d.Kind {
	case DefParam:
		if d.In != nil && d.In.ParamIndex(d.Var) == -1 {
			*out = append(*out, Origin{Index: -1, Def: d, Zero: true}) // named result
			return
		}
		*out = append(*out, Origin{Index: -1, Param: d.Var, Def: d})
	case DefZero:
		*out = append(*out, Origin{Index: -1, Def: d, Zero: true})
	case DefAssign, DefField, DefSwitch:
		if d.RHS == nil {
			break
		}
		if d.Index >= 0 {
			*out = append(*out, Origin{Expr: ast.Unparen(d.RHS), Index: d.Index, Def: d})
			return
		}
		p.origins(d.RHS, d, seen, out)
	default:
		*out = append(*out, Origin{Expr: d.RHS, Index: -1, Def: d, Unknown: true})
	}
}

// FieldOrigins returns the values that this package gives to a struct field,
// each followed as by Origins. complete reports whether these are all: the
// field is declared in this package, its address is not taken, it is not
// changed in place, and it is unexported (or the package is a command, which
// nobody imports, and the field has no tag by which a decoder would set it).
func (p *Package) FieldOrigins(field *types.Var) (origins []Origin, complete bool) {
	field = field.Origin()
	complete = field.Pkg() == p.Types && (!field.Exported() || p.Types.Name() == "main" && !p.tagged(field))
	for _, d := range p.Defs(field) {
		if d.Kind == DefAddr || d.Kind == DefOp {
			complete = false
		}
		p.defOrigins(d, make(map[*Def]bool), &origins)
	}
	return origins, complete
}

// FieldOf returns the field a selector expression selects, nil if it is none.
func (p *Package) FieldOf(e ast.Expr) *types.Var {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	v, ok := p.Info.Uses[sel.Sel].(*types.Var)
	if !ok || !v.IsField() {
		return nil
	}
	return v.Origin()
}

// VarOf returns the variable, parameter or field that e names, nil if it names none.
func (p *Package) VarOf(e ast.Expr) *types.Var {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, ok := p.Info.Uses[x].(*types.Var)
		if !ok {
			v, _ = p.Info.Defs[x].(*types.Var)
		}
		return v
	case *ast.SelectorExpr:
		v, _ := p.Info.Uses[x.Sel].(*types.Var)
		return v
	case *ast.StarExpr:
		return p.VarOf(x.X)
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return p.VarOf(x.X)
		}
	}
	return nil
}

// SamePlace reports whether two expressions name the same variable or the
// same field path of the same variable (s.mu and s.mu).
func (p *Package) SamePlace(a, b ast.Expr) bool {
	a, b = ast.Unparen(a), ast.Unparen(b)
	if u, ok := a.(*ast.UnaryExpr); ok && u.Op == token.AND {
		a = ast.Unparen(u.X)
	}
	if u, ok := b.(*ast.UnaryExpr); ok && u.Op == token.AND {
		b = ast.Unparen(u.X)
	}
	switch a := a.(type) {
	case *ast.Ident:
		b, ok := b.(*ast.Ident)
		return ok && p.VarOf(a) != nil && p.VarOf(a) == p.VarOf(b)
	case *ast.SelectorExpr:
		b, ok := b.(*ast.SelectorExpr)
		return ok && p.VarOf(a) != nil && p.VarOf(a) == p.VarOf(b) && p.SamePlace(a.X, b.X)
	case *ast.StarExpr:
		b, ok := b.(*ast.StarExpr)
		return ok && p.SamePlace(a.X, b.X)
	}
	return false
}

// Mentions reports whether node n uses variable v.
func (p *Package) Mentions(n ast.Node, v *types.Var) bool {
	if n == nil || v == nil {
		return false
	}
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !found {
			if u, ok := p.Info.Uses[id].(*types.Var); ok && u.Origin() == v.Origin() {
				found = true
			}
		}
		return !found
	})
	return found
}

// tagged reports whether a struct field has a tag, as fields have that are
// decoded from files or the environment. A field of no named type counts as tagged.
func (p *Package) tagged(field *types.Var) bool {
	for _, n := range p.named {
		st, ok := n.Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for i := range st.NumFields() {
			if st.Field(i).Origin() == field {
				return st.Tag(i) != ""
			}
		}
	}
	return true
}
