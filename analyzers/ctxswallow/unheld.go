package ctxswallow

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// unheld reports a place that is asked for under the caller's context, and given
// back later, although the end of that context kept it from being taken: the
// error that says so is dropped, or only written to the log.
func unheld(p *rule.Pass, f *code.Func, tests []ctxflow.Test) {
	if p.Handlers.Startup(f.Outermost()) {
		return
	}
	for _, call := range f.Calls() {
		c := p.Code.CalleeOf(call)
		if c.Func == nil || c.Recv == nil || !takesPlace(p, call, c.Func) {
			continue
		}
		given := p.Flow.CtxArg(call)
		if given.Has != api.Yes || given.Kind != api.CtxArg || !given.Ctx.Known() || !given.Ctx.FromCaller() {
			continue
		}
		how := unheeded(p, f, call)
		back := givenBack(p, f, call, c)
		if how == "" || back == nil || looksBetween(tests, call, back) {
			continue
		}
		ctx := types.ExprString(given.Expr)
		p.Report(rule.Finding{
			Node: call,
			Message: fmt.Sprintf("when %s is over %s takes nothing, and %s: the work goes on without the place, and %s gives back at %s what was never taken; return its error",
				ctx, code.ShortName(c.Func), how, types.ExprString(back.Fun), p.Where(back)),
			Related: []rule.Related{{Node: back, Message: "given back here all the same"}},
		})
	}
}

// takesPlace reports whether a call takes a place or lock, and says by its only
// result that the end of a context has kept it from doing so.
func takesPlace(p *rule.Pass, call *ast.CallExpr, fn *types.Func) bool {
	if row := p.Table.CallOf(fn); row != nil {
		res := fn.Signature().Results()
		return (row.Kind == api.WaitPool || row.Kind == api.WaitLock) && row.Obeys == api.Yes && res.Len() == 1 && code.IsError(res.At(0).Type())
	}
	g := p.Code.FuncOf(fn)
	if g == nil || !onlyCancel(p, call) {
		return false
	}
	sends := false
	g.Inspect(func(n ast.Node) bool {
		if cc, ok := n.(*ast.CommClause); ok {
			_, send := cc.Comm.(*ast.SendStmt)
			sends = sends || send
		}
		return !sends
	})
	return sends
}

// unheeded says how a function passes over the error of a call: it drops it, or
// does nothing about it but write a line. Empty if it may do more.
func unheeded(p *rule.Pass, f *code.Func, call *ast.CallExpr) string {
	const dropped, logged = "its error is dropped", "its error is only logged"
	switch s := p.Code.Parent(call).(type) {
	case *ast.ExprStmt:
		return dropped
	case *ast.AssignStmt:
		if len(s.Lhs) != 1 {
			return ""
		}
		if id, ok := s.Lhs[0].(*ast.Ident); ok && id.Name == "_" {
			return dropped
		}
		v := p.Code.VarOf(s.Lhs[0])
		check := checkOf(p, s)
		if v == nil || v.IsField() || check == nil || check.Else != nil || !notNil(p, check.Cond, v) || !silent(p, check.Body.List) {
			return ""
		}
		for n := range p.Code.Inspector.PreorderSeq((*ast.Ident)(nil)) {
			if id := n.(*ast.Ident); p.Code.Info.Uses[id] == v && id.Pos() > check.End() && code.Within(id, f.Outermost().Body) {
				return "" // it is asked again
			}
		}
		return logged
	}
	return ""
}

// checkOf returns the if statement that comes with, or right after, an assignment.
func checkOf(p *rule.Pass, s *ast.AssignStmt) *ast.IfStmt {
	switch parent := p.Code.Parent(s).(type) {
	case *ast.IfStmt:
		return parent
	case *ast.BlockStmt:
		for i, t := range parent.List {
			if t == ast.Stmt(s) && i+1 < len(parent.List) {
				check, _ := parent.List[i+1].(*ast.IfStmt)
				return check
			}
		}
	}
	return nil
}

// notNil reports whether a condition is v != nil.
func notNil(p *rule.Pass, cond ast.Expr, v *types.Var) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	return ok && b.Op == token.NEQ && p.Code.VarOf(b.X) == v && p.Code.Info.Types[b.Y].IsNil()
}

// givenBack returns the call that comes after another, in the same function or a
// literal in it, and gives back on the same object what that one took.
func givenBack(p *rule.Pass, f *code.Func, call *ast.CallExpr, c api.Callee) *ast.CallExpr {
	var back *ast.CallExpr
	ast.Inspect(f.Body, func(n ast.Node) bool {
		later, ok := n.(*ast.CallExpr)
		if !ok || back != nil || later.Pos() < call.End() {
			return back == nil
		}
		d := p.Code.CalleeOf(later)
		if d.Func != nil && d.Recv != nil && ctxflow.GivesBack(d.Func.Name()) && p.Code.SamePlace(d.Recv, c.Recv) {
			back = later
		}
		return back == nil
	})
	return back
}

// looksBetween reports whether a function looks at a context between two calls.
func looksBetween(tests []ctxflow.Test, from, to ast.Node) bool {
	for _, t := range tests {
		if t.Node.Pos() > from.End() && t.Node.Pos() < to.Pos() {
			return true
		}
	}
	return false
}
