package retrydelay

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// atOnce reports a loop over the messages of a queue that gives a message back
// when it could not be handled: it comes again at once. Not reported: packages
// that do not declare their queue, which may limit how often that happens, or
// that ask of a message whether it came back; and branches that wait.
func atOnce(p *rule.Pass) {
	if !endlessReturns(p) {
		return
	}
	for _, f := range p.Funcs() {
		for _, call := range f.Calls() {
			i := api.Requeues(api.Key(p.Code.Callee(call)))
			if i < 0 || i >= len(call.Args) {
				continue
			}
			v := p.Code.Info.Types[call.Args[i]].Value
			sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
			if v == nil || v.Kind() != constant.Bool || !constant.BoolVal(v) || !ok {
				continue
			}
			loop, ok := p.Code.LoopAround(call).(*ast.RangeStmt)
			if !ok || loop.Key == nil || p.Code.VarOf(loop.Key) == nil || p.Code.VarOf(loop.Key) != p.Code.VarOf(sel.X) {
				continue
			}
			op := failed(p, call, loop)
			if op == nil || holdsUp(p, loop.Body) {
				continue
			}
			p.Report(rule.Finding{
				Node:    call,
				Message: "a message that could not be handled goes back to the head of its queue and comes again at once, for as long as the failure lasts; let it wait in a queue with a time to live, or pause before giving it back",
				Related: []rule.Related{{Node: op, Message: "what failed"}, {Node: loop, Message: "the loop that gets it again"}},
			})
		}
	}
}

// failed returns the call that handles the message, if the branch in which a
// message is given back is that of its failure.
func failed(p *rule.Pass, call *ast.CallExpr, loop *ast.RangeStmt) *ast.CallExpr {
	cur, ok := p.Code.Cursor(call)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.IfStmt)(nil)) {
		ifs := c.Node().(*ast.IfStmt)
		if !code.Within(ifs, loop) {
			return nil
		}
		if !code.Within(call, ifs.Body) {
			continue // its own error is asked for
		}
		b, ok := ast.Unparen(ifs.Cond).(*ast.BinaryExpr)
		if !ok || b.Op != token.NEQ || !p.Code.Info.Types[b.Y].IsNil() || !code.IsError(p.Code.Info.TypeOf(b.X)) || p.Code.Parent(ifs) != ast.Node(loop.Body) {
			return nil
		}
		origins := p.Code.Origins(b.X)
		if len(origins) != 1 {
			return nil
		}
		op, ok := origins[0].Expr.(*ast.CallExpr)
		if !ok || !p.Code.Mentions(op, p.Code.VarOf(loop.Key)) {
			return nil
		}
		if returnsLast(ifs.Body) {
			return nil // who starts it again may wait
		}
		return op
	}
	return nil
}

// returnsLast reports whether a block ends in a statement that leaves the loop.
func returnsLast(b *ast.BlockStmt) bool {
	switch s := b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok != token.CONTINUE
	}
	return false
}

// holdsUp reports whether a loop's body has anything that may wait or leave the
// loop after a failure: a channel, a select, a pause, a limiter.
func holdsUp(p *rule.Pass, body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectStmt, *ast.SendStmt, *ast.GoStmt, *ast.FuncLit:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.CallExpr:
			found = found || p.Retries.MayPace(n)
		}
		return !found
	})
	return found
}

// endlessReturns reports whether a package declares a queue, and nothing in it
// limits how often a message comes back.
func endlessReturns(p *rule.Pass) bool {
	declares := false
	for _, f := range p.Funcs() {
		for _, call := range f.Calls() {
			declares = declares || api.DeclaresQueue(api.Key(p.Code.Callee(call)))
		}
	}
	if !declares {
		return false
	}
	for e, tv := range p.Code.Info.Types {
		if tv.Value != nil && tv.Value.Kind() == constant.String && api.LimitsReturns(constant.StringVal(tv.Value)) {
			return false
		}
		if s, ok := e.(*ast.SelectorExpr); ok && s.Sel.Name == "Redelivered" {
			if v, ok := p.Code.Info.Uses[s.Sel].(*types.Var); ok && v.IsField() {
				return false
			}
		}
	}
	return true
}
