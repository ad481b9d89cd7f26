package ctxwait

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// goesOn reports whether a wait paces a loop whose turns work under
// context.WithoutCancel: the loop is to go on when the context is over, as one
// that has told a job to stop and waits until it has.
func goesOn(p *rule.Pass, w *waits.Wait) bool {
	loop := p.Code.LoopAround(w.Node)
	if rs, ok := w.Node.(*ast.RangeStmt); ok {
		loop = rs
	}
	if loop == nil {
		return false
	}
	found := false
	code.InspectShallow(loop, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		found = found || ok && p.Code.CalleeOf(call).Key == "context.WithoutCancel"
		return !found
	})
	return found
}
