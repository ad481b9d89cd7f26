package ctxdetach

import (
	"fmt"
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// deepest is how many functions without a context may be between a call and
// those who have one.
const deepest = 3

// helper reports a call under a context that begins in a function which takes
// none, if all who call the function wait for it and have their callers' at hand.
func helper(p *rule.Pass, f *code.Func, call *ast.CallExpr, place ast.Node, seen map[ast.Node]bool) {
	if f.Obj == nil || p.Flow.CleanupMode(call) != ctxflow.CleanupNone || undoes(p, call) || !haveAll(p, f, 0) {
		return
	}
	a := p.Flow.Above(f, call, func(s ctxflow.Source) bool { return theirs(&s) })
	if a == nil || a.In == f || len(a.Calls) == 0 {
		return
	}
	chain := a.In.Name()
	rel := []rule.Related{{Node: call, Message: "the call that it is given to"}}
	for _, c := range a.Calls {
		chain += " → " + p.Code.CallName(c)
		rel = append(rel, rule.Related{Node: c, Message: "calls " + p.Code.CallName(c)})
	}
	seen[place] = true
	p.Report(rule.Finding{
		Node:    place,
		Message: fmt.Sprintf("the end of %s does not reach %s, although %s waits for it: %s; a context starts here instead; pass %s on", a.Source.Expr, name(p, call), a.In.Name(), chain, a.Source.Expr),
		Related: rel,
	})
}

// haveAll reports whether all callers of a function are in sight, wait for it,
// and have a caller's context at hand, or are such functions themselves.
func haveAll(p *rule.Pass, f *code.Func, depth int) bool {
	if f.Obj == nil || f.Obj.Exported() || depth >= deepest || p.Handlers.Startup(f) || p.Handlers.Of(f) != nil {
		return false
	}
	calls, complete := p.Code.Callers(f)
	if !complete || len(calls) == 0 {
		return false
	}
	for _, c := range calls {
		in := p.Code.Enclosing(c)
		if in == nil || in.Outermost() == f || p.Flow.CleanupMode(c) != ctxflow.CleanupNone || p.Handlers.Startup(in) {
			return false
		}
		switch p.Code.Parent(c).(type) {
		case *ast.GoStmt, *ast.DeferStmt:
			return false
		}
		if !hasTheirs(p, in, c) && !haveAll(p, in, depth+1) {
			return false
		}
	}
	return true
}

func hasTheirs(p *rule.Pass, in *code.Func, at ast.Node) bool {
	for _, s := range p.Flow.AtHand(in, at) {
		if theirs(&s) && !runsLater(p, in, &s) {
			return true
		}
	}
	return false
}

// theirs reports whether a context at hand is that of whoever called, and is
// known to end with what they wait for.
func theirs(s *ctxflow.Source) bool {
	return (s.Kind == ctxflow.SourceParam || s.Kind == ctxflow.SourceCarrier) && !s.Blank && s.Live == api.Yes && s.Life != ctxflow.LifeTest && s.Life != ctxflow.LifeProcess
}

// made reports a helper without a context that makes the contexts under which its
// callers work, if all of them have their callers' at hand: there is no reason not
// to begin with that. If it has a limit, f only finds something out for who waits.
func made(p *rule.Pass, f *code.Func, call *ast.CallExpr, c ctxflow.Ctx, place ast.Node, in *code.Func, seen map[ast.Node]bool) {
	if in == nil || in.Obj == nil || c.Detached() != nil || detachName(in.Obj.Name()) || !onlyMakes(p, in) || !haveAll(p, in, 0) {
		return
	}
	for _, v := range in.Params() {
		if expr, _ := p.Flow.CarrierExpr(v.Type()); expr != "" {
			return
		}
	}
	src := atHand(p, f, call)
	if src == nil || !theirs(src) || runsLater(p, f, src) || undoes(p, call) || nilTested(p, call, src) || givesChannel(p, call) {
		return
	}
	if p.Flow.CleanupMode(call) != ctxflow.CleanupNone {
		return
	}
	seen[place] = true
	p.Report(rule.Finding{
		Node: place,
		Message: fmt.Sprintf("%s makes a context that starts here, and %s calls %s under it: the end of %s does not reach that, although the caller waits for it; give %s the caller's context",
			in.Name(), f.Name(), name(p, call), src.Expr, in.Name()),
		Related: []rule.Related{{Node: call, Message: "the call that it is given to"}},
	})
}

// onlyMakes reports whether a function makes contexts and nothing else that could
// end them.
func onlyMakes(p *rule.Pass, f *code.Func) bool {
	for _, c := range f.Calls() {
		callee := p.Code.CalleeOf(c)
		if callee.Func == nil || callee.Func.Pkg() == nil {
			return false
		}
		op := p.Table.CtxOp(callee.Key)
		if (op == nil || op.Kind > api.CtxOpValue) && !p.Table.Quiet(callee.Func.Pkg().Path()) {
			return false
		}
	}
	return len(f.Lits) == 0
}

// saidToStart reports whether a context comes from a function whose name says that it
// is nobody's, logger.BackgroundContext(): who calls that, with a context at hand, means it.
func saidToStart(p *rule.Pass, c ctxflow.Ctx, place ast.Node) bool {
	call, ok := place.(*ast.CallExpr)
	if !ok || c.Detached() != nil {
		return false
	}
	callee := p.Code.CalleeOf(call)
	return callee.Func != nil && p.Table.CtxOp(callee.Key) == nil && callee.Key != "context.Background" && detachName(callee.Func.Name())
}
