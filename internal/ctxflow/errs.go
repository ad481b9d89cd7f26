package ctxflow

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// sentinel returns the name of a context error, or of the status code that
// stands for it, "" if e is neither.
func (f *Flow) sentinel(e ast.Expr) string { return api.CtxSentinel(f.p.GlobalKey(e)) }

// coded returns the error whose status code e is: err of status.Code(err), of
// status.Convert(err).Code(), of a variable that was assigned one of these. Of
// anything else it is e itself.
func (f *Flow) coded(e ast.Expr) ast.Expr {
	x := ast.Unparen(e)
	if id, ok := x.(*ast.Ident); ok {
		if v := f.p.VarOf(id); v == nil || code.ImplementsError(v.Type()) {
			return e
		}
		if o := f.p.Origins(id); len(o) == 1 && o[0].Expr != nil {
			x = o[0].Expr
		}
	}
	for range 2 {
		call, ok := x.(*ast.CallExpr)
		if !ok {
			break
		}
		if len(call.Args) > 0 && code.ImplementsError(f.p.TypeOf(call.Args[0])) {
			return call.Args[0]
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || len(call.Args) > 0 {
			break
		}
		if code.ImplementsError(f.p.TypeOf(sel.X)) {
			return sel.X
		}
		x = ast.Unparen(sel.X)
		if call := f.madeBy(x); call != nil {
			x = call // s, ok := status.FromError(err)
		}
	}
	return e
}

// madeBy returns the call that gives a local variable its value, nil if that may
// be several.
func (f *Flow) madeBy(e ast.Expr) *ast.CallExpr {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	defs := f.p.Reaching(id)
	if len(defs) != 1 || defs[0] == nil || defs[0].RHS == nil {
		return nil
	}
	call, _ := ast.Unparen(defs[0].RHS).(*ast.CallExpr)
	return call
}

// foundIn reports whether a variable is the second answer of the call that took
// the error of a test apart: ok of s, ok := status.FromError(err).
func (f *Flow) foundIn(e ast.Expr, t Test) bool {
	if t.Kind != TestIs || t.Err == nil || !code.IsBool(f.p.TypeOf(e)) {
		return false
	}
	call := f.madeBy(e)
	return call != nil && api.IsStatusOf(f.p.CalleeOf(call).Key) && len(call.Args) == 1 && ast.Unparen(call.Args[0]) == ast.Unparen(t.Err)
}

// switchTests returns the cases for context errors of a switch on an error or
// on its status code.
func (f *Flow) switchTests(sw *ast.SwitchStmt) []Test {
	if sw.Tag == nil {
		return nil
	}
	var out []Test
	for _, s := range sw.Body.List {
		cl, ok := s.(*ast.CaseClause)
		if !ok {
			continue
		}
		for _, e := range cl.List {
			if name := f.sentinel(e); name != "" {
				out = append(out, Test{Kind: TestIs, Node: e, Err: f.coded(sw.Tag), Sentinel: name})
			}
		}
	}
	return out
}

// predicate returns the context error that a function says yes to, "" if it
// says yes to none: isContextError(err).
func (f *Flow) predicate(c api.Callee) string {
	if s := api.CtxPredicate(c.Key); s != "" {
		return s
	}
	if c.Func == nil {
		return ""
	}
	g := f.p.FuncOf(c.Func)
	if g == nil {
		return ""
	}
	if s, ok := f.predicates[g]; ok {
		return s
	}
	f.predicates[g] = "" // while in progress
	s := f.saysYes(g)
	f.predicates[g] = s
	return s
}

// SaysYes reports whether a function value, a func(error) bool of this package
// or a literal, says yes to a cancelled call.
func (f *Flow) SaysYes(e ast.Expr) bool {
	fns, complete := f.p.LitsOf(e)
	for _, g := range fns {
		if f.saysYes(g) == "" {
			return false
		}
	}
	if len(fns) > 0 {
		return complete
	}
	var obj types.Object
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		obj = f.p.Info.Uses[x]
	case *ast.SelectorExpr:
		obj = f.p.Info.Uses[x.Sel]
	}
	fn, ok := obj.(*types.Func)
	return ok && f.predicate(api.Callee{Func: fn, Key: api.Key(fn)}) != ""
}

// saysYes returns the context error that a func(error) bool of this package
// says yes to, Canceled if to both.
func (f *Flow) saysYes(g *code.Func) string {
	sig := g.Sig
	if sig.Params().Len() != 1 || sig.Results().Len() != 1 || !code.IsError(sig.Params().At(0).Type()) || !code.IsBool(sig.Results().At(0).Type()) {
		return ""
	}
	name := ""
	note := func(t Test) {
		if f.p.VarOf(t.Err) == g.Params()[0] && name != "Canceled" {
			name = t.Sentinel
		}
	}
	tests := f.DoneTests(g)
	g.Inspect(func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || len(ret.Results) != 1 {
			return true
		}
		for _, t := range tests {
			if t.Kind != TestIs {
				continue
			}
			switch {
			case code.Within(t.Node, ret):
				if f.value(ret.Results[0], t, true) == api.Yes {
					note(t)
				}
			case t.Over != nil && code.Within(ret, t.Over):
				if tv := f.p.Info.Types[ret.Results[0]]; tv.Value != nil && tv.Value.String() == "true" {
					note(t)
				}
			}
		}
		return true
	})
	return name
}
