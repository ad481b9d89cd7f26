package ctxdetach

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// firstCaller reports work that is done once for several callers under the
// context of the one who comes first: in a closure of sync.Once or singleflight,
// or by a home-made flight, whose result the others wait for.
func firstCaller(p *rule.Pass, f *code.Func, call *ast.CallExpr, given ctxflow.Given) {
	if !given.Ctx.FromCaller() || given.Ctx.Root.Kind != ctxflow.RootParam && given.Ctx.Root.Kind != ctxflow.RootCarrier {
		return
	}
	if _, ok := p.Waits.Ends(call, given); !ok && !carries(p, call) {
		return
	}
	if mode := p.Flow.CleanupMode(call); mode == ctxflow.CleanupShutdown || mode == ctxflow.CleanupCall {
		return // it is shut down once, by one
	}
	if fn := p.Code.Callee(call); fn != nil && endsThings(fn.Name()) {
		return
	}
	how := ""
	for g := f; g != nil && g.Obj == nil && g != given.Ctx.Root.Func; g = g.Parent {
		run := p.Flow.Live(g)
		if run.Runner != nil && run.Runner.Once && run.Call != nil {
			if !shared(p, run.Call, given.Ctx.Root.Func) || ends(f) || keepsError(p, g) {
				return
			}
			how = fmt.Sprintf("%s runs once for all callers", p.Code.CallName(run.Call))
			break
		}
	}
	if how == "" {
		if !homeMade(p, f, call) {
			return
		}
		how = "the other callers wait for this result"
	}
	p.Report(rule.Finding{
		Node:    call,
		Message: fmt.Sprintf("%s runs under %s, the context of the first caller, but %s: when that caller is cancelled, all get its error; use context.WithoutCancel(%s) with a limit, and let each caller wait under its own context", name(p, call), types.ExprString(given.Expr), how, types.ExprString(given.Expr)),
	})
}

// carries reports whether a call makes a request with the context, which is sent then.
func carries(p *rule.Pass, call *ast.CallExpr) bool {
	fn := p.Code.Callee(call)
	if fn == nil {
		return false
	}
	op := p.Table.CtxOpOf(fn)
	return op != nil && op.Kind == api.CtxOpCarry && p.Waits.MaySend(call)
}

// keepsError reports whether what runs once leaves its error in a variable of
// the call that came first and in nothing else: no other is told of it.
func keepsError(p *rule.Pass, g *code.Func) bool {
	own, others := false, false
	g.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if !code.IsError(p.Code.TypeOf(l)) {
					continue
				}
				v := p.Code.VarOf(l)
				switch {
				case v == nil || v.IsField() || v.Parent() == p.Code.Types.Scope():
					others = others || types.ExprString(l) != "_"
				case v.Pos() < g.Node.Pos() || v.Pos() >= g.Node.End():
					own = true
				}
			}
		case *ast.ReturnStmt:
			others = others || len(n.Results) > 0
		}
		return true
	})
	return own && !others
}

// endsThings reports whether a function is called for what ends something.
func endsThings(name string) bool {
	for _, w := range []string{"Shutdown", "Close", "Stop", "Flush", "Disconnect"} {
		if name == w {
			return true
		}
	}
	return false
}

// shared reports whether what runs once is shared by calls of the function
// whose parameter the context is: the Once or Group is not its own variable.
func shared(p *rule.Pass, call *ast.CallExpr, owner *code.Func) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || owner == nil {
		return false
	}
	x := ast.Unparen(sel.X)
	if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.AND {
		x = ast.Unparen(u.X)
	}
	v := p.Code.VarOf(x)
	if v == nil {
		return false
	}
	return v.IsField() || v.Parent() == v.Pkg().Scope()
}

