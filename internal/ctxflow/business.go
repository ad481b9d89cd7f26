package ctxflow

import (
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// serves reports whether a function that is called as one that ends something is
// there to do that for somebody who asked for it: to close an account, stop a job or
// terminate a machine is as good a request as any.
func (f *Flow) serves(fn *code.Func) bool {
	if known, ok := f.asked[fn]; ok {
		return known
	}
	f.asked[fn] = false // one that calls itself is called by others as well
	f.asked[fn] = f.carries(fn) || f.answers(fn) || f.endsFor(fn)
	return f.asked[fn]
}

// carries reports whether a parameter carries a request's context.
func (f *Flow) carries(fn *code.Func) bool {
	for _, v := range fn.Params() {
		if c := f.carrierOf(v.Type()); c != nil && c.live == api.Yes && !c.test {
			return true
		}
	}
	return false
}

// answers reports whether a function has the form of a call of a service: a context
// and a message in, a message and an error out.
func (f *Flow) answers(fn *code.Func) bool {
	in, out := fn.Sig.Params(), fn.Sig.Results()
	return in.Len() == 2 && out.Len() == 2 && code.IsContext(in.At(0).Type()) && code.IsError(out.At(1).Type()) &&
		isMessage(in.At(1).Type()) && isMessage(out.At(0).Type())
}

func isMessage(t types.Type) bool {
	ptr, ok := types.Unalias(t).(*types.Pointer)
	return ok && code.StructOf(ptr.Elem()) != nil
}

// endsFor reports whether a function is told what to end, asks others to do so under
// the context that it is given, and is not called to clean up.
func (f *Flow) endsFor(fn *code.Func) bool {
	if undoName(fn.Obj.Name()) {
		return false
	}
	var ctx *types.Var
	told := false
	for _, v := range fn.Params() {
		switch {
		case code.IsContext(v.Type()):
			ctx = v
		case isData(v.Type()):
			told = true
		}
	}
	if !told || ctx == nil || ctx.Name() == "" || ctx.Name() == "_" || !f.worksUnder(fn, ctx) {
		return false
	}
	calls, _ := f.p.Callers(fn)
	for _, c := range calls {
		if f.CleanupMode(c) != CleanupNone {
			return false
		}
	}
	return true
}

// isData reports whether values of a type say which thing is meant, or hold it: what
// waits, runs or is connected is no data.
func isData(t types.Type) bool {
	switch u := code.Deref(t).Underlying().(type) {
	case *types.Basic, *types.Struct:
		return true
	case *types.Slice:
		return isData(u.Elem())
	}
	return false
}

// worksUnder reports whether a function itself calls something that waits under its
// context parameter.
func (f *Flow) worksUnder(fn *code.Func, ctx *types.Var) bool {
	for _, call := range fn.Calls() {
		callee := f.p.CalleeOf(call)
		if callee.Func == nil || callee.Func.Pkg() == nil || f.t.Quiet(callee.Func.Pkg().Path()) || cleanupName(callee.Func.Name()) {
			continue
		}
		row := f.t.Call(callee.Key)
		if row == nil && api.IsStd(callee.Func.Pkg().Path()) || row != nil && (row.Kind == api.WaitNone || row.Obeys == api.No) {
			continue
		}
		given := f.CtxArg(call)
		if given.Has == api.Yes && given.Ctx.Root.Var == ctx && given.Ctx.Detached() == nil {
			return true
		}
	}
	return false
}

// undoName reports whether a name says that something is given back or undone, which
// is clean-up for whoever has taken or done it.
func undoName(name string) bool {
	name = strings.ToLower(name)
	for _, w := range []string{"rollback", "unlock", "release", "flush", "clean", "teardown", "dispose", "abort", "deregister", "unregister", "shutdown", "graceful"} {
		if strings.HasPrefix(name, w) {
			return true
		}
	}
	return false
}

// endsOne reports whether a function, in sight or not, ends one of many things for
// whoever asks.
func (f *Flow) endsOne(fn *types.Func) bool {
	if g := f.p.FuncOf(fn); g != nil {
		return f.serves(g)
	}
	return endsAnother(fn)
}

// endsAnother reports whether a function out of sight ends, by its name and what it
// takes, one of many things that belong to whoever asks: CloseTicket(ctx, id).
func endsAnother(fn *types.Func) bool {
	if undoName(fn.Name()) {
		return false
	}
	word := false
	for _, w := range []string{"Close", "Stop", "Terminate", "Disconnect"} {
		rest, ok := strings.CutPrefix(fn.Name(), w)
		word = word || ok && rest != ""
	}
	sig := fn.Type().(*types.Signature)
	if !word || sig.Params().Len() < 2 || !code.IsContext(sig.Params().At(0).Type()) {
		return false
	}
	for v := range sig.Params().Variables() {
		if _, basic := v.Type().Underlying().(*types.Basic); basic {
			return true
		}
	}
	return false
}
