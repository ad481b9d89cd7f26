package ctxswallow

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// kinds reports the ways to lose a cancellation that are no plain return of nil.
func kinds(p *rule.Pass, f *code.Func) {
	overwritten(p, f)
	tests := p.Flow.DoneTests(f)
	unheld(p, f, tests)
	for _, t := range tests {
		switch t.Kind {
		case ctxflow.TestSelect:
			groupError(p, f, t)
			notItsOwn(p, f, t)
		case ctxflow.TestIs:
			otherName(p, f, t)
			if !settled(p, f, t) {
				likeSuccess(p, t)
			}
			anothers(p, f, t)
			cleared(p, f, t)
			acknowledged(p, f, t)
		}
		afterGroup(p, f, t)
		stopsWalk(p, f, t)
		workerLeaves(p, f, t)
		endName(p, f, t)
	}
	f.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			shadowed(p, f, n)
			if tellsResult(p, f) {
				waitError(p, f, n, tests)
			}
		case *ast.ReturnStmt:
			filtered(p, f, n)
		case *ast.ForStmt:
			unasked(p, f, n, tests)
		case *ast.RangeStmt:
			leftOut(p, f, n, tests)
			passedOver(p, f, n, tests)
			if tellsResult(p, f) {
				skipped(p, f, n, tests)
				counted(p, f, n, tests)
				closed(p, f, n, tests)
			}
		}
		return true
	})
}

// branch returns the tests of err that lead to the same branch as node n, n's
// own included, and the branch.
func branch(p *rule.Pass, n ast.Node) (conds []ast.Expr, body []ast.Stmt, stmt ast.Stmt) {
	cur, ok := p.Code.Cursor(n)
	if !ok {
		return nil, nil, nil
	}
	var split func(e ast.Expr)
	split = func(e ast.Expr) {
		e = ast.Unparen(e)
		if b, ok := e.(*ast.BinaryExpr); ok && b.Op == token.LOR {
			split(b.X)
			split(b.Y)
			return
		}
		conds = append(conds, e)
	}
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.CaseClause)(nil), (*ast.FuncLit)(nil)) {
		switch s := c.Node().(type) {
		case *ast.IfStmt:
			if n.Pos() < s.Cond.Pos() || s.Cond.End() < n.End() {
				return nil, nil, nil
			}
			split(s.Cond)
			stmt, body = s, s.Body.List
		case *ast.CaseClause:
			for _, e := range s.List {
				split(e)
			}
			stmt, body = s, s.Body
		}
		break
	}
	for _, e := range conds {
		if e == n {
			return conds, body, stmt
		}
	}
	return nil, nil, nil // negated, or one condition of several
}

func object(p *rule.Pass, e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return p.Code.Info.Uses[e]
	case *ast.SelectorExpr:
		return p.Code.Info.Uses[e.Sel]
	}
	return nil
}

// successAfter returns the last return statement of f's own body after a
// statement, if it returns a nil error.
func successAfter(p *rule.Pass, f *code.Func, after ast.Node) *ast.ReturnStmt {
	if len(f.Body.List) == 0 {
		return nil
	}
	ret, ok := f.Body.List[len(f.Body.List)-1].(*ast.ReturnStmt)
	if !ok || ret.Pos() < after.End() || !success(p, f, ret) {
		return nil
	}
	return ret
}

func hasCtx(f *code.Func) bool {
	for _, v := range f.Params() {
		if code.IsContext(v.Type()) && v.Name() != "" && v.Name() != "_" {
			return true
		}
	}
	return false
}
