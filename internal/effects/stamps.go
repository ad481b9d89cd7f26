package effects

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// Stamps returns the name of the key that an interceptor of remote calls, fn or
// what it makes, draws anew for each call that it sends on, "" if it draws none,
// or none for some calls: a retry around the calls then sends another key in each
// attempt.
func (f *Finder) Stamps(fn *code.Func) string {
	name, all := "", true
	fn.Walk(func(g *code.Func) {
		params := g.Params()
		if !api.InterceptsCalls(params) {
			return
		}
		s := f.stampIn(g, params[api.InvokerParam])
		all = all && s != ""
		name = s
	})
	if !all {
		return ""
	}
	return name
}

func (f *Finder) stampIn(g *code.Func, invoker *types.Var) string {
	name, uses := "", 0
	for _, call := range g.Calls() {
		if f.p.VarOf(call.Fun) != invoker || len(call.Args) == 0 {
			continue
		}
		uses++
		if name = f.stampOf(g, call); name == "" {
			return ""
		}
	}
	if uses == 0 || f.usesIn(g, invoker) != uses {
		return "" // handed on
	}
	return name
}

// usesIn counts where a function uses a variable.
func (f *Finder) usesIn(g *code.Func, v *types.Var) int {
	n := 0
	ast.Inspect(g.Body, func(x ast.Node) bool {
		if id, ok := x.(*ast.Ident); ok && f.p.Info.Uses[id] == types.Object(v) {
			n++
		}
		return true
	})
	return n
}

// stampOf returns the name of the key that is drawn, whatever the call, for the
// context that a call is sent on with.
func (f *Finder) stampOf(g *code.Func, call *ast.CallExpr) string {
	if name := f.stamp(g, call.Args[0]); name != "" {
		return name
	}
	v := f.p.VarOf(call.Args[0])
	if v == nil {
		return ""
	}
	name := ""
	for _, s := range g.Body.List {
		as, ok := s.(*ast.AssignStmt)
		if ok && s.End() < call.Pos() && len(as.Lhs) == 1 && len(as.Rhs) == 1 && f.p.VarOf(as.Lhs[0]) == v {
			if n := f.stamp(g, as.Rhs[0]); n != "" || !f.p.Mentions(as.Rhs[0], v) {
				name = n
			}
		}
	}
	return name
}

// stamp returns the name of the key drawn in e, what gives a context what is sent
// along with a call.
func (f *Finder) stamp(g *code.Func, e ast.Expr) string {
	add, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(add.Args) < 2 || add.Ellipsis.IsValid() {
		return ""
	}
	pairs := add.Args[1:]
	switch {
	case api.AddsToCall(f.p.CalleeOf(add).Key):
	case api.SetsForCall(f.p.CalleeOf(add).Key):
		origins := f.p.Origins(pairs[0])
		if len(origins) != 1 {
			return ""
		}
		made, ok := origins[0].Expr.(*ast.CallExpr)
		if !ok || !api.PairsForCall(f.p.CalleeOf(made).Key) || made.Ellipsis.IsValid() {
			return ""
		}
		pairs = made.Args
	default:
		return ""
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		t := f.textOf(pairs[i])
		if !t.known || len(t.values) != 1 || keyHeader(t.values[0]) != strongKey {
			continue
		}
		if k := f.source(pairs[i+1], g); k.Source == KeyFresh && k.AnewIn(g.Node) {
			return t.values[0]
		}
	}
	return ""
}

// KeyBeside reports whether a remote call may have a key that no interceptor draws:
// in a field of its request, or added to the contexts of calls by this package.
func (f *Finder) KeyBeside(e *Effect) bool {
	if e.Key.Present() || e.Payload != nil && strongField(f.p.TypeOf(e.Payload)) != "" {
		return true
	}
	for _, fn := range f.p.Funcs {
		if api.InterceptsCalls(fn.Params()) {
			continue
		}
		for _, call := range fn.Calls() {
			key := f.p.CalleeOf(call).Key
			if api.AddsToCall(key) || api.SetsForCall(key) {
				return true
			}
		}
	}
	return false
}
