package ctxdetach

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/rule"
)

// outlives reports a request's context given to a goroutine that nobody waits for.
func outlives(p *rule.Pass, f *code.Func, call *ast.CallExpr, given ctxflow.Given, seen map[ast.Node]bool) {
	outer := f.Outermost()
	if f.Obj == nil && f.Parent != nil {
		outer = f.Parent
	}
	var spawned bool
	if gs, ok := p.Code.Parent(call).(*ast.GoStmt); ok && gs.Call == call {
		spawned, outer = true, f
	} else if f.Obj == nil && f.UseOf().Role == code.RoleGo && p.Flow.Live(f).Kind == ctxflow.RunGo {
		spawned = true
	}
	if !spawned || !given.Ctx.FromCaller() {
		return
	}
	m := p.Handlers.Of(outer)
	if m == nil || m.Kind != handlers.KindRequest || m.Live != api.Yes || m.How == handlers.ByParam || !uses(p, call, given) {
		return
	}
	if meantToEnd(p, outer, call, given) || f != outer && seen[f.Node] {
		return
	}
	seen[f.Node] = f != outer // one for each goroutine
	p.Report(rule.Finding{
		Node:    call,
		Message: fmt.Sprintf("the goroutine runs on under %s, which ends when %s returns, so its work is cut off; give it context.WithoutCancel and a limit of its own", types.ExprString(given.Expr), outer.Name()),
		Related: []rule.Related{{Node: m.Func.Type, Message: "the handler"}},
	})
}

// meantToEnd reports whether the goroutine that call starts, or is in, may well
// be meant to end with the handler outer: the handler cancels the context
// itself, or goes on serving after the start and only then returns.
func meantToEnd(p *rule.Pass, outer *code.Func, call *ast.CallExpr, given ctxflow.Given) bool {
	for _, s := range given.Ctx.InForce() {
		if s.Cancel != nil && s.In == outer {
			return true
		}
	}
	cur, ok := p.Code.Cursor(call)
	if !ok {
		return true
	}
	start := call.Pos()
	for c := range cur.Enclosing((*ast.GoStmt)(nil)) {
		start = c.Node().Pos()
	}
	return stays(p, outer, start)
}

// stays reports whether a function goes on to wait for something after a place.
func stays(p *rule.Pass, outer *code.Func, start token.Pos) bool {
	stays := false
	outer.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectStmt:
			stays = stays || n.End() > start
		case *ast.UnaryExpr:
			stays = stays || n.Op == token.ARROW && n.Pos() > start
		case *ast.ForStmt:
			stays = stays || n.Cond == nil && n.End() > start
		case *ast.RangeStmt:
			_, ch := p.Code.Info.TypeOf(n.X).Underlying().(*types.Chan)
			stays = stays || ch && n.End() > start
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && n.End() > start {
				switch sel.Sel.Name {
				case "Wait", "ServeHTTP", "Serve", "Recv", "RecvMsg", "ReadMessage", "Copy":
					stays = true
				}
			}
		}
		return !stays
	})
	return stays
}
