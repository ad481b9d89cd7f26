package retry

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

// ownWait is what a function of the package does to pass time.
type ownWait struct {
	always bool     // every call waits, unless a context ends it
	arg    ast.Expr // the duration, inside the function
	node   ast.Node
	obeys  api.Tri
	ctx    ast.Expr // inside the function
	pure   bool     // it does nothing else that matters
}

// A pause is one wait for time to pass, found in a statement or as a case of a select.
type pause struct {
	node    ast.Node
	arg     ast.Expr // nil if not in sight
	in      *code.Func
	call    *ast.CallExpr // the call of the helper in which arg stands, nil if it stands in place
	obeys   api.Tri
	ctx     ast.Expr
	through *types.Func
	sure    bool // it is sure to wait
	driver  *api.Driver
	ticker  bool     // it waits for the tick of a ticker
	timer   ast.Expr // what it waits for is the channel of this timer, nil if it is not
}

// isDelayCall reports whether a call does nothing but wait for time to pass.
func (x *Finder) isDelayCall(call *ast.CallExpr) bool {
	p := x.callPause(call, nil)
	if p == nil || x.asksMeanwhile(call) {
		return false
	}
	if p.through != nil {
		if f := x.p.FuncOf(p.through); f != nil {
			w := x.ownWaitOf(f)
			return w != nil && w.pure
		}
		if s := x.callees.Summary(p.through); s != nil {
			return onlySleeps(s)
		}
	}
	return true
}

// asksMeanwhile reports whether a call of a library's driver runs a function in
// sight that does more than look at memory.
func (x *Finder) asksMeanwhile(call *ast.CallExpr) bool {
	if x.table == nil {
		return false
	}
	d := x.table.Driver(x.p.CalleeOf(call).Key)
	if d == nil || d.Kind != api.OpArg || d.Op >= len(call.Args) {
		return false
	}
	f := x.closureAt(call.Args[d.Op])
	return f != nil && slices.ContainsFunc(f.Calls(), x.plausible)
}

// onlySleeps reports whether a function of another package does nothing but
// pass time: a client that pauses between its attempts does more.
func onlySleeps(s *facts.Func) bool {
	if len(s.Retries)+len(s.Within)+len(s.Effects) > 0 {
		return false
	}
	for _, w := range s.Waits {
		switch w.Kind {
		case api.WaitSleep, api.WaitSelect, api.WaitRecv:
		default:
			return false
		}
	}
	return true
}

// callPause returns the wait that a call makes, nil if it makes none.
func (x *Finder) callPause(call *ast.CallExpr, in *code.Func) *pause {
	c := x.p.CalleeOf(call)
	fn := c.Func
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	if c.Key == "time.Sleep" && len(call.Args) == 1 {
		return &pause{node: call, arg: call.Args[0], in: in, obeys: api.No, sure: true}
	}
	if x.table != nil {
		if w := x.table.Call(c.Key); w != nil && w.Kind == api.WaitSleep && !w.Builder {
			p := &pause{node: call, in: in, sure: true, obeys: api.No}
			if i := w.BoundArg - 1; i >= 0 && i < len(call.Args) {
				p.arg = call.Args[i]
			}
			if w.Ctx.Kind != api.CtxNone && w.Obeys != api.No {
				p.obeys = api.Yes
				p.ctx = ctxArg(x.p, call)
			}
			return p
		}
		if d := x.table.Driver(c.Key); d != nil && d.Kind == api.OpLoop {
			return &pause{node: call, in: in, sure: true, obeys: d.Stop, driver: d}
		}
	}
	if f := x.p.FuncOf(fn); f != nil {
		w := x.ownWaitOf(f)
		if w == nil {
			return nil
		}
		p := &pause{node: call, arg: w.arg, in: f, call: call, obeys: w.obeys, through: fn, sure: w.always}
		if w.ctx != nil {
			p.ctx = x.argOf(f, call, w.ctx)
		}
		return p
	}
	if x.callees != nil && !code.IsInterfaceMethod(fn) && fn.Pkg() != x.p.Types {
		if s := x.callees.Summary(fn); s != nil {
			for _, w := range s.Waits {
				if w.Kind != api.WaitSleep || w.Goroutine {
					continue
				}
				p := &pause{node: call, in: in, through: fn, sure: true, obeys: api.Maybe}
				if i := w.ArgBound - 1; i >= 0 && i < len(call.Args) {
					p.arg = call.Args[i]
				}
				if s.CtxParam > 0 && s.CtxParam <= len(call.Args) {
					p.obeys, p.ctx = api.Yes, call.Args[s.CtxParam-1]
				}
				return p
			}
		}
	}
	return nil
}

