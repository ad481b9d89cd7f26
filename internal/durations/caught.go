package durations

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// Caught reports whether what e, a part of a delay, comes out as is asked for
// being too small, which catches what has overflowed: d <= 0 || d > limit, or
// max(d, least). The variable that holds it is looked at, and the parameter of a
// function of the package that it is given to.
func Caught(p *code.Package, e ast.Expr) bool {
	cur, ok := p.Cursor(e)
	if !ok {
		return false
	}
	from := ast.Node(e)
	for c := range cur.Enclosing() {
		n := c.Node()
		switch n := n.(type) {
		case *ast.BinaryExpr:
			switch n.Op {
			case token.LSS, token.LEQ:
				return code.Within(from, n.X) && small(p, n.Y)
			case token.GTR, token.GEQ:
				return code.Within(from, n.Y) && small(p, n.X)
			case token.EQL, token.NEQ:
				return true // d>>n != base: whether it is still what it was made of
			}
		case *ast.CallExpr:
			if n == e || p.Info.Types[n.Fun].IsType() {
				continue
			}
			callee := p.CalleeOf(n)
			if callee.Builtin == "max" {
				return true
			}
			if f := p.FuncOf(callee.Func); f != nil && f.Body != nil {
				for i, a := range n.Args {
					if code.Within(from, a) && i < len(f.Params()) && asksSmall(p, f.Body, f.Params()[i]) {
						return true
					}
				}
			}
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if i < len(n.Rhs) && code.Within(from, n.Rhs[i]) {
					return heldCaught(p, n, p.VarOf(l))
				}
			}
			return false
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if i < len(n.Values) && code.Within(from, n.Values[i]) {
					return heldCaught(p, n, p.VarOf(id))
				}
			}
			return false
		case ast.Stmt, *ast.FuncLit:
			return false
		}
	}
	return false
}

// heldCaught reports whether the function around a definition of v asks whether v
// is too small, and whether it is too large: without a cap the delays just before the
// overflow last for years, and what has overflowed more than once may be positive again.
func heldCaught(p *code.Package, def ast.Node, v *types.Var) bool {
	f := p.Enclosing(def)
	return v != nil && f != nil && f.Body != nil && asksSmall(p, f.Body, v) && asksLarge(p, f.Body, v)
}

// asksLarge reports whether code compares v with something else than zero, or hands it on:
// to min, or to who may well do so.
func asksLarge(p *code.Package, body ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			switch n.Op {
			case token.GTR, token.GEQ, token.LSS, token.LEQ:
				x, y := p.VarOf(unconvert(p, n.X)) == v, p.VarOf(unconvert(p, n.Y)) == v
				found = found || x && !small(p, n.Y) || y && !small(p, n.X)
			}
		case *ast.CallExpr:
			c := p.CalleeOf(n)
			if c.Builtin == "min" || c.Builtin == "max" || p.FuncOf(c.Func) != nil {
				for _, a := range n.Args {
					found = found || p.VarOf(unconvert(p, a)) == v
				}
			}
		}
		return !found
	})
	return found
}

// asksSmall reports whether code compares v with what it must not be below, or
// takes the larger one of both; or hands it on to a function that does.
func asksSmall(p *code.Package, body ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			low, than := n.X, n.Y
			switch n.Op {
			case token.GTR, token.GEQ:
				low, than = than, low
			case token.LSS, token.LEQ:
			default:
				return true
			}
			found = found || p.VarOf(unconvert(p, low)) == v && (small(p, than) || replaced(p, n, v))
		case *ast.CallExpr:
			if p.CalleeOf(n).Builtin == "max" {
				for _, a := range n.Args {
					found = found || p.VarOf(unconvert(p, a)) == v
				}
			}
		}
		return !found
	})
	return found
}

// small reports whether e is zero, one or less.
func small(p *code.Package, e ast.Expr) bool {
	n, ok := Eval(p, e).Max()
	return ok && n <= 1
}

// replaced reports whether a comparison that holds makes v something else, or
// makes the function return something else: if d < least { d = most }.
func replaced(p *code.Package, cond ast.Expr, v *types.Var) bool {
	cur, ok := p.Cursor(cond)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.IfStmt)(nil)) {
		ifs := c.Node().(*ast.IfStmt)
		if !code.Within(cond, ifs.Cond) || len(ifs.Body.List) == 0 {
			return false
		}
		switch s := ifs.Body.List[len(ifs.Body.List)-1].(type) {
		case *ast.ReturnStmt:
			return len(s.Results) == 1 && !p.Mentions(s, v)
		case *ast.AssignStmt:
			return len(s.Lhs) == 1 && s.Tok == token.ASSIGN && p.VarOf(s.Lhs[0]) == v && !p.Mentions(s.Rhs[0], v)
		}
		return false
	}
	return false
}
