package ctxwait

import (
	"fmt"
	"go/ast"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// flightDepth is how many functions of the package the work of a flight is followed
// through.
const flightDepth = 3

// flights reports a function that waits for work which is done once for all who ask
// meanwhile, and which none of them can end: it runs under a context of its own, as it
// should, but those who wait for it have no way to leave.
func flights(p *rule.Pass, f *code.Func) {
	for _, call := range f.Calls() {
		callee := p.Code.CalleeOf(call)
		row, run := p.Table.Call(callee.Key), p.Table.Runner(callee.Key)
		if row == nil || run == nil || !run.Once || run.Async || row.Twin == "" || run.Op >= len(call.Args) {
			continue
		}
		if p.Flow.CleanupMode(call) != ctxflow.CleanupNone || f.Obj == nil && p.Flow.Live(f).Kind > ctxflow.RunWaited {
			continue
		}
		works, complete := p.Code.LitsOf(call.Args[run.Op])
		if !complete || len(works) != 1 {
			continue
		}
		work := apart(p, works[0], 0)
		if work == nil {
			continue
		}
		want := wanted(p, &waits.Wait{Fn: f, Node: call, Kind: api.WaitSync})
		above := p.Flow.Above(f, call, func(s ctxflow.Source) bool { return s.Kind != ctxflow.SourceStored && want(s) })
		if above == nil || above.Source.Blank || p.Waits.GivenUp(f) != nil {
			continue
		}
		ctx, owner := above.Source.Expr, ""
		if len(above.Calls) > 0 {
			owner = " of its caller " + above.In.Name()
		}
		rel := []rule.Related{{Node: work, Message: "runs under a context that no caller ends"}}
		for _, c := range above.Calls {
			rel = append(rel, rule.Related{Node: c, Message: "called here with " + ctx + " at hand"})
		}
		p.Report(rule.Finding{
			Node: call,
			Message: fmt.Sprintf("%s does not end when %s%s does: it waits for work that no caller's context ends (%s at %s); use DoChan, and select on its channel and the Done of the caller's context",
				p.Code.CallName(call), ctx, owner, p.Code.CallName(work), p.Where(work)),
			Related: rel,
		})
	}
}

// apart returns a call in the work of a flight that waits under a context which no
// caller's end reaches, for a second or longer as far as is known; nil if there is
// none, or one that a caller's context ends.
func apart(p *rule.Pass, g *code.Func, depth int) *ast.CallExpr {
	var found *ast.CallExpr
	for _, c := range g.Calls() {
		switch p.Code.Parent(c).(type) {
		case *ast.GoStmt, *ast.DeferStmt:
			continue
		}
		given := p.Flow.CtxArg(c)
		if given.Has == api.Yes && given.Expr != nil {
			if _, ends := p.Waits.Ends(c, given); !ends {
				continue
			}
			ctx := p.Flow.Outer(given.Ctx)
			switch {
			case !ctx.Known() || ctx.Opaque():
				return nil
			case ctx.Nobody():
			case ctx.Root.Kind == ctxflow.RootField:
			default:
				return nil // a caller's: another finding
			}
			if found == nil && !short(ctx) {
				found = c
			}
			continue
		}
		if h := p.Code.FuncOf(p.Code.Callee(c)); h != nil && depth < flightDepth && found == nil && !takesContext(h) {
			found = apart(p, h, depth+1)
		}
	}
	return found
}

func takesContext(f *code.Func) bool {
	for _, v := range f.Params() {
		if code.IsContext(v.Type()) {
			return true
		}
	}
	return false
}

// short reports whether a context is known to end in less than a second.
func short(ctx ctxflow.Ctx) bool {
	for _, s := range ctx.Bounds() {
		if n, ok := s.Limit.Exact(); ok && !s.Deadline && time.Duration(n) < time.Second {
			return true
		}
	}
	return false
}
