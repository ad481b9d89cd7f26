package retry

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
)

// boundCall reports whether a call makes a context with a limit, and returns
// the parent and the expression of the duration or deadline.
func (x *Finder) boundCall(call *ast.CallExpr) (parent, dur ast.Expr, deadline, ok bool) {
	key := api.CalleeOf(x.p.Info, call).Key
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
		if t.Len() == 0 || !isContext(t.At(0).Type()) {
			return nil
		}
	} else if !isContext(x.p.Info.TypeOf(call)) {
		return nil
	}
	return ctxArg(x.p, call)
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
				if c, ok := ast.Unparen(d.RHS).(*ast.CallExpr); ok && d.Index <= 0 && !visited[c] {
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
			ctx = x.litCtx(op)
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
		_, dur, deadline, ok := x.boundCall(l.call)
		if !ok {
			continue
		}
		lim := &Limit{Node: l.call, Ctx: l.v}
		if deadline {
			lim.Value = x.untilDeadline(dur)
		} else if dur != nil {
			lim.Value = durations.Eval(x.p, dur)
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
	call, ok := origins[0].Expr.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Add" || api.CalleeOf(x.p.Info, call).Key != "(time.Time).Add" {
		return nil
	}
	return call.Args[0]
}

// callLimit returns the limit that one call has by itself: set by the function
// it calls, by a setting of its receiver, or by an argument.
func (x *Finder) callLimit(call *ast.CallExpr, depth int) *Limit {
	if depth > 3 {
		return nil
	}
	c := api.CalleeOf(x.p.Info, call)
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
		return x.bodyLimit(f, c.Func, depth)
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
	}
	if x.callees != nil && !code.IsInterfaceMethod(c.Func) {
		if s := x.callees.Summary(c.Func); s != nil && s.Worst > 0 && !s.NoLimit {
			return &Limit{Node: call, Value: durations.Exactly(int64(s.Worst)), Through: c.Func}
		}
	}
	return nil
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
		if e := ctxArg(x.p, c); e != nil {
			for _, k := range x.chain(e) {
				if k.call == nil {
					continue
				}
				if _, dur, deadline, ok := x.boundCall(k.call); ok {
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
		if l == nil {
			l = x.callLimit(c, depth+1)
			if l != nil && l.Through == nil {
				l.Through = fn
			}
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

// settingLimit returns the limit that a field of the receiver sets on each
// call, as http.Client.Timeout does, if the receiver's making is in sight.
func (x *Finder) settingLimit(recv ast.Expr) *Limit {
	t := x.p.Info.TypeOf(recv)
	if t == nil || x.table == nil {
		return nil
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for field := range st.Fields() {
		if !isDuration(field.Type()) {
			continue
		}
		s := x.table.FieldSetting(api.KeyOfField(t, field))
		if s == nil {
			continue
		}
		switch s.Knob {
		case api.KnobWhole, api.KnobAttempt, api.KnobConnect:
			v, node := x.fieldOf(recv, field)
			if n, ok := v.Min(); ok && n > 0 || !ok && v.Sym != nil {
				return &Limit{Node: node, Value: v}
			}
		}
	}
	return nil
}

// fieldOf evaluates a field of the object that an expression holds, where all
// makings of the object are in sight.
func (x *Finder) fieldOf(e ast.Expr, field *types.Var) (durations.Value, ast.Node) {
	out, node, first := durations.Unknown, ast.Node(nil), true
	for _, o := range x.makings(e, 0) {
		if o == nil {
			return durations.Unknown, nil
		}
		lit := literal(o)
		if lit == nil {
			return durations.Unknown, nil
		}
		v, at := durations.Exactly(0), ast.Node(lit)
		for _, el := range lit.Elts {
			kv, ok := el.(*ast.KeyValueExpr)
			if !ok {
				return durations.Unknown, nil
			}
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == field.Name() {
				v, at = durations.Eval(x.p, kv.Value), kv
			}
		}
		// A later assignment to the field of the variable that holds it.
		for _, d := range x.p.Defs(field) {
			if d.Kind == code.DefAssign && d.Base != nil && x.sameObject(d.Base, o) {
				v, at = durations.EvalDef(x.p, d, nil), d.Node
			}
		}
		if first {
			out, node, first = v, at, false
		} else {
			out = out.Union(v)
		}
	}
	return out, node
}

// literal returns the composite literal in T{…} or &T{…}.
func literal(e ast.Expr) *ast.CompositeLit {
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = ast.Unparen(u.X)
	}
	lit, _ := e.(*ast.CompositeLit)
	return lit
}

// sameObject reports whether variable base holds the object made by e.
func (x *Finder) sameObject(base, e ast.Expr) bool {
	for _, o := range x.p.Origins(base) {
		if o.Expr != nil && ast.Unparen(o.Expr) == ast.Unparen(e) {
			return true
		}
	}
	return false
}

// makings returns the expressions that make the object that e holds, through
// local variables, unexported fields of the package and package variables. A
// nil among them stands for one that is not in sight.
func (x *Finder) makings(e ast.Expr, depth int) []ast.Expr {
	if depth > 4 {
		return []ast.Expr{nil}
	}
	var out []ast.Expr
	for _, o := range x.p.Origins(e) {
		switch {
		case o.Expr == nil || o.Unknown || o.Index >= 1:
			out = append(out, nil)
		default:
			out = append(out, x.making(o.Expr, depth)...)
		}
	}
	if len(out) == 0 {
		out = append(out, nil)
	}
	return out
}

func (x *Finder) making(e ast.Expr, depth int) []ast.Expr {
	if depth > 4 {
		return []ast.Expr{nil} // fields set from each other
	}
	e = ast.Unparen(e)
	switch s := e.(type) {
	case *ast.UnaryExpr:
		if s.Op == token.AND {
			if literal(s) != nil {
				return []ast.Expr{s}
			}
			return x.makings(s.X, depth+1)
		}
	case *ast.CompositeLit, *ast.CallExpr:
		return []ast.Expr{e}
	case *ast.SelectorExpr, *ast.Ident:
		v := x.p.VarOf(s)
		if v == nil || v.Pkg() != x.p.Types {
			return []ast.Expr{e} // another package's variable: http.DefaultClient
		}
		if v.IsField() {
			origins, complete := x.p.FieldOrigins(v)
			if !complete || len(origins) == 0 {
				return []ast.Expr{nil}
			}
			var out []ast.Expr
			for _, o := range origins {
				if o.Expr == nil || o.Unknown {
					out = append(out, nil)
					continue
				}
				if o.Expr == ast.Expr(s) {
					continue
				}
				out = append(out, x.making(o.Expr, depth+1)...)
			}
			return out
		}
		if v.Parent() == x.p.Types.Scope() && !v.Exported() {
			defs := x.p.Defs(v)
			if len(defs) == 1 && defs[0].RHS != nil && defs[0].Index < 0 {
				return x.making(defs[0].RHS, depth+1)
			}
		}
	}
	return []ast.Expr{nil}
}

// timeTests finds tests of the time that has passed since the first attempt,
// and timers made before the loop whose end leaves it.
func (x *Finder) timeTests(r *Retry) {
	o := r.outcome
	for _, c := range o.cand {
		for _, s := range c.back().conds {
			if s.yes.back && s.no.back {
				continue
			}
			var lim *Limit
			if s.clause != nil {
				lim = x.timerLimit(o, s.clause)
			} else if s.cond != nil {
				lim = x.elapsedTest(s.cond)
			}
			if lim != nil && r.Total == nil {
				r.Total = lim
			}
		}
	}
}

// elapsedTest returns the limit in a test of the time passed.
func (x *Finder) elapsedTest(cond ast.Expr) *Limit {
	var lim *Limit
	ast.Inspect(cond, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			switch n.Op {
			case token.LSS, token.LEQ, token.GTR, token.GEQ:
			default:
				return true
			}
			for _, e := range []ast.Expr{n.X, n.Y} {
				if !x.holdsElapsed(e) {
					continue
				}
				other := n.X
				if e == n.X {
					other = n.Y
				}
				lim = &Limit{Node: n, Arg: other, Value: durations.Eval(x.p, other), Between: true}
			}
		case *ast.CallExpr:
			key := api.CalleeOf(x.p.Info, n).Key
			if (key == "(time.Time).After" || key == "(time.Time).Before") && len(n.Args) == 1 {
				sel := ast.Unparen(n.Fun).(*ast.SelectorExpr)
				v, arg := x.untilDeadline(n.Args[0]), x.deadlineArg(n.Args[0])
				if arg == nil {
					v, arg = x.untilDeadline(sel.X), x.deadlineArg(sel.X)
				}
				lim = &Limit{Node: n, Arg: arg, Value: v, Between: true}
			}
		}
		return lim == nil
	})
	return lim
}

// holdsElapsed reports whether an expression is the time passed since
// a moment, perhaps with a delay that is still to come.
func (x *Finder) holdsElapsed(e ast.Expr) bool {
	if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && b.Op == token.ADD {
		return x.holdsElapsed(b.X) || x.holdsElapsed(b.Y)
	}
	return x.isElapsed(e)
}

// isElapsed reports whether an expression is the time passed since a moment.
func (x *Finder) isElapsed(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			origins := x.p.Origins(id)
			if len(origins) == 1 {
				if c, ok := origins[0].Expr.(*ast.CallExpr); ok && ast.Expr(c) != e {
					return x.isElapsed(c)
				}
			}
		}
		return false
	}
	switch api.CalleeOf(x.p.Info, call).Key {
	case "time.Since", "time.Until", "(time.Time).Sub":
		return true
	}
	return false
}

