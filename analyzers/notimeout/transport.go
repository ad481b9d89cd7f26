package notimeout

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// plainTransport reports whether a transport does not say how long an answer may
// take: a literal, the default one or a copy of it, or a variable that holds one.
func plainTransport(p *rule.Pass, e ast.Expr) bool {
	origins := p.Code.Origins(e)
	for _, o := range origins {
		if o.Expr == nil || o.Unknown || !plain(p, ast.Unparen(o.Expr)) {
			return false
		}
	}
	return len(origins) > 0
}

func plain(p *rule.Pass, x ast.Expr) bool {
	if u, ok := x.(*ast.UnaryExpr); ok {
		x = ast.Unparen(u.X)
	}
	switch x := x.(type) {
	case *ast.CompositeLit:
		if given(x, answer) != nil {
			return false
		}
	case *ast.CallExpr:
		c := p.Code.CalleeOf(x)
		if c.Key != "(*net/http.Transport).Clone" || c.Recv == nil || !plainTransport(p, c.Recv) {
			return false
		}
	default:
		return standard(p, x)
	}
	t := code.Deref(p.Code.TypeOf(x))
	return api.KeyOfType(t) == "net/http.Transport" && !answersLater(p, t)
}

// answer is the field with the limit on the time until an answer begins.
const answer = "ResponseHeaderTimeout"

// standard reports whether an expression is the transport that clients have by default.
func standard(p *rule.Pass, e ast.Expr) bool {
	v := p.Code.VarOf(ast.Unparen(e))
	return v != nil && v.Pkg() != nil && v.Pkg().Path() == "net/http" && v.Name() == "DefaultTransport"
}

// answersLater reports whether the package sets that limit of a transport by an assignment.
func answersLater(p *rule.Pass, t types.Type) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return true
	}
	for field := range st.Fields() {
		if field.Name() == answer && setLater(p, field) {
			return true
		}
	}
	return false
}
