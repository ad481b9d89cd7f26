package lockwait

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// next returns a call, made while a lock is held, by which a middleware runs
// the rest of a request, which may take as long as it likes. Readers of a lock
// do not keep each other out, and a lock that is looked up is one of many.
func next(p *rule.Pass, f *code.Func, h *hold, region []ast.Node) *ast.CallExpr {
	m := p.Handlers.Of(f)
	if h.what != lock || m == nil || !m.Kind.Serves() || slices.Contains(h.ends, "RUnlock") || !ofAll(p, f, h.at) {
		return nil
	}
	for _, call := range f.Calls() {
		if _, ok := p.Code.Parent(call).(*ast.GoStmt); ok {
			continue
		}
		if p.Table.HasTrait(p.Code.CalleeOf(call).Key, api.TraitNext) != nil && h.within(region, call) {
			return call
		}
	}
	return nil
}

// ofAll reports whether a lock is one that all requests share: a package
// variable, or one of the receiver or of a function around the handler.
func ofAll(p *rule.Pass, f *code.Func, at ast.Node) bool {
	call, ok := at.(*ast.CallExpr)
	if !ok {
		return false
	}
	v := root(p, p.Code.CalleeOf(call).Recv)
	if v == nil || v.IsField() {
		return false
	}
	return v.Parent() == p.Code.Types.Scope() || v == f.Sig.Recv() || around(f, v)
}

// captured reports whether what an expression begins with is a variable of a
// function around a handler that makes the handler, so that all requests share it.
func captured(p *rule.Pass, e ast.Expr) bool {
	v := root(p, e)
	if v == nil || v.IsField() || v.Parent() == p.Code.Types.Scope() {
		return false
	}
	f := p.Code.Enclosing(e)
	return f != nil && f.Parent != nil && p.Handlers.Of(f) != nil && around(f, v) && p.Handlers.Entry(f.Parent) == nil
}

// around reports whether a variable is declared outside of a literal.
func around(f *code.Func, v *types.Var) bool {
	return f.Parent != nil && (v.Pos() < f.Node.Pos() || v.Pos() >= f.Node.End())
}

// root returns the variable that a chain of fields begins with.
func root(p *rule.Pass, e ast.Expr) *types.Var { return p.Code.VarOf(base(p, e)) }

// base returns what a chain of fields begins with, nil for no expression.
func base(p *rule.Pass, e ast.Expr) ast.Expr {
	for {
		e = ast.Unparen(e)
		sel, ok := e.(*ast.SelectorExpr)
		if !ok || p.Code.Info.Selections[sel] == nil {
			return e
		}
		e = sel.X
	}
}
