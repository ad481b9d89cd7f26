package ctxloop

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// outerGoesOn judges a break out of a loop at the end of a context, when a loop
// around that one goes on with the next item and does not look at the context.
func outerGoesOn(p *rule.Pass, f *code.Func, br *ast.BranchStmt, body []ast.Stmt, ctx, seen ast.Expr) {
	inner := leftBy(p, br)
	if inner == nil || !harmless(p, body) || p.Handlers.Startup(f.Outermost()) {
		return
	}
	var labelled ast.Node = inner
	if l, ok := p.Code.Parent(inner).(*ast.LabeledStmt); ok {
		labelled = l
	}
	outer := p.Code.LoopAround(p.Code.Parent(labelled))
	if outer == nil {
		return
	}
	switch l := outer.(type) {
	case *ast.ForStmt:
		if l.Cond == nil {
			endlessOuter(p, f, br, inner, l, ctx, seen)
			return
		}
	case *ast.RangeStmt:
		switch p.Code.Info.TypeOf(l.X).Underlying().(type) {
		case *types.Slice, *types.Array, *types.Map, *types.Basic:
		default:
			return
		}
	}
	v := p.Code.VarOf(ctx)
	if v == nil || v.IsField() || code.Within(code.Span{From: v.Pos(), To: v.Pos()}, outer) || reaches(p, f, v, inner, outer) || !works(p, f, outer, inner) {
		return
	}
	after := (*cfg.Block)(nil)
	for _, b := range f.CFG().Blocks {
		if b.Stmt == inner && (b.Kind == cfg.KindForDone || b.Kind == cfg.KindRangeDone) {
			after = b
		}
	}
	if after == nil || asks(p, outer, inner) {
		return
	}
	// The way on from the break must come to the next turn, whatever it meets.
	if leaves(after, outer, atHead(outer)) {
		return
	}
	p.Report(rule.Finding{
		Node:    br,
		Message: fmt.Sprintf("break leaves only the loop at %s, so the loop at %s takes what is next after %s is over, and nothing in it looks at %s; return, or break with a label on the outer loop", p.Where(inner), p.Where(outer), v.Name(), v.Name()),
		Related: []rule.Related{{Node: seen, Message: "the end of the context is seen here"}, {Node: loopHead(outer), Message: "the loop that goes on"}},
	})
}

// endlessOuter judges a break out of a loop at the end of a context when the loop
// around it has no condition: nothing may leave that, or it comes back at once to
// where the end is seen. Otherwise it may be what waits for the next beginning.
func endlessOuter(p *rule.Pass, f *code.Func, br *ast.BranchStmt, inner ast.Stmt, outer *ast.ForStmt, ctx, seen ast.Expr) {
	v := p.Code.VarOf(ctx)
	if v == nil || v.IsField() || code.Within(code.Span{From: v.Pos(), To: v.Pos()}, outer) {
		return
	}
	var head, after *cfg.Block
	for _, b := range f.CFG().Blocks {
		switch {
		case b.Stmt == outer && b.Kind == cfg.KindForBody:
			head = b
		case b.Stmt == inner && (b.Kind == cfg.KindForDone || b.Kind == cfg.KindRangeDone):
			after = b
		}
	}
	if head == nil || after == nil {
		return
	}
	why := "nothing leaves"
	if leaves(head, outer, atHead(outer)) {
		if !backAtOnce(p, after, outer, inner, br) {
			return
		}
		why = "what comes next is the same again in"
	}
	p.Report(rule.Finding{
		Node:    br,
		Message: fmt.Sprintf("break leaves only the loop at %s, and %s the loop at %s around it, which goes on after %s is over; return, or break with a label on the outer loop", p.Where(inner), why, p.Where(outer), v.Name()),
		Related: []rule.Related{{Node: seen, Message: "the end of the context is seen here"}, {Node: loopHead(outer), Message: "the loop that goes on"}},
	})
}

// backAtOnce reports whether every way on from an inner loop leads, past nothing but
// lines in the log, back to the select whose Done case has left it.
func backAtOnce(p *rule.Pass, after *cfg.Block, outer *ast.ForStmt, inner ast.Stmt, br *ast.BranchStmt) bool {
	var sel *ast.SelectStmt
	for n := p.Code.Parent(br); n != nil && n != ast.Node(inner); n = p.Code.Parent(n) {
		if s, ok := n.(*ast.SelectStmt); ok {
			sel = s
		}
	}
	if sel == nil || code.HasDefault(sel) || len(loopBody(inner)) != 1 {
		return false
	}
	w := idleWalk{p: p, sel: sel}
	back, quietly, came := atSelect(sel), true, false
	left := leavesBy(after, outer, func(b *cfg.Block) bool {
		came = came || back(b)
		return back(b)
	}, func(b *cfg.Block) []*cfg.Block {
		for _, n := range b.Nodes {
			quietly = quietly && w.nothing(n)
		}
		return b.Succs
	})
	return came && !left && quietly
}

