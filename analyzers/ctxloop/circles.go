package ctxloop

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// circles judges a loop by the ways through it once the context of a call in it
// is over: if the failure of that call leads back to it on all of them, in whatever
// form the loop asks for success or failure, nothing ends it.
func circles(p *rule.Pass, f *code.Func, loop *ast.ForStmt, tests []ctxflow.Test) bool {
	for _, t := range tests {
		if code.Within(t.Node, loop) {
			return false // it looks, or knows the errors of contexts
		}
	}
	if reach := p.Handlers.Entry(f); reach != nil && reach.Handler.Kind.Serves() || p.Handlers.Startup(f.Outermost()) {
		return false // a caller waits: retrybudget's
	}
	tried := make(map[string]bool)
	found := false
	code.InspectShallow(loop, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		given := p.Flow.CtxArg(call)
		if given.Has != api.Yes || given.Kind != api.CtxArg || tried[types.ExprString(given.Expr)] || !callersIn(given.Ctx, loop) {
			return true
		}
		tried[types.ExprString(given.Expr)] = true
		failed := roundAt(p, f, loop, given.Expr)
		if failed == nil {
			return true
		}
		name := types.ExprString(given.Expr)
		if v := given.Ctx.Root.Var; v != nil && ownCancel(given.Ctx, loop) {
			name = v.Name()
		}
		found = true
		p.Report(rule.Finding{
			Node:    failed,
			Message: failsAgain(p, failed, loop, name, fmt.Sprintf("return when %s.Err() is not nil", name)),
			Related: []rule.Related{{Node: loopHead(loop), Message: "the loop that never ends"}},
		})
		return false
	})
	return found
}

// failsAgain is what is said of a call that is tried again for ever.
func failsAgain(p *rule.Pass, call *ast.CallExpr, loop ast.Stmt, name, how string) string {
	return fmt.Sprintf("when %s is over, %s fails at once and this loop tries it again for ever: nothing in the loop at %s looks at %s; %s", name, p.Code.CallName(call), p.Where(loop), name, how)
}

// callersIn reports whether a context is the caller's, with no limit or cancel
// function but those that are made anew in each turn of a loop.
func callersIn(c ctxflow.Ctx, loop ast.Node) bool {
	if !c.Known() || !c.FromCaller() {
		return false
	}
	for _, s := range c.InForce() {
		if s.Maybe || s.Kind != ctxflow.StepValue && (s.Call == nil || len(s.Through) > 0 || !code.Within(s.Call, loop)) {
			return false
		}
	}
	return true
}

// roundAt returns the call that fails in each turn of a loop once ctx is over,
// if no way from there leaves the loop, nor does anything that is not in sight.
func roundAt(p *rule.Pass, f *code.Func, loop *ast.ForStmt, ctx ast.Expr) *ast.CallExpr {
	var start *cfg.Block
	for _, b := range f.CFG().Blocks {
		if b.Stmt == loop && b.Kind == cfg.KindForBody {
			start = b
		}
	}
	if start == nil {
		return nil
	}
	end := ended{p: p, ctx: ctx, loop: loop, others: true}
	var passed []*cfg.Block
	next := func(b *cfg.Block) []*cfg.Block {
		passed = append(passed, b)
		if len(b.Succs) != 2 || len(b.Nodes) == 0 {
			return b.Succs
		}
		if cond, ok := b.Nodes[len(b.Nodes)-1].(ast.Expr); ok && code.Within(cond, loop) {
			return end.ways(b, cond)
		}
		return b.Succs
	}
	back := func(b *cfg.Block) bool { return b == start }
	if leavesBy(start, loop, back, next) || end.failed == nil {
		return nil
	}
	if leaves(start, loop, back) && !surelyFails(p, end.failed, 0) {
		return nil // it may say that all is well
	}
	if recv := p.Code.CalleeOf(end.failed).Recv; recv != nil && p.Flow.Linked(f, recv) != nil {
		return nil // closed then
	}
	for _, b := range passed {
		for _, n := range b.Nodes {
			if n.Pos() > end.failed.End() && !idles(p, n, loop) {
				return nil
			}
		}
	}
	return end.failed
}

// idles reports whether what comes after a failure only says so, counts or
// passes time.
func idles(p *rule.Pass, n ast.Node, loop ast.Node) bool {
	ok := true
	code.InspectShallow(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			ok = ok && (quiet(p, n) || pauses(p, n) || code.IsCancelFunc(p.Code.TypeOf(n.Fun)) || p.Waits.Behind(n) != n || errorsIs(p, n))
		case *ast.UnaryExpr:
			ok = ok && n.Op.String() != "<-"
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				ok = ok && counts(p, l, loop)
			}
		case *ast.IncDecStmt:
			ok = ok && counts(p, n.X, loop)
		case *ast.SendStmt, *ast.GoStmt, *ast.DeferStmt, *ast.FuncLit:
			ok = false
		}
		return ok
	})
	return ok
}

func errorsIs(p *rule.Pass, call *ast.CallExpr) bool {
	return api.IsErrorsIs(p.Code.CalleeOf(call).Key)
}

// counts reports whether a variable is one of a turn, an error, or a number, so that
// what it holds opens no other way out.
func counts(p *rule.Pass, e ast.Expr, loop ast.Node) bool {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok && id.Name == "_" {
		return true
	}
	v := p.Code.VarOf(e)
	if v == nil || v.IsField() {
		return false
	}
	if code.IsError(v.Type()) || code.Within(code.Span{From: v.Pos(), To: v.Pos()}, loop) {
		return true
	}
	b, ok := v.Type().Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsNumeric|types.IsBoolean) != 0
}