// timerLimit returns the limit that a case for a timer made before the loop sets.
func (x *Finder) timerLimit(o *outcome, cc *ast.CommClause) *Limit {
	ch := received(cc.Comm)
	if ch == nil || !x.isTimeChan(ch) || !o.f.outsideTimer(cc, ch) {
		return nil
	}
	lim := &Limit{Node: cc}
	if arg := x.timerArg(ch, 0); arg != nil {
		lim.Value = durations.Eval(x.p, arg)
	}
	return lim
}

// outsideTimer reports whether a channel belongs to a one-shot timer that is
// made before the innermost loop around the case and not set again in it.
func (f *flow) outsideTimer(cc ast.Node, ch ast.Expr) bool {
	l := f.innermost(cc)
	if l == nil {
		return false
	}
	e := ast.Unparen(ch)
	if sel, ok := e.(*ast.SelectorExpr); ok && sel.Sel.Name == "C" {
		if typeNameOf(f.x.p.Info.TypeOf(sel.X)) != "time.Timer" {
			return false
		}
		e = sel.X
		for _, c := range f.fn.Calls() {
			if s, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && s.Sel.Name == "Reset" && l.holds(c) && f.x.p.SamePlace(s.X, e) {
				return false
			}
		}
	}
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	origins := f.x.p.Origins(id)
	for _, o := range origins {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok || l.holds(call) {
			return false
		}
		switch api.CalleeOf(f.x.p.Info, call).Key {
		case "time.After", "time.NewTimer":
		default:
			return false
		}
	}
	return len(origins) > 0
}

