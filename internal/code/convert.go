package code

import (
	"go/ast"
	"go/types"
)

// A Conversion is a place where a value of a named type, or a pointer to one,
// becomes a value of a named interface.
type Conversion struct {
	Expr ast.Expr // the value
	From types.Type
	To   *types.Named
}

// Conversions returns the places where this package makes values of named
// interfaces from concrete ones, in source order: arguments, fields of
// literals, assignments, results. What stands for nothing but the compiler's
// check (var _ I = (*T)(nil)) is none.
func (p *Package) Conversions() []Conversion {
	if p.converted {
		return p.conversions
	}
	p.converted = true
	nodes := []ast.Node{
		(*ast.CallExpr)(nil), (*ast.CompositeLit)(nil), (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.ReturnStmt)(nil),
	}
	p.Inspector.Preorder(nodes, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.CallExpr:
			p.convertArgs(n)
		case *ast.CompositeLit:
			p.convertElems(n)
		case *ast.AssignStmt:
			for i, rhs := range n.Rhs {
				if len(n.Lhs) == len(n.Rhs) {
					p.convert(rhs, p.Info.TypeOf(n.Lhs[i]))
				}
			}
		case *ast.ValueSpec:
			for i, v := range n.Values {
				if len(n.Names) == len(n.Values) && n.Names[i].Name != "_" {
					p.convert(v, p.Info.TypeOf(n.Names[i]))
				}
			}
		case *ast.ReturnStmt:
			f := p.Enclosing(n)
			if f == nil || f.Sig.Results().Len() != len(n.Results) {
				return
			}
			for i, e := range n.Results {
				p.convert(e, f.Sig.Results().At(i).Type())
			}
		}
	})
	return p.conversions
}

func (p *Package) convertArgs(call *ast.CallExpr) {
	tv := p.Info.Types[call.Fun]
	if tv.IsType() {
		if len(call.Args) == 1 {
			p.convert(call.Args[0], tv.Type)
		}
		return
	}
	if tv.Type == nil || tv.IsBuiltin() {
		return
	}
	sig, ok := tv.Type.Underlying().(*types.Signature)
	if !ok {
		return
	}
	for i, a := range call.Args {
		switch last := sig.Params().Len() - 1; {
		case sig.Variadic() && i >= last && !call.Ellipsis.IsValid():
			if s, ok := sig.Params().At(last).Type().(*types.Slice); ok {
				p.convert(a, s.Elem())
			}
		case i <= last:
			p.convert(a, sig.Params().At(i).Type())
		}
	}
}

func (p *Package) convertElems(lit *ast.CompositeLit) {
	t := p.Info.TypeOf(lit)
	if t == nil {
		return
	}
	switch u := Deref(t).Underlying().(type) {
	case *types.Struct:
		for i, e := range lit.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok {
					if v, ok := p.Info.Uses[id].(*types.Var); ok {
						p.convert(kv.Value, v.Type())
					}
				}
			} else if i < u.NumFields() {
				p.convert(e, u.Field(i).Type())
			}
		}
	case *types.Slice:
		p.convertAll(lit.Elts, u.Elem())
	case *types.Array:
		p.convertAll(lit.Elts, u.Elem())
	case *types.Map:
		p.convertAll(lit.Elts, u.Elem())
	}
}

func (p *Package) convertAll(elts []ast.Expr, to types.Type) {
	for _, e := range elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		p.convert(e, to)
	}
}

// convert notes a conversion if it is one of a named type's value to a named interface.
func (p *Package) convert(e ast.Expr, to types.Type) {
	if to == nil {
		return
	}
	n, ok := types.Unalias(to).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || !types.IsInterface(n) {
		return
	}
	from := p.Info.TypeOf(e)
	if from == nil || types.IsInterface(from) {
		return
	}
	from = types.Unalias(from)
	if t, ok := types.Unalias(Deref(from)).(*types.Named); !ok || t.Obj().Pkg() == nil {
		return
	}
	p.conversions = append(p.conversions, Conversion{Expr: e, From: from, To: n})
}
