package ctxdead

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// marks reports a deferred call that writes down how the work of a function
// ended, under the limit that the function has put on the work: when that was
// too long, nothing is written.
func marks(p *rule.Pass, f *code.Func, call *ast.CallExpr, given ctxflow.Given) bool {
	owner := f.Parent
	if f.UseOf().Role != code.RoleDefer || owner == nil || !given.Ctx.Known() || given.Ctx.Opaque() {
		return false
	}
	limit := limitOf(owner, given.Ctx)
	fn := p.Code.Callee(call)
	if limit == nil || fn == nil || limit.Call.Pos() > f.Node.Pos() || !tellsEnd(p, f, call) || !worksUnder(p, owner, f.Node, given.Expr) {
		return false
	}
	if _, ok := needsLife(p, call, given); !ok || !writesDown(p, call) {
		return false
	}
	name := types.ExprString(given.Expr)
	p.Report(rule.Finding{
		Node:    call,
		Message: fmt.Sprintf("%s is to keep how %s ended, but under %s, whose limit (made at %s) may be what ended it: then it does nothing; give it context.WithTimeout(context.WithoutCancel(%s), limit)", p.Code.CallName(call), owner.Name(), name, p.Where(limit.Call), name),
		Related: []rule.Related{{Node: limit.Call, Message: "the limit"}},
	})
	return true
}

// writesDown reports whether a call may write something down, as far as is known.
func writesDown(p *rule.Pass, call *ast.CallExpr) bool {
	sig := p.Code.Callee(call).Type().(*types.Signature)
	if sig.Results().Len() != 1 || !code.ReturnsError(sig) {
		return changesAnything(p, call)
	}
	for _, e := range p.Effects.Of(call) {
		if e.Kind == api.EffectRead || e.Kind == api.EffectLocal {
			return false
		}
	}
	return true
}

// tellsEnd reports whether a call in a deferred literal is handed the error with
// which the function around it ends, or what the literal has made of that.
func tellsEnd(p *rule.Pass, f *code.Func, call *ast.CallExpr) bool {
	told := make(map[*types.Var]bool)
	f.Inspect(func(n ast.Node) bool {
		cond, ok := n.(*ast.IfStmt)
		if !ok || !outerErr(p, f, cond.Cond, token.NEQ) {
			return true
		}
		for _, s := range cond.Body.List {
			if as, ok := s.(*ast.AssignStmt); ok {
				for _, l := range as.Lhs {
					if v := p.Code.VarOf(l); v != nil && !v.IsField() {
						told[v] = true
					}
				}
			}
		}
		return true
	})
	for _, a := range call.Args {
		found := false
		ast.Inspect(a, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			v, ok := p.Code.Info.Uses[id].(*types.Var)
			if !ok || v.IsField() || v.Pkg() == nil {
				return true
			}
			outside := v.Pos() < f.Node.Pos() || v.Pos() > f.Node.End()
			found = found || told[v] || outside && code.IsError(v.Type()) && v.Parent() != v.Pkg().Scope()
			return true
		})
		if found {
			return true
		}
	}
	return false
}
