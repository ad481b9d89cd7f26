package effects

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// maxFacts bounds the effects kept in one summary.
const maxFacts = 12

// Facts returns fn's effects for its summary: those that a caller that repeats
// fn must know of. Reads, idempotent writes, and writes under a condition or a
// key of their own are left out.
func (f *Finder) Facts(fn *code.Func) []facts.Effect {
	var out []facts.Effect
	for _, e := range f.In(fn) {
		fe, ok := f.fact(e, fn)
		if !ok || slices.ContainsFunc(out, func(o facts.Effect) bool { return sameEffect(o, fe) }) {
			continue
		}
		out = append(out, fe)
	}
	slices.SortStableFunc(out, func(a, b facts.Effect) int { return severity(b.Kind) - severity(a.Kind) })
	if len(out) > maxFacts {
		out = out[:maxFacts]
	}
	return out
}

func sameEffect(a, b facts.Effect) bool {
	if (a.Open == nil) != (b.Open == nil) || a.Open != nil && *a.Open != *b.Open {
		return false
	}
	return a.Kind == b.Kind && a.What == b.What && a.KeyPerCall == b.KeyPerCall && a.KeyParam == b.KeyParam &&
		a.KeyIn == b.KeyIn && a.Tx == b.Tx && a.TxParam == b.TxParam && a.Go == b.Go && a.Retried == b.Retried
}

// fact makes a fact of an effect of fn; ok is false if a caller need not know of it.
func (f *Finder) fact(e *Effect, fn *code.Func) (facts.Effect, bool) {
	if len(e.Via) > maxChain || e.Modules > 1 {
		return facts.Effect{}, false
	}
	param := func(v *types.Var) int {
		if v == nil {
			return 0
		}
		if i := fn.ParamIndex(v); i >= 0 {
			return i + 1
		}
		return 0
	}
	out := facts.Effect{
		Kind: e.Kind, What: e.What, Why: e.Why, Safe: e.Safe, HTTP: e.http, Named: e.Confidence == ByName, Go: e.Go, Retried: e.Retried || f.retried(e, fn),
		Via: e.Via, Modules: e.Modules, KeyName: e.Key.Name,
	}
	if e.open != nil {
		o := &facts.OpenEffect{By: e.open.by, Lang: e.open.lang, Path: e.open.path, Verb: e.open.verb, Def: e.open.def,
			Param: param(e.open.param), URL: param(e.open.url), Body: param(e.open.body)}
		if o.Param > 0 || e.open.param == nil && (o.URL > 0 || o.Body > 0) {
			out.Open = o
		}
	}
	switch e.Kind {
	case api.EffectWrite, api.EffectConsume:
	case api.EffectUnknown:
		if out.Open == nil {
			return out, false
		}
	default:
		return out, false
	}
	switch e.Key.Source {
	case KeyFresh:
		if e.Key.Guess && e.Key.AnewIn(fn.Node) {
			out.KeyName = ""
			break
		}
		if out.KeyPerCall = e.Key.AnewIn(fn.Node); !out.KeyPerCall {
			return out, false
		}
	case KeyParam:
		if out.KeyParam = param(e.Key.Param); out.KeyParam == 0 {
			return out, false
		}
	case KeyUnknown:
		if out.KeyIn = param(e.keyIn); out.KeyIn == 0 {
			return out, false
		}
		if e.row != nil {
			out.KeyNames = append(append([]string(nil), e.row.Key...), e.row.KeyFn...)
		} else {
			out.KeyNames = e.keyNames
		}
	case KeyConst, KeyOuter:
		return out, false
	}
	out.Tx = e.Tx.Inside || e.Tx.On && e.Tx.Begin != nil && code.Within(e.Tx.Begin, fn.Node)
	out.TxParam = param(e.Tx.Var)
	return out, true
}

