package effects

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// builtText evaluates what was written to a local builder before it is read. As
// of a variable that grows, what is written only sometimes counts as written.
// It is not known where the builder is handed to anything else.
func (f *Finder) builtText(recv ast.Expr, read *ast.CallExpr, depth int) text {
	v := f.p.VarOf(recv)
	if u, ok := ast.Unparen(recv).(*ast.UnaryExpr); ok {
		v = f.p.VarOf(u.X)
	}
	owner := f.ownerOf(v)
	if owner == nil || f.paramOwner(v) != nil || depth > 4 {
		return text{}
	}
	for _, d := range f.p.Defs(v) {
		if d.Kind != code.DefAddr && d.RHS != nil && !f.emptyBuilder(d.RHS) {
			return text{}
		}
	}
	out := text{values: []string{""}, known: true}
	ok := true
	ast.Inspect(owner.Body, func(n ast.Node) bool {
		id, isID := n.(*ast.Ident)
		if !isID || !ok || f.p.Info.Uses[id] != types.Object(v) || id.Pos() > read.Pos() {
			return ok
		}
		var t text
		if t, ok = f.written(id, depth); ok {
			out = concatKnown(out, t)
		}
		return ok
	})
	if !ok {
		return text{}
	}
	return out
}

// concatKnown appends a part, of which a hole stands for what is not known.
func concatKnown(a, b text) text {
	out := concat(a, b)
	out.known = a.known
	return out
}

// written returns the text that the use of a builder writes to it; ok is false
// if that cannot be told.
func (f *Finder) written(id *ast.Ident, depth int) (t text, ok bool) {
	none := text{values: []string{""}, known: true}
	var n ast.Node = id
	up := f.p.Parent(n)
	if u, is := up.(*ast.UnaryExpr); is && u.Op == token.AND {
		n, up = u, f.p.Parent(u)
	}
	switch up := up.(type) {
	case *ast.SelectorExpr:
		call, is := f.p.Parent(up).(*ast.CallExpr)
		if !is || call.Fun != ast.Expr(up) {
			return text{}, false
		}
		switch up.Sel.Name {
		case "String", "Len", "Grow", "Cap":
			return none, true
		case "WriteString":
			return f.text(call.Args[0], depth+1), true
		case "WriteByte", "WriteRune":
			if c := f.p.Info.Types[call.Args[0]].Value; c != nil {
				if r, exact := constant.Int64Val(constant.ToInt(c)); exact {
					return text{values: []string{string(rune(r))}, known: true}, true
				}
			}
			return text{}, true
		}
	case *ast.CallExpr:
		if len(up.Args) < 2 || up.Args[0] != n.(ast.Expr) {
			return text{}, false
		}
		switch f.p.CalleeOf(up).Key {
		case "fmt.Fprintf":
			return f.format(up.Args[1], up.Args[2:], depth), true
		case "io.WriteString":
			return f.text(up.Args[1], depth+1), true
		case "fmt.Fprint":
			out := none
			for _, a := range up.Args[1:] {
				out = concatKnown(out, f.text(a, depth+1))
			}
			return out, true
		}
	}
	return text{}, false
}

// emptyBuilder reports whether an expression makes a builder that is empty.
func (f *Finder) emptyBuilder(e ast.Expr) bool {
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = u.X
	}
	switch x := e.(type) {
	case *ast.CompositeLit:
		return len(x.Elts) == 0
	case *ast.CallExpr:
		return f.p.CalleeOf(x).Builtin == "new"
	}
	return false
}
