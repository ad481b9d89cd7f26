package retrybudget

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
	"github.com/faultlint/faultlint/internal/waits"
)

//go:embed doc.go
var doc string

// Analyzer is the pass with default options.
var Analyzer = New(rule.Default())

// New returns the pass of a suite.
func New(s *rule.Suite) *analysis.Analyzer {
	return rule.New(s, rule.Spec{Name: "retrybudget", Doc: rule.Doc(doc, "retrybudget"), Severity: severity.Warning, Run: run})
}

// patience is how long a caller of a handler is taken to wait when nothing
// says how long, no option either: proxies and browsers have given up by then.
const patience = 2 * time.Minute

func run(p *rule.Pass) {
	for _, f := range p.Funcs() {
		called(p, f)
		for _, r := range p.Retries.In(f) {
			bears := r.OnSuccess == retry.Either && !r.Items && !r.Periodic // a poll that bears errors
			if r.Kind == retry.Self {
				if r.Policy && neverSecond(p, r) {
					continue
				}
				inside(p, r)
				continue
			}
			if !r.AfterFailure() && !r.Poll && !bears || r.ClosureParam != nil {
				continue
			}
			switch {
			case longer(p, r):
			case !r.AfterFailure():
			case neverSecond(p, r):
			case tooLong(p, r):
			case delaysTooLong(p, r):
			case betweenOnly(p, r):
			case unbounded(p, r):
			case goesOn(p, r):
			case deaf(p, r):
			case endsEarly(p, r):
			}
		}
	}
}

// neverSecond reports a delay that is by itself as long as the deadline in force: it
// always ends with that, and there is no second attempt.
func neverSecond(p *rule.Pass, r *retry.Retry) bool {
	in, ok := deadline(p, r)
	if !ok || r.Watched || r.ByDefault || len(r.Delays) != 1 {
		return false
	}
	d := r.Delays[0]
	least, ok := d.Value.MinDuration()
	if !ok || d.Through != nil || d.Arg == nil && r.Kind != retry.Self || least < in.limit || r.Attempts.N == 1 {
		return false
	}
	var at ast.Node = r.Call
	if d.Arg != nil {
		at = d.Arg
	}
	p.Report(rule.Finding{
		Node:    at,
		Message: fmt.Sprintf("the delay of %s before the second attempt is not shorter than what there is for all of them; %s, so the delay always ends with that and no second attempt is ever made; make the delay shorter", retry.Short(least), in.text),
		Related: []rule.Related{{Node: in.node, Message: in.what}, {Node: r.Node, Message: "the retry"}},
	})
	return true
}

// tooLong reports a worst case that does not fit into the deadline in force.
func tooLong(p *rule.Pass, r *retry.Retry) bool {
	worst, ok := retry.WorstCase(r)
	if !ok || r.Watched || r.Outer != nil && r.OnTimeout { // the order is wrong then, see retrytimeout
		return false
	}
	in, ok := deadline(p, r)
	if !ok || fits(worst.Total, in.limit) || worst.Attempt >= in.limit && quickOnly(r) {
		return false
	}
	p.Report(rule.Finding{
		Node:    headOf(r),
		Message: fmt.Sprintf("%s; %s, so the last attempts are made for nobody; give each attempt min(its limit, what is left), or make fewer or shorter ones", worst.Text, in.text),
		Related: []rule.Related{{Node: in.node, Message: in.what}},
	})
	return true
}

// fits reports whether what is needed goes into a limit, or exceeds it by so
// little that only the end of the last attempt is cut off: four attempts of 5 s
// under a limit of 20 s were counted out, without the pauses between them.
func fits(need, limit time.Duration) bool { return need <= limit+limit/20 }

// quickOnly reports whether only an answer leads to another attempt: one that
// hangs is never repeated, and its limit says nothing about the others.
func quickOnly(r *retry.Retry) bool {
	return r.Guard.Class == facts.ErrStatus && !slices.ContainsFunc(r.Guard.Tests, func(t retry.Test) bool {
		return t.Back && (t.Ctx || t.Class == facts.ErrTimeout || t.Class == facts.ErrAny)
	})
}

// fewAttempts is how many attempts may have been counted out: of a larger number
// nobody expects that all are made, the deadline is what ends them.
const fewAttempts = 8

