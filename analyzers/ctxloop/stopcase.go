package ctxloop

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/suggest"
)

// stopCases reports the break that ends the case of a closed stop channel, in a loop that
// nothing leaves at all: it leaves only the select, which is ready at once from then on.
// A loop with another end may be meant to pass by what is closed, as by a gate.
func stopCases(p *rule.Pass, f *code.Func, loop *ast.ForStmt) {
	if loop.Cond != nil {
		return
	}
	code.InspectShallow(loop.Body, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectStmt)
		if !ok || p.Code.LoopAround(sel) != ast.Stmt(loop) {
			return true
		}
		for _, s := range sel.Body.List {
			clause, ok := s.(*ast.CommClause)
			if !ok {
				continue
			}
			br := lastBreak(clause.Body, sel)
			ch := closedAlone(p, clause)
			if br == nil || ch == nil || !harmless(p, clause.Body) || assigns(p, loop, clause.Body) || !shutIn(p, f, loop) {
				continue
			}
			p.Report(rule.Finding{
				Node:    br,
				Message: fmt.Sprintf("break leaves only the select at %s, so the loop at %s goes on, without waiting, after %s is closed; return, or break with a label on the loop", p.Where(sel), p.Where(loop), types.ExprString(ch)),
				Related: []rule.Related{{Node: clause.Comm, Message: "ready for ever once it is closed"}, {Node: loopHead(loop), Message: "the loop that goes on"}},
				Fix:     suggest.Labelled(p, loop, br),
			})
		}
		return true
	})
}

// closedAlone returns the channel that a case receives from, if it is one that is only
// ever closed, nil if not.
func closedAlone(p *rule.Pass, clause *ast.CommClause) ast.Expr {
	s, ok := clause.Comm.(*ast.ExprStmt)
	if !ok {
		return nil
	}
	recv, ok := ast.Unparen(s.X).(*ast.UnaryExpr)
	if !ok || recv.Op != token.ARROW || p.Flow.DoneOf(recv.X) != nil || !p.Waits.OnlyClosed(recv.X) {
		return nil
	}
	return recv.X
}
