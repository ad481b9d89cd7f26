package orphan

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// startOff reports a return in the Done case of a select that leaves a child
// process which the function has started, and nobody else knows of, running.
func startOff(p *rule.Pass, f *code.Func) {
	if p.Handlers.Startup(f.Outermost()) || p.Waits.IsCommand(f) {
		return // it may end with the process
	}
	for _, t := range p.Flow.DoneTests(f) {
		if t.Select == nil || t.Clause == nil || len(t.Clause.Body) == 0 {
			continue
		}
		ret, ok := t.Clause.Body[len(t.Clause.Body)-1].(*ast.ReturnStmt)
		if !ok {
			continue
		}
		for _, start := range p.Waits.StartedAlone(f, t.Select, t.Clause) {
			p.Report(rule.Finding{
				Node: ret,
				Message: fmt.Sprintf("%s leaves here after %s is over, and the process that it started at %s runs on: nobody else knows of it, so nothing kills it or waits for it; kill it and wait for it before leaving",
					f.Outermost().Name(), types.ExprString(t.Expr), p.Where(start)),
				Related: []rule.Related{{Node: start, Message: "started here"}},
			})
		}
	}
}
