package ctxdetach

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/rule"
)

// outlives reports a request's context given to a goroutine that nobody waits for.
func outlives(p *rule.Pass, f *code.Func, call *ast.CallExpr, given ctxflow.Given, seen map[ast.Node]bool) {
	outer := f.Outermost()
	if f.Obj == nil && f.Parent != nil {
		outer = f.Parent
	}
	var spawned bool
	if gs, ok := p.Code.Parent(call).(*ast.GoStmt); ok && gs.Call == call {
		spawned, outer = true, f
	} else if f.Obj == nil && f.UseOf().Role == code.RoleGo && p.Flow.Live(f).Kind == ctxflow.RunGo {
		spawned = true
	} else if f.Obj == nil && f.UseOf().Role == code.RoleArg {
		spawned = later(p, p.Flow.Live(f))
	}
	if !spawned || !given.Ctx.FromCaller() {
		return
	}
	m := p.Handlers.Of(outer)
	if m == nil {
		m = below(p, outer, given)
	}
	if m == nil || m.Kind != handlers.KindRequest || m.Live != api.Yes || m.How == handlers.ByParam || !uses(p, call, given) {
		return
	}
	if meantToEnd(p, outer, call, given) || m.Func != outer && stays(p, m.Func, m.Func.Body.Pos()) || f != outer && seen[f.Node] {
		return
	}
	seen[f.Node] = f != outer // one for each goroutine
	p.Report(rule.Finding{
		Node:    call,
		Message: fmt.Sprintf("the goroutine runs on under %s, which ends when %s returns, so its work is cut off; give it context.WithoutCancel and a limit of its own", types.ExprString(given.Expr), m.Func.Name()),
		Related: []rule.Related{{Node: m.Func.Type, Message: "the handler"}},
	})
}

// later reports whether a closure is run by a runner of the tables in a
// goroutine, or after a time, and nobody in sight waits for it or stops it.
func later(p *rule.Pass, run ctxflow.Run) bool {
	if run.Runner == nil || !run.Runner.Async || run.Call == nil {
		return false
	}
	if run.Runner.Later {
		return run.Runner.AfterTime() && leftAlone(p, run.Call)
	}
	if _, ok := p.Code.Parent(run.Call).(*ast.ExprStmt); !ok {
		return false
	}
	return run.Kind == ctxflow.RunGo
}

