package handlers

import (
	"go/ast"
	"slices"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// Source returns the context that fn has at hand at a node and that its callers
// or requests end.
func (h *Handlers) Source(fn *code.Func, at ast.Node) (ctxflow.Source, bool) {
	for _, s := range h.flow.AtHand(fn, at) {
		if h.usable(s) {
			return s, true
		}
	}
	return ctxflow.Source{}, false
}

// HasSource reports whether a function has such a context anywhere: among its
// parameters, or captured.
func (h *Handlers) HasSource(fn *code.Func) bool {
	has, ok := h.sources[fn]
	if !ok {
		has = slices.ContainsFunc(h.flow.AtHand(fn, nil), h.usable)
		h.sources[fn] = has
	}
	return has
}

// usable reports whether a context ends with what its holder's caller, request
// or session does. That of a command, a test or an object is not what a wait has to obey.
func (h *Handlers) usable(s ctxflow.Source) bool {
	if s.Captured && s.Run > ctxflow.RunWaited {
		return false
	}
	switch s.Life {
	case ctxflow.LifeTest:
		return false
	case ctxflow.LifeProcess:
		m := h.Of(s.Func)
		return s.Kind == ctxflow.SourceCarrier && m != nil && m.Kind == KindLifecycle
	}
	switch s.Kind {
	case ctxflow.SourceParam:
		return true
	case ctxflow.SourceLocal:
		return s.Ctx.FromCaller()
	case ctxflow.SourceCarrier:
		return (s.Life == ctxflow.LifeRequest || s.Life == ctxflow.LifeCaller) && !h.launched(s.Func)
	}
	return false
}

// launched reports whether a function is only started in goroutines: a request
// that it is given may be over by the time it waits.
func (h *Handlers) launched(fn *code.Func) bool {
	calls, complete := h.p.Callers(fn)
	if fn == nil || fn.Obj == nil || !complete || len(calls) == 0 {
		return false
	}
	for _, c := range calls {
		if _, ok := h.p.Parent(c).(*ast.GoStmt); !ok {
			return false
		}
	}
	return true
}
