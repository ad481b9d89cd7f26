package retryeffect

import (
	"fmt"
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// channels judges remote calls on a connection that repeats whatever it is
// asked to send: the author of its options decided for all methods at once.
func channels(p *rule.Pass, f *code.Func, seen map[ast.Node]bool) {
	for _, call := range f.Calls() {
		if seen[call] {
			continue
		}
		for _, e := range p.Effects.Of(call) {
			if e.Kind != api.EffectWrite || e.Method == "" || e.Node != e.Site || e.Key.Present() {
				continue
			}
			ch := p.Retries.ChannelOf(call)
			if ch == nil || !ch.Repeats(e.Method) {
				continue
			}
			seen[call] = true
			p.Report(rule.Finding{
				Node: call,
				Message: fmt.Sprintf("%s is repeated by %s (%d attempts), for every method and after failures that do not tell whether it was carried out, so that it may be carried out twice; let only methods that read be repeated, or %s",
					e.What, ch.What, ch.Attempts, request(e.Safe)),
				Related: []rule.Related{{Node: ch.Node, Message: "what runs it again"}},
			})
		}
	}
}

func request(safe string) string {
	if safe == "" {
		return "give the request an id"
	}
	return "make a repeat harmless: " + safe
}
