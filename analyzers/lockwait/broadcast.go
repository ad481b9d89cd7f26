package lockwait

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// broadcast returns a send in a region that goes to one channel after the other of
// a field that holds channels without room; nil if there is none. One that is a
// case of a select is none, unless nothing but the end of a context leaves that
// otherwise: that helps whoever holds the lock, not those who wait for it.
func broadcast(p *rule.Pass, region []ast.Node) ast.Node {
	for _, n := range region {
		send, ok := n.(*ast.SendStmt)
		if !ok {
			continue
		}
		if cc, ok := p.Code.Parent(send).(*ast.CommClause); ok && !orDone(p, cc) {
			continue
		}
		to := ast.Unparen(send.Chan)
		sel, inItem := to.(*ast.SelectorExpr)
		if inItem {
			to = ast.Unparen(sel.X) // listener.events, where the listeners are in the field
		}
		id, ok := to.(*ast.Ident)
		if !ok || inItem && !p.Waits.WithoutRoom(sel) {
			continue
		}
		for _, d := range p.Code.Reaching(id) {
			if d.Kind != code.DefRangeValue && d.Kind != code.DefRangeKey || d.RHS == nil {
				continue
			}
			list := ast.Unparen(d.RHS)
			if ix, ok := list.(*ast.IndexExpr); ok {
				list = ix.X // those of one topic
			}
			if field := p.Code.FieldOf(list); field != nil && (inItem || roomless(p, field)) {
				return send
			}
		}
	}
	return nil
}

// orDone reports whether all other cases of a select wait for the end of a context.
func orDone(p *rule.Pass, cc *ast.CommClause) bool {
	body, ok := p.Code.Parent(cc).(*ast.BlockStmt)
	if !ok {
		return false
	}
	for _, s := range body.List {
		other := s.(*ast.CommClause)
		if other == cc {
			continue
		}
		if ch := code.Received(other.Comm); other.Comm == nil || ch == nil || p.Flow.DoneOf(ch) == nil {
			return false
		}
	}
	return true
}

// roomless reports whether the channels that the package puts into a map or
// slice are all in sight and none has room.
func roomless(p *rule.Pass, field *types.Var) bool {
	found := false
	for n := range p.Code.Inspector.PreorderSeq((*ast.AssignStmt)(nil)) {
		as := n.(*ast.AssignStmt)
		if len(as.Lhs) != len(as.Rhs) {
			continue
		}
		for i, l := range as.Lhs {
			var kept []ast.Expr
			switch x := ast.Unparen(l).(type) {
			case *ast.IndexExpr:
				if p.Code.FieldOf(x.X) == field {
					kept = []ast.Expr{as.Rhs[i]}
					if call, ok := ast.Unparen(as.Rhs[i]).(*ast.CallExpr); ok && isAppend(p, call) {
						kept = call.Args[1:] // to those of one topic
					} else if ok && leavesOut(p, call) {
						kept = nil
					}
					if t := p.Code.Info.TypeOf(x.Index); t != nil {
						if _, ok := t.Underlying().(*types.Chan); ok {
							kept = []ast.Expr{x.Index} // a set of channels
						}
					}
				}
			case *ast.SelectorExpr:
				call, ok := ast.Unparen(as.Rhs[i]).(*ast.CallExpr)
				if ok && p.Code.FieldOf(x) == field && isAppend(p, call) {
					kept = call.Args[1:]
				}
			}
			for _, e := range kept {
				for _, o := range p.Code.Origins(e) {
					call, ok := o.Expr.(*ast.CallExpr)
					if !ok || !isMake(p, call) || len(call.Args) != 1 {
						return false
					}
					found = true
				}
			}
		}
	}
	return found
}

// leavesOut reports whether a call returns its first argument without some of its elements.
func leavesOut(p *rule.Pass, call *ast.CallExpr) bool {
	switch p.Code.CalleeOf(call).Key {
	case "slices.Delete", "slices.DeleteFunc":
		return true
	}
	return false
}

func isMake(p *rule.Pass, call *ast.CallExpr) bool { return builtin(p, call) == "make" }
func isAppend(p *rule.Pass, call *ast.CallExpr) bool {
	return builtin(p, call) == "append" && len(call.Args) > 1
}

func builtin(p *rule.Pass, call *ast.CallExpr) string {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return ""
	}
	if b, ok := p.Code.Info.Uses[id].(*types.Builtin); ok {
		return b.Name()
	}
	return ""
}
