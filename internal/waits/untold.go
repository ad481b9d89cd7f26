package waits

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// An Untold is a goroutine that only ends when a stop channel is closed, or sent
// to, which its maker does not do on every way.
type Untold struct {
	Chan ast.Expr
	Node ast.Node // where it waits for that
	Exit ast.Node // where the maker leaves without it
	Tell ast.Node // where it is told on other ways
}

// NeverTold says whether the goroutine of a go statement in fn stays because fn
// may leave without closing the channel, a local one, by which alone the
// goroutine ends. Nil if that is not certain.
func (f *Finder) NeverTold(fn *code.Func, g *ast.GoStmt) *Untold {
	o := f.launched(fn, g.Call)
	if o == nil || o.Chan == nil {
		return nil
	}
	cl := f.class(o.Chan)
	if cl == nil || cl.othersMake || cl.othersSend {
		return nil
	}
	// Other functions may start the same goroutine with channels of their own.
	if v := f.p.VarOf(o.Chan); v == nil || cl.field || !f.madeHere(fn, o.Chan) {
		return nil
	}
	tells := cl.each(func(t *chanOp) bool { return !t.receives() && t.fn.Outermost() == fn.Outermost() })
	if len(tells) == 0 {
		return nil // said where it waits
	}
	for _, t := range tells {
		if t.fn != fn || t.deferred {
			return nil
		}
	}
	search := &pathSearch{p: f.p, ops: newOpSet(tells, fn), need: 1}
	exit := search.from(fn, g)
	if exit == nil {
		return nil
	}
	if f.flow.CleanupMode(exit) == ctxflow.CleanupOver {
		return nil
	}
	u := &Untold{Chan: o.Chan, Node: o.Node, Exit: exit, Tell: tells[0].node}
	if o.Case != nil {
		u.Node = o.Case
	}
	return u
}

// madeHere reports whether a channel is made by fn itself.
func (f *Finder) madeHere(fn *code.Func, ch ast.Expr) bool {
	origins := f.p.Origins(ch)
	for _, o := range origins {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok || f.p.CalleeOf(call).Builtin != "make" || f.p.Enclosing(call) != fn {
			return false
		}
	}
	return len(origins) > 0
}

// launched returns the one thing by which the goroutine that a call starts ends,
// in fn's terms.
func (f *Finder) launched(fn *code.Func, call *ast.CallExpr) *Only {
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		if len(call.Args) > 0 {
			return nil
		}
		return f.onlyEnd(f.p.FuncAt(lit), 0)
	}
	return f.onlyThrough(call, 0)
}

// NeverEnds returns the loop in which the goroutine of a go statement in fn goes
// round by a timer, or by sleeping, for ever, although fn, which was called
// with a context, is done some time, or has no other use for that context; so for a
// loop over something that fn closes when it returns. Nil if the loop may end, or is
// fn's purpose.
func (f *Finder) NeverEnds(fn *code.Func, g *ast.GoStmt) ast.Stmt {
	worker := f.startedIn(g)
	if worker == nil || fn.Obj == nil || len(worker.Body.List) == 0 || f.p.Parent(g) != ast.Node(fn.Body) {
		return nil
	}
	if (worker.Obj != nil || f.livesOn(fn) || !f.isDone(fn, g)) && !f.unusedCtx(fn) && !f.givenClosed(fn, g) {
		return nil
	}
	loop := worker.Body.List[len(worker.Body.List)-1]
	switch l := loop.(type) {
	case *ast.ForStmt:
		if l.Cond != nil {
			return nil
		}
	case *ast.RangeStmt:
		if chanType(f.p.Info.TypeOf(l.X)) == nil || f.timerOf(l.X) == nil {
			return nil
		}
	default:
		return nil
	}
	if len(f.exits(worker, loop, nil)) > 0 || f.mayStop(worker, loop) {
		return nil
	}
	sleeps := false
	for _, w := range f.Own(worker) {
		switch {
		case w.Kind == api.WaitSleep && code.Within(w.Node, loop), w.Node == ast.Node(loop):
			sleeps = true // a range over a ticker's channel
		case isChan(w.Kind):
			return nil // judged where it waits
		}
	}
	if !sleeps {
		return nil
	}
	for _, s := range f.flow.AtHand(fn, nil) {
		if s.Kind == ctxflow.SourceParam || s.Kind == ctxflow.SourceCarrier {
			return loop
		}
	}
	return nil
}

// givenClosed reports whether a goroutine is given something, as an argument or from
// around it, that fn closes when it returns, as it may do.
func (f *Finder) givenClosed(fn *code.Func, g *ast.GoStmt) bool {
	leaves := !endless(fn.Body.List[len(fn.Body.List)-1])
	fn.Inspect(func(n ast.Node) bool {
		_, ret := n.(*ast.ReturnStmt)
		leaves = leaves || ret
		return !leaves
	})
	found := false
	ast.Inspect(g.Call, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !found {
			v, ok := f.p.Info.Uses[id].(*types.Var)
			found = ok && !v.IsField() && f.isPeer(v.Type()) && f.endsItself(fn, v, g)
		}
		return !found
	})
	return leaves && found
}

// startedIn returns the function of the package, or the literal, that a go
// statement starts.
func (f *Finder) startedIn(g *ast.GoStmt) *code.Func {
	if lit, ok := ast.Unparen(g.Call.Fun).(*ast.FuncLit); ok {
		return f.p.FuncAt(lit)
	}
	return f.p.FuncOf(f.p.Callee(g.Call))
}

// unusedCtx reports whether a function is there to start something, takes a
// context for it, and hands that to nothing but lines in a log.
func (f *Finder) unusedCtx(fn *code.Func) bool {
	var ctx *types.Var
	for _, v := range fn.Params() {
		if code.IsContext(v.Type()) && v.Name() != "" && v.Name() != "_" {
			ctx = v
		}
	}
	if ctx == nil || !lasting(fn.Obj.Name()) {
		return false
	}
	unused := true
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if f.onlySpeaks(f.p.Callee(n)) {
				return false
			}
		case *ast.Ident:
			unused = unused && f.p.Info.Uses[n] != ctx
		}
		return unused
	})
	return unused
}

// onlySpeaks reports whether a function, which may be nil, only logs, formats or
// converts what it is given.
func (f *Finder) onlySpeaks(fn *types.Func) bool {
	return fn != nil && fn.Pkg() != nil && (f.t.Quiet(fn.Pkg().Path()) || api.OnlySpeaks(fn.Pkg().Path(), fn.Name()))
}

// mayStop reports whether a loop may end by a call that does not return.
func (f *Finder) mayStop(fn *code.Func, loop ast.Stmt) bool {
	for _, call := range fn.Calls() {
		if code.Within(call, loop) && f.p.MayStop(call) {
			return true
		}
	}
	return false
}