// asks reports whether the statements of a loop that come after an inner one
// are left by a condition: it may follow from how the inner one ended.
func asks(p *rule.Pass, outer, inner ast.Stmt) bool {
	found := false
	for _, s := range loopBody(outer) {
		if s.Pos() < inner.End() {
			continue
		}
		ast.Inspect(s, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.IfStmt, *ast.SwitchStmt:
				found = true
			}
			return !found
		})
	}
	return found
}

// leftBy returns the loop that a break leaves, nil if it leaves none.
func leftBy(p *rule.Pass, br *ast.BranchStmt) ast.Stmt {
	if br.Tok != token.BREAK {
		return nil
	}
	for n := p.Code.Parent(br); n != nil; n = p.Code.Parent(n) {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if br.Label == nil || p.Code.Label(n) == br.Label.Name {
				return n.(ast.Stmt)
			}
			return nil
		case *ast.SelectStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt:
			if br.Label == nil || p.Code.Label(n) == br.Label.Name {
				return nil
			}
		case *ast.FuncLit, *ast.FuncDecl:
			return nil
		}
	}
	return nil
}

// breaks judges the breaks of f that are made only at the end of a context.
func breaks(p *rule.Pass, f *code.Func, tests []ctxflow.Test) {
	for _, t := range tests {
		if t.Expr == nil {
			continue
		}
		var body []ast.Stmt
		switch block, _ := t.Only.(*ast.BlockStmt); {
		case t.Kind == ctxflow.TestSelect && t.Clause != nil:
			body = t.Clause.Body
		case t.Kind == ctxflow.TestErr && t.Cond != nil && block != nil:
			body = block.List
		}
		breakOf(p, f, body, t.Expr, t.Expr)
	}
	f.Inspect(func(n ast.Node) bool {
		cond, ok := n.(*ast.IfStmt)
		if !ok || cond.Init != nil {
			return true
		}
		not, ok := ast.Unparen(cond.Cond).(*ast.UnaryExpr)
		if !ok || not.Op != token.NOT {
			return true
		}
		if call, ok := ast.Unparen(not.X).(*ast.CallExpr); ok && falseAtEnd(p, call) {
			breakOf(p, f, cond.Body.List, p.Flow.CtxArg(call).Expr, call)
		}
		return true
	})
}

func breakOf(p *rule.Pass, f *code.Func, body []ast.Stmt, ctx, seen ast.Expr) {
	if len(body) == 0 || ctx == nil {
		return
	}
	if br, ok := body[len(body)-1].(*ast.BranchStmt); ok {
		outerGoesOn(p, f, br, body, ctx, seen)
	}
}

// falseAtEnd reports whether a call is one of a function of the package that
// waits, and says false when the context it is given is over, and only then.
func falseAtEnd(p *rule.Pass, call *ast.CallExpr) bool {
	fn := p.Code.FuncOf(p.Code.Callee(call))
	if fn == nil || fn.Obj == nil || p.Flow.CtxArg(call).Expr == nil || fn.Sig.Results().Len() != 1 {
		return false
	}
	if b, ok := fn.Sig.Results().At(0).Type().Underlying().(*types.Basic); !ok || b.Kind() != types.Bool {
		return false
	}
	no, other := false, false
	fn.Inspect(func(n ast.Node) bool {
		r, ok := n.(*ast.ReturnStmt)
		if !ok {
			return true
		}
		if len(r.Results) != 1 {
			other = true
			return false
		}
		if p.Flow.CleanupMode(r) == ctxflow.CleanupOver {
			no = no || p.Code.Info.Types[r.Results[0]].Value != nil && p.Code.Info.Types[r.Results[0]].Value.String() == "false"
			return false
		}
		if tv := p.Code.Info.Types[r.Results[0]]; tv.Value != nil {
			other = other || tv.Value.String() != "true"
			return false
		}
		b, ok := ast.Unparen(r.Results[0]).(*ast.BinaryExpr)
		if !ok || b.Op != token.EQL || !p.Code.Info.Types[b.Y].IsNil() {
			other = true
			return false
		}
		asked := false
		for _, t := range p.Flow.DoneTests(fn) {
			asked = asked || t.Kind == ctxflow.TestErr && code.Within(t.Node, b.X)
		}
		no, other = no || asked, other || !asked
		return false
	})
	return no && !other
}
