package ctxloop

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// noWayOut judges an endless loop that nothing leaves, but which waits for the
// end of a context: what waits for it returns at once when it is over.
func noWayOut(p *rule.Pass, f *code.Func, loop *ast.ForStmt, tests []ctxflow.Test) (found bool) {
	for _, t := range tests {
		if code.Within(t.Node, loop) {
			return true // judged where it looks
		}
	}
	start := (*cfg.Block)(nil)
	for _, b := range f.CFG().Blocks {
		if b.Stmt == loop && b.Kind == cfg.KindForBody {
			start = b
		}
	}
	if start == nil || leaves(start, loop, atHead(loop)) || p.Handlers.Startup(f.Outermost()) {
		return false
	}
	var until *waits.Wait
	for _, w := range p.Waits.In(f) {
		if w.Goroutine || w.Cleanup || !code.Within(w.Node, loop) || p.Code.LoopAround(w.Node) != ast.Stmt(loop) && w.Fn == f {
			continue
		}
		switch w.Obeys {
		case facts.ObeysParam, facts.ObeysRecv, facts.ObeysValue:
			if w.Ctx == nil || w.Ctx.Ambiguous || w.Proven || len(w.Ctx.Cancels()) > 0 && ownCancel(*w.Ctx, loop) {
				return true // another end
			}
			if until == nil && !w.Linked {
				until = w
			}
		default:
			if !w.Trivial {
				return false // it may be left by a panic, or wait for something else; nothing is certain
			}
		}
	}
	if until == nil || until.Fn != f && !immediate(until.Fn, f) {
		return false
	}
	p.Report(rule.Finding{
		Node: place(p, until),
		Message: fmt.Sprintf("the loop at %s goes on after %s is over: %s returns at once then, and nothing leaves the loop; return when %s.Err() is not nil",
			p.Where(loop), ctxOf(until), what(until), ctxOf(until)),
		Related: []rule.Related{{Node: loopHead(loop), Message: "the loop that never ends"}},
	})
	return true
}

// neverOver reports whether the context that f is given never ends: all who call f are
// in sight, and give it one that nothing ends.
func neverOver(p *rule.Pass, f *code.Func) bool {
	if f.Obj == nil {
		return false
	}
	calls, complete := p.Code.Callers(f)
	for _, call := range calls {
		g := p.Flow.CtxArg(call)
		if g.Has != api.Yes || !g.Ctx.Known() || !g.Ctx.Endless() {
			return false
		}
	}
	return complete && len(calls) > 0
}

// immediate reports whether a literal is called where it stands in f.
func immediate(lit, f *code.Func) bool {
	return lit.Parent == f && lit.UseOf().Role == code.RoleImmediate
}

func what(w *waits.Wait) string {
	if len(w.Via) > 1 {
		return w.Via[0].Func
	}
	return "the " + w.What
}

// place is where a wait is reported: the Done case of a select, the node itself
// otherwise.
func place(p *rule.Pass, w *waits.Wait) ast.Node {
	sel, ok := w.Node.(*ast.SelectStmt)
	if !ok {
		return w.Node
	}
	for _, t := range p.Flow.DoneTests(w.Fn) {
		if t.Select == sel && t.Clause != nil {
			return t.Clause.Comm
		}
	}
	return head{sel.Select, sel.Body.Lbrace}
}

func ctxOf(w *waits.Wait) string {
	switch ast.Unparen(w.Ctx.Root.Expr).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return types.ExprString(ast.Unparen(w.Ctx.Root.Expr))
	}
	if v := w.Ctx.Root.Var; v != nil && w.Ctx.Root.Kind == ctxflow.RootParam {
		return v.Name()
	}
	return "the context"
}

// failsUnder returns the context, the caller's, whose end is certain to be the
// error that t tests again in each turn of a loop: it comes from a call with
// that context. It returns "" if it may be another's.
func failsUnder(p *rule.Pass, t ctxflow.Test, loop *ast.ForStmt) string {
	err := p.Code.VarOf(t.Err)
	if err == nil || t.Cond == nil {
		return ""
	}
	return callersEnd(p, callOf(p, err, t.Cond, loop))
}

// callersEnd returns the context, the caller's as it is, under which a call
// runs, "" if that is another one.
func callersEnd(p *rule.Pass, call *ast.CallExpr) string {
	if call == nil {
		return ""
	}
	given := p.Flow.CtxArg(call)
	if given.Has != api.Yes || !given.Ctx.Known() || !given.Ctx.FromCaller() || len(given.Ctx.Cancels()) > 0 {
		return ""
	}
	return types.ExprString(given.Expr)
}

