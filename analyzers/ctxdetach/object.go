package ctxdetach

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/rule"
)

// served returns the handler of requests that f is or runs in, if it is a
// method of the object that keeps a context in a field, or that object is one which
// it has from there: the object was made before the request came, and so was its
// context. Nil if that cannot be told.
func served(p *rule.Pass, f *code.Func, field *types.Var, kept ast.Expr) *handlers.Match {
	r := p.Handlers.Entry(f)
	if r == nil || r.Handler.Kind != handlers.KindRequest || r.Handler.Live != api.Yes || r.Handler.Ctx == "" {
		return nil
	}
	h, in := r.Handler.Func.Outermost().Sig.Recv(), f.Outermost().Sig.Recv()
	if in == nil || !hasField(in.Type(), field) {
		return nil
	}
	if h == nil || !types.Identical(bare(h.Type()), bare(in.Type())) {
		// Another object's: one that was there before the request as well.
		sel, ok := ast.Unparen(kept).(*ast.SelectorExpr)
		if !ok || p.Code.Enclosing(sel) != f || !p.Handlers.Before(f, sel.X) {
			return nil
		}
	}
	for _, c := range r.Calls {
		if p.Flow.CleanupMode(c) != ctxflow.CleanupNone {
			return nil
		}
	}
	if !p.Handlers.Shared(field) {
		return nil
	}
	return r.Handler
}

func hasField(t types.Type, field *types.Var) bool {
	st := code.StructOf(t)
	if st == nil {
		return false
	}
	for v := range st.Fields() {
		if v.Origin() == field {
			return true
		}
	}
	return false
}

// ofObject reports a call of a handler, or of what it runs, under the context
// of the handler's object: once in each function.
func ofObject(p *rule.Pass, f *code.Func, call *ast.CallExpr, given ctxflow.Given, m *handlers.Match, seen map[ast.Node]bool) {
	if _, ok := p.Code.Parent(call).(*ast.GoStmt); ok || seen[f.Node] || undoes(p, call) || givesChannel(p, call) {
		return
	}
	seen[f.Node] = true
	whose, remedy := m.Ctx, "pass "+m.Ctx
	if f.Outermost() != m.Func.Outermost() {
		whose += " of " + m.Func.Name()
		remedy = "give " + f.Outermost().Name() + " a context and pass it"
	}
	p.Report(rule.Finding{
		Node:    call,
		Message: fmt.Sprintf("%s runs under %s, which was stored when its object was made, so the end of %s does not reach it; %s", name(p, call), types.ExprString(given.Expr), whose, remedy),
	})
}
