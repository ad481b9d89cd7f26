package orphan

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// waitFirst reports a wait for goroutines that comes before the call by which
// alone they end.
func waitFirst(p *rule.Pass, f *code.Func) {
	if p.Handlers.Startup(f.Outermost()) {
		return // it may wait for the end of the process
	}
	for _, w := range p.Waits.Own(f) {
		end, worker := p.Waits.WaitFirst(w)
		if end == nil {
			continue
		}
		p.Report(rule.Finding{
			Node: w.Node,
			Message: fmt.Sprintf("this wait comes before %s at %s, and the goroutine it waits for ends only by that, so it goes on for ever; end it first, then wait",
				types.ExprString(end), p.Where(end)),
			Related: []rule.Related{{Node: end, Message: "runs after the wait"}, {Node: nodeHead(worker.Node), Message: "waits until then"}},
		})
	}
}

// deferOrder reports a deferred wait for goroutines that runs before the
// deferred cancel on which they wait.
func deferOrder(p *rule.Pass, f *code.Func) {
	type deferred struct {
		stmt *ast.DeferStmt
		v    *types.Var // the cancel function
	}
	var cancels []deferred
	var all []*ast.DeferStmt
	f.Inspect(func(n ast.Node) bool {
		d, ok := n.(*ast.DeferStmt)
		if !ok {
			return true
		}
		all = append(all, d)
		if v := cancelled(p, d.Call); v != nil {
			cancels = append(cancels, deferred{d, v})
		}
		if p.Code.CalleeOf(d.Call).Builtin == "close" {
			cancels = append(cancels, deferred{d, nil})
		}
		return true
	})
	if len(cancels) == 0 || len(all) < 2 {
		return
	}
	for i, d := range all {
		workers := waitsFor(p, f, d)
		if len(workers) == 0 || endsAfter(p, all[i+1:]) {
			continue
		}
		for _, c := range cancels {
			if c.stmt.Pos() > d.Pos() {
				continue
			}
			for _, wk := range workers {
				if c.v == nil {
					if o := p.Waits.OnlyEnd(wk); o != nil && o.Ctx == nil && leavesEarly(p, f, d) && closesAlone(p, o, c.stmt.Call) {
						p.Report(rule.Finding{
							Node: d,
							Message: fmt.Sprintf("deferred calls run last to first: this wait comes before the %[1]s deferred at %[2]s, and the goroutine it waits for ends only by that; defer the %[1]s after it, or close in the same deferred function before waiting",
								types.ExprString(c.stmt.Call), p.Where(c.stmt)),
							Related: []rule.Related{{Node: c.stmt, Message: "runs after the wait"}, {Node: head(o.Node), Message: "waits until then"}},
						})
						return
					}
					continue
				}
				if w := p.Waits.OnlyEndsBy(wk, c.v); w != nil && leavesEarly(p, f, d) && !called(p, f, c.v, c.stmt) {
					p.Report(rule.Finding{
						Node: d,
						Message: fmt.Sprintf("deferred calls run last to first: this wait comes before the %s() deferred at %s, and the goroutine it waits for ends only by that; defer %s after it, or cancel in the same deferred function before waiting",
							c.v.Name(), p.Where(c.stmt), c.v.Name()),
						Related: []rule.Related{{Node: c.stmt, Message: "runs after the wait"}, {Node: head(w.Node), Message: "waits until then"}},
					})
					return
				}
			}
		}
	}
}

// cancelled returns the variable that a deferred call calls, or the one that the literal
// which it runs does nothing but call, nil if there is none: defer cancel(), of a
// context with a cause defer cancel(nil).
func cancelled(p *rule.Pass, call *ast.CallExpr) *types.Var {
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		if len(lit.Body.List) != 1 {
			return nil
		}
		s, ok := lit.Body.List[0].(*ast.ExprStmt)
		if !ok {
			return nil
		}
		if call, ok = ast.Unparen(s.X).(*ast.CallExpr); !ok {
			return nil
		}
	}
	if len(call.Args) > 1 || len(call.Args) == 1 && !code.IsError(p.Code.TypeOf(call.Args[0])) && !p.Code.IsNil(call.Args[0]) {
		return nil
	}
	return p.Code.VarOf(call.Fun)
}

// closesAlone reports whether a call closes the channel by which alone a goroutine
// ends, and nothing else in the package does.
func closesAlone(p *rule.Pass, o *waits.Only, end *ast.CallExpr) bool {
	for _, h := range p.Code.Funcs {
		for _, call := range h.Calls() {
			if ends, _ := p.Waits.EndedBy(o, call); ends != (call == end) && (ends || call == end) {
				return false
			}
		}
	}
	return true
}

// waitsFor returns the goroutines that a defer statement waits for.
func waitsFor(p *rule.Pass, f *code.Func, d *ast.DeferStmt) []*code.Func {
	if lit, ok := d.Call.Fun.(*ast.FuncLit); ok && len(lit.Body.List) > 0 {
		if ch := code.Received(lit.Body.List[0]); ch != nil {
			return p.Waits.Closers(ch)
		}
	}
	group := groupOf(p, d)
	if group == nil {
		return nil
	}
	workers, _ := p.Waits.Workers(f, group)
	return workers
}

// groupOf returns the group that a defer statement waits for before it does
// anything else, nil if there is none.
func groupOf(p *rule.Pass, d *ast.DeferStmt) ast.Expr {
	calls := []*ast.CallExpr{d.Call}
	if lit, ok := d.Call.Fun.(*ast.FuncLit); ok {
		g := p.Code.FuncAt(lit)
		if g == nil {
			return nil
		}
		calls = g.Calls()
	}
	for _, call := range calls {
		c := p.Code.CalleeOf(call)
		if call != d.Call && (speaks(p, call) || c.Key == "errors.Join") {
			continue
		}
		if c.Recv == nil {
			if call != d.Call || d.Call.Fun == call.Fun && c.Func == nil {
				return nil // something else first
			}
			continue
		}
		row := p.Table.CallOf(c.Func)
		if row != nil && row.Kind == api.WaitSync && c.Func.Name() == "Wait" {
			return c.Recv
		}
		if row != nil && row.Unblocks || row == nil {
			return nil // it may end the goroutines first
		}
	}
	return nil
}

// endsAfter reports whether one of the later defers, which run earlier, may
// end the goroutines: by a close, a stop, another cancel.
func endsAfter(p *rule.Pass, later []*ast.DeferStmt) bool {
	for _, d := range later {
		c := p.Code.CalleeOf(d.Call)
		if c.Builtin == "close" || c.Func == nil {
			return true
		}
		if c.Key != "(*time.Ticker).Stop" && c.Key != "(*time.Timer).Stop" && c.Key != "(*sync.Mutex).Unlock" {
			return true
		}
	}
	return false
}

// leavesEarly reports whether a function may return, after a statement, while
// its context is alive.
func leavesEarly(p *rule.Pass, f *code.Func, after ast.Node) bool {
	found := false
	f.Inspect(func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok && r.Pos() > after.End() && p.Flow.CleanupMode(r) != ctxflow.CleanupOver {
			found = true
		}
		return !found
	})
	return found
}

// called reports whether a function calls its cancel function in other places
// than the defer statement.
func called(p *rule.Pass, f *code.Func, v *types.Var, d *ast.DeferStmt) bool {
	found := false
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && p.Code.Info.Uses[id] == v && !code.Within(id, d) {
			found = true
		}
		return !found
	})
	return found
}
