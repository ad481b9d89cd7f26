package retry

import (
	"go/ast"
	"go/token"
	"go/types"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

// A policy is what the options and policy values given to a driver say.
type policy struct {
	x        *Finder
	call     *ast.CallExpr
	until    token.Pos // what is set after it in the call's function comes too late; NoPos = all counts
	attempts Count
	// byDefault is the number without any setting.
	byDefault       api.Attempts
	initial         durations.Value
	delayAt         ast.Node
	most            time.Duration
	factor          float64
	jitter          api.Tri
	total           *Limit
	attempt         *Limit
	outer           *Limit // of a policy around the one that repeats
	hedges, repeats bool   // policies of either kind were seen
	onTimeout       bool   // timeouts are named among what is repeated
	ctx             ast.Expr
	on              facts.ErrClass
	lost            bool // among what is repeated are failures whose outcome is unknown
	onSet           bool
	retryIf         *code.Func // the predicate on failures
	named           []string   // what it names of those that are repeated
	shaped          bool       // the shape of the delays is known
	added           bool       // a random part is added to the delay, however short that is
	computed        *computed  // how a function that is given computes the delays, nil if none is
	unclear         bool       // something given is not in sight
	explicit        bool       // the number of attempts is set in sight
	seen            map[ast.Expr]bool
}

// driverPolicy reads what a call of a driver is given.
func (x *Finder) driverPolicy(call *ast.CallExpr, d *api.Driver) *policy {
	p := &policy{x: x, call: call, until: call.Pos(), seen: make(map[ast.Expr]bool)}
	p.defaults(d, call)
	switch {
	case d.Policy == api.PolicyReceiver:
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			p.option(sel.X, 0)
		} else {
			p.unclear = true
		}
		for _, a := range call.Args { // options of this one call
			if sig, ok := x.p.Info.TypeOf(a).(*types.Signature); ok && setsOptions(sig) {
				p.option(a, 0)
			}
		}
	case d.CtxPolicy:
		if e := x.ctxPolicy(call, d); e != nil {
			p.option(e, 0)
		}
	case d.Policy >= 0:
		for i := d.Policy; i < len(call.Args); i++ {
			if d.Kind == api.OpArg && i == d.Op {
				continue
			}
			if call.Ellipsis.IsValid() && i == len(call.Args)-1 {
				p.spread(call.Args[i])
				continue
			}
			if t := x.p.Info.TypeOf(call.Args[i]); t != nil {
				if _, fn := t.Underlying().(*types.Signature); fn && i != d.Policy && namedOf(t) == nil {
					continue // a notification, not an option
				}
			}
			p.option(call.Args[i], 0)
		}
	}
	p.byArgs(d, call)
	return p
}

// ctxPolicy returns the call that put a policy into the context that a call
// gets, nil if it is not in sight.
func (x *Finder) ctxPolicy(call *ast.CallExpr, d *api.Driver) ast.Expr {
	if d.Ctx.Kind != api.CtxArg || d.Ctx.Arg >= len(call.Args) {
		return nil
	}
	origins := x.p.Origins(call.Args[d.Ctx.Arg])
	if len(origins) != 1 || origins[0].Unknown {
		return nil
	}
	made, ok := origins[0].Expr.(*ast.CallExpr)
	if !ok {
		return nil
	}
	if s := x.table.Setting(x.p.CalleeOf(made).Key); s == nil || s.Knob != api.KnobPolicy {
		return nil
	}
	return made
}

func namedOf(t types.Type) *types.Named {
	n, _ := types.Unalias(t).(*types.Named)
	return n
}

// loopPolicy reads the policy of a driver that paces a loop.
func (x *Finder) loopPolicy(r *Retry, d *api.Driver, call *ast.CallExpr) *policy {
	return x.driverPolicy(call, d)
}

// defaults takes over what a row says.
func (p *policy) defaults(d *api.Driver, at ast.Node) {
	if d.Kind == api.OpPolicy {
		p.hedges, p.repeats = p.hedges || d.Hedge, p.repeats || !d.Hedge
	}
	if d.Attempts != api.AttemptsUnknown {
		p.byDefault = d.Attempts
		p.attempts = Count{N: d.Attempts, Node: at}
		if d.Attempts > 0 {
			p.attempts.Value = durations.Exactly(int64(d.Attempts))
		}
	}
	if d.Cap > 0 {
		p.total = &Limit{Node: at, Value: durations.Exactly(int64(d.Cap)), Between: true, ByDefault: true}
	}
	b := d.Backoff
	if b.Jitter != api.Maybe {
		p.jitter = b.Jitter
	}
	if b.Known {
		p.shaped = true
		p.initial, p.delayAt = durations.Exactly(int64(b.Initial)), at
		p.factor, p.most, p.added = b.Factor, b.Max, b.Added
		if p.factor == 0 {
			p.factor = 1
		}
	}
}