// ctxArg returns the first argument of a call that is a context.
func ctxArg(p *code.Package, call *ast.CallExpr) ast.Expr {
	for _, a := range call.Args {
		if code.IsContext(p.Info.TypeOf(a)) {
			return a
		}
	}
	return nil
}

// argOf returns what a call passes for the parameter that e names inside f.
func (x *Finder) argOf(f *code.Func, call *ast.CallExpr, e ast.Expr) ast.Expr {
	v := x.p.VarOf(e)
	if v == nil {
		return nil
	}
	i := f.ParamIndex(v)
	if i < 0 || i >= len(call.Args) {
		return nil
	}
	return call.Args[i]
}

// pauses returns the waits in a statement or expression, outside literals.
func (x *Finder) pauses(n ast.Node, in *code.Func) []*pause {
	var out []*pause
	code.InspectShallow(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if p := x.callPause(n, in); p != nil {
				out = append(out, p)
			}
		case *ast.UnaryExpr:
			if n.Op == token.ARROW && x.isTimeChan(n.X) {
				out = append(out, x.timerPause(n, n.X, in))
			}
		}
		return true
	})
	return out
}

// isTimeChan reports whether e is a channel that tells the time: of a timer or ticker.
func (x *Finder) isTimeChan(e ast.Expr) bool {
	t := x.p.Info.TypeOf(e)
	if t == nil {
		return false
	}
	c, ok := t.Underlying().(*types.Chan)
	if !ok {
		return false
	}
	n, ok := types.Unalias(c.Elem()).(*types.Named)
	return ok && n.Obj().Name() == "Time" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time"
}

// timerPause returns the wait for channel ch of a timer or ticker.
func (x *Finder) timerPause(node ast.Node, ch ast.Expr, in *code.Func) *pause {
	p := &pause{node: node, arg: x.timerArg(ch, 0), in: in, obeys: api.No, sure: true}
	if sel, ok := ast.Unparen(ch).(*ast.SelectorExpr); ok {
		p.ticker = api.TypeName(x.p.Info.TypeOf(sel.X)) == "time.Ticker"
		if !p.ticker {
			p.timer = sel.X
		}
	}
	for _, o := range x.p.Origins(ch) {
		if call, ok := o.Expr.(*ast.CallExpr); ok && x.p.CalleeOf(call).Key == "time.Tick" {
			p.ticker = true
		}
	}
	return p
}

// timerArg returns the duration that a timer's channel waits for, nil if it is
// not in sight or may be one of several.
func (x *Finder) timerArg(ch ast.Expr, depth int) ast.Expr {
	if depth > 3 {
		return nil
	}
	ch = ast.Unparen(ch)
	switch e := ch.(type) {
	case *ast.CallExpr: // time.After(d), clock.After(d), t.Chan()
		if fn := x.p.Callee(e); fn != nil && len(e.Args) == 1 && code.IsDuration(x.p.Info.TypeOf(e.Args[0])) {
			return e.Args[0]
		}
		return nil
	case *ast.SelectorExpr: // t.C
		if e.Sel.Name != "C" {
			return nil
		}
		var arg ast.Expr
		n := 0
		for _, o := range x.p.Origins(e.X) {
			call, ok := o.Expr.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 || !code.IsDuration(x.p.Info.TypeOf(call.Args[0])) {
				if o.Zero {
					continue
				}
				return nil
			}
			arg = call.Args[0]
			n++
		}
		if n != 1 {
			return nil
		}
		// A Reset in the function says more than the first setting.
		if r := x.resetArg(e.X); r != nil {
			return r
		}
		return arg
	case *ast.Ident:
		origins := x.p.Origins(e)
		if len(origins) == 1 && origins[0].Expr != nil && origins[0].Expr != ch {
			return x.timerArg(origins[0].Expr, depth+1)
		}
	}
	return nil
}

