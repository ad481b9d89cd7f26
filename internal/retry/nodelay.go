package retry

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
)

// noDelay asks whether an attempt may follow a failure without a wait: a
// failure of no particular kind, or of any kind if nothing waits at all.
func (x *Finder) noDelay(r *Retry) {
	o := r.outcome
	nums := x.laterTurns(o.l)
	x.askDelay(r, func(c *candidate) *walk {
		w := o.walk(c)
		w.nums = nums
		return w
	})
	if rs, ok := o.l.node.(*ast.RangeStmt); ok {
		if t := x.p.Info.TypeOf(rs.X); t != nil {
			if _, ch := t.Underlying().(*types.Chan); ch {
				r.NoDelay, r.NoDelayAt = api.No, nil // the channel paces it
			}
		}
	}
}

// askDelay settles NoDelay with walks from the operations that do not pass a wait.
func (x *Finder) askDelay(r *Retry, start func(*candidate) *walk) {
	r.NoDelay = api.No
	note := func(t api.Tri, at ast.Node) {
		if t == api.Yes && r.NoDelay != api.Yes {
			r.NoDelay, r.NoDelayAt = api.Yes, at
		}
		if t == api.Maybe && r.NoDelay == api.No {
			r.NoDelay = api.Maybe
		}
	}
	for _, c := range r.outcome.cand {
		if x.paced(c.call) || x.nextElement(c.call) {
			continue
		}
		t, at := x.openWay(r, c, start, true)
		if t == api.No {
			// Failures that are told apart by name may have a way of their own.
			if t, at = x.openWay(r, c, start, false); t == api.Yes && (len(r.Delays) > 0 || x.waitsItself(c.call, 2)) {
				t = api.Maybe
			}
		}
		note(t, at)
	}
}

// paced reports whether an operation itself waits before it fails once more.
func (x *Finder) paced(call *ast.CallExpr) bool {
	if x.table == nil {
		return false
	}
	row := x.table.Call(x.p.CalleeOf(call).Key)
	return row != nil && row.Paced
}

// nextElement reports whether an operation is a method that by its name, and by its
// contract, goes on to the element behind the one that was wrong.
func (x *Finder) nextElement(call *ast.CallExpr) bool {
	fn := x.p.Callee(call)
	return fn != nil && fn.Signature().Recv() != nil && fn.Name() == "Next"
}

// openWay asks whether there is a way from the operation back to it without a
// wait: Yes, No, or Maybe if something on it might wait. With general set, a
// test for one particular error is taken to fail.
func (x *Finder) openWay(r *Retry, c *candidate, start func(*candidate) *walk, general bool) (api.Tri, ast.Node) {
	for _, strict := range []bool{false, true} {
		w := start(c)
		w.dead = func(n ast.Node) bool {
			if containsCall(n, c.call) {
				return false
			}
			for _, p := range x.pauses(n, r.In) {
				if p.sure || strict {
					return true
				}
			}
			return strict && x.paces(n)
		}
		w.deadClause = func(cc *ast.CommClause) bool {
			if w.f.selectPause(cc) != nil {
				return true
			}
			// An attempt after the end of a context needs no wait.
			_, done := w.f.isDone(cc.Comm)
			return done && hasOtherCase(w.f, cc) || strict && !done && code.Received(cc.Comm) != nil
		}
		if general {
			w.shut = func(cond, tag ast.Expr, yes bool) bool {
				if tag != nil {
					return yes && code.IsError(x.p.Info.TypeOf(tag))
				}
				return x.names(cond, yes) || x.lastOnly(r, cond, yes)
			}
		} else {
			w.shut = func(cond, tag ast.Expr, yes bool) bool { return tag == nil && x.lastOnly(r, cond, yes) }
		}
		if !w.run().back {
			if strict {
				return api.Maybe, nil
			}
			return api.No, nil
		}
		if strict {
			return api.Yes, backNode(w)
		}
	}
	return api.Maybe, nil
}

// waitsItself reports whether an operation, or one that a function of the
// package asks for, is given a time to wait for what it is after, as an argument
// or in a field of one: a pop that blocks says by an error of its own that there
// was none.
func (x *Finder) waitsItself(call *ast.CallExpr, depth int) bool {
	for call != nil {
		for _, a := range call.Args {
			if x.isTime(a) || x.holdsTime(a) {
				return true
			}
		}
		if f := x.p.FuncOf(x.p.Callee(call)); f != nil && depth > 0 {
			for _, c := range f.Calls() {
				if x.plausible(c) && x.waitsItself(c, depth-1) {
					return true
				}
			}
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		call, _ = ast.Unparen(sel.X).(*ast.CallExpr)
	}
	return false
}

// isTime reports whether e is a duration other than zero.
func (x *Finder) isTime(e ast.Expr) bool {
	if !code.IsDuration(x.p.Info.TypeOf(e)) {
		return false
	}
	v := x.p.Info.Types[e].Value
	return v == nil || v.ExactString() != "0"
}

// holdsTime reports whether e is a literal with such a time in a field:
// &redis.XReadGroupArgs{Block: 2 * time.Second}.
func (x *Finder) holdsTime(e ast.Expr) bool {
	lit := code.Literal(e)
	if lit == nil {
		return false
	}
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok && x.isTime(kv.Value) {
			return true
		}
	}
	return false
}