// checks finds where the end of a context is looked at.
func (x *Finder) checks(r *Retry) {
	o := r.outcome
	own := func(e ast.Expr) bool {
		v := x.p.VarOf(e)
		if v == nil || r.Kind == Again {
			return false // the context of a function with two tries is that of both
		}
		for _, d := range x.p.Defs(v) {
			if d.Node != nil && o.l.holds(d.Node) && d.Kind == code.DefAssign {
				return true
			}
		}
		return false
	}
	seenNode := make(map[ast.Node]bool)
	add := func(c CtxCheck) {
		if seenNode[c.Node] {
			return
		}
		seenNode[c.Node] = true
		c.Own = own(c.Ctx)
		r.Checks = append(r.Checks, c)
	}
	maybe := false
	for _, c := range o.cand {
		for _, s := range c.back().conds {
			if s.clause != nil {
				if ctx, done := o.f.isDone(s.clause.Comm); done && ctx != nil {
					add(CtxCheck{Node: s.clause, Ctx: ctx, Leaves: !s.yes.back})
				}
				continue
			}
			if s.cond == nil {
				continue
			}
			x.errTests(s.cond, true, func(call *ast.CallExpr, ctx ast.Expr, over bool) {
				// over: the condition holds when the context is over.
				side := s.yes
				if !over {
					side = s.no
				}
				add(CtxCheck{Node: call, Ctx: ctx, Leaves: !side.back})
			})
			if !maybe && s.yes.back != s.no.back && x.aboutError(c.back(), s.cond, s.tag) {
				maybe = true // a test of the error may refuse the context's
			}
		}
	}
	for _, t := range r.Guard.Tests {
		if t.Ctx && !t.Back {
			r.StopsOnCtx = api.Yes
		}
	}
	for _, c := range r.Checks {
		if !c.Own && c.Leaves {
			r.StopsOnCtx = api.Yes
		}
	}
	for _, d := range r.Delays {
		if d.ObeysCtx == api.Yes && d.Through != nil && d.Ctx != nil && !own(d.Ctx) {
			if call, ok := d.Node.(*ast.CallExpr); ok && x.resultUsed(call) {
				r.StopsOnCtx = api.Yes
			}
		}
	}
	if r.StopsOnCtx == api.Maybe && !maybe {
		r.StopsOnCtx = api.No
	}
}

