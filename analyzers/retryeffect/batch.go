package retryeffect

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// strays judges what a transaction's function sets going outside of it in each run.
func strays(p *rule.Pass, r *retry.Retry, region ast.Node, fn *code.Func, seen map[ast.Node]bool) {
	for _, s := range p.Effects.Strays(region, fn) {
		if seen[s.Node] {
			continue
		}
		seen[s.Node] = true
		what := s.What + " happens"
		if s.Go {
			what = "a goroutine that calls " + s.What + " is started"
		}
		p.Report(rule.Finding{
			Node:    s.Node,
			Message: fmt.Sprintf("%s in each run of a transaction that %s runs again after a conflict, also in those whose commit fails, and no rollback undoes it; do it after the transaction has been committed", what, r.Name()),
			Related: []rule.Related{{Node: r.Node, Message: "what runs it again"}},
		})
	}
}

// batches judges attempts that do something for one item after the other: even
// if each is only repeated where it surely was not done, those before it were.
func batches(p *rule.Pass, r *retry.Retry, region ast.Node, fn *code.Func, seen map[ast.Node]bool) {
	if !r.AfterFailure() || r.Tx {
		return
	}
	var only []*types.Var
	if r.Guard.Class == facts.ErrUnknown {
		// Errors of one's own are known to come from the step that fails.
		if only = p.Retries.OnlyOwn(r); only == nil {
			return
		}
	}
	for _, b := range p.Effects.Batches(region, fn, only) {
		if seen[b.Call] {
			continue
		}
		seen[b.Call] = true
		name := r.Name()
		if r.Attempts.N > 1 {
			name += fmt.Sprintf(" (%d attempts)", int(r.Attempts.N))
		}
		p.Report(rule.Finding{
			Node:    b.Call,
			Message: fmt.Sprintf("%s is repeated by %s for all items when one of them fails, so that those before it get it once more; repeat each item by itself, or go on with those that are left", b.What, name),
			Related: []rule.Related{{Node: r.Node, Message: "what runs it again"}, {Node: b.Loop, Message: "begins with the first item again"}},
		})
	}
}

// leftovers judges batches that are sent again as a whole while a part is left.
func leftovers(p *rule.Pass, f *code.Func, seen map[ast.Node]bool) {
	for _, l := range p.Effects.Leftovers(f) {
		if seen[l.Call] {
			continue
		}
		seen[l.Call] = true
		p.Report(rule.Finding{
			Node:    l.Call,
			Message: fmt.Sprintf("%s is repeated by the loop for all of %s as long as a part of it (%s) is left, so that the rest is sent once more; send %s alone in the next attempt", l.What, l.Batch.Name(), l.Left.Name(), l.Left.Name()),
			Related: []rule.Related{{Node: l.Loop, Message: "what runs it again"}},
		})
	}
}

// overlaps judges writes that are begun again while the first may still run.
func overlaps(p *rule.Pass, f *code.Func, seen map[ast.Node]bool) {
	for _, o := range p.Effects.Overlaps(f) {
		if seen[o.Effect.Node] {
			continue
		}
		seen[o.Effect.Node] = true
		p.Report(rule.Finding{
			Node:    o.Effect.Node,
			Message: fmt.Sprintf("%s is begun again when the time of %s is up, while the goroutine that was given up may still be at it, so that both may be carried out; end the first attempt by its context and wait for it, or give both the same key", o.Effect.What, p.Where(o.Late)),
			Related: []rule.Related{{Node: o.Loop, Message: "what runs it again"}},
		})
	}
}
