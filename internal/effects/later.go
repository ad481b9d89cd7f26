package effects

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// Later returns the effects of a repeated region of fn that are made once more
// although they were made: a step after them fails with one of the errors that
// lead to another run, and only those do. Left out is what Reruns leaves out: what
// may have looked whether it has run before, and what is taken back on failure.
func (f *Finder) Later(n ast.Node, fn *code.Func, errs []*types.Var) []*Rerun {
	if len(errs) == 0 {
		return nil
	}
	x := &rerunner{f: f, errs: errs}
	var out []*Rerun
	for _, e := range f.Within(n, fn) {
		if e.Kind != api.EffectWrite || e.Key.Source != KeyNone || e.Tx.On || e.Tx.Inside || e.Go {
			continue
		}
		node, ok := e.Node.(*ast.CallExpr)
		if !ok {
			continue
		}
		if r := x.inside(f.p.FuncOf(f.p.Callee(node)), e, 0); r != nil {
			out = append(out, r)
		}
	}
	return out
}

// inside looks in a function that the region calls for what may fail after e.
func (x *rerunner) inside(g *code.Func, e *Effect, depth int) *Rerun {
	if g == nil || depth > 2 {
		return nil
	}
	for _, in := range x.f.In(g) {
		node, ok := in.Node.(*ast.CallExpr)
		if !ok || in.Site != e.Site || x.f.p.Enclosing(node) != g || x.guarded(g, node, false) {
			continue
		}
		if r := x.after(g, in, node, false); r != nil {
			return r
		}
		return x.inside(x.f.p.FuncOf(x.f.p.Callee(node)), in, depth+1)
	}
	return nil
}

// mayBring reports whether the failure of a call of fn may bring one of the
// errors that lead to another run, and fn hands it on.
func (x *rerunner) mayBring(fn *code.Func, call *ast.CallExpr, depth int) bool {
	if x.errs == nil {
		return true
	}
	return depth < 4 && x.f.handsOn(fn, call) && x.brings(call, depth)
}

// becomes returns where a function returns one of the errors that lead to another
// run because a call of it has failed: an answer that did not come in time.
func (x *rerunner) becomes(fn *code.Func, call *ast.CallExpr) *ast.ReturnStmt {
	var found *ast.ReturnStmt
	if len(x.errs) == 0 || x.undoes(fn) {
		return nil
	}
	fn.Inspect(func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || found != nil || len(ret.Results) == 0 {
			return found == nil
		}
		last := ret.Results[len(ret.Results)-1]
		for _, v := range x.errs {
			if x.f.p.Mentions(last, v) && !x.f.textOnly(last) && x.f.whereFails(ret, call) {
				found = ret
			}
		}
		return found == nil
	})
	return found
}

// whereFails reports whether a return stands right under the test that a call has failed.
func (f *Finder) whereFails(ret *ast.ReturnStmt, call *ast.CallExpr) bool {
	var conds []ast.Expr
	var before []ast.Stmt
	switch up := f.p.Parent(ret).(type) {
	case *ast.BlockStmt:
		if ifs, ok := f.p.Parent(up).(*ast.IfStmt); ok && ifs.Body == up {
			conds, before = []ast.Expr{ifs.Cond}, up.List
		}
	case *ast.CaseClause:
		if sw, ok := f.p.Parent(f.p.Parent(up)).(*ast.SwitchStmt); ok && sw.Tag == nil && len(up.List) == 1 {
			conds, before = up.List, up.Body
		}
	}
	for _, s := range before {
		if s != ast.Stmt(ret) && f.calls(s) {
			return false // it may take back what was done
		}
	}
	for _, c := range conds {
		if err := f.p.Failure(c); err != nil {
			for _, o := range f.p.Origins(err) {
				if o.Expr == ast.Expr(call) {
					return true
				}
			}
		}
	}
	return false
}

// calls reports whether a statement calls anything but a log.
func (f *Finder) calls(s ast.Node) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && !f.isLog(c) {
			found = true
		}
		return !found
	})
	return found
}

