package orphan

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// nilled reports a loop that ends only when the channel in a field is closed, for which it
// asks the field anew in each turn, when who closes it sets the field to nil at once: a
// turn that is busy then comes back to a nil channel, and waits for ever.
func nilled(p *rule.Pass, f *code.Func) {
	f.Inspect(func(n ast.Node) bool {
		loop, ok := n.(*ast.ForStmt)
		if !ok || loop.Cond != nil || f.Body == nil {
			return true
		}
		code.InspectShallow(loop.Body, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectStmt)
			if !ok || p.Code.LoopAround(sel) != ast.Stmt(loop) {
				return true
			}
			for _, s := range sel.Body.List {
				cc, ok := s.(*ast.CommClause)
				if !ok {
					continue
				}
				field := fieldAsked(p, cc)
				if field == nil || !busyBesides(loop, sel, cc) || leftElsewhere(p, loop, cc) {
					continue
				}
				closed, set := closedAndNilled(p, field)
				if set == nil {
					continue
				}
				p.Report(rule.Finding{
					Node: cc.Comm,
					Message: fmt.Sprintf("the loop asks for the channel anew in each turn, and %s is set to nil as soon as it is closed, at %s: a turn that is busy then waits for a nil channel next, and the goroutine stays for ever; take the channel once, before the loop, or leave the closed one in the field",
						field.Name(), p.Where(set)),
					Related: []rule.Related{{Node: closed, Message: "closed here"}, {Node: set, Message: "set to nil here"}},
				})
			}
			return true
		})
		return true
	})
}

// fieldAsked returns the field whose channel a select's case receives from, directly or by
// a function of the package that only returns it.
func fieldAsked(p *rule.Pass, cc *ast.CommClause) *types.Var {
	s, ok := cc.Comm.(*ast.ExprStmt)
	if !ok {
		return nil
	}
	recv, ok := ast.Unparen(s.X).(*ast.UnaryExpr)
	if !ok || recv.Op != token.ARROW {
		return nil
	}
	call, ok := ast.Unparen(recv.X).(*ast.CallExpr)
	if !ok {
		return ownField(p, recv.X)
	}
	g := p.Code.FuncOf(p.Code.Callee(call))
	if g == nil || g.Body == nil || len(call.Args) > 0 {
		return nil
	}
	var field *types.Var
	same := true
	g.Inspect(func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok {
			if len(ret.Results) != 1 {
				same = false
				return false
			}
			v := ownField(p, ret.Results[0])
			same = same && v != nil && (field == nil || field == v)
			field = v
		}
		return same
	})
	if !same {
		return nil
	}
	return field
}

// ownField returns the field of the package that an expression selects, if nobody else can set it.
func ownField(p *rule.Pass, e ast.Expr) *types.Var {
	v := p.Code.FieldOf(e)
	if v == nil || v.Exported() || v.Pkg() != p.Code.Types {
		return nil
	}
	return v
}

// busyBesides reports whether a loop does something besides waiting for one of a select's cases.
func busyBesides(loop *ast.ForStmt, sel *ast.SelectStmt, but *ast.CommClause) bool {
	nodes := []ast.Node{}
	for _, s := range loop.Body.List {
		if s != ast.Stmt(sel) {
			nodes = append(nodes, s)
		}
	}
	for _, s := range sel.Body.List {
		if cc, ok := s.(*ast.CommClause); ok && cc != but {
			for _, b := range cc.Body {
				nodes = append(nodes, b)
			}
		}
	}
	busy := false
	for _, n := range nodes {
		code.InspectShallow(n, func(n ast.Node) bool {
			_, call := n.(*ast.CallExpr)
			busy = busy || call
			return !busy
		})
	}
	return busy
}

// leftElsewhere reports whether a loop may end in another way than by one case.
func leftElsewhere(p *rule.Pass, loop *ast.ForStmt, but *ast.CommClause) bool {
	found := false
	code.InspectShallow(loop.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CommClause:
			return n != but && !found
		case *ast.ReturnStmt:
			found = true
		case *ast.BranchStmt:
			found = found || n.Tok == token.GOTO || n.Tok == token.BREAK && n.Label != nil
		case *ast.CallExpr:
			found = found || p.Code.MayStop(n)
		}
		return !found
	})
	return found
}

// closedAndNilled returns where a function closes the channel in a field, and where it sets
// the field to nil next.
func closedAndNilled(p *rule.Pass, field *types.Var) (closed, set ast.Node) {
	for _, g := range p.Code.Funcs {
		for _, call := range g.Calls() {
			if p.Code.CalleeOf(call).Builtin != "close" || len(call.Args) != 1 || p.Code.FieldOf(call.Args[0]) != field {
				continue
			}
			g.Inspect(func(n ast.Node) bool {
				as, ok := n.(*ast.AssignStmt)
				if ok && len(as.Lhs) == 1 && len(as.Rhs) == 1 && as.Pos() > call.End() && p.Code.FieldOf(as.Lhs[0]) == field && p.Code.IsNil(as.Rhs[0]) {
					closed, set = call, as
				}
				return set == nil
			})
			if set != nil {
				return closed, set
			}
		}
	}
	return nil, nil
}
