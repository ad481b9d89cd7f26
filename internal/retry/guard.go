package retry

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// A Guard says which failures lead back to the operation.
type Guard struct {
	// Class is what the failures that lead back have in common.
	Class facts.ErrClass
	// Status: the way back is taken on a result other than an error: an HTTP
	// status, a wait that was asked for, refused items.
	Status bool
	// Lost: failures after which the operation's outcome is unknown are certainly
	// among those that lead back, though the class as a whole is not known. It is
	// set where the tests are made elsewhere: in what a driver's closure marks, in
	// a predicate, in a helper of another package.
	Lost bool
	// Tests are the tests of the failure on the way back.
	Tests []Test
}

// A Test is one test of an attempt's failure.
type Test struct {
	Expr ast.Expr
	// Back: the failure leads back if the test is true; else if it is false.
	Back  bool
	Class facts.ErrClass
	// What names what is tested for, for messages: "redis.TxFailedErr", "40001".
	What []string
	// Lost: failures after which the operation's outcome is unknown (timeouts,
	// broken connections) are certainly among those it tests for.
	Lost bool
	// Ctx: it tests for the end of a context (context.Canceled, DeadlineExceeded).
	Ctx bool
}

// Excludes reports whether a failure for which the named sentinel is tested
// does not lead back.
func (g Guard) Excludes(what string) bool {
	for _, t := range g.Tests {
		if t.Back {
			continue
		}
		for _, w := range t.What {
			if w == what {
				return true
			}
		}
	}
	return false
}

// guard determines which failures lead back.
func (x *Finder) guard(r *Retry) {
	o := r.outcome
	class, first := facts.ErrUnknown, true
	for _, c := range o.cand {
		r.Guard.Tests = append(r.Guard.Tests, x.tests(o.f, c)...)
		cl := x.guardClass(o, c)
		if first {
			class, first = cl, false
		} else {
			class = weaker(class, cl)
		}
	}
	r.Guard.Class = class
	if r.Guard.Status && class == facts.ErrAny {
		r.Guard.Class = facts.ErrStatus
		for _, c := range o.cand {
			if cl := x.statusClass(o.f, c); cl != facts.ErrUnknown {
				r.Guard.Class = cl
			}
		}
	}
}

// guardClass classes the failures of an operation that lead back: the
// strongest class that every way back has tested for.
func (x *Finder) guardClass(o *outcome, c *candidate) facts.ErrClass {
	if !c.fail.back {
		return facts.ErrAny
	}
	// passes reports whether the way back is open with all edges shut that
	// prove one of the classes.
	open := func(shut func(facts.ErrClass) bool) bool {
		w := o.walk(c)
		w.shut = func(cond, tag ast.Expr, yes bool) bool {
			var t classResult
			switch {
			case tag != nil && yes:
				t = x.equals(tag, cond)
			case tag != nil:
				return false
			default:
				t = x.test(cond, yes)
			}
			if !x.aboutError(w, cond, tag) {
				return false
			}
			return shut(t.class)
		}
		return w.run().back
	}
	for _, cl := range []facts.ErrClass{facts.ErrConflict, facts.ErrUnsent, facts.ErrRefused, facts.ErrStatus, facts.ErrTimeout, facts.ErrUnknown} {
		if !open(func(k facts.ErrClass) bool { return rank(k) <= rank(cl) }) {
			return cl
		}
	}
	return facts.ErrAny
}

// aboutError reports whether a condition looks at the operation's error or result.
func (x *Finder) aboutError(w *walk, cond, tag ast.Expr) bool {
	found := false
	for _, e := range []ast.Expr{cond, tag} {
		if e == nil {
			continue
		}
		ast.Inspect(e, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				if v, ok := x.p.Info.Uses[n].(*types.Var); ok {
					if w.errVars[v.Origin()] || w.resVars[v.Origin()] || !code.IsError(v.Type()) && x.fromError(w, v) {
						found = true
					}
				}
			case *ast.CallExpr:
				if n == w.op {
					found = true
				}
			}
			return !found
		})
	}
	return found
}

// fromError reports whether a variable is computed from an error: a target of
// errors.As, a verdict of a predicate.
func (x *Finder) fromError(w *walk, v *types.Var) bool {
	for _, d := range x.p.Defs(v) {
		switch {
		case d.Kind == code.DefAddr:
			if call, ok := x.p.Parent(d.Node).(*ast.CallExpr); ok && api.IsErrorsAs(x.p.CalleeOf(call).Key) {
				return len(call.Args) > 0 && w.ofError(call.Args[0])
			}
		case d.RHS != nil:
			if w.ofError(d.RHS) {
				return true
			}
		}
	}
	return false
}

// tests lists the tests of the failure that decide about the way back.
func (x *Finder) tests(f *flow, c *candidate) []Test {
	var out []Test
	seen := make(map[ast.Expr]bool)
	for _, s := range c.failWalk.conds {
		if s.cond == nil || seen[s.cond] || s.yes.back == s.no.back && !s.head && !x.amongBack(c.failWalk, s) {
			continue
		}
		seen[s.cond] = true
		if !x.aboutError(c.failWalk, s.cond, s.tag) {
			continue
		}
		if s.tag != nil {
			t := x.equals(s.tag, s.cond)
			out = append(out, Test{Expr: s.cond, Back: s.yes.back, Class: t.class, What: t.what, Ctx: t.ctx, Lost: t.loses()})
			continue
		}
		out = append(out, x.split(c.failWalk, s.cond, s.yes.back)...)
	}
	return out
}

// split takes a condition apart into the tests that must each come out one way
// for control to go back.
func (x *Finder) split(w *walk, cond ast.Expr, back bool) []Test {
	cond = ast.Unparen(cond)
	switch c := cond.(type) {
	case *ast.UnaryExpr:
		if c.Op == token.NOT {
			return x.split(w, c.X, !back)
		}
	case *ast.BinaryExpr:
		if c.Op == token.LAND && back || c.Op == token.LOR && !back {
			return append(x.split(w, c.X, back), x.split(w, c.Y, back)...)
		}
		if (c.Op == token.LAND || c.Op == token.LOR) && x.aboutError(w, cond, nil) {
			// It must be one of several: !Is(err, a) && !Is(err, b) leaves.
			if t := x.test(cond, back); t.class != facts.ErrAny {
				return []Test{{Expr: cond, Back: true, Class: t.class, What: t.what, Ctx: t.ctx, Lost: t.loses()}}
			}
		}
	}
	if !x.aboutError(w, cond, nil) {
		return nil
	}
	if b, ok := cond.(*ast.BinaryExpr); ok && b.Op == token.NEQ && !back {
		// What is not it leads on: it alone leads back.
		if t := x.test(cond, false); t.class != facts.ErrAny && t.class != facts.ErrUnknown {
			return []Test{{Expr: cond, Back: true, Class: t.class, What: t.what, Ctx: t.ctx, Lost: t.loses()}}
		}
	}
	t := x.test(cond, true)
	return []Test{{Expr: cond, Back: back, Class: t.class, What: t.what, Ctx: t.ctx, Lost: t.loses()}}
}

// amongBack reports whether a test is one of several of a case that leads back,
// where what none of them holds of leads on: case codes.Unavailable, codes.Aborted.
func (x *Finder) amongBack(w *walk, s *seen) bool {
	cc, ok := x.p.Parent(s.cond).(*ast.CaseClause)
	if !ok || !s.yes.back || len(cc.List) < 2 {
		return false
	}
	last := cc.List[len(cc.List)-1]
	for _, t := range w.conds {
		if t.cond == last {
			return t.yes.back && !t.no.back
		}
	}
	return false
}
