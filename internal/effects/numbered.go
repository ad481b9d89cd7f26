package effects

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// Numbered reports whether the key of an effect in a repeated region, a loop's
// body, is made of the number of the attempt, so that each has another one.
func (f *Finder) Numbered(e *Effect, region ast.Node) bool {
	n := counterOf(f.p, region)
	return n != nil && e.Key.Node != nil && !e.Key.Guess && code.Within(e.Key.Node, region) && f.builtOf(e.Key.Node, n, 0)
}

// counterOf returns the variable that counts the turns of the loop with a body,
// nil if it has none or goes through something else.
func counterOf(p *code.Package, body ast.Node) *types.Var {
	switch l := p.Parent(body).(type) {
	case *ast.ForStmt:
		if inc, ok := l.Post.(*ast.IncDecStmt); ok && l.Body == body {
			return p.VarOf(inc.X)
		}
	case *ast.RangeStmt:
		if b, ok := types.Unalias(p.TypeOf(l.X)).Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 && l.Key != nil && l.Body == body {
			return p.VarOf(l.Key)
		}
	}
	return nil
}

// builtOf reports whether a value is made of a variable, in place or by way of other
// local variables.
func (f *Finder) builtOf(n ast.Node, v *types.Var, depth int) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || found {
			return !found
		}
		w, ok := f.p.Info.Uses[id].(*types.Var)
		if !ok || w.IsField() {
			return true
		}
		if found = w == v; found || depth > 1 {
			return !found
		}
		if b, ok := types.Unalias(w.Type()).Underlying().(*types.Basic); !ok || b.Info()&(types.IsString|types.IsInteger) == 0 {
			return true
		}
		for _, d := range f.p.Reaching(id) {
			found = found || d.Kind == code.DefAssign && d.RHS != nil && f.builtOf(d.RHS, v, depth+1)
		}
		return !found
	})
	return found
}
