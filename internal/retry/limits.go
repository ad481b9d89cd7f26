package retry

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
)

// A Limit is a bound on the time of an attempt, or of all.
type Limit struct {
	// Node is the call, field, option or test that sets it.
	Node ast.Node
	// Value is the time; unknown if not in sight, but then perhaps with a symbol.
	Value durations.Value
	// Arg is the expression of the time, for limits that are tested between
	// attempts.
	Arg ast.Expr
	// Ctx is the context made, nil for other limits.
	Ctx *types.Var
	// Between: the limit is looked at only between attempts (MaxElapsedTime, a
	// test of time.Since); it does not cut a running one.
	Between bool
	// Through is the function in which the limit is set, if it is another one.
	Through *types.Func
	// ByDefault: nothing in sight sets it, it is a library's default.
	ByDefault bool
}

// boundCall reports whether a call makes a context with a limit, and returns
// the parent and the expression of the duration or deadline.
func (x *Finder) boundCall(call *ast.CallExpr) (parent, dur ast.Expr, deadline, ok bool) {
	key := x.p.CalleeOf(call).Key
	if x.table != nil {
		if op := x.table.CtxOp(key); op != nil {
			if op.Kind != api.CtxOpBound {
				return nil, nil, false, false
			}
			if op.Parent >= 0 && op.Parent < len(call.Args) {
				parent = call.Args[op.Parent]
			}
			if i := op.Dur - 1; i >= 0 && i < len(call.Args) {
				dur = call.Args[i]
			}
			return parent, dur, op.Deadline, true
		}
	}
	switch key {
	case "context.WithTimeout", "context.WithTimeoutCause":
		if len(call.Args) >= 2 {
			return call.Args[0], call.Args[1], false, true
		}
	case "context.WithDeadline", "context.WithDeadlineCause":
		if len(call.Args) >= 2 {
			return call.Args[0], call.Args[1], true, true
		}
	}
	return nil, nil, false, false
}

// parentCtx returns the context that a call derives another from, nil if it is
// no such call.
func (x *Finder) parentCtx(call *ast.CallExpr) ast.Expr {
	fn := x.p.Callee(call)
	if fn == nil {
		return nil
	}
	if t, ok := x.p.Info.TypeOf(call).(*types.Tuple); ok {
		some := false
		for v := range t.Variables() {
			some = some || code.IsContext(v.Type()) // also g, ctx := errgroup.WithContext(ctx)
		}
		if !some {
			return nil
		}
	} else if !code.IsContext(x.p.Info.TypeOf(call)) {
		return nil
	}
	return ctxArg(x.p, call)
}

// yieldsCtx reports whether result i of a call is a context.
func (x *Finder) yieldsCtx(call *ast.CallExpr, i int) bool {
	t, ok := x.p.Info.TypeOf(call).(*types.Tuple)
	return ok && i < t.Len() && code.IsContext(t.At(i).Type())
}

// carriedCtx returns the context inside a request that a call sends, where the
// request is made or derived in sight.
func (x *Finder) carriedCtx(call *ast.CallExpr) ast.Expr {
	if x.table == nil {
		return nil
	}
	for _, a := range call.Args {
		if t := x.p.Info.TypeOf(a); t == nil || x.table.Carrier(api.KeyOfType(t)) == nil {
			continue
		}
		origins := x.p.Origins(a)
		if len(origins) != 1 || origins[0].Expr == nil || origins[0].Unknown {
			return nil
		}
		made, ok := origins[0].Expr.(*ast.CallExpr)
		if !ok {
			return nil
		}
		if op := x.table.CtxOp(x.p.CalleeOf(made).Key); op != nil && op.Kind == api.CtxOpCarry {
			return ctxArg(x.p, made)
		}
	}
	return nil
}

// A link is one step from a context to what it was derived from.
type link struct {
	expr ast.Expr   // the context as it is named at this step
	v    *types.Var // the variable, if it is one
	call *ast.CallExpr
}

