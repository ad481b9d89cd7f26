package durations

import (
	"go/ast"
	"go/constant"
	"go/types"
	"time"

	"github.com/faultlint/faultlint/internal/code"
)

// inline evaluates a call of a small function of this package.
func (ev *evaluator) inline(f *code.Func, call *ast.CallExpr) Value {
	return ev.returned(f, call, 0)
}

// result evaluates result i of a call with several results.
func (ev *evaluator) result(e ast.Expr, i int) Value {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return Unknown
	}
	fn := ev.p.Callee(call)
	if fn == nil {
		return Unknown
	}
	if fn.Pkg() != nil && fn.Pkg().Path() == "time" && fn.Name() == "ParseDuration" && i == 0 && len(call.Args) == 1 {
		if tv, ok := ev.p.Info.Types[call.Args[0]]; ok && tv.Value != nil && tv.Value.Kind() == constant.String {
			if d, err := time.ParseDuration(constant.StringVal(tv.Value)); err == nil {
				v := Exactly(int64(d))
				v.At = call
				return v
			}
		}
		return Unknown
	}
	if f := ev.p.FuncOf(fn); f != nil {
		return ev.returned(f, call, i)
	}
	return Unknown
}

// returned evaluates what f returns as result i, with the arguments of call.
func (ev *evaluator) returned(f *code.Func, call *ast.CallExpr, i int) Value {
	if f.Sig.Results().Len() <= i || f.Sig.Variadic() || code.IsInterfaceMethod(f.Obj) {
		return Unknown
	}
	var rets []*ast.ReturnStmt
	f.Inspect(func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok {
			rets = append(rets, r)
		}
		return len(rets) < 6
	})
	if len(rets) == 0 || len(rets) > 4 || len(f.Params()) != len(call.Args) {
		return Unknown
	}
	if !ev.enter(f) {
		return Unknown
	}
	defer ev.leave()
	env := make(Env, len(call.Args))
	for k, prm := range f.Params() {
		if code.IsInteger(prm.Type()) || isFloat(prm.Type()) {
			env[prm.Origin()] = ev.eval(call.Args[k])
		}
	}
	inner := &evaluator{p: ev.p, args: env, busy: ev.busy, depth: ev.depth, steps: ev.steps}
	defer func() { ev.steps = inner.steps }()
	var out Value
	first := true
	for _, r := range rets {
		if !inner.reachable(r) {
			continue
		}
		if len(r.Results) != f.Sig.Results().Len() {
			return Unknown
		}
		v := inner.eval(r.Results[i])
		if first {
			out, first = v, false
		} else {
			out = out.Union(v)
		}
	}
	// Names of the callee mean nothing to the caller, except fields and arguments.
	if out.Sym != nil && !out.Sym.IsField() && out.Sym.Parent() != nil && out.Sym.Parent() != ev.p.Types.Scope() && within(f, out.Sym) {
		out.Sym, out.SymExpr = nil, nil
	}
	return out
}

func within(f *code.Func, v *types.Var) bool {
	return f.Node.Pos() <= v.Pos() && v.Pos() < f.Node.End()
}

// EvalCall returns what is known of expression e inside function f when f is
// called by call. env holds values of the caller's variables.
func EvalCall(p *code.Package, f *code.Func, call *ast.CallExpr, e ast.Expr, env Env) Value {
	args := make(Env)
	if !f.Sig.Variadic() && len(f.Params()) == len(call.Args) {
		for i, prm := range f.Params() {
			if code.IsInteger(prm.Type()) || isFloat(prm.Type()) {
				args[prm.Origin()] = EvalIn(p, call.Args[i], env)
			}
		}
	}
	ev := &evaluator{p: p, args: args}
	return ev.eval(e)
}
