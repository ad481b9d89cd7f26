package retrybody

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/effects"
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
	return rule.New(s, rule.Spec{Name: "retrybody", Doc: rule.Doc(doc, "retrybody"), Severity: severity.Error, Run: run})
}

func run(p *rule.Pass) {
	seen := make(map[ast.Node]bool) // an inner and an outer retry find the same
	for _, f := range p.Funcs() {
		for _, r := range p.Retries.In(f) {
			if r.Kind == retry.Self {
				inside(p, r, seen)
				continue
			}
			region, fn, ok := r.Region()
			if ok && (repeats(r) || connectsAgain(r)) {
				handles(p, r, region, fn, seen)
			}
			if !ok || !repeats(r) {
				continue
			}
			for _, s := range p.Effects.Spent(region, fn) {
				if !seen[s.Node] {
					seen[s.Node] = true
					spent(p, r, s)
				}
			}
			leaks(p, r, region, fn, seen)
			dropped(p, r, seen)
		}
		for _, r := range p.Retries.Loops(f) {
			// Whatever leads to the next turn, an answer that is asked for again stays open.
			if region, fn, ok := r.Region(); ok && r.Kind == retry.Loop && r.Poll && !r.Items && r.Attempts.N != 1 {
				leaks(p, r, region, fn, seen)
			}
		}
	}
}

// leaks judges the answers that an attempt leaves open.
func leaks(p *rule.Pass, r *retry.Retry, region ast.Node, fn *code.Func, seen map[ast.Node]bool) {
	for _, l := range p.Effects.Responses(region, fn) {
		if !seen[l.Node] {
			seen[l.Node] = true
			leak(p, r, l)
		}
	}
}

// inside judges a call that makes several attempts by itself: what it is given
// to read is empty from the second on, unless the library is told to put it back
// and can.
func inside(p *rule.Pass, r *retry.Retry, seen map[ast.Node]bool) {
	if r.Driver == nil || !r.Driver.Spends || r.Attempts.N < 2 {
		return
	}
	for _, s := range p.Effects.Streams(r.Call) {
		if s.Seeks && p.Retries.Rewinds(r) || seen[s.Node] {
			continue
		}
		seen[s.Node] = true
		p.Report(rule.Finding{
			Node:    s.Arg,
			Message: fmt.Sprintf("%s is read to its end by the first attempt, and %s tries %s: the later attempts send it empty; hand over bytes instead, or a reader that can seek to a client that is told to put readers back to their start", types.ExprString(s.Arg), s.Sink, r.Times()),
			Related: []rule.Related{{Node: r.Node, Message: "what sends it again"}},
		})
	}
}

// repeats reports whether another attempt with the same operands follows a
// failure. An attempt that goes on where the last one stopped may read on.
func repeats(r *retry.Retry) bool { return r.AfterFailure() && !r.Resumes }

func spent(p *rule.Pass, r *retry.Retry, s *effects.Spent) {
	name := types.ExprString(s.Arg)
	var what, how string
	switch s.Kind {
	case effects.SpentRequest:
		what = fmt.Sprintf("the body of request %s", name)
		how = "build the request in each attempt"
		if s.GetBody {
			how = "set its Body from GetBody before each attempt, or build the request in each attempt"
		}
	case effects.SpentFile:
		what, how = fmt.Sprintf("file %s", name), "seek to its start in each attempt"
	case effects.SpentBuffer:
		what, how = fmt.Sprintf("buffer %s", name), "make a new reader on its bytes in each attempt"
	case effects.SpentDecoder:
		what, how = name, "make it anew in each attempt"
	case effects.SpentInput:
		what, how = fmt.Sprintf("the body in %s", name), "build the input in each attempt, from bytes read before the first"
	default:
		what, how = fmt.Sprintf("reader %s", name), "read it into memory before the first attempt, or seek to its start in each"
	}
	chain := s.Sink
	if len(s.Via) > 1 {
		chain = rule.Chain(s.Via[0].Func, s.Via[1:])
	}
	f := rule.Finding{
		Node:    s.Node,
		Message: fmt.Sprintf("%s is read to its end by the first attempt (%s), and %s tries %s: the later attempts send nothing, or only what is left; %s", what, chain, r.Name(), r.Times(), how),
		Related: []rule.Related{{Node: r.Node, Message: "what runs it again"}},
		Via:     s.Via,
	}
	if s.Kind == effects.SpentBuffer {
		f.Fix = suggest.Anew(p, s.Arg)
	}
	if s.Made != nil {
		f.Related = append(f.Related, rule.Related{Node: s.Made, Message: "made once, before the first attempt"})
	}
	p.Report(f)
}

func leak(p *rule.Pass, r *retry.Retry, l *effects.Leak) {
	p.Report(rule.Finding{
		Node:    l.Node,
		Message: fmt.Sprintf("the body of response %s is not closed on the way to the next attempt: each attempt (%s) keeps a connection busy; close it (and read what is left) before trying again", l.Var.Name(), r.Times()),
		Related: []rule.Related{{Node: r.Node, Message: "what runs it again"}},
	})
}
