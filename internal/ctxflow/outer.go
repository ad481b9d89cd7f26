package ctxflow

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// Outer follows a context that begins as the parameter of a literal to what
// the literal is given by whoever runs it: the arguments of a direct call, the
// context of a library's driver, the context that a helper of this package
// passes on. What cannot be followed is returned as it is.
func (f *Flow) Outer(c Ctx) Ctx {
	for range 5 {
		fn := c.Root.Func
		if fn == nil || fn.Obj != nil || c.Root.Var == nil || c.Ambiguous {
			return c
		}
		i := fn.ParamIndex(c.Root.Var)
		run := f.Live(fn)
		if i < 0 || run.Call == nil {
			return c
		}
		outer, ok := f.handed(fn, run, i)
		if !ok {
			return c
		}
		outer.Steps = append(append([]Step(nil), outer.Steps...), c.Steps...)
		if outer.Stacked == nil {
			outer.Stacked, outer.StackedLit, outer.StackedBound = c.Stacked, c.StackedLit, c.StackedBound
		}
		c = outer
	}
	return c
}

// handed traces what a run of literal fn gives it as parameter i.
func (f *Flow) handed(fn *code.Func, run Run, i int) (Ctx, bool) {
	call := run.Call
	if f.runsLit(call, fn) {
		if i < len(call.Args) {
			return f.Trace(call.Args[i]), true
		}
		return Ctx{}, false
	}
	if i != 0 || !run.PassesCtx {
		return Ctx{}, false
	}
	if run.Driver == nil && run.Runner == nil {
		callee := f.p.FuncOf(f.p.Callee(call))
		if callee == nil {
			return Ctx{}, false
		}
		return f.passedOn(callee, call, fn)
	}
	g := f.CtxArg(call)
	if g.Has != api.Yes {
		return Ctx{}, false
	}
	out := g.Ctx
	s := Step{Kind: StepValue, Call: call, In: f.p.Enclosing(call)}
	if run.Runner != nil && run.Runner.Limit {
		s.Kind = StepBound
	}
	out.Steps = append(append([]Step(nil), out.Steps...), s)
	return out, true
}

// runsLit reports whether a call runs the literal itself, so that its
// arguments are the literal's.
func (f *Flow) runsLit(call *ast.CallExpr, lit *code.Func) bool {
	if ast.Unparen(call.Fun) == lit.Node {
		return true
	}
	fns, complete := f.p.LitsOf(call.Fun)
	return complete && len(fns) == 1 && fns[0] == lit
}

// passedOn traces the context that a helper of this package, in a given call,
// gives to the literal it was handed.
func (f *Flow) passedOn(callee *code.Func, call *ast.CallExpr, lit *code.Func) (Ctx, bool) {
	arg := -1
	for i, a := range call.Args {
		if fns, _ := f.p.LitsOf(a); len(fns) == 1 && fns[0] == lit {
			arg = i
		}
	}
	if arg < 0 || arg >= callee.Sig.Params().Len() {
		return Ctx{}, false
	}
	v := callee.Sig.Params().At(arg)
	var inner ast.Expr
	n := 0
	ast.Inspect(callee.Body, func(node ast.Node) bool {
		if c, ok := node.(*ast.CallExpr); ok && len(c.Args) > 0 && f.p.VarOf(c.Fun) == v {
			inner = c.Args[0]
			n++
		}
		return true
	})
	if n != 1 {
		return Ctx{}, false
	}
	in := f.Trace(inner)
	if in.Ambiguous {
		return Ctx{}, false
	}
	steps := make([]Step, len(in.Steps))
	for i, s := range in.Steps {
		s.Through = append([]*ast.CallExpr{call}, s.Through...)
		steps[i] = s
	}
	in.Steps = steps
	if in.Root.Func != callee {
		return in, in.Root.Kind != RootUnknown
	}
	c := f.p.CalleeOf(call)
	var from ast.Expr
	switch j := callee.ParamIndex(in.Root.Var); {
	case j == -2:
		from = c.Recv
	case j >= 0 && !c.MethodExpr && j < len(call.Args):
		from = call.Args[j]
	}
	if from == nil {
		return Ctx{}, false
	}
	out := f.Trace(from)
	out.Steps = append(append([]Step(nil), out.Steps...), steps...)
	return out, true
}
