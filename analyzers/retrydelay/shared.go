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

// crowded reports a policy with a state that all requests share: their drivers
// reset and advance it for each other. One that only a single worker uses is
// started anew by the driver for each call, and right.
func crowded(p *rule.Pass, r *retry.Retry, once func(ast.Node) bool) {
	if r.Driver == nil || r.Driver.Spent {
		return
	}
	policy := p.Retries.Given(r)
	if policy == nil || !atTheSameTime(p, r.In) {
		return
	}
	made, place := madeOnce(p, r, policy)
	if made == nil || place == inLoop || !p.Retries.Stateful(policy) || !once(r.Call) {
		return
	}
	if f := p.Code.Enclosing(made); f != nil && p.Handlers.Entry(f) != nil {
		return // made for one request
	}
	p.Report(rule.Finding{
		Node:    r.Call,
		Message: fmt.Sprintf("the back-off %s is made once, %s, and all requests share it: each call of %s resets and advances it while others are in the middle of their attempts, which then end too early or go on too long; make a new one for each call", types.ExprString(policy), place, r.Name()),
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
