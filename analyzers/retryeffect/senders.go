package retryeffect

import (
	"fmt"

	"github.com/faultlint/faultlint/internal/rule"
)

// senders judges the configurations of clients that send messages.
func senders(p *rule.Pass) {
	for _, f := range p.Funcs() {
		if f.Parent != nil {
			continue
		}
		for _, s := range p.Effects.Sendings(f.Node) {
			p.Report(rule.Finding{
				Node:    s.Node,
				Message: fmt.Sprintf("the producer sends a message up to %d times more when its acknowledgement is lost, and nothing lets the broker drop the repeats, so that consumers may get it twice; %s", s.N, s.Row.How),
			})
		}
	}
}
