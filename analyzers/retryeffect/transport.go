package retryeffect

import (
	"fmt"
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/effects"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// transports judges a request that a client's transport sends again without a
// look at it. It is reported where the client is put together: what is missing
// there is a transport that looks, or one around it that adds a key.
func transports(p *rule.Pass, r *retry.Retry, seen map[ast.Node]bool, set map[setting]bool) {
	at := setting{by: r.Maker}
	for _, e := range p.Effects.Of(r.Call) {
		if e.Kind != api.EffectWrite || e.Confidence != effects.ByMethod || e.Key.Present() || seen[e.Node] || set[at] || !p.Effects.Replayable(e) {
			continue
		}
		seen[e.Node], set[at] = true, true
		name := "the transport of the client"
		if r.Attempts.N > 1 {
			name += fmt.Sprintf(" (%d attempts)", int(r.Attempts.N))
		}
		if r.Hedge {
			p.Report(rule.Finding{
				Node:    r.Maker,
				Message: fmt.Sprintf("%s is sent once more by %s when it is slow, while the first is still on its way, so it may be carried out twice; send what changes something through a client that does not hedge, or give a request a key before", describe(e), name),
				Related: []rule.Related{{Node: e.Node, Message: "the repeated call"}},
				Via:     e.Via,
			})
			continue
		}
		f := rule.Finding{
			Node:    r.Maker,
			Message: fmt.Sprintf("%s is repeated by %s, which repeats every request after failures that do not tell whether it was carried out, so it may be carried out twice; let the transport repeat only methods that may be, or put one around it that gives a request a key", describe(e), name),
			Related: []rule.Related{{Node: e.Node, Message: "the repeated call"}},
			Via:     e.Via,
		}
		if r.Inner != nil {
			f.Related = append(f.Related, rule.Related{Node: r.Inner.Node, Message: "what runs it again"})
		}
		p.Report(f)
	}
}
