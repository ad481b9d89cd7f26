package waits

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// lastWord reports whether a receiver leaves when it has got what the sender
// says last, on a channel of its own: errs <- err; return.
func (f *Finder) lastWord(op *chanOp, e exit) bool {
	cc := f.clauseAround(e.node)
	if cc == nil {
		return false
	}
	ch := commChan(cc)
	if ch == nil {
		return false
	}
	cl := f.class(ch)
	if cl == nil || cl.othersSend || len(cl.closes()) > 0 {
		return false
	}
	sends := cl.sends()
	for _, s := range sends {
		if s.fn != op.fn || !f.leavesAfter(s.node) {
			return false
		}
	}
	return len(sends) > 0
}

// promised reports whether the answer that op waits for is certain once it waits:
// its function has handed the request over on a channel without room, so that
// the other side has it, and that sends the answer in the very case in which it
// took the request.
func (f *Finder) promised(op, answer *chanOp) bool {
	item := f.itemOf(op.ch)
	cc := f.clauseAround(answer.node)
	if item == nil || cc == nil {
		return false
	}
	took := commChan(cc)
	if taken := f.itemOf(answer.ch); took == nil || taken == nil || !defines(f.p, cc, taken) || !inList(cc.Body, answer.node) {
		return false
	}
	requests := f.class(took)
	if requests == nil || requests.room() != 0 {
		return false
	}
	for _, s := range requests.sends() {
		send, ok := s.node.(*ast.SendStmt)
		if ok && s.fn == op.fn && s.node.Pos() < op.node.Pos() && (s.clause == nil || code.Within(op.node, s.clause)) && f.p.Mentions(send.Value, item) {
			return true
		}
	}
	return false
}

// itemOf returns the variable that holds the item to which a channel belongs.
func (f *Finder) itemOf(ch ast.Expr) *types.Var {
	sel, ok := ast.Unparen(ch).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	v := f.p.VarOf(sel.X)
	if v == nil || v.IsField() {
		return nil
	}
	return v
}

// defines reports whether a case receives into a variable of its own.
func defines(p *code.Package, cc *ast.CommClause, v *types.Var) bool {
	as, ok := cc.Comm.(*ast.AssignStmt)
	return ok && as.Tok == token.DEFINE && p.VarOf(as.Lhs[0]) == v
}

// inList reports whether a node is a statement of a list itself, so that whoever
// begins with the list comes to it, with no return on the way.
func inList(list []ast.Stmt, n ast.Node) bool {
	for _, s := range list {
		if s == n {
			return true
		}
		leaves := false
		code.InspectShallow(s, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.ReturnStmt, *ast.BranchStmt:
				leaves = true
			}
			return !leaves
		})
		if leaves {
			return false
		}
	}
	return false
}
