package orphan

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// streamLeft reports a stream of answers that is left before its end, while its
// context goes on: it ends with the context or with an error of Recv, and by nothing
// else. One for each turn of a loop under the same context piles up.
func streamLeft(p *rule.Pass, f *code.Func) {
	for _, call := range f.Calls() {
		fn := p.Code.Callee(call)
		if fn == nil || !api.OpensAnswers(fn) {
			continue
		}
		v := p.Code.VarOf(assigned(p, call))
		if v == nil || v.IsField() || !code.Within(at(v), f.Body) || closesConn(p, f) {
			continue
		}
		left := leftBefore(p, f, v)
		if left == nil {
			continue
		}
		given := p.Flow.CtxArg(call)
		loop := repeated(p, f, call, given.Ctx, 0)
		if given.Has != api.Yes || loop == nil {
			continue
		}
		p.Report(rule.Finding{
			Node: call,
			Message: fmt.Sprintf("the stream stays open until %s is over when it is left at %s: only that, or an error of Recv, ends it, and each turn of the loop at %s opens another; give it a context of its own and defer its cancel",
				types.ExprString(given.Expr), p.Where(left), p.Where(loop)),
			Related: []rule.Related{{Node: left, Message: "left here"}, {Node: nodeHead(loop), Message: "goes on"}},
		})
	}
}

func at(v *types.Var) ast.Node { return code.Span{From: v.Pos(), To: v.Pos()} }

// assigned returns what takes the first result of a call, nil if nothing does.
func assigned(p *rule.Pass, call *ast.CallExpr) ast.Expr {
	as, ok := p.Code.Parent(call).(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 || len(as.Lhs) != 2 {
		return nil
	}
	return as.Lhs[0]
}

// closesConn reports whether a function closes something: a connection of its own ends
// its streams.
func closesConn(p *rule.Pass, f *code.Func) bool {
	for _, call := range f.Calls() {
		if row := p.Table.CallOf(p.Code.Callee(call)); row != nil && row.Unblocks {
			return true
		}
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "Close" {
			return true
		}
	}
	return false
}

// leftBefore returns a way out of a loop of reads from the stream in v that is taken
// for another reason than the error of a read; nil if there is none, or the stream
// is used in another way than by its Recv.
func leftBefore(p *rule.Pass, f *code.Func, v *types.Var) ast.Node {
	var loop ast.Stmt
	var failed *types.Var
	for id, obj := range p.Code.Info.Uses {
		if obj != v {
			continue
		}
		sel, ok := p.Code.Parent(id).(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "Recv" {
			return nil
		}
		call, ok := p.Code.Parent(sel).(*ast.CallExpr)
		if !ok || loop != nil {
			return nil
		}
		as, ok := p.Code.Parent(call).(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 2 {
			return nil
		}
		failed, loop = p.Code.VarOf(as.Lhs[1]), p.Code.LoopAround(call)
		if failed == nil || loop == nil || p.Code.Enclosing(loop) != f {
			return nil
		}
	}
	if loop == nil {
		return nil
	}
	var found ast.Node
	f.Inspect(func(n ast.Node) bool {
		if found != nil || !code.Within(n, loop) && !code.Within(loop, n) {
			return false
		}
		switch s := n.(type) {
		case *ast.ReturnStmt:
		case *ast.BranchStmt:
			if s.Tok != token.BREAK || s.Label != nil || breaksFrom(p, s) != loop {
				return true
			}
		default:
			return true
		}
		if code.Within(n, loop) && !under(p, n, loop, failed) {
			found = n
		}
		return true
	})
	return found
}

// breaksFrom returns the statement that a break without a label leaves.
func breaksFrom(p *rule.Pass, b *ast.BranchStmt) ast.Node {
	for n := p.Code.Parent(b); n != nil; n = p.Code.Parent(n) {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			return n
		case *ast.FuncLit, *ast.FuncDecl:
			return nil
		}
	}
	return nil
}

// under reports whether a node stands, within a loop, in a branch that asks for an
// error, or for the end of a context.
func under(p *rule.Pass, n ast.Node, loop ast.Stmt, failed *types.Var) bool {
	for m := p.Code.Parent(n); m != nil && m != ast.Node(loop); m = p.Code.Parent(m) {
		switch m := m.(type) {
		case *ast.IfStmt:
			if p.Code.Mentions(m.Cond, failed) || m.Init != nil && p.Code.Mentions(m.Init, failed) {
				return true
			}
		case *ast.SwitchStmt:
			if p.Code.Mentions(m, failed) {
				return true
			}
		case *ast.CommClause:
			return true
		}
	}
	return p.Flow.CleanupMode(n) != ctxflow.CleanupNone
}

// repeated returns the loop in each turn of which f comes to a node under the same
// context, one that begins outside of the loop and has no end of its own; nil if
// there is none in sight.
func repeated(p *rule.Pass, f *code.Func, at ast.Node, c ctxflow.Ctx, depth int) ast.Stmt {
	if c.Ambiguous || c.Opaque() || c.Root.Kind != ctxflow.RootParam || len(c.InForce()) > 0 {
		return nil
	}
	if loop := p.Code.LoopAround(at); loop != nil {
		if untilSuccess(p, loop) {
			return nil
		}
		return loop
	}
	if depth > 2 || f.Obj == nil || c.Root.Func != f {
		return nil
	}
	i := f.ParamIndex(c.Root.Var)
	calls, _ := p.Code.Callers(f)
	for _, call := range calls {
		g := p.Code.Enclosing(call)
		if i < 0 || i >= len(call.Args) || g == nil {
			continue
		}
		if _, started := p.Code.Parent(call).(*ast.GoStmt); started {
			continue
		}
		if loop := repeated(p, g, call, p.Flow.Trace(call.Args[i]), depth+1); loop != nil {
			return loop
		}
	}
	return nil
}

// untilSuccess reports whether a loop is left when something has worked: it may be
// that which leaves the stream.
func untilSuccess(p *rule.Pass, loop ast.Stmt) bool {
	found := false
	ast.Inspect(loop, func(n ast.Node) bool {
		s, ok := n.(*ast.IfStmt)
		if !ok || len(s.Body.List) == 0 {
			return !found
		}
		x, isNil := p.Code.NilTest(s.Cond)
		switch s.Body.List[len(s.Body.List)-1].(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			found = found || x != nil && isNil && code.IsError(p.Code.TypeOf(x))
		}
		return !found
	})
	return found
}
