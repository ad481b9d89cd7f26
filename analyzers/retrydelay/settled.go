package retrydelay

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// settles reports whether a function computes no further power once its last
// delay has reached a limit: delay = next(delay, n), where next begins with
// if delay >= limit { return limit }.
func settles(p *rule.Pass, call *ast.CallExpr, f *code.Func, power ast.Node) bool {
	as, ok := p.Code.Parent(call).(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 1 {
		return false
	}
	last := p.Code.VarOf(as.Lhs[0])
	for i, arg := range call.Args {
		if v := p.Code.VarOf(arg); v != nil && v == last && i < len(f.Params()) && leavesAbove(p, f, f.Params()[i], power) {
			return true
		}
	}
	return false
}

// leavesAbove reports whether a function returns, before a node, where a
// parameter has reached something.
func leavesAbove(p *rule.Pass, f *code.Func, v *types.Var, before ast.Node) bool {
	for _, s := range f.Body.List {
		if s.End() > before.Pos() {
			return false
		}
		ifs, ok := s.(*ast.IfStmt)
		if !ok || len(ifs.Body.List) == 0 {
			continue
		}
		if _, ok := ifs.Body.List[len(ifs.Body.List)-1].(*ast.ReturnStmt); !ok {
			continue
		}
		b, ok := ast.Unparen(ifs.Cond).(*ast.BinaryExpr)
		if !ok {
			continue
		}
		switch b.Op {
		case token.GEQ, token.GTR:
			if p.Code.VarOf(b.X) == v {
				return true
			}
		case token.LEQ, token.LSS:
			if p.Code.VarOf(b.Y) == v {
				return true
			}
		}
	}
	return false
}
