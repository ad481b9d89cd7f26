package blocking

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/waits"
)

// kept looks, in a function that serves a request, at the calls on an object
// which all requests share that wait under a context which the object was given
// when it was made: the request's does not end them.
func (f *finder) kept(fn *code.Func) {
	reach := f.r.Handlers.Entry(fn)
	if reach == nil || reach.Handler.Kind != handlers.KindRequest || reach.Handler.Live != api.Yes {
		return
	}
	h, in := reach.Handler.Func.Outermost().Sig.Recv(), fn.Outermost().Sig.Recv()
	if h == nil || in == nil || !types.Identical(code.Deref(h.Type()), code.Deref(in.Type())) {
		return
	}
	for _, w := range f.r.Waits.Own(fn) {
		if !ofObject(w) || !f.sameModule(w.Callee) || f.r.Flow.CleanupMode(w.Node) != ctxflow.CleanupNone || !f.sharedBy(w.Call, in) {
			continue
		}
		if s := f.r.Summary(w.Callee); s == nil || s.CtxParam > 0 || s.Bounded || s.NonBlocking {
			continue
		}
		src, ok := f.source(fn, w.Node)
		if !ok {
			continue
		}
		f.keep(&Place{Node: w.Node, Fn: fn, Wait: w, From: fn, Source: src, Funcs: []*code.Func{fn}})
	}
}

// ofObject reports whether a wait of another type's method is an exchange under
// a context of that object alone, for an answer that is more than an error:
// what is only to be done may have to be done whoever has left.
func ofObject(w *waits.Wait) bool {
	if w.Obeys != facts.ObeysRecv || w.Direct() || w.Call == nil || w.ViaInterface || !exchanges(w) || w.Kind == api.WaitDial && !w.DB {
		return false
	}
	rs := w.Callee.Signature().Results()
	return rs.Len() > 1 && !code.IsError(rs.At(0).Type()) && w.Callee.Signature().Recv() != nil
}

// sharedBy reports whether a call is one on a field of a receiver which is
// filled where that object is made, before any request.
func (f *finder) sharedBy(call *ast.CallExpr, recv *types.Var) bool {
	sel, ok := ast.Unparen(f.r.Code.CalleeOf(call).Recv).(*ast.SelectorExpr)
	if !ok || f.r.Code.VarOf(sel.X) != recv {
		return false
	}
	field := f.r.Code.FieldOf(sel)
	return field != nil && f.r.Handlers.Shared(field)
}