// delaysTooLong reports delays that alone take longer than the deadline in
// force, however fast the attempts fail: some attempts are never made.
func delaysTooLong(p *rule.Pass, r *retry.Retry) bool {
	n, ok := r.Attempts.Value.Exact()
	sum, summed := r.DelaySum.Min()
	if !ok || n < 2 || n > fewAttempts || !summed || sum <= 0 || r.Attempts.Node == nil || r.ByDefault {
		return false
	}
	between := "between"
	least := sum
	if r.DelayAfterLast == api.Yes {
		between, least = "after", sum/3 // the last of two doubled delays is two thirds
	}
	in, ok := deadline(p, r)
	if !ok || time.Duration(least) < in.limit {
		return false
	}
	p.Report(rule.Finding{
		Node:    headOf(r),
		Message: fmt.Sprintf("the delays %s the %d attempts alone take %s; %s, so the last attempts are never made, however fast the others fail; make the delays shorter, or the attempts fewer", between, n, retry.Short(time.Duration(sum)), in.text),
		Related: []rule.Related{{Node: in.node, Message: in.what}},
	})
	return true
}

// A force is a limit that is in force around attempts.
type force struct {
	node  ast.Node // where it is set
	limit time.Duration
	text  string // "the deadline set at handler.go:17 leaves 2s"
	what  string // the node, for related information
}

func deadlineAt(p *rule.Pass, n ast.Node, limit time.Duration) force {
	return force{n, limit, fmt.Sprintf("the deadline set at %s leaves %s", p.Where(n), retry.Short(limit)), "the deadline in force"}
}

// deadline returns the limit that is in force around all attempts.
func deadline(p *rule.Pass, r *retry.Retry) (force, bool) {
	if t := r.Total; t != nil && !t.Between && t.Node != nil {
		if limit, ok := t.Value.Max(); ok {
			return deadlineAt(p, t.Node, time.Duration(limit)), true
		}
	}
	return budget(p, r.In)
}

// budget returns the time that the handler has which waits for f, where its
// author says how much that is.
func budget(p *rule.Pass, f *code.Func) (force, bool) {
	reach := p.Handlers.Entry(f)
	if reach == nil || reach.Handler.Budget <= 0 {
		return force{}, false
	}
	h := reach.Handler
	return force{h.Func.Type, h.Budget, fmt.Sprintf("the handler %s has a budget of %s", h.Func.Name(), retry.Short(h.Budget)), "the handler"}, true
}

// unbounded reports a retry in a request's path whose worst case is known and
// far beyond what any caller waits. Not reported: messages and jobs, for which
// nobody waits.
func unbounded(p *rule.Pass, r *retry.Retry) bool {
	if r.Total != nil && !r.Total.Between {
		return false
	}
	if r.Ctx != nil && !unlimited(p.Flow.Trace(r.Ctx)) {
		return false
	}
	return tooPatient(p, r)
}

// inside is unbounded for a call of a client that was told how often to try, and
// how long, where it was made.
func inside(p *rule.Pass, r *retry.Retry) {
	if r.ByDefault || !r.Policy {
		return
	}
	if r.Total != nil && !r.Total.Between {
		if setFor(r) {
			tooLong(p, r)
		}
		return
	}
	if g := p.Flow.CtxArg(r.Call); g.Expr != nil && g.Known() && unlimited(g.Ctx) {
		tooPatient(p, r)
	}
}

// setFor reports whether a client was told how often to try and how long in the
// function that also sets the limit of its call, so for this call: one that is
// made elsewhere serves calls with other limits too.
func setFor(r *retry.Retry) bool {
	for _, n := range []ast.Node{r.Attempts.Node, r.Total.Node} {
		if n == nil || !code.Within(n, r.In.Node) {
			return false
		}
	}
	return r.PerAttempt != nil && r.PerAttempt.Node != nil && code.Within(r.PerAttempt.Node, r.In.Node)
}

// unlimited reports whether a context is known to have no limit here.
func unlimited(c ctxflow.Ctx) bool { return c.Known() && len(c.Bounds()) == 0 && !c.Opaque() }

// tooPatient reports a retry in a request's path that may take longer than any
// caller waits.
func tooPatient(p *rule.Pass, r *retry.Retry) bool {
	reach := p.Handlers.Entry(r.In)
	if reach == nil || reach.Handler.Kind != handlers.KindRequest || limitedAbove(p, reach) || limitsHandlers(p) {
		return false
	}
	most := patience
	if d := time.Duration(p.Setup.Options.RetryBudget.Patience); d > 0 {
		most = d
	}
	worst, ok := retry.WorstCase(r)
	if !ok || worst.Total < most {
		return false
	}
	p.Report(rule.Finding{
		Node:    headOf(r),
		Message: fmt.Sprintf("%s, and nothing bounds the sum: %s of %s can be kept for that long; put a deadline around all attempts", worst.Text, reach.Handler.Kind, reach.Handler.Func.Name()),
		Related: []rule.Related{{Node: reach.Handler.Func.Type, Message: "the handler"}},
	})
	return true
}

