package waits

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

// class returns the class of a channel, nil if it cannot be followed.
func (f *Finder) class(ch ast.Expr) *chanClass {
	return f.index().class(ch)
}

func (f *Finder) index() *chanIndex {
	if f.chans == nil {
		f.chans = newChanIndex(f.p)
	}
	return f.chans
}

// doneCtx returns the context whose Done channel ch is.
func (f *Finder) doneCtx(fn *code.Func, ch ast.Expr) (*ctxflow.Ctx, bool) {
	if x := f.flow.DoneOf(ch); x != nil {
		ctx := f.flow.Trace(x)
		return &ctx, true
	}
	return nil, false
}

// chanWait judges a bare send, receive or range over a channel. It returns nil
// if it never waits.
func (f *Finder) chanWait(fn *code.Func, n ast.Node, ch ast.Expr) *Wait {
	w := &Wait{Node: n, Obeys: facts.ObeysUnknown}
	name := types.ExprString(ast.Unparen(ch))
	switch n.(type) {
	case *ast.SendStmt:
		w.Kind, w.What, w.Twin = api.WaitSend, "send on "+name, "send in a select with the context's Done"
	case *ast.RangeStmt:
		w.Kind, w.What, w.Twin = api.WaitRecv, "range over "+name, "receive in a select with the context's Done"
	default:
		w.Kind, w.What, w.Twin = api.WaitRecv, "receive from "+name, "receive in a select with the context's Done"
	}
	if ctx, ok := f.doneCtx(fn, ch); ok {
		f.obey(w, *ctx)
		w.Proven = false // waiting for the end of a context is the purpose
		return w
	}
	if t := f.timerOf(ch); t != nil {
		return f.timerWait(fn, w, t)
	}
	f.judge(fn, w, n, ch)
	if w.What == "" {
		return nil
	}
	return w
}

// A timer is what makes the channel of a timer or ticker.
type timer struct {
	made *ast.CallExpr // nil if not in sight
	x    ast.Expr      // the timer, for timer.C
	dur  ast.Expr
}

// timerOf returns the timer whose channel ch is, nil if it is none.
func (f *Finder) timerOf(ch ast.Expr) *timer {
	ch = ast.Unparen(ch)
	switch x := ch.(type) {
	case *ast.CallExpr:
		return f.timerCall(x, nil)
	case *ast.SelectorExpr:
		if x.Sel.Name != "C" || !api.IsTimer(f.p.Info.TypeOf(x.X)) {
			return nil
		}
		for _, o := range f.p.Origins(x.X) {
			if call, ok := o.Expr.(*ast.CallExpr); ok {
				if t := f.timerCall(call, x.X); t != nil {
					return t
				}
			}
		}
		return &timer{x: x.X}
	case *ast.Ident:
		origins := f.p.Origins(x)
		if len(origins) == 0 {
			return nil
		}
		var out *timer
		for _, o := range origins {
			if o.Param != nil && len(origins) == 1 {
				return f.timerParam(o)
			}
			if o.Zero || o.Expr == nil {
				continue
			}
			if o.Expr == ch {
				return nil
			}
			if tv, ok := f.p.Info.Types[o.Expr]; ok && tv.IsNil() {
				continue
			}
			if out = f.timerOf(o.Expr); out == nil {
				return nil
			}
		}
		return out
	}
	return nil
}

// timerParam returns the timer whose channel a parameter is given by all who call
// its function, nil if one of them may give another.
func (f *Finder) timerParam(o code.Origin) *timer {
	if o.Def == nil || o.Def.In == nil {
		return nil
	}
	if t := chanType(o.Param.Type()); t == nil || api.KeyOfType(t.Elem()) != "time.Time" {
		return nil
	}
	fn := o.Def.In
	i := fn.ParamIndex(o.Param)
	calls, complete := f.p.Callers(fn)
	if i < 0 || !complete || fn.Obj == nil {
		return nil
	}
	var out *timer
	for _, call := range calls {
		e := argument(call, f.p.CalleeOf(call), i)
		if e == nil {
			return nil
		}
		if _, ok := ast.Unparen(e).(*ast.SelectorExpr); !ok {
			return nil // ticker.C itself, so that nobody has put another in its place
		}
		if out = f.timerOf(e); out == nil {
			return nil
		}
	}
	if len(calls) > 1 {
		return &timer{x: out.x} // not all are as long
	}
	return out
}

// timerCall recognises calls that make timers: a function of package time, or
// a clock's, that takes a duration first and gives a channel of times or a timer.
func (f *Finder) timerCall(call *ast.CallExpr, x ast.Expr) *timer {
	fn := f.p.Callee(call)
	if fn == nil || len(call.Args) == 0 {
		return nil
	}
	switch fn.Name() {
	case "After", "NewTimer", "Tick", "NewTicker", "Timer", "Ticker":
	default:
		return nil
	}
	if api.KeyOfType(f.p.Info.TypeOf(call.Args[0])) != "time.Duration" {
		return nil
	}
	if ch := chanType(f.p.Info.TypeOf(call)); ch != nil && api.KeyOfType(ch.Elem()) != "time.Time" {
		return nil
	}
	return &timer{made: call, x: x, dur: call.Args[0]}
}

