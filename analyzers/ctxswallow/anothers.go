package ctxswallow

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

// notItsOwn reports a select that is left alike when another's work is done and
// when the context is over, followed by the return of an error that only that
// work sets: as long as it goes on that is nil.
func notItsOwn(p *rule.Pass, f *code.Func, t ctxflow.Test) {
	if t.Clause == nil || len(t.Clause.Body) > 0 || !t.Ctx.FromCaller() || len(t.Ctx.InForce()) > 0 || runs(p, f) {
		return
	}
	list, ok := p.Code.Parent(t.Select).(*ast.BlockStmt)
	if !ok {
		return
	}
	for i, s := range list.List {
		if s != ast.Stmt(t.Select) || i+1 >= len(list.List) {
			continue
		}
		ret, ok := list.List[i+1].(*ast.ReturnStmt)
		if !ok || len(ret.Results) == 0 {
			return
		}
		last := ast.Unparen(ret.Results[len(ret.Results)-1])
		if !othersError(p, f, t, last) {
			return
		}
		name := types.ExprString(t.Expr)
		p.Report(rule.Finding{
			Node:    t.Node,
			Message: fmt.Sprintf("%[1]s returns %[2]s (at %[3]s) also when %[4]s is over first, and that is nil while the work goes on, so its caller takes the work for done; return %[5]s.Err() here", f.Name(), types.ExprString(last), p.Where(ret), name, name),
			Related: []rule.Related{{Node: ret, Message: "the error of the work that was not waited for"}},
		})
	}
}

// othersError reports whether an error is set by those whose end the other
// clauses of the select wait for, and not before it: it is a field of what they
// share with f, or (beside other results) a variable that a clause receives into.
func othersError(p *rule.Pass, f *code.Func, t ctxflow.Test, e ast.Expr) bool {
	v := p.Code.VarOf(e)
	if v == nil || !code.IsError(v.Type()) {
		return false
	}
	waits := false
	for _, s := range t.Select.Body.List {
		cl, ok := s.(*ast.CommClause)
		if !ok || cl == t.Clause {
			continue
		}
		if cl.Comm == nil {
			return false // it does not wait
		}
		ch := code.Received(cl.Comm)
		if ch == nil {
			return false
		}
		if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
			from, isSel := ast.Unparen(ch).(*ast.SelectorExpr)
			waits = waits || v.IsField() && isSel && p.Code.SamePlace(from.X, sel.X)
			continue
		}
		if closesAfter(p, f, ch, v) {
			waits = true
			continue
		}
		as, ok := cl.Comm.(*ast.AssignStmt)
		if ok && as.Tok == token.ASSIGN && f.Sig.Results().Len() > 1 {
			for _, l := range as.Lhs {
				waits = waits || p.Code.VarOf(l) == v
			}
		}
	}
	if !waits {
		return false
	}
	if v.IsField() {
		return !p.Code.SetIn(v, f)
	}
	for _, d := range p.Code.Defs(v) {
		if d.Kind == code.DefAddr {
			return false
		}
		if d.In == f && d.Kind != code.DefZero && d.Kind != code.DefParam && !code.Within(d.Node, t.Select) {
			return false
		}
	}
	return true
}

// closesAfter reports whether a goroutine of f, and nothing else, sets a variable
// of f before it closes a channel.
func closesAfter(p *rule.Pass, f *code.Func, ch ast.Expr, v *types.Var) bool {
	if p.Code.VarOf(ch) == nil || v.IsField() {
		return false
	}
	var in *code.Func
	for _, d := range p.Code.Defs(v) {
		if d.In == nil || d.In == f {
			continue // looked at by the caller
		}
		if in != nil && d.In != in || d.In.Parent != f || d.In.UseOf().Role != code.RoleGo {
			return false
		}
		in = d.In
	}
	if in == nil {
		return false
	}
	closes := false
	for _, call := range in.Calls() {
		if p.Code.CalleeOf(call).Builtin == "close" && len(call.Args) == 1 && p.Code.SamePlace(call.Args[0], ch) {
			closes = true
		}
	}
	return closes
}

// runs reports whether f serves until it is told to stop, by its name: what its
// nil means is that it has.
func runs(p *rule.Pass, f *code.Func) bool {
	o := f.Outermost()
	if o.Obj == nil || p.Handlers.Startup(f) {
		return true
	}
	switch o.Obj.Name() {
	case "Run", "Serve", "Start", "ListenAndServe", "run", "serve", "start", "main":
		return true
	}
	return false
}

