package ctxflow

import (
	"go/ast"
	"go/token"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// Tells returns the context that a call of the package's own yes-or-no function
// asks whether it is over, and what the function is sure to say if it is:
// over(ctx, err), which begins with if ctx.Err() != nil { return true }. Nil if
// it asks none, or may say something else.
func (f *Flow) Tells(call *ast.CallExpr) (ctx ast.Expr, says bool) {
	fn := f.p.FuncOf(f.p.Callee(call))
	if fn == nil || fn.Body == nil || call.Ellipsis.IsValid() {
		return nil, false
	}
	if res := fn.Sig.Results(); res.Len() != 1 || !code.IsBool(res.At(0).Type()) {
		return nil, false
	}
	for _, t := range f.DoneTests(fn) {
		if t.Kind != TestErr && t.Kind != TestCause {
			continue
		}
		v := f.p.VarOf(t.Expr)
		i := fn.ParamIndex(v)
		if v == nil || i < 0 || i >= len(call.Args) || len(f.p.Defs(v)) > 0 {
			continue
		}
		switch f.saysWhenOver(fn, t) {
		case api.Yes:
			return call.Args[i], true
		case api.No:
			return call.Args[i], false
		}
	}
	return nil, false
}

// saysWhenOver is what a function returns when a test in it says that the
// context is over, if nothing before the test returns anything for a failure.
func (f *Flow) saysWhenOver(fn *code.Func, t Test) api.Tri {
	for _, s := range fn.Body.List {
		if !code.Within(t.Node, s) {
			if !f.passes(s) {
				return api.Maybe
			}
			continue
		}
		var branch []ast.Stmt
		switch s := s.(type) {
		case *ast.ReturnStmt:
			if len(s.Results) != 1 {
				return api.Maybe
			}
			return f.value(s.Results[0], t, true)
		case *ast.IfStmt:
			if b, ok := t.Over.(*ast.BlockStmt); ok && t.Cond == s {
				branch = b.List
			}
		case *ast.SwitchStmt:
			if cl, ok := t.Over.(*ast.CaseClause); ok && f.p.Parent(cl) == ast.Node(s.Body) {
				branch = cl.Body
			}
		}
		return f.constantly(branch)
	}
	return api.Maybe
}

// constantly is what statements return that do nothing else.
func (f *Flow) constantly(list []ast.Stmt) api.Tri {
	if len(list) != 1 {
		return api.Maybe
	}
	ret, ok := list[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return api.Maybe
	}
	switch v, known := f.p.Bool(ret.Results[0]); {
	case !known:
		return api.Maybe
	case v:
		return api.Yes
	}
	return api.No
}

// passes reports whether every failure gets past a statement: it returns
// nothing, or only where there is no failure.
func (f *Flow) passes(s ast.Stmt) bool {
	if ifs, ok := s.(*ast.IfStmt); ok && ifs.Else == nil {
		if b, ok := ast.Unparen(ifs.Cond).(*ast.BinaryExpr); ok && b.Op == token.EQL && f.p.IsNil(b.Y) && code.IsError(f.p.TypeOf(b.X)) {
			return true
		}
	}
	passes := true
	ast.Inspect(s, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt, *ast.BranchStmt:
			passes = false
		}
		return passes
	})
	return passes
}
