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
	above := p.Flow.Above(f, w.Node, func(s ctxflow.Source) bool {
		return p.Wanted(s.Func.Node.Pos()) && s.Life != ctxflow.LifeProcess
	})
	if above == nil || len(above.Calls) > 0 {
		return false
	}
	ctx := above.Source.Expr
	p.Report(rule.Finding{
		Node:    place(w),
		Related: []rule.Related{{Node: asked, Message: "asked to leave here"}},
		Message: fmt.Sprintf("%s may not end when %s does: the signal at %s only asks the program to leave, and nothing kills it if it stays; kill it after a grace period (Cancel with WaitDelay of exec.CommandContext does)",
			w.What, ctx, p.Where(asked)),
	})
	return true
}
