package retrytimeout

import (
	"fmt"
	"go/types"

	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// ownPause reports a wait between two attempts under the context of the attempt
// before, which is over when that has timed out.
func ownPause(p *rule.Pass, r *retry.Retry) bool {
	pauses := p.Retries.OwnPauses(r)
	if len(pauses) == 0 {
		return false
	}
	at := pauses[0]
	name := types.ExprString(at.Ctx)
	p.Report(rule.Finding{
		Node:    at.Node,
		Message: fmt.Sprintf("the wait before the next attempt of %s is made under %s, the context of the attempt before, with its limit set at %s: after an attempt that timed out it is over, and the wait ends at once; wait under the caller's context", r.Name(), name, p.Where(r.PerAttempt.Node)),
		Related: []rule.Related{{Node: r.PerAttempt.Node, Message: "the limit of one attempt"}, {Node: r.Node, Message: "the retry"}},
	})
	return true
}
