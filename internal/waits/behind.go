package waits

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// Behind is work in a goroutine that goes on behind the back of the function which
// started it and has given up on it.
type Behind struct {
	// Leave is the return by which the function leaves without it.
	Leave *ast.ReturnStmt
	// Work is the call that goes on, Ctx the context under which it does: the
	// function's own caller's, which the function cannot end.
	Work *ast.CallExpr
	Ctx  ctxflow.Ctx
}

// GoesOn says whether the goroutine of a go statement in fn works on, under the context
// that fn was given, when fn fails in another case of the select in which it waits for
// the goroutine: at a time limit, or because something is lost that fn looks after.
// Nil if it may be ended, or waited for, in another way.
func (f *Finder) GoesOn(fn *code.Func, g *ast.GoStmt) *Behind {
	lit, ok := ast.Unparen(g.Call.Fun).(*ast.FuncLit)
	if !ok || fn.Obj == nil || f.p.LoopAround(g) != nil || f.endsOthers(fn, fn.Body, true) {
		return nil
	}
	worker := f.p.FuncAt(lit)
	sel := f.flow.Live(worker).Abandons
	if sel == nil || f.p.Enclosing(sel) != fn {
		return nil
	}
	work, ctx := f.workOfCaller(fn, worker)
	if work == nil {
		return nil
	}
	for _, s := range sel.Body.List {
		cc, ok := s.(*ast.CommClause)
		if !ok || !f.givesUp(worker, cc) {
			continue
		}
		if ret := f.failsIn(fn, cc); ret != nil {
			return &Behind{Leave: ret, Work: work, Ctx: ctx}
		}
	}
	return nil
}

// workOfCaller returns a call in a goroutine of something out of sight under the context
// that fn was given, without a limit of its own.
func (f *Finder) workOfCaller(fn, worker *code.Func) (*ast.CallExpr, ctxflow.Ctx) {
	for _, call := range worker.Calls() {
		given := f.flow.CtxArg(call)
		if given.Has != api.Yes || f.inGo(call) {
			continue
		}
		ctx := f.flow.Outer(given.Ctx)
		if !ctx.Known() || ctx.Opaque() || ctx.Root.Kind != ctxflow.RootParam || ctx.Root.Func != fn || ctx.Detached() != nil || len(ctx.Cancels()) > 0 || ctx.Signal() {
			continue
		}
		if f.outOfSight(call) || f.worksUnder(f.p.FuncOf(f.p.Callee(call)), 1) {
			return call, ctx
		}
	}
	return nil, ctxflow.Ctx{}
}

// worksUnder reports whether a function of the package calls something out of sight
// under the context that it is given, without a limit of its own.
func (f *Finder) worksUnder(g *code.Func, depth int) bool {
	if g == nil {
		return false
	}
	for _, call := range g.Calls() {
		given := f.flow.CtxArg(call)
		if given.Has != api.Yes || f.inGo(call) || !given.Ctx.Known() || given.Ctx.Root.Func != g || len(given.Ctx.Cancels()) > 0 {
			continue
		}
		if f.outOfSight(call) || depth > 0 && f.worksUnder(f.p.FuncOf(f.p.Callee(call)), depth-1) {
			return true
		}
	}
	return false
}

// givesUp reports whether a case of a select comes by the time, or because something
// that is no context, and that the goroutine does not look at, is over.
func (f *Finder) givesUp(worker *code.Func, cc *ast.CommClause) bool {
	ch := commChan(cc)
	if ch == nil || f.flow.DoneOf(ch) != nil {
		return false
	}
	if f.timerOf(ch) != nil {
		return true
	}
	call, ok := ast.Unparen(ch).(*ast.CallExpr)
	if !ok {
		return false
	}
	c := f.p.CalleeOf(call)
	if c.Func == nil || c.Recv == nil || c.Func.Name() != "Done" || code.IsContext(f.p.TypeOf(c.Recv)) {
		return false
	}
	v := f.p.VarOf(c.Recv)
	return v != nil && !v.IsField() && !f.p.Mentions(worker.Body, v)
}

// failsIn returns a return with an error in a case of a select, before which nothing is
// done that may end the goroutine, or wait for it, and which no context's end leads to.
func (f *Finder) failsIn(fn *code.Func, cc *ast.CommClause) *ast.ReturnStmt {
	if f.endsOthers(fn, cc, false) {
		return nil
	}
	res := fn.Sig.Results()
	if res.Len() == 0 || !code.IsError(res.At(res.Len()-1).Type()) {
		return nil
	}
	var out *ast.ReturnStmt
	code.InspectShallow(cc, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if ok && out == nil && len(ret.Results) == res.Len() && f.fails(ret.Results[res.Len()-1]) && f.testAbove(fn, ret) == nil && f.flow.CleanupMode(ret) == ctxflow.CleanupNone {
			out = ret
		}
		return out == nil
	})
	return out
}

// fails reports whether what a function returns is certainly an error: one that is made
// or named there, rather than a variable that may be nil.
func (f *Finder) fails(e ast.Expr) bool {
	switch x := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		fn := f.p.Callee(x)
		return fn != nil && fn.Pkg() != nil && (fn.Pkg().Path() == "fmt" || fn.Pkg().Path() == "errors" && fn.Name() == "New")
	case *ast.Ident, *ast.SelectorExpr:
		v := f.p.VarOf(x)
		return v != nil && !v.IsField() && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
	case *ast.UnaryExpr, *ast.CompositeLit:
		return true
	}
	return false
}

// endsOthers reports whether something is done below a node, in deferred calls alone or
// anywhere else, by which a goroutine may learn of the end: it closes, cancels, kills or
// marks something, calls a function value, or waits.
func (f *Finder) endsOthers(fn *code.Func, n ast.Node, deferred bool) bool {
	for _, g := range f.p.Funcs {
		if !g.Within(fn) {
			continue
		}
		for _, call := range g.Calls() {
			if !code.Within(call, n) || f.deferred(g, call) != deferred {
				continue
			}
			if f.endsByCall(call) {
				return true
			}
		}
	}
	cc, _ := n.(*ast.CommClause)
	if deferred || cc == nil {
		return false
	}
	found := false
	for _, s := range cc.Body {
		code.InspectShallow(s, func(m ast.Node) bool {
			u, ok := m.(*ast.UnaryExpr)
			_, send := m.(*ast.SendStmt)
			found = found || send || ok && u.Op == token.ARROW
			return !found
		})
	}
	return found
}

func (f *Finder) endsByCall(call *ast.CallExpr) bool {
	c := f.p.CalleeOf(call)
	switch {
	case c.Conversion:
		return false
	case c.Builtin != "":
		return c.Builtin == "close"
	case c.Func == nil:
		if _, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
			return false // looked into by itself
		}
		return true
	case c.Recv != nil && api.IsTimer(f.p.TypeOf(c.Recv)) || f.onlySpeaks(c.Func):
		return false
	}
	name := strings.ToLower(c.Func.Name())
	return slices.ContainsFunc([]string{"close", "cancel", "stop", "kill", "abort", "interrupt", "terminate", "shutdown", "store", "set", "wait", "signal", "broadcast", "exit", "end", "halt", "release", "join", "drain"}, func(w string) bool {
		return strings.HasPrefix(name, w)
	})
}
