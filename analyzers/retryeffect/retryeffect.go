package retryeffect

import (
	"cmp"
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/effects"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
	"github.com/faultlint/faultlint/internal/suggest"
)

//go:embed doc.go
var doc string

// Analyzer is the pass with default options.
var Analyzer = New(rule.Default())

// New returns the pass of a suite.
func New(s *rule.Suite) *analysis.Analyzer {
	return rule.New(s, rule.Spec{Name: "retryeffect", Doc: rule.Doc(doc, "retryeffect"), Severity: severity.Error, Run: run})
}

// A setting is a function and what makes the client retry that it uses.
type setting struct {
	in *code.Func
	by ast.Node
}

func run(p *rule.Pass) {
	seen := make(map[ast.Node]bool) // an inner and an outer retry find the same
	set := make(map[setting]bool)
	senders(p)
	for _, f := range p.Funcs() {
		settled(p, f, seen)
		rerun(p, f, seen)
		channels(p, f, seen)
		overlaps(p, f, seen)
		leftovers(p, f, seen)
		for _, r := range p.Retries.In(f) {
			if r.Kind == retry.Self {
				inside(p, r, seen, set)
				continue
			}
			if r.Kind == retry.Again && r.AfterFailure() && !r.Resumes {
				oncemore(p, r, seen)
				continue
			}
			every(p, f, r, seen)
			region, fn, ok := r.Region()
			if !ok || !(r.AfterFailure() || r.Tx) || r.Resumes || r.Items || r.Attempts.N == 1 {
				continue
			}
			for _, e := range repeated(p, r, region, fn) {
				e = stamped(p, e)
				// What words tell is certain enough where no failure has to be judged.
				said := told(p, e) || e.Confidence == effects.ByWord && (r.Tx || undone(p, r, e))
				if e.Kind != api.EffectWrite || !said || veiled(e) || seen[e.Node] {
					continue
				}
				if m := judge(p, r, region, e); m != "" {
					seen[e.Node] = true
					report(p, r, region, e, m)
				}
			}
			freshKeys(p, r, region, fn, seen)
			later(p, r, region, fn, seen)
			batches(p, r, region, fn, seen)
			strays(p, r, region, fn, seen)
			for _, op := range r.Ops {
				if lit := p.Effects.TxFunc(op); lit != nil && r.AfterFailure() && r.Guard.Class != facts.ErrUnknown {
					strays(p, r, lit.Body, lit, seen)
				}
			}
		}
	}
}

// repeated returns the effects of a region that are made again; of a condition
// that is polled those alone whose own failure says "not yet".
func repeated(p *rule.Pass, r *retry.Retry, region ast.Node, fn *code.Func) []*effects.Effect {
	if r.Driver == nil || !r.Driver.Poll {
		return p.Effects.Within(region, fn)
	}
	var out []*effects.Effect
	for _, e := range p.Effects.In(fn) {
		if code.Within(e.Node, region) && p.Retries.Bears(r, e.Node) {
			out = append(out, e)
		}
	}
	return out
}

// oncemore judges a call that is made again in a straight line after it failed.
func oncemore(p *rule.Pass, r *retry.Retry, seen map[ast.Node]bool) {
	for _, e := range p.Effects.Of(r.Call) {
		e = stamped(p, e)
		if e.Kind != api.EffectWrite || !told(p, e) || veiled(e) || seen[e.Node] {
			continue
		}
		if m := judge(p, r, r.Call, e); m != "" {
			seen[e.Node] = true
			report(p, r, r.Call, e, m)
		}
	}
}

// judge says what is wrong with repeating e, "" if nothing is proven wrong.
func judge(p *rule.Pass, r *retry.Retry, region ast.Node, e *effects.Effect) string {
	committed := mayHaveCommitted(p, r, region, e)
	if e.Tx.On || e.Tx.Inside {
		switch {
		case e.Tx.SharedBy(region) && (keepsOn(p) || strings.HasSuffix(e.What, ".Commit")):
			return ""
		case (e.Tx.SharedBy(region) || p.Effects.GivenTx(e, region)) && p.Effects.Savepoint(region):
			return ""
		case e.Tx.SharedBy(region), p.Effects.GivenTx(e, region) && r.Guard.Class != facts.ErrUnknown && refuses(p):
			return "runs again in the transaction that was begun before %s: after its first failure the database refuses every further statement of it, so no other attempt can succeed; begin the transaction in each attempt, or set a savepoint"
		case strings.HasSuffix(e.What, ".Commit") && (e.Tx.Inside || e.Tx.FreshIn(region)):
			return "" // the statements before it are judged
		case r.Tx && !committed, r.NothingDone(), r.Guard.Class == facts.ErrUnknown && !r.Loses(), !e.Tx.Inside && !e.Tx.FreshIn(region):
			// Each attempt is rolled back before the next, or that is not known.
			return ""
		case p.Effects.Noted(e):
			return ""
		}
	}
	tx := r.Tx && !committed || undone(p, r, e)
	if !tx && !r.Loses() && !unclear(p, r, e) && !p.Retries.Bears(r, e.Node) || p.Retries.Ends(r, e.Node) {
		return ""
	}
	switch {
	case e.Key.AnewIn(region) && !e.Key.Guess:
		return "has a key (" + cmp.Or(e.Key.What, e.Key.Name) + ") that each attempt of %s draws anew, so the key protects nothing: an attempt whose answer was lost is carried out once more; draw the key before the first attempt"
	case e.Key.Present() && p.Effects.Numbered(e, region):
		return "has a key (" + cmp.Or(e.Key.Name, e.Key.What) + ") made of the number of the attempt, so that each attempt of %s has another and the key protects nothing: an attempt whose answer was lost is carried out once more; make the key before the first attempt"
	case e.Key.Protects(region), !tx && p.Retries.SeesRepeat(r, e.Site), !tx && keyInContext(p, r, region):
		return ""
	}
	if tx {
		return "happens outside of the transaction in code that %s runs again after a conflict, while the rollback does not undo it; do it after the transaction has been committed"
	}
	for _, t := range r.Guard.Tests {
		if t.Back && len(t.What) == 1 && api.TellsItems(t.What[0]) {
			if chosen(p, region, e.Node) {
				return ""
			}
			return "is repeated by %s for all items after an error that tells which of them failed, so that the others are sent once more; repeat those alone that failed"
		}
	}
	return "is repeated by %s after failures that do not tell whether it was carried out, so it may be carried out twice; " + remedy(e)
}

