package retryerror

import (
	"fmt"
	"go/ast"

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
		ifs, ok := next(p, as).(*ast.IfStmt)
		if up, in := p.Code.Parent(as).(*ast.IfStmt); in && up.Init == as {
			ifs, ok = up, true
		}
		if !ok || !isNil(p, ifs.Cond) || !p.Code.Mentions(ifs.Cond, v) || !returns(ifs.Body) || ifs.Else != nil {
			continue
		}
		if b, ok := ast.Unparen(ifs.Cond).(*ast.BinaryExpr); !ok || b.Op.String() != "!=" {
			continue
		}
		if !endsAfter(r, as) {
			continue
		}
		p.Report(rule.Finding{
			Node:    as,
			Message: fmt.Sprintf("%s holds the failure of %s, and is overwritten here: the loop goes on only when this is nil, so after the last attempt nil is returned as if it had succeeded; use another variable", v.Name(), p.Code.CallName(r.Ops[0])),
			Related: []rule.Related{{Node: ret, Message: "returned here"}, {Node: r.Ops[0], Message: "the operation whose error is lost"}},
		})
		return
	}
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
