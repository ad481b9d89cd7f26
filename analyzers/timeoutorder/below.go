package timeoutorder

import (
	"fmt"
	"go/ast"
	"go/types"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// unreachedBelow is unreached for a deadline that is made for one call of a function of
// the package, which makes one request under it by a client that gives up long before.
func unreachedBelow(p *rule.Pass, f *code.Func) {
	for _, call := range f.Calls() {
		g := p.Code.FuncOf(p.Code.Callee(call))
		given := p.Flow.CtxArg(call)
		if g == nil || g == f || given.Has != api.Yes || !given.Ctx.Known() {
			continue
		}
		b := lastBound(given.Ctx)
		if b == nil || b.In != f || b.Call == nil || b.Maybe || len(b.Through) > 0 || !onlyFor(p, f, given.Expr, call) {
			continue
		}
		outer, ok := b.Limit.MinDuration()
		ex, _, _, found := p.Waits.OnlyExchange(g)
		if !ok || !found || p.Code.LoopAround(ex) != nil {
			continue
		}
		l := p.Retries.ClientLimit(ex)
		if l == nil {
			continue
		}
		inner, ok := l.Value.Max()
		if !ok || inner <= 0 || time.Duration(inner)*3 > outer || !passesOn(p, g, ex) {
			continue
		}
		p.Report(rule.Finding{
			Node: b.Call,
			Message: fmt.Sprintf("%s gets %s here for its one request, but the client gives up after %s, set at %s: the deadline is never reached, and what takes longer than %s always fails; give the client at least the time of the request, or no timeout of its own",
				g.Name(), retry.Short(outer), retry.Short(time.Duration(inner)), p.Where(l.Node), retry.Short(time.Duration(inner))),
			Related: []rule.Related{{Node: l.Node, Message: "the client's timeout"}, {Node: ex, Message: "the request"}},
		})
	}
}

// lastBound is the limit that was put on a context last, if nothing came after it.
func lastBound(ctx ctxflow.Ctx) *ctxflow.Step {
	if len(ctx.Steps) == 0 {
		return nil
	}
	s := ctx.Steps[len(ctx.Steps)-1]
	if s.Kind != ctxflow.StepBound || s.Deadline {
		return nil
	}
	return &s
}

// onlyFor reports whether a context, in a variable of f, is handed to one call alone.
func onlyFor(p *rule.Pass, f *code.Func, ctx ast.Expr, call *ast.CallExpr) bool {
	v := p.Code.VarOf(ctx)
	if v == nil || v.IsField() || !f.Declares(v) || len(p.Code.Defs(v)) != 1 {
		return false
	}
	for id, obj := range p.Code.Info.Uses {
		if obj != types.Object(v) {
			continue
		}
		switch n := p.Code.Parent(id).(type) {
		case *ast.CallExpr:
			if n != call {
				return false
			}
		case *ast.SelectorExpr: // ctx.Err()
		default:
			return false
		}
	}
	return true
}

// passesOn reports whether the request of an exchange in g is under the context that g is
// given, as it is, and nothing else in g is.
func passesOn(p *rule.Pass, g *code.Func, ex *ast.CallExpr) bool {
	for _, call := range g.Calls() {
		c := p.Code.CalleeOf(call)
		if call == ex || c.Key == "net/http.NewRequestWithContext" || c.Func != nil && c.Func.Pkg() != nil && api.OnlySpeaks(c.Func.Pkg().Path(), c.Func.Name()) {
			continue
		}
		if p.Flow.CtxArg(call).Has == api.Yes {
			return false
		}
	}
	for _, w := range p.Waits.Own(g) {
		if w.Call == ex {
			return w.Ctx != nil && w.Ctx.Known() && w.Ctx.Root.Func == g && len(w.Ctx.Cancels()) == 0
		}
	}
	return false
}
