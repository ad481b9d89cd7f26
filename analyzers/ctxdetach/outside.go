package ctxdetach

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// nobodys reports whether a variable of the package is only another name for
// context.Background() or TODO().
func nobodys(p *rule.Pass, v *types.Var) bool {
	if v == nil || v.IsField() {
		return false
	}
	vals, complete := p.Flow.FieldValues(v)
	for _, c := range vals {
		if c.Ambiguous || len(c.Steps) > 0 || c.Root.Kind != ctxflow.RootBackground && c.Root.Kind != ctxflow.RootTODO {
			return false
		}
	}
	return complete && len(vals) > 0
}

// fromOutside reports a call of a handler under a context that begins outside
// of it, in the function that made the handler or a variable of the package,
// and is nobody's: once in each handler.
func fromOutside(p *rule.Pass, f *code.Func, call *ast.CallExpr, given ctxflow.Given, seen map[ast.Node]bool) {
	c := given.Ctx
	h := p.Handlers.Of(f)
	if seen[f.Node] || h == nil || !h.Kind.Serves() || h.Live != api.Yes || c.Detached() != nil || len(c.Bounds()) > 0 || len(c.Cancels()) > 0 {
		return
	}
	if _, ok := p.Code.Parent(call).(*ast.GoStmt); ok || p.Flow.CleanupMode(call) != ctxflow.CleanupNone {
		return
	}
	src := atHand(p, f, call)
	if src == nil || !theirs(src) || runsLater(p, f, src) || undoes(p, call) || nilTested(p, call, src) || givesChannel(p, call) {
		return
	}
	seen[f.Node] = true
	p.Report(rule.Finding{
		Node: call,
		Message: fmt.Sprintf("%s runs under %s, which begins outside of the handler and which nothing ends, so the end of %s does not reach it, although the handler waits for it; pass %s",
			name(p, call), types.ExprString(given.Expr), src.Expr, src.Expr),
		Related: []rule.Related{{Node: c.Root.Expr, Message: "the context begins here"}},
	})
}
