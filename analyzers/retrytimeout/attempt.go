package retrytimeout

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// restarts reports limits on the whole that begin anew in each turn.
func restarts(p *rule.Pass, f *code.Func) {
	for _, r := range p.Retries.Restarts(f) {
		what := "the default case"
		if !r.Default {
			what = fmt.Sprintf("the wait of %s", length(r.Pause.Max()))
		}
		p.Report(rule.Finding{
			Node:    r.Node,
			Message: fmt.Sprintf("this limit of %s begins anew in each turn of the loop at %s, and %s at %s always ends the turn first: it is never reached; make the timer once, before the loop", length(r.Limit.Min()), p.Where(r.Loop), what, p.Where(r.Other)),
			Related: []rule.Related{{Node: r.Other, Message: "what ends the turn"}, {Node: r.Loop, Message: "the loop"}},
		})
	}
}

func length(n int64, _ bool) string { return retry.Short(time.Duration(n)) }

// otherCtx reports attempts that share a limit which what repeats them does
// not know: it goes on under a context that lasts longer, and so do the
// delays.
func otherCtx(p *rule.Pass, r *retry.Retry) bool {
	if r.PerAttempt != nil && r.PerAttempt.Ctx != nil {
		return false
	}
	region, fn, ok := r.Region()
	if !ok {
		return false
	}
	drives := driving(p, r)
	if len(drives) == 0 {
		return false
	}
	for _, op := range operations(p, r, region, fn) {
		g := p.Flow.CtxArg(op)
		if !g.Known() || g.Expr == nil {
			continue
		}
		bound := sharedBound(g.Ctx, region)
		if bound == nil || boundOf(g.Ctx, region) {
			continue
		}
		longer := ast.Expr(nil)
		for _, d := range drives {
			c := p.Flow.Trace(d)
			if in := p.Code.Enclosing(d); in == nil || in.Outermost() != r.In.Outermost() {
				longer = nil // a parameter of what makes the policy
				break
			}
			if !c.Known() || c.Opaque() || hasStep(c, bound.Call) {
				longer = nil
				break
			}
			longer = d
		}
		if longer == nil {
			continue
		}
		limit := "that"
		if d, ok := bound.Limit.MaxDuration(); ok {
			limit = retry.Short(d)
		}
		p.Report(rule.Finding{
			Node:    op,
			Message: fmt.Sprintf("all attempts share %s, whose limit was set once, at %s, while %s goes on under %s: after %s every further attempt fails at once; derive a context with a limit of its own in each attempt", types.ExprString(g.Expr), p.Where(bound.Call), r.Name(), types.ExprString(longer), limit),
			Related: []rule.Related{{Node: bound.Call, Message: "the limit that all attempts share"}, {Node: r.Node, Message: "the retry"}},
		})
		return true
	}
	return false
}

// driving returns the contexts that end the attempts: the one given to the
// driver, those of the delays and of the tests between attempts.
func driving(p *rule.Pass, r *retry.Retry) []ast.Expr {
	if r.Call != nil {
		if g := p.Flow.CtxArg(r.Call); g.Expr != nil && g.Kind == api.CtxArg {
			return []ast.Expr{g.Expr}
		}
		if r.Ctx != nil && r.Driver != nil && r.StopsOnCtx == api.Yes && byPolicy(r.Driver.Ctx.Kind) {
			return []ast.Expr{r.Ctx}
		}
		return nil
	}
	var out []ast.Expr
	for _, c := range r.Checks {
		if c.Own || !c.Leaves {
			continue
		}
		out = append(out, c.Ctx)
	}
	if len(out) == 0 && r.Guard.Class == facts.ErrAny && !slices.ContainsFunc(r.Guard.Tests, func(t retry.Test) bool { return t.Ctx }) {
		for _, d := range r.Delays {
			if d.Through != nil && d.ObeysCtx == api.Yes && d.Ctx != nil {
				out = append(out, d.Ctx)
			}
		}
	}
	return out
}

// byPolicy reports whether a driver is given its context by an option or
// another setting: retry.Context(ctx).
func byPolicy(k api.CtxKind) bool {
	return k == api.CtxOption || k == api.CtxPolicy || k == api.CtxReceiver
}

// operations returns the calls that the attempts are made of.
func operations(p *rule.Pass, r *retry.Retry, region ast.Node, fn *code.Func) []*ast.CallExpr {
	if len(r.Ops) > 0 {
		return r.Ops
	}
	var out []*ast.CallExpr
	for _, c := range fn.Calls() {
		if code.Within(c, region) && p.Flow.CtxArg(c).Expr != nil {
			out = append(out, c)
		}
	}
	return out
}

// sharedBound returns the last certain limit in force that was set outside the region.
func sharedBound(c ctxflow.Ctx, region ast.Node) *ctxflow.Step {
	var out *ctxflow.Step
	for _, s := range c.Bounds() {
		if s.Call != nil && !s.Maybe && len(s.Through) == 0 && !code.Within(s.Call, region) {
			out = &s
		}
	}
	return out
}

