package retrydelay

import (
	"fmt"
	"go/ast"
	"go/types"
	"time"

	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// noticed is the delay below which nobody minds one too many.
const noticed = 50 * time.Millisecond

// idle reports a test that is meant to leave out the delay after the last
// attempt and comes out the same in each turn.
func idle(p *rule.Pass, r *retry.Retry, d *retry.Delay, once func(ast.Node) bool) bool {
	guard := p.Retries.IdleGuard(r, d)
	if guard == nil {
		return false
	}
	if most, ok := d.Value.MaxDuration(); ok && most < noticed || !once(guard) {
		return false
	}
	p.Report(rule.Finding{
		Node:    guard,
		Message: fmt.Sprintf("%s comes out the same in each turn, because the head of the loop tests it as well, so the last attempt too is followed by the delay, after which nothing is tried any more; compare with the number of the last attempt", types.ExprString(guard)),
		Related: []rule.Related{{Node: d.Node, Message: "the delay"}, {Node: r.Node, Message: "the retry"}},
	})
	return true
}
