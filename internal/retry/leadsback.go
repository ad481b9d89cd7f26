package retry

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// Bears reports whether a condition that r polls says "not yet" when a call in it
// failed, without a look at whether the call may have been carried out: it is a
// retry of that call, whatever else it waits for.
func (x *Finder) Bears(r *Retry, call ast.Node) bool {
	if r.Driver == nil || !r.Driver.Poll || r.Closure == nil {
		return false
	}
	fl := x.newFlow(r.Closure, true)
	for _, op := range x.tellers(r.Closure, call) {
		if x.runsAgain(fl, r, op, true, func(w *walk, cond, tag ast.Expr, yes bool) bool {
			return x.aboutError(w, cond, tag) && rank(x.tells(cond, tag, yes).class) <= rank(facts.ErrRefused)
		}) {
			return true
		}
	}
	return false
}

// Ends reports whether neither the failure of a call in the closure of a driver
// nor what comes after it leads to another run: whatever is returned from there
// on is no error, or one that is marked as permanent.
func (x *Finder) Ends(r *Retry, call ast.Node) bool {
	if r.Driver == nil || len(r.Driver.Permanent) == 0 || r.Closure == nil {
		return false
	}
	fl := x.newFlow(r.Closure, true)
	ops := x.tellers(r.Closure, call)
	for _, op := range ops {
		if x.runsAgain(fl, r, op, true, nil) || x.runsAgain(fl, r, op, false, nil) {
			return false
		}
	}
	return len(ops) > 0
}

// RepeatsUnasked reports whether the failure of a call in the closure of a driver
// leads to another run without any test of what failed.
func (x *Finder) RepeatsUnasked(r *Retry, call ast.Node) bool {
	if r.Closure == nil || r.Driver == nil {
		return false
	}
	fl := x.newFlow(r.Closure, true)
	for _, op := range x.tellers(r.Closure, call) {
		if x.runsAgain(fl, r, op, true, func(w *walk, cond, tag ast.Expr, _ bool) bool { return x.aboutError(w, cond, tag) }) {
			return true
		}
	}
	return false
}

// runsAgain reports whether a way from an operation in a driver's closure, which
// failed or did not, leads to a return after which the driver runs it again.
func (x *Finder) runsAgain(fl *flow, r *Retry, op *ast.CallExpr, fail bool, shut func(w *walk, cond, tag ast.Expr, yes bool) bool) bool {
	back := false
	w := &walk{f: fl, op: op, fail: fail, goal: func(ast.Node) bool { return false }}
	if shut != nil {
		w.shut = func(cond, tag ast.Expr, yes bool) bool { return shut(w, cond, tag, yes) }
	}
	w.onReturn = func(ret *ast.ReturnStmt, st state) {
		switch {
		case len(ret.Results) == 0:
			back = true // named results
		case r.Driver.Poll:
			back = back || len(ret.Results) == 2 && w.truth(ret.Results[0], st) != isTrue && w.errorValue(ret.Results[1], st) == isNil
		default:
			e := ast.Unparen(ret.Results[len(ret.Results)-1])
			back = back || w.errorValue(e, st) != isNil && !x.permanent(e, r.Driver, 0)
		}
	}
	w.run()
	return back
}

// tells returns what it tells of an error that a condition came out so.
func (x *Finder) tells(cond, tag ast.Expr, yes bool) classResult {
	switch {
	case tag == nil:
		return x.test(cond, yes)
	case yes:
		return x.equals(tag, cond)
	}
	return anyError
}

// tellers returns the calls of a closure whose result says whether what happens
// at a node failed: the call itself, and those that are made on its result, as
// in rdb.Incr(ctx, key).Err().
func (x *Finder) tellers(f *code.Func, n ast.Node) []*ast.CallExpr {
	var out []*ast.CallExpr
	n = x.inPlace(f, n)
	fl := x.newFlow(f, true)
	for _, c := range f.Calls() {
		if fl.at[c].block == nil || !x.hasError(c) || x.p.CalleeOf(c).Builtin != "" {
			continue
		}
		if c == n || x.chained(c, n) {
			out = append(out, c)
		}
	}
	return out
}

// chained reports whether c is made on the result of the call n.
func (x *Finder) chained(c *ast.CallExpr, n ast.Node) bool {
	for range 4 {
		sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		in, ok := ast.Unparen(sel.X).(*ast.CallExpr)
		if !ok {
			return false
		}
		if ast.Node(in) == n {
			return true
		}
		c = in
	}
	return false
}

// inPlace returns the call in f of the literal, called where it stands, in which
// a node lies, if the literal returns the error of what happens at the node; else
// the node itself.
func (x *Finder) inPlace(f *code.Func, n ast.Node) ast.Node {
	for range 3 {
		g := x.p.Enclosing(n)
		if g == nil || g == f {
			return n
		}
		use := g.UseOf()
		if use.Role != code.RoleImmediate {
			return n
		}
		fl, fails := x.newFlow(g, true), false
		for _, op := range x.tellers(g, n) {
			w := &walk{f: fl, op: op, fail: true, goal: func(ast.Node) bool { return false }}
			w.onReturn = func(ret *ast.ReturnStmt, st state) {
				fails = fails || len(ret.Results) > 0 && w.errorValue(ast.Unparen(ret.Results[len(ret.Results)-1]), st) != isNil
			}
			w.run()
		}
		if !fails {
			return n
		}
		n = use.Call
	}
	return n
}
