package ctxloop

import (
	"go/ast"

	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// The graph.

func caseBlock(g *cfg.CFG, clause *ast.CommClause) *cfg.Block {
	for _, b := range g.Blocks {
		if b.Kind == cfg.KindSelectCaseBody && b.Stmt == clause {
			return b
		}
	}
	return nil
}

func switchBlock(g *cfg.CFG, clause *ast.CaseClause) *cfg.Block {
	for _, b := range g.Blocks {
		if b.Kind == cfg.KindSwitchCaseBody && b.Stmt == clause {
			return b
		}
	}
	return nil
}

func branchBlock(g *cfg.CFG, cond *ast.IfStmt) *cfg.Block {
	for _, b := range g.Blocks {
		if b.Kind == cfg.KindIfThen && b.Stmt == cond {
			return b
		}
	}
	return nil
}

// stmtBlock returns the block that a branch statement leads to. Branches are
// no nodes of the graph, so the block is that of the if statement around it.
func stmtBlock(g *cfg.CFG, br *ast.BranchStmt) *cfg.Block {
	var best *cfg.Block
	for _, b := range g.Blocks {
		if b.Kind != cfg.KindIfThen && b.Kind != cfg.KindIfElse {
			continue
		}
		cond, ok := b.Stmt.(*ast.IfStmt)
		if !ok {
			continue
		}
		var branch ast.Node = cond.Body
		if b.Kind == cfg.KindIfElse {
			branch = cond.Else
		}
		if branch != nil && code.Within(br, branch) && (best == nil || code.Within(cond, best.Stmt)) {
			best = b
		}
	}
	return best
}

// leaves reports whether some way from start leaves the loop, or the
// function, before it comes to a block that back says is the start again.
func leaves(start *cfg.Block, loop ast.Stmt, back func(*cfg.Block) bool) bool {
	return leavesBy(start, loop, back, func(b *cfg.Block) []*cfg.Block { return b.Succs })
}

// leavesBy is leaves with the ways on from a block as next tells them.
func leavesBy(start *cfg.Block, loop ast.Stmt, back func(*cfg.Block) bool, next func(*cfg.Block) []*cfg.Block) bool {
	seen := make(map[*cfg.Block]bool)
	var walk func(b *cfg.Block, first bool) bool
	walk = func(b *cfg.Block, first bool) bool {
		if !first && back(b) || seen[b] {
			return false
		}
		seen[b] = true
		if len(b.Succs) == 0 && b.Kind != cfg.KindSelectAfterCase || b.Stmt == loop && (b.Kind == cfg.KindForDone || b.Kind == cfg.KindRangeDone) {
			return true
		}
		for _, s := range next(b) {
			if walk(s, false) {
				return true
			}
		}
		return false
	}
	return walk(start, true)
}

// atHead tells the blocks at which a turn of the loop begins.
func atHead(loop ast.Stmt) func(*cfg.Block) bool {
	return func(b *cfg.Block) bool {
		if b.Stmt != loop {
			return false
		}
		switch b.Kind {
		case cfg.KindForBody, cfg.KindForLoop, cfg.KindForPost, cfg.KindRangeLoop, cfg.KindRangeBody:
			return true
		}
		return false
	}
}

// atSelect tells the blocks behind a select's cases.
func atSelect(sel *ast.SelectStmt) func(*cfg.Block) bool {
	return func(b *cfg.Block) bool {
		return b.Kind == cfg.KindSelectCaseBody && b.Stmt != nil && code.Within(b.Stmt, sel)
	}
}

// shutIn reports whether nothing at all leaves a loop: whatever is called in it
// comes back, and no way of its own leads out.
func shutIn(p *rule.Pass, f *code.Func, loop ast.Stmt) bool {
	for _, call := range f.Calls() {
		if code.Within(call, loop) && p.Code.MayStop(call) {
			return false
		}
	}
	for _, b := range f.CFG().Blocks {
		if b.Stmt == loop && b.Kind == cfg.KindForBody {
			return !leaves(b, loop, atHead(loop))
		}
	}
	return false
}

// callsOwn reports whether statements only call functions of the package that
// are in sight, or log: none of them waits, or ends the goroutine.
func callsOwn(p *rule.Pass, body []ast.Stmt) bool {
	for _, s := range body {
		es, ok := s.(*ast.ExprStmt)
		if !ok {
			return false
		}
		call, ok := es.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		if quiet(p, call) {
			continue
		}
		g := p.Code.FuncOf(p.Code.Callee(call))
		if g == nil || g.Body == nil || len(p.Waits.In(g)) > 0 || mayEnd(p, g, 3) {
			return false
		}
	}
	return true
}

// mayEnd reports whether a function may end the goroutine or the process, down
// some calls.
func mayEnd(p *rule.Pass, g *code.Func, depth int) bool {
	for _, call := range g.Calls() {
		if p.Code.MayStop(call) {
			return true
		}
		if h := p.Code.FuncOf(p.Code.Callee(call)); h != nil && h.Body != nil && (depth == 0 || mayEnd(p, h, depth-1)) {
			return true
		}
	}
	return false
}
