package blocking

import (
	"go/types"
	"slices"

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
	for _, w := range f.r.Waits.Own(fn) {
		if !ofObject(w) || !f.sameModule(w.Callee) || f.r.Code.FuncOf(w.Callee) != nil && f.inner(w.Callee) || f.r.Flow.CleanupMode(w.Node) != ctxflow.CleanupNone || !f.r.Handlers.Before(fn, f.r.Code.CalleeOf(w.Call).Recv) {
			continue
		}
		if s := f.r.Summary(w.Callee); s == nil || s.CtxParam > 0 || s.Bounded || s.NonBlocking {
			continue
		}
		p := &Place{Node: w.Node, Fn: fn, Wait: w, From: fn, Funcs: []*code.Func{fn}}
		src, ok := f.source(fn, w.Node)
		if !ok {
			// One that a handler calls, which has the context.
			p.From, p.Funcs = reach.Funcs[0], slices.Clone(reach.Funcs)
			for _, c := range reach.Calls {
				p.Calls = append(p.Calls, c)
			}
			src, ok = f.source(p.From, nil)
		}
		if p.Source = src; ok {
			f.keep(p)
		}
	}
}

// inner reports whether a handler is known to run a function of this package: what it
// waits for is told there.
func (f *finder) inner(fn *types.Func) bool { return f.r.Handlers.Entry(f.r.Code.FuncOf(fn)) != nil }

// ofObject reports whether a wait of another type's method is an exchange under
// a context of that object alone, for an answer that is more than an error:
// what is only to be done may have to be done whoever has left.
func ofObject(w *waits.Wait) bool {
	if w.Obeys != facts.ObeysRecv || w.Direct() || w.Call == nil || w.ViaInterface || !exchanges(w) && !asksLong(w) || w.Kind == api.WaitDial && !w.DB {
		return false
	}
	rs := w.Callee.Signature().Results()
	return rs.Len() > 1 && !code.IsError(rs.At(0).Type()) && w.Callee.Signature().Recv() != nil
}

// asksLong reports whether a wait that holds the function up is an exchange which
// a library limits by default, to seconds, or to what is not known.
func asksLong(w *waits.Wait) bool {
	d, known := w.Limit()
	return w.Kind == api.WaitNet && w.Modules == 0 && w.Limited && holdsUp(w) && (!known || d > waits.Short)
}
