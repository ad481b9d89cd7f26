package ctxdetach

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// stored reports a call under a context from start-up, kept in a field, where
// a request's is at hand: in the function itself, or in the method that calls it.
func stored(p *rule.Pass, f *code.Func, call *ast.CallExpr, given ctxflow.Given, seen map[ast.Node]bool) {
	if given.Ctx.Root.Var == nil || !given.Ctx.Root.Var.IsField() || p.Flow.CleanupMode(call) != ctxflow.CleanupNone {
		return // a package's context for all that outlives requests is meant
	}
	bound := false
	for _, s := range given.Ctx.InForce() {
		if s.CancelEscapes {
			return // somebody else ends it
		}
		bound = bound || s.Kind == ctxflow.StepBound
	}
	if !bound {
		if m := served(p, f, given.Ctx.Root.Var, given.Ctx.Root.Expr); m != nil {
			ofObject(p, f, call, given, m, seen)
			return
		}
	}
	src := atHand(p, f, call)
	if src == nil || src.Kind == ctxflow.SourceLocal {
		src = above(p, f, call)
	}
	if src == nil || src.Kind == ctxflow.SourceStored || src.Kind == ctxflow.SourceLocal || runsLater(p, f, src) {
		return
	}
	// An object's own context is right for work that it shares; a parameter
	// that is taken and left unused says that the caller's was meant.
	ignored := src.Kind == ctxflow.SourceParam && unheeded(p, src)
	process := p.Flow.FieldLife(given.Ctx.Root.Var) == ctxflow.LifeProcess && src.Func == f
	if !ignored && (!process || bound) || !process && perCall(p, given.Ctx.Root.Var, src.Func) {
		return
	}
	whose := "which was stored when its object was made"
	if process {
		whose = "which lives as long as the process"
	}
	where := ""
	if src.Func != f && src.Func != nil {
		where = " of " + src.Func.Name()
	}
	p.Report(rule.Finding{
		Node:    call,
		Message: fmt.Sprintf("%s runs under %s, %s, so the end of %s%s does not reach it; pass %s", name(p, call), types.ExprString(given.Expr), whose, src.Expr, where, src.Expr),
	})
}

// above returns the context parameter of the methods of the same type that call
// f and wait for it, if there is one caller only.
func above(p *rule.Pass, f *code.Func, call *ast.CallExpr) *ctxflow.Source {
	recv := f.Sig.Recv()
	if f.Obj == nil || recv == nil {
		return nil
	}
	for _, v := range f.Params() {
		if code.IsContext(v.Type()) {
			return nil
		}
	}
	a := p.Flow.Above(f, call, func(s ctxflow.Source) bool { return s.Kind == ctxflow.SourceParam && !s.Blank })
	if a == nil || a.In == f || a.In.Obj == nil || a.In.Sig.Recv() == nil || !types.Identical(bare(a.In.Sig.Recv().Type()), bare(recv.Type())) {
		return nil
	}
	return &a.Source
}

// unheeded reports whether the function that takes a context never gives it to
// anything that waits, nor waits for its end; that it looks once whether it is
// over does not count.
func unheeded(p *rule.Pass, src *ctxflow.Source) bool {
	switch p.Waits.CtxUse(src.Func) {
	case waits.CtxUnused, waits.CtxValues:
		return true
	}
	looks := false
	for _, t := range p.Flow.DoneTests(src.Func) {
		if t.Expr == nil || t.Ctx.Root.Var != src.Var {
			continue
		}
		if t.Kind != ctxflow.TestErr && t.Kind != ctxflow.TestCause {
			return false
		}
		looks = true
	}
	if !looks {
		return false
	}
	// Every use is a look, or in a log.
	other := false
	ast.Inspect(src.Func.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || p.Code.Info.Uses[id] != src.Var || other {
			return !other
		}
		switch up := p.Code.Parent(id).(type) {
		case *ast.SelectorExpr:
			other = up.Sel.Name != "Err"
		case *ast.CallExpr:
			fn := p.Code.Callee(up)
			other = fn == nil || fn.Pkg() == nil || !p.Table.Quiet(fn.Pkg().Path()) && api.Path(fn.Pkg().Path()) != "log/slog" && api.Key(fn) != "context.Cause"
		default:
			other = true
		}
		return !other
	})
	return !other
}

// perCall reports whether the object with a context in a field may be made for
// each call or request: a method of another object makes it, or it is a reader
// or writer, or it cannot be told. Its context is the caller's then.
func perCall(p *rule.Pass, field *types.Var, method *code.Func) bool {
	recv := method.Outermost().Sig.Recv()
	if recv == nil {
		return true
	}
	for _, m := range []string{"Write", "Read", "Next", "Recv"} {
		if obj, _, _ := types.LookupFieldOrMethod(recv.Type(), true, p.Code.Types, m); obj != nil {
			if _, ok := obj.(*types.Func); ok {
				return true
			}
		}
	}
	defs := p.Code.Defs(field)
	for _, d := range defs {
		if d.In == nil {
			return true
		}
		maker := d.In.Outermost().Sig.Recv()
		if maker != nil && !types.Identical(bare(maker.Type()), bare(recv.Type())) {
			return true
		}
	}
	return len(defs) == 0
}

func bare(t types.Type) types.Type {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		return ptr.Elem()
	}
	return t
}
