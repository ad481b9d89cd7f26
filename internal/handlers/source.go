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
		if h.usable(s) || at != nil && h.goesOn(s, fn, at) {
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

// goesOn reports whether a place is in a loop that goes round until a command's
// or the program's context ends, which it looks at: then it is no single run
// but a worker, and the end of that context is what stops it.
func (h *Handlers) goesOn(s ctxflow.Source, fn *code.Func, at ast.Node) bool {
	if s.Life != ctxflow.LifeProcess || s.Captured && s.Run > ctxflow.RunWaited || s.Kind == ctxflow.SourceStored {
		return false
	}
	root := s.Var
	if s.Kind == ctxflow.SourceLocal {
		root = s.Ctx.Root.Var
	}
	for loop := h.p.LoopAround(at); loop != nil; loop = h.p.LoopAround(h.p.Parent(loop)) {
		l, ok := loop.(*ast.ForStmt)
		if !ok || l.Init != nil || l.Post != nil {
			continue
		}
		for _, t := range h.flow.DoneTests(fn) {
			if t.Expr != nil && root != nil && t.Ctx.Root.Var == root && code.Within(t.Node, l) && (l.Cond == nil || code.Within(t.Node, l.Cond)) {
				return true
			}
		}
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
