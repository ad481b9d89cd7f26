package ctxdead

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// inField reports calls of methods that work under a context kept in a field,
// after the end of that context was seen, or brought about.
func inField(p *rule.Pass, f *code.Func) {
	for _, call := range f.Calls() {
		msel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || p.Code.VarOf(msel.X) == nil || startsLater(p, call) {
			continue
		}
		g := p.Code.FuncOf(p.Code.Callee(call))
		if g == nil || g.Sig.Recv() == nil {
			continue
		}
		if over, field := fieldOver(p, f, msel.X, call); over != nil {
			atOnce(p, f, call, over, field, types.ExprString(msel.X)+"."+field.Name())
			continue
		}
		ctx, field := keeps(p, value(p, f, msel.X))
		if ctx == nil || p.Code.SetLater(field) {
			continue // it may be given another one
		}
		if over := p.Flow.OverAt(ctx, call); over != nil && over.Node.Pos() > ctx.Pos() {
			atOnce(p, f, call, over, field, types.ExprString(ctx))
		}
	}
}

// atOnce reports a call of a method that does what it does under the context in
// a field, which is over.
func atOnce(p *rule.Pass, f *code.Func, call *ast.CallExpr, over *ctxflow.Over, field *types.Var, ctx string) {
	c, g := underField(p, call, field)
	if c == nil {
		return
	}
	at, other := c, rule.Related{Node: call, Message: "calls " + g.Name()}
	if over.Kind != ctxflow.OverSeen || p.Code.VarOf(call.Fun.(*ast.SelectorExpr).X) != f.Outermost().Sig.Recv() {
		at, other = call, rule.Related{Node: c, Message: "what fails"} // others may call it in time
	}
	p.Report(rule.Finding{
		Node:    at,
		Message: fmt.Sprintf("%s fails at once when %s calls %s at %s, since its context %s is over by then; give it context.WithTimeout(context.WithoutCancel(%s), limit)", p.Code.CallName(c), f.Name(), g.Name(), p.Where(call), ctx, ctx),
		Related: []rule.Related{{Node: over.Node, Message: "the end of the context"}, other},
	})
}

// fieldOver returns the end of the context in a field of the object x, that f
// has seen or brought about when it comes to a node.
func fieldOver(p *rule.Pass, f *code.Func, x ast.Expr, at ast.Node) (*ctxflow.Over, *types.Var) {
	for _, t := range p.Flow.DoneTests(f) {
		if t.Expr == nil || t.Ctx.Root.Kind != ctxflow.RootField {
			continue
		}
		sel, ok := ast.Unparen(t.Expr).(*ast.SelectorExpr)
		if !ok || !p.Code.SamePlace(x, sel.X) {
			continue
		}
		if over := p.Flow.OverAt(t.Expr, at); over != nil && over.Node == t.Node {
			return over, t.Ctx.Root.Var
		}
	}
	for _, c := range f.Calls() {
		field := p.Flow.CancelledField(c)
		if field == nil {
			continue
		}
		if over := p.Flow.FieldOver(x, field, f, at); over != nil {
			return over, field
		}
	}
	return nil, nil
}

// value returns what a local variable is made as, if it is given one value only.
func value(p *rule.Pass, f *code.Func, e ast.Expr) ast.Expr {
	v := p.Code.VarOf(e)
	if _, ok := ast.Unparen(e).(*ast.Ident); !ok || v == nil {
		return e
	}
	defs := p.Code.Defs(v)
	if len(defs) != 1 || defs[0].In == nil || defs[0].In.Outermost() != f.Outermost() || defs[0].Kind != code.DefAssign || defs[0].Index > 0 {
		return nil
	}
	return defs[0].RHS
}

// keeps returns the context that a new object keeps in a field, as it is: one
// made by a literal, or by a function of this package that does no more with
// its context than to put it there.
func keeps(p *rule.Pass, e ast.Expr) (ctx ast.Expr, field *types.Var) {
	if e == nil {
		return nil, nil
	}
	if lit := code.Literal(e); lit != nil {
		return contextIn(p, lit)
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return nil, nil
	}
	fn := p.Code.Callee(call)
	if fn == nil {
		return nil, nil
	}
	g := p.Code.FuncOf(fn)
	if g == nil {
		return nil, nil
	}
	g.Inspect(func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok || ctx != nil || !returned(p, g, lit) {
			return ctx == nil
		}
		own, in := contextIn(p, lit)
		if own == nil {
			return true
		}
		v := p.Code.VarOf(own)
		i := -1
		if v != nil {
			i = g.ParamIndex(v)
		}
		if i < 0 || i >= len(call.Args) || len(p.Code.Defs(v)) > 1 {
			return true
		}
		ctx, field = call.Args[i], in
		return false
	})
	return ctx, field
}

// contextIn returns the context that a literal puts into a field.
func contextIn(p *rule.Pass, lit *ast.CompositeLit) (ast.Expr, *types.Var) {
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok || !code.IsContext(p.Code.TypeOf(kv.Value)) {
			continue
		}
		if key, ok := kv.Key.(*ast.Ident); ok {
			if v, ok := p.Code.Info.Uses[key].(*types.Var); ok && v.IsField() {
				return kv.Value, v
			}
		}
	}
	return nil, nil
}

// startsLater reports whether a call is not made where it stands.
func startsLater(p *rule.Pass, call *ast.CallExpr) bool {
	switch p.Code.Parent(call).(type) {
	case *ast.GoStmt, *ast.DeferStmt:
		return true
	}
	return false
}

// madeToKeep reports the return of an object that a function of this package has
// made, and that keeps a context which the deferred call of a cancel function ends.
func madeToKeep(p *rule.Pass, f *code.Func, ret *ast.ReturnStmt, r ast.Expr) {
	call, ok := ast.Unparen(value(p, f, r)).(*ast.CallExpr)
	if !ok {
		return
	}
	ctx, field := keeps(p, call)
	if ctx == nil || p.Code.SetLater(field) {
		return
	}
	c := p.Flow.Trace(ctx)
	if !c.Known() {
		return
	}
	s := dies(p, f, c)
	if s == nil || !usedLater(p, f, field) {
		return
	}
	p.Report(rule.Finding{
		Node: ret,
		Message: fmt.Sprintf("what %s makes keeps %s, which the deferred call of %s cancels when %s returns, so all that it does under it later fails at once; give it the parent context, or one that its Close cancels",
			p.Code.CallName(call), types.ExprString(ctx), s.Cancel.Name(), f.Name()),
		Related: []rule.Related{{Node: s.Call, Message: "the context is made here"}, {Node: call, Message: "what keeps it"}},
	})
}

// underField returns the call in the method that call runs which ends with the
// context in the field.
func underField(p *rule.Pass, call *ast.CallExpr, field *types.Var) (*ast.CallExpr, *code.Func) {
	fn := p.Code.Callee(call)
	if fn == nil {
		return nil, nil
	}
	g := p.Code.FuncOf(fn)
	if g == nil {
		return nil, nil
	}
	for _, t := range p.Flow.DoneTests(g) {
		if t.Expr != nil {
			return nil, nil // it looks for itself
		}
	}
	for _, c := range g.Calls() {
		given := p.Flow.CtxArg(c)
		if given.Has != api.Yes || !given.Ctx.Known() || given.Ctx.Opaque() || given.Ctx.Detached() != nil || given.Ctx.Root.Var != field {
			continue
		}
		switch p.Code.Parent(c).(type) {
		case *ast.GoStmt, *ast.DeferStmt:
			continue
		}
		if _, ok := p.Waits.Ends(c, given); ok {
			return c, g
		}
	}
	return nil, nil
}
