package retry

import (
	"go/ast"
)

// Covers reports whether a call in a loop is made where an operation of the
// retry has failed in the same turn, and whether the loop goes on when the call
// succeeds: its outcome then stands for that of the operation.
func (x *Finder) Covers(r *Retry, call *ast.CallExpr) bool {
	f := x.newFlow(r.In, true)
	for _, l := range f.loops {
		if l.node != r.Node {
			continue
		}
		on := (&walk{f: f, l: l, op: call, smooth: true}).run()
		if !on.back && !on.exhaust {
			return false
		}
		for _, op := range r.Ops {
			reached := false
			fail := &walk{f: f, l: l, op: op, fail: true, goal: func(n ast.Node) bool {
				reached = reached || containsCall(n, call)
				return containsCall(n, call) || containsCall(n, op) // the next attempt
			}}
			if fail.run(); reached {
				return true
			}
		}
	}
	return false
}