// limitsHandlers reports whether the package puts a limit around handlers, as
// http.TimeoutHandler does.
func limitsHandlers(p *rule.Pass) bool {
	return slices.ContainsFunc(p.Funcs(), func(f *code.Func) bool {
		return slices.ContainsFunc(f.Calls(), func(call *ast.CallExpr) bool {
			fn := p.Code.Callee(call)
			if fn == nil {
				return false
			}
			row := p.Table.RunnerOf(fn)
			return row != nil && row.Limit && row.Later
		})
	})
}

// limitedAbove reports whether a call on the way from a handler may put a limit
// on the context that it hands on.
func limitedAbove(p *rule.Pass, reach *handlers.Reach) bool {
	return slices.ContainsFunc(reach.Calls, func(call *ast.CallExpr) bool {
		g := p.Flow.CtxArg(call)
		return g.Expr != nil && !unlimited(g.Ctx)
	})
}

// longer reports one attempt that may take longer than all together, whose
// limit is looked at between attempts only.
func longer(p *rule.Pass, r *retry.Retry) bool {
	per, all := r.PerAttempt, r.Total
	if per == nil || all == nil || !all.Between || all.Node == nil || r.Attempts.N == 1 {
		return false
	}
	one, ok1 := per.Value.Min()
	sum, ok2 := all.Value.Max()
	if !ok1 || !ok2 || sum <= 0 || one <= sum || cutByDriver(p, r) {
		return false
	}
	at := headOf(r)
	if region, _, ok := r.Region(); ok && code.Within(per.Node, region) {
		at = per.Node
	}
	p.Report(rule.Finding{
		Node:    at,
		Message: fmt.Sprintf("one attempt may take %s, set at %s, but all of them together are to end after %s, set at %s, which is looked at only between attempts: one that hangs outlasts it, and there is no second; make one attempt short enough that several fit", retry.Short(time.Duration(one)), p.Where(per.Node), retry.Short(time.Duration(sum)), p.Where(all.Node)),
		Related: []rule.Related{{Node: per.Node, Message: "the limit of one attempt"}, {Node: all.Node, Message: "the limit of all"}},
	})
	return true
}

// cutByDriver reports whether an attempt's context comes from what drives the
// attempts, which may put its limit on it.
func cutByDriver(p *rule.Pass, r *retry.Retry) bool {
	if r.Closure == nil {
		return false
	}
	for _, c := range r.Closure.Calls() {
		g := p.Flow.CtxArg(c)
		if g.Expr == nil {
			continue
		}
		if !g.Ctx.Known() || g.Ctx.Root.Func == r.Closure {
			return true
		}
	}
	return false
}

// betweenOnly reports a budget that is looked at between attempts only, around
// an operation that nothing limits.
func betweenOnly(p *rule.Pass, r *retry.Retry) bool {
	t := r.Total
	if t == nil || !t.Between || r.PerAttempt != nil {
		return false
	}
	region, fn, ok := r.Region()
	if !ok {
		return false
	}
	for _, w := range p.Waits.In(fn) {
		if !code.Within(w.Node, region) || w.Trivial || w.Goroutine || w.Cleanup || w.ViaInterface || !remote(w.Kind) || !noLimit(p, r, w) {
			continue
		}
		limit := "the limit on all attempts"
		if d, ok := t.Value.Max(); ok {
			limit = fmt.Sprintf("the limit of %s", retry.Short(time.Duration(d)))
		}
		p.Report(rule.Finding{
			Node:    w.Node,
			Message: fmt.Sprintf("%s is looked at only between attempts, and nothing limits %s: one attempt that hangs lasts for ever; give each attempt a context with a timeout", limit, w.What),
			Related: []rule.Related{{Node: t.Node, Message: "the limit"}, {Node: r.Node, Message: "the retry"}},
		})
		return true
	}
	return unready(p, r, region, fn)
}

// remote reports whether a wait is for something outside that may never answer.
func remote(k api.WaitKind) bool {
	return k == api.WaitNet || k == api.WaitDial || k == api.WaitJob || k == api.WaitProc
}

// noLimit reports whether neither the wait itself nor its context has a limit.
func noLimit(p *rule.Pass, r *retry.Retry, w *waits.Wait) bool {
	if _, ok := w.Limit(); ok {
		return false
	}
	if w.Ctx == nil {
		return w.Proven
	}
	if w.Obeys == facts.ObeysUnknown {
		return false
	}
	return endless(p, r, *w.Ctx, 0)
}

