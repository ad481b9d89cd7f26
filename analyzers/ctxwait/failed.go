package ctxwait

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// failedApart reports a select that waits for a goroutine and is not told of its failure: that
// cancels a context, and the select looks at its parent.
func failedApart(p *rule.Pass, f *code.Func, w *waits.Wait) bool {
	sel, ok := w.Node.(*ast.SelectStmt)
	if !ok || !w.Direct() {
		return false
	}
	x := p.Waits.FailsApart(f, sel)
	if x == nil {
		return false
	}
	ctx := types.ExprString(x.Ctx)
	p.Report(rule.Finding{
		Node: x.Done,
		Message: fmt.Sprintf("when the goroutine fails it only cancels, at %s, the context made from %s at %s: %s comes no more then, and %s does not end by it; wait for the Done of the context that is cancelled",
			p.Where(x.Call), ctx, p.Where(x.Made), types.ExprString(x.Chan), ctx),
		Related: []rule.Related{{Node: x.Call, Message: "all that is told of a failure"}, {Node: x.Made, Message: "the context that ends by it"}},
	})
	return true
}
