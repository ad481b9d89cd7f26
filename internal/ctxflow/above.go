package ctxflow

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// maxAbove bounds how many calls up a context is looked for.
const maxAbove = 6

// An Above is a context that somebody has at hand who waits for a place: the
// function itself, the functions around it, or one that calls it.
type Above struct {
	Source Source
	// In is the function that has the context at hand.
	In *code.Func
	// Calls are the calls from there down to the function, the outermost first.
	Calls []*ast.CallExpr
}

// Above returns the nearest context that the function fn, or somebody in this
// package who calls it and waits for it, has at hand at a place in fn; nil if
// there is none. Callers that start fn in a goroutine, or call it in clean-up,
// are left out, as are contexts that want, if it is not nil, does not want.
func (f *Flow) Above(fn *code.Func, at ast.Node, want func(Source) bool) *Above {
	type item struct {
		fn    *code.Func
		at    ast.Node
		calls []*ast.CallExpr
	}
	queue := []item{{fn, at, nil}}
	seen := make(map[*code.Func]bool)
	for len(queue) > 0 {
		it := queue[0]
		queue = queue[1:]
		for _, s := range f.AtHand(it.fn, it.at) {
			if s.worth() && f.meant(it.fn, s) && (want == nil || want(s)) {
				return &Above{Source: s, In: it.fn, Calls: it.calls}
			}
		}
		if len(it.calls) >= maxAbove {
			continue
		}
		// Out of the literals that run while the function around them does.
		g := it.fn
		for g.Obj == nil && g.Parent != nil {
			if k := f.Live(g).Kind; k != RunSync && k != RunWaited {
				break
			}
			g = g.Parent
		}
		if seen[g] || f.p.Settled[g] {
			continue
		}
		seen[g] = true
		calls, _ := f.p.Callers(g)
		for _, call := range calls {
			switch f.p.Parent(call).(type) {
			case *ast.GoStmt, *ast.DeferStmt:
				continue
			}
			outer := f.p.Enclosing(call)
			if outer == nil || outer == g || f.CleanupMode(call) != CleanupNone {
				continue
			}
			chain := append([]*ast.CallExpr{call}, it.calls...)
			queue = append(queue, item{outer, call, chain})
		}
	}
	return nil
}

// worth reports whether the end of a context at hand is somebody's whom a wait
// concerns: not one that the function only made for calls of its own, nor one
// that never ends.
func (s Source) worth() bool {
	switch {
	case s.Live == api.No, s.Life == LifeTest:
		return false
	case s.Kind == SourceLocal:
		return !s.Ctx.Nobody() || s.Ctx.Signal()
	}
	return true
}

// meant reports whether a context from around a literal is meant for what the
// literal does: one that runs later, or by itself, has to use it.
func (f *Flow) meant(fn *code.Func, s Source) bool {
	if !s.Captured || s.Run == RunSync || s.Run == RunWaited || s.Run == RunDeferred {
		return true
	}
	v := s.Var
	if s.Kind == SourceStored && s.Func != nil {
		v = s.Func.Sig.Recv()
	}
	for g := fn; g != nil && g != s.Func; g = g.Parent {
		if v != nil && f.p.Mentions(g.Body, v) {
			return true
		}
	}
	return false
}
