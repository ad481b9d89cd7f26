package ctxswallow

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// skipped reports a merge of errors that passes over cancelled ones and then
// says that all is well, without a look at the context that may have cancelled
// them all.
func skipped(p *rule.Pass, f *code.Func, loop *ast.RangeStmt, tests []ctxflow.Test) {
	if loop.Value == nil || !hasCtx(f) {
		return
	}
	v := p.Code.VarOf(loop.Value)
	if _, ok := p.Code.Info.TypeOf(loop.X).Underlying().(*types.Slice); v == nil || !ok {
		return
	}
	var skip ast.Node
	for _, t := range tests {
		if t.Kind != ctxflow.TestIs {
			return // it looks
		}
		if t.Sentinel != "Canceled" || t.Err == nil {
			continue
		}
		if sel, ok := ast.Unparen(t.Err).(*ast.SelectorExpr); ok {
			if p.Code.VarOf(sel.X) != v {
				continue
			}
		} else if p.Code.VarOf(t.Err) != v {
			continue
		}
		if _, body, stmt := branch(p, t.Node); stmt != nil && onlyContinues(body) {
			skip = t.Node
		}
	}
	if skip == nil || cancels(p, f) {
		return
	}
	if ret := successAfter(p, f, loop); ret != nil {
		p.Report(rule.Finding{
			Node:    ret,
			Message: fmt.Sprintf("%s passes over cancelled results (at %s) and returns a nil error, so that the end of its own context looks like a whole answer; return ctx.Err() if that is not nil", f.Name(), p.Where(skip)),
			Related: []rule.Related{{Node: skip, Message: "cancelled results are passed over"}},
		})
	}
}

func onlyContinues(body []ast.Stmt) bool {
	if len(body) != 1 {
		return false
	}
	b, ok := body[0].(*ast.BranchStmt)
	return ok && b.Tok == token.CONTINUE
}

// cancels reports whether f makes a context that it can cancel, so that
// cancelled results may be its own doing.
func cancels(p *rule.Pass, f *code.Func) bool {
	for _, call := range f.Calls() {
		if fn := p.Code.Callee(call); fn != nil && p.Table.CtxOpOf(fn) != nil {
			return true
		}
	}
	return false
}

// closed reports a range over a channel that its producer also closes when the
// context ends, followed by success: the end of the context looks like the end
// of the results.
func closed(p *rule.Pass, f *code.Func, loop *ast.RangeStmt, tests []ctxflow.Test) {
	from := ast.Unparen(loop.X)
	if id, ok := from.(*ast.Ident); ok {
		if defs := p.Code.Reaching(id); len(defs) == 1 && defs[0] != nil && defs[0].RHS != nil && defs[0].Index < 0 && defs[0].In == f {
			from = ast.Unparen(defs[0].RHS)
		}
	}
	call, ok := from.(*ast.CallExpr)
	if !ok {
		return
	}
	ch, ok := p.Code.Info.TypeOf(loop.X).Underlying().(*types.Chan)
	if !ok || carriesError(ch.Elem()) {
		return
	}
	given := p.Flow.CtxArg(call)
	if given.Expr == nil || !given.Ctx.FromCaller() || len(given.Ctx.InForce()) > 0 {
		return
	}
	for _, t := range tests {
		if t.Node.Pos() > loop.Pos() {
			return
		}
	}
	for _, c := range f.Calls() {
		if sel, ok := c.Fun.(*ast.SelectorExpr); ok && (sel.Sel.Name == "Err" || sel.Sel.Name == "Wait") {
			return // somebody else knows why it ended
		}
	}
	fn := p.Code.Callee(call)
	if fn == nil {
		return
	}
	seen := closesOnDone(p, p.Code.FuncOf(fn))
	ret := successAfter(p, f, loop)
	if seen == nil || ret == nil {
		return
	}
	p.Report(rule.Finding{
		Node:    ret,
		Message: fmt.Sprintf("%s returns a nil error although %s also closes its channel when %s ends (at %s), so that a part passes for the whole; return %s.Err() after the loop if it is not nil", f.Name(), code.ShortName(fn), types.ExprString(given.Expr), p.Where(seen), types.ExprString(given.Expr)),
		Related: []rule.Related{{Node: seen, Message: "the producer stops here"}, {Node: loop, Message: "the loop that ends without a word"}},
	})
}

// closesOnDone returns where a goroutine of g, which returns only a channel and
// closes it at the end, leaves because the context of g has ended.
func closesOnDone(p *rule.Pass, g *code.Func) ast.Node {
	if g == nil || g.Sig.Results().Len() != 1 {
		return nil
	}
	for _, lit := range g.Lits {
		if lit.UseOf().Role == code.RoleGo {
			if n := leavesSilently(p, lit); n != nil {
				return n
			}
		}
	}
	for _, call := range g.Calls() {
		if _, ok := p.Code.Parent(call).(*ast.GoStmt); !ok {
			continue
		}
		if given := p.Flow.CtxArg(call); given.Expr == nil || !given.Ctx.FromCaller() || len(given.Ctx.InForce()) > 0 {
			continue
		}
		if fn := p.Code.Callee(call); fn != nil && fn.Type().(*types.Signature).Results().Len() == 0 {
			if n := leavesSilently(p, p.Code.FuncOf(fn)); n != nil {
				return n
			}
		}
	}
	return nil
}

// leavesSilently returns where a goroutine that closes a channel by a deferred
// call only returns because the context has ended.
func leavesSilently(p *rule.Pass, w *code.Func) ast.Node {
	if w == nil {
		return nil
	}
	closes := false
	for _, call := range w.Calls() {
		id, ok := call.Fun.(*ast.Ident)
		_, deferred := p.Code.Parent(call).(*ast.DeferStmt)
		closes = closes || ok && deferred && id.Name == "close"
	}
	if !closes {
		return nil
	}
	for _, t := range p.Flow.DoneTests(w) {
		var body []ast.Stmt
		switch {
		case t.Ctx.Root.Kind != ctxflow.RootParam || len(t.Ctx.Steps) > 0:
		case t.Kind == ctxflow.TestSelect && t.Clause != nil:
			body = t.Clause.Body
		case t.Kind == ctxflow.TestErr && t.Cond != nil && t.Only == ast.Stmt(t.Cond.Body):
			body = t.Cond.Body.List
		}
		if len(body) == 1 {
			if ret, ok := body[0].(*ast.ReturnStmt); ok && len(ret.Results) == 0 {
				return t.Node
			}
		}
	}
	return nil
}

// carriesError reports whether values of type t can tell of an error.
func carriesError(t types.Type) bool {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if types.IsInterface(t) {
		return true
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for v := range s.Fields() {
		if types.IsInterface(v.Type()) && code.IsError(v.Type()) {
			return true
		}
	}
	return false
}
