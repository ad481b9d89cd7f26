package waits

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/code"
)

// holdsChans reports whether values of a type hold channels: a map to channels,
// a set of them, a slice or an array.
func holdsChans(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Map:
		return chanType(u.Elem()) != nil || chanType(u.Key()) != nil
	case *types.Slice:
		return chanType(u.Elem()) != nil
	case *types.Array:
		return chanType(u.Elem()) != nil
	}
	return false
}

// elemNode returns the node of all the channels that e holds, a variable, a field
// or a literal; -1 if e is something else.
func (ix *chanIndex) elemNode(e ast.Expr) int {
	e = ast.Unparen(e)
	if t := ix.p.Info.TypeOf(e); t == nil || !holdsChans(t) {
		return -1
	}
	switch e := e.(type) {
	case *ast.Ident, *ast.SelectorExpr:
	case *ast.CompositeLit:
		return ix.litNode(e)
	default:
		return -1
	}
	v := ix.p.VarOf(e)
	if v == nil {
		return -1
	}
	return ix.holderNode(v)
}

// holderNode returns the node of the channels that v holds. They are many: what
// is done with one need not be done with another.
func (ix *chanIndex) holderNode(v *types.Var) int {
	v = v.Origin()
	if n, ok := ix.vars[v]; ok {
		return n
	}
	n := ix.fresh()
	ix.vars[v] = n
	ix.data[n].field = true
	pkgVar := v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
	defs := ix.p.Defs(v)
	switch {
	case v.Pkg() != ix.p.Types, (v.IsField() || pkgVar) && v.Exported() && !ix.isMain, len(defs) == 0 && !v.IsField() && !pkgVar:
		ix.unknown(n) // a parameter, say
	}
	for _, d := range defs {
		if d.Kind != code.DefZero && !ix.makesHolder(v, d) {
			ix.unknown(n)
		}
	}
	return n
}

// litNode returns the node of the channels in a literal: []chan<- T{a, b}. They
// come to it where they stand.
func (ix *chanIndex) litNode(lit *ast.CompositeLit) int {
	if n, ok := ix.exprs[lit]; ok {
		return n
	}
	n := ix.fresh()
	ix.exprs[lit] = n
	ix.data[n].field = true
	return n
}

// inLiteral notes that the channel of a node stands in a literal that holds
// channels, and reports whether that can be followed: a loop goes over the
// literal, or a variable or a field is given it.
func (ix *chanIndex) inLiteral(node int, lit *ast.CompositeLit) bool {
	if !holdsChans(ix.p.TypeOf(lit)) {
		return false
	}
	switch up := ix.p.Parent(lit).(type) {
	case *ast.RangeStmt, *ast.ValueSpec:
	case *ast.AssignStmt:
		if len(up.Lhs) != 1 || ix.p.VarOf(up.Lhs[0]) == nil {
			return false
		}
	case *ast.KeyValueExpr:
		if in, ok := ix.p.Parent(up).(*ast.CompositeLit); !ok || code.StructOf(ix.p.TypeOf(in)) == nil {
			return false
		}
	default:
		return false
	}
	ix.union(node, ix.litNode(lit))
	return true
}

// makesHolder reports whether a definition gives v nothing but what is in sight:
// a literal, or what v held before and more.
func (ix *chanIndex) makesHolder(v *types.Var, d *code.Def) bool {
	if d.RHS == nil || d.Index > 0 || d.Kind != code.DefAssign && d.Kind != code.DefField {
		return false
	}
	switch x := ast.Unparen(d.RHS).(type) {
	case *ast.CompositeLit:
		ix.union(ix.vars[v], ix.litNode(x))
		return true
	case *ast.CallExpr:
		c := ix.p.CalleeOf(x)
		switch {
		case c.Builtin == "make":
			return true
		case c.Builtin == "append", strings.HasPrefix(c.Key, "slices.Delete"):
			return len(x.Args) > 0 && ix.p.VarOf(unsliced(x.Args[0])) == v
		}
		return false
	}
	return ix.p.Info.Types[d.RHS].IsNil() || ix.p.VarOf(unsliced(d.RHS)) == v
}

// unsliced returns what is sliced, or e itself.
func unsliced(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if s, ok := e.(*ast.SliceExpr); ok {
		return ast.Unparen(s.X)
	}
	return e
}

// useOfHolder notes a use of a variable that holds channels: what is not
// understood puts them out of sight.
func (ix *chanIndex) useOfHolder(v *types.Var, id *ast.Ident) {
	n := ix.holderNode(v)
	var e ast.Node = id
	parent := ix.p.Parent(e)
	for {
		if sel, ok := parent.(*ast.SelectorExpr); ok && sel.Sel == e {
			e, parent = sel, ix.p.Parent(sel)
			continue
		}
		switch p := parent.(type) {
		case *ast.ParenExpr, *ast.SliceExpr:
			e, parent = p, ix.p.Parent(p)
			continue
		}
		break
	}
	switch p := parent.(type) {
	case *ast.IndexExpr:
		if p.X == e {
			return
		}
	case *ast.RangeStmt, *ast.BinaryExpr:
		return
	case *ast.KeyValueExpr:
		if p.Key == e {
			return
		}
	case *ast.AssignStmt:
		for _, l := range p.Lhs {
			if l == e {
				return
			}
		}
	case *ast.CallExpr:
		c := ix.p.CalleeOf(p)
		switch c.Builtin {
		case "len", "cap", "delete", "clear":
			return
		}
		if c.Builtin == "append" || strings.HasPrefix(c.Key, "slices.Delete") {
			// Where it goes, to itself or elsewhere, its definitions tell.
			if as, ok := ix.p.Parent(p).(*ast.AssignStmt); ok && len(as.Lhs) == 1 && ix.p.VarOf(as.Lhs[0]) == v {
				return
			}
		}
	}
	ix.unknown(n)
}
