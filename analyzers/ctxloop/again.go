package ctxloop

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// failing tells the ways on from a block once the context of a test is over: a
// call that obeys it fails then, so that the way for its success is not taken.
func failing(p *rule.Pass, f *code.Func, t ctxflow.Test, loop ast.Stmt) func(*cfg.Block) []*cfg.Block {
	return func(b *cfg.Block) []*cfg.Block {
		if len(b.Succs) != 2 || len(b.Nodes) == 0 || t.Expr == nil {
			return b.Succs
		}
		cond, ok := b.Nodes[len(b.Nodes)-1].(*ast.BinaryExpr)
		if !ok || cond.Op != token.EQL && cond.Op != token.NEQ || !p.Code.Info.Types[cond.Y].IsNil() || !code.Within(cond, loop) {
			return b.Succs
		}
		v := p.Code.VarOf(cond.X)
		if v == nil || v.IsField() || !code.IsError(v.Type()) {
			return b.Succs
		}
		defs := p.Code.ReachingAt(v, cond)
		if len(defs) != 1 || defs[0].RHS == nil || !code.Within(defs[0].Node, loop) {
			return b.Succs
		}
		call, ok := ast.Unparen(defs[0].RHS).(*ast.CallExpr)
		if !ok {
			return b.Succs
		}
		given := p.Flow.CtxArg(call)
		if given.Has != api.Yes || given.Expr == nil || !p.Flow.SameEnd(t.Expr, given.Expr) {
			return b.Succs
		}
		if _, ends := p.Waits.Ends(call, given); !ends {
			return b.Succs
		}
		if cond.Op == token.EQL {
			return b.Succs[1:]
		}
		return b.Succs[:1]
	}
}

// caseGoesOn judges a case of a switch for cancelled calls that only writes to
// the log, or does nothing, and falls out of the switch.
func caseGoesOn(p *rule.Pass, f *code.Func, t ctxflow.Test, loop *ast.ForStmt, clause *ast.CaseClause) {
	err := p.Code.VarOf(t.Err)
	if t.Kind != ctxflow.TestIs || err == nil || t.Sentinel != "Canceled" {
		return
	}
	defs := p.Code.ReachingAt(err, t.Err)
	if len(defs) != 1 || defs[0].RHS == nil || !code.Within(defs[0].Node, loop) {
		return
	}
	call, _ := ast.Unparen(defs[0].RHS).(*ast.CallExpr)
	ctx := callersEnd(p, call)
	start := switchBlock(f.CFG(), clause)
	if ctx == "" || start == nil || leaves(start, loop, atHead(loop)) {
		return
	}
	p.Report(rule.Finding{
		Node:    t.Node,
		Message: fmt.Sprintf("the loop at %s goes on after %s is over: this case leads back to its start, where %s fails again at once; return here", p.Where(loop), ctx, p.Code.CallName(call)),
		Related: []rule.Related{{Node: call, Message: "the call that fails once the context is over"}, {Node: loopHead(loop), Message: "the loop that goes on"}},
	})
}

// ctxErrors reports whether a condition asks for nothing but errors of
// contexts: errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded).
func ctxErrors(cond ast.Expr, tests []ctxflow.Test) bool {
	cond = ast.Unparen(cond)
	if b, ok := cond.(*ast.BinaryExpr); ok && b.Op == token.LOR {
		return ctxErrors(b.X, tests) && ctxErrors(b.Y, tests)
	}
	for _, t := range tests {
		if t.Kind == ctxflow.TestIs && t.Node == ast.Node(cond) {
			return true
		}
	}
	return false
}

// firstOf returns the first test in a condition.
func firstOf(cond *ast.IfStmt, tests []ctxflow.Test) ast.Node {
	for _, t := range tests {
		if code.Within(t.Node, cond.Cond) {
			return t.Node
		}
	}
	return nil
}
