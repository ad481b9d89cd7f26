package ctxloop

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

//go:embed doc.go
var doc string

// Analyzer is the pass with default options.
var Analyzer = New(rule.Default())

// New returns the pass of a suite.
func New(s *rule.Suite) *analysis.Analyzer {
	return rule.New(s, rule.Spec{Name: "ctxloop", Doc: rule.Doc(doc, "ctxloop"), Run: run})
}

func run(p *rule.Pass) {
	for _, f := range p.Funcs() {
		tests := p.Flow.DoneTests(f)
		for _, t := range tests {
			switch {
			case seenElsewhere(p, t, tests):
				// The loop looks at its head or after: this case only ends a wait.
			case t.Kind == ctxflow.TestSelect:
				doneCase(p, f, t)
			case t.Only != nil:
				onlyBranch(p, f, t)
			}
		}
		f.Inspect(func(n ast.Node) bool {
			if loop, ok := n.(*ast.ForStmt); ok && loop.Cond == nil {
				endless(p, f, loop, tests)
			}
			return true
		})
	}
}

// seenElsewhere reports whether the loop around t looks for the end of a
// context in another place as well.
func seenElsewhere(p *rule.Pass, t ctxflow.Test, tests []ctxflow.Test) bool {
	loop := enclosingLoop(p, t.Node)
	for _, o := range tests {
		if loop != nil && o.Node != t.Node && within(o.Node, loop) {
			return true
		}
	}
	return false
}

// doneCase judges a select with a Done case inside a loop.
func doneCase(p *rule.Pass, f *code.Func, t ctxflow.Test) {
	loop := enclosingLoop(p, t.Select)
	if loop == nil || t.Clause == nil {
		return
	}
	stuck := lastBreak(t.Clause.Body, t.Select)
	if stuck == nil {
		// Without a break that is meant to leave, only a loop without any
		// other end is certain to spin.
		if fs, ok := loop.(*ast.ForStmt); !ok || fs.Cond != nil || !harmless(p, t.Clause.Body) {
			return
		}
	}
	if assigns(p, loop, t.Clause.Body) || condTests(p, loop, t) {
		return
	}
	start := caseBlock(f.CFG(), t.Clause)
	back := atHead(loop)
	if stuck == nil {
		// What the loop does before it is back here may end it, as a receive
		// that fails when the context is over.
		back = atSelect(t.Select)
	}
	if start == nil || leaves(start, loop, back) {
		return
	}
	finding := rule.Finding{Node: t.Clause.Comm, Related: []rule.Related{{Node: t.Clause.Comm, Message: "the end of the context is seen here"}, {Node: loopHead(loop), Message: "the loop that goes on"}}}
	ctx := ctxName(t)
	switch {
	case stuck != nil:
		finding.Node = stuck
		finding.Message = fmt.Sprintf("break leaves only the select at %s, so the loop at %s goes on, without waiting, after %s is over; return, or break with a label on the loop", p.Where(t.Select), p.Where(loop), ctx)
	default:
		finding.Message = fmt.Sprintf("the loop at %s goes on after %s is over: every way out of this case leads back to the select, which is then always ready; return here", p.Where(loop), ctx)
	}
	p.Report(finding)
}

// onlyBranch judges `if ctx.Err() != nil { … }` in an endless loop.
func onlyBranch(p *rule.Pass, f *code.Func, t ctxflow.Test) {
	loop := enclosingLoop(p, t.Cond)
	fs, ok := loop.(*ast.ForStmt)
	block, isBlock := t.Only.(*ast.BlockStmt)
	if !ok || fs.Cond != nil || !isBlock || len(block.List) == 0 || t.Kind == ctxflow.TestIs {
		return
	}
	last := block.List[len(block.List)-1]
	br, ok := last.(*ast.BranchStmt)
	if !ok || br.Label != nil || br.Tok != token.BREAK && br.Tok != token.CONTINUE || !harmless(p, block.List) {
		return
	}
	start := stmtBlock(f.CFG(), br)
	if start == nil || leaves(start, loop, func(b *cfg.Block) bool { return b == start }) {
		return
	}
	p.Report(rule.Finding{
		Node:    br,
		Message: fmt.Sprintf("the loop at %s goes on after %s is over: this %s leads back to its start; return here", p.Where(loop), ctxName(t), br.Tok),
		Related: []rule.Related{{Node: t.Node, Message: "the end of the context is seen here"}, {Node: loopHead(loop), Message: "the loop that goes on"}},
	})
}

