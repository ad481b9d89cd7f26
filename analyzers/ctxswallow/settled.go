package ctxswallow

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// settled reports a message that is acknowledged although the work for it was
// cancelled: the queue takes it for done, and nobody does it any more. The message
// is one that can be given back as well.
func settled(p *rule.Pass, f *code.Func, t ctxflow.Test) bool {
	if t.Kind != ctxflow.TestIs || t.Sentinel != "Canceled" || cancelsEarly(p, f) || endsEarly(p, f, t) || !cancelledByCaller(p, t) {
		return false
	}
	list := branchList(t.Over)
	if t.Over == nil {
		list = leftOver(p, t)
	}
	var ack *ast.CallExpr
	for _, s := range list {
		code.InspectShallow(s, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if ok && ack == nil && settles(p, call, "Ack") {
				ack = call
			}
			return ack == nil
		})
	}
	if ack == nil || !handedBack(p, f, list, ack) {
		return false
	}
	m := types.ExprString(p.Code.CalleeOf(ack).Recv)
	p.Report(rule.Finding{
		Node:    ack,
		Message: fmt.Sprintf("%s is acknowledged also when the call that works on it was cancelled (seen at %s), so unfinished work counts as done and is lost; give it back then, or leave it", m, p.Where(t.Node)),
		Related: []rule.Related{{Node: t.Node, Message: "the end is seen here"}},
	})
	return true
}

// leftOver returns what follows the branch that other failures take, and leave by, in
// the same list: if err != nil && !errors.Is(err, context.Canceled) { …; continue }.
func leftOver(p *rule.Pass, t ctxflow.Test) []ast.Stmt {
	if t.Cond == nil || t.Cond.Else != nil || !negatedIn(t.Cond.Cond, t.Node) || len(t.Cond.Body.List) == 0 {
		return nil
	}
	switch t.Cond.Body.List[len(t.Cond.Body.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
	default:
		return nil
	}
	block, ok := p.Code.Parent(t.Cond).(*ast.BlockStmt)
	if !ok {
		return nil
	}
	i := slices.Index(block.List, ast.Stmt(t.Cond))
	return block.List[i+1:]
}

// settles reports whether a call acknowledges a message, or gives it back, by the
// name of its method: one of a type that has both.
func settles(p *rule.Pass, call *ast.CallExpr, names ...string) bool {
	c := p.Code.CalleeOf(call)
	if c.Func == nil || c.Recv == nil {
		return false
	}
	for _, name := range names {
		if c.Func.Name() != name {
			continue
		}
		t := p.Code.TypeOf(c.Recv)
		return hasMethod(p, t, "Ack") && (hasMethod(p, t, "Nack") || hasMethod(p, t, "Nak") || hasMethod(p, t, "Reject"))
	}
	return false
}

func hasMethod(p *rule.Pass, t types.Type, name string) bool {
	m, _, _ := types.LookupFieldOrMethod(t, true, p.Code.Types, name)
	_, ok := m.(*types.Func)
	return ok
}

// handedBack reports whether the function gives the same message back after other
// failures, so that it is the one whose work failed.
func handedBack(p *rule.Pass, f *code.Func, list []ast.Stmt, ack *ast.CallExpr) bool {
	for _, call := range f.Calls() {
		in := slices.ContainsFunc(list, func(s ast.Stmt) bool { return code.Within(call, s) })
		if !in && settles(p, call, "Nack", "Nak", "Reject", "NakWithDelay") && p.Code.SamePlace(p.Code.CalleeOf(call).Recv, p.Code.CalleeOf(ack).Recv) {
			return true
		}
	}
	return false
}

// cancelledByCaller reports whether the error of a test comes from calls under a
// context that only the caller can cancel: its own, limited at most.
func cancelledByCaller(p *rule.Pass, t ctxflow.Test) bool {
	origins := p.Code.Origins(t.Err)
	for _, o := range origins {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok {
			return false
		}
		given := p.Flow.CtxArg(call)
		if given.Has != api.Yes || given.Ctx.Root.Kind != ctxflow.RootParam || !given.Ctx.FromCaller() {
			return false
		}
		for _, s := range given.Ctx.InForce() {
			if s.Kind != ctxflow.StepValue && (s.Kind != ctxflow.StepBound || s.CancelEscapes) {
				return false
			}
		}
	}
	return len(origins) > 0
}