// undoes reports whether a literal is deferred in a function, which may take back
// what was done.
func (x *rerunner) undoes(fn *code.Func) bool {
	found := false
	fn.Inspect(func(n ast.Node) bool {
		if d, ok := n.(*ast.DeferStmt); ok {
			_, lit := ast.Unparen(d.Call.Fun).(*ast.FuncLit)
			found = found || lit
		}
		return !found
	})
	return found
}

func (x *rerunner) brings(call *ast.CallExpr, depth int) bool {
	callee := x.f.p.Callee(call)
	if callee == nil {
		return false
	}
	if g := x.f.p.FuncOf(callee); g != nil {
		for _, v := range x.errs {
			if x.f.makes(g, v) {
				return true
			}
		}
		for _, c := range g.Calls() {
			if x.f.lastIsError(c) && x.mayBring(g, c, depth+1) {
				return true
			}
		}
		return false
	}
	// An interface of the package that has the error: who implements it returns it,
	// if the package itself does nowhere.
	if !code.IsInterfaceMethod(callee) || len(x.f.p.Implementations(callee)) > 0 {
		return false
	}
	for _, v := range x.errs {
		made := v.Pkg() != callee.Pkg() || v.Pkg() != x.f.p.Types || !v.Exported()
		for _, g := range x.f.p.Funcs {
			made = made || x.f.makes(g, v)
		}
		if !made {
			return true
		}
	}
	return false
}

// makes reports whether a function returns an error by name, wrapped at most.
func (f *Finder) makes(g *code.Func, v *types.Var) bool {
	found := false
	g.Inspect(func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if ok && len(ret.Results) > 0 {
			last := ret.Results[len(ret.Results)-1]
			found = found || code.IsError(f.p.TypeOf(last)) && f.holdsError(last, v)
		}
		return !found
	})
	return found
}

// holdsError reports whether an expression names an error, other than in a
// function literal: a predicate that is handed on only asks for it.
func (f *Finder) holdsError(e ast.Expr, v *types.Var) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.Ident:
			found = found || f.p.Info.Uses[n] == types.Object(v)
		}
		return !found
	})
	return found
}

// handsOn reports whether a function returns the error of one of its calls so
// that errors.Is still finds what is in it.
func (f *Finder) handsOn(fn *code.Func, call *ast.CallExpr) bool {
	var v *types.Var
	switch s := f.p.Parent(call).(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.AssignStmt:
		v = f.p.VarOf(s.Lhs[len(s.Lhs)-1])
	}
	if v == nil || !code.IsError(v.Type()) {
		return false
	}
	found := false
	fn.Inspect(func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || found || len(ret.Results) == 0 {
			return !found
		}
		last := ret.Results[len(ret.Results)-1]
		if !f.p.Mentions(last, v) || f.textOnly(last) {
			return true
		}
		id, ok := f.firstUse(last, v)
		if !ok {
			return true
		}
		for _, d := range f.p.Reaching(id) {
			found = found || d.RHS != nil && code.Within(call, d.RHS)
		}
		return !found
	})
	return found
}

// firstUse returns the first place in n where a variable is used.
func (f *Finder) firstUse(n ast.Node, v *types.Var) (id *ast.Ident, ok bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if i, is := n.(*ast.Ident); is && id == nil && f.p.VarOf(i) == v {
			id = i
		}
		return id == nil
	})
	return id, id != nil
}

// textOnly reports whether an error is made into a text: fmt.Errorf without %w.
func (f *Finder) textOnly(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || f.p.CalleeOf(call).Key != "fmt.Errorf" {
		return false
	}
	t := f.textOf(call.Args[0])
	return !t.known || len(t.values) != 1 || !strings.Contains(t.values[0], "%w")
}

// MayBring reports whether the failure of a call is known to be, at times, an error
// variable of this package: a function of it returns that, or the call is of a
// method of an interface of the package, and who implements it returns it.
func (f *Finder) MayBring(call *ast.CallExpr, v *types.Var) bool {
	return (&rerunner{f: f, errs: []*types.Var{v}}).brings(call, 0)
}