// mayHaveCommitted reports whether a function of the project that runs another in
// a transaction, and again after failures, repeats those of the commit as well
// whose answer was lost: the effect is one in the transaction.
func mayHaveCommitted(p *rule.Pass, r *retry.Retry, region ast.Node, e *effects.Effect) bool {
	return e.Tx.On && e.Tx.FreshIn(region) && p.Retries.RepeatsCommit(r)
}

// unclear reports whether a retry repeats, by its name, an error by which another
// package stands for any failure of the call that has the effect.
func unclear(p *rule.Pass, r *retry.Retry, e *effects.Effect) bool {
	call, ok := e.Node.(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := p.Code.Callee(call)
	if fn == nil || fn.Pkg() == p.Code.Types {
		return false
	}
	s := p.Summary(fn)
	return s != nil && p.Retries.AsksFor(r, s.Unclear)
}

// undone reports whether an effect is made in a loop that begins a transaction anew after
// a conflict, so that everything else that was done before is rolled back.
func undone(p *rule.Pass, r *retry.Retry, e *effects.Effect) bool {
	return r.Guard.Class == facts.ErrConflict && !e.Tx.On && p.Retries.BeginsTx(r) && p.Effects.BeforeCommit(e)
}

// chosen reports whether what a call is given may be set anew in each attempt, as
// what is left of a batch, or is no batch, or whether the attempts ask how much
// of the batch failed.
func chosen(p *rule.Pass, region, n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return true
	}
	var batch *types.Var
	for _, a := range call.Args {
		v := p.Code.VarOf(a)
		if v == nil {
			if !fixed(p, a) && !code.IsContext(p.Code.Info.Types[a].Type) {
				return true
			}
			continue
		}
		if code.IsContext(v.Type()) {
			continue
		}
		for _, d := range p.Code.Defs(v) {
			if d.Node != nil && code.Within(d.Node, region) {
				return true
			}
		}
		if _, slice := v.Type().Underlying().(*types.Slice); slice {
			batch = v
		}
	}
	return batch == nil || asked(p, region, batch)
}

// fixed reports whether an expression is made of nothing that may differ between
// attempts: a constant, options.InsertMany().SetOrdered(false).
func fixed(p *rule.Pass, e ast.Expr) bool {
	same := true
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			_, isVar := p.Code.Info.Uses[id].(*types.Var)
			same = same && !isVar
		}
		return same
	})
	return same
}

// asked reports whether a condition in a region looks at a variable:
// len(failed) == len(batch) when none was taken.
func asked(p *rule.Pass, region ast.Node, v *types.Var) bool {
	found := false
	look := func(e ast.Expr) { found = found || e != nil && p.Code.Mentions(e, v) }
	ast.Inspect(region, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			look(n.Cond)
		case *ast.ForStmt:
			look(n.Cond)
		case *ast.SwitchStmt:
			look(n.Tag)
		case *ast.CaseClause:
			for _, e := range n.List {
				look(e)
			}
		}
		return !found
	})
	return found
}

// told reports whether enough is known of an effect to speak of it: more than a
// method's name, unless an option takes names for enough.
func told(p *rule.Pass, e *effects.Effect) bool {
	return e.Told() || p.Setup.Options.RetryEffect.Names
}

// keepsOn reports whether the package works with a database where a statement
// that met a lock may be run again in the same transaction.
func keepsOn(p *rule.Pass) bool {
	return slices.ContainsFunc(p.Code.Imports(), func(i *types.Package) bool { return api.AfterFailure(i.Path()) == api.TxGoesOn })
}

