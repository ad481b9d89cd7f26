package retryerror

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// overwritten reports a loop after which an error variable is returned that
// another call in the loop has set to nil: after the failure of the operation
// something else is asked with the same variable, and only its success goes on.
func overwritten(p *rule.Pass, r *retry.Retry) {
	ret, id, v := returnedAfter(p, r)
	if v == nil {
		return
	}
	op := false
	for _, d := range p.Code.Defs(v) {
		if call, ok := ast.Unparen(d.RHS).(*ast.CallExpr); d.RHS != nil && ok && holdsOp(r, call) {
			op = true
		}
	}
	if !op {
		return
	}
	for _, d := range p.Code.Reaching(id) {
		call, ok := d.RHS.(*ast.CallExpr)
		if !ok || !code.Within(d.Node, r.Node) || holdsOp(r, call) || call.Pos() < r.Ops[len(r.Ops)-1].Pos() {
			continue
		}
		as, ok := d.Node.(*ast.AssignStmt)
		if !ok {
			continue
		}
		if !endsAfter(r, as) || !p.Retries.Covers(r, call) {
			continue
		}
		told := "the loop goes on only when this is nil, so after the last attempt nil is returned as if it had succeeded"
		if !p.Code.Mentions(call, v) && unread(p, v, as, r) {
			told = "nothing looks at this before the next turn, so after the last attempt the outcome of this is returned instead"
		} else if !leavesOnFailure(p, v, as) {
			continue
		}
		p.Report(rule.Finding{
			Node:    as,
			Message: fmt.Sprintf("%s holds the failure of %s, and is overwritten here: %s; use another variable", v.Name(), p.Code.CallName(r.Ops[0]), told),
			Related: []rule.Related{{Node: ret, Message: "returned here"}, {Node: r.Ops[0], Message: "the operation whose error is lost"}},
		})
		return
	}
}

// leavesOnFailure reports whether the function returns where an assignment has
// set v to an error, right behind it.
func leavesOnFailure(p *rule.Pass, v *types.Var, as *ast.AssignStmt) bool {
	ifs, ok := next(p, as).(*ast.IfStmt)
	if up, in := p.Code.Parent(as).(*ast.IfStmt); in && up.Init == as {
		ifs, ok = up, true
	}
	if !ok || ifs.Else != nil || !returns(ifs.Body) {
		return false
	}
	e := p.Code.Failure(ifs.Cond)
	return e != nil && p.Code.VarOf(e) == v
}

// unread reports whether nothing reads v from an assignment to the end of the
// turn, nor between two turns.
func unread(p *rule.Pass, v *types.Var, as *ast.AssignStmt, r *retry.Retry) bool {
	switch loop := r.Node.(type) {
	case *ast.RangeStmt:
	case *ast.ForStmt:
		if loop.Cond != nil && p.Code.Mentions(loop.Cond, v) {
			return false
		}
	default:
		return false
	}
	read := false
	ast.Inspect(r.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			read = read || n.Pos() > as.End() && p.Code.Info.Uses[n] == v
		case *ast.DeferStmt, *ast.FuncLit:
			read = read || p.Code.Mentions(n, v)
		}
		return !read
	})
	_, plain := p.Code.Parent(as).(*ast.BlockStmt) // no clause of if or switch, which reads it
	return plain && !read
}

// overwrittenAfter reports an error variable that after a counted loop holds
// the failure of the last attempt, or nil, and that is overwritten there before
// anything has looked at it.
func overwrittenAfter(p *rule.Pass, r *retry.Retry) {
	if r.Attempts.Bounded() != api.Yes || len(r.Ops) != 1 || !runsOut(r) {
		return
	}
	as, ok := next(p, r.Node).(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN || len(as.Rhs) != 1 {
		return
	}
	over, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
	if !ok {
		return
	}
	v := p.Code.VarOf(as.Lhs[len(as.Lhs)-1])
	if v == nil || v.IsField() || !code.IsError(v.Type()) || p.Code.Mentions(over, v) {
		return
	}
	holds := false
	for _, d := range p.Code.Defs(v) {
		switch call, ok := ast.Unparen(d.RHS).(*ast.CallExpr); {
		case d.Node == nil || !code.Within(d.Node, r.Node):
		case d.RHS != nil && ok && holdsOp(r, call):
			holds = true
		default:
			return
		}
	}
	if !holds || readsIn(p, r, v) {
		return
	}
	p.Report(rule.Finding{
		Node:    as,
		Message: fmt.Sprintf("when all attempts have failed %s holds the failure of %s, and is overwritten here before anything has looked at it: what follows runs as if it had succeeded; return it if it is not nil", v.Name(), p.Code.CallName(r.Ops[0])),
		Related: []rule.Related{{Node: r.Ops[0], Message: "the operation whose error is lost"}, {Node: r.Node, Message: "the attempts"}},
	})
}

// readsIn reports whether a loop hands an error variable to anything but a
// comparison with nil: keeps it, tells it.
func readsIn(p *rule.Pass, r *retry.Retry, v *types.Var) bool {
	found := false
	ast.Inspect(r.Node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			found = found || p.Code.Mentions(n, v)
		case *ast.AssignStmt:
			for _, e := range n.Rhs {
				if id, ok := ast.Unparen(e).(*ast.Ident); ok && p.Code.Info.Uses[id] == v {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

// holdsOp reports whether a call is an operation of the retry, or holds one.
func holdsOp(r *retry.Retry, call *ast.CallExpr) bool {
	for _, o := range r.Ops {
		if code.Within(o, call) {
			return true
		}
	}
	return false
}

// returns reports whether a block ends in a return.
func returns(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	_, ok := b.List[len(b.List)-1].(*ast.ReturnStmt)
	return ok
}

// endsAfter reports whether the last attempt passes a statement on its way out
// of the loop: no break stands before it.
func endsAfter(r *retry.Retry, s ast.Node) bool {
	before, after := false, true
	if f, ok := r.Node.(*ast.ForStmt); ok && f.Cond == nil {
		after = false
	}
	code.InspectShallow(r.Body, func(n ast.Node) bool {
		if b, ok := n.(*ast.BranchStmt); ok && (b.Tok.String() == "break" || b.Tok.String() == "goto") {
			before = before || b.Pos() < s.Pos()
			after = after || b.Pos() > s.Pos()
		}
		return true
	})
	return after && !before
}
