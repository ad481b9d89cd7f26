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

// giveBack reports a deferred call that gives back what was taken before, under
// a context that may end while the work in between goes on: one with a limit of
// the function's own, or the caller's. That it gives back shows in what it is
// handed, a result of the call that took it, and in the names of both.
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
	if !mayEnd(given.Ctx) || p.Code.Callee(call) == nil {
		return
	}
	via, ok := needsLife(p, call, given)
	if ok && owner != nil {
		if end := waitedFor(p, owner, deferred, given.Expr); end != nil {
			report(p, call, given, &ctxflow.Over{Kind: ctxflow.OverSeen, Node: end}, via)
			return
		}
	}
	if !ok || !worksUnder(p, owner, deferred, given.Expr) {
		return
	}
	limit := limitOf(owner, given.Ctx)
	names := givesBack(p, call, via)
	taken := takenBy(p, owner, call, deferred)
	switch {
	case taken != nil && (names || limit != nil && sameReceiver(p, taken, call)):
	default:
		if taken = pairedWith(p, owner, call, deferred); taken == nil {
			taken = lockedBy(p, owner, call, via, deferred)
		}
		if taken == nil {
			atSignal(p, call, given)
			return
		}
	}
	name := types.ExprString(given.Expr)
	why, rel := "whose end may be what ends the work in between", []rule.Related{{Node: taken, Message: "what is given back"}}
	if limit != nil {
		why = fmt.Sprintf("whose limit (made at %s) the work in between may have used up", p.Where(limit.Call))
		rel = append([]rule.Related{{Node: limit.Call, Message: "the limit"}}, rel...)
	}
	p.Report(rule.Finding{
		Node:    call,
		Message: fmt.Sprintf("%s gives back what %s took, but under %s, %s: then nothing is given back; give it context.WithTimeout(context.WithoutCancel(%s), limit)", p.Code.CallName(call), p.Code.CallName(taken), name, why, name),
		Related: rel,
	})
}

// atSignal reports a deferred call that ends something in good order, under the
// context that a signal to the process ends: the signal is what the work in
// between goes on for.
func atSignal(p *rule.Pass, call *ast.CallExpr, given ctxflow.Given) {
	fn := p.Code.Callee(call)
	if !given.Ctx.Signal() || !ctxflow.EndsInOrder(fn.Name()) {
		return
	}
	name := types.ExprString(given.Expr)
	p.Report(rule.Finding{
		Node:    call,
		Message: fmt.Sprintf("%s runs when the work is done, and that is when a signal has ended %s: then it fails at once; give it context.WithTimeout(context.WithoutCancel(%s), limit)", p.Code.CallName(call), name, name),
	})
}

// waitedFor returns the receive from a context's Done channel that a function
// comes to after a defer statement, before it ends: when the deferred call runs
// the context is over.
func waitedFor(p *rule.Pass, owner *code.Func, deferred ast.Node, ctx ast.Expr) ast.Node {
	for _, t := range p.Flow.DoneTests(owner) {
		if t.Kind != ctxflow.TestRecv || t.Node.Pos() < deferred.End() || !p.Flow.SameEnd(t.Expr, ctx) {
			continue
		}
		if s, ok := p.Code.Parent(t.Node).(*ast.ExprStmt); ok && p.Code.Parent(s) == ast.Node(owner.Body) {
			return t.Node
		}
	}
	return endsOver(p, owner, deferred, ctx)
}

// endsOver returns where a function sees the end of a context on every way to
// its end that comes past a defer statement: a loop that only that ends.
func endsOver(p *rule.Pass, owner *code.Func, deferred ast.Node, ctx ast.Expr) ast.Node {
	last, ok := owner.Body.List[len(owner.Body.List)-1].(*ast.ForStmt)
	if !ok || last.Cond != nil || last.Pos() < deferred.End() {
		return nil
	}
	var seen ast.Node
	owner.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			if n.Pos() < deferred.End() {
				return true
			}
			over := p.Flow.OverAt(ctx, n)
			if over == nil {
				ok = false
			} else if seen == nil {
				seen = over.Node
			}
		case *ast.BranchStmt:
			ok = ok && (n.Tok == token.CONTINUE || n.Label == nil && p.Code.LoopAround(n) != ast.Stmt(last))
		}
		return ok
	})
	if !ok {
		return nil
	}
	return seen
}

// sameReceiver reports whether two calls are on the same value.
func sameReceiver(p *rule.Pass, a, b *ast.CallExpr) bool {
	sa, ok := ast.Unparen(a.Fun).(*ast.SelectorExpr)
	sb, ok2 := ast.Unparen(b.Fun).(*ast.SelectorExpr)
	return ok && ok2 && p.Code.SamePlace(sa.X, sb.X)
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
					Message: fmt.Sprintf("%s fails at once when %s calls %s at %s, since its context %s is over by then; give it context.WithTimeout(context.WithoutCancel(%s), limit)", p.Code.CallName(c), f.Name(), g.Name(), p.Where(call), types.ExprString(t.Expr), types.ExprString(t.Expr)),
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
