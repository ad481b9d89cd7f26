package effects

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// letsBodies reports whether all that fn asks of a request before it repeats it
// is its method, of a function that says yes to one whose requests have bodies:
// what may be repeated is known, what is left of its body is not.
func (f *Finder) letsBodies(v *types.Var, fn *code.Func) bool {
	if fn == nil {
		return false
	}
	lets, other := false, false
	var passed []*ast.CallExpr
	ast.Inspect(fn.Outermost().Node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			for _, call := range askedFor(n) {
				if f.methodArg(call, v) < 0 {
					continue
				}
				passed = append(passed, call)
				lets = lets || f.allowsBodies(call, v)
			}
		case *ast.SelectorExpr:
			if f.baseVar(n.X) != v {
				break
			}
			switch n.Sel.Name {
			case "Body", "GetBody", "ContentLength":
				other = true
			case "Method":
				// Asked of the function, or for something else than that?
				other = other || !withinAny(n, passed)
			}
		case *ast.CallExpr:
			for _, a := range n.Args {
				// A helper that is given the request may see to its body.
				other = other || f.p.VarOf(a) == v && f.p.FuncOf(f.p.Callee(n)) != nil
			}
		}
		return true
	})
	return lets && !other
}

func withinAny(n ast.Node, calls []*ast.CallExpr) bool {
	for _, c := range calls {
		if code.Within(n, c) {
			return true
		}
	}
	return false
}

// askedFor returns the calls that must all say yes before a request is repeated:
// each part of a || !b() before a way out, and of a && b() before continue.
func askedFor(n *ast.IfStmt) []*ast.CallExpr {
	op := token.LOR
	if !leavesAt(n.Body) {
		return nil
	}
	goesOn := false
	if s, ok := n.Body.List[len(n.Body.List)-1].(*ast.BranchStmt); ok && s.Tok == token.CONTINUE {
		op, goesOn = token.LAND, true
	}
	var out []*ast.CallExpr
	for _, e := range operands(n.Cond, op) {
		if not, ok := e.(*ast.UnaryExpr); ok && not.Op == token.NOT && !goesOn {
			e = ast.Unparen(not.X)
		} else if !goesOn {
			continue
		}
		if call, ok := e.(*ast.CallExpr); ok {
			out = append(out, call)
		}
	}
	return out
}

// operands returns the parts that an operator joins: a, b and c of a || b || c.
func operands(e ast.Expr, op token.Token) []ast.Expr {
	e = ast.Unparen(e)
	if b, ok := e.(*ast.BinaryExpr); ok && b.Op == op {
		return append(operands(b.X, op), operands(b.Y, op)...)
	}
	return []ast.Expr{e}
}

// methodArg returns the argument of a call that is the method of the request v, -1 if none is.
func (f *Finder) methodArg(call *ast.CallExpr, v *types.Var) int {
	for i, a := range call.Args {
		if sel, ok := ast.Unparen(a).(*ast.SelectorExpr); ok && sel.Sel.Name == "Method" && f.p.VarOf(sel.X) == v {
			return i
		}
	}
	return -1
}

// allowsBodies reports whether a function of the package that is asked with the
// method of request v says yes, or may, to one whose requests carry bodies.
func (f *Finder) allowsBodies(call *ast.CallExpr, v *types.Var) bool {
	g := f.p.FuncOf(f.p.Callee(call))
	if g == nil || g.Sig.Results().Len() != 1 || !code.IsBool(g.Sig.Results().At(0).Type()) {
		return false
	}
	i := f.methodArg(call, v)
	if i < 0 || i >= g.Sig.Params().Len() || g.Sig.Variadic() {
		return false
	}
	method := g.Sig.Params().At(i)
	yes := false
	g.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SwitchStmt:
			if n.Tag == nil || f.p.VarOf(n.Tag) != method {
				break
			}
			for _, s := range n.Body.List {
				cc := s.(*ast.CaseClause)
				if len(cc.Body) != 1 || !f.returnsYes(cc.Body[0]) {
					continue
				}
				for _, e := range cc.List {
					yes = yes || f.bodied(e)
				}
			}
		case *ast.ReturnStmt:
			for _, e := range n.Results {
				yes = yes || f.orBodied(e, method)
			}
		}
		return !yes
	})
	return yes
}

// returnsYes reports whether a statement returns true, or what another argument decides.
func (f *Finder) returnsYes(s ast.Stmt) bool {
	ret, ok := s.(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return false
	}
	v := f.p.Info.Types[ret.Results[0]].Value
	return v == nil || v.Kind() == constant.Bool && constant.BoolVal(v)
}

// orBodied reports whether one part of a disjunction is m == "PUT", also in
// status >= 500 && (m == "GET" || m == "PUT").
func (f *Finder) orBodied(e ast.Expr, method *types.Var) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	switch b.Op {
	case token.LOR, token.LAND:
		return f.orBodied(b.X, method) || f.orBodied(b.Y, method)
	case token.EQL:
		return f.p.VarOf(b.Y) == method && f.bodied(b.X) || f.p.VarOf(b.X) == method && f.bodied(b.Y)
	}
	return false
}

func (f *Finder) bodied(e ast.Expr) bool {
	v := f.p.Info.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return false
	}
	switch constant.StringVal(v) {
	case "PUT", "PATCH", "POST":
		return true
	}
	return false
}
