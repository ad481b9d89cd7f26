package waits

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// Merged says whether the goroutine of a go statement in fn, which is there to cancel a
// context of fn's when others are over, stays when that context has been cancelled:
// it waits for all of them but for the one that it cancels, and fn hands out what
// cancels it. Nil if it ends then, or may.
func (f *Finder) Merged(fn *code.Func, g *ast.GoStmt) *Lingerer {
	lit, ok := ast.Unparen(g.Call.Fun).(*ast.FuncLit)
	if !ok || len(lit.Body.List) == 0 || len(g.Call.Args) > 0 {
		return nil
	}
	sel, ok := soleCase(lit.Body.List[0]).(*ast.SelectStmt)
	if !ok || len(sel.Body.List) == 1 {
		return f.mergedOne(fn, lit)
	}
	if len(lit.Body.List) != 1 || len(sel.Body.List) < 2 {
		return nil
	}
	var cancel *types.Var
	out := &Lingerer{Wait: sel}
	var waited []ctxflow.Ctx
	for _, s := range sel.Body.List {
		cc, ok := s.(*ast.CommClause)
		if !ok || cc.Comm == nil {
			return nil
		}
		ch := code.Received(cc.Comm)
		if ch == nil {
			return nil
		}
		x := f.flow.DoneOf(ch)
		if x == nil {
			return nil // a channel that is closed then
		}
		ctx := f.flow.Trace(x)
		if !ctx.Known() || ctx.Opaque() {
			return nil
		}
		for _, s := range ctx.Cancels() {
			if s.In == nil || s.In.Within(fn) || s.Kind == ctxflow.StepBound {
				return nil // it ends by fn itself, or some time in any case
			}
		}
		waited = append(waited, ctx)
		v, only := f.onlyCancels(fn, cc.Body)
		if !only || v != nil && cancel != nil && v != cancel {
			return nil
		}
		if v != nil {
			cancel = v
		} else {
			out.Ctx = x // what the cancelled one is made from
		}
	}
	if cancel == nil || out.Ctx == nil {
		return nil
	}
	for _, d := range f.p.Defs(cancel) {
		made, ok := ast.Unparen(d.RHS).(*ast.CallExpr)
		if !ok || len(made.Args) == 0 || !f.flow.SameEnd(out.Ctx, made.Args[0]) {
			return nil
		}
		for _, s := range f.flow.Trace(made.Args[0]).Cancels() {
			if s.In == nil || s.In.Within(fn) {
				return nil
			}
		}
	}
	if !f.handsOut(fn, cancel) {
		return nil
	}
	return out
}

// mergedOne is Merged for a goroutine that waits for one thing alone before it cancels:
// the end of another context, or that others close a channel.
func (f *Finder) mergedOne(fn *code.Func, lit *ast.FuncLit) *Lingerer {
	ch := code.Received(soleCase(lit.Body.List[0]))
	if ch == nil || len(lit.Body.List) < 2 {
		return nil
	}
	out := &Lingerer{Wait: soleCase(lit.Body.List[0])}
	if x := f.flow.DoneOf(ch); x != nil {
		ctx := f.flow.Trace(x)
		if !ctx.Known() || ctx.Opaque() || ctx.Root.Kind != ctxflow.RootParam && ctx.Root.Kind != ctxflow.RootField {
			return nil
		}
		for _, s := range ctx.Cancels() {
			if s.In == nil || s.In.Within(fn) || s.Kind == ctxflow.StepBound {
				return nil // it ends by fn itself, or some time in any case
			}
		}
		out.Ctx = x
	} else if v := f.p.VarOf(ch); v == nil || fn.ParamIndex(v) < 0 || f.timerOf(ch) != nil || code.IsTimeChan(f.p.TypeOf(ch)) {
		return nil
	}
	cancel, only := f.onlyCancels(fn, lit.Body.List[1:])
	if cancel == nil || !only || !f.handsOut(fn, cancel) {
		return nil
	}
	for _, d := range f.p.Defs(cancel) {
		if made, ok := ast.Unparen(d.RHS).(*ast.CallExpr); !ok || len(made.Args) == 0 || out.Ctx != nil && f.flow.SameEnd(made.Args[0], out.Ctx) {
			return nil
		}
	}
	if out.Ctx == nil {
		out.Ctx = ch
	}
	return out
}

// onlyCancels reports whether statements do nothing, or only call a cancel function
// of fn's, which is v then.
func (f *Finder) onlyCancels(fn *code.Func, body []ast.Stmt) (v *types.Var, only bool) {
	for _, s := range body {
		switch s := s.(type) {
		case *ast.ReturnStmt:
		case *ast.ExprStmt:
			call, ok := ast.Unparen(s.X).(*ast.CallExpr)
			if !ok {
				return nil, false
			}
			v = f.p.VarOf(call.Fun)
			if v == nil || v.IsField() || !fn.Declares(v) && !returned(fn, v) || !code.IsCancelFunc(v.Type()) {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return v, true
}

// handsOut reports whether fn returns a cancel function, or a literal that does
// nothing but call it.
func (f *Finder) handsOut(fn *code.Func, cancel *types.Var) bool {
	found := false
	fn.Inspect(func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			return !found
		}
		found = found || len(ret.Results) == 0 && returned(fn, cancel)
		for _, r := range ret.Results {
			if f.p.VarOf(r) == cancel {
				found = true
			}
			if lit, ok := ast.Unparen(r).(*ast.FuncLit); ok {
				v, only := f.onlyCancels(fn, lit.Body.List)
				found = found || only && v == cancel
			}
		}
		return !found
	})
	return found
}

// returned reports whether a variable is a named result of a function.
func returned(fn *code.Func, v *types.Var) bool {
	for r := range fn.Sig.Results().Variables() {
		if r == v {
			return true
		}
	}
	return false
}
