package retry

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

// answerLimit returns the limit of an http.Transport, its making in sight, on
// the wait for an answer, which is when RoundTrip returns: set in its literal,
// or later in a field of the variable that holds it, as of a clone. Nil if
// there is none.
func (x *Finder) answerLimit(transport ast.Expr) *Limit {
	ms := x.makings(transport, 0)
	if len(ms) != 1 || ms[0] == nil {
		return nil
	}
	t := code.Deref(x.p.Info.TypeOf(ms[0]))
	st := code.StructOf(t)
	if st == nil {
		return nil
	}
	for f := range st.Fields() {
		if !api.LimitsAnswer(api.KeyOfField(t, f)) {
			continue
		}
		var limits []*Limit
		if lit := code.Literal(ms[0]); lit != nil {
			if kv := x.element(lit, f.Name()); kv != nil {
				limits = append(limits, &Limit{Node: kv, Arg: kv.Value, Value: durations.Eval(x.p, kv.Value)})
			}
		}
		for _, d := range x.p.Defs(f) {
			if d.Kind == code.DefAssign && d.Index < 0 && d.Base != nil && x.sameObject(d.Base, ms[0]) {
				limits = append(limits, &Limit{Node: d.Node, Arg: d.RHS, Value: durations.Eval(x.p, d.RHS)})
			}
		}
		if len(limits) > 0 {
			return anyOf(limits)
		}
	}
	return nil
}

// anyOf returns the one of several limits of which it is not told which holds.
func anyOf(limits []*Limit) *Limit {
	out := *limits[0]
	for _, l := range limits[1:] {
		out.Arg, out.Value = nil, out.Value.Union(l.Value)
	}
	return &out
}

// innerAnswer returns the limit of the only transport that a literal of a
// transport is put around, on the wait for an answer; nil if there is none.
func (x *Finder) innerAnswer(lit *ast.CompositeLit) *Limit {
	var out *Limit
	for _, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			el = kv.Value
		}
		if !api.IsTransport(x.p.Info.TypeOf(el)) {
			continue
		}
		if out != nil {
			return nil
		}
		if out = x.answerLimit(el); out == nil {
			return nil
		}
	}
	return out
}

// countIn returns the number of attempts that a method of the object made by a
// literal makes, where a field of its receiver sets it.
func (x *Finder) countIn(f *code.Func, lit *ast.CompositeLit, c Count) Count {
	if c.Bound == nil || c.N > 0 {
		return c
	}
	param, field, ok := x.ofParam(f, c.Bound)
	if !ok || param != facts.RecvParam {
		return c
	}
	return x.countOf(lit, field, c.Plus)
}

// countOf returns the number of attempts that a field of a literal sets.
func (x *Finder) countOf(lit *ast.CompositeLit, field string, plus int) Count {
	kv := x.element(lit, field)
	if kv == nil {
		return Count{Node: lit}
	}
	c := Count{Bound: kv.Value, Plus: plus, Node: kv.Value}
	v := durations.Eval(x.p, kv.Value).Add(durations.Exactly(int64(plus)))
	if n, ok := v.Max(); ok && n > 0 && n < 1<<31 {
		c.N, c.Value = api.Attempts(n), v
	}
	return c
}