// timerWait turns a receive from a timer into a sleep.
func (f *Finder) timerWait(fn *code.Func, w *Wait, t *timer) *Wait {
	if t.x != nil && f.drains(w.Node, t.x) {
		return nil // if !t.Stop() { <-t.C }
	}
	if t.x != nil && f.fieldReset(t.x) {
		return w // somebody else decides when it fires
	}
	w.Kind = api.WaitSleep
	w.Twin = "select on it and the context's Done"
	w.Obeys, w.Proven = facts.ObeysNone, true
	if t.dur != nil {
		w.Bound, w.BoundBy = durations.Eval(f.p, t.dur), t.dur
		if n, ok := w.Bound.Exact(); ok {
			w.What += " of " + duration(n)
		}
	}
	return w
}

// fieldReset reports whether a timer is kept in a field and reset by somebody.
func (f *Finder) fieldReset(timer ast.Expr) bool {
	field := f.p.FieldOf(timer)
	if field == nil {
		return false
	}
	for n := range f.p.Inspector.PreorderSeq((*ast.SelectorExpr)(nil)) {
		sel := n.(*ast.SelectorExpr)
		if sel.Sel.Name == "Reset" && f.p.FieldOf(sel.X) == field {
			return true
		}
	}
	return false
}

// drains reports whether a receive from a timer empties its channel after Stop.
func (f *Finder) drains(n ast.Node, timer ast.Expr) bool {
	cur, ok := f.p.Cursor(n)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		s, ok := c.Node().(*ast.IfStmt)
		if !ok {
			return false
		}
		found := false
		for _, part := range []ast.Node{s.Init, s.Cond} {
			if part == nil || part == ast.Node((*ast.BlockStmt)(nil)) {
				continue
			}
			ast.Inspect(part, func(n ast.Node) bool {
				if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == "Stop" {
					found = true
				}
				return true
			})
		}
		if found {
			return true
		}
	}
	return false
}

// selectWait judges a select. It returns nil for one with a default.
func (f *Finder) selectWait(fn *code.Func, sel *ast.SelectStmt) *Wait {
	w := &Wait{Node: sel, Kind: api.WaitSelect, What: "select", Obeys: facts.ObeysUnknown, Twin: "add a case for the context's Done"}
	if len(sel.Body.List) == 0 {
		w.Obeys, w.Proven, w.Why = facts.ObeysNone, true, "it has no cases"
		return w
	}
	proven, timers, stopped := 0, 0, 0
	var done []*ctxflow.Ctx
	for _, s := range sel.Body.List {
		cc, ok := s.(*ast.CommClause)
		if !ok {
			return nil
		}
		if cc.Comm == nil {
			return nil // default
		}
		ch := commChan(cc)
		if ch == nil {
			send, ok := cc.Comm.(*ast.SendStmt)
			if ok && f.caseProven(fn, w, send, send.Chan) {
				proven++
			}
			continue
		}
		if ctx, ok := f.doneCtx(fn, ch); ok {
			done = append(done, ctx)
			continue
		}
		if t := f.timerOf(ch); t != nil {
			timers++
			if t.dur != nil {
				if b := durations.Eval(f.p, t.dur); w.BoundBy == nil {
					w.Bound, w.BoundBy = b, t.dur
				} else {
					w.Bound = w.Bound.Lesser(b)
				}
			}
			continue
		}
		if f.stopParam(fn, w, ch) {
			continue
		}
		if f.ownersStop(fn, ch) {
			stopped++
			continue
		}
		if f.caseProven(fn, w, recvNode(cc), ch) {
			proven++
		}
	}
	if stopped > 0 && proven > 0 && len(done) == 0 && !f.busyCases(fn, w, sel) {
		proven = 0 // the other side leaves when this does
	}
	switch {
	case len(done) > 0:
		f.obey(w, *done[0])
		w.Proven = false
		for _, c := range done[1:] {
			var other Wait
			f.obey(&other, *c)
			if better(other.Obeys, w.Obeys) {
				w.Ctx, w.Obeys, w.Param, w.Owner = other.Ctx, other.Obeys, other.Param, other.Owner
			}
		}
	case timers == len(sel.Body.List):
		w.Kind, w.What, w.Obeys, w.Proven = api.WaitSleep, "select on timers alone", facts.ObeysNone, true
	case proven+timers+stopped == len(sel.Body.List) && (proven > 0 || stopped == 0) && w.Obeys == facts.ObeysUnknown:
		w.Obeys, w.Proven = facts.ObeysNone, true
	}
	if !w.Proven {
		w.Why, w.At, w.Root = "", nil, nil
	}
	return w
}