// anothers reports a loop that is left, as if it had been told to stop, at the
// cancelled error of a call which cancels, or limits, a context of its own.
func anothers(p *rule.Pass, f *code.Func, t ctxflow.Test) {
	if t.Over == nil || t.Err == nil || p.Code.LoopAround(t.Node) == nil || f.Sig.Results().Len() > 1 {
		return
	}
	loop := p.Code.LoopAround(t.Node)
	v := p.Code.VarOf(t.Err)
	if v == nil || v.IsField() || judged(p, f, t) || !leavesLoop(t.Over) {
		return
	}
	if t.Cond != nil && mentionsErr(p, t.Cond.Cond) {
		return // it asks its own as well
	}
	var call *ast.CallExpr
	for _, o := range p.Code.Origins(t.Err) {
		c, ok := o.Expr.(*ast.CallExpr)
		if !ok || call != nil && call != c {
			return
		}
		call = c
	}
	if call == nil || !code.Within(call, loop) {
		return
	}
	given := p.Flow.CtxArg(call)
	if given.Has != api.Yes || !given.Ctx.Known() || given.Ctx.Opaque() {
		return
	}
	own := endsItself(p, given.Ctx, loop, t.Sentinel)
	if own == nil {
		own = endsBelow(p, p.Code.Callee(call), t.Sentinel)
	}
	if own == nil {
		return
	}
	what := "a cancelled"
	if t.Sentinel != "Canceled" {
		what = "a timed-out"
	}
	p.Report(rule.Finding{
		Node:    t.Node,
		Message: fmt.Sprintf("%s takes %s %s for its own stop, but the cancelled context may be the one made at %s, which ends by its own limit: then the loop ends without an error; test the Err of the function's own context here", f.Name(), what, p.Code.CallName(call), p.Where(own)),
		Related: []rule.Related{{Node: own, Message: "the context that ends by itself"}, {Node: call, Message: "the call that returns its error"}},
	})
}

// mentionsErr reports whether a condition asks a context whether it is over.
func mentionsErr(p *rule.Pass, cond ast.Expr) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && ctxErr(p, e) {
			found = true
		}
		return !found
	})
	return found
}

// branchList returns the statements of a branch: a block, or a case.
func branchList(s ast.Stmt) []ast.Stmt {
	switch s := s.(type) {
	case *ast.BlockStmt:
		return s.List
	case *ast.CaseClause:
		return s.Body
	}
	return nil
}

// leavesLoop reports whether a branch ends with a return without an error.
func leavesLoop(s ast.Stmt) bool {
	list := branchList(s)
	if len(list) == 0 {
		return false
	}
	ret, ok := list[len(list)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) > 1 {
		return false
	}
	if len(ret.Results) == 1 {
		id, ok := ast.Unparen(ret.Results[0]).(*ast.Ident)
		return ok && id.Name == "nil"
	}
	return true
}

// endsItself returns the call that gives a context, inside the loop, a limit
// (for DeadlineExceeded), or a cancel function that is called early.
func endsItself(p *rule.Pass, c ctxflow.Ctx, loop ast.Node, sentinel string) ast.Node {
	for _, s := range c.InForce() {
		if s.Call == nil || !code.Within(s.Call, loop) || s.Maybe || len(s.Through) > 0 {
			continue
		}
		if s.Kind == ctxflow.StepBound && sentinel == "DeadlineExceeded" {
			return s.Call
		}
	}
	return nil
}

// endsBelow returns the call in a function of this package that gives the
// context it is handed a limit (for DeadlineExceeded), or a cancel function that
// it calls before its end (for Canceled).
func endsBelow(p *rule.Pass, fn *types.Func, sentinel string) ast.Node {
	if fn == nil {
		return nil
	}
	g := p.Code.FuncOf(fn)
	if g == nil {
		return nil
	}
	var found ast.Node
	for _, call := range g.Calls() {
		callee := p.Code.Callee(call)
		if callee == nil {
			continue
		}
		op := p.Table.CtxOpOf(callee)
		if op == nil {
			continue
		}
		switch {
		case op.Kind == api.CtxOpBound && sentinel == "DeadlineExceeded":
			found = call
		case (op.Kind == api.CtxOpBound || op.Kind == api.CtxOpCancel) && sentinel == "Canceled" && cancelsEarly(p, g):
			found = call
		}
	}
	if found == nil {
		return nil
	}
	// It must hand the error on as it is, not in words of its own.
	for _, t := range p.Flow.DoneTests(g) {
		if t.Kind == ctxflow.TestIs {
			return nil
		}
	}
	return found
}
