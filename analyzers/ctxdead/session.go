package ctxdead

import (
	"go/ast"
	"go/constant"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// lockedBy returns the call before that took the lock of a database session which
// a later call gives back, as the text of both statements says. The session
// stays in the pool, and the lock with it, if the second is not even sent.
func lockedBy(p *rule.Pass, owner *code.Func, call *ast.CallExpr, via []*ast.CallExpr, before ast.Node) *ast.CallExpr {
	lock := ""
	for _, c := range append([]*ast.CallExpr{call}, via...) {
		if name, gives := statement(p, c); gives {
			lock = name
		}
	}
	if lock == "" {
		return nil
	}
	for _, c := range owner.Calls() {
		if c.End() > before.Pos() {
			continue
		}
		if name, gives := statement(p, c); name == lock && !gives {
			return c
		}
		g := p.Code.FuncOf(p.Code.Callee(c))
		if g == nil {
			continue
		}
		for _, inner := range g.Calls() {
			if name, gives := statement(p, inner); name == lock && !gives {
				return c
			}
		}
	}
	return nil
}

// statement returns the lock that the constant text of a statement, an argument
// of a call, takes or gives back.
func statement(p *rule.Pass, call *ast.CallExpr) (lock string, gives bool) {
	for _, a := range call.Args {
		tv := p.Code.Info.Types[a]
		if tv.Value == nil || tv.Value.Kind() != constant.String {
			continue
		}
		if lock, gives = api.SQLLock(constant.StringVal(tv.Value)); lock != "" {
			return lock, gives
		}
	}
	return "", false
}