// homeMade reports whether the results of a call go into fields of an object
// whose end others wait for: its function puts the object where others find it,
// says when it is done, and has the way of those who find it and wait.
func homeMade(p *rule.Pass, f *code.Func, call *ast.CallExpr) bool {
	as, ok := p.Code.Parent(call).(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 {
		return false
	}
	var obj *types.Var
	for _, l := range as.Lhs {
		sel, ok := ast.Unparen(l).(*ast.SelectorExpr)
		if !ok {
			continue
		}
		if v := p.Code.VarOf(sel.X); v != nil && !v.IsField() && code.IsError(p.Code.TypeOf(l)) {
			obj = v
		}
	}
	if obj == nil {
		return false
	}
	outer := f.Outermost()
	if outer.ParamIndex(obj) != -1 {
		return false
	}
	put, done, wait := false, false, false
	outer.Walk(func(g *code.Func) {
		g.Inspect(func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for i, r := range n.Rhs {
					if i < len(n.Lhs) && p.Code.VarOf(r) == obj {
						switch l := ast.Unparen(n.Lhs[i]).(type) {
						case *ast.IndexExpr:
							put = true
						case *ast.SelectorExpr:
							put = put || p.Code.FieldOf(l) != nil
						}
					}
				}
			case *ast.UnaryExpr:
				wait = wait || n.Op == token.ARROW && fieldOfType(p, n.X, obj)
			case *ast.CallExpr:
				if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && id.Name == "close" && len(n.Args) == 1 {
					done = done || fieldOfType(p, n.Args[0], obj)
				}
				if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && fieldOfType(p, sel.X, obj) {
					done = done || sel.Sel.Name == "Done"
					wait = wait || sel.Sel.Name == "Wait"
				}
			}
			return true
		})
	})
	return put && done && wait
}

// fieldOfType reports whether e is a field of a variable of the type of obj.
func fieldOfType(p *rule.Pass, e ast.Expr, obj *types.Var) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	t := p.Code.TypeOf(sel.X)
	return t != nil && p.Code.FieldOf(sel) != nil && types.Identical(bare(t), bare(obj.Type()))
}

// ofTheFirst reports a call for many under the context of the first of them:
// answer(batch[0].ctx, batch).
func ofTheFirst(p *rule.Pass, f *code.Func, call *ast.CallExpr, given ctxflow.Given) {
	if given.Ctx.Detached() != nil {
		return
	}
	slice := firstOf(p, given.Ctx.Root.Expr)
	if slice == nil {
		slice = firstOf(p, given.Expr)
	}
	if slice == nil {
		return
	}
	if _, ok := p.Waits.Ends(call, given); !ok && p.Code.FuncOf(p.Code.Callee(call)) == nil {
		return
	}
	many := false
	for _, a := range call.Args {
		many = many || p.Code.SamePlace(a, slice)
	}
	f.Inspect(func(n ast.Node) bool {
		if r, ok := n.(*ast.RangeStmt); ok && p.Code.SamePlace(r.X, slice) {
			many = true
		}
		return !many
	})
	if !many {
		return
	}
	p.Report(rule.Finding{
		Node:    call,
		Message: fmt.Sprintf("%s does the work of all callers in %s under the context of the first: when that caller is cancelled, all get its error; use context.WithoutCancel of that context, with a limit", name(p, call), types.ExprString(slice)),
	})
}

// firstOf returns the slice of which e is the context of an element, chosen by
// a constant: s[0].ctx, s[0].Context(), s[0], or first.ctx after first := s[0].
func firstOf(p *rule.Pass, e ast.Expr) ast.Expr {
	if e == nil {
		return nil
	}
	x := ast.Unparen(e)
	if call, ok := x.(*ast.CallExpr); ok && len(call.Args) == 0 {
		x = ast.Unparen(call.Fun)
	}
	if sel, ok := x.(*ast.SelectorExpr); ok {
		x = ast.Unparen(sel.X)
	}
	if id, ok := x.(*ast.Ident); ok {
		if o := p.Code.Origins(id); len(o) == 1 && o[0].Expr != nil && !o[0].Unknown {
			x = ast.Unparen(o[0].Expr)
		}
	}
	ix, ok := x.(*ast.IndexExpr)
	if !ok || p.Code.Info.Types[ix.Index].Value == nil {
		return nil
	}
	if _, ok := p.Code.TypeOf(ix.X).Underlying().(*types.Slice); !ok {
		return nil
	}
	return ix.X
}

// ends reports whether a function ends an object by its name: whoever ends it
// first says how long that may take.
func ends(f *code.Func) bool {
	o := f.Outermost()
	if o.Obj == nil {
		return false
	}
	switch o.Obj.Name() {
	case "Shutdown", "Close", "Stop", "Terminate", "Disconnect", "Quit":
		return true
	}
	return false
}
