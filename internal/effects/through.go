package effects

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// maxChain bounds the hops of a witness.
const maxChain = 6

// through returns the effects of a call of the project's own code, and of the
// closures that a call runs.
func (f *Finder) through(call *ast.CallExpr, fn *code.Func) []*Effect {
	c := f.p.CalleeOf(call)
	if c.Conversion || c.Builtin != "" {
		return nil
	}
	var out []*Effect
	if c.Func == nil {
		// A function value: a literal called where it stands, or a local variable
		// that holds one.
		lits, complete := f.p.LitsOf(call.Fun)
		if !complete {
			return nil
		}
		for _, g := range lits {
			if g.Parent != nil && code.Within(g.Node, call) {
				out = append(out, f.inner(g)...) // func() { … }()
				continue
			}
			out = append(out, f.madeWith(f.called(g, call, fn), g, call, fn)...)
		}
		return out
	}
	out = append(out, f.closures(call, c, fn)...)
	if g := f.p.FuncOf(c.Func); g != nil {
		return append(out, f.called(g, call, fn)...)
	}
	if code.IsInterfaceMethod(c.Func) {
		impls := f.p.Implementations(c.Func)
		if len(impls) > 3 {
			return out
		}
		for _, m := range impls {
			if g := f.p.FuncOf(m); g != nil {
				out = append(out, f.called(g, call, fn)...)
			}
		}
		if len(impls) == 0 {
			out = append(out, f.wired(call, c, fn)...)
		}
		return out
	}
	if f.callees != nil && !c.MethodExpr && c.Func.Pkg() != nil && !f.t.Knows(c.Func.Pkg().Path()) {
		if s := f.callees.Summary(c.Func); s != nil && !s.Idempotent {
			for i := range s.Effects {
				if e := f.fromFact(&s.Effects[i], call, c, fn); e != nil {
					out = append(out, e)
				}
			}
		}
	}
	return out
}

// madeWith binds effects of literal g, which a function of the package around it
// has made for what call runs, to what the maker was given: send := s.sender(key).
func (f *Finder) madeWith(es []*Effect, g *code.Func, call *ast.CallExpr, fn *code.Func) []*Effect {
	x, ok := f.single(call.Fun)
	if !ok {
		x = ast.Unparen(call.Fun)
	}
	making, ok := x.(*ast.CallExpr)
	if !ok {
		return es
	}
	maker := f.p.FuncOf(f.p.Callee(making))
	if maker == nil || maker == g || !code.Within(g.Node, maker.Node) || code.Within(making, maker.Node) {
		return es
	}
	in := f.p.Enclosing(making)
	if in == nil {
		in = fn
	}
	for _, e := range es {
		e.Key = f.bindKey(e.Key, maker, making, in)
	}
	return es
}

// wired returns the effects of the methods of other packages that this package
// puts behind an interface: NewDispatcher(fifo.New(url)).
func (f *Finder) wired(call *ast.CallExpr, c api.Callee, fn *code.Func) []*Effect {
	if f.callees == nil {
		return nil
	}
	var out []*Effect
	for _, m := range f.p.Runs(call) {
		if m.Pkg() == nil || m.Pkg() == f.p.Types || f.t.Knows(m.Pkg().Path()) {
			continue
		}
		s := f.callees.Summary(m)
		if s == nil || s.Idempotent {
			continue
		}
		impl := c
		impl.Func, impl.Key = m, api.Key(m)
		for i := range s.Effects {
			if e := f.fromFact(&s.Effects[i], call, impl, fn); e != nil {
				out = append(out, e)
			}
		}
	}
	return out
}

// inner returns the effects of a literal as effects of the function around it.
func (f *Finder) inner(g *code.Func) []*Effect {
	var out []*Effect
	for _, e := range f.In(g) {
		n := *e
		out = append(out, &n)
	}
	return out
}

// closures returns the effects of the literals that a call runs: a breaker's or
// a transaction's, a driver's, those of the project's own helpers.
func (f *Finder) closures(call *ast.CallExpr, c api.Callee, fn *code.Func) []*Effect {
	var out []*Effect
	for i, a := range call.Args {
		if _, ok := types.Unalias(f.p.TypeOf(a)).Underlying().(*types.Signature); !ok {
			continue
		}
		run, async := f.runs(c, i)
		if !run {
			continue
		}
		lits, complete := f.p.LitsOf(a)
		if !complete {
			continue
		}
		for _, g := range lits {
			var es []*Effect
			if g.Parent != nil {
				es = f.inner(g)
			} else {
				es = f.called(g, call, fn)
			}
			for _, e := range es {
				e.Go = e.Go || async
				if g.Parent != nil && !code.Within(g.Node, call) {
					e.Node = call // the literal stands elsewhere
				}
				out = append(out, e)
			}
		}
	}
	return out
}

