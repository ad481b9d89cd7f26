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
			not, ok := ast.Unparen(n.Cond).(*ast.UnaryExpr)
			if !ok || not.Op != token.NOT || !leavesAt(n.Body) {
				break
			}
			if call, ok := ast.Unparen(not.X).(*ast.CallExpr); ok && len(call.Args) == 1 && f.methodOfRequest(call.Args[0], v) {
				passed = append(passed, call)
				lets = lets || f.allowsBodies(f.p.FuncOf(f.p.Callee(call)))
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

func (f *Finder) methodOfRequest(e ast.Expr, v *types.Var) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Method" && f.p.VarOf(sel.X) == v
}

// allowsBodies reports whether a function of the package that takes a method
// returns true for one whose requests carry bodies.
func (f *Finder) allowsBodies(g *code.Func) bool {
	if g == nil || g.Sig.Results().Len() != 1 || !code.IsBool(g.Sig.Results().At(0).Type()) {
		return false
	}
	yes := false
	g.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CaseClause:
			if len(n.Body) != 1 || !f.returnsTrue(n.Body[0]) {
				break
			}
			for _, e := range n.List {
				yes = yes || f.bodied(e)
			}
		case *ast.ReturnStmt:
			for _, e := range n.Results {
				yes = yes || f.orBodied(e)
			}
		}
		return !yes
	})
	return yes
}

func (f *Finder) returnsTrue(s ast.Stmt) bool {
	ret, ok := s.(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return false
	}
	v := f.p.Info.Types[ret.Results[0]].Value
	return v != nil && v.Kind() == constant.Bool && constant.BoolVal(v)
}

// orBodied reports whether one part of a disjunction is m == "PUT".
func (f *Finder) orBodied(e ast.Expr) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	switch b.Op {
	case token.LOR:
		return f.orBodied(b.X) || f.orBodied(b.Y)
	case token.EQL:
		return f.bodied(b.X) || f.bodied(b.Y)
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
