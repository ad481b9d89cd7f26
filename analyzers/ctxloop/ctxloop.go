package ctxloop

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
	"github.com/faultlint/faultlint/internal/suggest"
)

//go:embed doc.go
var doc string

// Analyzer is the pass with default options.
var Analyzer = New(rule.Default())

// New returns the pass of a suite.
func New(s *rule.Suite) *analysis.Analyzer {
	return rule.New(s, rule.Spec{Name: "ctxloop", Doc: rule.Doc(doc, "ctxloop"), Severity: severity.Error, Run: run})
}

func run(p *rule.Pass) {
	for _, f := range p.Funcs() {
		tests := p.Flow.DoneTests(f)
		breaks(p, f, tests)
		for _, t := range tests {
			switch {
			case seenElsewhere(p, f, t, tests):
				// The loop looks at its head or after: this case only ends a wait, unless
				// there is a way back on which it does not look.
				if t.Kind == ctxflow.TestSelect && t.Clause != nil {
					idle(p, f, t, p.Code.LoopAround(t.Select), lastBreak(t.Clause.Body, t.Select))
				}
			case t.Kind == ctxflow.TestSelect:
				doneCase(p, f, t)
			case t.Cond != nil && (t.Only != nil || t.Kind == ctxflow.TestIs && ctxErrors(t.Cond.Cond, tests)):
				onlyBranch(p, f, t, tests)
			default:
				switchCase(p, f, t)
			}
		}
		never := neverOver(p, f)
		if !never {
			atOnce(p, f, tests)
		}
		f.Inspect(func(n ast.Node) bool {
			if r, ok := n.(*ast.RangeStmt); ok {
				cutShort(p, f, r)
			}
			loop, ok := n.(*ast.ForStmt)
			if ok {
				stopCases(p, f, loop)
			}
			switch {
			case !ok || never:
			case loop.Cond != nil:
				_ = heedless(p, f, loop, tests) || circles(p, f, loop, tests)
			case !endless(p, f, loop, tests) && !heedless(p, f, loop, tests) && !circles(p, f, loop, tests) && !noWayOut(p, f, loop, tests) && !inside(p, f, loop, tests):
				unlooked(p, f, loop, tests)
			}
			return true
		})
	}
}

// seenElsewhere reports whether the loop around t looks for the end of a
// context in another place as well, and may leave there.
func seenElsewhere(p *rule.Pass, f *code.Func, t ctxflow.Test, tests []ctxflow.Test) bool {
	loop := p.Code.LoopAround(t.Node)
	for _, o := range tests {
		if loop == nil || o.Node == t.Node || !code.Within(o.Node, loop) || told(p, o.Node) {
			continue
		}
		if t.Clause != nil && code.Within(o.Node, t.Clause) && o.Kind != ctxflow.TestSelect && switchedOn(p, o.Node) {
			continue // it asks which end it was
		}
		if t.Expr != nil && o.Expr != nil && p.Flow.Apart(t.Expr, o.Expr) {
			continue // another context's end
		}
		if mayLeave(p, f, o, loop) {
			return true
		}
	}
	return false
}

// switchedOn reports whether a look at a context is the tag of a switch or stands in
// its cases: all of them are ways on from there.
func switchedOn(p *rule.Pass, n ast.Node) bool {
	switch s := p.Code.Parent(n).(type) {
	case *ast.SwitchStmt:
		return ast.Node(s.Tag) == n
	case *ast.CaseClause:
		sw, ok := p.Code.Parent(p.Code.Parent(s)).(*ast.SwitchStmt)
		return ok && sw.Tag != nil
	}
	return false
}

// told reports whether what a test says is only logged.
func told(p *rule.Pass, n ast.Node) bool {
	cur, ok := p.Code.Cursor(n)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.CallExpr)(nil), (*ast.BlockStmt)(nil), (*ast.IfStmt)(nil), (*ast.CaseClause)(nil), (*ast.FuncLit)(nil)) {
		call, ok := c.Node().(*ast.CallExpr)
		if !ok {
			return false
		}
		if call == n {
			continue
		}
		if _, ok := p.Code.Parent(call).(*ast.ExprStmt); ok {
			return quiet(p, call)
		}
	}
	return false
}

// mayLeave reports whether a test of a context may lead out of a loop; it is
// no if the test only gives the result of a return, or leads back for certain.
func mayLeave(p *rule.Pass, f *code.Func, t ctxflow.Test, loop ast.Stmt) bool {
	if cur, ok := p.Code.Cursor(t.Node); ok {
		for c := range cur.Enclosing((*ast.ReturnStmt)(nil), (*ast.BlockStmt)(nil)) {
			if _, ok := c.Node().(*ast.ReturnStmt); ok {
				return false
			}
			break
		}
	}
	var start *cfg.Block
	switch {
	case t.Clause != nil:
		start = caseBlock(f.CFG(), t.Clause)
	case t.Cond != nil && t.Cond.Else == nil && harmless(p, t.Cond.Body.List) && !assigns(p, loop, t.Cond.Body.List):
		start = branchBlock(f.CFG(), t.Cond)
	case t.Cond == nil:
		if clause, _ := caseAround(p, t.Node); clause != nil {
			start = switchBlock(f.CFG(), clause)
		}
	}
	if start == nil {
		return true
	}
	body := t.Clause
	if body != nil && (!harmless(p, body.Body) || assigns(p, loop, body.Body)) {
		return true
	}
	return leaves(start, loop, atHead(loop))
}

