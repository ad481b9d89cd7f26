package ctxdead

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

// early reports what a function hands out although the context that it lives by
// is cancelled by a deferred call when the function returns: the body of a
// response, rows, a stream, an object that keeps the context.
func early(p *rule.Pass, f *code.Func) {
	f.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			for _, r := range n.Results {
				madeToKeep(p, f, n, r)
				if call, isCall := ast.Unparen(r).(*ast.CallExpr); isCall {
					passedOn(p, f, n, call)
				} else {
					handedOut(p, f, n, r)
				}
			}
		case *ast.KeyValueExpr:
			kept(p, f, n)
		}
		return true
	})
}

// handedOut reports a result whose value ends with a context that dies here.
func handedOut(p *rule.Pass, f *code.Func, ret *ast.ReturnStmt, r ast.Expr) {
	r = ast.Unparen(r)
	if u, ok := r.(*ast.UnaryExpr); ok && u.Op == token.AND {
		r = ast.Unparen(u.X)
	}
	if lit, ok := r.(*ast.CompositeLit); ok {
		for _, e := range lit.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				e = kv.Value
			}
			if lives(p.Code.Info.TypeOf(e)) || isBody(p, e) {
				handedOut(p, f, ret, e)
			}
		}
		return
	}
	x := r
	if isBody(p, r) {
		x = r.(*ast.SelectorExpr).X
	} else if !lives(p.Code.Info.TypeOf(r)) {
		return
	}
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok || consumed(p, f, id, ret) {
		return
	}
	defs := p.Code.Reaching(id)
	if len(defs) != 1 || defs[0] == nil || defs[0].RHS == nil || defs[0].In != f {
		return
	}
	call, ok := ast.Unparen(defs[0].RHS).(*ast.CallExpr)
	if !ok {
		return
	}
	given := p.Flow.CtxArg(call)
	if given.Has != api.Yes || !given.Ctx.Known() || given.Ctx.Opaque() {
		return
	}
	cutShort(p, f, ret, call, types.ExprString(r), given)
}

// passedOn reports a call whose result is returned as it is, and ends with a
// context that dies here: return db.QueryContext(ctx, query).
func passedOn(p *rule.Pass, f *code.Func, ret *ast.ReturnStmt, call *ast.CallExpr) {
	t := p.Code.Info.TypeOf(call)
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		t = tuple.At(0).Type()
	}
	fn := p.Code.Callee(call)
	if fn == nil || !lives(t) || api.IsResponse(t) && p.Table.CallOf(fn) == nil {
		return // who returns a response may have read it
	}
	given := p.Flow.CtxArg(call)
	if given.Has != api.Yes || !given.Ctx.Known() || given.Ctx.Opaque() {
		return
	}
	cutShort(p, f, ret, call, "what "+p.Code.CallName(call)+" returns", given)
}

// cutShort reports a result that lives by a context if f itself ends that.
func cutShort(p *rule.Pass, f *code.Func, ret *ast.ReturnStmt, call *ast.CallExpr, what string, given ctxflow.Given) {
	s := dies(p, f, given.Ctx)
	if s == nil {
		cancelled(p, f, ret, call, what, given)
		return
	}
	after := ""
	if !code.Within(call, ret) {
		after = " after " + p.Code.CallName(call)
	}
	p.Report(rule.Finding{
		Node:    ret,
		Message: fmt.Sprintf("%s is returned%s, but its context is cancelled by the deferred call of %s when %s returns, so it is of no use to the caller; let the caller cancel, or use it up before returning", what, after, s.Cancel.Name(), f.Name()),
		Related: []rule.Related{{Node: s.Call, Message: "the context is made here"}, {Node: call, Message: "what lives by it"}},
	})
}

// cancelled reports a result that lives by a context which f has cancelled
// between the call and the return.
func cancelled(p *rule.Pass, f *code.Func, ret *ast.ReturnStmt, call *ast.CallExpr, what string, given ctxflow.Given) {
	if given.Expr == nil || code.Within(call, ret) {
		return
	}
	for _, s := range given.Ctx.InForce() {
		if s.Maybe || s.Cancel == nil || s.In != f || s.Kind == ctxflow.StepGroup {
			continue
		}
		for _, c := range p.Flow.CancelCalls(&s) {
			stmt, ok := p.Code.Parent(c).(*ast.ExprStmt)
			if !ok || p.Code.Parent(stmt) != p.Code.Parent(ret) || c.Pos() < call.End() || c.End() > ret.Pos() {
				continue
			}
			p.Report(rule.Finding{
				Node:    ret,
				Message: fmt.Sprintf("%s is returned after %s, but its context was cancelled at %s, so it is of no use to the caller; let the caller cancel, or use it up before returning", what, p.Code.CallName(call), p.Where(c)),
				Related: []rule.Related{{Node: c, Message: "cancelled here"}, {Node: call, Message: "what lives by it"}},
			})
			return
		}
	}
}

// dies returns the step of a context whose cancel function f itself defers.
func dies(p *rule.Pass, f *code.Func, c ctxflow.Ctx) *ctxflow.Step {
	for _, s := range c.InForce() {
		if s.Cancel != nil && s.CancelDeferred && !s.CancelEscapes && s.In == f && len(s.Through) == 0 && !s.Maybe && s.Kind != ctxflow.StepGroup && always(p, f, s.Cancel) {
			return &s
		}
	}
	return nil
}

