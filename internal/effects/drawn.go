package effects

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// Draws returns the fields of fn's first result that each call fills with an id
// drawn anew, in the literals that fn returns.
func (f *Finder) Draws(fn *code.Func) []string {
	if fn.Sig.Results().Len() == 0 || !hasID(fn.Sig.Results().At(0).Type()) {
		return nil
	}
	var out []string
	for i, res := range f.results(fn, 0) {
		var names []string
		for _, k := range f.drawnIn(res, fn) {
			names = append(names, k.Name)
		}
		if i == 0 {
			out = names
			continue
		}
		out = slices.DeleteFunc(out, func(n string) bool { return !slices.Contains(names, n) })
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// hasID reports whether t is a struct with a field that may tell one of its values
// from all others.
func hasID(t types.Type) bool {
	st := code.StructOf(t)
	if st == nil {
		return false
	}
	for v := range st.Fields() {
		if namesOne(v.Name()) {
			return true
		}
	}
	return false
}

// drawnIn returns the ids that a value which fn returns has in its fields, each
// drawn by every call of fn.
func (f *Finder) drawnIn(e ast.Expr, fn *code.Func) []Key {
	p := f.payload(e)
	out := slices.Clone(p.drawn)
	note := func(name string, value ast.Expr, at ast.Node) {
		if k, ok := f.namedKey(name, value, at, fn); ok && k.Source == KeyFresh && k.AnewIn(fn.Node) {
			out = append(out, k)
		}
	}
	for _, s := range p.sets {
		note(s.name, s.value, s.at)
	}
	for _, lit := range p.lits {
		if !types.Identical(code.Deref(f.p.TypeOf(lit)), code.Deref(fn.Sig.Results().At(0).Type())) {
			continue
		}
		for _, elt := range lit.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				note(f.entryName(kv), kv.Value, kv)
			}
		}
	}
	return out
}

// drawnBy returns the ids that the result of a function of another package has,
// which each call draws.
func (f *Finder) drawnBy(c api.Callee, call *ast.CallExpr) []Key {
	if f.callees == nil {
		return nil
	}
	s := f.callees.Summary(c.Func)
	if s == nil {
		return nil
	}
	var out []Key
	for _, name := range s.Draws {
		out = append(out, Key{Source: KeyFresh, Guess: true, Name: name, Node: call, Draw: call, In: f.p.Enclosing(call), What: api.ShortName(c.Key)})
	}
	return out
}
