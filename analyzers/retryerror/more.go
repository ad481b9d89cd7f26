package retryerror

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// stale reports a conditional write that is repeated after a conflict with
// the object that has just lost, without reading it again.
func stale(p *rule.Pass, r *retry.Retry) {
	if r.Driver.On != api.OnConflict || r.Tx {
		return
	}
	var update *ast.CallExpr
	for _, call := range r.Closure.Calls() {
		fn := p.Code.Callee(call)
		if fn == nil {
			continue
		}
		if f := p.Code.FuncOf(fn); f != nil {
			if !onlyChanges(p, f) {
				return // a helper may read it again
			}
			continue
		}
		effs := p.Effects.Of(call)
		if len(effs) == 0 && p.Retries.Versioned(r, call) {
			update = call
			continue
		}
		if len(effs) == 0 && (takesAddress(call) || p.Retries.BringsVersion(call)) {
			return
		}
		for _, e := range effs {
			switch e.Kind {
			case api.EffectRead:
				return
			case api.EffectConditional:
				update = call
			}
		}
	}
	if update == nil {
		return
	}
	p.Report(rule.Finding{
		Node:    update,
		Message: fmt.Sprintf("after a conflict %s sends the same outdated object again, which conflicts again: %s repeats only this call; read the object and change it inside of the repeated function", p.Code.CallName(update), r.Name()),
		Related: []rule.Related{{Node: r.Node, Message: "the retry"}},
	})
}

// onlyChanges reports whether a function only sets fields and elements of what
// it is given: it returns nothing, puts no other object in the place of a
// parameter, and calls nothing but builtins, conversions, and functions of the
// standard library that reach nothing outside.
func onlyChanges(p *rule.Pass, f *code.Func) bool {
	if f.Body == nil || f.Sig.Results().Len() > 0 {
		return false
	}
	for _, call := range f.Calls() {
		c := p.Code.CalleeOf(call)
		if c.Conversion || c.Builtin != "" {
			continue
		}
		if c.Func == nil || c.Func.Pkg() == nil || !api.OnlyComputes(c.Func.Pkg().Path()) {
			return false
		}
	}
	only := true
	f.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if _, ok := ast.Unparen(l).(*ast.StarExpr); ok {
					only = false
				}
			}
		case *ast.FuncLit:
			only = false
		case *ast.UnaryExpr:
			only = only && n.Op != token.ARROW
		}
		return only
	})
	return only
}

// takesAddress reports whether a call may fill something: it is given an address.
func takesAddress(call *ast.CallExpr) bool {
	for _, a := range call.Args {
		if u, ok := ast.Unparen(a).(*ast.UnaryExpr); ok && u.Op.String() == "&" {
			return true
		}
	}
	return false
}

