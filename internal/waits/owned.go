package waits

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/code"
)

// ownsConn reports whether a function that is given a connection is the only
// one that ends it: it closes it when it returns, all who call it are in sight
// and keep it for nobody else, and the loop around the read looks at a context
// in vain.
func (f *Finder) ownsConn(fn *code.Func, w *Wait, src source) bool {
	if src.fn != fn || fn.Obj == nil || src.v == nil {
		return false
	}
	loop := f.loopAround(fn, w.Node)
	if loop == nil || !f.looksIn(fn, loop) {
		return false
	}
	u := f.connUse(src.v)
	if u.escapes || u.reads || u.writes || len(u.closers) == 0 {
		return false
	}
	for _, g := range u.closers {
		if f.whoRuns(g) != fn {
			return false
		}
	}
	i := fn.ParamIndex(src.v)
	calls, complete := f.p.Callers(fn)
	if !complete || len(calls) == 0 || i < 0 {
		return false
	}
	for _, call := range calls {
		if i >= len(call.Args) {
			return false
		}
		arg := ast.Unparen(call.Args[i])
		if _, made := arg.(*ast.CallExpr); made {
			continue
		}
		v := f.p.VarOf(arg)
		if _, ok := arg.(*ast.Ident); !ok || v == nil || v.Parent() == f.p.Types.Scope() {
			return false
		}
		given := f.connUse(v)
		if given.escapes || given.reads || given.writes {
			return false
		}
		in := f.p.Enclosing(call)
		for _, g := range given.closers {
			if g != in {
				return false
			}
		}
		if f.flow.Linked(in, arg) != nil {
			return false
		}
		for _, o := range f.p.Origins(arg) {
			if o.Param != nil {
				return false
			}
		}
	}
	return true
}

// looksIn reports whether a loop looks at a context.
func (f *Finder) looksIn(fn *code.Func, loop ast.Stmt) bool {
	for _, t := range f.flow.DoneTests(fn) {
		if code.Within(t.Node, loop) {
			return true
		}
	}
	return false
}