// boundOf reports whether a limit in force was set inside the region.
func boundOf(c ctxflow.Ctx, region ast.Node) bool {
	for _, s := range c.Bounds() {
		if s.Call == nil || code.Within(s.Call, region) {
			return true
		}
	}
	return false
}

func hasStep(c ctxflow.Ctx, call *ast.CallExpr) bool {
	for _, s := range c.InForce() {
		if s.Call == call {
			return true
		}
	}
	return false
}

// same reports a limit for one attempt that is as long as the one for all of
// them, told by one and the same field or by numbers.
func same(p *rule.Pass, r *retry.Retry) bool {
	per, all := r.PerAttempt, r.Total
	if per == nil || all == nil || per == all || per.Node == all.Node || r.Attempts.N == 1 || tellsTimeouts(p, r) {
		return false
	}
	if all.Between {
		if r.Attempts.Bounded() != api.Yes || r.If != nil || r.Guard.Class != facts.ErrAny {
			return false // how many there are hangs on the time, or timeouts are not repeated
		}
		if equal(per, all) {
			return usesUp(p, r, per, all)
		}
	}
	if _, ok := retry.WorstCase(r); ok {
		return false // added up by retrybudget
	}
	if !all.Between && r.Attempts.N == api.AttemptsUnknown && r.Attempts.Bounded() != api.No && usesUp(p, r, per, all) {
		return true
	}
	if !sameVar(p, per, all) && !samePlace(p, r, per, all) {
		return false
	}
	e := all.Value.SymExpr
	if e == nil {
		e = all.Arg
	}
	name := types.ExprString(e)
	p.Report(rule.Finding{
		Node:    limitOrOp(r, per),
		Message: fmt.Sprintf("%s limits one attempt, at %s, and all of them together, at %s: an attempt that uses it up leaves the others no time; let the limit of all cover every attempt and the delays between them", name, p.Where(per.Node), p.Where(all.Node)),
		Related: []rule.Related{{Node: per.Node, Message: "the limit of one attempt"}, {Node: all.Node, Message: "the limit of all"}},
	})
	return true
}

// tellsTimeouts reports whether an attempt, or the predicate on its failures,
// asks whether its time ran out: then it is not told that one which did is
// repeated.
func tellsTimeouts(p *rule.Pass, r *retry.Retry) bool {
	bodies := []ast.Node{r.Body}
	for _, f := range []*code.Func{r.Closure, r.If, p.Code.FuncOf(r.PerAttempt.Through)} {
		if f != nil && f.Body != nil {
			bodies = append(bodies, f.Body)
		}
	}
	found := false
	for _, b := range bodies {
		if b == nil {
			continue
		}
		ast.Inspect(b, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				switch o := p.Code.Info.Uses[id].(type) {
				case *types.Var:
					found = found || strings.HasSuffix(o.Name(), "DeadlineExceeded") && o.Pkg() != p.Code.Types
				case *types.Func:
					found = found || o.Name() == "Timeout" && o.Signature().Recv() != nil && o.Signature().Params().Len() == 0
				}
			}
			return !found
		})
	}
	return found
}

// equal reports whether two limits are the same number.
func equal(a, b *retry.Limit) bool {
	n, ok1 := a.Value.Exact()
	m, ok2 := b.Value.Exact()
	return ok1 && ok2 && n == m
}

// usesUp reports a limit of one attempt, known as a number, that is as long as
// the one for all of them, where it is not known how many there are.
func usesUp(p *rule.Pass, r *retry.Retry, per, all *retry.Limit) bool {
	one, ok1 := per.Value.Min()
	most, ok2 := all.Value.Max()
	if !ok1 || !ok2 || most <= 0 || one < most {
		return false
	}
	p.Report(rule.Finding{
		Node:    limitOrOp(r, per),
		Message: fmt.Sprintf("one attempt may take %s, as set at %s, and all of them together %s, as set at %s: the first that hangs leaves the others no time; give each attempt its share of what is left", retry.Short(time.Duration(one)), p.Where(per.Node), retry.Short(time.Duration(most)), p.Where(all.Node)),
		Related: []rule.Related{{Node: per.Node, Message: "the limit of one attempt"}, {Node: all.Node, Message: "the limit of all"}},
	})
	return true
}

// limitOrOp returns the place of the operation or, where a driver runs it, that of
// the limit in the function that it runs.
func limitOrOp(r *retry.Retry, per *retry.Limit) ast.Node {
	if r.Closure != nil && code.Within(per.Node, r.Closure.Node) {
		return per.Node
	}
	return opOf(r)
}

