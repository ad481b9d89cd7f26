package ctxwait

import (
	"fmt"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// askedOnly reports a wait for a child process that, at the end of a context,
// is asked to leave and never made to.
func askedOnly(p *rule.Pass, f *code.Func, w *waits.Wait) bool {
	asked := p.Waits.AskedOnly(w)
	if asked == nil || p.Handlers.Startup(f.Outermost()) {
		return false
	}
	want := func(s ctxflow.Source) bool {
		return p.Wanted(s.Func.Node.Pos()) && s.Life != ctxflow.LifeProcess
	}
	above := p.Flow.Above(f, w.Node, want)
	if calls, _ := p.Code.Callers(f); above == nil && len(calls) > 0 {
		// The helper that ends the process: its caller has seen the end of the context.
		if above = p.Flow.Above(p.Code.Enclosing(calls[0]), calls[0], want); above != nil {
			above.Calls = append(above.Calls, calls[0])
		}
	}
	if above == nil || len(above.Calls) > 1 {
		return false
	}
	ctx := above.Source.Expr
	rel := []rule.Related{{Node: asked, Message: "asked to leave here"}}
	for _, c := range above.Calls {
		rel = append(rel, rule.Related{Node: c, Message: "called here with " + ctx + " at hand"})
	}
	p.Report(rule.Finding{
		Node:    place(w),
		Related: rel,
		Message: fmt.Sprintf("%s may not end when %s does: the signal at %s only asks the program to leave, and nothing kills it if it stays; kill it after a grace period (Cancel with WaitDelay of exec.CommandContext does)",
			w.What, ctx, p.Where(asked)),
	})
	return true
}
