package retry

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// awaits reports whether the tests of a status ask for more than a good answer:
// one that also tells that something has come about. A good answer that does
// not leads back as well, so the loop looks at a state: resp.IsSuccess() && b.Alive.
func (x *Finder) awaits(l *loop, c *candidate, tests []ast.Expr) bool {
	for _, t := range tests {
		b, ok := ast.Unparen(t).(*ast.BinaryExpr)
		if !ok || b.Op != token.LAND {
			return false
		}
		if !x.looksAtStatus(c.okWalk, b.X, true) || !x.isState(l, c, b.Y) {
			return false
		}
	}
	return true
}

// isState reports whether a condition looks at a field of what an answer is
// decoded into: a flag, or one that is compared with a text.
func (x *Finder) isState(l *loop, c *candidate, cond ast.Expr) bool {
	cond = ast.Unparen(cond)
	switch e := cond.(type) {
	case *ast.UnaryExpr:
		return e.Op == token.NOT && x.isState(l, c, e.X)
	case *ast.BinaryExpr:
		return e.Op == token.EQL && x.answered(l, c, e.X) && isText(x.p.Info.TypeOf(e.Y))
	}
	return code.IsBool(x.p.Info.TypeOf(cond)) && x.answered(l, c, cond)
}

// answered reports whether e is a field of a variable that each turn declares
// anew, and that is no answer itself.
func (x *Finder) answered(l *loop, c *candidate, e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	v := x.p.VarOf(sel.X)
	return v != nil && !v.IsField() && !c.okWalk.errVars[v.Origin()] && !api.IsResponse(v.Type()) &&
		v.Pos() >= l.body.Pos() && v.Pos() < l.body.End()
}

func isText(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}
