package orphan

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// lingers reports goroutines that wait for the end of a context on behalf of a
// function that may return long before.
func lingers(p *rule.Pass, f *code.Func) {
	if p.Handlers.Startup(f.Outermost()) {
		return
	}
	f.Inspect(func(n ast.Node) bool {
		g, ok := n.(*ast.GoStmt)
		if !ok {
			return true
		}
		l := p.Waits.Lingers(f, g)
		if l == nil {
			return true
		}
		ctx := types.ExprString(l.Ctx)
		many := ""
		if l.PerTurn {
			many = ", one for each turn of the loop that starts it"
		}
		p.Report(rule.Finding{
			Node: l.Wait,
			Message: fmt.Sprintf("the goroutine stays until %s is over, however early %s, for which it waits, returns%s; use context.AfterFunc and call its stop function, or select on a channel that is closed then",
				ctx, f.Name(), many),
			Related: []rule.Related{{Node: g.Call.Fun.(*ast.FuncLit).Type, Message: "started here"}},
		})
		return true
	})
}
