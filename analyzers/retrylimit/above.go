package retrylimit

import (
	"go/ast"
	"slices"

	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/rule"
)

// limitedAbove reports whether a function on the way from a handler sets a limit
// to the context that a retry works under, or hands it one that nothing is known of.
func limitedAbove(p *rule.Pass, reach *handlers.Reach, ctx ast.Expr) bool {
	c := p.Flow.Trace(ctx)
	for _, call := range slices.Backward(reach.Calls) {
		if c.Root.Kind != ctxflow.RootParam || c.Root.Func == nil {
			return false
		}
		f := p.Code.FuncOf(p.Code.Callee(call))
		if f != c.Root.Func {
			continue
		}
		i := f.ParamIndex(c.Root.Var)
		if i < 0 || i >= len(call.Args) {
			return false
		}
		c = p.Flow.Trace(call.Args[i])
		if !c.Known() || len(c.Bounds()) > 0 || c.Opaque() {
			return true
		}
	}
	return false
}