// endless judges a loop without a condition whose failing call leads back to itself.
func endless(p *rule.Pass, f *code.Func, loop *ast.ForStmt, tests []ctxflow.Test) {
	for _, t := range tests {
		if within(t.Node, loop) {
			return // it does look
		}
	}
	code.InspectShallow(loop.Body, func(n ast.Node) bool {
		cond, ok := n.(*ast.IfStmt)
		if !ok {
			return true
		}
		err := notNil(p, cond.Cond)
		if err == nil {
			return true
		}
		call := callOf(p, err, cond, loop)
		if call == nil {
			return true
		}
		given := p.Flow.CtxArg(call)
		if given.Has != api.Yes || !given.Ctx.Known() || !given.Ctx.FromCaller() || len(given.Ctx.Bounds()) > 0 || ownCancel(given.Ctx, loop) {
			return true
		}
		start := branchBlock(f.CFG(), cond)
		// Success that leaves makes it a retry, which is another rule's.
		if start == nil || leaves(start, loop, atHead(loop)) || assignsAny(p, loop, cond.Body) || !harmless(p, cond.Body.List) || exits(f, loop) {
			return true
		}
		var at ast.Node = call
		if l := len(cond.Body.List); l > 0 {
			if br, ok := cond.Body.List[l-1].(*ast.BranchStmt); ok {
				at = br
			}
		}
		name := types.ExprString(given.Expr)
		p.Report(rule.Finding{
			Node:    at,
			Message: fmt.Sprintf("when %s is over, %s fails at once and this loop tries it again for ever: nothing in the loop at %s looks at %s; return when %s.Err() is not nil", name, callName(p, call), p.Where(loop), name, name),
			Related: []rule.Related{{Node: call, Message: "the call that fails once the context is over"}, {Node: loopHead(loop), Message: "the loop that never ends"}},
		})
		return true
	})
}

// ownCancel reports whether the context is derived anew inside the loop.
func ownCancel(c ctxflow.Ctx, loop ast.Node) bool {
	for _, s := range c.InForce() {
		if s.Call != nil && within(s.Call, loop) {
			return true
		}
	}
	return false
}

// notNil returns err of the condition err != nil, nil for any other condition.
func notNil(p *rule.Pass, cond ast.Expr) *types.Var {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ || !p.Code.Info.Types[b.Y].IsNil() {
		return nil
	}
	v := p.Code.VarOf(b.X)
	if v == nil || v.IsField() || !types.Identical(v.Type(), types.Universe.Lookup("error").Type()) {
		return nil
	}
	return v
}

// callOf returns the call inside the loop whose error err is at cond.
func callOf(p *rule.Pass, err *types.Var, cond *ast.IfStmt, loop ast.Node) *ast.CallExpr {
	defs := p.Code.ReachingAt(err, cond.Cond)
	if len(defs) != 1 || defs[0].RHS == nil || !within(defs[0].Node, loop) {
		return nil
	}
	call, _ := ast.Unparen(defs[0].RHS).(*ast.CallExpr)
	return call
}

// exits reports whether the loop has a way out at all: then it may end by
// something that follows from the context.
func exits(f *code.Func, loop *ast.ForStmt) bool {
	for _, b := range f.CFG().Blocks {
		if !b.Live || b.Stmt == nil || !inside(b, loop) {
			continue
		}
		if len(b.Succs) == 0 {
			return true
		}
		for _, s := range b.Succs {
			if s.Kind == cfg.KindForDone && s.Stmt == loop {
				return true
			}
		}
	}
	return false
}

// inside reports whether a block's nodes lie in the loop.
func inside(b *cfg.Block, loop ast.Node) bool {
	for _, n := range b.Nodes {
		return within(n, loop)
	}
	return b.Stmt != nil && within(b.Stmt, loop)
}

// lastBreak returns the unlabelled break that ends a clause and leaves sel.
func lastBreak(body []ast.Stmt, sel ast.Stmt) *ast.BranchStmt {
	if len(body) == 0 {
		return nil
	}
	br, ok := body[len(body)-1].(*ast.BranchStmt)
	if !ok || br.Tok != token.BREAK || br.Label != nil {
		return nil
	}
	return br
}