// switchCase judges a case of a switch that asks for cancellation and is left
// by a break, which leaves the switch alone.
func switchCase(p *rule.Pass, f *code.Func, t ctxflow.Test) {
	clause, sw := caseAround(p, t.Node)
	loop := p.Code.LoopAround(t.Node)
	if clause == nil || loop == nil || !code.Within(sw, loop) {
		return
	}
	fs, ok := loop.(*ast.ForStmt)
	if !ok || fs.Cond != nil || !harmless(p, clause.Body) || assigns(p, loop, clause.Body) {
		return
	}
	br := lastBreak(clause.Body, sw)
	if br == nil {
		caseGoesOn(p, f, t, fs, clause)
		return
	}
	start := switchBlock(f.CFG(), clause)
	if start == nil || leaves(start, loop, atHead(loop)) {
		return
	}
	p.Report(rule.Finding{
		Node:    br,
		Message: fmt.Sprintf("break leaves only the switch at %s, so the loop at %s goes on after the context is over; return, or break with a label on the loop", p.Where(sw), p.Where(loop)),
		Related: []rule.Related{{Node: t.Node, Message: "the end of the context is seen here"}, {Node: loopHead(loop), Message: "the loop that goes on"}},
		Fix:     suggest.Labelled(p, loop, br),
	})
}

// caseAround returns the case of a switch in whose conditions n stands.
func caseAround(p *rule.Pass, n ast.Node) (*ast.CaseClause, ast.Stmt) {
	cur, ok := p.Code.Cursor(n)
	if !ok {
		return nil, nil
	}
	for c := range cur.Enclosing((*ast.CaseClause)(nil), (*ast.BlockStmt)(nil), (*ast.FuncLit)(nil)) {
		clause, ok := c.Node().(*ast.CaseClause)
		if !ok || n.Pos() > clause.Colon {
			return nil, nil
		}
		sw, _ := p.Code.Parent(p.Code.Parent(clause)).(*ast.SwitchStmt)
		if sw == nil {
			return nil, nil
		}
		return clause, sw
	}
	return nil, nil
}

// doneCase judges a select with a Done case inside a loop.
func doneCase(p *rule.Pass, f *code.Func, t ctxflow.Test) {
	loop := p.Code.LoopAround(t.Select)
	if loop == nil || t.Clause == nil {
		return
	}
	stuck := lastBreak(t.Clause.Body, t.Select)
	if stuck == nil {
		// Without a break that is meant to leave, only a loop without any
		// other end is certain to spin.
		fs, ok := loop.(*ast.ForStmt)
		if !ok || fs.Cond != nil {
			if waitsOnlyFor(p, t) {
				onlySaid(p, f, t, loop, t.Clause.Body, t.Select)
			}
			return
		}
		if flag := onceFlag(p, t.Clause); flag != nil {
			spins(p, f, t, loop, flag)
			return
		}
		if !harmless(p, t.Clause.Body) && !(callsOwn(p, t.Clause.Body) && shutIn(p, f, loop)) {
			return
		}
	}
	if assigns(p, loop, t.Clause.Body) || condTests(p, loop, t) || stuck != nil && skipsRest(loop, t.Select) {
		return
	}
	start := caseBlock(f.CFG(), t.Clause)
	back := atHead(loop)
	if stuck == nil {
		// What the loop does before it is back here may end it, as a receive
		// that fails when the context is over.
		back = atSelect(t.Select)
	}
	if start == nil || leavesBy(start, loop, back, failing(p, t, loop)) {
		switch {
		case stuck != nil:
			idle(p, f, t, loop, stuck)
		case waitsOnlyFor(p, t):
			onlySaid(p, f, t, loop, t.Clause.Body, t.Select)
		}
		return
	}
	finding := rule.Finding{Node: t.Clause.Comm, Related: []rule.Related{{Node: t.Clause.Comm, Message: "the end of the context is seen here"}, {Node: loopHead(loop), Message: "the loop that goes on"}}}
	ctx := ctxName(t)
	switch {
	case stuck != nil:
		finding.Node = stuck
		finding.Fix = suggest.Labelled(p, loop, stuck)
		finding.Message = fmt.Sprintf("break leaves only the select at %s, so the loop at %s goes on, without waiting, after %s is over; return, or break with a label on the loop", p.Where(t.Select), p.Where(loop), ctx)
	default:
		finding.Message = fmt.Sprintf("the loop at %s goes on after %s is over: every way out of this case leads back to the select, which is then always ready; return here", p.Where(loop), ctx)
	}
	p.Report(finding)
}

