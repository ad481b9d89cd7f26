package ctxwait

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// subscribed reports a wait for the events of a subscription that a request has
// made for itself, and drops in a defer: while it waits nobody drops it, so that
// the end of the request is not noticed.
func subscribed(p *rule.Pass, f *code.Func, w *waits.Wait) bool {
	if w.Proven || w.Linked || w.Goroutine || w.Cleanup || w.Trivial || w.Obeys != facts.ObeysUnknown || !w.Direct() || f.Obj == nil && p.Flow.Live(f).Kind > ctxflow.RunSync {
		return false
	}
	drop := p.Waits.Subscription(w)
	if drop == nil || p.Flow.CleanupMode(w.Node) != ctxflow.CleanupNone || looksElsewhere(p, f, w) {
		return false
	}
	above := p.Flow.Above(f, w.Node, func(s ctxflow.Source) bool {
		return wanted(p, w)(s) && (s.Life == ctxflow.LifeRequest || s.Kind == ctxflow.SourceParam && serves(p, s.Func))
	})
	if above == nil || len(above.Calls) > 0 || above.Source.Func != f.Outermost() && above.Source.Func != f {
		return false
	}
	w.Why, w.At = "its channel is closed only by the call deferred at "+p.Where(drop)+", which runs after it", drop
	p.Report(finding(p, w, above, 0))
	return true
}

// serves reports whether a function is the handler of requests.
func serves(p *rule.Pass, f *code.Func) bool {
	h := p.Handlers.Of(f)
	return h != nil && h.Kind == handlers.KindRequest
}

// looksElsewhere reports whether a function looks at a context at another place than in
// the body of the range that waits, where it comes only when something has been sent.
func looksElsewhere(p *rule.Pass, f *code.Func, w *waits.Wait) bool {
	loop, ok := w.Node.(*ast.RangeStmt)
	for _, t := range p.Flow.DoneTests(f) {
		if !ok || !code.Within(t.Node, loop.Body) {
			return true
		}
	}
	return false
}

// untilClosed reports a wait for the messages of a subscription that its function
// alone closes, when it has done waiting: that the context has a subscription made
// under it does not end the subscription.
func untilClosed(p *rule.Pass, f *code.Func, w *waits.Wait) bool {
	if w.Proven || w.Linked || w.Cleanup || p.Flow.CleanupMode(w.Node) != ctxflow.CleanupNone {
		return false
	}
	from := p.Waits.UntilClosed(w)
	if from == nil {
		return false
	}
	above := p.Flow.Above(f, w.Node, wanted(p, w))
	if above == nil || len(above.Calls) > 0 || above.Source.Blank {
		return false
	}
	w.Why, w.At = "only a Close ends the channel of "+types.ExprString(p.Code.CalleeOf(from).Recv)+", and nobody else can close that before", from
	p.Report(finding(p, w, above, 0))
	return true
}

// servers reports a server that goes on although the context of the function
// that runs it is over.
func servers(p *rule.Pass, f *code.Func) {
	for _, call := range f.Calls() {
		c := p.Code.CalleeOf(call)
		if c.Func == nil {
			continue
		}
		row := p.Table.CallOf(c.Func)
		if row == nil || row.Kind != api.WaitServer || row.Startup || row.Ctx.Kind != api.CtxNone || !p.Waits.Unstopped(f, call) {
			continue
		}
		if _, ok := p.Code.Parent(call).(*ast.GoStmt); ok || p.Flow.CleanupMode(call) != ctxflow.CleanupNone {
			continue
		}
		above := p.Flow.Above(f, call, func(s ctxflow.Source) bool {
			return p.Wanted(s.Func.Node.Pos()) && s.Kind == ctxflow.SourceParam && !p.Handlers.Startup(s.Func)
		})
		if above == nil || len(above.Calls) > 0 || above.Source.Blank || above.Source.Captured {
			continue
		}
		ctx := above.Source.Expr
		p.Report(rule.Finding{
			Node: code.Span{From: call.Pos(), To: call.Lparen + token.Pos(len("("))},
			Message: fmt.Sprintf("%s goes on after %s is over: nothing shuts the server down then; call its Shutdown from context.AfterFunc(%s, …), or from a goroutine that waits for %s.Done()",
				p.Code.CallName(call), ctx, ctx, ctx),
		})
	}
}