// leftAlone reports whether nobody stops a timer before the function that
// starts it has returned, as far as can be seen: it is forgotten, or only put
// into a map, where a later call may find it.
func leftAlone(p *rule.Pass, start *ast.CallExpr) bool {
	if _, ok := p.Code.Parent(start).(*ast.ExprStmt); ok {
		return true
	}
	as, ok := p.Code.Parent(start).(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 1 {
		return false
	}
	if intoMap(p, as.Lhs[0]) {
		return true
	}
	v, f := p.Code.VarOf(as.Lhs[0]), p.Code.Enclosing(start)
	if v == nil || v.IsField() || f == nil {
		return false
	}
	puts, alone := false, true
	ast.Inspect(f.Outermost().Body, func(n ast.Node) bool {
		x, ok := n.(*ast.Ident)
		if !ok || p.Code.Info.Uses[x] != v {
			return alone
		}
		to, ok := p.Code.Parent(x).(*ast.AssignStmt)
		if ok && len(to.Lhs) == 1 && to.Rhs[0] == ast.Expr(x) && intoMap(p, to.Lhs[0]) {
			puts = true
		} else {
			alone = false // stopped, reset, or handed to who may do so
		}
		return alone
	})
	return puts && alone
}

// intoMap reports whether e is an entry of a map that is kept in a field or a
// variable of the package.
func intoMap(p *rule.Pass, e ast.Expr) bool {
	ix, ok := ast.Unparen(e).(*ast.IndexExpr)
	if !ok {
		return false
	}
	if _, ok := p.Code.TypeOf(ix.X).Underlying().(*types.Map); !ok {
		return false
	}
	v := p.Code.VarOf(ix.X)
	return v != nil && (v.IsField() || v.Pkg() != nil && v.Parent() == v.Pkg().Scope())
}

// below returns the handler that reaches a function which starts a goroutine,
// if it hands its request's context down to it as it is.
func below(p *rule.Pass, outer *code.Func, given ctxflow.Given) *handlers.Match {
	r := p.Handlers.Entry(outer)
	if r == nil || len(r.Calls) == 0 || given.Ctx.Root.Func != outer {
		return nil
	}
	for _, c := range r.Calls {
		if g := p.Flow.CtxArg(c); g.Has != api.Yes || !g.Ctx.FromCaller() || len(g.Ctx.Cancels()) > 0 {
			return nil
		}
	}
	return r.Handler
}

// onlyIn reports whether all calls are in the goroutine that a call is in.
func onlyIn(p *rule.Pass, call *ast.CallExpr, all []*ast.CallExpr) bool {
	f := p.Code.Enclosing(call)
	if f == nil || f.Obj != nil || len(all) == 0 {
		return false
	}
	for _, c := range all {
		if !code.Within(c, f.Node) {
			return false
		}
	}
	return true
}

// namedIn reports whether a cancel function is named nowhere in outer but in the
// goroutine that a call is in: it gives back what the context holds when the
// goroutine is done.
func namedIn(p *rule.Pass, call *ast.CallExpr, outer *code.Func, cancel *types.Var) bool {
	f := p.Code.Enclosing(call)
	if f == nil || f.Obj != nil {
		return false
	}
	only := true
	ast.Inspect(outer.Body, func(n ast.Node) bool {
		if n == f.Node {
			return false
		}
		if id, ok := n.(*ast.Ident); ok && p.Code.Info.Uses[id] == cancel {
			only = false
		}
		return only
	})
	return only
}

// meantToEnd reports whether the goroutine that call starts, or is in, may well
// be meant to end with the handler outer: the handler cancels the context
// itself, or goes on serving after the start and only then returns.
func meantToEnd(p *rule.Pass, outer *code.Func, call *ast.CallExpr, given ctxflow.Given) bool {
	for _, s := range given.Ctx.InForce() {
		if s.Cancel != nil && s.In == outer && s.Kind != ctxflow.StepGroup && !onlyIn(p, call, p.Flow.CancelCalls(&s)) && !namedIn(p, call, outer, s.Cancel) {
			return true
		}
	}
	cur, ok := p.Code.Cursor(call)
	if !ok {
		return true
	}
	start := call.Pos()
	for c := range cur.Enclosing((*ast.GoStmt)(nil)) {
		start = c.Node().Pos()
	}
	return stays(p, outer, start)
}

// stays reports whether a function goes on to wait for something after a place.
func stays(p *rule.Pass, outer *code.Func, start token.Pos) bool {
	stays := false
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectStmt:
			for _, s := range n.Body.List {
				cc := s.(*ast.CommClause)
				if cc.Comm == nil || cc.Comm.End() != start {
					continue
				}
				for _, b := range cc.Body { // what comes after this case alone
					code.InspectShallow(b, visit)
				}
				return false
			}
			stays = stays || n.End() > start
		case *ast.UnaryExpr:
			stays = stays || n.Op == token.ARROW && n.Pos() > start
		case *ast.ForStmt:
			stays = stays || n.Cond == nil && n.End() > start
		case *ast.RangeStmt:
			_, ch := p.Code.Info.TypeOf(n.X).Underlying().(*types.Chan)
			stays = stays || ch && n.End() > start
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && n.End() > start {
				switch sel.Sel.Name {
				case "Wait", "ServeHTTP", "Serve", "Recv", "RecvMsg", "ReadMessage", "Copy":
					stays = true
				}
			}
		}
		return !stays
	}
	outer.Inspect(visit)
	return stays
}