// better orders what is said of a context: a caller's end is worth more than
// an object's, and that more than nothing.
func better(a, b facts.Obeys) bool {
	rank := func(o facts.Obeys) int {
		switch o {
		case facts.ObeysParam:
			return 4
		case facts.ObeysValue:
			return 3
		case facts.ObeysRecv:
			return 2
		case facts.ObeysUnknown:
			return 1
		}
		return 0
	}
	return rank(a) > rank(b)
}

func recvNode(cc *ast.CommClause) ast.Node {
	var found ast.Node
	ast.Inspect(cc.Comm, func(n ast.Node) bool {
		if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.ARROW && found == nil {
			found = u
		}
		return found == nil
	})
	return found
}

// caseProven reports whether a case of a select alone would be proven to wait.
func (f *Finder) caseProven(fn *code.Func, w *Wait, n ast.Node, ch ast.Expr) bool {
	one := &Wait{Node: n, What: "case"}
	f.judge(fn, one, n, ch)
	if one.Root != nil && f.servedHere(w.Node, one.Root) {
		return false // what holds up its sender is taken by another case
	}
	if one.Proven && w.Why == "" {
		w.Why, w.At, w.Root = one.Why, one.At, one.Root
	}
	return one.Proven
}

// stopParam notes a case that receives from a channel parameter: the caller
// may stop the function by it.
func (f *Finder) stopParam(fn *code.Func, w *Wait, ch ast.Expr) bool {
	v, owner, i := f.chanParam(ch)
	if v == nil {
		return false
	}
	if t := chanType(v.Type()); !isEmptyStruct(t.Elem()) {
		return false
	}
	if w.Obeys == facts.ObeysUnknown {
		w.Obeys, w.Param, w.Owner = facts.ObeysValue, i, owner
	}
	return true
}

// chanParam returns the parameter that a channel expression is.
func (f *Finder) chanParam(ch ast.Expr) (*types.Var, *code.Func, int) {
	id, ok := ast.Unparen(ch).(*ast.Ident)
	if !ok {
		return nil, nil, 0
	}
	origins := f.p.Origins(id)
	if len(origins) != 1 || origins[0].Param == nil || origins[0].Def == nil || origins[0].Def.In == nil {
		return nil, nil, 0
	}
	fn := origins[0].Def.In
	i := fn.ParamIndex(origins[0].Param)
	if i < 0 {
		return nil, nil, 0
	}
	return origins[0].Param, fn, i
}

// obeyChan sets what a channel argument means for a callee that obeys it.
func (f *Finder) obeyChan(fn *code.Func, w *Wait, e ast.Expr) {
	w.Obeys = facts.ObeysUnknown
	if ctx, ok := f.doneCtx(fn, e); ok {
		f.obey(w, *ctx)
		return
	}
	if v, owner, i := f.chanParam(e); v != nil {
		w.Obeys, w.Param, w.Owner = facts.ObeysValue, i, owner
	}
}

// judge decides what is known of a channel operation of fn as such.
func (f *Finder) judge(fn *code.Func, w *Wait, n ast.Node, ch ast.Expr) {
	w.Obeys = facts.ObeysUnknown
	cl := f.class(ch)
	if cl == nil {
		return
	}
	op := f.index().ops[n]
	if op == nil {
		return
	}
	if l := f.flow.Linked(fn, ch); l != nil && op.receives() {
		// something is sent or closed when a context ends
		f.obey(w, l.Ctx)
		w.Linked, w.Proven = true, false
		return
	}
	v := f.judgeOp(fn, cl, op)
	switch {
	case v.never:
		w.What = ""
	case v.stuck:
		w.Obeys, w.Proven = facts.ObeysNone, true
		w.Why, w.At, w.Root, w.Busy, w.Lives, w.Slot = v.why, v.at, v.root, v.busy, v.lives, v.slot
		w.Makes, w.Needs = v.makes, v.needs
	case v.ctx != nil:
		w.Ctx, w.Obeys, w.Param, w.Owner = v.ctx.Ctx, v.ctx.Obeys, v.ctx.Param, v.ctx.Owner
	default:
		if sel, ok := f.insideDone(fn, op, cl); ok {
			w.Obeys, w.Proven, w.At = facts.ObeysNone, true, sel
			w.Why = "the select at " + f.where(sel) + " looks at the context, the send inside its case does not"
		} else if at, ok := f.besideDone(fn, op, cl); ok {
			w.Obeys, w.Proven, w.At = facts.ObeysNone, true, at
			w.Why = "the loop looks at the context at " + f.where(at) + ", the send that follows does not"
		}
	}
}