// endless judges a loop without a condition whose failing call leads back to itself.
func endless(p *rule.Pass, f *code.Func, loop *ast.ForStmt, tests []ctxflow.Test) (found bool) {
	for _, t := range tests {
		if code.Within(t.Node, loop) && (t.Expr == nil || t.Clause != nil || mayLeave(p, f, t, loop)) {
			return false // it does look
		}
	}
	code.InspectShallow(loop.Body, func(n ast.Node) bool {
		cond, ok := n.(*ast.IfStmt)
		if !ok {
			return true
		}
		err := notNil(p, cond.Cond)
		if err == nil {
			return true
		}
		call := callOf(p, err, cond, loop)
		if call == nil || isTest(call, tests) {
			return true
		}
		given := p.Flow.CtxArg(call)
		if given.Has != api.Yes || !given.Ctx.Known() || !given.Ctx.FromCaller() || len(given.Ctx.Bounds()) > 0 || ownCancel(given.Ctx, loop) || madeIn(p, given.Expr, loop) {
			return true
		}
		start := branchBlock(f.CFG(), cond)
		if recv := p.Code.CalleeOf(call).Recv; recv != nil && p.Flow.Linked(f, recv) != nil {
			return true // closed then
		}
		// Success that leaves makes it a retry, which is another rule's.
		if start == nil || leaves(start, loop, atHead(loop)) || assignsAny(p, loop, cond.Body) || !harmlessBut(p, cond.Body.List, func(c *ast.CallExpr) bool { return pauses(p, c) }) || exitsBefore(p, f, loop, cond.Cond, err) {
			return true
		}
		var at ast.Node = call
		if l := len(cond.Body.List); l > 0 {
			if br, ok := cond.Body.List[l-1].(*ast.BranchStmt); ok {
				at = br
			}
		}
		name := lookAt(p, given.Expr)
		how := fmt.Sprintf("return when %s.Err() is not nil", name)
		for _, w := range p.Waits.Own(f) {
			if p.Code.LoopAround(w.Node) == ast.Stmt(loop) && w.Kind == api.WaitSelect && takes(w) {
				// That is where the loop spends its time.
				at, how = place(p, w), fmt.Sprintf("wait in a select with a case for %s.Done() that returns", name)
				break
			}
		}
		found = true
		p.Report(rule.Finding{
			Node:    at,
			Message: failsAgain(p, call, loop, name, how),
			Related: []rule.Related{{Node: call, Message: "the call that fails once the context is over"}, {Node: loopHead(loop), Message: "the loop that never ends"}},
		})
		return true
	})
	return found
}

// isTest reports whether a call is itself a look at a context.
func isTest(call *ast.CallExpr, tests []ctxflow.Test) bool {
	for _, t := range tests {
		if t.Node == ast.Node(call) {
			return true
		}
	}
	return false
}

// ownCancel reports whether the context is derived anew inside the loop.
func ownCancel(c ctxflow.Ctx, loop ast.Node) bool {
	for _, s := range c.InForce() {
		if s.Call != nil && code.Within(s.Call, loop) {
			return true
		}
	}
	return false
}

// madeIn reports whether what carries a context, a stream say, is made anew in
// each turn of a loop: then the call that makes it is the one that fails.
func madeIn(p *rule.Pass, e ast.Expr, loop ast.Node) bool {
	v := p.Code.VarOf(e)
	return v != nil && !code.IsContext(v.Type()) && code.Within(code.Span{From: v.Pos(), To: v.Pos()}, loop)
}

// lookAt is how the end of the context that e is or carries is asked for.
func lookAt(p *rule.Pass, e ast.Expr) string {
	name := types.ExprString(e)
	if t := p.Code.TypeOf(e); t != nil && !code.IsContext(t) && hasContext(t) {
		return name + ".Context()"
	}
	return name
}

// notNil returns err of the condition err != nil, nil for any other condition.
func notNil(p *rule.Pass, cond ast.Expr) *types.Var {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ || !p.Code.Info.Types[b.Y].IsNil() {
		return nil
	}
	v := p.Code.VarOf(b.X)
	if v == nil || v.IsField() || !code.IsError(v.Type()) {
		return nil
	}
	return v
}

// callOf returns the call inside the loop whose error err is at cond.
func callOf(p *rule.Pass, err *types.Var, cond *ast.IfStmt, loop ast.Node) *ast.CallExpr {
	defs := p.Code.ReachingAt(err, cond.Cond)
	if len(defs) != 1 || defs[0].RHS == nil || !code.Within(defs[0].Node, loop) {
		return nil
	}
	call, ok := ast.Unparen(defs[0].RHS).(*ast.CallExpr)
	if !ok {
		return nil
	}
	return p.Waits.Behind(call)
}

// exitsBefore reports whether the loop has a way out on the way from its head
// to a condition: then it may end by something that follows from the context. What
// comes after the test of a failing call is not reached.
func exitsBefore(p *rule.Pass, f *code.Func, loop *ast.ForStmt, cond ast.Expr, err *types.Var) bool {
	seen := make(map[*cfg.Block]bool)
	var walk func(b *cfg.Block) bool
	walk = func(b *cfg.Block) bool {
		if seen[b] {
			return false
		}
		seen[b] = true
		for _, n := range b.Nodes {
			if code.Within(cond, n) {
				return false
			}
		}
		if len(b.Succs) == 0 && b.Kind != cfg.KindSelectAfterCase || b.Stmt == loop && b.Kind == cfg.KindForDone {
			return true
		}
		succs := b.Succs
		if l := len(b.Nodes); l > 0 && len(succs) == 2 {
			if e, ok := b.Nodes[l-1].(ast.Expr); ok && otherError(p, e, err) {
				succs = succs[1:]
			}
		}
		for _, s := range succs {
			if walk(s) {
				return true
			}
		}
		return false
	}
	for _, b := range f.CFG().Blocks {
		if b.Stmt == loop && b.Kind == cfg.KindForBody {
			return walk(b)
		}
	}
	return true
}
