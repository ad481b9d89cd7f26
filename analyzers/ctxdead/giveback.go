package ctxdead

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// giveBack reports a deferred call that gives back what was taken from the same
// place, under the limit that the work in between may have used up. That it
// gives back shows in what it is handed: a result of the call that took it.
func giveBack(p *rule.Pass, f *code.Func, call *ast.CallExpr, given ctxflow.Given) {
	owner, deferred := f, ast.Node(call)
	switch {
	case f.UseOf().Role == code.RoleDefer:
		owner, deferred = f.Parent, f.Node
	default:
		if _, ok := p.Code.Parent(call).(*ast.DeferStmt); !ok {
			return
		}
	}
	if !given.Ctx.Known() || given.Ctx.Opaque() {
		return
	}
	var limit *ctxflow.Step
	for _, s := range given.Ctx.InForce() {
		if s.Kind == ctxflow.StepBound && s.In == owner && s.CancelDeferred && !s.Maybe {
			limit = &s
		}
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if limit == nil || !ok || p.Code.Callee(call) == nil {
		return
	}
	taken := takenBy(p, owner, call, sel.X, deferred)
	if taken == nil {
		return
	}
	if _, ok := needsLife(p, call, given); !ok || !worksBetween(p, owner, deferred, limit) {
		return
	}
	name := types.ExprString(given.Expr)
	p.Report(rule.Finding{
		Node:    call,
		Message: fmt.Sprintf("%s gives back what %s took, but under %s, whose limit (made at %s) the work in between may have used up: then nothing is given back; give it context.WithTimeout(context.WithoutCancel(%s), limit)", p.Code.CallName(call), p.Code.CallName(taken), name, p.Where(limit.Call), name),
		Related: []rule.Related{{Node: limit.Call, Message: "the limit"}, {Node: taken, Message: "what is given back"}},
	})
}

// takenBy returns the call in owner, on the same value as recv, a result of
// which is an argument of the deferred call.
func takenBy(p *rule.Pass, owner *code.Func, call *ast.CallExpr, recv ast.Expr, before ast.Node) *ast.CallExpr {
	for _, a := range call.Args {
		id, ok := ast.Unparen(a).(*ast.Ident)
		if !ok {
			continue
		}
		v := p.Code.VarOf(id)
		if v == nil || v.IsField() || code.IsContext(v.Type()) {
			continue
		}
		defs := p.Code.Defs(v)
		if len(defs) != 1 || defs[0].In != owner || defs[0].RHS == nil || defs[0].Pos() >= before.Pos() {
			continue
		}
		take, ok := ast.Unparen(defs[0].RHS).(*ast.CallExpr)
		if !ok {
			continue
		}
		if sel, ok := take.Fun.(*ast.SelectorExpr); ok && p.Code.SamePlace(sel.X, recv) {
			return take
		}
	}
	return nil
}

// worksBetween reports whether the function, after the deferred statement, does
// something that the same limit ends.
func worksBetween(p *rule.Pass, owner *code.Func, deferred ast.Node, limit *ctxflow.Step) bool {
	for _, c := range owner.Calls() {
		if c.Pos() < deferred.End() {
			continue
		}
		given := p.Flow.CtxArg(c)
		if given.Has != api.Yes || !given.Ctx.Known() {
			continue
		}
		for _, s := range given.Ctx.InForce() {
			if s.Call == limit.Call {
				if _, ok := p.Waits.Ends(c, given); ok {
					return true
				}
			}
		}
	}
	return false
}

// inField reports calls of methods that work under a context kept in a field,
// after the end of that context was seen.
func inField(p *rule.Pass, f *code.Func) {
	for _, t := range p.Flow.DoneTests(f) {
		if t.Expr == nil || t.Ctx.Root.Kind != ctxflow.RootField {
			continue
		}
		sel, ok := ast.Unparen(t.Expr).(*ast.SelectorExpr)
		if !ok {
			continue
		}
		for _, call := range f.Calls() {
			msel, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || !p.Code.SamePlace(msel.X, sel.X) {
				continue
			}
			if _, ok := p.Code.Parent(call).(*ast.ExprStmt); !ok {
				continue
			}
			over := p.Flow.OverAt(t.Expr, call)
			if over == nil || over.Node != t.Node {
				continue
			}
			if c, g := underField(p, call, t.Ctx.Root.Var); c != nil {
				p.Report(rule.Finding{
					Node:    c,
					Message: fmt.Sprintf("%s does nothing when %s calls %s at %s: there %s, under which it works, is over; give it context.WithTimeout(context.WithoutCancel(%s), limit)", p.Code.CallName(c), f.Name(), g.Name(), p.Where(call), types.ExprString(t.Expr), types.ExprString(t.Expr)),
					Related: []rule.Related{{Node: t.Node, Message: "the end of the context"}, {Node: call, Message: "calls " + g.Name()}},
				})
			}
		}
	}
}

// underField returns the call in the method that call runs which ends with the
// context in the field.
func underField(p *rule.Pass, call *ast.CallExpr, field *types.Var) (*ast.CallExpr, *code.Func) {
	fn := p.Code.Callee(call)
	if fn == nil {
		return nil, nil
	}
	g := p.Code.FuncOf(fn)
	if g == nil {
		return nil, nil
	}
	for _, t := range p.Flow.DoneTests(g) {
		if t.Expr != nil {
			return nil, nil // it looks for itself
		}
	}
	for _, c := range g.Calls() {
		given := p.Flow.CtxArg(c)
		if given.Has != api.Yes || !given.Ctx.Known() || given.Ctx.Opaque() || given.Ctx.Detached() != nil || given.Ctx.Root.Var != field {
			continue
		}
		switch p.Code.Parent(c).(type) {
		case *ast.GoStmt, *ast.DeferStmt:
			continue
		}
		if _, ok := p.Waits.Ends(c, given); ok {
			return c, g
		}
	}
	return nil, nil
}
