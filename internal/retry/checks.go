package retry

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// A CtxCheck is a place inside the repetition where the end of a context is looked at.
type CtxCheck struct {
	Node ast.Node
	Ctx  ast.Expr
	// Own: the context is made anew in each attempt, so its end says nothing
	// about the caller.
	Own bool
	// Leaves: its end ends the repetition.
	Leaves bool
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

// errTests calls report for each test of a context's Err in a condition, also
// in a local variable that holds what was asked, or by a function that says
// whether to go on.
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
	case *ast.Ident:
		if os := x.p.Origins(c); len(os) == 1 && os[0].Expr != nil && os[0].Index < 0 && !os[0].Unknown && ast.Unparen(os[0].Expr) != ast.Expr(c) {
			x.errTests(os[0].Expr, yes, report)
		}
	case *ast.CallExpr:
		if x.Tells != nil {
			if ctx, says := x.Tells(c); ctx != nil {
				report(c, ctx, says == yes)
				return
			}
		}
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
		if ok && sel.Sel.Name == "Err" && code.IsContext(x.p.Info.TypeOf(sel.X)) {
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

// saysCut reports whether a call is a pause that says whether it was cut short.
func (x *Finder) saysCut(r *Retry, call *ast.CallExpr) bool {
	f := x.p.FuncOf(x.p.Callee(call))
	return f != nil && f.Body != nil && x.isDelayCall(call) && !x.tallies(f, 2, r.In)
}

// allCut reports whether an error can only be that of a pause that was cut short.
func (x *Finder) allCut(r *Retry, e ast.Expr) bool {
	origins := x.p.Origins(e)
	for _, o := range origins {
		if call, ok := o.Expr.(*ast.CallExpr); !ok || o.Unknown || !x.saysCut(r, call) {
			return false
		}
	}
	return len(origins) > 0
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
		if yes, ok := x.p.Bool(e); ok && yes {
			return true
		}
	}
	if x.elapsedTest(r.Body, cond) != nil {
		return true
	}
	if tested, _ := x.p.NilTest(cond); tested != nil && x.allCut(r, tested) {
		return true
	}
	ctx := false
	x.errTests(cond, true, func(*ast.CallExpr, ast.Expr, bool) { ctx = true })
	if ctx {
		return true
	}
	if call, ok := cond.(*ast.CallExpr); ok {
		if x.saysCut(r, call) {
			return true
		}
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
	if x.aboutError(c.back(), cond, nil) || x.ofResult(c.back(), cond) || x.stepFails(r, c, cond) {
		return true
	}
	// A plain flag.
	switch e := cond.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return x.p.VarOf(e) != nil
	}
	return false
}

// stepFails reports whether a condition asks for the error of another call on the
// way back, one that works outside of the process and counts nothing: the login
// before the second request.
func (x *Finder) stepFails(r *Retry, c *candidate, cond ast.Expr) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ && b.Op != token.EQL || !x.p.IsNil(b.Y) || !code.IsError(x.p.Info.TypeOf(b.X)) {
		return false
	}
	origins := x.p.Origins(b.X)
	if len(origins) == 0 {
		return false
	}
	for _, o := range origins {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok || o.Unknown || !code.Within(call, r.outcome.l.node) || !x.plausible(call) {
			return false
		}
		fn := x.p.FuncOf(x.p.Callee(call))
		if fn == nil || fn.Body == nil || x.tallies(fn, 2, r.In) {
			return false
		}
	}
	return true
}

// tallies reports whether a function counts how often it runs, or looks at the
// time, and so may end the attempts by itself; the function that it belongs to
// is left out.
func (x *Finder) tallies(fn *code.Func, depth int, but *code.Func) bool {
	found := false
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IncDecStmt:
			found = found || x.p.FieldOf(n.X) != nil || x.outlives(fn, n.X)
		case *ast.AssignStmt:
			if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
				found = found || x.p.FieldOf(n.Lhs[0]) != nil || x.outlives(fn, n.Lhs[0])
			}
		case *ast.CallExpr:
			callee := x.p.Callee(n)
			if callee == nil || callee.Pkg() == nil {
				break
			}
			switch callee.Pkg().Path() {
			case "time":
				switch callee.Name() {
				case "Since", "Until", "Now", "Before", "Sub":
					found = true
				case "After": // the method
					found = found || callee.Signature().Recv() != nil
				}
			case "sync/atomic", "golang.org/x/time/rate":
				found = true
			}
			if g := x.p.FuncOf(callee); g != nil && g != fn && g != but && g.Body != nil {
				found = found || depth == 0 || x.tallies(g, depth-1, but)
			}
		}
		return !found
	})
	return found
}

// outlives reports whether e is a variable from outside of a function.
func (x *Finder) outlives(fn *code.Func, e ast.Expr) bool {
	v := x.p.VarOf(e)
	return v != nil && (v.Pos() < fn.Node.Pos() || v.Pos() >= fn.Node.End())
}

func isNumeric(t types.Type) bool { return numeric(t) }
