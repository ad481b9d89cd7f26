package ctxdead

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// failed reports what is done about a failure in the branch of its error, under
// the context whose end may be the failure: what was made is taken back, or,
// where the function itself has limited the context, the failure is written down.
func failed(p *rule.Pass, f *code.Func, n *ast.IfStmt) {
	err, ended := failure(p, n)
	if err == nil || !ended && !leavesWith(n.Body.List) {
		return
	}
	work := workOf(p, f, err, n)
	if work == nil {
		return
	}
	under := p.Flow.CtxArg(work)
	limit := limitOf(f, under.Ctx)
	for _, call := range f.Calls() {
		if !code.Within(call, n.Body) || inReturn(p, call) {
			continue
		}
		given := p.Flow.CtxArg(call)
		if given.Has != api.Yes || given.Expr == nil || !p.Flow.SameEnd(under.Expr, given.Expr) || p.Flow.OverAt(given.Expr, call) != nil {
			continue
		}
		via, ok := needsLife(p, call, given)
		changes := changesAnything(p, call)
		if !ok && !changes {
			continue
		}
		name := types.ExprString(given.Expr)
		taken := takenBy(p, f, call, n)
		if taken == nil {
			taken = putBy(p, f, call, n)
		}
		switch {
		case givesBack(p, call, via) && taken != nil && taken != work:
			p.Report(rule.Finding{
				Node:    call,
				Message: fmt.Sprintf("%[1]s takes back what %[2]s made when %[3]s fails, but under %[4]s, whose end may be that failure: then what was made stays; give it context.WithTimeout(context.WithoutCancel(%[5]s), limit)", p.Code.CallName(call), p.Code.CallName(taken), p.Code.CallName(work), name, name),
				Related: []rule.Related{{Node: taken, Message: "what is taken back"}, {Node: work, Message: "what fails"}},
			})
			return
		case limit != nil && (changes || writes(p, call, work)) && handsOn(p, call, err):
			p.Report(rule.Finding{
				Node:    call,
				Message: fmt.Sprintf("%s should record that %s failed, but runs under %s, whose limit (set at %s) may be that failure: then nothing is recorded; give it context.WithTimeout(context.WithoutCancel(%s), limit)", p.Code.CallName(call), p.Code.CallName(work), name, p.Where(limit.Call), name),
				Related: []rule.Related{{Node: limit.Call, Message: "the limit"}, {Node: work, Message: "what fails"}},
			})
			return
		}
	}
}

// failure returns the error variable that an if statement finds not to be nil,
// or, ended, to be the end of a context.
func failure(p *rule.Pass, n *ast.IfStmt) (err *ast.Ident, ended bool) {
	switch c := ast.Unparen(n.Cond).(type) {
	case *ast.BinaryExpr:
		if c.Op != token.NEQ || !p.Code.Info.Types[c.Y].IsNil() {
			return nil, false
		}
		err, _ = ast.Unparen(c.X).(*ast.Ident)
	case *ast.CallExpr:
		f := p.Code.Enclosing(n)
		for _, t := range p.Flow.DoneTests(f) {
			if t.Kind == ctxflow.TestIs && code.Within(t.Node, c) && t.Only == ast.Stmt(n.Body) {
				err, _ = ast.Unparen(t.Err).(*ast.Ident)
				ended = true
			}
		}
	}
	if err == nil || !code.IsError(p.Code.TypeOf(err)) {
		return nil, false
	}
	return err, ended
}

// writes reports whether a call may write something down, as far as is known:
// nothing says that it reads, it gives nothing back but an error, and it is not
// the work that failed once more.
func writes(p *rule.Pass, call, work *ast.CallExpr) bool {
	fn := p.Code.Callee(call)
	if fn == nil || fn == p.Code.Callee(work) || fn.Type().(*types.Signature).Results().Len() > 1 {
		return false
	}
	for _, e := range p.Effects.Of(call) {
		if e.Kind == api.EffectRead || e.Kind == api.EffectLocal {
			return false
		}
	}
	return code.ReturnsError(fn.Type().(*types.Signature))
}

// workOf returns the one call whose error err is, if the end of its context
// ends it.
func workOf(p *rule.Pass, f *code.Func, err *ast.Ident, n *ast.IfStmt) *ast.CallExpr {
	origins := p.Code.Origins(err)
	if len(origins) != 1 {
		return nil
	}
	call, ok := ast.Unparen(origins[0].Expr).(*ast.CallExpr)
	if origins[0].Expr == nil || !ok || p.Code.Enclosing(call) != f {
		return nil
	}
	given := p.Flow.CtxArg(call)
	if given.Has != api.Yes || given.Expr == nil || given.Kind != api.CtxArg || !mayEnd(given.Ctx) {
		return nil
	}
	if _, ok := p.Waits.Ends(call, given); !ok {
		return nil
	}
	return call
}

// leavesWith reports whether a branch ends with a return, or leaves or goes on
// with a loop.
func leavesWith(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch list[len(list)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}

// inReturn reports whether a call is in a return statement: what it does is
// tried instead, unless its error is only joined to the others.
func inReturn(p *rule.Pass, call *ast.CallExpr) bool {
	if up, ok := p.Code.Parent(call).(*ast.CallExpr); ok && p.Code.CalleeOf(up).Key == "errors.Join" && len(up.Args) > 1 {
		return false
	}
	cur, ok := p.Code.Cursor(call)
	if !ok {
		return true
	}
	for c := range cur.Enclosing((*ast.ReturnStmt)(nil), (*ast.FuncLit)(nil), (*ast.BlockStmt)(nil)) {
		_, is := c.Node().(*ast.ReturnStmt)
		return is
	}
	return false
}

// handsOn reports whether a call is handed the failure, its text, or a word for it.
func handsOn(p *rule.Pass, call *ast.CallExpr, err *ast.Ident) bool {
	if handsVar(p, call, p.Code.VarOf(err)) || slices.ContainsFunc(call.Args, saysFailed) {
		return true
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && ctxflow.TellsFailure(sel.Sel.Name)
}

// saysFailed reports whether an argument is named, or is a text, for a failure.
func saysFailed(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.Ident:
			found = found || ctxflow.TellsFailure(n.Name)
		case *ast.BasicLit:
			found = found || n.Kind == token.STRING && ctxflow.TellsFailure(n.Value)
		}
		return !found
	})
	return found
}

// changesAnything reports whether a call changes something outside the process.
func changesAnything(p *rule.Pass, call *ast.CallExpr) bool {
	for _, e := range p.Effects.Of(call) {
		switch e.Kind {
		case api.EffectIdempotent, api.EffectWrite, api.EffectConditional:
			return true
		}
	}
	return false
}
