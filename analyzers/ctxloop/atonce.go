package ctxloop

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/suggest"
)

// atOnce reports a pause between counted attempts that the end of a context ends, while
// nothing in the loop looks at it: all the attempts that are left follow at once. It
// needs a break that was meant to leave the loop, or attempts that take no context and
// so are all made. Others fail at once, which is little to complain of.
func atOnce(p *rule.Pass, f *code.Func, tests []ctxflow.Test) {
	for _, r := range p.Retries.In(f) {
		loop, ok := r.Node.(ast.Stmt)
		if !ok || r.Kind != retry.Loop || !r.AfterFailure() || r.Attempts.Node == nil || r.Attempts.N == 1 || r.Periodic {
			continue
		}
		for _, d := range r.Delays {
			if d.ObeysCtx != api.Yes || d.Ctx == nil || !code.Within(d.Node, r.Body) || looks(p, f, d, loop, tests) {
				continue
			}
			br, silent := untold(p, d)
			if !silent || br == nil && slices.ContainsFunc(r.Ops, func(op *ast.CallExpr) bool { return p.Flow.CtxArg(op).Expr != nil }) {
				continue
			}
			finding := rule.Finding{
				Node:    d.Node,
				Message: fmt.Sprintf("the end of %s ends this pause and tells nobody: all attempts that are left follow at once, without a pause; look at %s after it and return", types.ExprString(d.Ctx), types.ExprString(d.Ctx)),
				Related: []rule.Related{{Node: loopHead(loop), Message: "the loop that goes on"}},
			}
			if br != nil {
				finding.Node = br
				finding.Fix = suggest.Labelled(p, loop, br)
				finding.Message = fmt.Sprintf("break leaves only the select, so once %s is over the loop at %s makes all attempts that are left, at once and without a pause; return, or break with a label on the loop", types.ExprString(d.Ctx), p.Where(loop))
			}
			p.Report(finding)
		}
	}
}

// untold reports whether a pause that ended with a context goes on as if its time had
// passed, and returns the break that was meant to leave the loop, if that is why.
func untold(p *rule.Pass, d *retry.Delay) (*ast.BranchStmt, bool) {
	if d.Through != nil {
		call, ok := d.Node.(*ast.CallExpr)
		return nil, ok && d.Through.Signature().Results().Len() == 0 && pauses(p, call)
	}
	timer, ok := d.Node.(*ast.CommClause)
	if !ok {
		return nil, false
	}
	body, ok := p.Code.Parent(timer).(*ast.BlockStmt)
	sel, isSelect := p.Code.Parent(body).(*ast.SelectStmt)
	if !ok || !isSelect || len(body.List) != 2 {
		return nil, false
	}
	for _, s := range body.List {
		cc, ok := s.(*ast.CommClause)
		if !ok || cc == timer || cc.Comm == nil {
			continue
		}
		br := lastBreak(cc.Body, sel)
		if len(cc.Body) == 0 || br != nil && len(cc.Body) == 1 {
			return nil, true // `break` alone says that there is nothing to do
		}
		if br == nil {
			return nil, false // what only writes to the log is onlySaid's
		}
		return br, !assigns(p, sel, cc.Body)
	}
	return nil, false
}

// looks reports whether a loop looks at the end of a context at another place than the
// pause, or its head does.
func looks(p *rule.Pass, f *code.Func, d *retry.Delay, loop ast.Stmt, tests []ctxflow.Test) bool {
	pause := d.Node
	if cc, ok := pause.(*ast.CommClause); ok {
		pause = p.Code.Parent(p.Code.Parent(cc))
	}
	for _, t := range tests {
		if code.Within(t.Node, loop) && !code.Within(t.Node, pause) && !told(p, t.Node) {
			return true
		}
	}
	return false
}
