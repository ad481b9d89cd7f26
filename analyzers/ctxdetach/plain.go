package ctxdetach

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// withoutContext reports a group without a context of its own one of whose workers
// goes round until the caller's is over, while another may fail: nothing tells the
// one, so that Wait keeps the failure to itself for as long as the caller lets it.
func withoutContext(p *rule.Pass, f *code.Func) {
	done := make(map[*types.Var]bool)
	for _, c := range f.Calls() {
		callee := p.Code.CalleeOf(c)
		if callee.Recv == nil || callee.Func == nil || callee.Func.Name() != "Go" {
			continue
		}
		v := p.Code.VarOf(callee.Recv)
		if v == nil || done[v] || !f.Declares(v) || !api.IsGroup(v.Type()) || !plain(p, v) {
			continue
		}
		done[v] = true
		stays, fails, only := goesOn(p, f, v)
		if stays == nil || fails == nil {
			continue
		}
		ctx := only.Ctx.Root.Var.Name()
		p.Report(rule.Finding{
			Node: stays,
			Message: fmt.Sprintf("nothing ends this worker when the one at %s fails: it goes round until %s is over, and the group's Wait waits for it and tells of the failure only then; make the group with errgroup.WithContext(%s) and run the workers under its context",
				p.Where(fails), ctx, ctx),
			Related: []rule.Related{{Node: fails, Message: "may fail long before"}, {Node: head(only.Node), Message: "goes round until then"}},
		})
	}
}

// head is a node itself, or the first line of a loop.
func head(n ast.Node) ast.Node {
	if l, ok := n.(*ast.ForStmt); ok {
		return code.Span{From: l.For, To: l.Body.Lbrace}
	}
	return n
}

// plain reports whether a group is one that was made without a context.
func plain(p *rule.Pass, v *types.Var) bool {
	for _, d := range p.Code.Defs(v) {
		switch {
		case d.Kind == code.DefZero:
			continue
		case d.Kind != code.DefAssign || d.RHS == nil || d.Index >= 0:
			return false
		}
		e := ast.Unparen(d.RHS)
		if u, ok := e.(*ast.UnaryExpr); ok {
			e = ast.Unparen(u.X)
		}
		switch e := e.(type) {
		case *ast.CompositeLit:
		case *ast.CallExpr:
			if p.Code.CalleeOf(e).Builtin != "new" {
				return false
			}
		default:
			return false
		}
	}
	return len(p.Code.Defs(v)) > 0
}

// goesOn returns the calls that start a worker of the group v which only the end of
// the caller's context ends, and one that may fail before; nil if there are no such
// two, or one of them may end the other.
func goesOn(p *rule.Pass, f *code.Func, v *types.Var) (stays, failing *ast.CallExpr, only *waits.Only) {
	lits, n := literals(p, f, v)
	if n < 2 {
		return nil, nil, nil
	}
	for _, g := range lits {
		start, _ := p.Code.Parent(g.Node).(*ast.CallExpr)
		if start == nil || endsOthers(p, g, 0) {
			return nil, nil, nil
		}
		if o := p.Waits.OnlyEnd(g); o != nil {
			if o.Ctx != nil && stays == nil && callersAlone(p, f, o.Ctx) {
				stays, only = start, o
			}
			continue
		}
		if failing == nil && mayFail(p, g, 0) {
			failing = start
		}
	}
	return stays, failing, only
}

// callersAlone reports whether a context ends only when that of f's caller does, or
// when f returns.
func callersAlone(p *rule.Pass, f *code.Func, ctx *ctxflow.Ctx) bool {
	c := p.Flow.Outer(*ctx)
	if !c.Known() || !c.FromCaller() || c.Opaque() || c.Root.Kind != ctxflow.RootParam || c.Root.Var == nil {
		return false
	}
	for _, s := range c.Cancels() {
		if s.In == nil || !s.In.Within(f) && s.In != f {
			continue
		}
		if s.Kind != ctxflow.StepCancel || !s.CancelDeferred || s.CancelEscapes || len(p.Flow.CancelCalls(&s)) > 0 {
			return false
		}
	}
	return len(c.Bounds()) == 0
}

// endsOthers reports whether a worker, or what it calls in the package, may end
// another: it cancels a context, closes or sends something, or panics.
func endsOthers(p *rule.Pass, g *code.Func, depth int) bool {
	for _, c := range g.Calls() {
		callee := p.Code.CalleeOf(c)
		switch {
		case callee.Builtin == "close", callee.Builtin == "panic":
			return true
		case callee.Func == nil && callee.Builtin == "" && !callee.Conversion && code.IsCancelFunc(p.Code.TypeOf(c.Fun)):
			return true
		case callee.Func != nil && endsThings(callee.Func.Name()):
			var v *types.Var
			if callee.Recv != nil {
				v = p.Code.VarOf(callee.Recv)
			}
			if v == nil || v.IsField() || !g.Declares(v) {
				return true
			}
		}
		if h := p.Code.FuncOf(callee.Func); h != nil && depth < deepest && endsOthers(p, h, depth+1) {
			return true
		}
	}
	for _, lit := range g.Lits {
		if endsOthers(p, lit, depth+1) {
			return true
		}
	}
	return false
}

// mayFail reports whether a worker may return an error that is not the end of a
// context, as far as it, and what it calls in the package, shows.
func mayFail(p *rule.Pass, g *code.Func, depth int) bool {
	found := false
	g.Inspect(func(n ast.Node) bool {
		r, ok := n.(*ast.ReturnStmt)
		if !ok || found || len(r.Results) == 0 || p.Flow.CleanupMode(r) == ctxflow.CleanupOver {
			return !found
		}
		e := ast.Unparen(r.Results[len(r.Results)-1])
		if p.Code.IsNil(e) {
			return true
		}
		if call, ok := e.(*ast.CallExpr); ok {
			if h := p.Code.FuncOf(p.Code.Callee(call)); h != nil {
				found = depth < deepest && mayFail(p, h, depth+1)
				return true
			}
		}
		found = true
		return false
	})
	return found
}