// lastOnly reports whether a condition that came out so only leaves out the
// wait after the last attempt: if n < tries-1 { sleep }.
func (x *Finder) lastOnly(r *Retry, cond ast.Expr, yes bool) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || x.changesIn(b, r.outcome.l, 0) == nil || !isNumber(x.p, b.X) {
		return false
	}
	ifs, ok := x.p.Parent(cond).(*ast.IfStmt)
	if !ok || ifs.Cond != cond {
		return false
	}
	waits := func(n ast.Node) bool {
		found := false
		code.InspectShallow(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				found = found || x.callPause(n, r.In) != nil
			case *ast.UnaryExpr:
				found = found || n.Op == token.ARROW && x.isTimeChan(n.X)
			}
			return !found
		})
		return found
	}
	return !yes && waits(ifs.Body) || yes && ifs.Else != nil && waits(ifs.Else)
}

// names reports whether a condition that came out so names one particular error.
func (x *Finder) names(cond ast.Expr, yes bool) bool {
	switch c := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if c.Op == token.NOT {
			return x.names(c.X, !yes)
		}
	case *ast.BinaryExpr:
		switch c.Op {
		case token.LAND:
			if yes {
				return x.names(c.X, true) || x.names(c.Y, true)
			}
			// err != nil && !errors.Is(err, …): the first holds of a failure.
			return x.oneNames(c, false)
		case token.LOR:
			if yes {
				// err == nil || errors.Is(err, …): the first does not.
				return x.oneNames(c, true)
			}
			return x.names(c.X, false) || x.names(c.Y, false)
		case token.EQL, token.NEQ:
			if x.p.IsNil(c.Y) {
				return false
			}
			return code.IsError(x.p.Info.TypeOf(c.X)) && (c.Op == token.EQL) == yes
		}
	case *ast.CallExpr:
		return yes && (api.IsErrorsIs(x.p.CalleeOf(c).Key) || x.namesInside(c))
	}
	return false
}

// oneNames reports whether a condition that came out so because one of its two
// parts did names a particular error, whichever it was: by each part, or by the
// one that a failure can bring about.
func (x *Finder) oneNames(c *ast.BinaryExpr, yes bool) bool {
	a, b := x.names(c.X, yes), x.names(c.Y, yes)
	return a && b || a && x.succeeded(c.Y, yes) || b && x.succeeded(c.X, yes)
}

// succeeded reports whether a condition that came out so says that there was no failure.
func (x *Finder) succeeded(cond ast.Expr, yes bool) bool {
	e, isNil := x.p.NilTest(cond)
	return e != nil && isNil == yes && code.IsError(x.p.Info.TypeOf(e))
}

// namesInside reports whether a call asks a predicate of the package that names
// particular errors only.
func (x *Finder) namesInside(call *ast.CallExpr) bool {
	f := x.p.FuncOf(x.p.Callee(call))
	if f == nil || f.Body == nil || !isPredicate(f.Sig) || len(f.Body.List) != 1 {
		return false
	}
	ret, ok := f.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return false
	}
	asks := false // another predicate in its turn
	ast.Inspect(ret.Results[0], func(n ast.Node) bool {
		in, ok := n.(*ast.CallExpr)
		asks = asks || ok && x.p.FuncOf(x.p.Callee(in)) != nil
		return !asks
	})
	return !asks && x.names(ret.Results[0], true)
}

// laterTurns returns what counters are from the second turn of a loop on.
func (x *Finder) laterTurns(l *loop) durations.Env {
	env := make(durations.Env)
	var post ast.Node
	switch s := l.node.(type) {
	case *ast.ForStmt:
		post = s.Post
	case *ast.RangeStmt:
		if s.Key != nil {
			if v := x.p.VarOf(s.Key); v != nil && numeric(v.Type()) {
				env[v.Origin()] = durations.AtLeast(1)
			}
		}
	}
	steps := []ast.Node{post}
	if body, ok := l.body.(*ast.BlockStmt); ok {
		for _, s := range body.List {
			steps = append(steps, s)
		}
	}
	for _, n := range steps {
		inc, ok := n.(*ast.IncDecStmt)
		if !ok || inc.Tok != token.INC {
			continue
		}
		v := x.p.VarOf(inc.X)
		if v == nil || v.IsField() {
			continue
		}
		only, first := true, durations.Unknown
		for _, d := range x.p.Defs(v) {
			switch {
			case d.Node == ast.Node(inc):
			case l.holds(d.Node) && d.Node != initOf(l):
				only = false
			default:
				first = durations.EvalDef(x.p, d, nil)
			}
		}
		if n, ok := first.Min(); ok && only {
			env[v.Origin()] = durations.AtLeast(n + 1)
		}
	}
	return env
}

func initOf(l *loop) ast.Node {
	if fs, ok := l.node.(*ast.ForStmt); ok && fs.Init != nil {
		return fs.Init
	}
	return nil
}

// backNode returns the statement by which a walk went back: a continue if there is one.
func backNode(w *walk) ast.Node {
	for _, n := range w.backs {
		if n == nil {
			continue
		}
		// The last node of the block; a continue behind it has no node of its own.
		var list []ast.Stmt
		switch up := w.f.x.p.Parent(n).(type) {
		case *ast.BlockStmt:
			list = up.List
		case *ast.CaseClause:
			list = up.Body
		case *ast.CommClause:
			list = up.Body
		}
		for i, s := range list {
			if s == n && i+1 < len(list) {
				if br, ok := list[i+1].(*ast.BranchStmt); ok {
					return br
				}
			}
		}
		if ifs, ok := n.(*ast.IfStmt); ok && len(ifs.Body.List) > 0 {
			if br, ok := ifs.Body.List[len(ifs.Body.List)-1].(*ast.BranchStmt); ok {
				return br
			}
		}
	}
	if w.l != nil {
		return w.l.node
	}
	return nil
}
