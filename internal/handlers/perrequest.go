package handlers

import (
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// InRequest reports whether a function that makes an object runs in a handler,
// so that there may be an object for each request.
func (h *Handlers) InRequest(f *code.Func) bool { return h.inRequest(f, 0) }

func (h *Handlers) inRequest(f *code.Func, depth int) bool {
	if h.Entry(f) != nil || depth > 4 {
		return true
	}
	calls, _ := h.p.Callers(f)
	for _, c := range calls {
		if g := h.p.Enclosing(c); g != nil && g.Outermost() != f && h.inRequest(g, depth+1) {
			return true
		}
	}
	return false
}

// Shared reports whether a field of an object is filled in sight, only where
// the object is made, by functions that are no methods and that no handler
// runs: it is there before requests come, and the same for all.
func (h *Handlers) Shared(field *types.Var) bool {
	defs := h.p.Defs(field)
	for _, d := range defs {
		if d.In == nil || d.In.Outermost().Sig.Recv() != nil || h.InRequest(d.In.Outermost()) {
			return false
		}
	}
	return len(defs) > 0
}