// chain follows a context outward through the calls it was derived by, as far
// as there is one way only. The first link is e itself.
func (x *Finder) chain(e ast.Expr) []link {
	var out []link
	visited := make(map[*ast.CallExpr]bool)
	for range 8 {
		if e == nil {
			break
		}
		e = ast.Unparen(e)
		l := link{expr: e}
		if id, ok := e.(*ast.Ident); ok {
			l.v, _ = x.p.Info.Uses[id].(*types.Var)
			var calls []*ast.CallExpr
			n := 0
			for _, d := range x.p.Reaching(id) {
				if d.Kind == code.DefParam || d.Kind == code.DefZero {
					n++
					continue
				}
				if d.RHS == nil {
					n++
					continue
				}
				if c, ok := ast.Unparen(d.RHS).(*ast.CallExpr); ok && (d.Index <= 0 || x.yieldsCtx(c, d.Index)) && !visited[c] {
					calls = append(calls, c)
				}
				n++
			}
			// ctx, cancel = WithTimeout(ctx, …) in a loop reaches itself.
			switch {
			case len(calls) == 1 && n == 1:
				l.call = calls[0]
			case len(calls) >= 1:
				l.call = calls[len(calls)-1]
			}
			if l.call != nil {
				visited[l.call] = true
			}
		} else if c, ok := e.(*ast.CallExpr); ok {
			l.call = c
		}
		out = append(out, l)
		if l.call == nil {
			break
		}
		next := x.parentCtx(l.call)
		if next == nil {
			break
		}
		e = next
	}
	return out
}

// limits finds the limits of one attempt and of all, and where contexts are looked at.
func (x *Finder) limits(r *Retry) {
	o := r.outcome
	for _, op := range r.Ops {
		ctx := ctxArg(x.p, op)
		if ctx == nil {
			ctx = x.carriedCtx(op)
		}
		if ctx == nil {
			ctx = x.litCtx(op)
		}
		if ctx == nil {
			ctx = x.askedCtx(op)
		}
		if ctx != nil {
			x.ctxLimits(r, o.l.holds, ctx)
		}
		if r.PerAttempt == nil {
			r.PerAttempt = x.callLimit(op, 0)
		}
	}
	x.timeTests(r)
	x.checks(r)
}

// askedCtx returns the context of the call before an operation in the same chain,
// whose answer the operation reads: conn.QueryRow(ctx, …).Scan(&n).
func (x *Finder) askedCtx(op *ast.CallExpr) ast.Expr {
	sel, ok := ast.Unparen(op.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	asked, ok := ast.Unparen(sel.X).(*ast.CallExpr)
	if !ok || !api.EndsWithContext(x.p.Info.TypeOf(asked)) {
		return nil
	}
	return ctxArg(x.p, asked)
}

// litCtx returns the context that a literal run in place uses.
func (x *Finder) litCtx(op *ast.CallExpr) ast.Expr {
	lit, ok := ast.Unparen(op.Fun).(*ast.FuncLit)
	if !ok {
		return nil
	}
	f := x.p.FuncAt(lit)
	if f == nil {
		return nil
	}
	for _, c := range f.Calls() {
		if x.plausible(c) {
			if e := ctxArg(x.p, c); e != nil {
				return e
			}
		}
	}
	return nil
}

// ctxLimits reads the limits off the context of an operation: those set inside
// the repeated region are per attempt, those outside are total.
func (x *Finder) ctxLimits(r *Retry, inside func(ast.Node) bool, ctx ast.Expr) {
	for _, l := range x.chain(ctx) {
		in := l.call != nil && inside(l.call)
		if !in && r.Ctx == nil {
			r.Ctx = l.expr
		}
		if l.call == nil {
			break
		}
		if in && r.Ctx == nil && x.parentCtx(l.call) == nil && x.carried(l.call, inside) {
			r.Ctx = l.expr
		}
		_, dur, deadline, ok := x.boundCall(l.call)
		if !ok {
			continue
		}
		lim := &Limit{Node: l.call, Ctx: l.v}
		if deadline {
			lim.Value = x.untilDeadline(dur)
		} else if dur != nil {
			lim.Value, lim.Arg = x.valueOf(dur), dur
		}
		if in && l.v != nil && x.p.VarOf(x.parentCtx(l.call)) == l.v && !inside(l.v0()) {
			r.Stacked = true
		}
		if in && r.PerAttempt == nil {
			r.PerAttempt = lim
		} else if !in && (r.Total == nil || r.Total.Between) {
			r.Total = lim
		}
	}
}

// carried reports whether a call only gives the context that an object from
// outside the repeated region carries: r.Context().
func (x *Finder) carried(call *ast.CallExpr, inside func(ast.Node) bool) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || len(call.Args) > 0 {
		return false
	}
	v := x.rootVar(sel.X)
	return v != nil && !inside(&ast.Ident{NamePos: v.Pos()})
}

