package ctxflow

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/code"
)

// afterHelpers returns what follows calls of functions of this package that
// only return when the context they are given is over: s.wait(ctx).
func (f *Flow) afterHelpers(fn *code.Func) []span {
	var out []span
	for _, call := range fn.Calls() {
		if !f.stmtOf(call) {
			continue
		}
		g := f.p.FuncOf(f.p.Callee(call))
		if g == nil || g == fn {
			continue
		}
		for i, a := range call.Args {
			if i < len(g.Params()) && code.IsContext(g.Params()[i].Type()) && f.waitsForEnd(g, i) {
				out = append(out, f.rest(call, call, a)...)
			}
		}
	}
	return out
}

// waitsForEnd reports whether g comes past <-ctx.Done(), for its parameter i,
// on every way to its end.
func (f *Flow) waitsForEnd(g *code.Func, i int) bool {
	for _, s := range g.Body.List {
		es, ok := s.(*ast.ExprStmt)
		if ok {
			if x := f.DoneOf(code.Received(es)); x != nil && f.p.VarOf(x) == g.Params()[i] && len(f.p.Defs(g.Params()[i])) == 0 {
				return true
			}
		}
		leaves := false
		code.InspectShallow(s, func(n ast.Node) bool {
			if _, ok := n.(*ast.ReturnStmt); ok {
				leaves = true
			}
			return !leaves
		})
		if leaves {
			return false
		}
	}
	return false
}