// always reports whether f cancels by defer cancel(), and not only if it fails.
func always(p *rule.Pass, f *code.Func, cancel *types.Var) bool {
	found := false
	f.Inspect(func(n ast.Node) bool {
		if d, ok := n.(*ast.DeferStmt); ok {
			found = found || p.Code.VarOf(d.Call.Fun) == cancel
		}
		return !found
	})
	return found
}

// isBody reports whether e is the Body of a response.
func isBody(p *rule.Pass, e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Body" && api.TypeName(p.Code.Info.TypeOf(sel.X)) == "net/http.Response"
}

// lives reports whether values of type t end with the context that they were
// made under.
func lives(t types.Type) bool {
	if api.EndsWithContext(t) {
		return true
	}
	if t == nil || !types.IsInterface(t) {
		return false
	}
	// A stream of gRPC, and of generated clients.
	obj, _, _ := types.LookupFieldOrMethod(t, false, nil, "RecvMsg")
	_, ok := obj.(*types.Func)
	return ok
}

// consumed reports whether f itself may use up what id holds: anything but the
// return and a look at its other fields. Closing it, or reading it, in a branch
// that leaves is not counted.
func consumed(p *rule.Pass, f *code.Func, id *ast.Ident, ret *ast.ReturnStmt) bool {
	v := p.Code.VarOf(id)
	if v == nil {
		return true
	}
	if api.IsTransaction(v.Type()) {
		return false
	}
	used := false
	ast.Inspect(f.Body, func(n ast.Node) bool {
		x, ok := n.(*ast.Ident)
		if !ok || p.Code.Info.Uses[x] != v || code.Within(x, ret) || used {
			return !used
		}
		if sel, ok := p.Code.Parent(x).(*ast.SelectorExpr); ok && p.Code.FieldOf(sel) != nil && sel.Sel.Name != "Body" {
			return true
		}
		if b, ok := p.Code.Parent(x).(*ast.BinaryExpr); ok && (b.Op == token.EQL || b.Op == token.NEQ) {
			return true
		}
		used = !leaves(p, x, ret)
		return !used
	})
	return used
}

// leaves reports whether a node is in an if statement's branch that ends with a
// return other than ret.
func leaves(p *rule.Pass, n ast.Node, ret *ast.ReturnStmt) bool {
	cur, ok := p.Code.Cursor(n)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil), (*ast.DeferStmt)(nil), (*ast.FuncLit)(nil)) {
		var list []ast.Stmt
		switch b := c.Node().(type) {
		case *ast.BlockStmt:
			if _, ok := p.Code.Parent(b).(*ast.IfStmt); !ok {
				return false
			}
			list = b.List
		case *ast.CaseClause:
			list = b.Body
		default:
			return false
		}
		if len(list) > 0 {
			last, ok := list[len(list)-1].(*ast.ReturnStmt)
			return ok && last != ret
		}
	}
	return false
}

// kept reports a context that an object keeps, and that dies when the function
// that makes the object returns.
func kept(p *rule.Pass, f *code.Func, kv *ast.KeyValueExpr) {
	key, ok := kv.Key.(*ast.Ident)
	if !ok || !code.IsContext(p.Code.Info.TypeOf(kv.Value)) {
		return
	}
	field, ok := p.Code.Info.Uses[key].(*types.Var)
	if !ok || !field.IsField() {
		return
	}
	lit, ok := p.Code.Parent(kv).(*ast.CompositeLit)
	if !ok || !returned(p, f, lit) {
		return
	}
	c := p.Flow.Trace(kv.Value)
	if !c.Known() {
		return
	}
	s := dies(p, f, c)
	if s == nil || !usedLater(p, f, field) {
		return
	}
	p.Report(rule.Finding{
		Node:    kv,
		Message: fmt.Sprintf("the field %s is given a context that the deferred call of %s cancels when %s returns, so all that the object does under it later fails at once; store the parent context, or one that the object's Close cancels", field.Name(), s.Cancel.Name(), f.Name()),
		Related: []rule.Related{{Node: s.Call, Message: "the context is made here"}},
	})
}

// returned reports whether f returns the value of a composite literal.
func returned(p *rule.Pass, f *code.Func, lit *ast.CompositeLit) bool {
	var e ast.Node = lit
	if u, ok := p.Code.Parent(e).(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = u
	}
	switch up := p.Code.Parent(e).(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.AssignStmt:
		if len(up.Lhs) != 1 {
			return false
		}
		v := p.Code.VarOf(up.Lhs[0])
		if v == nil || v.IsField() {
			return false
		}
		found := false
		f.Inspect(func(n ast.Node) bool {
			if ret, ok := n.(*ast.ReturnStmt); ok {
				for _, r := range ret.Results {
					found = found || p.Code.VarOf(r) == v
				}
			}
			return !found
		})
		return found
	}
	return false
}

// usedLater reports whether another declared function gives the field's context
// to something that ends with it.
func usedLater(p *rule.Pass, f *code.Func, field *types.Var) bool {
	for _, g := range p.Funcs() {
		if g.Outermost() == f.Outermost() {
			continue
		}
		for _, call := range g.Calls() {
			given := p.Flow.CtxArg(call)
			if given.Has != api.Yes || !given.Ctx.Known() || given.Ctx.Root.Kind != ctxflow.RootField || given.Ctx.Root.Var != field || given.Ctx.Detached() != nil {
				continue
			}
			if _, ok := p.Waits.Ends(call, given); ok {
				return true
			}
		}
		for _, t := range p.Flow.DoneTests(g) {
			if t.Expr != nil && t.Ctx.Root.Kind == ctxflow.RootField && t.Ctx.Root.Var == field {
				return true
			}
		}
	}
	return false
}
