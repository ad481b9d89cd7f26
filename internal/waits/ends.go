package waits

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
)

const endsDepth = 4

// Ends reports whether the end of the context that a call is given ends the
// call, so that it does nothing useful under a context that is over: what it
// calls waits, and obeys. Via is the way through functions of this package to
// the call that does, nil if it is the call itself. A context together with an
// error, in an interface's method or a function value, is there to be obeyed.
func (f *Finder) Ends(call *ast.CallExpr, given ctxflow.Given) (via []*ast.CallExpr, ok bool) {
	return f.ends(call, given, 0)
}

func (f *Finder) ends(call *ast.CallExpr, given ctxflow.Given, depth int) (via []*ast.CallExpr, ok bool) {
	if given.Has != api.Yes || given.Expr == nil || given.Kind != api.CtxArg {
		return nil, false
	}
	t := f.p.Info.TypeOf(call.Fun)
	if t == nil {
		return nil, false
	}
	sig, ok := t.Underlying().(*types.Signature)
	if !ok {
		return nil, false
	}
	fn := f.p.Callee(call)
	if fn == nil {
		return nil, f.valueEnds(call, given, sig)
	}
	if fn.Pkg() == nil || f.t.Quiet(fn.Pkg().Path()) || f.t.CtxOpOf(fn) != nil {
		return nil, false
	}
	if row := f.t.CallOf(fn); row != nil {
		return nil, (row.Kind != api.WaitNone || row.Unblocks) && row.Obeys != api.No && !row.Never
	}
	if api.IsStd(fn.Pkg().Path()) {
		return nil, false
	}
	if code.IsInterfaceMethod(fn) {
		return nil, code.ReturnsError(sig)
	}
	if f.callees == nil {
		return nil, false
	}
	if s := f.callees.Summary(fn); s != nil && code.ReturnsError(sig) {
		for _, w := range s.Waits {
			if w.Obeys == facts.ObeysParam && w.Param < len(call.Args) && ast.Unparen(call.Args[w.Param]) == ast.Unparen(given.Expr) && !w.Goroutine {
				return nil, true
			}
		}
	}
	return f.below(call, given, fn, depth)
}

// below looks for a call in the body of fn, which call runs, that is handed the
// context given and ends with it.
func (f *Finder) below(call *ast.CallExpr, given ctxflow.Given, fn *types.Func, depth int) ([]*ast.CallExpr, bool) {
	g := f.p.FuncOf(fn)
	if g == nil || depth >= endsDepth {
		return nil, false
	}
	var param *types.Var
	for i, v := range g.Params() {
		if i < len(call.Args) && ast.Unparen(call.Args[i]) == ast.Unparen(given.Expr) && code.IsContext(v.Type()) {
			param = v
		}
	}
	if param == nil {
		return nil, false
	}
	for _, c := range f.callsIn(g) {
		switch f.p.Parent(c).(type) {
		case *ast.GoStmt, *ast.DeferStmt:
			continue
		}
		next := f.flow.CtxArg(c)
		if next.Has != api.Yes || !next.Ctx.Known() || next.Ctx.Opaque() || !next.Ctx.FromCaller() || next.Ctx.Root.Var != param {
			continue
		}
		if via, ok := f.ends(c, next, depth+1); ok {
			return append([]*ast.CallExpr{c}, via...), true
		}
	}
	return nil, false
}

// callsIn returns the calls in a function and in the literals that it runs and
// waits for.
func (f *Finder) callsIn(g *code.Func) []*ast.CallExpr {
	out := g.Calls()
	for _, lit := range g.Lits {
		switch f.flow.Live(lit).Kind {
		case ctxflow.RunSync, ctxflow.RunWaited:
			out = append(out[:len(out):len(out)], f.callsIn(lit)...)
		}
	}
	return out
}

// valueEnds reports whether a call of a function value whose functions are not
// in sight takes the context as its first argument and can fail.
func (f *Finder) valueEnds(call *ast.CallExpr, given ctxflow.Given, sig *types.Signature) bool {
	if sig.Params().Len() == 0 || !code.IsContext(sig.Params().At(0).Type()) || !code.ReturnsError(sig) {
		return false
	}
	if len(call.Args) == 0 || ast.Unparen(call.Args[0]) != ast.Unparen(given.Expr) {
		return false
	}
	fns, _ := f.p.LitsOf(call.Fun)
	return len(fns) == 0
}

// Behind returns the call whose failure the error of call is: that one itself,
// or, where it only asks what a library's call under a context gave, that one, as
// in rdb.Get(ctx, k).Result() and db.QueryRowContext(ctx, q).Scan(&v).
func (f *Finder) Behind(call *ast.CallExpr) *ast.CallExpr {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || f.flow.CtxArg(call).Kind == api.CtxArg {
		return call
	}
	from := ast.Unparen(sel.X)
	if id, ok := from.(*ast.Ident); ok {
		origins := f.p.Origins(id)
		if len(origins) != 1 || origins[0].Expr == nil || origins[0].Index >= 0 {
			return call
		}
		from = ast.Unparen(origins[0].Expr)
	}
	made, ok := from.(*ast.CallExpr)
	if !ok {
		return call
	}
	fn := f.p.Callee(made)
	if fn == nil || f.t.CallOf(fn) == nil {
		return call
	}
	given := f.flow.CtxArg(made)
	if _, ends := f.Ends(made, given); !ends {
		return call
	}
	return made
}
