package retrytimeout

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// ownInClosure reports a test of the attempt's own context in the closure of
// a driver that makes the failure permanent.
func ownInClosure(p *rule.Pass, r *retry.Retry) bool {
	if r.Closure == nil || r.Call == nil || r.PerAttempt == nil {
		return false
	}
	for _, t := range p.Flow.DoneTests(r.Closure) {
		if t.Expr != nil && ownEnds(p, r, t.Node, t.Expr, taken(p, t.Node)) {
			return true
		}
	}
	for _, call := range r.Closure.Calls() {
		if ctx, says := p.Flow.Tells(call); ctx != nil && ownEnds(p, r, call, ctx, runIf(p, call, says)) {
			return true
		}
	}
	return false
}

// ownEnds reports at, which asks whether a context is over, if that is the
// attempt's own and what runs then ends the retry.
func ownEnds(p *rule.Pass, r *retry.Retry, at ast.Node, ctx ast.Expr, body []ast.Stmt) bool {
	last := endsRetry(p, r, body)
	if last == nil || !ownCtx(p, r, ctx) {
		return false
	}
	p.Report(rule.Finding{
		Node:    at,
		Message: fmt.Sprintf("%s is the context of this attempt alone: its end, the attempt's own timeout, is made a permanent failure that ends %s, so that an attempt that timed out is never repeated; test the caller's context", types.ExprString(ctx), r.Name()),
		Related: []rule.Related{{Node: last, Message: "ends the attempts"}, {Node: r.Call, Message: "the retry"}},
	})
	return true
}

// ownCtx reports whether a context is made with a limit inside the closure.
func ownCtx(p *rule.Pass, r *retry.Retry, e ast.Expr) bool {
	c := p.Flow.Trace(e)
	if !c.Known() {
		return false
	}
	bounds := c.Bounds()
	if len(bounds) == 0 {
		return false
	}
	last := bounds[len(bounds)-1]
	return last.Call != nil && !last.Maybe && code.Within(last.Call, r.Closure.Node)
}

// taken returns the statements that run if, and only if, the error of a context
// that n asks for is not nil.
func taken(p *rule.Pass, n ast.Node) []ast.Stmt {
	for range 4 {
		up := p.Code.Parent(n)
		switch up := up.(type) {
		case *ast.BinaryExpr:
			if up.Op == token.EQL || up.Op == token.LOR {
				return nil
			}
		case *ast.ParenExpr, *ast.CallExpr:
		case *ast.IfStmt:
			if up.Cond == n {
				return up.Body.List
			}
			return nil
		case *ast.CaseClause:
			return up.Body
		default:
			return nil
		}
		n = up
	}
	return nil
}

// runIf returns the statements that are sure to run if a condition, or a part of
// one, is as given.
func runIf(p *rule.Pass, n ast.Node, is bool) []ast.Stmt {
	for range 4 {
		up := p.Code.Parent(n)
		switch up := up.(type) {
		case *ast.ParenExpr:
		case *ast.UnaryExpr:
			if up.Op != token.NOT {
				return nil
			}
			is = !is
		case *ast.BinaryExpr:
			sure := up.Op == token.LOR && is || up.Op == token.LAND && (!is || p.Code.Failure(up.X) != nil)
			if !sure {
				return nil
			}
		case *ast.IfStmt:
			if up.Cond != n {
				return nil
			}
			if is {
				return up.Body.List
			}
			return otherwise(p, up)
		case *ast.CaseClause:
			if sw, ok := p.Code.Parent(p.Code.Parent(up)).(*ast.SwitchStmt); ok && is && sw.Tag == nil {
				return up.Body
			}
			return nil
		default:
			return nil
		}
		n = up
	}
	return nil
}

// otherwise returns the statements that run if the condition of s is false: its
// else branch, or what follows where the branch itself leaves.
func otherwise(p *rule.Pass, s *ast.IfStmt) []ast.Stmt {
	if b, ok := s.Else.(*ast.BlockStmt); ok {
		return b.List
	}
	block, ok := p.Code.Parent(s).(*ast.BlockStmt)
	if !ok || s.Else != nil || len(s.Body.List) == 0 {
		return nil
	}
	if _, ok := s.Body.List[len(s.Body.List)-1].(*ast.ReturnStmt); !ok {
		return nil
	}
	for i, other := range block.List {
		if other == ast.Stmt(s) && i+2 == len(block.List) {
			return block.List[i+1:]
		}
	}
	return nil
}

// endsRetry returns the return statement among stmts that tells the driver
// to stop.
func endsRetry(p *rule.Pass, r *retry.Retry, stmts []ast.Stmt) ast.Node {
	if len(stmts) == 0 {
		return nil
	}
	ret, ok := stmts[len(stmts)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 {
		return nil
	}
	last := ret.Results[len(ret.Results)-1]
	if call, ok := ast.Unparen(last).(*ast.CallExpr); ok && p.Retries.StopsDriver(r, call) || p.Retries.Unmarked(r, last) {
		return ret
	}
	return nil
}
