package waits

import (
	"go/ast"
	"go/constant"
	"go/types"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

// obey sets what a context that reaches a wait means for it.
func (f *Finder) obey(w *Wait, ctx ctxflow.Ctx) {
	w.Ctx = &ctx
	w.Obeys, w.Param, w.Owner = facts.ObeysUnknown, 0, nil
	all := append([]ctxflow.Ctx{ctx}, ctx.Others...)
	for i, c := range all {
		c.Ambiguous, c.Others = false, nil
		obeys, param, owner := f.classify(c)
		if i == 0 {
			w.Obeys, w.Param, w.Owner = obeys, param, owner
			continue
		}
		if obeys != w.Obeys || owner != w.Owner || param != w.Param {
			// Different contexts on different paths: silent.
			w.Obeys, w.Param, w.Owner = facts.ObeysUnknown, 0, nil
			break
		}
	}
	if ctx.Root.Kind == ctxflow.RootNone && ctx.Root.Expr != nil && ctx.Root.Expr != w.Node {
		w.Missing = ctx.Root.Expr
	}
	if d, ok := f.tightest(ctx); ok {
		if own, has := w.Limit(); !has || d < own {
			w.Bound = durations.Between(0, int64(d))
		}
	}
	w.Proven = w.Obeys == facts.ObeysNone || w.Obeys == facts.ObeysRoot
	if w.Proven && isChan(w.Kind) {
		// Nobody's context, but the other end may well be there.
		w.Obeys, w.Proven = facts.ObeysUnknown, false
	}
}

// isChan reports whether a wait is a channel operation.
func isChan(k api.WaitKind) bool {
	return k == api.WaitSend || k == api.WaitRecv || k == api.WaitSelect
}

// tightest returns the smallest limit that a context certainly has.
func (f *Finder) tightest(ctx ctxflow.Ctx) (time.Duration, bool) {
	var best time.Duration
	found := false
	if ctx.Ambiguous {
		return 0, false
	}
	for _, s := range ctx.Bounds() {
		if s.Maybe {
			continue
		}
		if d, ok := s.Limit.MaxDuration(); ok && (!found || d < best) {
			best, found = d, true
		}
	}
	return best, found
}

func (f *Finder) classify(ctx ctxflow.Ctx) (facts.Obeys, int, *codeFunc) {
	if ctx.Opaque() {
		return facts.ObeysUnknown, 0, nil
	}
	if ctx.Nobody() {
		switch {
		case len(ctx.Bounds()) > 0:
			return facts.ObeysBounded, 0, nil
		case len(ctx.Cancels()) > 0:
			for _, s := range ctx.Cancels() {
				if s.Kind != ctxflow.StepCancel || s.CancelEscapes || !s.CancelDeferred {
					return facts.ObeysUnknown, 0, nil // somebody may cancel it
				}
			}
			return facts.ObeysRoot, 0, nil
		case ctx.Root.Kind == ctxflow.RootNil:
			return facts.ObeysUnknown, 0, nil // the callee makes do without one
		case ctx.Root.Kind == ctxflow.RootNone:
			return facts.ObeysNone, 0, nil
		}
		return facts.ObeysRoot, 0, nil
	}
	ctx = f.outer(ctx)
	switch ctx.Root.Kind {
	case ctxflow.RootField:
		return facts.ObeysRecv, 0, nil
	case ctxflow.RootParam, ctxflow.RootCarrier, ctxflow.RootUnknown:
		if ctx.Root.Var == nil || ctx.Root.Func == nil {
			return facts.ObeysUnknown, 0, nil
		}
		i := ctx.Root.Func.ParamIndex(ctx.Root.Var)
		switch {
		case i == -2:
			return facts.ObeysRecv, 0, nil
		case i < 0:
			return facts.ObeysUnknown, 0, nil
		case ctx.Root.Kind == ctxflow.RootParam:
			return facts.ObeysParam, i, ctx.Root.Func
		}
		return facts.ObeysValue, i, ctx.Root.Func
	}
	return facts.ObeysUnknown, 0, nil
}

// outer follows a context that is a literal's parameter to what the literal is
// given, if the function around it gives it.
func (f *Finder) outer(ctx ctxflow.Ctx) ctxflow.Ctx {
	for range 4 {
		fn := ctx.Root.Func
		if fn == nil || fn.Obj != nil || ctx.Root.Var == nil || ctx.Ambiguous {
			return ctx
		}
		i := fn.ParamIndex(ctx.Root.Var)
		run := f.flow.Live(fn)
		if i < 0 || run.Call == nil {
			return ctx
		}
		var outer ctxflow.Ctx
		switch {
		case run.PassesCtx && i == 0:
			g := f.flow.CtxArg(run.Call)
			if g.Has != api.Yes {
				return ctx
			}
			outer = g.Ctx
		case run.Driver == nil && run.Runner == nil && i < len(run.Call.Args) && f.runsLit(run.Call, fn):
			outer = f.flow.Trace(run.Call.Args[i])
		default:
			return ctx
		}
		if outer.Ambiguous {
			return outer
		}
		outer.Steps = append(append([]ctxflow.Step(nil), outer.Steps...), ctx.Steps...)
		ctx = outer
	}
	return ctx
}

// runsLit reports whether a call runs a literal itself, so that its arguments
// are the literal's.
func (f *Finder) runsLit(call *ast.CallExpr, lit *codeFunc) bool {
	if call.Fun == lit.Node {
		return true
	}
	fns, complete := f.p.LitsOf(call.Fun)
	return complete && len(fns) == 1 && fns[0] == lit
}

// clientBound returns the limit that the receiver of a call puts on it, as the
// Timeout of an http.Client in sight.
func (f *Finder) clientBound(recv ast.Expr) (durations.Value, ast.Expr) {
	if recv == nil {
		return durations.Unknown, nil
	}
	if b, at := durations.OfClient(f.p, f.t, recv); at != nil {
		return b, at
	}
	e := ast.Unparen(recv)
	var origins []code.Origin
	if field := f.p.FieldOf(e); field != nil {
		all, complete := f.p.FieldOrigins(field)
		if !complete {
			return durations.Unknown, nil
		}
		origins = all
	} else {
		origins = f.p.Origins(e)
	}
	var out durations.Value
	var by ast.Expr
	for _, o := range origins {
		b, x := f.literalBound(o.Expr)
		if x == nil || by != nil {
			return durations.Unknown, nil // none, or more than one
		}
		out, by = b, x
	}
	return out, by
}

// literalBound returns the limit on whole calls among the settings of a client's literal.
func (f *Finder) literalBound(e ast.Expr) (durations.Value, ast.Expr) {
	if u, ok := e.(*ast.UnaryExpr); ok {
		e = ast.Unparen(u.X)
	}
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return durations.Unknown, nil
	}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		id, ok := kv.Key.(*ast.Ident)
		if !ok {
			continue
		}
		field, ok := f.p.Info.Uses[id].(*types.Var)
		if !ok {
			continue
		}
		s := f.t.FieldSetting(api.KeyOfField(f.p.Info.TypeOf(lit), field))
		if s != nil && (s.Knob == api.KnobWhole || s.Knob == api.KnobAttempt) {
			return durations.Eval(f.p, kv.Value), kv.Value
		}
	}
	return durations.Unknown, nil
}

func duration(n int64) string { return durations.Short(time.Duration(n)) }

func constInt(c constant.Value) (int64, bool) {
	i := constant.ToInt(c)
	if i.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(i)
}

// over reports whether a node only runs when something is over: in clean-up.
func (f *Finder) over(fn *code.Func, n ast.Node) bool {
	switch f.flow.CleanupMode(n) {
	case ctxflow.CleanupDefer, ctxflow.CleanupOver:
		return true
	}
	return false
}
