package retry

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
)

// A Wrapper is one of the functions that a client puts around each call: an
// interceptor.
type Wrapper struct {
	Expr ast.Expr
	// Retry is what it runs again, nil if it does not.
	Retry *Retry
	// Limit is the time that it gives what is inside it, nil if it sets none.
	Limit *Limit
}

// Wrappers returns the interceptors that an option of a client is given, the
// outermost first; nil if there are fewer than two.
func (x *Finder) Wrappers(call *ast.CallExpr) []Wrapper {
	if !x.intercepts(call) {
		return nil
	}
	args := x.spreadArgs(call)
	// One that is set by itself is the outermost of all.
	if up, ok := x.p.Parent(call).(*ast.CallExpr); ok && len(args) > 0 && chains(x.p.CalleeOf(call).Key) {
		for _, a := range up.Args {
			opt, ok := ast.Unparen(a).(*ast.CallExpr)
			if !ok || opt == call || !x.intercepts(opt) || len(opt.Args) != 1 || chains(x.p.CalleeOf(opt).Key) {
				continue
			}
			if types.Identical(x.p.TypeOf(opt.Args[0]), x.p.TypeOf(args[0])) {
				args = append([]ast.Expr{opt.Args[0]}, args...)
			}
		}
	}
	if len(args) < 2 {
		return nil
	}
	out := make([]Wrapper, len(args))
	for i, a := range args {
		out[i] = x.wrapper(a)
	}
	return out
}

func chains(key string) bool { return strings.Contains(key, "Chain") }

func (x *Finder) intercepts(call *ast.CallExpr) bool {
	if x.table == nil {
		return false
	}
	s := x.table.Setting(x.p.CalleeOf(call).Key)
	return s != nil && s.Knob == api.KnobInterceptor
}

// spreadArgs returns the arguments of a call, those of a slice in sight taken
// apart.
func (x *Finder) spreadArgs(call *ast.CallExpr) []ast.Expr {
	if !call.Ellipsis.IsValid() {
		return call.Args
	}
	n := len(call.Args) - 1
	out := call.Args[:n:n]
	origins := x.p.Origins(call.Args[n])
	if len(origins) != 1 {
		return nil
	}
	lit, ok := origins[0].Expr.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	return append(out, lit.Elts...)
}

// Decorators returns the functions that are put around another by calling one
// with the result of the next, outermost first: limit(2*time.Second)(again(3)(call)).
// Nil if there are fewer than two, or if call stands itself inside of another.
func (x *Finder) Decorators(call *ast.CallExpr) []Wrapper {
	if up, ok := x.p.Parent(call).(*ast.CallExpr); ok && x.decorator(up) != nil {
		return nil
	}
	var out []Wrapper
	for range 8 {
		f := x.decorator(call)
		if f == nil {
			break
		}
		out = append(out, x.wrapper(f))
		next, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
		if !ok {
			break
		}
		call = next
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// decorator returns the function value that a call puts around the function
// that it is given, nil if the call does not.
func (x *Finder) decorator(call *ast.CallExpr) ast.Expr {
	if len(call.Args) != 1 {
		return nil
	}
	made, ok := ast.Unparen(call.Fun).(*ast.CallExpr)
	if !ok || x.table == nil {
		return nil
	}
	sig, ok := x.p.TypeOf(made).Underlying().(*types.Signature)
	if !ok || sig.Params().Len() != 1 || sig.Results().Len() != 1 || !types.Identical(sig.Params().At(0).Type(), sig.Results().At(0).Type()) {
		return nil
	}
	if _, ok := sig.Params().At(0).Type().Underlying().(*types.Signature); !ok {
		return nil
	}
	return made
}

// wrapper tells what an interceptor does.
func (x *Finder) wrapper(e ast.Expr) Wrapper {
	w := Wrapper{Expr: e}
	e = ast.Unparen(e)
	call, _ := e.(*ast.CallExpr)
	if call != nil {
		if s := x.table.Setting(x.p.CalleeOf(call).Key); s != nil && s.Knob == api.KnobWhole && s.Arg >= 0 && s.Arg < len(call.Args) {
			w.Limit = &Limit{Node: call, Value: durations.Eval(x.p, call.Args[s.Arg])}
			return w
		}
	}
	if r := x.Retrying(e); r != nil {
		w.Retry = r
		return w
	}
	var made *code.Func // the function that makes it
	f := x.closureAt(e)
	if call != nil {
		if made = x.p.FuncOf(x.p.Callee(call)); made != nil {
			if ret := onlyReturn(made); ret != nil {
				f = x.closureAt(ret)
			} else {
				f = lastReturned(made)
			}
		}
	}
	if f == nil {
		return w
	}
	for _, r := range x.In(f) {
		if r.ClosureParam != nil && f.ParamIndex(r.ClosureParam) >= 0 && r.OnSuccess != Continues {
			again := *r
			if b := r.Attempts.Bound; b != nil && made != nil {
				again.Attempts = Count{Bound: b, Plus: r.Attempts.Plus, Node: r.Attempts.Node}
				v := durations.EvalCall(x.p, made, call, b, nil).Add(durations.Exactly(int64(r.Attempts.Plus)))
				if n, ok := v.Max(); ok && n > 0 && n < 1<<31 {
					again.Attempts.N, again.Attempts.Value = api.Attempts(n), v
				}
			}
			w.Retry = &again
			return w
		}
	}
	inside := f.Calls()
	for _, in := range f.Lits {
		if x.inReturn(in.Node) {
			inside = append(inside[:len(inside):len(inside)], in.Calls()...)
		}
	}
	for _, c := range inside {
		v := x.funcParam(f, c.Fun)
		ctx := ctxArg(x.p, c)
		if v == nil || ctx == nil {
			continue
		}
		for _, l := range x.chain(ctx) {
			if l.call == nil || !code.Within(l.call, f.Node) {
				continue
			}
			if _, dur, deadline, ok := x.boundCall(l.call); ok && !deadline && dur != nil {
				w.Limit = &Limit{Node: l.call, Value: durations.Eval(x.p, dur)}
				if made != nil {
					w.Limit.Value = durations.EvalCall(x.p, made, call, dur, nil)
				}
				return w
			}
		}
	}
	return w
}

// lastReturned returns the literal that a function returns at its end.
func lastReturned(f *code.Func) *code.Func {
	if n := len(f.Body.List); n > 0 {
		if ret, ok := f.Body.List[n-1].(*ast.ReturnStmt); ok && len(ret.Results) == 1 {
			if lit, ok := ast.Unparen(ret.Results[0]).(*ast.FuncLit); ok {
				return f.Pkg.FuncAt(lit)
			}
		}
	}
	return nil
}
