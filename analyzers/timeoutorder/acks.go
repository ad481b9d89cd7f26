package timeoutorder

import (
	"fmt"
	"go/ast"
	"go/types"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// acks reports a queue that waits for an acknowledgement for less than the
// handling of a message may take.
func acks(p *rule.Pass) {
	at, e := ackWait(p)
	if at == nil || extends(p) {
		return
	}
	limit, ok := durations.Eval(p.Code, e).Exact()
	if !ok || limit <= 0 {
		return
	}
	for _, f := range p.Funcs() {
		if !takesMessage(p, f) {
			continue
		}
		w := longestWork(p, f, time.Duration(limit), func(n ast.Node) bool { return !acked(p, f, n, 0) })
		if w == nil {
			continue
		}
		p.Report(rule.Finding{
			Node:    at,
			Message: fmt.Sprintf("a message that is not acknowledged after %s is delivered again, but %s may take %s (%s): another worker gets it while the first is still at work; wait for longer than the work may take, or tell the queue that it goes on", retry.Short(time.Duration(limit)), f.Name(), retry.Short(w.time), w.text),
			Related: []rule.Related{{Node: w.node, Message: "the work"}},
		})
		return
	}
}

// ackWait returns the only place in the package that says how long a queue
// waits for an acknowledgement, and the expression of the time; nil if there are
// several, or if that is not all that is said.
func ackWait(p *rule.Pass) (at ast.Node, e ast.Expr) {
	sure := true
	found := func(place ast.Node, wait ast.Expr) {
		sure = sure && at == nil
		at, e = place, wait
	}
	for _, f := range p.Funcs() {
		f.Inspect(func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.CallExpr:
				switch s := p.Table.Setting(p.Code.CalleeOf(m).Key); {
				case s == nil:
				case s.Knob == api.KnobAckWait && s.Arg >= 0 && s.Arg < len(m.Args):
					found(m, m.Args[s.Arg])
				case s.Knob == api.KnobAckSteps:
					sure = false
				}
			case *ast.CompositeLit:
				kv := setting(p, m, api.KnobAckWait)
				if kv == nil {
					break
				}
				found(kv, kv.Value)
				if setting(p, m, api.KnobAckSteps) != nil || changed(p, kv) {
					sure = false
				}
				if times := setting(p, m, api.KnobDeliveries); times != nil {
					if d, ok := durations.Eval(p.Code, times.Value).Exact(); ok && d == 1 {
						sure = false // it is never delivered again
					}
				}
			}
			return true
		})
	}
	if !sure {
		return nil, nil
	}
	return at, e
}

// changed reports whether the field of an element is assigned to anywhere.
func changed(p *rule.Pass, kv *ast.KeyValueExpr) bool {
	v := p.Code.VarOf(kv.Key)
	if v == nil {
		return true
	}
	for _, d := range p.Code.Defs(v) {
		if d.Kind != code.DefField {
			return true
		}
	}
	return false
}

// extends reports whether the package tells the queue that the work on a
// message goes on, or hands messages to others who may.
func extends(p *rule.Pass) bool {
	for _, obj := range p.Code.Info.Uses {
		if fn, ok := obj.(*types.Func); ok {
			if s := p.Table.SettingOf(fn); s != nil && s.Knob == api.KnobAckExtend {
				return true
			}
		}
	}
	for _, f := range p.Funcs() {
		for _, c := range f.Calls() {
			fn := p.Code.Callee(c)
			if fn != nil && p.Code.FuncOf(fn) != nil {
				continue
			}
			for _, a := range c.Args {
				if message(p, p.Code.TypeOf(a)) {
					return true
				}
			}
		}
	}
	return false
}

// message reports whether a type is that of a message that is to be
// acknowledged.
func message(p *rule.Pass, t types.Type) bool {
	return t != nil && p.Table.TypeTrait(api.KeyOfType(t)) == api.TraitMessage
}

// takesMessage reports whether a function is given a message.
func takesMessage(p *rule.Pass, f *code.Func) bool {
	for _, v := range f.Params() {
		if message(p, v.Type()) {
			return true
		}
	}
	return false
}

// work is what takes long in the handling of a message.
type work struct {
	node ast.Node
	time time.Duration
	text string
}

// longestWork returns what a function may do for longer than limit, of what counts;
// nil if there is nothing.
func longestWork(p *rule.Pass, f *code.Func, limit time.Duration, counts func(ast.Node) bool) *work {
	var out *work
	note := func(n ast.Node, d time.Duration, text string) {
		if d > limit && (out == nil || d > out.time) && counts(n) {
			out = &work{n, d, text}
		}
	}
	for _, r := range p.Retries.In(f) {
		w, ok := retry.WorstCase(r)
		if !ok || r.ClosureParam != nil {
			continue
		}
		if r.Total != nil {
			most, ok := r.Total.Value.Max()
			if !ok {
				continue
			}
			if r.Total.Between {
				most += int64(w.Attempt)
			}
			w.Total = min(w.Total, time.Duration(most))
		}
		note(r.Node, w.Total, fmt.Sprintf("%d attempts of up to %s", w.Attempts, retry.Short(w.Attempt)))
	}
	for _, c := range f.Calls() {
		switch p.Code.Parent(c).(type) {
		case *ast.GoStmt, *ast.DeferStmt:
			continue
		}
		fn := p.Code.Callee(c)
		if fn != nil && p.Table.CtxOpOf(fn) != nil {
			continue // makes a context, and waits for nothing
		}
		given, own := limitOf(p, f, c)
		if own {
			note(c, given, "the limit that it sets itself")
			continue
		}
		if n, ok := facts.Longest(p.Summary(fn)); fn != nil && ok {
			note(c, n.Time, takes(n))
		}
	}
	return out
}

// limitOf returns the limit on the context that a call is given, and whether
// f itself sets it.
func limitOf(p *rule.Pass, f *code.Func, c *ast.CallExpr) (d time.Duration, own bool) {
	g := p.Flow.CtxArg(c)
	if !g.Known() {
		return 0, false
	}
	for _, b := range g.Ctx.Bounds() {
		n, ok := b.Limit.MinDuration()
		if !ok || b.Maybe || b.In != f || len(b.Through) > 0 {
			return 0, false
		}
		if !own || n < d {
			d, own = n, true
		}
	}
	return d, own
}

// acked reports whether a message may have been acknowledged before a node of f
// is reached, there or in what calls f.
func acked(p *rule.Pass, f *code.Func, n ast.Node, depth int) bool {
	for _, c := range f.Calls() {
		if c.Pos() < n.Pos() && !code.Within(n, c) && acknowledges(p, c, 0) {
			return true
		}
	}
	calls, _ := p.Code.Callers(f)
	for _, c := range calls {
		if in := p.Code.Enclosing(c); in != nil && in != f && depth < 3 && acked(p, in, c, depth+1) {
			return true
		}
	}
	return false
}

// acknowledges reports whether a call acknowledges a message.
func acknowledges(p *rule.Pass, c *ast.CallExpr, depth int) bool {
	if s := p.Table.Setting(p.Code.CalleeOf(c).Key); s != nil && s.Knob == api.KnobAck {
		return true
	}
	f := p.Code.FuncOf(p.Code.Callee(c))
	if f == nil || depth > 2 || !takesMessage(p, f) {
		return false
	}
	for _, in := range f.Calls() {
		if acknowledges(p, in, depth+1) {
			return true
		}
	}
	return false
}