// refuses reports whether the package works with a database that refuses all
// statements of a transaction after one that failed.
func refuses(p *rule.Pass) bool {
	return slices.ContainsFunc(p.Code.Imports(), func(i *types.Package) bool { return api.AfterFailure(i.Path()) == api.TxRefuses })
}

func remedy(e *effects.Effect) string {
	if e.Safe != "" {
		return "make a repeat harmless: " + e.Safe
	}
	return "send a key that is drawn before the first attempt, or repeat only what proves that nothing was done"
}

// settled judges what f asks of another package's function that retries
// whatever it is asked to do: there the method is a parameter, here it is known.
func settled(p *rule.Pass, f *code.Func, seen map[ast.Node]bool) {
	for _, e := range p.Effects.In(f) {
		if !e.Retried || !e.Settled || e.Kind != api.EffectWrite || !told(p, e) || e.Key.Present() || e.Tx.On || seen[e.Node] {
			continue
		}
		seen[e.Node] = true
		p.Report(rule.Finding{
			Node:    e.Node,
			Message: describe(e) + " is repeated by " + e.Via[0].Func + " after failures that do not tell whether it was carried out, so it may be carried out twice; " + remedy(e),
			Via:     e.Via,
		})
	}
}

// veiled reports whether an effect is a POST whose path is not in sight, behind
// several functions: that is how calls of any kind, reads too, are carried.
func veiled(e *effects.Effect) bool {
	return (e.What == http.MethodPost || e.What == http.MethodPatch) && len(e.Via) > 3
}

// inside judges a call that makes several attempts by itself, where that is
// set in sight: a client that repeats POSTs or increments. What producers of
// messages repeat is not reported: delivering twice is what queues promise.
func inside(p *rule.Pass, r *retry.Retry, seen map[ast.Node]bool, set map[setting]bool) {
	if r.AnyRequest || r.Hedge && r.Driver == nil && r.Maker != nil {
		transports(p, r, seen, set)
		return
	}
	if !r.Resends || r.Attempts.N < 2 || !r.Loses() {
		return
	}
	for _, e := range p.Effects.Of(r.Call) {
		if e.Kind != api.EffectWrite || !told(p, e) || e.Key.Present() && !e.Key.PerAttempt || seen[e.Node] {
			continue
		}
		if e.Confidence == effects.ByTable && r.Attempts.Node == nil {
			continue // by default
		}
		seen[e.Node] = true
		if n := r.Attempts.Node; n != nil {
			// One client, one finding a function.
			at := setting{r.In.Outermost(), n}
			if set[at] {
				continue
			}
			set[at] = true
		}
		if e.Key.PerAttempt && e.Key.Node != nil {
			if seen[e.Key.Node] {
				continue
			}
			seen[e.Key.Node] = true
			report(p, r, nil, e, "is given another key ("+cmp.Or(e.Key.What, e.Key.Name)+") in each attempt of %s, so the key protects nothing: an attempt whose answer was lost is carried out once more; leave a key alone that the request already has")
			continue
		}
		report(p, r, nil, e, "is repeated by %s after failures that do not tell whether it was carried out, so it may be carried out twice; "+remedy(e)+", or send it through a client that does not retry")
	}
}

func report(p *rule.Pass, r *retry.Retry, region ast.Node, e *effects.Effect, message string) {
	node := e.Node
	if r.Kind == retry.Requeue && e.Site != nil {
		node = e.Site // in the loop there is nothing to be seen of a second attempt
	}
	var fix *analysis.SuggestedFix
	if e.Key.Source == effects.KeyFresh && !e.Key.Guess && e.Key.Node != nil && region != nil && e.Key.AnewIn(region) {
		node = e.Key.Node
		if draw, ok := e.Key.Draw.(*ast.CallExpr); ok && code.Within(draw, region) {
			fix = suggest.Once(p, region, draw, "key")
		}
	}
	if e.Key.PerAttempt && e.Key.Node != nil {
		node = e.Key.Node
	}
	what := describe(e)
	name := r.Name()
	if r.Attempts.N > 1 {
		name += fmt.Sprintf(" (%d attempts)", int(r.Attempts.N))
	}
	f := rule.Finding{
		Node:    node,
		Message: fmt.Sprintf("%s "+message, what, name),
		Related: []rule.Related{{Node: r.Node, Message: "what runs it again"}},
		Via:     e.Via,
		Fix:     fix,
	}
	if e.Site != nil && e.Site != node {
		f.Related = append(f.Related, rule.Related{Node: e.Site, Message: "the effect"})
	}
	if node != e.Node {
		f.Related = append(f.Related, rule.Related{Node: e.Node, Message: "the repeated call"})
	}
	p.Report(f)
}

// describe names an effect, what a second run of it does, and the way to it.
func describe(e *effects.Effect) string {
	what := e.What
	if e.Why != "" {
		what += ", which " + e.Why + ","
	}
	if len(e.Via) > 1 {
		what += " (" + rule.Chain(e.Via[0].Func, e.Via[1:]) + ")"
	}
	return what
}