// runs reports whether a function runs the closure in argument i.
func (f *Finder) runs(c api.Callee, i int) (runs, async bool) {
	if c.MethodExpr {
		i--
	}
	if r := f.t.Runner(c.Key); r != nil && r.Op == i {
		return !r.Later, r.Async
	}
	if d := f.t.Driver(c.Key); d != nil && d.Kind == api.OpArg && d.Op == i {
		return true, false
	}
	if f.callees != nil {
		if s := f.callees.Summary(c.Func); s != nil {
			for _, cl := range s.Closures {
				if cl.Param == i {
					return cl.Sync || cl.Go || cl.Repeats, cl.Go && !cl.Sync
				}
			}
		}
	}
	if g := f.p.FuncOf(c.Func); g != nil && i < g.Sig.Params().Len() {
		return f.callsParam(g, g.Sig.Params().At(i), 0), false
	}
	return false, false
}

// callsParam reports whether g calls its parameter v, or hands it to a function
// of the package that does.
func (f *Finder) callsParam(g *code.Func, v *types.Var, depth int) bool {
	found := false
	g.Walk(func(h *code.Func) {
		for _, call := range h.Calls() {
			if found {
				return
			}
			if f.p.VarOf(call.Fun) == v {
				found = true
				return
			}
			for i, a := range call.Args {
				if f.p.VarOf(a) != v || depth > 3 {
					continue
				}
				fn := f.p.Callee(call)
				if fn == nil {
					continue
				}
				if k := f.p.FuncOf(fn); k == nil {
					runs, _ := f.runs(f.p.CalleeOf(call), i)
					found = found || runs
				} else if k != g && i < k.Sig.Params().Len() {
					found = found || f.callsParam(k, k.Sig.Params().At(i), depth+1)
				}
			}
		}
	})
	return found
}

// called returns the effects of function g of this package as effects of its
// call in fn.
func (f *Finder) called(g *code.Func, call *ast.CallExpr, fn *code.Func) []*Effect {
	if f.callees != nil && g.Obj != nil {
		if s := f.callees.Summary(g.Obj); s != nil && s.Idempotent {
			return nil
		}
	}
	var out []*Effect
	for _, e := range f.In(g) {
		if n := f.translate(e, g, call, fn); n != nil {
			out = append(out, n)
		}
	}
	return out
}

// translate makes an effect of callee g one of the call in fn: what depends on
// parameters is bound to the arguments.
func (f *Finder) translate(e *Effect, g *code.Func, call *ast.CallExpr, fn *code.Func) *Effect {
	if len(e.Via) >= maxChain || e.Kind == api.EffectRead && e.open == nil {
		return nil
	}
	n := *e
	n.Node, n.In, n.Settled = call, fn, false
	n.Payload = nil
	if p := f.payloadParamOf(e); p != nil {
		n.Payload = f.argFor(g, call, p)
	}
	n.Via = append([]facts.Frame{f.frame(call, g.Name())}, e.Via...)
	n.Retried = e.Retried || f.retried(e, g)
	n.Key = f.bindKey(e.Key, g, call, fn)
	if e.keyIn != nil {
		n.keyIn = nil
		if i := g.ParamIndex(e.keyIn); i != -1 {
			n.Key, n.keyIn = f.keyFrom(&n, g, call, i, fn)
		} else {
			n.keyIn = e.keyIn
		}
	}
	n.Tx = f.bindTx(e.Tx, g, call, fn)
	if e.open != nil {
		f.resolve(&n, e.open, call, g.Sig)
	}
	n.askedIn(g.Outermost().Name())
	if n.Kind == api.EffectRead {
		return nil
	}
	return &n
}

func (f *Finder) payloadParamOf(e *Effect) *types.Var {
	if e.Payload == nil {
		return nil
	}
	for _, o := range f.p.Origins(e.Payload) {
		if o.Param != nil {
			return o.Param
		}
	}
	return nil
}

// keyFrom looks for a key in the argument that the callee takes it from.
func (f *Finder) keyFrom(e *Effect, g *code.Func, call *ast.CallExpr, i int, fn *code.Func) (Key, *types.Var) {
	if g.Sig.Variadic() && i == g.Sig.Params().Len()-1 && !call.Ellipsis.IsValid() {
		if len(call.Args) <= i {
			return Key{}, nil // no options given
		}
	}
	a := f.arg(call, g.Sig, i)
	if a == nil {
		return Key{Source: KeyUnknown}, nil
	}
	if isZero(f.p.Info, a) {
		return Key{}, nil
	}
	s := &sight{vars: make(map[*types.Var]bool)}
	f.see(s, a, 0, false)
	f.seeSetters(s, call)
	if e.http {
		h := headers{param: g.Sig.Params().At(max(i, 0))}
		f.bindHeaders(&h, g, call, fn)
		switch {
		case h.key.Source != KeyNone:
			return h.key, nil
		case h.hook:
			return Key{Source: KeyUnknown}, h.param
		}
		return Key{}, nil
	}
	sub := &Effect{Kind: e.Kind, In: fn, Node: call, row: e.row}
	if e.row != nil {
		f.protect(sub, s)
		sub.Key = f.drawn(sub.Key, s.calls)
		if sub.Kind == api.EffectConditional {
			e.Kind = sub.Kind
		}
		return sub.Key, sub.keyIn
	}
	if k, ok := f.fieldKey(s.lits, []types.Type{f.p.TypeOf(a)}, fn); ok {
		if k.Source == KeyUnknown {
			return k, s.param
		}
		return f.drawn(k, s.calls), nil
	}
	if e.Confidence == ByName {
		e.Key = Key{}
		f.leftOut(e, s, f.p.TypeOf(a))
	}
	return Key{}, nil
}

