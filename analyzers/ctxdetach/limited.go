package ctxdetach

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/rule"
)

// limitedRead reports whether a call is a function's first work, and finds out
// what the function returns, under a context that begins in the function and
// has a limit: there is no reason not to begin with the caller's. What changes
// something may be meant to be brought to its end.
func limitedRead(p *rule.Pass, f *code.Func, call *ast.CallExpr, given ctxflow.Given) bool {
	c := given.Ctx
	if c.Root.Kind != ctxflow.RootBackground && c.Root.Kind != ctxflow.RootTODO || c.Detached() != nil || len(c.Bounds()) == 0 {
		return false
	}
	owner := f.Outermost()
	for _, s := range c.InForce() {
		if s.CancelEscapes && s.Kind != ctxflow.StepGroup || s.Maybe || s.Kind == ctxflow.StepOpaque || s.Kind == ctxflow.StepSignal {
			return false
		}
	}
	sig := owner.Sig
	if m := p.Handlers.Of(owner); m != nil {
		// A request's answer: of no use to a client that has left.
		if m.Kind != handlers.KindRequest || m.Live != api.Yes || m.How == handlers.ByParam || !finds(p, call) {
			return false
		}
	} else if owner.Obj == nil || sig.Results().Len() < 2 || !code.ReturnsError(sig) {
		return false
	}
	for g := f; g != nil && g.Obj == nil; g = g.Parent {
		if run := p.Flow.Live(g); run.Kind > ctxflow.RunWaited || run.Runner != nil && run.Runner.Once {
			return false
		}
	}
	if p.Handlers.Of(owner) == nil && changes(p, call) {
		return false
	}
	for _, o := range owner.Calls() {
		if o.Pos() >= call.Pos() {
			break
		}
		og := p.Flow.CtxArg(o)
		if og.Has == api.Yes && og.Ctx.FromCaller() {
			if _, ok := p.Waits.Ends(o, og); ok {
				return false // it goes on after something that must not be lost
			}
		}
	}
	return true
}

// inFlight reports whether f is what a singleflight runs in a goroutine for all who
// ask meanwhile.
func inFlight(p *rule.Pass, f *code.Func, s *ctxflow.Source) bool {
	if s == nil || !s.Captured || f.Obj != nil {
		return false
	}
	run := p.Flow.Live(f)
	return run.Kind == ctxflow.RunGo && run.Runner != nil && run.Runner.Once && !run.Runner.Later
}

// mayBeLimited reports whether what a call runs may have a limit that is not its
// context's: it is not of this package, or asks by a client that has one or is made
// elsewhere.
func mayBeLimited(p *rule.Pass, call *ast.CallExpr) bool {
	return p.Code.FuncOf(p.Code.Callee(call)) == nil || p.Waits.AsksLimited(call)
}

// finds reports whether a handler's call only finds out what is answered: it
// returns something else than an error, nothing that it does is known to change
// anything, and the result is looked at.
func finds(p *rule.Pass, call *ast.CallExpr) bool {
	for _, e := range p.Effects.Of(call) {
		if e.Kind != api.EffectRead && e.Kind != api.EffectLocal {
			return false
		}
	}
	fn := p.Code.Callee(call)
	if fn == nil || thrownAway(p, call) {
		return false
	}
	if p.Code.FuncOf(fn) == nil && p.Table.CallOf(fn) == nil {
		return false // a method of an interface may change what it likes
	}
	for v := range fn.Type().(*types.Signature).Results().Variables() {
		if !code.IsError(v.Type()) {
			return true
		}
	}
	return false
}

// changes reports whether a call changes something outside the process, or may
// as far as is known: its name does not say that it reads.
func changes(p *rule.Pass, call *ast.CallExpr) bool {
	reads := false
	for _, e := range p.Effects.Of(call) {
		if e.Kind != api.EffectRead && e.Kind != api.EffectLocal {
			return true
		}
		reads = reads || e.Kind == api.EffectRead
	}
	fn := p.Code.Callee(call)
	if fn == nil {
		return true
	}
	res := fn.Signature().Results()
	if reads && res.Len() == 1 && !code.IsError(res.At(0).Type()) {
		return false // a row, or an answer that its methods give
	}
	return res.Len() < 2 // it tells nothing but how it went
}

