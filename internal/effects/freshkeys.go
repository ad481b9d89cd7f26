package effects

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// A FreshKey is a key by which a receiver is to know a repeat, given to a call
// of which nothing else is known, and drawn anew in each run of a region. That
// the author gives it one says that the call must not be carried out twice.
type FreshKey struct {
	Key  Key
	Call *ast.CallExpr // what gets it
}

// FreshKeys returns the keys of that kind in a region: in a field of what a call is
// given, or in the metadata of its context. Only names that stand for nothing else
// count, not that of a request, by which it may just be traced.
func (f *Finder) FreshKeys(n ast.Node, fn *code.Func) []*FreshKey {
	r := f.regionOf(n, fn)
	if r.fn == nil {
		return nil
	}
	var out []*FreshKey
	for _, call := range r.fn.Calls() {
		if !code.Within(call, r.node) || f.p.Enclosing(call) != r.fn || !f.lastIsError(call) || len(call.Args) < 2 || !code.IsContext(f.p.TypeOf(call.Args[0])) {
			continue
		}
		if f.told(call) || !f.repeats(r, call) {
			continue
		}
		k, ok := f.keyGiven(call, r)
		if !ok {
			k, ok = f.keyInMetadata(call, r)
		}
		if ok && k.Source == KeyFresh && !k.Guess && k.AnewIn(r.node) {
			out = append(out, &FreshKey{k, call})
		}
	}
	return out
}

// told reports whether the effects of a call are known well enough to be judged
// as such.
func (f *Finder) told(call *ast.CallExpr) bool {
	for _, e := range f.Of(call) {
		if e.Kind != api.EffectUnknown && e.Confidence != ByName {
			return true
		}
	}
	return false
}

// keyGiven returns the key in a field of what a call is given.
func (f *Finder) keyGiven(call *ast.CallExpr, r *region) (Key, bool) {
	s := &sight{vars: make(map[*types.Var]bool)}
	for _, a := range call.Args[1:] {
		f.see(s, a, 0, false)
	}
	f.seeSetters(s, call)
	for _, d := range s.sets {
		if fieldName(d.Var.Name()) == strongKey && d.RHS != nil {
			k := f.source(d.RHS, d.In)
			k.Name, k.Node = d.Var.Name(), d.Node
			return k, true
		}
	}
	for _, lit := range s.lits {
		for _, e := range lit.Elts {
			kv, ok := e.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			if id, ok := kv.Key.(*ast.Ident); ok && fieldName(id.Name) == strongKey {
				k := f.source(kv.Value, r.fn)
				k.Name, k.Node = id.Name, kv
				return k, true
			}
		}
	}
	return Key{}, false
}

// keyInMetadata returns the key in the metadata of the context that a call is given.
func (f *Finder) keyInMetadata(call *ast.CallExpr, r *region) (Key, bool) {
	for _, o := range f.p.Origins(call.Args[0]) {
		with, ok := o.Expr.(*ast.CallExpr)
		if !ok {
			continue
		}
		c := f.p.CalleeOf(with)
		args := with.Args
		if api.SetsForCall(c.Key) && len(args) == 2 {
			pairs, ok := ast.Unparen(args[1]).(*ast.CallExpr)
			if !ok || !api.PairsForCall(f.p.CalleeOf(pairs).Key) {
				continue
			}
			args = append([]ast.Expr{nil}, pairs.Args...)
		} else if !api.AddsToCall(c.Key) {
			continue
		}
		for i := 1; i+1 < len(args); i += 2 {
			t := f.textOf(args[i])
			if t.known && len(t.values) == 1 && fieldName(t.values[0]) == strongKey {
				k := f.source(args[i+1], r.fn)
				k.Name, k.Node = t.values[0], args[i+1]
				return k, true
			}
		}
	}
	return Key{}, false
}
