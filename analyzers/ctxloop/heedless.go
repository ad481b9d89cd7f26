package ctxloop

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/rule"
)

// heedless judges the pause of a loop that the end of a context cuts short, if
// nobody asks why it was: what failed before it fails again, under the same
// context, and the next pause takes no time at all.
func heedless(p *rule.Pass, f *code.Func, loop *ast.ForStmt, tests []ctxflow.Test) bool {
	if p.Handlers.Startup(f.Outermost()) {
		return false
	}
	for _, w := range p.Waits.Own(f) {
		if p.Code.LoopAround(w.Node) != ast.Stmt(loop) || w.Goroutine || w.Obeys != facts.ObeysParam || w.Kind != api.WaitSelect && w.Kind != api.WaitSleep {
			continue
		}
		ctx := unheeded(p, w.Node, loop, tests)
		if ctx == nil || !looksOnlyAt(loop, w.Node, tests) {
			continue
		}
		c := p.Flow.Trace(ctx)
		if !c.Known() || !c.FromCaller() || ownCancel(c, loop) {
			continue
		}
		call := goesRound(p, f, loop, w.Node, ctx)
		if call == nil {
			continue
		}
		name := types.ExprString(ctx)
		p.Report(rule.Finding{
			Node: place(p, w),
			Message: fmt.Sprintf("the loop at %s goes on after %s is over: %s fails at once then, and this pause takes no time; return when %s.Err() is not nil",
				p.Where(loop), name, p.Code.CallName(call), name),
			Related: []rule.Related{{Node: call, Message: "the call that fails once the context is over"}, {Node: loopHead(loop), Message: "the loop that goes on"}},
		})
		return true
	}
	return false
}

// looksOnlyAt reports whether a loop looks at a context in one node and nowhere
// else.
func looksOnlyAt(loop *ast.ForStmt, n ast.Node, tests []ctxflow.Test) bool {
	for _, t := range tests {
		if code.Within(t.Node, loop) && !code.Within(t.Node, n) {
			return false
		}
	}
	return true
}

// unheeded returns the context by whose end a pause is cut short without the loop
// being told: the pause is a call whose result is dropped, or a select whose Done
// case does nothing and which waits for nothing but a timer besides.
func unheeded(p *rule.Pass, n ast.Node, loop *ast.ForStmt, tests []ctxflow.Test) ast.Expr {
	switch n := n.(type) {
	case *ast.CallExpr:
		switch s := p.Code.Parent(n).(type) {
		case *ast.ExprStmt:
		case *ast.AssignStmt:
			for _, l := range s.Lhs {
				if id, ok := l.(*ast.Ident); !ok || id.Name != "_" {
					return nil
				}
			}
		default:
			return nil
		}
		for _, w := range p.Waits.In(p.Code.Enclosing(n)) {
			if w.Node == n && w.Kind != api.WaitSelect && w.Kind != api.WaitSleep {
				return nil // it does more than wait
			}
		}
		for _, a := range n.Args {
			if _, ok := ast.Unparen(a).(*ast.UnaryExpr); ok {
				return nil // it may write there how it ended
			}
		}
		if given := p.Flow.CtxArg(n); given.Has == api.Yes {
			return given.Expr
		}
	case *ast.SelectStmt:
		if loop.Cond == nil {
			return nil // judged as a Done case
		}
		for _, t := range tests {
			if t.Select == n && t.Clause != nil && waitsOnlyFor(p, t) && harmless(p, t.Clause.Body) && !assigns(p, loop, t.Clause.Body) {
				return t.Expr
			}
		}
	}
	return nil
}

// goesRound returns the call that fails again and again once the context is over,
// if every way on from a pause then leads back to it.
func goesRound(p *rule.Pass, f *code.Func, loop *ast.ForStmt, pause ast.Node, ctx ast.Expr) *ast.CallExpr {
	start := blockOf(f.CFG(), pause)
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
		cond, ok := b.Nodes[len(b.Nodes)-1].(ast.Expr)
		switch {
		case !ok || !code.Within(cond, loop):
			return b.Succs
		case cond == loop.Cond:
			return b.Succs[:1] // as before, which is looked at below
		}
		return end.ways(b, cond)
	}
	if leavesBy(start, loop, func(b *cfg.Block) bool { return b == start }, next) || end.failed == nil {
		return nil
	}
	failed := end.failed
	if loop.Cond == nil {
		return failed
	}
	// What the condition asks must not change on the way round.
	steady := true
	ast.Inspect(loop.Cond, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			c := p.Code.CalleeOf(n)
			steady = steady && (c.Builtin == "len" || c.Builtin == "min" || c.Builtin == "max")
		case *ast.SelectorExpr, *ast.IndexExpr, *ast.StarExpr:
			steady = false
		case *ast.Ident:
			v, ok := p.Code.Info.Uses[n].(*types.Var)
			if !ok {
				return true
			}
			for _, b := range passed {
				for _, m := range b.Nodes {
					steady = steady && !changes(p, m, v)
				}
			}
		}
		return steady
	})
	if !steady {
		return nil
	}
	return failed
}

// changes reports whether a statement may change a variable.
func changes(p *rule.Pass, n ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				found = found || p.Code.VarOf(l) == v
			}
		case *ast.IncDecStmt:
			found = found || p.Code.VarOf(n.X) == v
		case *ast.UnaryExpr:
			found = found || n.Op.String() == "&" && p.Code.VarOf(n.X) == v
		case *ast.FuncLit:
			found = found || p.Code.Mentions(n, v)
			return false
		}
		return !found
	})
	return found
}

// errorOfCall reports whether a call asks whether the error of a call under
// a context is one of the package's, or a library's, that says something else
// than the end of a context.
func errorOfCall(p *rule.Pass, call *ast.CallExpr, ctx ast.Expr, loop ast.Stmt) bool {
	if !api.IsErrorsIs(p.Code.CalleeOf(call).Key) || len(call.Args) != 2 {
		return false
	}
	with, err := p.Code.VarOf(call.Args[1]), p.Code.VarOf(call.Args[0])
	if with == nil || err == nil || with.IsField() || with.Pkg() == nil || with.Parent() != with.Pkg().Scope() || mayBeEnd(with) {
		return false
	}
	defs := p.Code.ReachingAt(err, call)
	if len(defs) != 1 || defs[0].RHS == nil || !code.Within(defs[0].Node, loop) {
		return false
	}
	from, ok := ast.Unparen(defs[0].RHS).(*ast.CallExpr)
	if !ok {
		return false
	}
	given := p.Flow.CtxArg(from)
	return given.Has == api.Yes && given.Expr != nil && p.Flow.SameEnd(ctx, given.Expr)
}

// mayBeEnd reports whether an error may be another name for the end of a context.
func mayBeEnd(v *types.Var) bool {
	switch v.Pkg().Path() {
	case "context", "os", "net":
		return true
	}
	name := strings.ToLower(v.Name())
	for _, w := range []string{"cancel", "time", "deadline", "clos", "stop", "abort", "interrupt", "shut", "done", "end", "quit", "exit", "unavail", "context"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// blockOf returns the block of the graph in which a node is; for a select that of
// its first case.
func blockOf(g *cfg.CFG, n ast.Node) *cfg.Block {
	for _, b := range g.Blocks {
		if !b.Live {
			continue
		}
		if b.Stmt == n && b.Kind == cfg.KindSelectCaseBody {
			return b
		}
		for _, m := range b.Nodes {
			if sel, ok := n.(*ast.SelectStmt); ok && code.Within(m, sel) || code.Within(n, m) {
				return b
			}
		}
	}
	return nil
}
