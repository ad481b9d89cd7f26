package ctxloop

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// inside judges an endless loop that polls under the caller's context with a call
// whose answer alone tells that the context is over, if nothing in the loop asks it:
// the call returns at once then, with nothing to work on, and again.
func inside(p *rule.Pass, f *code.Func, loop *ast.ForStmt, tests []ctxflow.Test) bool {
	for _, t := range tests {
		if code.Within(t.Node, loop) {
			return false
		}
	}
	for _, s := range loop.Body.List {
		as, ok := s.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
			continue
		}
		call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
		if !ok {
			continue
		}
		row := p.Table.CallOf(p.Code.Callee(call))
		if row == nil || len(row.Inside) == 0 {
			continue
		}
		given, v := p.Flow.CtxArg(call), p.Code.VarOf(as.Lhs[0])
		if given.Has != api.Yes || !given.Ctx.FromCaller() || given.Expr == nil || len(given.Ctx.InForce()) > 0 || v == nil || !deaf(p, loop, v, row.Inside) {
			continue
		}
		name := types.ExprString(given.Expr)
		p.Report(rule.Finding{
			Node: call,
			Message: fmt.Sprintf("when %[1]s is over %[2]s returns at once, with no more than an error inside %[3]s, and nothing in this loop asks for %[1]s: it goes round without waiting; return when %[1]s.Err() is not nil",
				name, p.Code.CallName(call), v.Name()),
			Related: []rule.Related{{Node: loopHead(loop), Message: "the loop that goes on"}},
		})
		return true
	}
	return false
}

// deaf reports whether an answer is used in a loop by methods only that do not tell of
// the end of a context, and the loop is left nowhere but by what is in the answer, or
// when one of these methods says so.
func deaf(p *rule.Pass, loop *ast.ForStmt, v *types.Var, methods []string) bool {
	for id, obj := range p.Code.Info.Uses {
		if obj != v {
			continue
		}
		sel, ok := p.Code.Parent(id).(*ast.SelectorExpr)
		if !ok || !slices.Contains(methods, sel.Sel.Name) {
			return false
		}
		call, ok := p.Code.Parent(sel).(*ast.CallExpr)
		if !ok {
			return false
		}
		for _, a := range call.Args {
			if lit, ok := ast.Unparen(a).(*ast.FuncLit); !ok || !onlyLogs(p, lit) && sel.Sel.Name == "EachError" {
				return false
			}
		}
	}
	leaves := false
	ast.Inspect(loop.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			leaves = leaves || !behind(p, n, loop, v)
		case *ast.BranchStmt:
			leaves = leaves || n.Tok != token.CONTINUE && !behind(p, n, loop, v)
		}
		return !leaves
	})
	return !leaves
}

// behind reports whether a node stands, in a loop, in a branch or loop of what an
// answer holds.
func behind(p *rule.Pass, n ast.Node, loop *ast.ForStmt, v *types.Var) bool {
	for m := p.Code.Parent(n); m != nil && m != ast.Node(loop); m = p.Code.Parent(m) {
		switch m := m.(type) {
		case *ast.IfStmt:
			if p.Code.Mentions(m.Cond, v) {
				return true
			}
		case *ast.RangeStmt:
			if p.Code.Mentions(m.X, v) {
				return true
			}
		case *ast.ForStmt:
			return m.Cond != nil
		}
	}
	return false
}

// onlyLogs reports whether a literal does nothing but write to the log.
func onlyLogs(p *rule.Pass, lit *ast.FuncLit) bool {
	for _, s := range lit.Body.List {
		e, ok := s.(*ast.ExprStmt)
		if !ok {
			return false
		}
		call, ok := ast.Unparen(e.X).(*ast.CallExpr)
		if !ok {
			return false
		}
		fn := p.Code.Callee(call)
		if fn == nil || fn.Pkg() == nil || !p.Table.Quiet(fn.Pkg().Path()) && !api.OnlySpeaks(fn.Pkg().Path(), fn.Name()) {
			return false
		}
	}
	return true
}
