package ctxswallow

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// overwritten reports a deferred literal that gives the error which its function
// returns another value, whatever it was: that of a Close, say, which is mostly nil.
func overwritten(p *rule.Pass, f *code.Func) {
	outer := f.Parent
	if f.UseOf().Role != code.RoleDefer || outer == nil || outer.Sig.Results().Len() == 0 {
		return
	}
	err := outer.Sig.Results().At(outer.Sig.Results().Len() - 1)
	if !code.IsError(err.Type()) || err.Name() == "" || err.Name() == "_" || !endsByContext(p, outer) {
		return
	}
	for i, s := range f.Body.List {
		as, ok := s.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 1 || as.Tok != token.ASSIGN || p.Code.VarOf(as.Lhs[0]) != err {
			if _, plain := s.(*ast.ExprStmt); !plain || p.Code.Mentions(s, err) || recovers(p, s) {
				return
			}
			continue
		}
		call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
		if !ok || i != len(f.Body.List)-1 || p.Code.Mentions(call, err) || recovers(p, call) || tellsAll(p, call, err) {
			return
		}
		p.Report(rule.Finding{
			Node:    as,
			Message: fmt.Sprintf("whatever %s returns as %s, also that its context is over, gives way to what %s returns; keep the first error: set %s only if it is nil, or join the two", outer.Name(), err.Name(), types.ExprString(call.Fun), err.Name()),
		})
	}
}

// endsByContext reports whether a function does work under its caller's context, or
// looks at it, and returns errors.
func endsByContext(p *rule.Pass, f *code.Func) bool {
	if !hasCtx(f) {
		return false
	}
	fails := false
	f.Inspect(func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) > 0 {
			fails = fails || !p.Code.Info.Types[ret.Results[len(ret.Results)-1]].IsNil()
		}
		return !fails
	})
	if !fails {
		return false
	}
	for _, t := range p.Flow.DoneTests(f) {
		if t.Expr != nil && t.Ctx.FromCaller() {
			return true
		}
	}
	for _, call := range f.Calls() {
		given := p.Flow.CtxArg(call)
		if given.Has != api.Yes || !given.Ctx.FromCaller() {
			continue
		}
		if _, ok := p.Waits.Ends(call, given); ok {
			return true
		}
	}
	return false
}

// recovers reports whether a node calls recover.
func recovers(p *rule.Pass, n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && p.Code.CalleeOf(call).Builtin == "recover" {
			found = true
		}
		return !found
	})
	return found
}

// tellsAll reports whether a call knows the error it replaces by other means: it is
// a function value, or one that is handed the address of the error.
func tellsAll(p *rule.Pass, call *ast.CallExpr, err *types.Var) bool {
	fn := p.Code.Callee(call)
	if fn == nil {
		return true
	}
	g := p.Code.FuncOf(fn)
	return g != nil && p.Code.Mentions(g.Body, err)
}
