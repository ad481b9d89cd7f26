package ctxloop

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/suggest"
)

// idle reports a break that leaves only the select in which the end of a context
// is seen, when the loop may end by what it does then, but has a way back to the
// select on which it does nothing at all: as long as there is nothing to do, the
// Done case is taken again and again, without a pause.
func idle(p *rule.Pass, f *code.Func, t ctxflow.Test, loop ast.Stmt, br *ast.BranchStmt) {
	fs, ok := loop.(*ast.ForStmt)
	start := caseBlock(f.CFG(), t.Clause)
	if !ok || fs.Cond != nil || fs.Post != nil || start == nil || code.HasDefault(t.Select) || !harmless(p, t.Clause.Body) {
		return
	}
	at, fix := ast.Node(t.Clause.Comm), (*analysis.SuggestedFix)(nil)
	what := fmt.Sprintf("this case leads out of the select at %s only", p.Where(t.Select))
	if br != nil {
		at, fix, what = br, suggest.Labelled(p, loop, br), fmt.Sprintf("break leaves only the select at %s", p.Where(t.Select))
	}
	w := idleWalk{p: p, loop: fs, sel: t.Select, back: atSelect(t.Select), seen: make(map[*cfg.Block]bool)}
	cond := w.from(start, nil)
	if cond == nil {
		return
	}
	p.Report(rule.Finding{
		Node: at,
		Message: fmt.Sprintf("%s, so after %s is over the loop at %s goes round without waiting as long as there is nothing to do (%s at %s); return, or break with a label on the loop",
			what, ctxName(t), p.Where(loop), types.ExprString(cond), p.Where(cond)),
		Related: []rule.Related{{Node: t.Clause.Comm, Message: "the end of the context is seen here"}, {Node: loopHead(loop), Message: "the loop that goes on"}},
		Fix:     fix,
	})
}

// An idleWalk looks for a way back to a select on which nothing happens.
type idleWalk struct {
	p    *rule.Pass
	loop *ast.ForStmt
	sel  *ast.SelectStmt
	back func(*cfg.Block) bool
	seen map[*cfg.Block]bool
}

// from returns the last condition by which the way goes from a block back to the
// select; nil if there is no such way.
func (w *idleWalk) from(b *cfg.Block, by ast.Expr) ast.Expr {
	if w.back(b) && len(w.seen) > 0 {
		return by // nil: it does nothing on no condition, which is judged elsewhere
	}
	if w.seen[b] || b.Stmt == w.loop && b.Kind == cfg.KindForDone {
		return nil
	}
	w.seen[b] = true
	nodes, next := b.Nodes, b.Succs
	if len(next) == 2 && !w.atSelect(b) {
		if len(nodes) == 0 {
			return nil // the head of a range: what it goes through may be nothing or not
		}
		cond, _ := nodes[len(nodes)-1].(ast.Expr)
		empty, known := w.empty(cond)
		if !known {
			return nil
		}
		nodes, by = nodes[:len(nodes)-1], cond
		if empty {
			next = next[:1]
		} else {
			next = next[1:]
		}
	}
	for _, n := range nodes {
		if !w.nothing(n) {
			return nil
		}
	}
	for _, s := range next {
		if cond := w.from(s, by); cond != nil {
			return cond
		}
	}
	return nil
}

// atSelect reports whether a block is the one that a select's cases follow.
func (w *idleWalk) atSelect(b *cfg.Block) bool {
	for _, s := range b.Succs {
		if w.back(s) {
			return true
		}
	}
	return false
}

// nothing reports whether a node on the way changes nothing and waits for nothing:
// it only logs, or it is one of the select's operations, which stand before the
// select in the graph.
func (w *idleWalk) nothing(n ast.Node) bool {
	if cc, ok := w.p.Code.Parent(n).(*ast.CommClause); ok && cc.Comm == n && code.Within(cc, w.sel) {
		return true
	}
	ok := true
	code.InspectShallow(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			ok = ok && quiet(w.p, n)
		case *ast.UnaryExpr:
			ok = ok && n.Op != token.ARROW
		case *ast.AssignStmt, *ast.IncDecStmt, *ast.SendStmt, *ast.DeferStmt, *ast.GoStmt:
			ok = false
		}
		return ok
	})
	return ok
}

// empty reports whether a condition is true as long as what the loop gathers is
// empty, which it is at first or again and again; known is false if it says
// something else.
func (w *idleWalk) empty(cond ast.Expr) (yes, known bool) {
	c, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return false, false
	}
	if tv := w.p.Code.Info.Types[c.Y]; !tv.IsNil() && (tv.Value == nil || tv.Value.ExactString() != "0") {
		return false, false
	}
	switch c.Op {
	case token.EQL:
		yes = true
	case token.NEQ, token.GTR:
	default:
		return false, false
	}
	x := ast.Unparen(c.X)
	if call, ok := x.(*ast.CallExpr); ok {
		if w.p.Code.CalleeOf(call).Builtin != "len" {
			return false, false
		}
		x = call.Args[0]
	}
	v := w.p.Code.VarOf(x)
	if v == nil || v.IsField() || code.Within(code.Span{From: v.Pos(), To: v.Pos()}, w.loop) {
		return false, false
	}
	for _, d := range w.p.Code.Defs(v) {
		if w.clears(d) {
			return yes, true
		}
	}
	return false, false
}

// clears reports whether a definition leaves a variable empty.
func (w *idleWalk) clears(d *code.Def) bool {
	if d.Kind == code.DefZero {
		return true
	}
	if d.Kind != code.DefAssign || d.Index >= 0 || d.RHS == nil {
		return false
	}
	tv := w.p.Code.Info.Types[d.RHS]
	if tv.IsNil() || tv.Value != nil && (tv.Value.ExactString() == "0" || tv.Value.ExactString() == `""`) {
		return true
	}
	switch e := ast.Unparen(d.RHS).(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.SliceExpr:
		return e.High != nil && w.zero(e.High)
	case *ast.CallExpr:
		if w.p.Code.CalleeOf(e).Builtin != "make" {
			return false
		}
		_, isMap := tv.Type.Underlying().(*types.Map)
		return isMap || len(e.Args) > 1 && w.zero(e.Args[1])
	}
	return false
}

func (w *idleWalk) zero(e ast.Expr) bool {
	v := w.p.Code.Info.Types[e].Value
	return v != nil && v.ExactString() == "0"
}

// skipsRest reports whether a select is the last that a turn of a loop does which
// goes through a list, a channel or a range of numbers: a case that is left
// passes over what comes.
func skipsRest(loop ast.Stmt, sel *ast.SelectStmt) bool {
	if fs, ok := loop.(*ast.ForStmt); ok && (fs.Cond == nil || fs.Post == nil) {
		return false
	}
	list := loopBody(loop)
	return len(list) > 0 && list[len(list)-1] == ast.Stmt(sel) && (len(list) == 1 || !onlyLooks(sel))
}

// onlyLooks reports whether a select does nothing unless one of its cases is
// ready: a break in one can only be meant for the loop.
func onlyLooks(sel *ast.SelectStmt) bool {
	for _, s := range sel.Body.List {
		if c, ok := s.(*ast.CommClause); ok && c.Comm == nil {
			return len(c.Body) == 0
		}
	}
	return false
}
