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

// waitError reports success after the error of a wait that only the end of its
// context can end before its time: limiter.Wait(ctx), sem.Acquire(ctx, 1), a
// function of this package that sleeps until the context is over.
func waitError(p *rule.Pass, f *code.Func, n *ast.IfStmt, tests []ctxflow.Test) {
	as, ok := n.Init.(*ast.AssignStmt)
	if n.Init == nil {
		as, ok = before(p, n)
	}
	if !ok || len(as.Rhs) != 1 || len(as.Lhs) != 1 || len(n.Body.List) == 0 {
		return
	}
	cond, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ || !p.Code.Info.Types[cond.Y].IsNil() || p.Code.VarOf(cond.X) == nil || p.Code.VarOf(cond.X) != p.Code.VarOf(as.Lhs[0]) {
		return
	}
	call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
	if !ok {
		return
	}
	given := p.Flow.CtxArg(call)
	if given.Has != api.Yes || given.Kind != api.CtxArg || !given.Ctx.Known() || !given.Ctx.FromCaller() || !onlyCancel(p, call) {
		return
	}
	for _, s := range given.Ctx.InForce() {
		if s.Kind != ctxflow.StepValue {
			return // a limit of its own, or its own cancel
		}
	}
	var ret *ast.ReturnStmt
	switch last := n.Body.List[len(n.Body.List)-1].(type) {
	case *ast.ReturnStmt:
		if success(p, f, last) {
			ret = last
		}
	case *ast.BranchStmt:
		if loop := loopOf(p, n); loop != nil && last.Tok == token.BREAK && last.Label == nil {
			ret = successAfter(p, f, loop)
		}
	}
	if ret == nil {
		return
	}
	for _, t := range tests {
		if t.Node.Pos() > n.Pos() {
			return // it looks
		}
	}
	what := types.ExprString(call.Fun)
	if fn := p.Code.Callee(call); fn != nil {
		what = code.ShortName(fn)
	}
	p.Report(rule.Finding{
		Node:    ret,
		Message: fmt.Sprintf("%s returns a nil error although %s (at %s) only fails when %s is over, so its caller takes what was done so far for the whole; return its error", f.Name(), what, p.Where(call), types.ExprString(given.Expr)),
		Related: []rule.Related{{Node: call, Message: "the end of the context is seen here"}},
	})
}

// loopOf returns the loop that a break in n leaves, nil if it leaves something else.
func loopOf(p *rule.Pass, n ast.Node) ast.Stmt {
	cur, ok := p.Code.Cursor(n)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.SelectStmt)(nil), (*ast.SwitchStmt)(nil), (*ast.TypeSwitchStmt)(nil), (*ast.FuncLit)(nil)) {
		switch s := c.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return s.(ast.Stmt)
		}
		return nil
	}
	return nil
}

// onlyCancel reports whether a call returns nothing but an error, and that only
// when its context is over.
func onlyCancel(p *rule.Pass, call *ast.CallExpr) bool {
	fn := p.Code.Callee(call)
	if fn == nil {
		return false
	}
	res := fn.Type().(*types.Signature).Results()
	if res.Len() != 1 || !code.IsError(res.At(0).Type()) {
		return false
	}
	if row := p.Table.CallOf(fn); row != nil {
		return (row.Kind == api.WaitSleep || row.Kind == api.WaitPool) && row.Obeys == api.Yes
	}
	g := p.Code.FuncOf(fn)
	if g == nil {
		return false
	}
	seen := false
	for _, t := range p.Flow.DoneTests(g) {
		seen = seen || t.Kind == ctxflow.TestSelect
	}
	only := seen
	g.Inspect(func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			return true
		}
		if len(ret.Results) != 1 || !p.Code.Info.Types[ret.Results[0]].IsNil() && !ctxErr(p, ret.Results[0]) {
			only = false
		}
		return only
	})
	return only
}

// ctxErr reports whether e is ctx.Err() or context.Cause(ctx).
func ctxErr(p *rule.Pass, e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	if len(call.Args) == 1 {
		return sel.Sel.Name == "Cause" && code.IsContext(p.Code.Info.TypeOf(call.Args[0]))
	}
	return sel.Sel.Name == "Err" && code.IsContext(p.Code.Info.TypeOf(sel.X))
}
