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

// groupError reports a function that answers the end of its group's context
// with that context's error: the error that ended it is the group's.
func groupError(p *rule.Pass, f *code.Func, t ctxflow.Test) {
	steps := t.Ctx.InForce()
	if len(steps) == 0 || !t.Ctx.Known() || t.Clause == nil {
		return
	}
	s := steps[len(steps)-1]
	if s.Kind != ctxflow.StepGroup || s.In != f || s.Cancel == nil || s.Maybe {
		return
	}
	waits := func(n ast.Node) bool {
		found := false
		ast.Inspect(n, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Wait" && p.Code.VarOf(sel.X) == s.Cancel {
					found = true
				}
			}
			return !found
		})
		return found
	}
	if waits(t.Clause) {
		return
	}
	deferred := false
	f.Inspect(func(n ast.Node) bool {
		if d, ok := n.(*ast.DeferStmt); ok {
			deferred = deferred || waits(d)
		}
		return !deferred
	})
	if deferred {
		return
	}
	code.InspectShallow(t.Clause, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || len(ret.Results) == 0 {
			return true
		}
		last := ret.Results[len(ret.Results)-1]
		ast.Inspect(last, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			sel, ok := call.Fun.(*ast.SelectorExpr)
			if ok && sel.Sel.Name == "Err" && p.Code.SamePlace(sel.X, t.Expr) {
				p.Report(rule.Finding{
					Node:    ret,
					Message: fmt.Sprintf("%s returns %s, which only says that the group was cancelled: the error that ended it is lost, and its goroutines may still run; return %s.Wait()", f.Name(), types.ExprString(call), s.Cancel.Name()),
					Related: []rule.Related{{Node: s.Call, Message: "the group"}},
				})
			}
			return true
		})
		return true
	})
}

// afterGroup reports the error of a group's context that is returned after the
// group's Wait, which has ended that context: it says nothing of what went wrong.
func afterGroup(p *rule.Pass, f *code.Func, t ctxflow.Test) {
	steps := t.Ctx.InForce()
	if len(steps) == 0 || !t.Ctx.Known() || t.Kind == ctxflow.TestSelect {
		return
	}
	s := steps[len(steps)-1]
	if s.Kind != ctxflow.StepGroup || s.In != f || s.Cancel == nil || s.Maybe {
		return
	}
	ret, ok := p.Code.Parent(t.Node).(*ast.ReturnStmt)
	if !ok {
		return
	}
	list, ok := p.Code.Parent(ret).(*ast.BlockStmt)
	if !ok {
		return
	}
	wait, failed := waitOf(p, ret, list, s.Cancel)
	if wait == nil {
		return
	}
	what := "is context.Canceled by then, also when all went well"
	if failed {
		what = "only says that the group was cancelled: the error that ended it is lost"
	}
	p.Report(rule.Finding{
		Node:    ret,
		Message: fmt.Sprintf("%s returns %s after %s.Wait() (at %s), which %s; return the error of Wait", f.Name(), types.ExprString(ret.Results[len(ret.Results)-1]), s.Cancel.Name(), p.Where(wait), what),
		Related: []rule.Related{{Node: wait, Message: "the group has ended here"}},
	})
}

// waitOf returns the Wait of a group that comes right before a return: the
// statement before it, whose answer is dropped, or the one whose failure the branch
// around it is for.
func waitOf(p *rule.Pass, ret *ast.ReturnStmt, list *ast.BlockStmt, group *types.Var) (wait *ast.CallExpr, failed bool) {
	isWait := func(e ast.Expr) *ast.CallExpr {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok {
			return nil
		}
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Wait" && p.Code.VarOf(sel.X) == group {
			return call
		}
		return nil
	}
	for i, s := range list.List {
		if s != ast.Stmt(ret) || i == 0 {
			continue
		}
		switch b := list.List[i-1].(type) {
		case *ast.ExprStmt:
			return isWait(b.X), false
		case *ast.AssignStmt:
			if id, ok := b.Lhs[0].(*ast.Ident); ok && id.Name == "_" && len(b.Rhs) == 1 {
				return isWait(b.Rhs[0]), false
			}
		}
		return nil, false
	}
	cond, ok := p.Code.Parent(list).(*ast.IfStmt)
	if !ok || cond.Body != list || len(list.List) != 1 {
		return nil, false
	}
	as, ok := cond.Init.(*ast.AssignStmt)
	if cond.Init == nil {
		as, ok = before(p, cond)
	}
	b, isBin := ast.Unparen(cond.Cond).(*ast.BinaryExpr)
	if !ok || !isBin || b.Op != token.NEQ || !p.Code.IsNil(b.Y) || len(as.Lhs) != 1 || len(as.Rhs) != 1 || p.Code.VarOf(as.Lhs[0]) == nil || p.Code.VarOf(as.Lhs[0]) != p.Code.VarOf(b.X) {
		return nil, false
	}
	return isWait(as.Rhs[0]), true
}

