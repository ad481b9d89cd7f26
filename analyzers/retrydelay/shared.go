package retrydelay

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// crowded reports a policy with a state that all requests share, or goroutines
// started in a loop: their drivers reset and advance it for each other. One that only a single worker uses is
// started anew by the driver for each call, and right.
func crowded(p *rule.Pass, r *retry.Retry, once func(ast.Node) bool) {
	if r.Driver == nil || r.Driver.Spent {
		return
	}
	policy, holder := p.Retries.Given(r)
	if policy == nil {
		return
	}
	who, parallel := "", false
	switch {
	case atTheSameTime(p, r.In):
		who = "all requests"
	case inParallel(p, r.In):
		who, parallel = "the goroutines that run at the same time", true
	default:
		return
	}
	made, place := madeOnce(p, r, holder)
	if made == nil && parallel {
		made, place = madeBefore(p, r, holder)
	}
	if made == nil || place == inLoop && !parallel || !p.Retries.Stateful(policy) || !once(r.Call) {
		return
	}
	if f := p.Code.Enclosing(made); f != nil && p.Handlers.Entry(f) != nil {
		return // made for one request
	}
	p.Report(rule.Finding{
		Node:    r.Call,
		Message: fmt.Sprintf("the back-off %s is made once, %s, and %s share it: each call of %s resets and advances it while others are in the middle of their attempts, which then end too early or go on too long; make a new one for each call", types.ExprString(policy), place, who, r.Name()),
		Related: []rule.Related{{Node: made, Message: "made here"}},
	})
}

// madeBefore returns the call that makes the policy in a local variable outside
// of the loop which starts the goroutines that use it.
func madeBefore(p *rule.Pass, r *retry.Retry, holder ast.Expr) (made ast.Node, place string) {
	e := ast.Unparen(holder)
	if v := p.Code.VarOf(e); v != nil && !v.IsField() {
		defs := p.Code.Defs(v)
		if len(defs) != 1 || defs[0].RHS == nil {
			return nil, ""
		}
		e = ast.Unparen(defs[0].RHS)
	}
	if in := p.Code.Enclosing(e); !isMaking(e) || in == nil || in == r.In {
		return nil, ""
	}
	for f := r.In; f != nil && f.Obj == nil; f = f.Parent {
		loop := p.Code.LoopAround(p.Code.Parent(f.Node))
		if loop != nil && code.Within(e, loop) {
			return nil, "" // one for each
		}
	}
	return e, inLoop
}

// atTheSameTime reports whether a function is run by requests, of which many
// are served at once, and takes no lock.
func atTheSameTime(p *rule.Pass, f *code.Func) bool {
	reach := p.Handlers.Entry(f)
	if reach == nil || reach.Handler.Kind != handlers.KindRequest {
		return false
	}
	return !slices.ContainsFunc(reach.Funcs, func(g *code.Func) bool { return locks(p, g) })
}

// locks reports whether a function calls a Lock, of whatever type: behind it
// one call comes after the other.
func locks(p *rule.Pass, f *code.Func) bool {
	return slices.ContainsFunc(f.Calls(), func(call *ast.CallExpr) bool {
		fn := p.Code.Callee(call)
		return fn != nil && fn.Name() == "Lock"
	})
}

// inParallel reports whether a function literal is run in goroutines that a loop
// starts, and takes no lock. A loop that waits in each turn runs one after the
// other.
func inParallel(p *rule.Pass, f *code.Func) bool {
	for ; f != nil && f.Obj == nil; f = f.Parent {
		if locks(p, f) {
			return false
		}
		run := p.Flow.Live(f)
		if run.Call == nil || run.Kind != ctxflow.RunGo && run.Kind != ctxflow.RunWaited {
			continue
		}
		if loop := p.Code.LoopAround(p.Code.Parent(run.Call)); loop != nil && !waitsAfter(p, loop, run.Call) {
			return true
		}
	}
	return false
}

// waitsAfter reports whether a turn of a loop waits for other goroutines after
// a call: it receives something, or waits for a group.
func waitsAfter(p *rule.Pass, loop ast.Stmt, call *ast.CallExpr) bool {
	return slices.ContainsFunc(p.Waits.Own(p.Code.Enclosing(loop)), func(w *waits.Wait) bool {
		switch w.Kind {
		case api.WaitSync, api.WaitRecv, api.WaitSelect:
			return code.Within(w.Node, loop) && w.Node.Pos() >= call.End()
		}
		return false
	})
}
