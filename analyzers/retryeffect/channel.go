package retryeffect

import (
	"fmt"
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/effects"
	"github.com/faultlint/faultlint/internal/retry"
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
			site, ok := e.Site.(*ast.CallExpr)
			if e.Kind != api.EffectWrite || e.Method == "" || !ok || e.Key.Present() {
				continue
			}
			ch := p.Retries.ChannelOf(site)
			if ch == nil && site != call {
				ch = p.Retries.ChannelOf(call) // what is called is a stub that keeps the connection
			}
			if ch == nil || !ch.Repeats(e.Method) {
				continue
			}
			seen[call] = true
			by := ch.What
			if ch.Attempts > 0 {
				by += fmt.Sprintf(" (%d attempts)", ch.Attempts)
			}
			p.Report(rule.Finding{
				Node: call,
				Message: fmt.Sprintf("%s is repeated by %s, for every method and after failures that do not tell whether it was carried out, so that it may be carried out twice; let only methods that read be repeated, or %s",
					e.What, by, request(e.Safe)),
				Via:     e.Via,
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

// stamped gives a remote call the key that an interceptor of its connection draws:
// below all that repeats the call, so anew in each attempt.
func stamped(p *rule.Pass, e *effects.Effect) *effects.Effect {
	site, ok := e.Site.(*ast.CallExpr)
	if e.Kind != api.EffectWrite || e.Method == "" || !ok || p.Effects.KeyBeside(e) {
		return e
	}
	name := p.Retries.StampOf(site, p.Effects.Stamps)
	if name == "" {
		return e
	}
	out := *e
	out.Key = effects.Key{Source: effects.KeyFresh, Name: name, What: name + " of an interceptor of its connection"}
	return &out
}

// every judges an interceptor of the project's own that repeats each call of
// each method. One that others can put on their connections is judged at their
// calls; so is one whose package only reads.
func every(p *rule.Pass, f *code.Func, r *retry.Retry, seen map[ast.Node]bool) {
	sends := p.Result.Every(f, r)
	if sends == nil || seen[sends] || f.Outermost().Obj == nil || f.Outermost().Obj.Exported() || onlyReads(p) {
		return
	}
	seen[sends] = true
	p.Report(rule.Finding{
		Node:    sends,
		Message: fmt.Sprintf("every method is repeated by %s after failures that do not tell whether it was carried out, so that calls which change something may be carried out twice; name the methods that may be repeated", r.Name()),
		Related: []rule.Related{{Node: r.Node, Message: "what runs it again"}},
	})
}

// onlyReads reports whether the package makes remote calls, and all of them are
// known to read.
func onlyReads(p *rule.Pass) bool {
	some := false
	for _, f := range p.Funcs() {
		for _, e := range p.Effects.In(f) {
			if e.Method == "" {
				continue
			}
			if e.Kind != api.EffectRead {
				return false
			}
			some = true
		}
	}
	return some
}
