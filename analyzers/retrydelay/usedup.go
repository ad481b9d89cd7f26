package retrydelay

import (
	"fmt"
	"go/ast"
	"slices"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// usedUp reports a driver whose policy limits the time of all attempts, counted
// from the first, around an operation that stays connected for as long as all is
// well: when it breaks after hours the time is over, and nobody connects again.
// Not reported: policies that something may set back, and drivers that a loop
// starts anew.
func usedUp(p *rule.Pass, r *retry.Retry, once func(ast.Node) bool) {
	if r.Kind != retry.Driver || r.Driver.On != api.OnAnyError || r.Closure == nil || r.Call == nil || startedAnew(p, r) {
		return
	}
	limit, at := totalOf(r)
	if limit <= 0 || setBackOutside(p, r) {
		return
	}
	stays := staysIn(p, r.Closure, 2)
	if stays == nil || !once(r.Call) {
		return
	}
	p.Report(rule.Finding{
		Node:    r.Call,
		Message: fmt.Sprintf("%s gives up %s after the first attempt was begun, but its operation stays for as long as it is connected: once it has run longer than that, the first failure is the last and nobody connects again; lift the limit, or start the policy anew when it has connected", r.Name(), retry.Short(limit)),
		Related: []rule.Related{{Node: at, Message: "the limit of the time"}, {Node: stays, Message: "what stays"}},
	})
}

// staysIn returns what shows that a function stays for as long as all is well:
// a loop that failures end only, in it or in a function that it calls and hands
// back; or a test that makes an error of an end without one.
func staysIn(p *rule.Pass, f *code.Func, deep int) ast.Node {
	if f.Body == nil {
		return nil
	}
	if loop := p.Retries.Endless(f.Body); loop != nil {
		return loop
	}
	if p.Retries.NeverWell(f) {
		return f.Node
	}
	if deep == 0 {
		return nil
	}
	for _, call := range f.Calls() {
		g := p.Code.FuncOf(p.Code.Callee(call))
		if g == nil {
			continue
		}
		if _, ok := p.Code.Parent(call).(*ast.ReturnStmt); !ok {
			continue
		}
		if n := staysIn(p, g, deep-1); n != nil {
			return n
		}
	}
	return nil
}

// startedAnew reports whether a loop starts a driver again, here or around a
// call of the function it stands in.
func startedAnew(p *rule.Pass, r *retry.Retry) bool {
	if p.Code.LoopAround(r.Call) != nil {
		return true
	}
	f := r.In
	for range 3 {
		if f.Obj == nil {
			return f.Parent != nil // a literal: whoever runs it may run it again
		}
		calls := callers(p, f)
		if slices.ContainsFunc(calls, func(c *ast.CallExpr) bool { return p.Code.LoopAround(c) != nil }) {
			return true
		}
		if len(calls) != 1 {
			return false
		}
		if f = p.Code.Enclosing(calls[0]); f == nil {
			return false
		}
	}
	return false
}

// totalOf returns the limit that a driver's policy, or the driver itself, sets to
// the time of all attempts and looks at between them, and where that is set; 0 if
// there is none or it is not known.
func totalOf(r *retry.Retry) (time.Duration, ast.Node) {
	if r.Total == nil || !r.Total.Between {
		return 0, nil // the deadline of a context cuts what runs as well
	}
	d, ok := r.Total.Value.MinDuration()
	if !ok {
		return 0, nil
	}
	return d, r.Total.Node
}

// setBackOutside reports whether a policy may be used by more than its driver:
// a variable of it is read elsewhere than in what the driver is given, or it is
// kept in an object.
func setBackOutside(p *rule.Pass, r *retry.Retry) bool {
	_, holder := p.Retries.Given(r)
	if holder == nil {
		return false
	}
	v := p.Code.VarOf(holder)
	if v == nil {
		return false // made in place
	}
	if v.IsField() || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() {
		return true
	}
	outside := false
	ast.Inspect(outermost(r.In).Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || p.Code.Info.Uses[id] == nil || p.Code.VarOf(id) != v || code.Within(id, r.Call) && !code.Within(id, r.Closure.Body) {
			return !outside
		}
		// b.MaxElapsedTime = …, b = backoff.WithMaxRetries(b, 3)
		sel, ok := p.Code.Parent(id).(*ast.SelectorExpr)
		if ok && p.Code.FieldOf(sel) != nil {
			return !outside
		}
		outside = true
		return false
	})
	return outside
}

func outermost(f *code.Func) *code.Func {
	for f.Parent != nil {
		f = f.Parent
	}
	return f
}
