package retrytimeout

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
)

//go:embed doc.go
var doc string

// Analyzer is the pass with default options.
var Analyzer = New(rule.Default())

// New returns the pass of a suite.
func New(s *rule.Suite) *analysis.Analyzer {
	return rule.New(s, rule.Spec{Name: "retrytimeout", Doc: rule.Doc(doc, "retrytimeout"), Severity: severity.Warning, Run: run})
}

func run(p *rule.Pass) {
	seen := make(map[ast.Expr]bool)
	for _, f := range p.Funcs() {
		stacked(p, f)
		restacked(p, f)
		restarts(p, f)
		given(p, f)
		onceLimited(p, f)
		for _, r := range p.Retries.In(f) {
			at := p.Retries.Mistaken(r)
			if at == nil {
				at = takenForAll(p, r)
			}
			if at != nil && !seen[at] {
				seen[at] = true
				mistaken(p, r, at)
				continue
			}
			if r.Kind == retry.Self || !r.AfterFailure() {
				continue
			}
			switch {
			case derivedAgain(p, r):
			case ownTested(p, r):
			case saysNo(p, r):
			case ownPause(p, r):
			case otherCtx(p, r):
			case unheard(p, r):
			case shared(p, r):
			case connShared(p, r):
			case targets(p, r):
			case same(p, r):
			}
		}
	}
	clients(p)
	configs(p)
}

// derivedAgain reports attempts without a loop, a recursion or goto, each of
// which derives its context from the one of the attempt before.
func derivedAgain(p *rule.Pass, r *retry.Retry) bool {
	var bound *ctxflow.Step
	turn := ""
	switch {
	case r.Kind == retry.Recursion && r.Call != nil:
		g := p.Flow.CtxArg(r.Call)
		if !g.Known() || g.Expr == nil {
			return false
		}
		for _, s := range g.Ctx.Bounds() {
			if s.Call != nil && !s.Maybe && len(s.Through) == 0 && s.In == r.In {
				bound = &s
			}
		}
		turn = "the call of " + r.In.Name() + " for the next attempt, at " + p.Where(r.Call) + ","
	case r.Kind == retry.Goto && r.Stacked && r.PerAttempt != nil:
		call, ok := r.PerAttempt.Node.(*ast.CallExpr)
		if !ok {
			return false
		}
		bound = &ctxflow.Step{Call: call}
		turn = "the goto at " + p.Where(r.Node)
	}
	if bound == nil {
		return false
	}
	limit := ""
	if d, ok := bound.Limit.MaxDuration(); ok {
		limit = " of " + retry.Short(d)
	}
	p.Report(rule.Finding{
		Node:    bound.Call,
		Message: fmt.Sprintf("%s hands this context on, with its limit%s: each attempt derives its own from the one of the attempt before, so that all share what the first left over; derive it from the caller's context, kept in a variable of its own", turn, limit),
		Related: []rule.Related{{Node: r.Node, Message: "leads to the next attempt"}},
	})
	return true
}

// restacked reports r.ctx, cancel = context.WithTimeout(r.ctx, …) that runs in
// each attempt.
func restacked(p *rule.Pass, f *code.Func) {
	for _, r := range p.Retries.Restacks(f) {
		name := types.ExprString(r.Node.Lhs[0])
		turn := "each turn of the loop"
		if r.Through != nil {
			turn = "each call of " + r.Through.Name() + " in the loop"
			if _, ok := r.Again.(*ast.CallExpr); ok && p.Code.LoopAround(r.Again) == nil {
				turn = "each attempt"
			}
		}
		p.Report(rule.Finding{
			Node:    r.Node,
			Message: fmt.Sprintf("%s at %s keeps in %s a context derived from the last one, so from the second attempt on it is over or too short; keep %s as it is and use a local variable for the attempt", turn, p.Where(r.Again), name, name),
			Related: []rule.Related{{Node: r.Call, Message: "derived from its own value"}, {Node: r.Again, Message: "runs it again"}},
		})
	}
}