// byArgs reads the arguments that a row says hold counts and times.
func (p *policy) byArgs(d *api.Driver, call *ast.CallExpr) {
	arg := func(i int) ast.Expr {
		if i <= 0 || i > len(call.Args) {
			return nil
		}
		return call.Args[i-1]
	}
	if a := arg(d.CountArg); a != nil {
		p.count(a, 0, api.ZeroUnknown, api.ZeroUnknown)
	}
	if a := arg(d.DelayArg); a != nil {
		p.initial, p.delayAt = durations.Eval(p.x.p, a), a
		if p.factor == 0 && d.Backoff.Factor > 0 {
			p.factor = d.Backoff.Factor
		}
		p.shaped = true
	}
	if a := arg(d.CapArg); a != nil {
		p.total = &Limit{Node: a, Value: durations.Eval(p.x.p, a), Between: true}
	}
}

// spread reads options given as a slice.
func (p *policy) spread(e ast.Expr) {
	elts := p.x.elements(e)
	if elts == nil {
		p.unclear = true
	}
	for _, el := range elts {
		p.option(el, 1)
	}
}

// option reads one option or policy value.
func (p *policy) option(e ast.Expr, depth int) {
	e = ast.Unparen(e)
	if p.seen[e] {
		return
	}
	if depth > 8 {
		p.unclear = true
		return
	}
	p.seen[e] = true
	x := p.x
	if x.p.IsNil(e) {
		return
	}
	for _, m := range p.sources(e) {
		if m == nil {
			p.unclear = true
			if id, ok := e.(*ast.Ident); ok {
				defer p.later(x.p.VarOf(id), x.p.Enclosing(id)) // a parameter: cfg.RetryMaxAttempts = 5
			}
			continue
		}
		defer p.later(x.holder(m))
		switch m := m.(type) {
		case *ast.CallExpr:
			p.optionCall(m, depth)
		case *ast.CompositeLit:
			p.optionLit(m, depth)
		case *ast.SelectorExpr, *ast.Ident:
			v := x.p.VarOf(m)
			if f := x.p.FuncOf(x.p.FuncNamed(m)); f != nil && len(f.Params()) == 1 {
				p.later(f.Params()[0], f)
				continue
			}
			if v == nil || v.Pkg() == nil || x.table == nil {
				p.unclear = true
				continue
			}
			if d := x.table.Driver(api.Path(v.Pkg().Path()) + "." + v.Name()); d != nil && d.Kind == api.OpPolicy {
				p.defaults(d, m)
			} else {
				p.unclear = true
			}
		case *ast.FuncLit:
			// func(o *Options) { o.RetryMaxAttempts = 2 }
			if f := x.p.FuncAt(m); f != nil && len(f.Params()) == 1 {
				p.later(f.Params()[0], f)
			}
		default:
			p.unclear = true
		}
	}
}

// sources returns the calls and literals that make an option or policy value.
func (p *policy) sources(e ast.Expr) []ast.Expr {
	out := p.x.makings(e, 0)
	for i, m := range out {
		if m == nil {
			continue
		}
		if lit := code.Literal(m); lit != nil {
			out[i] = lit
		}
	}
	return out
}

// namesTimeout reports whether an expression is the error or code of a timeout.
func namesTimeout(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	switch sel.Sel.Name {
	case "DeadlineExceeded", "ErrExceeded", "ErrTimeout":
		return true
	}
	return false
}

// compose reads policies that are put around one another, the outermost first:
// a limit outside the one that repeats is a limit of the whole.
func (p *policy) compose(args []ast.Expr, depth int) {
	var limiting ast.Expr // the policy that brought the limit
	for _, a := range args {
		attempt, n := p.attempt, p.attempts
		p.option(a, depth+1)
		if p.attempt != attempt {
			limiting = a
		}
		if attempt != nil && attempt == p.attempt && p.attempts != n && len(args) > 1 {
			p.total, p.attempt = attempt, nil
			p.outer = &Limit{Node: attempt.Node, Value: attempt.Value}
			if limiting != nil {
				p.outer.Node = limiting // the order is what is wrong
			}
		}
	}
}