// goesOn reports a retry that repeats an attempt because the caller's context
// is over.
func goesOn(p *rule.Pass, r *retry.Retry) bool {
	if r.StopsOnCtx == api.Yes || !callersCtx(p, r) {
		return false
	}
	for _, t := range r.Guard.Tests {
		if !t.Ctx || !t.Back {
			continue
		}
		for _, w := range t.What {
			if w == "Canceled" || w == "context.Canceled" {
				p.Report(rule.Finding{
					Node:    t.Expr,
					Message: fmt.Sprintf("an attempt that failed because the caller's context is over leads to the next one: %s goes on for nobody; return when the caller's context has an error", r.Name()),
					Related: []rule.Related{{Node: r.Node, Message: "the retry"}},
				})
				return true
			}
		}
	}
	reach := p.Handlers.Entry(r.In)
	if r.StopsOnCtx != api.No || reach == nil || !reach.Handler.Kind.Serves() || r.Guard.Class != facts.ErrAny {
		return false
	}
	p.Report(rule.Finding{
		Node:    headOf(r),
		Message: fmt.Sprintf("%s goes on after %s is over: every error leads to another attempt and nothing looks at the context; stop when %s.Err() is not nil", r.Name(), types.ExprString(r.Ctx), types.ExprString(r.Ctx)),
		Related: []rule.Related{{Node: reach.Handler.Func.Type, Message: "the handler whose context it is"}},
	})
	return true
}

// callersCtx reports whether the operation gets a context that ends with the
// caller's.
func callersCtx(p *rule.Pass, r *retry.Retry) bool {
	if r.Ctx == nil {
		return false
	}
	c := p.Flow.Trace(r.Ctx)
	return c.Known() && c.FromCaller()
}

// called reports calls of functions that retry, under a deadline made here
// into which their attempts do not fit.
func called(p *rule.Pass, f *code.Func) {
	for _, call := range f.Calls() {
		callee := p.Code.Callee(call)
		if callee == nil || callee == f.Obj {
			continue
		}
		s := p.Summary(callee)
		if s == nil || len(s.Retries)+len(s.Within) == 0 || s.Bounded {
			continue
		}
		in, ok := deadlineOf(p, f, call)
		if !ok && callee.Pkg() != p.Code.Types {
			in, ok = budget(p, f)
		}
		if !ok {
			continue
		}
		for _, rt := range slices.Concat(s.Retries, s.Within) {
			if rt.Closure != 0 || rt.Attempts < 2 || rt.PerAttempt <= 0 {
				continue
			}
			need := time.Duration(rt.Attempts)*rt.PerAttempt + rt.Delays
			if fits(need, in.limit) || rt.Total > 0 && rt.Total <= in.limit || need < rt.PerAttempt {
				continue
			}
			delays := ""
			if rt.Delays > 0 {
				delays = fmt.Sprintf(", and %s of delays between them,", retry.Short(rt.Delays))
			}
			p.Report(rule.Finding{
				Node:    call,
				Message: fmt.Sprintf("%s makes %d attempts of up to %s%s which need %s; %s, so the last attempts are made for nobody; give it that much time, or let it make fewer or shorter attempts", rule.Chain(code.ShortName(callee), rt.Via), int(rt.Attempts), retry.Short(rt.PerAttempt), delays, retry.Short(need), in.text),
				Related: []rule.Related{{Node: in.node, Message: in.what}},
				Via:     rt.Via,
			})
			break
		}
	}
}

// deadlineOf returns the limit that f itself sets around a call.
func deadlineOf(p *rule.Pass, f *code.Func, call *ast.CallExpr) (force, bool) {
	g := p.Flow.CtxArg(call)
	if !g.Known() {
		return force{}, false
	}
	var at ast.Node
	var least time.Duration
	for _, b := range g.Ctx.Bounds() {
		d, ok := b.Limit.MaxDuration()
		if ok && d > 0 && !b.Maybe && b.Call != nil && b.In != nil && f.Within(b.In) && (at == nil || d < least) {
			at, least = b.Call, d
		}
	}
	if at == nil {
		return force{}, false
	}
	return deadlineAt(p, at, least), true
}

// headOf returns what stands for a retry: the call, or the loop's first line.
func headOf(r *retry.Retry) ast.Node {
	if r.Call != nil {
		return r.Call
	}
	return r.Node
}