// ownTested reports a test of the attempt's own context that ends the retry
// as if the caller's were over.
func ownTested(p *rule.Pass, r *retry.Retry) bool {
	for _, c := range r.Checks {
		if c.Own && c.Leaves {
			p.Report(rule.Finding{
				Node:    c.Node,
				Message: fmt.Sprintf("%s is the context of this attempt alone: its end, the attempt's own timeout, ends %s, so that an attempt that timed out is never repeated; test the caller's context", types.ExprString(c.Ctx), r.Name()),
				Related: []rule.Related{{Node: r.Node, Message: "the retry that it ends"}},
			})
			return true
		}
	}
	return ownInClosure(p, r)
}

// mistaken reports a test of the error that takes the attempt's own limit for
// the end of the caller's context.
func mistaken(p *rule.Pass, r *retry.Retry, at ast.Expr) {
	p.Report(rule.Finding{
		Node:    at,
		Message: fmt.Sprintf("the error of an attempt that reached its own limit, set at %s, is DeadlineExceeded as well: this test takes it for the end of the caller's context and ends %s, so that an attempt that timed out is never repeated; ask the caller's context instead: ctx.Err() != nil", p.Where(r.PerAttempt.Node), r.Name()),
		Related: []rule.Related{{Node: r.PerAttempt.Node, Message: "the limit of one attempt"}, {Node: r.Node, Message: "the retry"}},
	})
}

// shared reports attempts under one deadline that the first can use up.
func shared(p *rule.Pass, r *retry.Retry) bool {
	if r.PerAttempt != nil || r.Ctx == nil {
		return false
	}
	region, _, ok := r.Region()
	if !ok {
		return false
	}
	c := p.Flow.Trace(r.Ctx)
	if !c.Known() {
		return false
	}
	var bound *ctxflow.Step
	for _, s := range c.Bounds() {
		if s.Call != nil && !s.Maybe && !code.Within(s.Call, region) {
			bound = &s
		}
	}
	if bound == nil {
		return false
	}
	name := types.ExprString(r.Ctx)
	if repeated, exact := timeoutsRetried(r); repeated && (inSight(p, r, exact) || exact && tight(r, bound)) {
		p.Report(rule.Finding{
			Node:    opOf(r),
			Message: fmt.Sprintf("all attempts of %s share the deadline set at %s: an attempt that times out leaves the others no time, although %s repeats after a timeout; give each attempt a context with a limit of its own", r.Name(), p.Where(bound.Call), r.Name()),
			Related: []rule.Related{{Node: bound.Call, Message: "the deadline of " + name}, {Node: r.Node, Message: "the retry"}},
		})
		return true
	}
	return false
}

// tight reports whether a limit leaves so little to each of the attempts that one which
// is out of sight is not expected to have a shorter limit of its own. Where the loop asks
// whether the deadline has passed it expects that of the attempt to pass before.
func tight(r *retry.Retry, bound *ctxflow.Step) bool {
	for _, c := range r.Checks {
		if _, asks := c.Node.(*ast.CallExpr); asks && c.Leaves && !c.Own {
			return false // ctx.Err()
		}
	}
	n, ok := r.Attempts.Value.Min()
	limit, known := bound.Limit.MaxDuration()
	return ok && known && n > 1 && len(r.Ops) > 0 && limit <= time.Duration(n)*time.Second
}

// givenInSight reports whether the functions that a helper repeats are known:
// each caller in this package gives one that is in sight, and none is called
// from elsewhere.
func givenInSight(p *rule.Pass, r *retry.Retry) bool {
	calls, complete := p.Code.Callers(r.In)
	i := r.In.ParamIndex(r.ClosureParam)
	if !complete || i < 0 || len(calls) == 0 {
		return false
	}
	for _, c := range calls {
		if i >= len(c.Args) {
			return false
		}
		fns, all := p.Code.LitsOf(c.Args[i])
		if !all || len(fns) == 0 {
			return false
		}
		for _, f := range fns {
			known := false
			for _, in := range f.Calls() {
				if fn := p.Code.Callee(in); fn != nil && p.Table.CallOf(fn) != nil {
					known = true
				}
				if g := p.Flow.CtxArg(in); g.Known() && len(g.Ctx.Bounds()) > 0 {
					return false
				}
			}
			if !known {
				return false
			}
		}
	}
	return true
}

// opOf returns the place of the operation.
func opOf(r *retry.Retry) ast.Node {
	if len(r.Ops) > 0 {
		return r.Ops[0]
	}
	if r.Call != nil {
		return r.Call
	}
	return r.Node
}