// returnedAfter returns the error variable that is returned right after a
// counted loop, and where; nil if there is none.
func returnedAfter(p *rule.Pass, r *retry.Retry) (*ast.ReturnStmt, *ast.Ident, *types.Var) {
	ret, ok := next(p, r.Node).(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 || r.Attempts.Bounded() != api.Yes || len(r.Ops) == 0 {
		return nil, nil, nil
	}
	id, ok := ast.Unparen(ret.Results[len(ret.Results)-1]).(*ast.Ident)
	if !ok {
		return nil, nil, nil
	}
	v := p.Code.VarOf(id)
	if v == nil || !code.IsError(v.Type()) {
		return nil, nil, nil
	}
	return ret, id, v
}

// shadowed reports a loop after which an error variable is returned that the
// loop never assigns: the one in the loop has the same name and is another.
func shadowed(p *rule.Pass, r *retry.Retry) {
	ret, id, v := returnedAfter(p, r)
	if v == nil {
		if ret, id, v = askedAfter(p, r); v != nil && !neverSet(p, v) {
			return
		}
	}
	if v == nil {
		if ret, v = bare(p, r); v == nil {
			return
		}
	} else if settledBefore(p, r, id, v) {
		p.Report(rule.Finding{
			Node:    ret,
			Message: fmt.Sprintf("%s is always nil here: it was found to be so before the loop, which never sets it, so when all attempts have failed the caller sees success; return the error of the last attempt", v.Name()),
			Related: []rule.Related{{Node: r.Ops[0], Message: "the operation whose error is lost"}},
		})
		return
	} else {
		for _, o := range p.Code.Origins(id) {
			if !o.Zero && !deferred(p, o) {
				return
			}
		}
	}
	inner := false
	ast.Inspect(r.Node, func(n ast.Node) bool {
		if d, ok := n.(*ast.Ident); ok && d.Name == v.Name() {
			if w, ok := p.Code.Info.Defs[d].(*types.Var); ok && w != v {
				inner = true
			}
		}
		return !inner
	})
	if !inner {
		return
	}
	p.Report(rule.Finding{
		Node:    ret,
		Message: fmt.Sprintf("%s is always nil here: the loop declares its own %s, so when all attempts have failed the caller sees success; assign to the outer one in the loop", v.Name(), v.Name()),
		Related: []rule.Related{{Node: r.Ops[0], Message: "the operation whose error is lost"}},
	})
}

// askedAfter returns the error variable of which the statement behind a counted
// loop asks whether it is nil, in order to return what it holds:
// if lastErr != nil { return fmt.Errorf("…: %w", lastErr) }.
func askedAfter(p *rule.Pass, r *retry.Retry) (*ast.ReturnStmt, *ast.Ident, *types.Var) {
	ifs, ok := next(p, r.Node).(*ast.IfStmt)
	if !ok || r.Attempts.Bounded() != api.Yes || len(r.Ops) == 0 || ifs.Init != nil || len(ifs.Body.List) == 0 {
		return nil, nil, nil
	}
	ret, ok := ifs.Body.List[len(ifs.Body.List)-1].(*ast.ReturnStmt)
	id, isID := ast.Unparen(p.Code.Failure(ifs.Cond)).(*ast.Ident)
	if !ok || !isID {
		return nil, nil, nil
	}
	return ret, id, p.Code.VarOf(id)
}

// neverSet reports whether a local variable is declared without a value and never
// given one.
func neverSet(p *rule.Pass, v *types.Var) bool {
	defs := p.Code.Defs(v)
	return !v.IsField() && len(defs) == 1 && defs[0].Kind == code.DefZero
}

// settledBefore reports whether an error variable was set before a loop only,
// by a call whose failure makes the function return at once.
func settledBefore(p *rule.Pass, r *retry.Retry, id *ast.Ident, v *types.Var) bool {
	defs := p.Code.Reaching(id)
	if len(defs) == 0 {
		return false
	}
	for _, d := range p.Code.Defs(v) {
		if d.Node == nil || d.Kind == code.DefAddr || d.Node.Pos() > r.Node.Pos() {
			return false
		}
	}
	for _, d := range defs {
		as, ok := d.Node.(*ast.AssignStmt)
		if !ok {
			return false
		}
		ifs, ok := next(p, as).(*ast.IfStmt)
		if !ok || ifs.Init != nil || !isNil(p, ifs.Cond) || !p.Code.Mentions(ifs.Cond, v) || !returns(ifs.Body) || ifs.Else != nil {
			return false
		}
		if b, ok := ast.Unparen(ifs.Cond).(*ast.BinaryExpr); !ok || b.Op.String() != "!=" {
			return false
		}
	}
	return true
}

// bare returns the error result by name that a return without operands right
// after a loop returns, if nothing ever sets it.
func bare(p *rule.Pass, r *retry.Retry) (*ast.ReturnStmt, *types.Var) {
	ret, ok := next(p, r.Node).(*ast.ReturnStmt)
	res := r.In.Sig.Results()
	if !ok || len(ret.Results) != 0 || res.Len() == 0 || !ends(r) || len(r.Ops) == 0 {
		return nil, nil
	}
	v := res.At(res.Len() - 1)
	if !code.IsError(v.Type()) {
		return nil, nil
	}
	for _, d := range p.Code.Defs(v) {
		if d.Node != nil && d.Node.Pos() < ret.End() {
			return nil, nil
		}
	}
	return ret, v
}

// deferred reports whether a value comes from a deferred function, which runs
// after the result was set: it wraps what it finds.
func deferred(p *rule.Pass, o code.Origin) bool {
	if o.Def == nil || o.Def.In == nil || o.Def.In.Parent == nil {
		return false
	}
	return o.Def.In.UseOf().Role == code.RoleDefer
}

// forgotten reports a new error that is returned after the last attempt and
// says nothing of why it failed.
func forgotten(p *rule.Pass, r *retry.Retry) {
	ret, ok := next(p, r.Node).(*ast.ReturnStmt)
	if f, isFor := r.Node.(*ast.ForStmt); isFor && f.Cond == nil {
		ret = givesUp(p, r)
		ok = ret != nil
	} else if r.LastReturns {
		return // what follows the loop is there for the compiler, or for no attempts at all
	}
	if !ok || len(ret.Results) == 0 || len(r.Ops) == 0 || r.Attempts.Bounded() != api.Yes || breaks(r) || r.Targets || r.Guard.Status || r.NothingDone() || r.Guard.Class == facts.ErrRefused {
		return // a failure of one kind only needs no more than the text, nor does that none of several will do
	}
	call, ok := ast.Unparen(ret.Results[len(ret.Results)-1]).(*ast.CallExpr)
	fn := p.Code.Callee(call1(call, ok))
	if fn == nil || fn.FullName() != "fmt.Errorf" && fn.FullName() != "errors.New" {
		return
	}
	for _, a := range call.Args {
		if t := p.Code.Info.TypeOf(a); t != nil && code.ImplementsError(t) {
			return
		}
	}
	// Logged, kept or counted in the loop: it is not lost.
	kept := false
	ast.Inspect(r.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if fn := p.Code.Callee(n); fn != nil && fn.Pkg() != nil && !known(fn.Pkg().Path()) {
				for _, a := range n.Args {
					if code.IsError(p.Code.Info.TypeOf(a)) {
						kept = true
					}
				}
			}
		case *ast.AssignStmt:
			for i, rhs := range n.Rhs {
				if code.IsError(p.Code.Info.TypeOf(rhs)) && i < len(n.Lhs) {
					if _, isCall := ast.Unparen(rhs).(*ast.CallExpr); !isCall {
						kept = true
					}
				}
			}
		}
		return !kept
	})
	if kept || assignedOutside(p, r) {
		return
	}
	p.Report(rule.Finding{
		Node:    ret,
		Message: fmt.Sprintf("the error returned after the last attempt of %s says nothing of why it failed: the attempts' errors are dropped; keep the last one and wrap it with %%w", r.Name()),
		Related: []rule.Related{{Node: r.Ops[0], Message: "the operation whose error is lost"}},
	})
}

