package waits

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// owned reports whether a wait on a connection that its function, or one around that,
// is given is ended by nobody but the other end.
func (f *Finder) owned(fn *code.Func, w *Wait, src source) bool {
	return f.ownsConn(fn, w, src) || f.ownedAround(fn, w, src) || f.dialedAbove(fn, w, src)
}

// dialedAbove reports whether a function that is given a connection together with a
// context, and ends neither, has it from a function of the package that has made the
// connection for itself, waits for the end of the call, and closes the connection only
// when it returns.
func (f *Finder) dialedAbove(fn *code.Func, w *Wait, src source) bool {
	if src.fn != fn || fn.Obj == nil || src.v == nil || !f.isPeer(src.v.Type()) || w.Kind != api.WaitIO {
		return false
	}
	if u := f.connUse(src.v); u.escapes || u.reads || u.writes || len(u.closers) > 0 {
		return false
	}
	calls, complete := f.p.Callers(fn)
	i := fn.ParamIndex(src.v)
	if !complete || i < 0 {
		return false
	}
	dialed := false
	for _, call := range calls {
		if i >= len(call.Args) || f.inGo(call) {
			return false
		}
		in := f.p.Enclosing(call)
		maker := in.Outermost()
		for _, a := range call.Args {
			v := f.p.VarOf(a)
			if v == nil || !f.isPeer(v.Type()) {
				continue
			}
			if !f.closedLast(in, maker, v) {
				return false
			}
			dialed = dialed || a == call.Args[i] && maker.ParamIndex(v) < 0 && f.made(v)
		}
	}
	return dialed
}

// closedLast reports whether a local connection of maker, which waits for what in does
// with it, is closed by nothing but deferred calls of maker, and has no deadline.
func (f *Finder) closedLast(in, maker *code.Func, v *types.Var) bool {
	u := f.connUse(v)
	if v.IsField() || v.Parent() == f.p.Types.Scope() || u.escapes || u.reads || u.writes || !f.waitedIn(in, maker) {
		return false
	}
	for _, g := range u.closers {
		if g != maker || !u.onlyAtEnd(g) {
			return false
		}
	}
	return len(u.closers) > 0
}

// made reports whether a local variable has its one value from a call.
func (f *Finder) made(v *types.Var) bool {
	defs := f.p.Defs(v)
	if len(defs) != 1 || defs[0].RHS == nil {
		return false
	}
	call, ok := ast.Unparen(defs[0].RHS).(*ast.CallExpr)
	return ok && len(f.t.Makers(f.p.CalleeOf(call).Key)) > 0
}

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
	calls, complete := f.p.Callers(fn)
	return complete && len(calls) > 0 && f.givenAway(fn, src.v, calls)
}

// ownedAround reports whether the function around a wait, which is given the
// connection together with a context, is the one that ends it: it closes it when
// it is done, or looks at the context before each read, in vain, and as far as
// its callers are in sight they keep it for nobody else.
func (f *Finder) ownedAround(fn *code.Func, w *Wait, src source) bool {
	owner := src.fn
	if owner == nil || owner.Obj == nil || src.v == nil || !f.isPeer(src.v.Type()) || !f.waitedIn(fn, owner) {
		return false
	}
	ctx := false
	for _, v := range owner.Params() {
		ctx = ctx || code.IsContext(v.Type()) && v.Name() != "" && v.Name() != "_"
	}
	u := f.connUse(src.v)
	if !ctx || u.escapes || u.reads || u.writes {
		return false
	}
	for _, g := range u.closers {
		if g != owner || !u.onlyAtEnd(g) {
			return false
		}
	}
	if len(u.closers) == 0 && !f.looksInVain(fn, w.Node) {
		return false
	}
	calls, _ := f.p.Callers(owner)
	return f.givenAway(owner, src.v, calls)
}

// looksInVain reports whether a loop around a wait looks at a context at the
// beginning of each turn, and leaves if it is over.
func (f *Finder) looksInVain(fn *code.Func, n ast.Node) bool {
	loop := f.loopAround(fn, n)
	if loop == nil {
		return false
	}
	body := loopBody(loop)
	for _, t := range f.flow.DoneTests(fn) {
		var s ast.Stmt
		switch {
		case t.Kind == ctxflow.TestSelect && t.Select != nil && code.HasDefault(t.Select):
			s = t.Select
		case t.Kind == ctxflow.TestErr && t.Cond != nil && t.Over != nil:
			s = t.Cond
		default:
			continue
		}
		if slices.Contains(body.List, s) && s.End() < n.Pos() {
			return true
		}
	}
	return false
}

// givenAway reports whether the callers of fn leave the connection that they
// hand over as its parameter v to fn: they keep it nowhere else, and end it
// neither by a deadline nor by the end of a context.
func (f *Finder) givenAway(fn *code.Func, v *types.Var, calls []*ast.CallExpr) bool {
	i := fn.ParamIndex(v)
	if i < 0 {
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

// waitedIn reports whether fn is a literal that g, around it, runs and waits
// for, so that what g defers comes after it.
func (f *Finder) waitedIn(fn, g *code.Func) bool {
	for fn != g {
		if fn == nil || fn.Obj != nil {
			return false
		}
		if run := f.flow.Live(fn); run.Kind != ctxflow.RunSync && run.Kind != ctxflow.RunWaited || run.Abandons != nil {
			return false
		}
		fn = fn.Parent
	}
	return true
}