// onceFlag returns the if statement by which a Done case does its work once
// only, because it is passed again and again: if !stopped { stopped = true; … }.
// It returns nil if the case changes anything else.
func onceFlag(p *rule.Pass, clause *ast.CommClause) *ast.IfStmt {
	if len(clause.Body) == 0 || len(clause.Body) > 2 {
		return nil
	}
	once, ok := clause.Body[0].(*ast.IfStmt)
	if !ok || once.Init != nil || once.Else != nil {
		return nil
	}
	if len(clause.Body) == 2 {
		if br, ok := clause.Body[1].(*ast.BranchStmt); !ok || br.Tok != token.CONTINUE {
			return nil
		}
	}
	not, ok := ast.Unparen(once.Cond).(*ast.UnaryExpr)
	if !ok || not.Op != token.NOT {
		return nil
	}
	set, other := false, false
	code.InspectShallow(once.Body, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || as.Tok == token.DEFINE {
			return true
		}
		for _, l := range as.Lhs {
			if p.Code.SamePlace(l, not.X) {
				set = true
			} else {
				other = true
			}
		}
		return true
	})
	if !set || other {
		return nil
	}
	return once
}

// spins reports a Done case that stays ready while the loop waits for
// something else to end.
func spins(p *rule.Pass, f *code.Func, t ctxflow.Test, loop ast.Stmt, once *ast.IfStmt) {
	for _, s := range t.Select.Body.List {
		if cc, ok := s.(*ast.CommClause); ok && cc.Comm == nil {
			return
		}
	}
	if parent, ok := p.Code.Parent(t.Select).(*ast.BlockStmt); !ok || len(parent.List) != 1 {
		return // something else in the loop may wait
	}
	p.Report(rule.Finding{
		Node:    t.Clause.Comm,
		Message: fmt.Sprintf("this case is always ready once %s is over, so the loop at %s spins until another case ends it; receive from a channel variable and set that to nil here", ctxName(t), p.Where(loop)),
		Related: []rule.Related{{Node: once, Message: "done once; every further turn comes here for nothing"}, {Node: loopHead(loop), Message: "the loop that goes on"}},
	})
}

// onlyBranch judges `if ctx.Err() != nil { … }` in an endless loop.
func onlyBranch(p *rule.Pass, f *code.Func, t ctxflow.Test, tests []ctxflow.Test) {
	if t.Cond == nil {
		return // in a switch
	}
	loop := p.Code.LoopAround(t.Cond)
	fs, ok := loop.(*ast.ForStmt)
	block, isBlock := t.Only.(*ast.BlockStmt)
	if t.Only == nil {
		if firstOf(t.Cond, tests) != t.Node {
			return // said once for both
		}
		block, isBlock = t.Cond.Body, true
	}
	if isBlock && loop != nil && t.Kind == ctxflow.TestErr && t.Cond.Else == nil && ast.Stmt(t.Cond) == loopBody(loop)[0] {
		onlySaid(p, f, t, loop, block.List, t.Cond)
	}
	if !ok || fs.Cond != nil || !isBlock || len(block.List) == 0 {
		return
	}
	ctx := ctxName(t)
	if t.Kind == ctxflow.TestIs {
		if ctx = failsUnder(p, t, fs); ctx == "" {
			return
		}
	}
	last := block.List[len(block.List)-1]
	br, ok := last.(*ast.BranchStmt)
	if !ok || br.Label != nil || br.Tok != token.BREAK && br.Tok != token.CONTINUE || !harmless(p, block.List) {
		return
	}
	start := stmtBlock(f.CFG(), br)
	back := func(b *cfg.Block) bool { return b == start }
	if t.Kind == ctxflow.TestIs && !exitsBefore(p, f, fs, t.Cond.Cond, p.Code.VarOf(t.Err)) {
		back = atHead(loop) // the call fails in the same way in the next turn
	}
	if start == nil || leaves(start, loop, back) {
		return
	}
	p.Report(rule.Finding{
		Node:    br,
		Message: fmt.Sprintf("the loop at %s goes on after %s is over: this %s leads back to its start; return here", p.Where(loop), ctx, br.Tok),
		Related: []rule.Related{{Node: t.Node, Message: "the end of the context is seen here"}, {Node: loopHead(loop), Message: "the loop that goes on"}},
		Fix:     suggest.Return(p, f, br, t.Expr),
	})
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
	return harmlessBut(p, body, nil)
}

// harmlessBut is harmless with some calls taken out.
func harmlessBut(p *rule.Pass, body []ast.Stmt, but func(*ast.CallExpr) bool) bool {
	for _, s := range body {
		ok := true
		code.InspectShallow(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if but != nil && but(n) {
					return false
				}
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
	return api.OnlySpeaks(fn.Pkg().Path(), fn.Name())
}

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

// loopBody returns the statements of a loop.
func loopBody(loop ast.Stmt) []ast.Stmt {
	switch l := loop.(type) {
	case *ast.ForStmt:
		return l.Body.List
	case *ast.RangeStmt:
		return l.Body.List
	}
	return nil
}

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
