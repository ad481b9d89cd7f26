package ctxdetach

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// startedByLoop reports work under context.Background in a goroutine that a loop starts
// which ends with a context: a stop ends the loop and leaves the work running, with
// nobody to wait for it. Not reported: goroutines that somebody counts, which are
// finished on purpose, those of requests, which outlive them on purpose, and work cut
// off by context.WithoutCancel, whose author thought of it.
func startedByLoop(p *rule.Pass, f *code.Func, call *ast.CallExpr, given ctxflow.Given, seen map[ast.Node]bool) {
	bare, ok := ast.Unparen(given.Expr).(*ast.CallExpr)
	if !ok || seen[call] || f.Obj != nil || f.Parent == nil || !fails(p, call) {
		return
	}
	if key := p.Code.CalleeOf(bare).Key; key != "context.Background" && key != "context.TODO" {
		return
	}
	run := p.Flow.Live(f)
	g := f.Parent
	if run.Kind != ctxflow.RunGo || run.Call == nil || g.Obj == nil || p.Handlers.Entry(g) != nil || counted(p, f) {
		return
	}
	loop := p.Code.LoopAround(p.Code.Parent(run.Call))
	if _, ends := p.Waits.Ends(call, given); !ends || loop == nil {
		return
	}
	for _, t := range p.Flow.DoneTests(g) {
		if t.Kind != ctxflow.TestSelect || t.Clause == nil || t.Expr == nil || !code.Within(t.Node, loop) || !returns(t.Clause) || t.Ctx.Root.Kind != ctxflow.RootParam {
			continue
		}
		seen[call] = true
		p.Report(rule.Finding{
			Node: call,
			Message: fmt.Sprintf("the loop that starts this goroutine ends with %s, the work in it, under %s, does not: a stop leaves it running and nobody waits for it; give it %s, or count it and wait",
				types.ExprString(t.Expr), types.ExprString(bare), types.ExprString(t.Expr)),
			Related: []rule.Related{{Node: t.Node, Message: "ends the loop"}, {Node: run.Call, Message: "starts the goroutine"}},
		})
		return
	}
}

// counted reports whether a goroutine tells somebody when it is done, by a method
// named Done or by its answer.
func counted(p *rule.Pass, f *code.Func) bool {
	found := false
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			found = true
		case *ast.CallExpr:
			c := p.Code.CalleeOf(n)
			found = found || c.Builtin == "close" || c.Func != nil && c.Func.Name() == "Done" && c.Recv != nil && !code.IsContext(p.Code.TypeOf(c.Recv))
		}
		return !found
	})
	return found
}

// returns reports whether a case ends in a return.
func returns(cc *ast.CommClause) bool {
	if len(cc.Body) == 0 {
		return false
	}
	_, ok := cc.Body[len(cc.Body)-1].(*ast.ReturnStmt)
	return ok
}