// untilDeadline evaluates how far off a deadline is: time.Now().Add(d).
func (x *Finder) untilDeadline(e ast.Expr) durations.Value {
	if arg := x.deadlineArg(e); arg != nil {
		return durations.Eval(x.p, arg)
	}
	return durations.Unknown
}

// deadlineArg returns d in time.Now().Add(d).
func (x *Finder) deadlineArg(e ast.Expr) ast.Expr {
	if e == nil {
		return nil
	}
	origins := x.p.Origins(e)
	if len(origins) != 1 {
		return nil
	}
	if v := origins[0].Param; v != nil && origins[0].Def != nil {
		return x.deadlineArg(x.onlyGiven(origins[0].Def.In, v))
	}
	call, ok := origins[0].Expr.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Add" || x.p.CalleeOf(call).Key != "(time.Time).Add" {
		return nil
	}
	return call.Args[0]
}

// onlyGiven returns what the only caller of a function gives for a parameter,
// nil if there may be others.
func (x *Finder) onlyGiven(f *code.Func, v *types.Var) ast.Expr {
	if f == nil || f.Sig.Variadic() {
		return nil
	}
	calls, complete := x.p.Callers(f)
	i := f.ParamIndex(v)
	if !complete || len(calls) != 1 || i < 0 || i >= len(calls[0].Args) || code.Within(calls[0], f.Node) {
		return nil
	}
	return calls[0].Args[i]
}

// callLimit returns the limit that one call has by itself: set by the function
// it calls, by a setting of its receiver, or by an argument.
func (x *Finder) callLimit(call *ast.CallExpr, depth int) *Limit {
	if depth > 3 {
		return nil
	}
	c := x.p.CalleeOf(call)
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		if f := x.p.FuncAt(lit); f != nil {
			return x.bodyLimit(f, nil, depth)
		}
		return nil
	}
	if c.Func == nil {
		return nil
	}
	if f := x.p.FuncOf(c.Func); f != nil {
		return x.passedLimit(f, call, x.bodyLimit(f, c.Func, depth))
	}
	if x.table != nil {
		if row := x.table.Call(c.Key); row != nil {
			if i := row.BoundArg - 1; i >= 0 && i < len(call.Args) {
				return &Limit{Node: call.Args[i], Value: durations.Eval(x.p, call.Args[i])}
			}
			if row.Bound > 0 {
				return &Limit{Node: call, Value: durations.Exactly(int64(row.Bound))}
			}
		}
	}
	if c.Recv != nil {
		if l := x.settingLimit(c.Recv); l != nil {
			return l
		}
		if c.Func.Name() == "RoundTrip" {
			if l := x.answerLimit(c.Recv); l != nil {
				return l
			}
		}
	}
	if x.callees != nil && !code.IsInterfaceMethod(c.Func) {
		if s := x.callees.Summary(c.Func); s != nil && s.Worst > 0 && !s.NoLimit {
			return &Limit{Node: call, Value: durations.Exactly(int64(s.Worst)), Through: c.Func}
		}
	}
	return nil
}

