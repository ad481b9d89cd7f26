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

// asks reports whether a call asks whether the error of a call that fails once the
// context is over says something else than that: errors.Is, with an error of the
// package's or a library's, or errors.As, with a type that holds no other error.
func (e *ended) asks(call *ast.CallExpr) bool {
	if len(call.Args) != 2 {
		return false
	}
	switch key := e.p.Code.CalleeOf(call).Key; {
	case api.IsErrorsIs(key):
		return e.another(call.Args[0], call.Args[1], call)
	case api.IsErrorsAs(key):
		t := e.p.Code.TypeOf(call.Args[1])
		if t == nil || !saysElse(code.Deref(t)) {
			return false
		}
		if failed := e.gave(call.Args[0], call); failed != nil {
			e.failed = failed
			return true
		}
	}
	return false
}

// another reports whether err, at a node, is the error of a call that fails once the
// context is over, and with an error that says something else than that.
func (e *ended) another(err, with ast.Expr, at ast.Node) bool {
	v := named(e.p, with)
	if v == nil || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() || !code.ImplementsError(v.Type()) || mayBeEnd(v) {
		return false
	}
	failed := e.gave(err, at)
	if failed == nil || saidAtEnd(e.p, v) {
		return false
	}
	e.failed = failed
	return true
}

// named returns what an identifier, qualified or not, stands for.
func named(p *rule.Pass, e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return p.Code.Info.Uses[e]
	case *ast.SelectorExpr:
		return p.Code.Info.Uses[e.Sel]
	}
	return nil
}

// saidAtEnd reports whether the package says by an error of its own that a context
// is over.
func saidAtEnd(p *rule.Pass, v types.Object) bool {
	if v.Pkg() != p.Code.Types {
		return false
	}
	for id, obj := range p.Code.Info.Uses {
		if obj == v && p.Flow.CleanupMode(id) == ctxflow.CleanupOver {
			return true
		}
	}
	return false
}

// saysElse reports whether errors of a type are none that the end of a context
// makes: a struct that can hold no other error, and whose name says nothing of the
// kind.
func saysElse(t types.Type) bool {
	n, ok := types.Unalias(code.Deref(t)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || mayBeEnd(n.Obj()) {
		return false
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for v := range st.Fields() {
		if code.IsError(v.Type()) {
			return false
		}
	}
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(n), true, n.Obj().Pkg(), "Unwrap")
	return obj == nil
}

// mayBeEnd reports whether an error, or a type of errors, may be another name for the end of a context.
func mayBeEnd(v types.Object) bool {
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
