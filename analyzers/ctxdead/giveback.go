package ctxdead

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

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