// inHelper reports a helper that cuts a context from its parent's end beside
// what it is for, if the function that calls it puts the result in the place of
// its own context, and waits under it.
func inHelper(p *rule.Pass, f *code.Func, call *ast.CallExpr, given ctxflow.Given, seen map[ast.Node]bool) {
	if startsInHelper(p, f, call, given, seen) {
		return
	}
	d := given.Ctx.Detached()
	if d == nil || d.Call == nil || seen[d.Call] || len(d.Through) == 0 || d.In == nil || d.In.Obj == nil || given.Ctx.Root.Kind != ctxflow.RootParam {
		return
	}
	if detachName(d.In.Obj.Name()) || d.In.Sig.Results().Len() != 1 {
		return
	}
	values := false
	for _, s := range given.Ctx.Steps {
		values = values || s.Kind == ctxflow.StepValue && s.In == d.In
	}
	if !values || p.Flow.CleanupMode(call) != ctxflow.CleanupNone || f != given.Ctx.Root.Func {
		return
	}
	through := d.Through[0]
	as, ok := p.Code.Parent(through).(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 1 || p.Code.VarOf(as.Lhs[0]) != given.Ctx.Root.Var {
		return // it keeps its own beside
	}
	if _, ok := p.Waits.Ends(call, given); !ok {
		return
	}
	seen[d.Call] = true
	src := given.Ctx.Root.Var.Name()
	p.Report(rule.Finding{
		Node:    d.Call,
		Message: fmt.Sprintf("%[1]s returns a context that does not end with the one it is given, and %[2]s calls %[4]s under it, so the end of %[3]s does not reach %[4]s; derive the context from the one given", d.In.Name(), f.Name(), src, name(p, call)),
		Related: []rule.Related{{Node: through, Message: "takes the place of the caller's"}, {Node: call, Message: "the call that it is given to"}},
	})
}

// startsInHelper reports a helper that takes a context, puts values on another one
// that begins in the helper, and returns that: what it is given ends nothing.
func startsInHelper(p *rule.Pass, f *code.Func, call *ast.CallExpr, given ctxflow.Given, seen map[ast.Node]bool) bool {
	c := given.Ctx
	root := c.Root.Expr
	if !c.Endless() || c.Detached() != nil || root == nil || c.Root.Kind != ctxflow.RootBackground && c.Root.Kind != ctxflow.RootTODO || seen[root] || p.Flow.CleanupMode(call) != ctxflow.CleanupNone {
		return false
	}
	in := p.Code.Enclosing(root)
	if in == nil || in == f || in.Obj == nil || detachName(in.Obj.Name()) || in.Sig.Results().Len() != 1 {
		return false
	}
	var through *ast.CallExpr
	for _, s := range c.Steps {
		if s.Kind == ctxflow.StepValue && s.In == in && len(s.Through) == 1 {
			through = s.Through[0]
		}
	}
	if through == nil || p.Code.Enclosing(through) != f {
		return false
	}
	as, ok := p.Code.Parent(through).(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 1 {
		return false
	}
	v := p.Code.VarOf(as.Lhs[0])
	i := -1
	for k, a := range through.Args {
		if v != nil && p.Code.VarOf(a) == v && f.ParamIndex(v) >= 0 {
			i = k
		}
	}
	if i < 0 {
		return false // it keeps its own beside
	}
	if _, ok := p.Waits.Ends(call, given); !ok {
		return false
	}
	seen[root] = true
	p.Report(rule.Finding{
		Node:    root,
		Message: fmt.Sprintf("%[1]s is given a context and returns one that begins here, and %[2]s calls %[4]s under it, so the end of %[3]s does not reach %[4]s; derive the context from the one given", in.Name(), f.Name(), v.Name(), name(p, call)),
		Related: []rule.Related{{Node: through, Message: "takes the place of the caller's"}, {Node: call, Message: "the call that it is given to"}},
	})
	return true
}

// detachName reports whether a name says that a context is cut from its parent.
func detachName(name string) bool {
	name = strings.ToLower(name)
	for _, w := range []string{"detach", "without", "uncancel", "noncancel", "nocancel", "background", "independent", "async", "clone", "copy", "inherit", "outlive", "fork", "keep", "shield"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}
