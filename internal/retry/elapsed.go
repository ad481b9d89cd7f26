package retry

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
)

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
				lim = x.elapsedTest(r.Body, s.cond)
			}
			switch {
			case lim == nil:
			case r.Total == nil:
				r.Total = lim
			case !r.Total.Between && lim.Between:
				r.Watched = true
			}
		}
	}
}

// elapsedTest returns the limit in a test of the time passed.
func (x *Finder) elapsedTest(body ast.Node, cond ast.Expr) *Limit {
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
			key := x.p.CalleeOf(n).Key
			if (key == "(time.Time).After" || key == "(time.Time).Before") && len(n.Args) == 1 {
				sel := ast.Unparen(n.Fun).(*ast.SelectorExpr)
				lim = &Limit{Node: n, Between: true}
				for _, e := range []ast.Expr{n.Args[0], sel.X} {
					if arg := x.deadlineArg(e); arg != nil && lim.Arg == nil && !x.next(body, e) {
						lim.Arg, lim.Value = arg, durations.Eval(x.p, arg)
					}
				}
			}
		}
		return lim == nil
	})
	return lim
}

// next reports whether a moment is that of the next attempt, and no deadline: it
// is reckoned anew in each turn, time.Now().Add(wait).After(deadline).
func (x *Finder) next(body ast.Node, e ast.Expr) bool {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		now, ok := ast.Unparen(sel.X).(*ast.CallExpr)
		return ok && x.p.CalleeOf(now).Key == "time.Now"
	}
	origins := x.p.Origins(e)
	return len(origins) == 1 && origins[0].Expr != nil && body != nil && code.Within(origins[0].Expr, body)
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
	key := x.p.CalleeOf(call).Key
	return api.TellsPassed(key) || key == "time.Until"
}

// timerLimit returns the limit that a case for a timer made before the loop sets.
func (x *Finder) timerLimit(o *outcome, cc *ast.CommClause) *Limit {
	ch := code.Received(cc.Comm)
	if ch == nil || !x.isTimeChan(ch) || !o.f.outsideTimer(cc, ch) {
		return nil
	}
	// An attempt that the loop itself makes is not cut: the case waits for its turn.
	lim := &Limit{Node: cc, Between: !slices.ContainsFunc(o.cand, func(c *candidate) bool { return x.startedOf(c.call) })}
	if arg := x.timerArg(ch, 0); arg != nil {
		lim.Value = durations.Eval(x.p, arg)
	}
	return lim
}

// startedOf reports whether a call runs beside the function that it stands in.
func (x *Finder) startedOf(call *ast.CallExpr) bool {
	_, ok := x.p.Parent(call).(*ast.GoStmt)
	return ok
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
		if api.TypeName(f.x.p.Info.TypeOf(sel.X)) != "time.Timer" {
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
		switch f.x.p.CalleeOf(call).Key {
		case "time.After", "time.NewTimer":
		default:
			return false
		}
	}
	return len(origins) > 0
}
