package ctxloop

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// cutShort reports a pause in a loop over items that ends with the context and says so,
// when nothing comes of the answer but a line in the log, and nothing else in the loop
// takes the context: the items that are left are worked off without any pause.
func cutShort(p *rule.Pass, f *code.Func, loop *ast.RangeStmt) {
	t := p.Code.Info.TypeOf(loop.X)
	if t == nil {
		return
	}
	switch t.Underlying().(type) {
	case *types.Slice, *types.Array, *types.Map:
	default:
		return
	}
	var call *ast.CallExpr
	code.InspectShallow(loop.Body, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if ok && call == nil && tellsEnd(p, p.Code.FuncOf(p.Code.Callee(c))) {
			call = c
		}
		return call == nil
	})
	if call == nil || p.Code.LoopAround(call) != ast.Stmt(loop) || p.Handlers.Startup(f.Outermost()) {
		return
	}
	v := p.Code.VarOf(call.Args[0])
	if v == nil || v.IsField() || code.Within(code.Span{From: v.Pos(), To: v.Pos()}, loop) || !answerLost(p, f, call) || looksAgain(p, f, loop) || reaches(p, f, v, call, loop) || !works(p, f, loop, call) {
		return
	}
	p.Report(rule.Finding{
		Node:    call,
		Message: fmt.Sprintf("the loop at %s goes on after %s is over: %s ends early then and says so, but that does not end the loop, and nothing else in it takes %s, so what is left is done without a pause; return when it says so", p.Where(loop), v.Name(), p.Code.CallName(call), v.Name()),
		Related: []rule.Related{{Node: loopHead(loop), Message: "the loop that goes on"}},
	})
}

// looksAgain reports whether a loop looks at a context.
func looksAgain(p *rule.Pass, f *code.Func, loop ast.Stmt) bool {
	for _, t := range p.Flow.DoneTests(f) {
		if code.Within(t.Node, loop) {
			return true
		}
	}
	return false
}

// tellsEnd reports whether a function of the package does nothing but wait, in a select,
// for a timer or for the end of the context that is its first parameter, and says in its
// only result, a bool or an error, which of them it was.
func tellsEnd(p *rule.Pass, g *code.Func) bool {
	if g == nil || g.Sig.Results().Len() != 1 || g.Sig.Params().Len() == 0 || g.Sig.Variadic() || !code.IsContext(g.Sig.Params().At(0).Type()) {
		return false
	}
	var over, timed ast.Expr
	only := true
	g.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			only = only && p.Code.CalleeOf(n).Key != "time.Sleep" && (ofPause(p, n) || quiet(p, n))
		case *ast.SendStmt, *ast.GoStmt, *ast.FuncLit, *ast.ForStmt, *ast.RangeStmt:
			only = false
		}
		return only
	})
	for _, t := range p.Flow.DoneTests(g) {
		if t.Kind != ctxflow.TestSelect || t.Clause == nil || !waitsOnlyFor(p, t) || p.Code.VarOf(t.Expr) != g.Sig.Params().At(0) {
			continue
		}
		over = lastResult(t.Clause.Body)
		for _, s := range t.Select.Body.List {
			if cc, ok := s.(*ast.CommClause); ok && cc != t.Clause {
				timed = lastResult(cc.Body)
			}
		}
	}
	if timed == nil && len(g.Body.List) > 0 {
		timed = lastResult(g.Body.List)
	}
	if !only || over == nil || timed == nil {
		return false
	}
	if code.IsError(g.Sig.Results().At(0).Type()) {
		return !p.Code.IsNil(over) && p.Code.IsNil(timed)
	}
	a, b := p.Code.Info.Types[over].Value, p.Code.Info.Types[timed].Value
	return a != nil && b != nil && a.ExactString() != b.ExactString()
}

// lastResult is what a list of statements returns at its end, nil if it does not.
func lastResult(body []ast.Stmt) ast.Expr {
	if len(body) == 0 {
		return nil
	}
	if ret, ok := body[len(body)-1].(*ast.ReturnStmt); ok && len(ret.Results) == 1 {
		return ret.Results[0]
	}
	return nil
}

// answerLost reports whether the result of a call changes nothing: it is dropped, or asked
// by ifs that only log, and logged.
func answerLost(p *rule.Pass, f *code.Func, call *ast.CallExpr) bool {
	switch s := p.Code.Parent(call).(type) {
	case *ast.ExprStmt:
		return true
	case *ast.AssignStmt:
		if len(s.Lhs) != 1 {
			return false
		}
		id, ok := s.Lhs[0].(*ast.Ident)
		if !ok || id.Name == "_" {
			return ok
		}
		v := p.Code.VarOf(id)
		if v == nil || len(p.Code.Defs(v)) != 1 {
			return false
		}
		if i, ok := p.Code.Parent(s).(*ast.IfStmt); ok && i.Init == ast.Stmt(s) && !justLogs(p, i) {
			return false
		}
		for use, obj := range p.Code.Info.Uses {
			if obj == v && !lostUse(p, f, use) {
				return false
			}
		}
		return true
	case *ast.UnaryExpr, *ast.BinaryExpr, *ast.IfStmt:
		return lostUse(p, f, call)
	}
	return false
}

// lostUse reports whether an expression is part of the condition of an if that only
// logs, or of a call that does.
func lostUse(p *rule.Pass, f *code.Func, e ast.Expr) bool {
	if p.Code.Enclosing(e) != f {
		return false
	}
	var child ast.Node = e
	for n := p.Code.Parent(e); n != nil; child, n = n, p.Code.Parent(n) {
		switch n := n.(type) {
		case *ast.IfStmt:
			return n.Cond == child && justLogs(p, n)
		case *ast.CallExpr:
			return quiet(p, n)
		case *ast.UnaryExpr, *ast.BinaryExpr, *ast.ParenExpr:
		default:
			return false
		}
	}
	return false
}

// justLogs reports whether an if, without an else, does nothing but write to the log.
func justLogs(p *rule.Pass, s *ast.IfStmt) bool {
	return s.Else == nil && harmless(p, s.Body.List) && says(s.Body.List)
}
