package orphan

import (
	"fmt"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// stale reports a deferred cancel that is the function from before the contexts
// which it was meant to end.
func stale(p *rule.Pass, f *code.Func) {
	if p.Handlers.Startup(f.Outermost()) {
		return
	}
	for _, s := range p.Flow.StaleDefers(f) {
		name := s.Var.Name()
		taken := "the function that it has here"
		if s.Empty {
			taken = "the empty function that it is here"
		}
		p.Report(rule.Finding{
			Node: s.Defer,
			Message: fmt.Sprintf("defer takes %s, not the one that %s is given at %s: at the return at %s nothing cancels that one's context, and what runs under it stays; defer func() { %s() }()",
				taken, name, p.Where(s.Made), p.Where(s.Exit), name),
			Related: []rule.Related{{Node: s.Made, Message: "given another function here"}, {Node: s.Exit, Message: "left without it"}},
		})
	}
}
