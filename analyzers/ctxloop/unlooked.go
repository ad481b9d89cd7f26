package ctxloop

import (
	"fmt"
	"go/ast"
	"time"

	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// unlooked judges an endless loop that nothing at all leaves, in a function
// that takes a context: whatever the calls in it do, the end of the context
// does not end it. Where a wait in it is another pass's finding it is left.
func unlooked(p *rule.Pass, f *code.Func, loop *ast.ForStmt, tests []ctxflow.Test) {
	ctx := ""
	for _, s := range p.Flow.AtHand(f, loop) {
		if s.Kind == ctxflow.SourceParam && !s.Blank && s.Life != ctxflow.LifeTest && (!s.Captured || p.Code.Mentions(loop, s.Var)) {
			ctx = s.Expr
			break
		}
	}
	if ctx == "" || p.Handlers.Startup(f.Outermost()) {
		return
	}
	for _, t := range tests {
		if code.Within(t.Node, loop) {
			return
		}
	}
	var start *cfg.Block
	for _, b := range f.CFG().Blocks {
		if b.Stmt == loop && b.Kind == cfg.KindForBody {
			start = b
		}
	}
	if start == nil || !start.Live || leaves(start, loop, atHead(loop)) {
		return
	}
	at, how := loopHead(loop), fmt.Sprintf("return when %s.Err() is not nil", ctx)
	taken := false
	for _, w := range p.Waits.In(f) {
		if !code.Within(w.Node, loop) {
			continue
		}
		if takes(w) {
			if !taken && w.Fn == f {
				taken, at, how = true, place(p, w), fmt.Sprintf("wait in a select with a case for %s.Done() that returns", ctx)
			}
			continue
		}
		if !passing(w) {
			return
		}
	}
	inner := false
	code.InspectShallow(loop.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt:
			inner = inner || n.Cond == nil
		case *ast.CallExpr:
			// It may be left by a panic that somebody catches.
			inner = inner || p.Code.CalleeOf(n).Builtin == "panic"
		}
		return !inner
	})
	if inner {
		return
	}
	p.Report(rule.Finding{
		Node:    at,
		Message: fmt.Sprintf("nothing leaves this loop, so %s goes on for ever when %s is over; %s", f.Name(), ctx, how),
		Related: []rule.Related{{Node: loopHead(loop), Message: "the loop that never ends"}},
	})
}

// takes reports whether a wait takes what comes next from a channel whose other
// side is out of sight, so that no other pass reports it.
func takes(w *waits.Wait) bool {
	return !w.Proven && w.Direct() && w.Obeys == facts.ObeysUnknown && (w.Kind == api.WaitSelect || w.Kind == api.WaitRecv)
}

// passing reports whether a wait is none that another pass reports: a short
// one, or one that the end of a context ends.
func passing(w *waits.Wait) bool {
	if w.Trivial || w.Goroutine {
		return true
	}
	switch w.Obeys {
	case facts.ObeysParam, facts.ObeysRecv, facts.ObeysValue:
		return true
	}
	n, ok := w.Bound.Exact()
	return ok && n > 0 && time.Duration(n) < time.Second
}
