package retry

import (
	"go/ast"
	"strings"

	"github.com/faultlint/faultlint/internal/code"
)

// A candidate is an operation with what its failure and success lead to.
type candidate struct {
	call     *ast.CallExpr
	ops      []*ast.CallExpr // the calls it stands for: itself, or those whose result it judges
	fail, ok reach
	tested   bool
	failWalk *walk
	okWalk   *walk
	backWalk *walk // if a result leads back: the walk that shows how
}

// fails reports whether it is the error that leads back; else it is a result
// of an operation that had none.
func (c *candidate) fails() bool { return c.fail.back }

// back returns the walk that shows the way back.
func (c *candidate) back() *walk {
	if c.backWalk != nil {
		return c.backWalk
	}
	return c.failWalk
}

// outcome keeps what the loop's parts need after the recognition.
type outcome struct {
	f    *flow
	l    *loop
	cand []*candidate
	self *selfCall // of a recursion
	m    *machine
	goal func(ast.Node) bool // of a recursion or a second call: what the way back leads to
}

// walk returns a walk from an operation under the assumption that leads back.
func (o *outcome) walk(c *candidate) *walk {
	w := &walk{f: o.f, l: o.l, op: c.call, fail: c.fails(), goal: o.goal}
	if o.goal != nil {
		w.l = nil
	}
	return w
}

// candidates returns the operations of a loop whose outcome is tested, with
// where it leads.
func (x *Finder) candidates(f *flow, l *loop) []*candidate {
	var works []*ast.CallExpr
	for _, c := range f.fn.Calls() {
		if l.holds(c) && !inInit(l, c) && f.at[c].block != nil && x.hasOutcome(c) && x.plausible(c) && !x.isDelayCall(c) && !x.detached(c) {
			works = append(works, c)
		}
	}
	var out []*candidate
	for _, c := range works {
		out = append(out, x.candidate(f, l, c, []*ast.CallExpr{c}))
	}
	// Calls that only judge what an operation brought: err = check(resp).
	for _, c := range f.fn.Calls() {
		if !l.holds(c) || inInit(l, c) || f.at[c].block == nil || !x.hasError(c) || x.plausible(c) || x.isDelayCall(c) || makesError(x.p.Info.TypeOf(c.Fun)) {
			continue
		}
		var of []*ast.CallExpr
		for _, w := range works {
			if w.Pos() < c.Pos() && x.judges(c, w) && !x.takesNext(w) {
				of = append(of, w)
			}
		}
		if len(of) > 0 {
			out = append(out, x.candidate(f, l, c, of))
		}
	}
	return out
}

// takesNext reports whether an operation is by its name about another thing each time
// it is run, an element, message or connection: who finds one wrong passes it over.
func (x *Finder) takesNext(call *ast.CallExpr) bool {
	fn := x.p.Callee(call)
	if fn == nil || fn.Signature().Recv() == nil {
		return false
	}
	for _, name := range []string{"Next", "Recv", "Receive", "Accept", "ReadMessage", "FetchMessage"} {
		if strings.HasPrefix(fn.Name(), name) {
			return true
		}
	}
	return false
}

// detached reports whether a call runs in a goroutine or at the function's end.
func (x *Finder) detached(call *ast.CallExpr) bool {
	switch x.p.Parent(call).(type) {
	case *ast.GoStmt, *ast.DeferStmt:
		return true
	}
	return false
}

// inInit reports whether a node stands in the part of a loop that runs once.
func inInit(l *loop, n ast.Node) bool {
	switch s := l.node.(type) {
	case *ast.ForStmt:
		return s.Init != nil && code.Within(n, s.Init)
	case *ast.RangeStmt:
		return code.Within(n, s.X)
	}
	return false
}

func (x *Finder) candidate(f *flow, l *loop, call *ast.CallExpr, ops []*ast.CallExpr) *candidate {
	c := &candidate{call: call, ops: ops}
	c.failWalk = &walk{f: f, l: l, op: call, fail: true}
	c.fail = c.failWalk.run()
	c.okWalk = &walk{f: f, l: l, op: call, smooth: true}
	c.ok = c.okWalk.run()
	c.tested = c.failWalk.tested || c.okWalk.tested && (x.saysDone(call) || x.saysAgain(call))
	if !c.fail.back && c.ok.back {
		c.backWalk = &walk{f: f, l: l, op: call}
		c.backWalk.run()
	}
	return c
}

// judges reports whether call c gets a result of operation w as an argument
// or receiver: check(resp), resp.Err().
func (x *Finder) judges(c, w *ast.CallExpr) bool {
	for _, v := range x.resultsOf(w) {
		if x.p.Mentions(c, v) {
			return true
		}
	}
	return code.Within(w, c)
}
