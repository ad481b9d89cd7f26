package ctxflow

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

// call follows result idx of a call.
func (t *tracer) call(call *ast.CallExpr, idx int) []alt {
	t.depth++
	defer func() { t.depth-- }()
	if t.depth > maxDepth {
		return unknown(call)
	}
	f := t.f
	c := f.p.CalleeOf(call)
	switch {
	case c.Conversion:
		if len(call.Args) == 1 {
			return t.expr(call.Args[0])
		}
		return unknown(call)
	case c.Builtin != "":
		return t.builtin(call, c.Builtin)
	}
	res := f.resultType(call, idx)
	if op := f.t.CtxOp(c.Key); op != nil {
		if alts := t.op(call, c, op, idx, res); alts != nil {
			return alts
		}
	}
	if alts := t.source(call, c, res); alts != nil {
		return alts
	}
	if fns := f.bodiesOf(call, c); len(fns) > 0 {
		var out []alt
		for _, fn := range fns {
			out = append(out, t.inline(fn, call, c, idx)...)
		}
		if len(out) > 0 && len(out) <= maxAlts {
			return out
		}
		return unknown(call)
	}
	if alts := t.summary(call, c, idx, res); alts != nil {
		return alts
	}
	return t.structural(call, c, res)
}

func (f *Flow) resultType(call *ast.CallExpr, idx int) types.Type {
	t := f.p.TypeOf(call)
	if tup, ok := t.(*types.Tuple); ok {
		if idx < 0 || idx >= tup.Len() {
			return types.Typ[types.Invalid]
		}
		return tup.At(idx).Type()
	}
	return t
}

func (t *tracer) builtin(call *ast.CallExpr, name string) []alt {
	if name == "new" {
		if c := t.f.carrierOf(t.f.p.TypeOf(call)); c != nil && !c.self {
			return one(Root{Kind: RootNone, Expr: call})
		}
	}
	return unknown(call)
}

// op follows a function that the table knows, nil if the row has nothing to
// say about this result.
func (t *tracer) op(call *ast.CallExpr, c api.Callee, op *api.CtxOp, idx int, res types.Type) []alt {
	f := t.f
	var kind StepKind
	switch op.Kind {
	case api.CtxOpRoot:
		k := RootBackground
		if strings.HasSuffix(c.Key, ".TODO") {
			k = RootTODO
		}
		return one(Root{Kind: k, Expr: call})
	case api.CtxOpSource:
		if c.Recv == nil {
			return nil
		}
		alts := t.expr(c.Recv)
		for i := range alts {
			if alts[i].Root.Kind == RootCarrier && op.Live != api.Maybe {
				alts[i].Root.Live = op.Live
			}
		}
		return alts
	case api.CtxOpCarry:
		if p := parentArg(call, c, op); p != nil {
			return t.expr(p)
		}
		return nil
	case api.CtxOpBound:
		kind = StepBound
	case api.CtxOpCancel:
		kind = StepCancel
	case api.CtxOpValue:
		kind = StepValue
	case api.CtxOpDetach:
		kind = StepDetach
	case api.CtxOpSignal:
		kind = StepSignal
	case api.CtxOpGroup:
		kind = StepGroup
	default:
		return nil
	}
	if !f.ctxLike(res) && f.carrierOf(res) == nil {
		if _, ok := f.p.TypeOf(call).(*types.Tuple); ok {
			return nil // the cancel function, the span
		}
	}
	s := Step{Kind: kind, Call: call, In: f.p.Enclosing(call), Deadline: op.Deadline}
	if kind == StepBound && op.Dur > 0 && op.Dur-1 < len(call.Args) {
		s.Dur = call.Args[op.Dur-1]
		if d := f.lengthOf(op, s.Dur); d != nil {
			s.Limit = durations.Eval(f.p, d)
		}
	}
	f.setCancel(&s, call, idx)
	p := parentArg(call, c, op)
	if p == nil {
		return step(unknown(call), s)
	}
	return step(t.expr(p), s)
}

// parentArg returns the expression of the parent context of a deriving call.
func parentArg(call *ast.CallExpr, c api.Callee, op *api.CtxOp) ast.Expr {
	i := op.Parent
	if i < 0 {
		return c.Recv
	}
	if c.MethodExpr {
		i++
	}
	if i < len(call.Args) {
		return call.Args[i]
	}
	return nil
}

// source follows r.Context(), c.Request(), c.UserContext(): a method without
// arguments that yields the context of its receiver or another carrier of it.
func (t *tracer) source(call *ast.CallExpr, c api.Callee, res types.Type) []alt {
	f := t.f
	if c.Recv == nil || c.Func == nil || len(call.Args) > 0 {
		return nil
	}
	recv := f.carrierOf(f.p.TypeOf(c.Recv))
	if recv == nil {
		return nil
	}
	if !f.ctxLike(res) && f.carrierOf(res) == nil {
		return nil
	}
	if recv.self && c.Func.Name() != "Context" && f.ctxLike(res) && !code.IsContext(res) {
		// a context of the project's own that derives another of its kind
		return step(t.expr(c.Recv), Step{Kind: StepOpaque, Call: call, In: f.p.Enclosing(call)})
	}
	alts := t.expr(c.Recv)
	out := make([]alt, 0, len(alts))
	for _, a := range alts {
		if a.cycle == nil && a.Root.Kind == RootUnknown {
			return nil
		}
		out = append(out, a)
	}
	return out
}

