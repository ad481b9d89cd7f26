package orphan

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// generatorLeft reports a range over a channel that a function of the package fills
// in a goroutine of its own, if it is left before the end while the context goes on:
// the goroutine waits with its next value for the end of the context, one for each
// turn of a loop under the same context.
func generatorLeft(p *rule.Pass, f *code.Func) {
	f.Inspect(func(n ast.Node) bool {
		loop, ok := n.(*ast.RangeStmt)
		if !ok {
			return true
		}
		call, ok := ast.Unparen(loop.X).(*ast.CallExpr)
		if !ok {
			if o := p.Code.Origins(loop.X); len(o) == 1 && !o[0].Unknown && o[0].Index <= 0 {
				call, ok = o[0].Expr.(*ast.CallExpr)
			}
		}
		if !ok || p.Code.Enclosing(call) != f {
			return true
		}
		start := fills(p, p.Code.FuncOf(p.Code.Callee(call)))
		if start == nil {
			return true
		}
		left := leftRange(p, f, loop)
		if left == nil || usedAgain(p, f, loop) {
			return true
		}
		given := p.Flow.CtxArg(call)
		turns := repeated(p, f, p.Code.Parent(loop), given.Ctx, 0)
		if turns == nil {
			return true
		}
		p.Report(rule.Finding{
			Node: code.Span{From: loop.For, To: loop.X.End()},
			Message: fmt.Sprintf("the goroutine at %s stays until %s is over when this loop is left at %s: nobody takes what it sends then, and each turn of the loop at %s leaves another; give it a context of its own and defer its cancel",
				p.Where(start), types.ExprString(given.Expr), p.Where(left), p.Where(turns)),
			Related: []rule.Related{{Node: left, Message: "left here"}, {Node: start, Message: "started here"}},
		})
		return true
	})
}

// fills returns the go statement of a function that returns a channel without room, in
// whose goroutine all sends on that channel are given up at the end of the context
// which the function is given, and at nothing else.
func fills(p *rule.Pass, g *code.Func) *ast.GoStmt {
	if g == nil || g.Obj == nil || g.Sig.Results().Len() != 1 || len(g.Body.List) == 0 {
		return nil
	}
	ret, ok := g.Body.List[len(g.Body.List)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	ch := p.Code.VarOf(ret.Results[0])
	if ch == nil || !g.Declares(ch) || len(p.Code.Defs(ch)) != 1 {
		return nil
	}
	made, ok := ast.Unparen(p.Code.Defs(ch)[0].RHS).(*ast.CallExpr)
	if !ok || p.Code.CalleeOf(made).Builtin != "make" || len(made.Args) != 1 {
		return nil
	}
	var start *ast.GoStmt
	sends := 0
	for id, obj := range p.Code.Info.Uses {
		if obj != ch {
			continue
		}
		switch n := p.Code.Parent(id).(type) {
		case *ast.SendStmt:
			cc, ok := p.Code.Parent(n).(*ast.CommClause)
			if !ok || !orOver(p, g, cc) {
				return nil
			}
			if start = goAround(p, n, g); start == nil {
				return nil
			}
			sends++
		case *ast.CallExpr: // close(ch)
			if p.Code.CalleeOf(n).Builtin != "close" {
				return nil
			}
		case *ast.ReturnStmt:
		default:
			return nil
		}
	}
	if sends == 0 {
		return nil
	}
	return start
}

// orOver reports whether the other cases of a select all wait for the end of the
// context that g is given.
func orOver(p *rule.Pass, g *code.Func, cc *ast.CommClause) bool {
	body, ok := p.Code.Parent(cc).(*ast.BlockStmt)
	if !ok || len(body.List) < 2 {
		return false
	}
	for _, s := range body.List {
		o := s.(*ast.CommClause)
		if o == cc {
			continue
		}
		ch := code.Received(o.Comm)
		if ch == nil {
			return false
		}
		x := p.Flow.DoneOf(ch)
		if x == nil {
			return false
		}
		c := p.Flow.Outer(p.Flow.Trace(x))
		if c.Ambiguous || c.Root.Kind != ctxflow.RootParam || c.Root.Func != g || len(c.InForce()) > 0 {
			return false
		}
	}
	return true
}

// goAround returns the go statement of g in whose literal a node is.
func goAround(p *rule.Pass, n ast.Node, g *code.Func) *ast.GoStmt {
	for m := p.Code.Parent(n); m != nil && m != g.Node; m = p.Code.Parent(m) {
		if s, ok := m.(*ast.GoStmt); ok {
			return s
		}
	}
	return nil
}

// leftRange returns a return or break by which a range is left while the context is
// alive.
func leftRange(p *rule.Pass, f *code.Func, loop *ast.RangeStmt) ast.Node {
	var found ast.Node
	f.Inspect(func(n ast.Node) bool {
		if found != nil || !code.Within(n, loop) && !code.Within(loop, n) {
			return false
		}
		switch s := n.(type) {
		case *ast.ReturnStmt:
			if code.Within(s, loop) && p.Flow.CleanupMode(s) == ctxflow.CleanupNone && !fromItem(p, s, loop) {
				found = s
			}
		case *ast.BranchStmt:
			if s.Tok == token.BREAK && s.Label == nil && breaksFrom(p, s) == ast.Node(loop) && p.Flow.CleanupMode(s) == ctxflow.CleanupNone && !fromItem(p, s, loop) {
				found = s
			}
		}
		return true
	})
	return found
}

// fromItem reports whether a node stands in a branch that asks for what came out of
// the channel: an error, or the last value, after which nothing comes.
func fromItem(p *rule.Pass, n ast.Node, loop *ast.RangeStmt) bool {
	item := p.Code.VarOf(loop.Key)
	if item == nil {
		return true
	}
	for m := p.Code.Parent(n); m != nil && m != ast.Node(loop); m = p.Code.Parent(m) {
		switch m := m.(type) {
		case *ast.IfStmt:
			if p.Code.Mentions(m.Cond, item) {
				return true
			}
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.CommClause:
			return true
		}
	}
	return false
}

// usedAgain reports whether the channel of a range is named anywhere else, so that
// somebody may take the rest.
func usedAgain(p *rule.Pass, f *code.Func, loop *ast.RangeStmt) bool {
	v := p.Code.VarOf(loop.X)
	if _, ok := ast.Unparen(loop.X).(*ast.Ident); !ok || v == nil {
		return false
	}
	for id, obj := range p.Code.Info.Uses {
		if obj == v && !code.Within(id, loop.X) {
			return true
		}
	}
	return !f.Declares(v)
}
