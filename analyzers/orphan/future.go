package orphan

import (
	"fmt"
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// futures reports a select that gives up on a channel which a function of
// another package has returned, and on which a goroutine sends without room.
func futures(p *rule.Pass, f *code.Func) {
	f.Inspect(func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectStmt)
		if !ok {
			return true
		}
		leaves := givesUp(p, sel)
		if leaves == nil {
			return true
		}
		for _, s := range sel.Body.List {
			cc, ok := s.(*ast.CommClause)
			if !ok || cc.Comm == nil || cc == leaves {
				continue
			}
			call := madeBy(p, f, code.Received(cc.Comm))
			if call == nil {
				continue
			}
			fn := p.Code.Callee(call)
			if fn == nil || p.Code.FuncOf(fn) != nil {
				continue
			}
			sum := p.Summary(fn)
			if sum == nil {
				continue
			}
			for _, r := range sum.Results {
				if !r.NoRoom || r.Index != 0 {
					continue
				}
				p.Report(rule.Finding{
					Node: call,
					Message: fmt.Sprintf("the goroutine that %s starts stays at its send at %s:%d for ever once this select is left at %s: the channel has no room; give it room for what is sent, or let %s take the context",
						code.ShortName(fn), r.Via[0].File, r.Via[0].Line, p.Where(leaves), code.ShortName(fn)),
					Related: []rule.Related{{Node: leaves, Message: "leaves without having received"}},
					Via:     r.Via,
				})
			}
		}
		return true
	})
}

// givesUp returns the case of a select by which the function leaves when a
// context or a time limit ends, nil if there is none.
func givesUp(p *rule.Pass, sel *ast.SelectStmt) *ast.CommClause {
	for _, s := range sel.Body.List {
		cc, ok := s.(*ast.CommClause)
		if !ok || cc.Comm == nil || len(cc.Body) == 0 {
			continue
		}
		if _, ret := cc.Body[len(cc.Body)-1].(*ast.ReturnStmt); !ret {
			continue
		}
		ch := code.Received(cc.Comm)
		if ch == nil {
			continue
		}
		if p.Flow.DoneOf(ch) != nil || isTime(p, ch) {
			return cc
		}
	}
	return nil
}

func isTime(p *rule.Pass, ch ast.Expr) bool {
	t := p.Code.Info.TypeOf(ch)
	return t != nil && api.KeyOfType(t) == "<-chan time.Time"
}

// madeBy returns the call whose result a channel expression is: the call
// itself, or the only value of a local variable that is used nowhere else.
func madeBy(p *rule.Pass, f *code.Func, ch ast.Expr) *ast.CallExpr {
	if ch == nil {
		return nil
	}
	ch = ast.Unparen(ch)
	if call, ok := ch.(*ast.CallExpr); ok {
		return call
	}
	id, ok := ch.(*ast.Ident)
	if !ok {
		return nil
	}
	origins := p.Code.Origins(id)
	if len(origins) != 1 || origins[0].Expr == nil || origins[0].Index > 0 || origins[0].Unknown {
		return nil
	}
	call, _ := origins[0].Expr.(*ast.CallExpr)
	v := p.Code.VarOf(id)
	uses := 0
	ast.Inspect(f.Outermost().Body, func(n ast.Node) bool {
		if u, ok := n.(*ast.Ident); ok && p.Code.Info.Uses[u] == v {
			uses++
		}
		return true
	})
	if uses != 1 {
		return nil
	}
	return call
}
