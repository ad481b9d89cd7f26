package durations

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// Power returns an expression in body that shifts by, or raises to, n without
// any test of n, if its result is capped only once it is an integer: large
// numbers have overflowed by then. Nil if there is none.
func Power(p *code.Package, body ast.Node, n *types.Var) ast.Expr {
	var found ast.Expr
	tested, capped := false, false
	code.InspectShallow(body, func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.ForStmt:
			if e := multiplied(p, x.Body, turns(p, x, n)); e != nil {
				if found == nil {
					found = e
				}
				return false
			}
		case *ast.RangeStmt:
			if e := multiplied(p, x.Body, p.VarOf(unconvert(p, x.X)) == n); e != nil {
				if found == nil {
					found = e
				}
				return false
			}
		case *ast.BinaryExpr:
			switch x.Op {
			case token.SHL:
				if p.VarOf(unconvert(p, x.Y)) == n && found == nil {
					found = x
				}
			case token.LSS, token.GTR, token.LEQ, token.GEQ:
				if p.VarOf(x.X) == n || p.VarOf(x.Y) == n {
					tested = true
				} else {
					capped = true
				}
			}
		case *ast.CallExpr:
			if id, ok := x.Fun.(*ast.Ident); ok && (id.Name == "min" || id.Name == "max") {
				for _, a := range x.Args {
					if p.VarOf(unconvert(p, a)) == n {
						tested = true
					}
				}
				capped = capped || id.Name == "min"
			}
			if found == nil && raises(p, x, n) && converted(p, body, x) {
				found = x
			}
		case *ast.AssignStmt:
			for _, l := range x.Lhs {
				if p.VarOf(l) == n {
					tested = true
				}
			}
		}
		return true
	})
	if tested || !capped || found != nil && Caught(p, found) {
		return nil
	}
	return found
}

// raises reports whether a call of package math raises something to n.
func raises(p *code.Package, call *ast.CallExpr, n *types.Var) bool {
	fn := p.Callee(call)
	if fn == nil || len(call.Args) == 0 {
		return false
	}
	switch fn.FullName() {
	case "math.Pow", "math.Ldexp", "math.Exp2", "math.Exp":
		return p.VarOf(unconvert(p, call.Args[len(call.Args)-1])) == n
	}
	return false
}

// converted reports whether a floating-point expression becomes an integer
// before anything can compare it: time.Duration(float64(base) * math.Pow(…)), or
// by way of a variable that nothing else looks at.
func converted(p *code.Package, body ast.Node, e ast.Expr) bool {
	cur, ok := p.Cursor(e)
	if !ok {
		return false
	}
	for c := range cur.Enclosing() {
		switch n := c.Node().(type) {
		case *ast.CallExpr:
			if n == e {
				continue
			}
			tv := p.Info.Types[n.Fun]
			if !tv.IsType() {
				return false
			}
			if code.IsInteger(tv.Type) {
				return true
			}
		case *ast.BinaryExpr:
			if n.Op != token.MUL && n.Op != token.ADD && n.Op != token.SUB && n.Op != token.QUO {
				return false
			}
		case *ast.ParenExpr:
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE || len(n.Lhs) != 1 || len(n.Rhs) != 1 {
				return false
			}
			return onlyConverted(p, body, p.VarOf(n.Lhs[0]))
		default:
			return false
		}
	}
	return false
}

// onlyConverted reports whether all uses of a variable in body make it an integer.
func onlyConverted(p *code.Package, body ast.Node, v *types.Var) bool {
	if v == nil || len(p.Defs(v)) != 1 {
		return false
	}
	uses, conversions := 0, 0
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if p.Info.Uses[n] == types.Object(v) {
				uses++
			}
		case *ast.CallExpr:
			if tv := p.Info.Types[n.Fun]; tv.IsType() && code.IsInteger(tv.Type) && len(n.Args) == 1 && p.Mentions(n.Args[0], v) {
				conversions++
			}
		}
		return true
	})
	return uses > 0 && uses == conversions
}

// turns reports whether a loop counts to n: for i := 0; i < n; i++.
func turns(p *code.Package, s *ast.ForStmt, n *types.Var) bool {
	b, ok := s.Cond.(*ast.BinaryExpr)
	if !ok || s.Post == nil || b.Op != token.LSS && b.Op != token.LEQ {
		return false
	}
	_, ok = s.Post.(*ast.IncDecStmt)
	return ok && p.VarOf(unconvert(p, b.Y)) == n
}

// multiplied returns what a loop does that does nothing but multiply a
// duration, for as many turns as are asked for.
func multiplied(p *code.Package, body *ast.BlockStmt, asked bool) ast.Expr {
	if !asked || len(body.List) != 1 {
		return nil
	}
	as, ok := body.List[0].(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 1 || !code.IsInteger(p.TypeOf(as.Lhs[0])) {
		return nil
	}
	switch as.Tok {
	case token.MUL_ASSIGN, token.SHL_ASSIGN:
		return as.Lhs[0]
	case token.ASSIGN:
		b, ok := ast.Unparen(as.Rhs[0]).(*ast.BinaryExpr)
		if v := p.VarOf(as.Lhs[0]); ok && b.Op == token.MUL && v != nil && (p.VarOf(b.X) == v || p.VarOf(b.Y) == v) {
			return b
		}
	}
	return nil
}

// unconvert strips conversions, and what is added to or taken from it:
// float64(n), uint(n-1).
func unconvert(p *code.Package, e ast.Expr) ast.Expr {
	for {
		e = ast.Unparen(e)
		switch x := e.(type) {
		case *ast.BinaryExpr:
			if (x.Op != token.ADD && x.Op != token.SUB) || p.Info.Types[x.Y].Value == nil {
				return e
			}
			e = x.X
		case *ast.CallExpr:
			if len(x.Args) != 1 || !p.Info.Types[x.Fun].IsType() {
				return e
			}
			e = x.Args[0]
		default:
			return e
		}
	}
}