// bodiesOf returns the functions of this package that a call certainly runs.
func (f *Flow) bodiesOf(call *ast.CallExpr, c api.Callee) []*code.Func {
	if c.Func != nil {
		if fn := f.p.FuncOf(c.Func); fn != nil {
			return []*code.Func{fn}
		}
		return nil
	}
	fns, complete := f.p.LitsOf(call.Fun)
	if !complete {
		return nil
	}
	return fns
}

type resultKey struct {
	fn  *code.Func
	idx int
}

// inlined is what the return statements of a function give for one result.
type inlined struct {
	alts []alt
	done bool
}

// inline follows result idx of a function of this package into its return
// statements, and its parameters back to the arguments of the call.
func (t *tracer) inline(fn *code.Func, call *ast.CallExpr, c api.Callee, idx int) []alt {
	var out []alt
	for _, a := range t.f.returned(fn, idx) {
		steps := make([]Step, len(a.Steps))
		for i, s := range a.Steps {
			s.Through = append([]*ast.CallExpr{call}, s.Through...)
			if d := s.length(t.f); d != nil {
				s.Limit = durations.EvalIn(t.f.p, d, t.f.args(fn, call, c))
			}
			if s.CancelEscapes && returnsFunc(fn.Sig) {
				// The helper hands the cancel function to its caller.
				s.Cancel, s.CancelDeferred, s.CancelEscapes = nil, false, false
				t.f.setCancel(&s, call, idx)
			}
			steps[i] = s
		}
		a.Steps = steps
		if a.Root.Var == nil || a.Root.Func != fn {
			out = append(out, a)
			continue
		}
		var arg ast.Expr
		switch i := fn.ParamIndex(a.Root.Var); {
		case i == -2:
			arg = c.Recv
		case i >= 0 && c.MethodExpr && i+1 < len(call.Args):
			arg = call.Args[i+1]
		case i >= 0 && !c.MethodExpr && i < len(call.Args):
			arg = call.Args[i]
		}
		if arg == nil {
			out = append(out, unknown(call)...)
			continue
		}
		for _, outer := range t.expr(arg) {
			outer.Steps = append(append([]Step(nil), outer.Steps...), steps...)
			if outer.Stacked == nil {
				outer.Stacked, outer.StackedLit, outer.StackedBound = a.Stacked, a.StackedLit, a.StackedBound
			}
			out = append(out, outer)
		}
	}
	return out
}

// returned gives the alternatives of result idx of fn as fn's own return
// statements have them; nil while in progress (recursion).
func (f *Flow) returned(fn *code.Func, idx int) []alt {
	key := resultKey{fn, idx}
	if r, ok := f.results[key]; ok {
		return r.alts
	}
	r := new(inlined)
	f.results[key] = r
	n := fn.Sig.Results().Len()
	if idx < 0 || idx >= n {
		return nil
	}
	var out []alt
	fn.Inspect(func(node ast.Node) bool {
		ret, ok := node.(*ast.ReturnStmt)
		if !ok || len(out) > maxAlts {
			return true
		}
		t := &tracer{f: f}
		switch {
		case len(ret.Results) == n:
			out = append(out, t.expr(ret.Results[idx])...)
		case len(ret.Results) == 1:
			if call, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr); ok {
				out = append(out, t.call(call, idx)...)
			}
		case len(ret.Results) == 0:
			v := fn.Sig.Results().At(idx)
			out = append(out, t.defs(v, &ast.Ident{NamePos: ret.Pos(), Name: v.Name()}, f.p.ReachingAt(v, ret))...)
		}
		return true
	})
	// return nil, err: not the value the caller goes on with.
	var kept []alt
	for _, a := range out {
		if a.Root.Kind != RootNil {
			kept = append(kept, a)
		}
	}
	if len(kept) == 0 {
		kept = out
	}
	m := merge(kept)
	// Kept as few alternatives: those that differ in their roots.
	r.alts = nil
	others := m.Others
	m.Ambiguous, m.Others = false, nil
	if len(kept) > 0 {
		r.alts = append(r.alts, alt{Ctx: m})
		for _, o := range others {
			r.alts = append(r.alts, alt{Ctx: o})
		}
	}
	return r.alts
}

// summary follows a call into another package by what is known of its results.
func (t *tracer) summary(call *ast.CallExpr, c api.Callee, idx int, res types.Type) []alt {
	f := t.f
	if f.callees == nil || c.Func == nil {
		return nil
	}
	s := f.callees.Summary(c.Func)
	if s == nil {
		return nil
	}
	for _, r := range s.Results {
		if r.Index != idx {
			continue
		}
		if r.NoCtx {
			return one(Root{Kind: RootNone, Expr: call})
		}
		var alts []alt
		if i := r.FromParam - 1; i >= 0 && i < len(call.Args) && !c.MethodExpr {
			alts = t.expr(call.Args[i])
		} else if r.CtxKnown && r.CtxRoot {
			alts = one(Root{Kind: RootBackground, Expr: call})
		} else {
			continue
		}
		for _, st := range f.resultSteps(&r, call, idx, res) {
			alts = step(alts, st)
		}
		return alts
	}
	return nil
}

