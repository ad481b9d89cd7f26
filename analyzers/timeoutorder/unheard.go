package timeoutorder

import (
	"fmt"
	"go/ast"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// unheard reports a deadline that is shorter than the time a client waits for
// an answer, where the client was not told to look at deadlines.
func unheard(p *rule.Pass) {
	type call struct {
		node, at ast.Node
		limit    time.Duration
		row      *api.Call
	}
	shortest := make(map[*ast.CompositeLit]call)
	var lits []*ast.CompositeLit // in the order of the calls
	for _, f := range p.Funcs() {
		for _, w := range p.Waits.Own(f) {
			if w.Call == nil || w.Row == nil || w.Row.Heard == "" || w.Ctx == nil || !w.Ctx.Known() {
				continue
			}
			c := call{node: w.Call, row: w.Row}
			for _, b := range w.Ctx.Bounds() {
				if d, ok := b.Limit.MaxDuration(); ok && d > 0 && !b.Maybe && b.Call != nil && b.In == f && len(b.Through) == 0 && (c.at == nil || d < c.limit) {
					c.at, c.limit = b.Call, d
				}
			}
			recv := p.Code.CalleeOf(w.Call).Recv
			if c.at == nil || recv == nil {
				continue
			}
			for _, lit := range p.Waits.Without(recv, w.Row.Heard) {
				have, ok := shortest[lit]
				if !ok {
					lits = append(lits, lit)
				}
				if !ok || c.limit < have.limit {
					shortest[lit] = c
				}
			}
		}
	}
	for _, lit := range lits {
		c := shortest[lit]
		kv := answerLimit(p, lit, c.row.OffBy)
		if kv == nil {
			continue
		}
		n, ok := durations.Eval(p.Code, kv.Value).Exact()
		if !ok || time.Duration(n) < 2*c.limit {
			continue
		}
		p.Report(rule.Finding{
			Node:    c.node,
			Message: fmt.Sprintf("this call gets %s, by the deadline set at %s, but its client does not look at deadlines while it waits for an answer, as its options do not say %s: a server that hangs holds it for %s, set at %s; set %s, or let the client wait for less", retry.Short(c.limit), p.Where(c.at), c.row.Heard, retry.Short(time.Duration(n)), p.Where(kv), c.row.Heard),
			Related: []rule.Related{{Node: c.at, Message: "the deadline"}, {Node: kv, Message: "the client's limit"}},
		})
	}
}

// answerLimit returns the element of a client's options, by its name, that
// limits one wait for an answer.
func answerLimit(p *rule.Pass, lit *ast.CompositeLit, option string) *ast.KeyValueExpr {
	t := p.Code.TypeOf(lit)
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			return nil
		}
		v := p.Code.VarOf(kv.Key)
		if v == nil || !v.IsField() || v.Name() != option {
			continue
		}
		if s := p.Table.FieldSetting(api.KeyOfField(t, v)); s != nil && s.Knob == api.KnobOp {
			return kv
		}
	}
	return nil
}
