package retryeffect

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
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

// invoker is the type of what an interceptor calls to send a remote call on.
const invoker = "google.golang.org/grpc.UnaryInvoker"

// every judges an interceptor of the project's own that repeats each call of
// each method after failures that do not tell whether it was carried out. Not
// reported: interceptors that look at the method.
func every(p *rule.Pass, f *code.Func, r *retry.Retry, seen map[ast.Node]bool) {
	if !r.AfterFailure() || !r.Loses() || r.Guard.Class == facts.ErrUnknown {
		return
	}
	outer := f
	if r.Closure != nil {
		outer = r.Closure.Parent
	}
	if outer == nil || outer.Body == nil {
		return // a declared function that a driver runs
	}
	params := outer.Params()
	if len(params) != 7 || api.KeyOfType(params[5].Type()) != invoker {
		return
	}
	region, _, ok := r.Region()
	if !ok {
		return
	}
	sends, looks := p.Effects.SendsOn(outer, params[5], []*types.Var{params[1], params[6]}, region)
	if sends == nil || seen[sends] {
		return
	}
	for _, l := range looks {
		if l.About == nil || !p.Retries.Unasked(l.At, l.About) {
			return
		}
	}
	seen[sends] = true
	p.Report(rule.Finding{
		Node:    sends,
		Message: fmt.Sprintf("every method is repeated by %s after failures that do not tell whether it was carried out, so that calls which change something may be carried out twice; name the methods that may be repeated", r.Name()),
		Related: []rule.Related{{Node: r.Node, Message: "what runs it again"}},
	})
}
