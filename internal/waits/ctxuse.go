package waits

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// CtxUse says what a function does with its context parameter. The order is
// from nothing to everything.
type CtxUse int8

const (
	CtxNone   CtxUse = iota // it has none
	CtxBlank                // unnamed or _
	CtxUnused               // named, and never used
	CtxValues               // only logged, traced or asked for values
	CtxPassed               // handed on to where it cannot be followed, stored or returned
	CtxWaits                // tested, or it reaches something that waits
)

func (u CtxUse) String() string {
	return [...]string{"none", "blank", "unused", "values", "passed", "waits"}[u]
}

// CtxUse says how far the context parameter of fn reaches.
func (f *Finder) CtxUse(fn *code.Func) CtxUse {
	var param *types.Var
	for _, v := range fn.Params() {
		if code.IsContext(v.Type()) {
			param = v
			break
		}
	}
	switch {
	case param == nil:
		return CtxNone
	case param.Name() == "" || param.Name() == "_":
		return CtxBlank
	}
	set := map[*types.Var]bool{param: true}
	use := CtxUnused
	for {
		n := len(set)
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && use < CtxWaits {
				if v, ok := f.p.Info.Uses[id].(*types.Var); ok && set[v] {
					use = max(use, f.ctxUseAt(id, set))
				}
			}
			return use < CtxWaits
		})
		if use == CtxWaits || len(set) == n {
			return use
		}
	}
}

// ctxUseAt classes one use of a context variable, and adds variables that hold
// a context derived from it to set.
func (f *Finder) ctxUseAt(id *ast.Ident, set map[*types.Var]bool) CtxUse {
	var e ast.Node = id
	parent := f.p.Parent(e)
	for {
		p, ok := parent.(*ast.ParenExpr)
		if !ok {
			break
		}
		e, parent = p, f.p.Parent(p)
	}
	switch p := parent.(type) {
	case *ast.SelectorExpr:
		if p.X == e && p.Sel.Name == "Value" {
			return CtxValues
		}
		return CtxWaits
	case *ast.CallExpr:
		return f.ctxUseIn(p, e, set)
	case *ast.AssignStmt:
		for i, r := range p.Rhs {
			if r != e {
				continue
			}
			if len(p.Lhs) != len(p.Rhs) {
				return CtxPassed
			}
			if b, ok := p.Lhs[i].(*ast.Ident); ok && b.Name == "_" {
				return CtxUnused
			}
			v := f.p.VarOf(p.Lhs[i])
			if v == nil || v.IsField() || v.Parent() == f.p.Types.Scope() {
				return CtxPassed
			}
			set[v] = true
			return CtxUnused
		}
		return CtxUnused
	case *ast.BinaryExpr:
		return CtxUnused
	}
	return CtxPassed
}

func (f *Finder) ctxUseIn(call *ast.CallExpr, e ast.Node, set map[*types.Var]bool) CtxUse {
	c := f.p.CalleeOf(call)
	if op := f.t.CtxOp(c.Key); op != nil {
		switch op.Kind {
		case api.CtxOpRead:
			return CtxValues
		case api.CtxOpDetach:
			return CtxValues
		case api.CtxOpHook, api.CtxOpCarry:
			return CtxWaits
		case api.CtxOpBound, api.CtxOpCancel, api.CtxOpValue, api.CtxOpSignal, api.CtxOpGroup:
			return f.derived(call, set)
		}
	}
	if row := f.t.Call(c.Key); row != nil && row.Ctx.Kind != api.CtxNone {
		return CtxWaits
	}
	if c.Func == nil || c.Func.Pkg() == nil {
		return CtxPassed
	}
	path := c.Func.Pkg().Path()
	if f.t.Quiet(path) || api.Path(path) == "log/slog" {
		return CtxValues
	}
	if f.callees == nil {
		return CtxPassed
	}
	s := f.callees.Summary(c.Func)
	if s == nil {
		return CtxPassed
	}
	idx := -1
	for i, a := range call.Args {
		if a == e {
			idx = i
		}
	}
	for _, w := range s.Waits {
		if w.Obeys == facts.ObeysParam && w.Param == idx {
			return CtxWaits
		}
	}
	if s.CtxParam == idx+1 && !s.CtxUsed {
		return CtxValues // it drops it as well
	}
	return CtxPassed
}

// derived adds the variables that a deriving call's context is put into.
func (f *Finder) derived(call *ast.CallExpr, set map[*types.Var]bool) CtxUse {
	as, ok := f.p.Parent(call).(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 {
		if _, ok := f.p.Parent(call).(*ast.CallExpr); ok {
			return CtxPassed
		}
		return CtxPassed
	}
	out := CtxUnused
	for _, l := range as.Lhs {
		v := f.p.VarOf(l)
		if v == nil {
			continue
		}
		if v.IsField() || v.Parent() == f.p.Types.Scope() {
			out = CtxPassed
			continue
		}
		if code.IsContext(v.Type()) {
			set[v] = true
		}
	}
	return out
}
