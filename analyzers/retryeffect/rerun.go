package retryeffect

import (
	"fmt"
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// rerun judges a handler that is itself run again: what it has done before a
// later step fails, it does once more.
func rerun(p *rule.Pass, f *code.Func, seen map[ast.Node]bool) {
	row, who := (*api.Handler)(nil), "what delivers the message"
	if m := p.Handlers.Of(f); m != nil && m.Handler != nil {
		if m.Kind != handlers.KindMessage && m.Kind != handlers.KindJob {
			return
		}
		row, who = m.Handler, m.Framework
	}
	for _, r := range p.Effects.Reruns(f, row) {
		e := r.Effect
		if seen[e.Site] {
			continue
		}
		seen[e.Site] = true
		after := fmt.Sprintf("%s (%s) may fail after it", p.Code.CallName(r.Fails), p.Where(r.Fails))
		if r.Each {
			after = "it is made for one item after the other, and a later one may fail"
		}
		what := e.What
		if e.Why != "" {
			what += ", which " + e.Why + ","
		}
		p.Report(rule.Finding{
			Node:    e.Site,
			Message: fmt.Sprintf("%s is made again when %s runs %s again: %s; %s, or record the job or message as done in the same transaction", what, who, f.Name(), after, keyed(e.Safe)),
			Related: []rule.Related{{Node: r.Fails, Message: "may fail after it"}, {Node: r.Back, Message: "what has it run again"}},
		})
	}
}

// later judges what an attempt has done when a later step of it fails with the
// error that leads to another one.
func later(p *rule.Pass, r *retry.Retry, region ast.Node, fn *code.Func, seen map[ast.Node]bool) {
	if !r.AfterFailure() || r.Tx {
		return
	}
	for _, l := range p.Effects.Later(region, fn, p.Retries.Sentinels(r)) {
		e := l.Effect
		if seen[e.Node] || !told(p, e) || veiled(e) {
			continue
		}
		seen[e.Node] = true
		p.Report(rule.Finding{
			Node:    e.Node,
			Message: fmt.Sprintf("%s is made again by %s when %s (%s) fails after it, so that it is carried out twice; repeat only the step that failed, or %s", describe(e), r.Name(), p.Code.CallName(l.Fails), p.Where(l.Fails), keyedOnce(e.Safe)),
			Related: []rule.Related{{Node: r.Node, Message: "what runs it again"}, {Node: l.Fails, Message: "may fail after it"}},
			Via:     e.Via,
		})
	}
}

func keyedOnce(safe string) string {
	if safe == "" {
		return "give it a key that is drawn before the first attempt"
	}
	return "make a repeat harmless: " + safe
}

func keyed(safe string) string {
	if safe == "" {
		return "give it a key of the message or job that makes a second run harmless"
	}
	return "make a second run harmless: " + safe
}