// sameVar reports whether two limits are the value of one variable, which does
// not change between them.
func sameVar(p *rule.Pass, a, b *retry.Limit) bool {
	v := variable(p, a)
	if v == nil || v != variable(p, b) {
		return false
	}
	for _, d := range p.Code.Defs(v) {
		if d.Kind == code.DefParam || d.Node == nil {
			continue
		}
		if d.Node.End() > min(a.Node.Pos(), b.Node.Pos()) || p.Code.LoopAround(d.Node) != nil || !code.Within(d.Node, p.Code.Enclosing(a.Node).Node) {
			return false
		}
	}
	return true
}

// variable returns the variable whose very value a limit is.
func variable(p *rule.Pass, l *retry.Limit) *types.Var {
	if v := l.Value.Sym; v != nil && !v.IsField() && l.Value.Scale == 1 && l.Value.SymExpr != nil {
		return v
	}
	if id, ok := l.Arg.(*ast.Ident); ok {
		return p.Code.VarOf(id)
	}
	return nil
}

// samePlace reports whether two limits are the same field of one object: in
// the function itself, or in a method that each attempt calls on it.
func samePlace(p *rule.Pass, r *retry.Retry, per, all *retry.Limit) bool {
	a, b := per.Value, all.Value
	if a.SymExpr == nil || b.SymExpr == nil || a.Scale != 1 || b.Scale != 1 {
		return false
	}
	if key := retry.FieldKey(p.Code, a); key != "" && key == retry.FieldKey(p.Code, b) && p.Code.SamePlace(a.SymExpr, b.SymExpr) {
		return true
	}
	f := p.Code.FuncOf(per.Through)
	if f == nil {
		return false
	}
	in, inner, ok1 := path(p, a.SymExpr)
	out, outer, ok2 := path(p, b.SymExpr)
	if !ok1 || !ok2 || len(p.Code.Defs(in)) > 0 {
		return false
	}
	ops := r.Ops
	if r.Closure != nil {
		ops = r.Closure.Calls()
	}
	some := false
	for _, op := range ops {
		if p.Code.Callee(op) != per.Through {
			if r.Closure != nil {
				continue
			}
			return false
		}
		v, lead, ok := path(p, passed(p, f, op, in))
		if !ok || v != out || lead+inner != outer {
			return false
		}
		some = true
	}
	return some
}

// passed returns what a call of f gives for its receiver or parameter v, nil if v
// is neither.
func passed(p *rule.Pass, f *code.Func, call *ast.CallExpr, v *types.Var) ast.Expr {
	if v == f.Sig.Recv() {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			return sel.X
		}
		return nil
	}
	i := f.ParamIndex(v)
	if i < 0 || i >= len(call.Args) {
		return nil
	}
	return call.Args[i]
}

// path returns the variable that a selector starts from, and the fields that
// lead on from there.
func path(p *rule.Pass, e ast.Expr) (*types.Var, string, bool) {
	if e == nil {
		return nil, "", false
	}
	fields := ""
	for {
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		if !ok {
			break
		}
		fields = "." + sel.Sel.Name + fields
		e = sel.X
	}
	if _, ok := ast.Unparen(e).(*ast.Ident); !ok {
		return nil, "", false
	}
	v := p.Code.VarOf(e)
	return v, fields, v != nil
}

// given reports calls of functions that retry, with a limit of the caller's
// that is the very limit of one attempt.
func given(p *rule.Pass, f *code.Func) {
	for _, call := range f.Calls() {
		callee := p.Code.Callee(call)
		if callee == nil || callee == f.Obj {
			continue
		}
		s := p.Summary(callee)
		if s == nil || len(s.Retries)+len(s.Within) == 0 {
			continue
		}
		g := p.Flow.CtxArg(call)
		if !g.Known() {
			continue
		}
		for _, b := range g.Ctx.Bounds() {
			key := retry.FieldKey(p.Code, b.Limit)
			if key == "" || b.Maybe || b.Call == nil {
				continue
			}
			for _, rt := range slices.Concat(s.Retries, s.Within) {
				if rt.PerAttemptField != key || rt.Closure != 0 || rt.Attempts == 1 || !rt.Guarded || rt.Total > 0 && !rt.Between {
					continue
				}
				times := "several times"
				if rt.Attempts > 1 {
					times = fmt.Sprintf("up to %d times", int(rt.Attempts))
				}
				short := key[strings.LastIndex(key, "/")+1:]
				p.Report(rule.Finding{
					Node:    call,
					Message: fmt.Sprintf("%s tries %s with up to %s each, and the deadline set at %s gives all of them together the same %s: no second attempt can finish after a first that timed out; let the deadline cover all attempts and the delays between them", rule.Chain(code.ShortName(callee), rt.Via), times, short, p.Where(b.Call), short),
					Related: []rule.Related{{Node: b.Call, Message: "the deadline of all attempts"}},
					Via:     rt.Via,
				})
				break
			}
		}
	}
}