// resultSteps turns what a summary says of a result into steps.
func (f *Flow) resultSteps(r *facts.Result, call *ast.CallExpr, idx int, res types.Type) []Step {
	in := f.p.Enclosing(call)
	if !r.CtxKnown {
		if f.ctxLike(res) {
			return []Step{{Kind: StepOpaque, Call: call, In: in}}
		}
		return nil
	}
	var out []Step
	if r.Detached {
		out = append(out, Step{Kind: StepDetach, Call: call, In: in})
	}
	switch {
	case r.Limited:
		s := Step{Kind: StepBound, Call: call, In: in}
		if r.Bound > 0 {
			s.Limit = durations.Exactly(int64(r.Bound))
		}
		f.setCancel(&s, call, idx)
		out = append(out, s)
	case r.Cancelled:
		s := Step{Kind: StepCancel, Call: call, In: in}
		f.setCancel(&s, call, idx)
		out = append(out, s)
	case !r.Detached && f.ctxLike(res):
		out = append(out, Step{Kind: StepValue, Call: call, In: in})
	}
	return out
}

// structural follows a call that nothing is known of by its types: a builder
// that is given a context, a function from context to context.
func (t *tracer) structural(call *ast.CallExpr, c api.Callee, res types.Type) []alt {
	f := t.f
	if c.Func == nil {
		return unknown(call)
	}
	row := f.t.Call(c.Key)
	arg := f.ctxArgOf(call)
	in := f.p.Enclosing(call)
	switch {
	case arg != nil && f.ctxLike(res):
		return step(t.expr(arg), Step{Kind: StepOpaque, Call: call, In: in})
	case arg != nil && (f.carrierOf(res) != nil || row != nil && row.Builder || f.returnsReceiver(call) || makerName(c.Func, res)):
		return t.expr(arg)
	case arg == nil && f.returnsReceiver(call) && f.ctxInLiteral(call) != nil:
		return t.expr(f.ctxInLiteral(call)) // db.Session(&gorm.Session{Context: ctx})
	case arg == nil && row != nil && row.Builder && row.Ctx.Kind == api.CtxNone && !f.returnsReceiver(call):
		return one(Root{Kind: RootNone, Expr: call})
	case arg == nil && f.returnsReceiver(call):
		alts := t.expr(c.Recv)
		if f.ctxLike(res) {
			return step(alts, Step{Kind: StepOpaque, Call: call, In: in})
		}
		return alts
	}
	// A carrier made from another: http.MaxBytesHandler no, r.Clone by table,
	// restful.NewRequest(r): the one carrier among the arguments.
	if f.carrierOf(res) != nil {
		var from ast.Expr
		for _, a := range call.Args {
			if f.carrierOf(f.p.TypeOf(a)) != nil {
				if from != nil {
					return unknown(call)
				}
				from = a
			}
		}
		if from != nil {
			return step(t.expr(from), Step{Kind: StepOpaque, Call: call, In: in})
		}
	}
	return unknown(call)
}

// makerName reports whether a function is the context form of a constructor:
// named …Context, and what it makes is of its own package.
func makerName(fn *types.Func, res types.Type) bool {
	n, ok := code.Deref(res).(*types.Named)
	if !ok || n.Obj().Pkg() != fn.Pkg() || types.IsInterface(n) {
		return false
	}
	return strings.HasSuffix(fn.Name(), "Context") || strings.HasSuffix(fn.Name(), "Ctx")
}

// ctxInLiteral returns the context in a struct literal among the arguments.
func (f *Flow) ctxInLiteral(call *ast.CallExpr) ast.Expr {
	for _, a := range call.Args {
		if u, ok := ast.Unparen(a).(*ast.UnaryExpr); ok {
			a = u.X
		}
		lit, ok := ast.Unparen(a).(*ast.CompositeLit)
		if !ok {
			continue
		}
		for _, e := range lit.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok && code.IsContext(f.p.TypeOf(kv.Value)) {
				return kv.Value
			}
		}
	}
	return nil
}

// args gives the parameters of fn the values that a call of it hands over.
func (f *Flow) args(fn *code.Func, call *ast.CallExpr, c api.Callee) durations.Env {
	if c.MethodExpr || call.Ellipsis.IsValid() {
		return nil
	}
	env := make(durations.Env)
	for i, v := range fn.Params() {
		if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsNumeric != 0 && i < len(call.Args) {
			env[v] = durations.Eval(f.p, call.Args[i])
		}
	}
	return env
}

// returnsFunc reports whether a function without parameters, as cancel
// functions are, is among the results.
func returnsFunc(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if fn, ok := v.Type().Underlying().(*types.Signature); ok && fn.Params().Len() == 0 {
			return true
		}
	}
	return false
}