// resultUsed reports whether the result of a call goes anywhere.
func (x *Finder) resultUsed(call *ast.CallExpr) bool {
	switch s := x.p.Parent(call).(type) {
	case *ast.ExprStmt:
		return false
	case *ast.AssignStmt:
		for _, l := range s.Lhs {
			if id, ok := l.(*ast.Ident); !ok || id.Name != "_" {
				return true
			}
		}
		return false
	}
	return true
}

// errTests calls report for each test of a context's Err in a condition.
func (x *Finder) errTests(cond ast.Expr, yes bool, report func(call *ast.CallExpr, ctx ast.Expr, over bool)) {
	switch c := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if c.Op == token.NOT {
			x.errTests(c.X, !yes, report)
		}
	case *ast.BinaryExpr:
		switch c.Op {
		case token.LAND, token.LOR:
			x.errTests(c.X, yes, report)
			x.errTests(c.Y, yes, report)
		case token.EQL, token.NEQ:
			if id, ok := ast.Unparen(c.Y).(*ast.Ident); !ok || id.Name != "nil" {
				return
			}
			call := x.ctxErr(c.X)
			if call == nil {
				return
			}
			report(call, ast.Unparen(call.Fun).(*ast.SelectorExpr).X, (c.Op == token.NEQ) == yes)
		}
	case *ast.CallExpr:
		// errors.Is(ctx.Err(), …)
		for _, a := range c.Args {
			if call := x.ctxErr(a); call != nil {
				report(call, ast.Unparen(call.Fun).(*ast.SelectorExpr).X, yes)
			}
		}
	}
}

// ctxErr returns the call of ctx.Err() that an expression is, directly or by a local variable.
func (x *Finder) ctxErr(e ast.Expr) *ast.CallExpr {
	for _, o := range x.p.Origins(e) {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok || len(call.Args) != 0 {
			continue
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if ok && sel.Sel.Name == "Err" && isContext(x.p.Info.TypeOf(sel.X)) {
			return call
		}
	}
	return nil
}

// bounds settles the number of attempts where nothing counts them: without
// bound if only the failure itself, a context, the time or a flag that stops
// the process can end them.
func (x *Finder) bounds(r *Retry, m *machine) {
	if r.Attempts.N != api.AttemptsUnbounded {
		return
	}
	for _, c := range r.outcome.cand {
		for _, s := range c.back().conds {
			if s.yes.back && s.no.back || s.clause != nil {
				continue
			}
			if s.cond == nil {
				if _, ok := r.outcome.l.node.(*ast.RangeStmt); ok && s.head {
					if !x.isTimeChan(r.outcome.l.node.(*ast.RangeStmt).X) {
						r.Attempts = Count{Node: r.outcome.l.node}
					}
				}
				continue
			}
			if s.tag != nil || x.harmless(r, c, s.cond) {
				continue
			}
			r.Attempts = Count{Node: s.cond}
			return
		}
	}
}

// harmless reports whether a condition that may end the attempts says nothing
// about their number: it is about the failure, a context, the time or a flag.
func (x *Finder) harmless(r *Retry, c *candidate, cond ast.Expr) bool {
	cond = ast.Unparen(cond)
	switch e := cond.(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return x.harmless(r, c, e.X)
		}
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			return x.harmless(r, c, e.X) && x.harmless(r, c, e.Y)
		}
	case *ast.Ident:
		if e.Name == "true" {
			return true
		}
	}
	if x.elapsedTest(cond) != nil {
		return true
	}
	ctx := false
	x.errTests(cond, true, func(*ast.CallExpr, ast.Expr, bool) { ctx = true })
	if ctx {
		return true
	}
	if call, ok := cond.(*ast.CallExpr); ok {
		// A predicate that gets more than the error may count.
		for _, a := range call.Args {
			if t := x.p.Info.TypeOf(a); t != nil && isNumeric(t) && x.constOf(a) == nil && !x.ofResult(c.back(), a) {
				return false
			}
		}
		if fn := x.p.Callee(call); fn != nil && fn.Name() == "Load" && fn.Pkg() != nil && fn.Pkg().Path() == "sync/atomic" {
			return true
		}
	}
	if x.aboutError(c.back(), cond, nil) || x.ofResult(c.back(), cond) {
		return true
	}
	// A plain flag.
	switch e := cond.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return x.p.VarOf(e) != nil
	}
	return false
}

func isNumeric(t types.Type) bool { return numeric(t) }

// ClientLimit returns the limit that a setting of its receiver puts on each
// call, as http.Client.Timeout does; nil if there is none in sight.
func (x *Finder) ClientLimit(call *ast.CallExpr) *Limit {
	c := api.CalleeOf(x.p.Info, call)
	if c.Recv == nil {
		return nil
	}
	return x.settingLimit(c.Recv)
}
