package retry

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// Unasked reports whether the condition around a place where one of the
// variables about is read lets an attempt follow, on some way that does not ask
// for any of them, after failures that do not tell whether the attempt was
// carried out: a predicate that looks at the method for some codes only.
func (x *Finder) Unasked(at ast.Node, about []*types.Var) bool {
	return x.unasked(at, about, 0)
}

func (x *Finder) unasked(at ast.Node, about []*types.Var, depth int) bool {
	var cond ast.Expr
	for n := at; ; {
		up := x.p.Parent(n)
		if e, ok := n.(ast.Expr); ok && code.IsBool(x.p.TypeOf(e)) {
			cond = e
		}
		switch up := up.(type) {
		case ast.Expr:
			n = up
			continue
		case *ast.IfStmt:
			if cond == nil || up.Cond != cond || up.Else != nil || len(up.Body.List) == 0 {
				return false
			}
			return x.freely(cond, !endsLoop(up.Body.List), about, depth)
		case *ast.ForStmt:
			return cond != nil && up.Cond == cond && x.freely(cond, true, about, depth)
		case *ast.AssignStmt:
			if cond == nil || len(up.Lhs) != 1 || len(up.Rhs) != 1 || depth > 2 {
				return false
			}
			return x.verdictUnasked(x.p.VarOf(up.Lhs[0]), up, about, depth+1)
		default:
			return false
		}
	}
}

// verdictUnasked is unasked for what a variable is used for that holds a verdict.
func (x *Finder) verdictUnasked(v *types.Var, def ast.Node, about []*types.Var, depth int) bool {
	fn := x.p.Enclosing(def)
	if v == nil || v.IsField() || fn == nil || len(x.p.Defs(v)) != 1 {
		return false
	}
	uses, all := 0, true
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && x.p.Info.Uses[id] == types.Object(v) {
			uses++
			all = all && x.unasked(id, append(about[:len(about):len(about)], v), depth)
		}
		return all
	})
	return uses > 0 && all
}

// freely reports whether cond can come out as truth says after failures that do
// not tell whether the attempt was carried out, whatever the variables hold.
func (x *Finder) freely(cond ast.Expr, truth bool, about []*types.Var, depth int) bool {
	cond = ast.Unparen(cond)
	if !x.mentionsAny(cond, about) {
		return x.test(cond, truth).loses()
	}
	if depth > 4 {
		return false
	}
	switch c := cond.(type) {
	case *ast.UnaryExpr:
		return c.Op == token.NOT && x.freely(c.X, !truth, about, depth)
	case *ast.BinaryExpr:
		if c.Op != token.LAND && c.Op != token.LOR {
			return false
		}
		if (c.Op == token.LAND) != truth {
			return x.freely(c.X, truth, about, depth) || x.freely(c.Y, truth, about, depth)
		}
		// Both must hold: the one freely, and the other must not prove that nothing was done.
		return x.freely(c.X, truth, about, depth) && x.silentOn(c.Y, truth, about) ||
			x.freely(c.Y, truth, about, depth) && x.silentOn(c.X, truth, about)
	case *ast.Ident:
		origins := x.p.Origins(c)
		if !truth || len(origins) != 1 || origins[0].Expr == nil || origins[0].Unknown || origins[0].Index >= 0 || origins[0].Expr == ast.Expr(c) {
			return false
		}
		return x.freely(origins[0].Expr, true, about, depth+1)
	case *ast.CallExpr:
		return truth && x.answersFreely(c, about, depth+1)
	}
	return false
}

// silentOn reports whether a condition asks for none of the variables, and does
// not prove of a failure that nothing was done.
func (x *Finder) silentOn(cond ast.Expr, truth bool, about []*types.Var) bool {
	switch x.test(cond, truth).class {
	case facts.ErrConflict, facts.ErrUnsent, facts.ErrRefused, facts.ErrUnknown:
		return false
	}
	return !x.mentionsAny(cond, about)
}

// answersFreely reports whether a predicate of the package says yes, on a way
// that reads none of the parameters that the variables are handed to.
func (x *Finder) answersFreely(call *ast.CallExpr, about []*types.Var, depth int) bool {
	g := x.p.FuncOf(x.p.Callee(call))
	if g == nil || g.Body == nil || !isPredicate(g.Sig) || call.Ellipsis.IsValid() {
		return false
	}
	var there []*types.Var
	for i, a := range call.Args {
		if i < g.Sig.Params().Len() && x.mentionsAny(a, about) {
			there = append(there, g.Sig.Params().At(i))
		}
	}
	found := false
	g.Inspect(func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || found || len(ret.Results) != 1 || !x.unreadBefore(g, ret, there) {
			return !found
		}
		if yes, ok := x.p.Bool(ret.Results[0]); ok && !yes {
			return true
		}
		around := x.around(g, ret)
		switch {
		case !x.mentionsAny(ret.Results[0], there):
			found = x.both(x.test(ret.Results[0], true), around).loses()
		case around.class == facts.ErrAny:
			found = x.freely(ret.Results[0], true, there, depth)
		}
		return !found
	})
	return found
}

// unreadBefore reports whether no way to a return leads past a place where one
// of the variables is read.
func (x *Finder) unreadBefore(g *code.Func, ret *ast.ReturnStmt, vars []*types.Var) bool {
	unread := true
	ast.Inspect(g.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			unread = unread && !code.Within(ret, n) // what stands behind may run before
		case *ast.Ident:
			v, _ := x.p.Info.Uses[n].(*types.Var)
			if v != nil && slices.Contains(vars, v) && n.Pos() < ret.Pos() && !x.elsewhere(n, ret) {
				unread = false
			}
		}
		return unread
	})
	return unread
}

// elsewhere reports whether a place lies in a branch that does not lead to ret.
func (x *Finder) elsewhere(n ast.Node, ret ast.Node) bool {
	child := n
	for up := x.p.Parent(n); up != nil; child, up = up, x.p.Parent(up) {
		switch up := up.(type) {
		case *ast.CaseClause:
			if slices.ContainsFunc(up.Body, func(s ast.Stmt) bool { return ast.Node(s) == child }) {
				if sw := x.p.Parent(x.p.Parent(up)); !code.Within(ret, up) && code.Within(ret, sw) {
					return true
				}
			}
		case *ast.IfStmt:
			if child == ast.Node(up.Body) && up.Else != nil && code.Within(ret, up.Else) {
				return true
			}
		case *ast.FuncDecl, *ast.FuncLit:
			return false
		}
	}
	return false
}

func (x *Finder) mentionsAny(n ast.Node, vars []*types.Var) bool {
	return slices.ContainsFunc(vars, func(v *types.Var) bool { return x.p.Mentions(n, v) })
}