// resetArg returns the duration of the only t.Reset(d) in the function around t.
func (x *Finder) resetArg(t ast.Expr) ast.Expr {
	f := x.p.Enclosing(t)
	if f == nil {
		return nil
	}
	var arg ast.Expr
	for _, c := range f.Calls() {
		sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
		if ok && sel.Sel.Name == "Reset" && len(c.Args) == 1 && x.p.SamePlace(sel.X, t) {
			if arg != nil {
				return nil
			}
			arg = c.Args[0]
		}
	}
	return arg
}

// selectPause returns the wait that a case of a select makes, nil if it waits for something else.
func (f *flow) selectPause(cc *ast.CommClause) *pause {
	ch := code.Received(cc.Comm)
	if ch == nil || !f.x.isTimeChan(ch) || f.outsideTimer(cc, ch) {
		return nil
	}
	p := f.x.timerPause(cc, ch, f.fn)
	// The other cases may end the wait.
	if body, ok := f.x.p.Parent(cc).(*ast.BlockStmt); ok {
		for _, s := range body.List {
			o, ok := s.(*ast.CommClause)
			if !ok || o == cc || o.Comm == nil {
				continue
			}
			if ctx, done := f.isDone(o.Comm); done {
				p.obeys = api.Maybe
				if ctx != nil {
					p.obeys, p.ctx = api.Yes, ctx
					break
				}
			}
		}
	}
	return p
}

// ownWaitOf returns how a function of the package passes time, nil if it does not.
func (x *Finder) ownWaitOf(f *code.Func) *ownWait {
	if w, ok := x.waitsMemo[f]; ok {
		return w
	}
	x.waitsMemo[f] = nil // a recursive helper does not wait by itself
	var w *ownWait
	note := func(p *pause) {
		if w != nil {
			w.arg = nil // several: which one counts is not told
			return
		}
		w = &ownWait{arg: p.arg, node: p.node, obeys: p.obeys, ctx: p.ctx, always: p.sure}
		if p.call != nil {
			w.arg = nil
			// A helper's helper: the duration as the outer call passes it on.
			if id := x.p.VarOf(p.arg); id != nil && p.arg != nil {
				if g := x.p.FuncOf(p.through); g != nil {
					w.arg = x.argOf(g, p.call, p.arg)
				}
			}
		}
	}
	fl := &flow{x: x, fn: f}
	f.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CommClause:
			if n.Comm != nil {
				if p := fl.selectPause(n); p != nil {
					note(p)
				}
			}
		case *ast.UnaryExpr:
			if n.Op == token.ARROW && x.isTimeChan(n.X) && !inComm(x.p, n) {
				note(x.timerPause(n, n.X, f))
			}
		case *ast.CallExpr:
			if p := x.callPause(n, f); p != nil {
				note(p)
			}
		}
		return true
	})
	if w != nil {
		w.pure = true
		for _, c := range f.Calls() {
			// One that waits beside its work, as between attempts, is no pause.
			if !x.isDelayCall(c) && x.plausible(c) {
				w.pure = false
			}
		}
		if hasLoop(f) {
			w.always = false
		}
		// A wait inside a condition may be left out.
		if w.always && w.node != nil && conditional(x.p, f, w.node) {
			w.always = false
		}
	}
	x.waitsMemo[f] = w
	return w
}

// inComm reports whether a receive is the communication of a select's case.
func inComm(p *code.Package, n ast.Node) bool {
	for range 4 {
		up := p.Parent(n)
		if cc, ok := up.(*ast.CommClause); ok {
			return cc.Comm == n
		}
		switch up.(type) {
		case *ast.ExprStmt, *ast.AssignStmt, *ast.ParenExpr:
			n = up
		default:
			return false
		}
	}
	return false
}

// conditional reports whether a node stands in a branch that may be skipped
// for reasons other than the wait's own size or a context.
func conditional(p *code.Package, f *code.Func, n ast.Node) bool {
	child := n
	for up := p.Parent(n); up != nil && up != f.Node; child, up = up, p.Parent(up) {
		switch up := up.(type) {
		case *ast.IfStmt:
			if child == up.Body || child == up.Else {
				return true
			}
		case *ast.CaseClause:
			return true
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		}
	}
	return false
}

// value evaluates the length of a pause with values for some variables given.
func (x *Finder) value(p *pause, env durations.Env) durations.Value {
	if p.arg == nil {
		return durations.Unknown
	}
	if p.call != nil && p.in != nil {
		return durations.EvalCall(x.p, p.in, p.call, p.arg, env)
	}
	return durations.EvalIn(x.p, p.arg, env)
}
