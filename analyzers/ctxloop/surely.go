package ctxloop

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// surelyFails reports whether a call that the end of its context ends says so by an
// error, rather than by none, as what runs until it is told to stop may do.
func surelyFails(p *rule.Pass, call *ast.CallExpr, depth int) bool {
	fn := p.Code.Callee(call)
	if fn == nil {
		return depth == 0 // a function value
	}
	if p.Table.CallOf(fn) != nil {
		return true
	}
	if code.IsInterfaceMethod(fn) {
		return !mayStop(fn.Name())
	}
	g := p.Code.FuncOf(fn)
	if g == nil || g.Body == nil || depth > 3 {
		return false
	}
	given := p.Flow.CtxArg(call)
	if given.Expr == nil || given.Kind != api.CtxArg {
		return false
	}
	var param *types.Var
	for i, v := range g.Params() {
		if i < len(call.Args) && ast.Unparen(call.Args[i]) == ast.Unparen(given.Expr) {
			param = v
		}
	}
	ctx := useOf(p, g, param)
	if ctx == nil || len(g.CFG().Blocks) == 0 {
		return false
	}
	e := ended{p: p, ctx: ctx, loop: g.Body}
	sure := true
	seen := make(map[*cfg.Block]bool)
	var walk func(b *cfg.Block)
	walk = func(b *cfg.Block) {
		if seen[b] || !sure {
			return
		}
		seen[b] = true
		if ret := b.Return(); ret != nil {
			sure = len(ret.Results) > 0 && fails(&e, ret, depth)
			return
		}
		next := b.Succs
		if len(next) == 2 && len(b.Nodes) > 0 {
			if cond, ok := b.Nodes[len(b.Nodes)-1].(ast.Expr); ok {
				next = e.ways(b, cond)
			}
		}
		for _, s := range next {
			walk(s)
		}
	}
	walk(g.CFG().Blocks[0])
	return sure
}

// mayStop reports whether a method's name is one of those that run until they are
// told to stop, and may return nil then.
func mayStop(name string) bool {
	switch name {
	case "Run", "Serve", "Start", "Watch", "Listen", "Loop", "Consume", "Process", "Work", "Wait", "Sync", "Subscribe":
		return true
	}
	return false
}

// useOf returns a place where a function uses a parameter.
func useOf(p *rule.Pass, g *code.Func, v *types.Var) (use ast.Expr) {
	if v == nil {
		return nil
	}
	g.Inspect(func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && use == nil && p.Code.Info.Uses[id] == v {
			use = id
		}
		return use == nil
	})
	return use
}

// fails reports whether a return statement gives an error for certain.
func fails(e *ended, ret *ast.ReturnStmt, depth int) bool {
	last := ast.Unparen(ret.Results[len(ret.Results)-1])
	if call := e.failing(last); call != nil {
		return surelyFails(e.p, call, depth+1)
	}
	if call, ok := last.(*ast.CallExpr); ok {
		switch e.p.Code.CalleeOf(call).Key {
		case "fmt.Errorf", "errors.New", "context.Cause":
			return true
		}
		return false
	}
	v := e.p.Code.VarOf(last)
	if v == nil || v.IsField() {
		return false
	}
	if v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return true
	}
	for n := e.p.Code.Parent(ret); n != nil; n = e.p.Code.Parent(n) {
		switch s := n.(type) {
		case *ast.IfStmt:
			b, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
			if ok && b.Op == token.NEQ && e.p.Code.IsNil(b.Y) && e.p.Code.VarOf(b.X) == v && code.Within(ret, s.Body) {
				return true
			}
		case *ast.FuncDecl, *ast.FuncLit:
			return false
		}
	}
	return false
}
