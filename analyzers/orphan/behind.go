package orphan

import (
	"fmt"
	"go/ast"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// goesOn returns the work of a goroutine that goes on when f has failed. A request's
// context ends soon after, and so does a program that fails.
func goesOn(p *rule.Pass, f *code.Func, g *ast.GoStmt) *waits.Behind {
	if p.Handlers.Of(f) != nil || inRequest(p, f) || isMain(p, f) || p.Waits.IsCommand(f) {
		return nil
	}
	b := p.Waits.GoesOn(f, g)
	if b == nil {
		return nil
	}
	calls, _ := p.Code.Callers(f)
	for _, call := range calls {
		i := f.ParamIndex(b.Ctx.Root.Var)
		if i < 0 || i >= len(call.Args) || len(p.Flow.Trace(call.Args[i]).Cancels()) > 0 {
			return nil // its caller may end it
		}
	}
	return b
}

// behind reports a function that fails and leaves its goroutine at work.
func behind(p *rule.Pass, f *code.Func, g *ast.GoStmt, b *waits.Behind) {
	ctx := b.Ctx.Root.Var.Name()
	p.Report(rule.Finding{
		Node: b.Leave,
		Message: fmt.Sprintf("%s fails here, and the goroutine started at %s works on behind its back: %s goes on until %s is over, which %s cannot end; give it a context made by context.WithCancel, and cancel that and wait for the goroutine before leaving",
			f.Name(), p.Where(g), p.Code.CallName(b.Work), ctx, f.Name()),
		Related: []rule.Related{{Node: b.Work, Message: "goes on"}, {Node: g, Message: "started here"}},
	})
}