// optionCall reads a call that makes or changes a policy or option.
func (p *policy) optionCall(call *ast.CallExpr, depth int) {
	x := p.x
	c := x.p.CalleeOf(call)
	known := false
	// A builder, or a value made from one: what was set on it before comes first, and the
	// defaults of its maker before that.
	if c.Recv != nil && c.Func != nil && c.Func.Pkg() != x.p.Types {
		link := depth + 1
		if _, ok := ast.Unparen(c.Recv).(*ast.CallExpr); ok {
			link = depth // a chain of builders ends by itself, however long it is
		}
		p.option(c.Recv, link)
		known = true
	}
	if x.table != nil && c.Key != "" {
		if d := x.table.Driver(c.Key); d != nil && d.Kind == api.OpPolicy {
			known = true
			p.defaults(d, call)
			p.byArgs(d, call)
			for i, a := range call.Args {
				if call.Ellipsis.IsValid() && i == len(call.Args)-1 {
					p.spread(a)
				} else if p.isOption(a) {
					p.option(a, depth+1)
				}
			}
		}
		if s := x.table.Setting(c.Key); s != nil {
			known = true
			p.setting(s, call, depth)
		}
	}
	if known {
		return
	}
	if c.Func != nil {
		if f := x.p.FuncOf(c.Func); f != nil && depth < 4 {
			// The package's own function that makes the policy.
			if e := onlyReturn(f); e != nil {
				p.option(e, depth+1)
				return
			}
		}
	}
	if c.Func != nil && c.Func.Pkg() != nil && x.table != nil && x.table.Knows(api.Path(c.Func.Pkg().Path())) {
		// An option or maker of a known library that sets nothing of these by
		// itself: what it is given may.
		for i, a := range call.Args {
			if call.Ellipsis.IsValid() && i == len(call.Args)-1 {
				p.spread(a)
			} else if p.isOption(a) {
				p.option(a, depth+1)
			}
		}
		return
	}
	p.unclear = true
	p.madeElsewhere(c.Func, call)
}

// isOption reports whether an argument of a policy's maker may be an option or policy itself.
func (p *policy) isOption(a ast.Expr) bool {
	t := p.x.p.Info.TypeOf(a)
	if t == nil || code.IsContext(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return false
	case *types.Signature:
		return namedOf(t) != nil || setsOptions(u)
	case *types.Interface, *types.Struct:
		return namedOf(t) != nil
	case *types.Pointer:
		return true
	}
	return false
}

// setsOptions reports whether a function does nothing but set options in a
// struct that it is given: func(o *Options).
func setsOptions(sig *types.Signature) bool {
	if sig.Params().Len() != 1 || sig.Results().Len() != 0 {
		return false
	}
	ptr, ok := sig.Params().At(0).Type().Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	_, ok = ptr.Elem().Underlying().(*types.Struct)
	return ok
}

// onlyReturn returns what a function with a single return statement returns.
func onlyReturn(f *code.Func) ast.Expr {
	var e ast.Expr
	n := 0
	f.Inspect(func(nd ast.Node) bool {
		if r, ok := nd.(*ast.ReturnStmt); ok {
			n++
			if len(r.Results) > 0 {
				e = r.Results[0]
			}
		}
		return true
	})
	if n != 1 {
		return nil
	}
	return e
}

// optionLit reads a composite literal of an options or policy struct.
func (p *policy) optionLit(lit *ast.CompositeLit, depth int) {
	x := p.x
	t := x.p.Info.TypeOf(lit)
	if t == nil || x.table == nil {
		p.unclear = true
		return
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if d := x.table.Driver(api.KeyOfType(t)); d != nil && d.Kind == api.OpPolicy {
		p.defaults(d, lit)
		return
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		p.unclear = true
		return
	}
	any := false
	given := make(map[string]ast.Expr)
	for i, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				given[id.Name] = kv.Value
			}
		} else if i < st.NumFields() {
			given[st.Field(i).Name()] = el
		}
	}
	for f := range st.Fields() {
		s := x.table.FieldSetting(api.KeyOfField(t, f))
		if s == nil {
			continue
		}
		any = true
		if e := given[f.Name()]; e != nil {
			p.field(s, e, e)
			continue
		}
		p.unset(s, lit)
	}
	if !any && !x.table.Knows(packageOf(t)) {
		p.unclear = true
	}
}

func packageOf(t types.Type) string {
	if n := namedOf(t); n != nil && n.Obj().Pkg() != nil {
		return api.Path(n.Obj().Pkg().Path())
	}
	return ""
}
