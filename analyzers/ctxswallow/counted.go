package ctxswallow

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

// counted reports a loop over a list that notes each item whose call fails in the
// result, without the error, and goes on: when the context is over all calls fail at
// once, and the result, returned with a nil error, says of the rest what is not so.
func counted(p *rule.Pass, f *code.Func, loop *ast.RangeStmt, tests []ctxflow.Test) {
	if f.Obj == nil || len(tests) > 0 || !slices.Contains(f.Body.List, ast.Stmt(loop)) {
		return
	}
	switch p.Code.TypeOf(loop.X).Underlying().(type) {
	case *types.Slice, *types.Array, *types.Map:
	default:
		return
	}
	for i, s := range loop.Body.List {
		failed, ok := s.(*ast.IfStmt)
		if !ok || failed.Else != nil || len(failed.Body.List) == 0 {
			continue
		}
		next, ok := failed.Body.List[len(failed.Body.List)-1].(*ast.BranchStmt)
		if !ok || next.Tok != token.CONTINUE || next.Label != nil {
			continue
		}
		as, ok := failed.Init.(*ast.AssignStmt)
		if failed.Init == nil && i > 0 {
			as, ok = loop.Body.List[i-1].(*ast.AssignStmt)
		}
		err, isNil := p.Code.NilTest(failed.Cond)
		if !ok || err == nil || isNil || !code.IsError(p.Code.TypeOf(err)) || len(as.Rhs) != 1 || p.Code.VarOf(as.Lhs[len(as.Lhs)-1]) != p.Code.VarOf(err) {
			continue
		}
		call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
		if !ok || !failsWithCaller(p, call) {
			continue
		}
		noted := notes(p, f, failed.Body, p.Code.VarOf(err), loop)
		if noted == nil || !returnedPlainly(p, f, loop, noted) {
			continue
		}
		ctx := types.ExprString(p.Flow.CtxArg(call).Expr)
		p.Report(rule.Finding{
			Node: next,
			Message: fmt.Sprintf("when %[1]s is over %[2]s fails at once for all that is left of %[3]s, and %[4]s notes each as failed in %[5]s and returns that with a nil error; look at %[1]s.Err() here, and return it",
				ctx, p.Code.CallName(call), types.ExprString(loop.X), f.Name(), noted.Name()),
			Related: []rule.Related{{Node: call, Message: "fails at once then"}},
		})
		return
	}
}

// failsWithCaller reports whether a call certainly fails when the context of the
// function's caller is over, and for no time of its own before that.
func failsWithCaller(p *rule.Pass, call *ast.CallExpr) bool {
	given := p.Flow.CtxArg(call)
	if given.Has != api.Yes || given.Expr == nil || !given.Ctx.FromCaller() || given.Ctx.Root.Kind != ctxflow.RootParam || len(given.Ctx.InForce()) > 0 {
		return false
	}
	_, ok := p.Waits.Ends(call, given)
	return ok
}

// notes returns the variable of the function, declared before a loop, in which the
// branch of a failure notes it: by counting it or adding the item. It is nil if the
// branch does anything else with the error than to log it, or leaves.
func notes(p *rule.Pass, f *code.Func, body *ast.BlockStmt, err *types.Var, loop *ast.RangeStmt) *types.Var {
	var noted *types.Var
	for _, s := range body.List {
		var at ast.Expr
		switch s := s.(type) {
		case *ast.IncDecStmt:
			at = s.X
		case *ast.AssignStmt:
			if len(s.Lhs) != 1 || p.Code.Mentions(s.Rhs[0], err) {
				return nil
			}
			at = s.Lhs[0]
		case *ast.ExprStmt:
			call, ok := ast.Unparen(s.X).(*ast.CallExpr)
			fn := p.Code.Callee(call)
			if !ok || fn == nil || fn.Pkg() == nil || !p.Table.Quiet(fn.Pkg().Path()) && !api.OnlySpeaks(fn.Pkg().Path(), fn.Name()) {
				return nil
			}
			continue
		case *ast.BranchStmt:
			continue
		default:
			return nil
		}
		for {
			switch x := ast.Unparen(at).(type) {
			case *ast.SelectorExpr:
				at = x.X
				continue
			case *ast.IndexExpr:
				at = x.X
				continue
			}
			break
		}
		v := p.Code.VarOf(at)
		if v == nil || v.IsField() || code.Within(code.Span{From: v.Pos(), To: v.Pos()}, loop) || !f.Declares(v) && !isResult(f, v) {
			return nil
		}
		noted = v
	}
	return noted
}

// returnedPlainly reports whether what was noted in v is returned with a nil error
// after a loop, without a look at it.
func returnedPlainly(p *rule.Pass, f *code.Func, loop *ast.RangeStmt, v *types.Var) bool {
	i := slices.Index(f.Body.List, ast.Stmt(loop))
	rest := f.Body.List[i+1:]
	if len(rest) == 0 {
		return false
	}
	for _, s := range rest[:len(rest)-1] {
		switch s.(type) {
		case *ast.ExprStmt, *ast.AssignStmt, *ast.DeclStmt:
		default:
			return false
		}
	}
	ret, ok := rest[len(rest)-1].(*ast.ReturnStmt)
	return ok && success(p, f, ret) && p.Code.Mentions(ret, v)
}