// passedLimit is a limit inside f as one call of it has it: that which a parameter
// says is what the call passes.
func (x *Finder) passedLimit(f *code.Func, call *ast.CallExpr, l *Limit) *Limit {
	if l == nil || l.Value.Sym == nil || l.Value.Scale != 1 || len(x.p.Defs(l.Value.Sym)) > 0 {
		return l
	}
	i := f.ParamIndex(l.Value.Sym)
	if i < 0 || i >= len(call.Args) || f.Sig.Variadic() {
		return l
	}
	passed := *l
	passed.Value = durations.Eval(x.p, call.Args[i])
	return &passed
}

// bodyLimit returns the limit under which a function does all its work: a
// context with a limit that every call that works gets.
func (x *Finder) bodyLimit(f *code.Func, fn *types.Func, depth int) *Limit {
	var lim *Limit
	some := false
	for _, c := range f.Calls() {
		if !x.plausible(c) || x.isDelayCall(c) || x.cleansUp(c) {
			continue
		}
		var l *Limit
		e := ctxArg(x.p, c)
		if e == nil {
			e = x.carriedCtx(c)
		}
		if e != nil {
			for _, k := range x.chain(e) {
				if k.call == nil {
					continue
				}
				if _, dur, deadline, ok := x.boundCall(k.call); ok {
					if !code.Within(k.call, f.Node) {
						// It is put around all of the literal; the call may have its own inside.
						if l = x.callLimit(c, depth+1); l != nil {
							break
						}
					}
					l = &Limit{Node: k.call, Ctx: k.v, Through: fn}
					if deadline {
						l.Value = x.untilDeadline(dur)
					} else if dur != nil {
						l.Value = durations.Eval(x.p, dur)
					}
					break
				}
			}
		}
		if l == nil && e != nil && x.mixed(e) {
			return nil // a limit that is put on it on some ways only
		}
		if l == nil {
			l = x.callLimit(c, depth+1)
		}
		if l != nil && l.Through == nil {
			l.Through = fn
		}
		if l == nil {
			return nil // one call without a limit
		}
		if some && l.Node != lim.Node {
			// Two limits one after the other: their sum is the limit.
			sum := *lim
			sum.Value = lim.Value.Add(l.Value)
			lim = &sum
			continue
		}
		lim, some = l, true
	}
	return lim
}

// mixed reports whether a context is a variable with several values.
func (x *Finder) mixed(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && len(x.p.Reaching(id)) > 1
}

// cleansUp reports whether a call stands in a defer or only ends something.
func (x *Finder) cleansUp(call *ast.CallExpr) bool {
	if _, ok := x.p.Parent(call).(*ast.DeferStmt); ok {
		return true
	}
	fn := x.p.Callee(call)
	if fn == nil {
		return false
	}
	switch fn.Name() {
	case "Close", "Rollback", "Commit", "Scan", "Next", "Err", "Read", "Copy", "CopyN", "ReadAll", "Decode", "Write":
		// They go on with what the call before them began, under its limit.
		return true
	}
	return false
}

// ClientLimit returns the limit that a setting of its receiver puts on each
// call, as http.Client.Timeout does; nil if there is none in sight.
func (x *Finder) ClientLimit(call *ast.CallExpr) *Limit {
	c := x.p.CalleeOf(call)
	if c.Recv == nil {
		return nil
	}
	return x.settingLimit(c.Recv)
}

// LimitOf returns the limit that a client's own setting puts on each call on
// it; nil if there is none in sight.
func (x *Finder) LimitOf(client ast.Expr) *Limit { return x.settingLimit(client) }
