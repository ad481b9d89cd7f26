package waits

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// othersJob returns the call by which a worker of a group, which is kept in a
// field, runs a job of others: a function, or a method of an interface, that it was
// given and that takes no context, so that nothing here can end it. Nil if there
// is none in sight, or if fn may end the jobs before it waits for them at the
// node before.
func (f *Finder) othersJob(fn *code.Func, group ast.Expr, before ast.Node) *ast.CallExpr {
	field := f.p.FieldOf(group)
	if field == nil {
		return nil
	}
	for _, call := range fn.Calls() {
		c := f.p.CalleeOf(call)
		if call.Pos() < before.Pos() && c.Func == nil && c.Builtin == "" && !c.Conversion && len(call.Args) == 0 {
			return nil // cancel()
		}
	}
	for _, g := range f.GroupWorkers(field) {
		if g.Within(fn.Outermost()) {
			continue // started by the function itself
		}
		if call := f.runsJob(g, 1); call != nil {
			return call
		}
	}
	return nil
}

// runsJob returns the call of a job in a worker, or in a function of the package
// that the worker calls.
func (f *Finder) runsJob(g *code.Func, depth int) *ast.CallExpr {
	for _, call := range g.Calls() {
		if _, ok := f.p.Parent(call).(*ast.GoStmt); ok {
			continue
		}
		if f.isJob(g, call) {
			return call
		}
		if h := f.p.FuncOf(f.p.Callee(call)); h != nil && depth > 0 && h != g {
			if job := f.runsJob(h, depth-1); job != nil {
				return job
			}
		}
	}
	return nil
}

// isJob reports whether a call runs something that came to the worker as an
// item: it is in a parameter or local variable, or in a field of one.
func (f *Finder) isJob(g *code.Func, call *ast.CallExpr) bool {
	for _, a := range call.Args {
		if t := f.p.Info.TypeOf(a); t != nil {
			if expr, _ := f.flow.CarrierExpr(t); expr != "" || code.IsContext(t) {
				return false // that may end it
			}
		}
	}
	c := f.p.CalleeOf(call)
	if c.Builtin != "" || c.Conversion {
		return false
	}
	var item ast.Expr
	switch {
	case c.Func == nil:
		if _, lit := ast.Unparen(call.Fun).(*ast.FuncLit); lit {
			return false
		}
		item = ast.Unparen(call.Fun)
		if fns, complete := f.p.LitsOf(item); complete && len(fns) > 0 {
			return false
		}
		if n, ok := types.Unalias(f.p.TypeOf(item)).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context" {
			return false // a cancel function
		}
		if _, deferred := f.p.Parent(call).(*ast.DeferStmt); deferred {
			return false
		}
	case code.IsInterfaceMethod(c.Func):
		if c.Func.Pkg() != f.p.Types || len(f.p.Implementations(c.Func)) > 0 || c.Recv == nil {
			return false
		}
		item = ast.Unparen(c.Recv)
	default:
		return false
	}
	for {
		sel, ok := item.(*ast.SelectorExpr)
		if !ok {
			break
		}
		item = ast.Unparen(sel.X)
	}
	v := f.p.VarOf(item)
	if v == nil || v.IsField() || v.Parent() == f.p.Types.Scope() {
		return false
	}
	for h := g; h != nil; h = h.Parent {
		if h.Sig.Recv() == v {
			return false // the object's own: a hook, a logger
		}
	}
	return true
}
