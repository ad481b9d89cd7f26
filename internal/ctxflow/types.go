package ctxflow

import (
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// ctxLike reports whether values of t can be used as a context.Context: it is
// that type or has its methods. A framework's context that has the methods
// but never ends is one as well; the carrier table says so.
func (f *Flow) ctxLike(t types.Type) bool {
	if t == nil {
		return false
	}
	if code.IsContext(t) {
		return true
	}
	t = types.Unalias(t)
	switch t.(type) {
	case *types.Named, *types.Pointer, *types.Interface, *types.Struct:
	default:
		return false
	}
	if yes, ok := f.isCtx[t]; ok {
		return yes
	}
	yes := hasDone(t) && method(t, "Err") != nil && method(t, "Deadline") != nil && method(t, "Value") != nil
	f.isCtx[t] = yes
	return yes
}

func hasDone(t types.Type) bool {
	done := method(t, "Done")
	if done == nil || done.Params().Len() != 0 || done.Results().Len() != 1 {
		return false
	}
	_, ok := done.Results().At(0).Type().Underlying().(*types.Chan)
	return ok
}

// method returns the signature of an exported method in the method set of an
// addressable t, nil if there is none.
func method(t types.Type, name string) *types.Signature {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	fn, ok := obj.(*types.Func)
	if !ok {
		return nil
	}
	sig, _ := fn.Type().(*types.Signature)
	return sig
}

// carrier says how values of a type carry a context.
type carrier struct {
	expr string // "$.Context()", "$" standing for the value
	self bool   // the value is a context itself
	live api.Tri
	test bool
	// selfLive: does the value itself, used as a context, end with the request.
	selfLive api.Tri
}

// carrierOf returns how values of t carry a context, nil if they do not. A
// context.Context itself is no carrier.
func (f *Flow) carrierOf(t types.Type) *carrier {
	if t == nil || code.IsContext(t) {
		return nil
	}
	t = types.Unalias(t)
	switch t.(type) {
	case *types.Named, *types.Pointer, *types.TypeParam:
	default:
		return nil
	}
	if c, ok := f.carriers[t]; ok {
		return c
	}
	c := f.newCarrier(t)
	f.carriers[t] = c
	return c
}

func (f *Flow) newCarrier(t types.Type) *carrier {
	key := api.KeyOfType(t)
	isTest := strings.HasPrefix(key, "*testing.") || key == "testing.TB"
	if row := f.t.Carrier(key); row != nil && row.Ctx != "" {
		c := &carrier{expr: row.Ctx, self: row.Self == api.Yes, selfLive: row.Live, live: row.Live, test: isTest}
		if row.Ctx != "$" {
			c.live = f.handlerLive(key)
		}
		return c
	}
	if sig := method(t, "Context"); sig != nil && sig.Params().Len() == 0 && sig.Results().Len() == 1 && f.ctxLike(sig.Results().At(0).Type()) {
		return &carrier{expr: "$.Context()", self: f.ctxLike(t), live: f.handlerLive(key), test: isTest}
	}
	if f.ctxLike(t) {
		return &carrier{expr: "$", self: true}
	}
	return nil
}

// handlerLive returns whether the contexts of handlers that take a value of a
// type end with the request, as the table has it.
func (f *Flow) handlerLive(key string) api.Tri {
	if f.live == nil {
		f.live = make(map[string]api.Tri)
		for _, h := range f.t.Handlers() {
			if h.CtxParam < len(h.Params) {
				if k := h.Params[h.CtxParam]; f.live[k] == api.Maybe {
					f.live[k] = h.Live
				}
			}
		}
	}
	return f.live[key]
}

// CarrierExpr returns the expression of the context that a value of type t
// carries, "$" standing for the value, and whether that context really ends
// with the request; "" if values of t carry none.
func (f *Flow) CarrierExpr(t types.Type) (expr string, live api.Tri) {
	if code.IsContext(t) {
		return "$", api.Yes
	}
	c := f.carrierOf(t)
	if c == nil {
		return "", api.Maybe
	}
	return c.expr, c.live
}
