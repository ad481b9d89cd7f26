package retrytimeout

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// connShared reports a deadline that is put on a connection once, in front of a loop that
// repeats an exchange on it after timeouts: once it has passed every further attempt
// fails at once.
func connShared(p *rule.Pass, r *retry.Retry) bool {
	repeated, _ := timeoutsRetried(r)
	region, _, ok := r.Region()
	if !repeated || !ok || r.Kind != retry.Loop || len(r.Ops) == 0 {
		return false
	}
	conn := p.Waits.ConnOf(r.Ops[0])
	if conn == nil {
		return false
	}
	var set *ast.CallExpr
	for _, call := range r.In.Calls() {
		if !p.Waits.SetsDeadlineOf(call, conn) {
			continue
		}
		if code.Within(call, region) || call.Pos() > region.Pos() {
			return false
		}
		set = call
	}
	if set == nil || p.Waits.DeadlineAfterNow(set) == nil {
		return false
	}
	// What gets the connection in an attempt may move its deadline.
	moved := false
	code.InspectShallow(region, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && p.Waits.MayMoveDeadline(call, conn) {
			moved = true
		}
		return !moved
	})
	if moved {
		return false
	}
	p.Report(rule.Finding{
		Node:    set,
		Message: fmt.Sprintf("the deadline of %s is set once, in front of %s, which repeats after timeouts: when it has passed every further attempt fails at once; set it in each attempt", types.ExprString(conn), r.Name()),
		Related: []rule.Related{{Node: r.Node, Message: "the retry"}, {Node: r.Ops[0], Message: "the exchange"}},
	})
	return true
}
