package ctxdetach

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// kept reports a request's context that is given to an object which lives by it
// and is kept after the request: in a map or field of something that outlives
// the request, or in a queue.
func kept(p *rule.Pass, f *code.Func) {
	r := p.Handlers.Entry(f)
	if r == nil || !r.Handler.Kind.Serves() || r.Handler.Live != api.Yes {
		return
	}
	f.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if i >= len(n.Rhs) || len(n.Lhs) != len(n.Rhs) || !longLived(p, f, l) {
					continue
				}
				for _, item := range appended(p, n.Rhs[i]) {
					if !answered(p, item) && !stays(p, r.Handler.Func, n.End()) {
						keep(p, f, item, types.ExprString(l), r.Handler.Func)
					}
				}
				keep(p, f, n.Rhs[i], types.ExprString(l), r.Handler.Func)
			}
		case *ast.CallExpr:
			if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && len(n.Args) == 2 && sel.Sel.Name == "Store" && longLived(p, f, sel.X) {
				keep(p, f, n.Args[1], types.ExprString(sel.X), r.Handler.Func)
			}
		case *ast.SendStmt:
			if longLived(p, f, n.Chan) && !answered(p, n.Value) && !stays(p, r.Handler.Func, n.End()) {
				keep(p, f, n.Value, types.ExprString(n.Chan), r.Handler.Func)
			}
		}
		return true
	})
}

// appended returns what append adds to a slice one by one, nil if e is no such call.
func appended(p *rule.Pass, e ast.Expr) []ast.Expr {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || p.Code.CalleeOf(call).Builtin != "append" || call.Ellipsis.IsValid() || len(call.Args) == 0 {
		return nil
	}
	return call.Args[1:]
}

// longLived reports whether a place is in the receiver of f, or in a variable
// of the package: it is there after the request.
func longLived(p *rule.Pass, f *code.Func, e ast.Expr) bool {
	for range 6 {
		switch x := ast.Unparen(e).(type) {
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			if p.Code.FieldOf(x) == nil {
				v := p.Code.VarOf(x)
				return v != nil && !v.IsField()
			}
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.Ident:
			v := p.Code.VarOf(x)
			if v == nil || v.Pkg() == nil {
				return false
			}
			if v.Parent() == v.Pkg().Scope() {
				return true
			}
			recv := f.Outermost().Sig.Recv()
			return v == recv && !code.IsContext(v.Type())
		default:
			return false
		}
	}
	return false
}

// keep reports the value e, which is kept in a place that outlives the request,
// if it lives by the request's context.
func keep(p *rule.Pass, f *code.Func, e ast.Expr, place string, h *code.Func) {
	for _, o := range p.Code.Origins(e) {
		if o.Expr == nil {
			continue
		}
		ctx, what := livesBy(p, o.Expr)
		if ctx == nil {
			continue
		}
		c := p.Flow.Trace(ctx)
		if !c.FromCaller() || c.Root.Func == nil || !f.Within(c.Root.Func) {
			continue
		}
		p.Report(rule.Finding{
			Node:    o.Expr,
			Message: fmt.Sprintf("%s is kept in %s and lives by %s, which ends when %s returns: from then on it fails as cancelled; give it context.WithoutCancel(%s), or a context that lives as long as it does", what, place, types.ExprString(ctx), h.Name(), types.ExprString(ctx)),
			Related: []rule.Related{{Node: h.Type, Message: "the handler"}},
		})
	}
}

// livesBy returns the context that a value will live by, as far as what makes
// it shows: a library's call that keeps its context, a literal, or a function
// of this package that puts its context into a field that is used later.
func livesBy(p *rule.Pass, e ast.Expr) (ctx ast.Expr, what string) {
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok {
		e = ast.Unparen(u.X)
	}
	switch x := e.(type) {
	case *ast.CompositeLit:
		if ctx := ctxField(p, x, func(ast.Expr) bool { return true }); ctx != nil {
			return ctx, types.ExprString(x.Type)
		}
	case *ast.CallExpr:
		c := p.Code.CalleeOf(x)
		given := p.Flow.CtxArg(x)
		if given.Has != api.Yes || given.Expr == nil {
			return nil, ""
		}
		if api.KeepsContext(c.Key) {
			return given.Expr, "what " + p.Code.CallName(x) + " returns"
		}
		g := p.Code.FuncOf(c.Func)
		if c.Func == nil || g == nil {
			return nil, ""
		}
		var param *types.Var
		for i, a := range x.Args {
			if ast.Unparen(a) == ast.Unparen(given.Expr) && i < len(g.Params()) {
				param = g.Params()[i]
			}
		}
		if param == nil {
			return nil, ""
		}
		stores := false
		g.Inspect(func(n ast.Node) bool {
			if lit, ok := n.(*ast.CompositeLit); ok && ctxField(p, lit, func(v ast.Expr) bool {
				c := p.Flow.Trace(v)
				return c.FromCaller() && c.Root.Var == param
			}) != nil {
				stores = true
			}
			return !stores
		})
		if stores {
			return given.Expr, "what " + p.Code.CallName(x) + " returns"
		}
	}
	return nil, ""
}

// ctxField returns the context that a struct literal puts into a field under
// which something of this package waits later.
func ctxField(p *rule.Pass, lit *ast.CompositeLit, want func(ast.Expr) bool) ast.Expr {
	st := code.StructOf(p.Code.TypeOf(lit))
	for i, elt := range lit.Elts {
		value, field := elt, (*types.Var)(nil)
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			value = kv.Value
			if key, ok := kv.Key.(*ast.Ident); ok {
				field, _ = p.Code.Info.Uses[key].(*types.Var)
			}
		} else if st != nil && i < st.NumFields() {
			field = st.Field(i)
		}
		if field != nil && code.IsContext(p.Code.TypeOf(value)) && want(value) && waitsUnder(p, field) {
			return value
		}
	}
	return nil
}

// waitsUnder reports whether something in the package waits, and ends, with
// the context in a field.
func waitsUnder(p *rule.Pass, field *types.Var) bool {
	for _, g := range p.Funcs() {
		for _, call := range g.Calls() {
			given := p.Flow.CtxArg(call)
			if given.Has != api.Yes || !given.Ctx.Known() || given.Ctx.Root.Kind != ctxflow.RootField || given.Ctx.Root.Var != field.Origin() || given.Ctx.Detached() != nil {
				continue
			}
			if _, ok := p.Waits.Ends(call, given); ok {
				return true
			}
		}
	}
	return false
}

// answered reports whether what is put into a queue has a channel in it, by
// which whoever put it there may wait for the answer.
func answered(p *rule.Pass, e ast.Expr) bool {
	st := code.StructOf(p.Code.TypeOf(e))
	if st == nil {
		return true
	}
	for v := range st.Fields() {
		switch v.Type().Underlying().(type) {
		case *types.Chan, *types.Signature:
			return true
		}
		if n, ok := types.Unalias(code.Deref(v.Type())).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync" {
			return true
		}
	}
	return false
}
