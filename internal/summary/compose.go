package summary

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/effects"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/waits"
)

// setUp makes the parts of the engine, each on top of those before it.
func (r *Result) setUp() {
	r.Flow = ctxflow.New(r.Code, r.Table, r)
	r.Handlers = handlers.New(r.Code, r.Table, r.Flow, func(fd *ast.FuncDecl) bool { return r.Directives.Func(fd).Handler })
	r.Waits = waits.New(r.Code, r.Table, r.Flow, r)
	r.Effects = effects.New(r.Code, r.Table, r)
}

// summarise composes what the parts of the engine say of f.
func (r *Result) summarise(f *code.Func) *facts.Func {
	s := &facts.Func{}
	d := r.directives(f)
	s.Idempotent, s.Bounded, s.NonBlocking, s.Handler, s.Budget = d.Idempotent, d.Bounded, d.NonBlocking, d.Handler, d.Budget
	for i, v := range f.Params() {
		if ctxflow.IsContext(v.Type()) {
			s.CtxParam = i + 1
			s.CtxBlank = v.Name() == "" || v.Name() == "_"
			break
		}
	}
	if s.CtxParam > 0 {
		use := r.Waits.CtxUse(f)
		s.CtxUsed = use == waits.CtxPassed || use == waits.CtxWaits
	}
	if !s.NonBlocking && !s.Bounded {
		s.Waits = r.Waits.Facts(f)
	}
	if !s.Idempotent {
		s.Effects = r.Effects.Facts(f)
	}
	s.Params = append(s.Params, r.Effects.Params(f)...)
	s.Results = append(s.Results, r.Effects.Results(f)...)
	return s
}