// givesUp returns the return in the loop's body that the number of attempts
// leads to, nil if there is none.
func givesUp(p *rule.Pass, r *retry.Retry) *ast.ReturnStmt {
	var found *ast.ReturnStmt
	code.InspectShallow(r.Body, func(n ast.Node) bool {
		ifs, ok := n.(*ast.IfStmt)
		if !ok || r.Attempts.Node == nil || ifs.Else != nil || !code.Within(r.Attempts.Node, ifs.Cond) && !code.Within(ifs.Cond, r.Attempts.Node) || len(ifs.Body.List) != 1 {
			return true
		}
		found, _ = ifs.Body.List[0].(*ast.ReturnStmt)
		return found == nil
	})
	return found
}

// known tells packages whose functions look at an error without keeping it.
func known(path string) bool { return path == "errors" || path == "fmt" }

// assignedOutside reports whether the operation's error is kept in a variable
// from outside of the loop.
func assignedOutside(p *rule.Pass, r *retry.Retry) bool {
	as, ok := p.Code.Parent(r.Ops[0]).(*ast.AssignStmt)
	if !ok {
		return true
	}
	v := p.Code.VarOf(as.Lhs[len(as.Lhs)-1])
	return v == nil || v.Pos() < r.Node.Pos() || v.Pos() > r.Node.End()
}

func call1(c *ast.CallExpr, ok bool) *ast.CallExpr {
	if !ok {
		return &ast.CallExpr{Fun: ast.NewIdent("_")}
	}
	return c
}

// deaf reports a driver that was not given the context which its closure
// works under: it tries and waits to the end although all is over.
func deaf(p *rule.Pass, r *retry.Retry) {
	if r.StopsOnCtx != api.No || r.Guard.Class != facts.ErrAny || r.Driver.Tx || r.Ctx == nil || r.Driver.Poll {
		return
	}
	if !(r.Attempts.N >= 3 || r.Attempts.N == api.AttemptsUnbounded) || len(r.Delays) == 0 && !(r.Driver.Backoff.Known && r.Driver.Backoff.Initial > 0) {
		return
	}
	c := p.Flow.Trace(r.Ctx)
	if !c.Known() || !c.FromCaller() || unheard(p, r) {
		return
	}
	p.Report(rule.Finding{
		Node:    r.Call,
		Message: fmt.Sprintf("%s is not given %s, under which its function works: when that is over every attempt fails at once, and is repeated and waited for to the end; hand the context to %s", r.Name(), types.ExprString(r.Ctx), r.Name()),
	})
}

// unheard reports whether functions of this package alone get the context in the
// closure of a driver, and what they wait for does not.
func unheard(p *rule.Pass, r *retry.Retry) bool {
	if r.Closure == nil {
		return false
	}
	all := p.Waits.In(r.Closure)
	if len(all) == 0 || slices.ContainsFunc(all, func(w *waits.Wait) bool { return w.Ctx != nil }) {
		return false
	}
	return !slices.ContainsFunc(r.Closure.Calls(), func(c *ast.CallExpr) bool {
		return p.Flow.CtxArg(c).Expr != nil && p.Code.FuncOf(p.Code.Callee(c)) == nil
	})
}
