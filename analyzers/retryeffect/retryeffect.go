package retryeffect

import (
	_ "embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/effects"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

//go:embed doc.go
var doc string

// Analyzer is the pass with default options.
var Analyzer = New(rule.Default())

// New returns the pass of a suite.
func New(s *rule.Suite) *analysis.Analyzer {
	return rule.New(s, rule.Spec{Name: "retryeffect", Doc: rule.Doc(doc, "retryeffect"), Run: run})
}

func run(p *rule.Pass) {
	seen := make(map[ast.Node]bool) // an inner and an outer retry find the same
	for _, f := range p.Funcs() {
		for _, r := range p.Retries.In(f) {
			region, fn, ok := r.Region()
			if !ok || !(r.AfterFailure() || r.Tx) || r.Resumes || r.Items || r.Attempts.N == 1 {
				continue
			}
			for _, e := range p.Effects.Within(region, fn) {
				if e.Kind != api.EffectWrite || e.Confidence == effects.ByName || seen[e.Node] {
					continue
				}
				if m := judge(r, region, e); m != "" {
					seen[e.Node] = true
					report(p, r, e, m)
				}
			}
		}
	}
}

// judge says what is wrong with repeating e, "" if nothing is proven wrong.
func judge(r *retry.Retry, region ast.Node, e *effects.Effect) string {
	if e.Tx.On || e.Tx.Inside {
		switch {
		case e.Tx.SharedBy(region):
			return "runs again in the transaction that was begun before %s: after its first failure the database refuses every further statement of it, so no other attempt can succeed; begin the transaction in each attempt, or set a savepoint"
		case r.Tx, r.NothingDone(), r.Guard.Class == facts.ErrUnknown, !e.Tx.Inside && !e.Tx.FreshIn(region):
			// Each attempt is rolled back before the next, or that is not known.
			return ""
		}
	}
	if r.NothingDone() {
		return ""
	}
	switch {
	case e.Key.AnewIn(region):
		return "has a key (" + e.Key.What + ") that each attempt of %s draws anew, so the key protects nothing: an attempt whose answer was lost is carried out once more; draw the key before the first attempt"
	case e.Key.Present():
		return ""
	}
	if r.Tx {
		return "happens outside of the transaction in code that %s runs again after a conflict, while the rollback does not undo it; do it after the transaction has been committed"
	}
	fix := "send a key that is drawn before the first attempt, or repeat only what proves that nothing was done"
	if e.Safe != "" {
		fix = e.Safe
	}
	return "is repeated by %s after failures that do not tell whether it was carried out, so that one may be carried out twice; " + fix
}

func report(p *rule.Pass, r *retry.Retry, e *effects.Effect, message string) {
	node := e.Node
	if e.Key.Source == effects.KeyFresh && e.Key.Node != nil && e.Key.AnewIn(regionOf(r)) {
		node = e.Key.Node
	}
	what := e.What
	if e.Why != "" {
		what += ", which " + e.Why + ","
	}
	if len(e.Via) > 1 {
		what += " (" + rule.Chain(e.Via[0].Func, e.Via[1:]) + ")"
	}
	name := r.Name()
	if r.Attempts.N > 1 {
		name += fmt.Sprintf(" (%d attempts)", int(r.Attempts.N))
	}
	f := rule.Finding{
		Node:    node,
		Message: fmt.Sprintf("%s "+message, what, name),
		Related: []rule.Related{{Node: r.Node, Message: "what runs it again"}},
	}
	if e.Site != nil && e.Site != node {
		f.Related = append(f.Related, rule.Related{Node: e.Site, Message: "the effect"})
	}
	if node != e.Node {
		f.Related = append(f.Related, rule.Related{Node: e.Node, Message: "the repeated call"})
	}
	p.Report(f)
}

func regionOf(r *retry.Retry) ast.Node {
	n, _, _ := r.Region()
	return n
}
