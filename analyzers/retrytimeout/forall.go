package retrytimeout

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// takenForAll returns the test whether an attempt's error is DeadlineExceeded in whose
// branch the failure is told as that of the limit of all attempts, by its name.
func takenForAll(p *rule.Pass, r *retry.Retry) ast.Expr {
	tests := p.Retries.EndsAtTimeout(r)
	if len(tests) == 0 || r.Ctx == nil || r.Node == nil {
		return nil
	}
	var all types.Object
	for _, s := range p.Flow.Trace(r.Ctx).Bounds() {
		if s.Dur != nil && !s.Maybe && !s.Deadline && !code.Within(s.Call, r.Node) {
			all = nameOf(p, s.Dur)
		}
	}
	if all == nil || r.PerAttempt.Node == nil || names(p, r.PerAttempt.Node, all) {
		return nil
	}
	for _, t := range tests {
		var body []ast.Stmt
		switch n := p.Code.Parent(t).(type) {
		case *ast.IfStmt:
			body = n.Body.List
		case *ast.CaseClause:
			body = n.Body
		}
		for _, s := range body {
			if ret, ok := s.(*ast.ReturnStmt); ok && names(p, ret, all) {
				return t
			}
		}
	}
	return nil
}

// nameOf returns the constant, variable or field that an expression is.
func nameOf(p *rule.Pass, e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return p.Code.Info.Uses[e]
	case *ast.SelectorExpr:
		return p.Code.Info.Uses[e.Sel]
	}
	return nil
}

// names reports whether a constant, variable or field is named below a node.
func names(p *rule.Pass, n ast.Node, obj types.Object) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && p.Code.Info.Uses[id] == obj
		return !found
	})
	return found
}
