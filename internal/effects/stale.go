package effects

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/code"
)

// A Stale is a statement that collects what a call has filled in, before the error
// of the call is looked at: after a failure the variable holds what the turn
// before has brought, which is collected once more.
type Stale struct {
	Node  ast.Node
	Place ast.Expr   // what is added to
	From  *types.Var // what the call fills in
	Call  *ast.CallExpr
}

// StaleAfter returns what a loop collects after a call of its body whose failure
// leads to the next turn, from a variable around the loop that the call fills in
// and nothing else in the loop sets.
func (f *Finder) StaleAfter(loop ast.Node, fn *code.Func, call *ast.CallExpr) *Stale {
	r := f.regionOf(loop, fn)
	as, ok := f.p.Parent(call).(*ast.AssignStmt)
	if r.fn == nil || r.loop == nil || !ok || len(as.Rhs) != 1 || f.p.Enclosing(call) != r.fn {
		return nil
	}
	failed := f.p.VarOf(as.Lhs[len(as.Lhs)-1])
	g := &grower{f: f, r: r, seen: make(map[*types.Var]bool)}
	var filled []*types.Var
	for _, a := range call.Args {
		if u, ok := ast.Unparen(a).(*ast.UnaryExpr); ok && u.Op == token.AND && isIdent(u.X) {
			if v := g.outside(u.X); v != nil && f.ownerOf(v) == r.fn && !g.setInRun(v) && !f.fieldsSet(r.node, v, call) {
				filled = append(filled, v)
			}
		}
	}
	list := stmtList(f.p.Parent(as))
	at := slices.Index(list, ast.Stmt(as))
	if failed == nil || !code.IsError(failed.Type()) || at < 0 || len(filled) == 0 {
		return nil
	}
	for _, s := range list[at+1:] {
		add, ok := s.(*ast.AssignStmt)
		if !ok {
			if _, decl := s.(*ast.DeclStmt); !decl {
				return nil // the error is looked at, or somebody else gets the value
			}
			continue
		}
		if f.p.Mentions(add, failed) || len(add.Lhs) != 1 || len(add.Rhs) != 1 {
			return nil
		}
		for _, v := range filled {
			if !f.p.Mentions(add.Rhs[0], v) || g.outside(add.Lhs[0]) == nil {
				continue
			}
			grows := add.Tok == token.ADD_ASSIGN
			if c, ok := ast.Unparen(add.Rhs[0]).(*ast.CallExpr); ok && f.p.CalleeOf(c).Builtin == "append" {
				grows = f.samePlace(c.Args[0], add.Lhs[0])
			}
			if grows && g.readAfter(g.outside(add.Lhs[0])) != nil {
				return &Stale{Node: add, Place: add.Lhs[0], From: v, Call: call}
			}
		}
	}
	return nil
}

// fieldsSet reports whether code gives a field of a variable a value, or empties
// it, other than by a certain call.
func (f *Finder) fieldsSet(n ast.Node, v *types.Var, except *ast.CallExpr) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				found = found || !isIdent(l) && f.baseVar(l) == v
			}
		case *ast.CallExpr:
			found = found || n != except && f.resets(n, v, 0)
		}
		return !found
	})
	return found
}
