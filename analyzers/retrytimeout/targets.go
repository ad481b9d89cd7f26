package retrytimeout

import (
	"fmt"
	"strings"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// shortest is the limit below which a client that is handed in is not expected to
// have a shorter one of its own.
const shortest = 5 * time.Second

// targets reports a list of targets that are asked one after the other, because one
// may be away, under one limit made just before: the first that hangs uses it up, and
// those that are there for this case are never asked. Silent where an attempt may have
// a limit of its own, and where only an answer leads to the next target.
func targets(p *rule.Pass, r *retry.Retry) bool {
	if !r.Targets || r.Drawn || r.Kind != retry.Loop || r.OnSuccess != retry.Leaves || r.PerAttempt != nil || r.Ctx == nil || r.Guard.Class != facts.ErrAny || r.Guard.Status || r.Attempts.N == 1 {
		return false
	}
	region, _, ok := r.Region()
	c := p.Flow.Trace(r.Ctx)
	if !ok || !c.Known() {
		return false
	}
	var bound *ctxflow.Step
	for _, s := range c.Bounds() {
		if s.Call != nil && !s.Maybe && s.In == r.In && !code.Within(s.Call, region) {
			bound = &s
		}
	}
	if bound == nil || len(r.Ops) != 1 {
		return false
	}
	limit, ok := bound.Limit.MaxDuration()
	op := r.Ops[0]
	if !ok || limit <= 0 || !asks(p, r) || limit > shortest && p.Waits.AsksLimited(op) {
		return false
	}
	p.Report(rule.Finding{
		Node:    op,
		Message: fmt.Sprintf("all that %s asks in turn share the limit of %s set at %s, and nothing else limits one of them: the first that hangs uses it up, and the others, which are there for this case, are never asked; give each a context with a share of the limit", r.Name(), retry.Short(limit), p.Where(bound.Call)),
		Related: []rule.Related{{Node: bound.Call, Message: "the limit of all"}, {Node: r.Node, Message: "asks one after the other"}},
	})
	return true
}

// asks reports whether the attempts are exchanges over HTTP or gRPC, or connections that
// are made, of whose clients it can be told whether they have limits of their own. Clients
// of databases have them by default.
func asks(p *rule.Pass, r *retry.Retry) bool {
	op := r.Ops[0]
	for _, w := range p.Waits.In(r.In) {
		if w.Call == op && w.Ctx != nil && !w.Goroutine && plainExchange(w.Kind, w.What) {
			return true
		}
	}
	fn := p.Code.Callee(op)
	if fn == nil {
		return false
	}
	s := p.Summary(fn)
	if s == nil {
		return false
	}
	for _, w := range s.Waits {
		if w.Obeys == facts.ObeysParam && !w.Goroutine && plainExchange(w.Kind, w.What) {
			return true
		}
	}
	return false
}

// plainExchange reports whether a wait is one that nothing limits but what its client
// was told: for the answer of an http.Client, a gRPC connection, or the making of a
// connection.
func plainExchange(kind api.WaitKind, what string) bool {
	switch kind {
	case api.WaitNet:
		return strings.HasPrefix(what, "(*http.Client).") || strings.HasPrefix(what, "(*grpc.ClientConn).Invoke") || strings.HasPrefix(what, "(grpc.ClientConnInterface).Invoke")
	case api.WaitDial:
		return strings.HasPrefix(what, "(*net.Dialer).") || strings.HasPrefix(what, "(*tls.Dialer).")
	}
	return false
}