// shadowed reports a loop that is left because of an error in a variable that
// hides the one which is returned.
func shadowed(p *rule.Pass, f *code.Func, n *ast.IfStmt) {
	as, ok := n.Init.(*ast.AssignStmt)
	if n.Init == nil {
		as, ok = before(p, n)
	}
	if !ok || as.Tok != token.DEFINE || len(as.Rhs) != 1 || len(n.Body.List) == 0 || n.Else != nil {
		return
	}
	br, ok := n.Body.List[len(n.Body.List)-1].(*ast.BranchStmt)
	if !ok || br.Tok != token.BREAK {
		return
	}
	cond, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ || !p.Code.Info.Types[cond.Y].IsNil() {
		return
	}
	inner := p.Code.VarOf(cond.X)
	if inner == nil || inner.Pos() < as.Pos() || as.End() < inner.Pos() || !code.IsError(inner.Type()) {
		return
	}
	call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
	if !ok {
		return
	}
	if given := p.Flow.CtxArg(call); given.Expr == nil || !given.Ctx.FromCaller() {
		return
	}
	cur, ok := p.Code.Cursor(n)
	if !ok {
		return
	}
	var loop ast.Stmt
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.SelectStmt)(nil), (*ast.SwitchStmt)(nil), (*ast.TypeSwitchStmt)(nil), (*ast.FuncLit)(nil)) {
		loop, _ = c.Node().(ast.Stmt)
		break
	}
	switch loop.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
	default:
		return
	}
	// The return right after the loop names the outer variable.
	list, ok := p.Code.Parent(loop).(*ast.BlockStmt)
	if !ok {
		return
	}
	for i, s := range list.List {
		if s != loop || i+1 >= len(list.List) {
			continue
		}
		ret, ok := list.List[i+1].(*ast.ReturnStmt)
		if !ok || len(ret.Results) == 0 {
			return
		}
		outer := p.Code.VarOf(ret.Results[len(ret.Results)-1])
		if outer == nil || outer == inner || outer.Name() != inner.Name() || !code.IsError(outer.Type()) {
			return
		}
		p.Report(rule.Finding{
			Node:    ret,
			Message: fmt.Sprintf("%s returns its outer %s, which does not hold the %s that ended the loop at %s, declared anew there: the end of the context is lost; assign to the outer one with =", f.Name(), outer.Name(), inner.Name(), p.Where(n)),
			Related: []rule.Related{{Node: as, Message: "hides the variable that is returned"}},
		})
	}
}

// before returns the assignment right before a statement.
func before(p *rule.Pass, n ast.Stmt) (*ast.AssignStmt, bool) {
	list, ok := p.Code.Parent(n).(*ast.BlockStmt)
	if !ok {
		return nil, false
	}
	for i, s := range list.List {
		if s == n && i > 0 {
			as, ok := list.List[i-1].(*ast.AssignStmt)
			return as, ok
		}
	}
	return nil, false
}

// cleared reports a deferred function that takes a cancelled error out of the
// named result of the function around it.
func cleared(p *rule.Pass, f *code.Func, t ctxflow.Test) {
	outer := f.Parent
	if f.Obj != nil || outer == nil || f.UseOf().Role != code.RoleDefer || t.Over == nil || !tellsResult(p, outer) || !hasCtx(outer) || ownLimit(p, outer, t) {
		return
	}
	v := p.Code.VarOf(t.Err)
	if v == nil || outer.ParamIndex(v) != -1 || !isResult(outer, v) {
		return
	}
	code.InspectShallow(t.Over, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if ok && len(as.Lhs) == 1 && p.Code.VarOf(as.Lhs[0]) == v && p.Code.Info.Types[as.Rhs[0]].IsNil() {
			p.Report(rule.Finding{
				Node:    as,
				Message: fmt.Sprintf("%s clears its error here also when a call was cancelled (seen at %s), so its partial result passes for the whole; do not clear %s", outer.Name(), p.Where(t.Node), v.Name()),
				Related: []rule.Related{{Node: t.Node, Message: "the end is seen here"}},
			})
		}
		return true
	})
}

func isResult(f *code.Func, v *types.Var) bool {
	for r := range f.Sig.Results().Variables() {
		if r == v {
			return true
		}
	}
	return false
}
