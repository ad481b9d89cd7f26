package retrydelay

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// crowded reports a policy with a state that all requests share, or goroutines
// started in a loop: their drivers
// reset and advance it for each other. One that only a single worker uses is
// started anew by the driver for each call, and right.
func crowded(p *rule.Pass, r *retry.Retry, once func(ast.Node) bool) {
	if r.Driver == nil || r.Driver.Spent {
		return
	}
	policy, holder := p.Retries.Given(r)
	if policy == nil {
		return
	}
	who := ""
	switch {
	case atTheSameTime(p, r.In):
		who = "all requests"
	case inParallel(p, r.In):
		who = "the goroutines that run at the same time"
	default:
		return
	}
	made, place := madeOnce(p, r, holder)
	if made == nil || place == inLoop || !p.Retries.Stateful(policy) || !once(r.Call) {
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

// atTheSameTime reports whether a function is run by requests, of which many
// are served at once, and takes no lock.
func atTheSameTime(p *rule.Pass, f *code.Func) bool {
	reach := p.Handlers.Entry(f)
	if reach == nil || reach.Handler.Kind != handlers.KindRequest {
		return false
	}
	for _, g := range reach.Funcs {
		for _, call := range g.Calls() {
			if fn := p.Code.Callee(call); fn != nil && fn.Name() == "Lock" {
				return false
			}
		}
	}
	return true
}

// inParallel reports whether a function literal is run in goroutines that a loop
// starts, and takes no lock.
func inParallel(p *rule.Pass, f *code.Func) bool {
	for ; f != nil && f.Obj == nil; f = f.Parent {
		for _, call := range f.Calls() {
			if fn := p.Code.Callee(call); fn != nil && fn.Name() == "Lock" {
				return false
			}
		}
		use := f.UseOf()
		async := use.Role == code.RoleGo
		if use.Role == code.RoleArg && use.Call != nil {
			if fn := p.Code.Callee(use.Call); fn != nil {
				row := p.Table.RunnerOf(fn)
				async = row != nil && row.Async
			}
		}
		if async && p.Code.LoopAround(p.Code.Parent(f.Node)) != nil {
			return true
		}
	}
	return false
}
