package ctxdead

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// goes reports a goroutine that works under a context which the deferred cancel
// of the function that starts it ends, if the function has nothing to wait for
// after the start: the work is cut off before it has begun.
func goes(p *rule.Pass, f *code.Func) {
	f.Inspect(func(n ast.Node) bool {
		g, ok := n.(*ast.GoStmt)
		if !ok {
			return true
		}
		call, given := worksIn(p, g)
		if call == nil {
			return true
		}
		s := dies(p, f, given.Ctx)
		if s == nil || s.Call.Pos() > g.Pos() || p.Code.LoopAround(g) != nil || waitsAfter(p, f, g) {
			return true
		}
		name := types.ExprString(given.Expr)
		p.Report(rule.Finding{
			Node: call,
			Message: fmt.Sprintf("%s runs in a goroutine under %s, which the deferred call of %s cancels as soon as %s returns, and that is at once; give it context.WithoutCancel and a limit of its own, or wait for it",
				p.Code.CallName(call), name, s.Cancel.Name(), f.Name()),
			Related: []rule.Related{{Node: s.Call, Message: "the context is made here"}, {Node: g, Message: "the goroutine"}},
		})
		return true
	})
}

// worksIn returns the first call in the goroutine of a go statement that ends
// with a context from outside of it, if nobody waits for the goroutine.
func worksIn(p *rule.Pass, g *ast.GoStmt) (*ast.CallExpr, ctxflow.Given) {
	calls := []*ast.CallExpr{g.Call}
	if lit, ok := ast.Unparen(g.Call.Fun).(*ast.FuncLit); ok {
		fn := p.Code.FuncAt(lit)
		if fn == nil || p.Flow.Live(fn).Kind != ctxflow.RunGo {
			return nil, ctxflow.Given{}
		}
		calls = fn.Calls()
	}
	for _, c := range calls {
		given := p.Flow.CtxArg(c)
		if given.Has != api.Yes || given.Expr == nil || !given.Ctx.Known() || given.Ctx.Opaque() {
			continue
		}
		if _, ok := needsLife(p, c, given); ok {
			return c, given
		}
	}
	return nil, ctxflow.Given{}
}

// waitsAfter reports whether a function may wait for anything between a go
// statement and its return, so that the goroutine has the time, or the purpose,
// to go on beside it.
func waitsAfter(p *rule.Pass, f *code.Func, g *ast.GoStmt) bool {
	waits := false
	f.Inspect(func(n ast.Node) bool {
		if n == ast.Node(g) || waits {
			return false
		}
		if n.End() <= g.End() {
			return true
		}
		switch n := n.(type) {
		case *ast.SelectStmt, *ast.ForStmt, *ast.SendStmt:
			waits = true
		case *ast.RangeStmt:
			waits = n.Pos() > g.Pos()
		case *ast.UnaryExpr:
			waits = n.Op.String() == "<-"
		case *ast.CallExpr:
			waits = n.Pos() > g.End() && mayWait(p, n)
		}
		return !waits
	})
	return waits
}

// mayWait reports whether a call may wait, as far as is known.
func mayWait(p *rule.Pass, call *ast.CallExpr) bool {
	c := p.Code.CalleeOf(call)
	if c.Conversion || c.Builtin != "" {
		return false
	}
	if c.Func == nil || c.Func.Pkg() == nil {
		return c.Func == nil // err.Error()
	}
	if p.Table.Quiet(c.Func.Pkg().Path()) {
		return false
	}
	if row := p.Table.CallOf(c.Func); row != nil {
		return row.Kind != api.WaitNone && !(row.Never && row.Kind == api.WaitIO) // an answer is written
	}
	if api.IsStd(c.Func.Pkg().Path()) {
		return false
	}
	if code.IsInterfaceMethod(c.Func) {
		return true
	}
	s := p.Summary(c.Func)
	return s == nil || len(s.Waits) > 0 || p.Code.FuncOf(c.Func) == nil
}