// harmless reports whether statements cannot make the loop end by themselves:
// they log, break or continue.
func harmless(p *rule.Pass, body []ast.Stmt) bool {
	for _, s := range body {
		ok := true
		code.InspectShallow(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				ok = ok && quiet(p, n)
			case *ast.SendStmt, *ast.GoStmt, *ast.DeferStmt, *ast.SelectStmt, *ast.ReturnStmt, *ast.AssignStmt, *ast.IncDecStmt:
				ok = false
			}
			return ok
		})
		if !ok {
			return false
		}
	}
	return true
}

// quiet reports whether a call only logs, formats or converts.
func quiet(p *rule.Pass, call *ast.CallExpr) bool {
	if tv := p.Code.Info.Types[call.Fun]; tv.IsType() || tv.IsBuiltin() {
		return true
	}
	fn := p.Code.Callee(call)
	if fn == nil || fn.Pkg() == nil {
		return fn != nil // error.Error
	}
	switch fn.Pkg().Path() {
	case "log", "log/slog", "fmt", "errors", "strings", "strconv", "time", "context":
		return !isSleep(fn)
	}
	return api.Quiet(fn.Pkg().Path())
}

func isSleep(fn *types.Func) bool { return fn.Name() == "Sleep" }

// assigns reports whether statements change a variable declared outside of
// them: the loop may end by it.
func assigns(p *rule.Pass, loop ast.Node, body []ast.Stmt) bool {
	for _, s := range body {
		if assignsAny(p, loop, s) {
			return true
		}
	}
	return false
}

func assignsAny(p *rule.Pass, loop ast.Node, s ast.Node) bool {
	found := false
	check := func(e ast.Expr) {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok && (id.Name == "_" || p.Code.Info.Defs[id] != nil) {
			return
		}
		found = true
	}
	code.InspectShallow(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				check(l)
			}
		case *ast.IncDecStmt:
			check(n.X)
		}
		return true
	})
	return found
}

// condTests reports whether the loop's condition itself looks at the context.
func condTests(p *rule.Pass, loop ast.Stmt, t ctxflow.Test) bool {
	fs, ok := loop.(*ast.ForStmt)
	if !ok || fs.Cond == nil || t.Expr == nil {
		return false
	}
	v := p.Code.VarOf(t.Expr)
	return v != nil && p.Code.Mentions(fs.Cond, v)
}

// enclosingLoop returns the innermost loop around a statement in the same
// function, nil if there is none.
func enclosingLoop(p *rule.Pass, s ast.Node) ast.Stmt {
	cur, ok := p.Code.Cursor(s)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing() {
		switch n := c.Node().(type) {
		case *ast.ForStmt:
			return n
		case *ast.RangeStmt:
			return n
		case *ast.FuncDecl, *ast.FuncLit:
			return nil
		}
	}
	return nil
}

func within(n, outer ast.Node) bool { return outer.Pos() <= n.Pos() && n.End() <= outer.End() }

// loopHead returns what stands for the loop in related information: its first line.
func loopHead(loop ast.Stmt) ast.Node {
	switch l := loop.(type) {
	case *ast.ForStmt:
		return head{l.For, l.Body.Lbrace}
	case *ast.RangeStmt:
		return head{l.For, l.Body.Lbrace}
	}
	return loop
}

type head struct{ pos, end token.Pos }

func (h head) Pos() token.Pos { return h.pos }
func (h head) End() token.Pos { return h.end }

func ctxName(t ctxflow.Test) string {
	if t.Expr == nil {
		return "the context"
	}
	return types.ExprString(t.Expr)
}

func callName(p *rule.Pass, call *ast.CallExpr) string {
	if fn := p.Code.Callee(call); fn != nil {
		return code.ShortName(fn)
	}
	return types.ExprString(call.Fun)
}

// The graph.

func caseBlock(g *cfg.CFG, clause *ast.CommClause) *cfg.Block {
	for _, b := range g.Blocks {
		if b.Kind == cfg.KindSelectCaseBody && b.Stmt == clause {
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
		if branch != nil && within(br, branch) && (best == nil || within(cond, best.Stmt)) {
			best = b
		}
	}
	return best
}

// leaves reports whether some way from start leaves the loop, or the
// function, before it comes to a block that back says is the start again.
func leaves(start *cfg.Block, loop ast.Stmt, back func(*cfg.Block) bool) bool {
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
		for _, s := range b.Succs {
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
		return b.Kind == cfg.KindSelectCaseBody && b.Stmt != nil && within(b.Stmt, sel)
	}
}
