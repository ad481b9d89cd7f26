package summary

import (
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// setUp makes the parts of the engine, each on top of those before it.
func (r *Result) setUp() {
}

// summarise composes what the parts of the engine say of f.
func (r *Result) summarise(f *code.Func) *facts.Func {
	s := &facts.Func{}
	d := r.directives(f)
	s.Idempotent, s.Bounded, s.NonBlocking, s.Handler, s.Budget = d.Idempotent, d.Bounded, d.NonBlocking, d.Handler, d.Budget
	for i, v := range f.Params() {
		if IsContext(v.Type()) {
			s.CtxParam = i + 1
			s.CtxBlank = v.Name() == "" || v.Name() == "_"
			break
		}
	}
	return s
}

// IsContext reports whether t is context.Context.
func IsContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}