// bindTx sees a callee's transaction from its caller.
func (f *Finder) bindTx(t Tx, g *code.Func, call *ast.CallExpr, fn *code.Func) Tx {
	if t.Inside {
		return t
	}
	if t.Begin != nil && code.Within(t.Begin, g.Node) {
		return Tx{On: true, Begin: t.Begin, Within: t.Within, Inside: true}
	}
	if t.Var == nil {
		return t
	}
	i := g.ParamIndex(t.Var)
	if i == -1 {
		return t // a variable around a literal
	}
	a := f.arg(call, g.Sig, i)
	if a == nil {
		return Tx{On: t.On}
	}
	n := f.connection(a, fn, 0)
	n.On = n.On || t.On
	return n
}

// resolve settles a kind that depends on what the caller gives.
func (f *Finder) resolve(e *Effect, o *open, call *ast.CallExpr, sig *types.Signature) {
	e.open = nil
	arg := func(v *types.Var) (ast.Expr, bool) {
		if v == nil {
			return nil, false
		}
		i := 0
		for w := range sig.Params().Variables() {
			if w == v {
				return f.arg(call, sig, i), true
			}
			i++
		}
		return nil, false
	}
	if o.by == api.EffectRPC {
		if a, ok := arg(o.param); ok && a != nil {
			f.resolveRPC(e, o, a, call)
		}
		return
	}
	if o.by == api.EffectSQL {
		a, ok := arg(o.param)
		if !ok || a == nil {
			return
		}
		t := f.textOf(a)
		if !t.known {
			if p := t.param; p != nil && f.paramOwner(p) != nil {
				n := *o
				n.param = p
				e.open = &n
			}
			return
		}
		name := ""
		if e.row != nil {
			name = methodName(e.row.Lib)
		}
		f.classifyAs(e, o.lang, name, t)
		return
	}
	if o.param != nil && requestType(o.param.Type()) {
		if a, ok := arg(o.param); ok && a != nil {
			key := e.Key
			f.byMethod(e, f.requestOf(a, e.In))
			if !e.Key.Present() {
				e.Key = key
			}
		}
		return
	}
	var method text
	if o.param != nil {
		a, ok := arg(o.param)
		if !ok || a == nil {
			return
		}
		method = f.textOf(a)
	} else {
		// The method is known; the end of the path and the payload are the caller's.
		if e.Kind == api.EffectWrite || e.Kind == api.EffectUnknown {
			method = text{values: []string{o.verb}, known: o.verb != ""}
		}
	}
	url := text{values: []string{o.path}, known: o.path != ""}
	next := *o
	if o.param != nil && method.known && len(method.values) > 0 {
		next.verb = method.values[0]
	}
	next.url, next.body, next.param = nil, nil, nil
	if a, ok := arg(o.url); ok && a != nil {
		u := f.textOf(a)
		head := o.path
		if head == "" {
			head = hole
		}
		if n := len(head); n >= len("…") && head[n-len("…"):] == "…" {
			head = head[:n-len("…")]
		}
		if u.known && len(u.values) > 0 {
			url = text{values: []string{head + u.values[0]}, known: true}
		}
		next.url, next.path = u.tail, path(url)
		if u.param != nil {
			next.url = u.param
		}
	}
	var texts []string
	var p *payload
	if a, ok := arg(o.body); ok && a != nil {
		p = f.payload(a)
		texts, next.body = p.texts, p.param
		e.Payload = a
	}
	if !method.known {
		if q := method.param; q != nil && f.paramOwner(q) != nil {
			next.param = q
			e.open = &next
		}
		return
	}
	was := e.What
	f.byHTTP(e, method, url, texts)
	if o.param == nil {
		e.What = was
		if where := path(url); where != "" && where != "/" {
			e.What = strings.ToUpper(o.verb) + " to " + where
		}
	}
	if e.Kind == api.EffectWrite && p != nil && (!e.Key.Present() || e.Key.OfType) {
		if k, ok := f.keyIn(p, e.In); ok {
			e.Key = k
		} else if len(p.lits) > 0 {
			e.Key = Key{} // made in sight, without one
		}
	}
	if (next.url != nil && f.paramOwner(next.url) != nil) || (next.body != nil && f.paramOwner(next.body) != nil) {
		next.param = nil
		if e.Kind == api.EffectWrite || e.Kind == api.EffectUnknown {
			e.open = &next
		}
	}
}
