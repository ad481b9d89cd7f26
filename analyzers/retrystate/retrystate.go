package retrystate

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/effects"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
)

//go:embed doc.go
var doc string

// Analyzer is the pass with default options.
var Analyzer = New(rule.Default())

// New returns the pass of a suite.
func New(s *rule.Suite) *analysis.Analyzer {
	return rule.New(s, rule.Spec{Name: "retrystate", Doc: rule.Doc(doc, "retrystate"), Severity: severity.Error, Run: run})
}

func run(p *rule.Pass) {
	seen := make(map[ast.Node]bool)
	for _, f := range p.Funcs() {
		for _, r := range p.Retries.In(f) {
			stale(p, r, seen)
			region, fn, ok := r.Region()
			if ok && r.AfterFailure() {
				rest(p, r, region, fn, seen)
			}
			if !ok || !r.AfterFailure() || r.Resumes || scans(p, r) {
				continue
			}
			for _, g := range p.Effects.Grown(region, fn) {
				if g.Kind == effects.GrowSend && r.Closure == nil && r.Attempts.N < 1 {
					continue // an endless loop that sends is a supplier
				}
				if (g.Kind == effects.GrowTake || g.Kind == effects.GrowEmpty) && (r.OnSuccess != retry.Leaves || r.Attempts.N == 1) {
					continue // a consumer, which goes on
				}
				if !seen[g.Node] {
					seen[g.Node] = true
					report(p, r, g)
				}
			}
		}
	}
}

// scans reports whether a loop reads on until something is ahead, as a parser does: all that
// leads back are questions in its head about what is read, which have a yes or no for an
// answer.
func scans(p *rule.Pass, r *retry.Retry) bool {
	loop, ok := r.Node.(*ast.ForStmt)
	if !ok || !r.Local || loop.Cond == nil || len(r.Ops) == 0 {
		return false
	}
	for _, op := range r.Ops {
		b, ok := p.Code.TypeOf(op).(*types.Basic)
		if !ok || b.Kind() != types.Bool || !code.Within(op, loop.Cond) {
			return false
		}
	}
	return true
}

// stale reports what a loop collects from what a failed turn has left as it was.
func stale(p *rule.Pass, r *retry.Retry, seen map[ast.Node]bool) {
	if r.Kind != retry.Loop || r.Items || r.Poll {
		return
	}
	for _, op := range r.Ops {
		s := p.Effects.StaleAfter(r.Node, r.In, op)
		if s == nil || seen[s.Node] {
			continue
		}
		seen[s.Node] = true
		p.Report(rule.Finding{
			Node:    s.Node,
			Message: fmt.Sprintf("%s is added to %s before the error is looked at: when %s fails, %s still holds what the turn before has brought, and the next turn of %s follows, so that it is there twice; add it when the call has succeeded", s.From.Name(), types.ExprString(s.Place), types.ExprString(op.Fun), s.From.Name(), r.Name()),
			Related: []rule.Related{{Node: op, Message: "fills it in"}, {Node: r.Node, Message: "the loop"}},
		})
	}
}

// rest reports an attempt that asks for the rest of a file and appends the answer
// to what the attempts before have written, also the whole file.
func rest(p *rule.Pass, r *retry.Retry, region ast.Node, fn *code.Func, seen map[ast.Node]bool) {
	for _, call := range fn.Calls() {
		if !code.Within(call, region) {
			continue
		}
		x := p.Effects.RestOf(p.Code.FuncOf(p.Code.Callee(call)))
		if x == nil || seen[x.Copy] {
			continue
		}
		seen[x.Copy] = true
		p.Report(rule.Finding{
			Node:    x.Copy,
			Message: fmt.Sprintf("%s asks for the rest of the file, and appends what comes with 200 as with 206: a server that does not know ranges sends the whole file, which is then there twice in part; begin the file anew at 200", r.Name()),
			Related: []rule.Related{{Node: x.Asks, Message: "asks for the rest"}, {Node: x.Accept, Message: "takes both alike"}, {Node: r.Node, Message: "the retry"}},
		})
	}
}

func report(p *rule.Pass, r *retry.Retry, g *effects.Growth) {
	place := strings.TrimPrefix(types.ExprString(g.Place), "&")
	var does, how string
	switch g.Kind {
	case effects.GrowAppend:
		does, how = "each attempt appends to %s, which is declared outside of it", "reset it at the start of the attempt, or collect into a variable of the attempt and assign at its end"
	case effects.GrowAdd:
		does, how = "each attempt changes %s relative to its old value", "work on a copy made in the attempt and assign it when the attempt has succeeded"
	case effects.GrowInsert:
		does, how = "each attempt adds entries to %s", "make the map in the attempt and assign it at its end"
	case effects.GrowWrite:
		does, how = "each attempt writes into %s, which keeps what attempts before it wrote", "reset it at the start of the attempt, or write when the attempt has succeeded"
	case effects.GrowAdvance:
		does, how = "each attempt moves %s on", "make the iterator in the attempt"
	case effects.GrowTake:
		does, how = "each attempt takes what comes next from %s", "take it before the first attempt"
	case effects.GrowEmpty:
		does, how = "each attempt takes what is in %s and leaves it empty", "take it before the first attempt, or put it back when the attempt fails"
	case effects.GrowSend:
		does, how = "each attempt sends on %s again", "send when the attempt has succeeded"
	case effects.GrowStick:
		does, how = "an attempt may change %s, and no later one changes it back", "set it anew at the start of the attempt"
	default:
		return // told to callers only
	}
	left := "what a failed attempt left stays"
	if g.Kind == effects.GrowTake {
		left = "what a failed attempt took is lost"
	}
	if g.Kind == effects.GrowEmpty {
		left = "what a failed attempt took is lost, as the next one finds nothing and succeeds"
	}
	f := rule.Finding{
		Node:    g.Node,
		Message: fmt.Sprintf(does+": %s runs it %s, and %s; %s", place, r.Name(), r.Times(), left, how),
		Related: []rule.Related{{Node: r.Node, Message: "what runs it again"}},
	}
	if g.Read != nil {
		f.Related = append(f.Related, rule.Related{Node: g.Read, Message: "used here"})
	}
	p.Report(f)
}
