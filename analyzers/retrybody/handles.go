package retrybody

import (
	"fmt"
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// connectsAgain reports whether an endless loop makes its turns whatever comes
// of them, as one that keeps a connection does.
func connectsAgain(r *retry.Retry) bool {
	return r.Kind == retry.Loop && r.OnSuccess == retry.Continues && r.Attempts.N == api.AttemptsUnbounded && !r.Periodic && !r.Poll && !r.Items
}

// handles reports the connections and handles that a failed attempt leaves open.
func handles(p *rule.Pass, r *retry.Retry, region ast.Node, fn *code.Func, seen map[ast.Node]bool) {
	for _, l := range p.Effects.Handles(region, fn) {
		if seen[l.Node] {
			continue
		}
		seen[l.Node] = true
		p.Report(rule.Finding{
			Node:    l.Node,
			Message: fmt.Sprintf("%s is not closed where an attempt fails after it was opened: each such attempt (%s) leaves one open; close %s before the failure is returned", l.Var.Name(), r.Times(), l.Var.Name()),
			Related: []rule.Related{{Node: r.Node, Message: "what runs it again"}},
			Via:     l.Via,
		})
	}
}

// dropped reports the answers that the closure of a driver returns together with
// an error: the driver keeps the last one at most.
func dropped(p *rule.Pass, r *retry.Retry, seen map[ast.Node]bool) {
	if r.Kind != retry.Driver || r.Driver == nil || r.Closure == nil || r.Driver.On != api.OnAnyError || r.If != nil {
		return
	}
	for _, l := range p.Effects.Dropped(r.Closure) {
		if seen[l.Node] {
			continue
		}
		seen[l.Node] = true
		p.Report(rule.Finding{
			Node:    l.Ret,
			Message: fmt.Sprintf("response %s is returned together with an error, and %s forgets what comes with an error that it repeats: the body stays open, and each attempt (%s) keeps a connection busy; close it before the error is returned", l.Var.Name(), r.Name(), r.Times()),
			Related: []rule.Related{{Node: l.Node, Message: "it comes from here"}, {Node: r.Node, Message: "what runs it again"}},
		})
	}
}