// fromFact makes an effect of a call from one of its callee's summary.
func (f *Finder) fromFact(fe *facts.Effect, call *ast.CallExpr, c api.Callee, fn *code.Func) *Effect {
	if len(fe.Via) >= maxChain {
		return nil
	}
	sig, ok := c.Func.Type().(*types.Signature)
	if !ok {
		return nil
	}
	e := &Effect{
		Node: call, Site: call, In: fn, Kind: fe.Kind, What: fe.What, Why: fe.Why, Safe: fe.Safe, Go: fe.Go, Retried: fe.Retried, http: fe.HTTP,
		Via: append([]facts.Frame{f.frame(call, api.ShortName(c.Key))}, fe.Via...), Modules: fe.Modules, keyNames: fe.KeyNames,
	}
	if fe.Named {
		e.Confidence = ByName
	}
	if module(c.Func.Pkg().Path()) != module(f.p.Types.Path()) {
		if e.Modules++; e.Modules > 1 {
			return nil
		}
	}
	arg := func(i int) ast.Expr {
		if i == 0 {
			return nil
		}
		return f.arg(call, sig, i-1)
	}
	switch {
	case fe.KeyPerCall:
		e.Key = Key{Source: KeyFresh, Name: fe.KeyName, Draw: call, In: fn, Node: call}
	case fe.KeyParam > 0:
		if a := arg(fe.KeyParam); a == nil {
			e.Key = Key{Source: KeyUnknown, Name: fe.KeyName}
		} else if !isZero(f.p.Info, a) {
			e.Key = f.source(a, fn)
			e.Key.Name, e.Key.Node = fe.KeyName, call
		}
	case fe.KeyIn > 0:
		f.keyFromFact(e, fe, call, sig, fn)
	}
	if a := arg(fe.TxParam); a != nil {
		e.Tx = f.connection(a, fn, 0)
	}
	if fe.Tx {
		e.Tx = Tx{On: true, Inside: true}
	}
	if fe.Open != nil {
		f.openFact(e, fe, call, sig)
		e.Settled = e.Kind == api.EffectWrite && fe.Kind != api.EffectWrite
	}
	e.askedIn(c.Func.Name())
	if e.Kind == api.EffectRead {
		return nil
	}
	return e
}

func (f *Finder) keyFromFact(e *Effect, fe *facts.Effect, call *ast.CallExpr, sig *types.Signature, fn *code.Func) {
	i := fe.KeyIn - 1
	if sig.Variadic() && i == sig.Params().Len()-1 && !call.Ellipsis.IsValid() && len(call.Args) <= i {
		return // no options given
	}
	e.Key = Key{Source: KeyUnknown, Name: fe.KeyName}
	a := f.arg(call, sig, i)
	if a == nil {
		return
	}
	if isZero(f.p.Info, a) {
		e.Key = Key{}
		return
	}
	s := &sight{vars: make(map[*types.Var]bool)}
	f.see(s, a, 0, false)
	f.seeSetters(s, call)
	sub := &Effect{Kind: e.Kind, In: fn, Node: call, row: &api.Effect{Key: fe.KeyNames}}
	f.protect(sub, s)
	sub.Key = f.drawn(sub.Key, s.calls)
	switch {
	case sub.Key.Present() || sub.Kind != e.Kind:
		e.Key, e.Kind, e.keyIn = sub.Key, sub.Kind, sub.keyIn
	case !s.blind:
		e.Key = Key{}
	}
}

// openFact resolves a kind that a callee of another package leaves to its caller.
func (f *Finder) openFact(e *Effect, fe *facts.Effect, call *ast.CallExpr, sig *types.Signature) {
	o := &open{by: fe.Open.By, lang: fe.Open.Lang, path: fe.Open.Path, verb: fe.Open.Verb, def: fe.Open.Def}
	get := func(i int) (*types.Var, bool) {
		if i == 0 || i > sig.Params().Len() {
			return nil, false
		}
		return sig.Params().At(i - 1), true
	}
	o.param, _ = get(fe.Open.Param)
	o.url, _ = get(fe.Open.URL)
	o.body, _ = get(fe.Open.Body)
	f.resolve(e, o, call, sig)
}

// module guesses the module of a package by its path: the repository.
func module(path string) string {
	parts := strings.SplitN(path, "/", 4)
	n := 1
	if strings.Contains(parts[0], ".") {
		n = 3
		if parts[0] == "gopkg.in" || parts[0] == "go.uber.org" || parts[0] == "google.golang.org" || parts[0] == "k8s.io" || parts[0] == "sigs.k8s.io" {
			n = 2
		}
	}
	return strings.Join(parts[:min(n, len(parts))], "/")
}

// Summarise returns what this part of the engine knows of fn, as its summary
// holds it.
func (f *Finder) Summarise(fn *code.Func) *facts.Func {
	return &facts.Func{Effects: f.Facts(fn), Params: f.Params(fn), Results: f.Results(fn)}
}
