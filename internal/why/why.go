// Package why tells what the engine knows at a place in the code: the facts
// behind a finding, or behind its absence.
package why

import (
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/config"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/rule"
)

// A Report is what was found out about a place.
type Report struct {
	// Seen: the place is in a package that was looked at.
	Seen bool
	// Lines are the facts, indented by two spaces below their headings.
	Lines []string
}

func (r *Report) add(depth int, format string, a ...any) {
	r.Lines = append(r.Lines, strings.Repeat("  ", depth)+fmt.Sprintf(format, a...))
}

// New returns a pass that reports nothing and writes down what the engine
// knows at a line of a file, given by its absolute path.
func New(s *rule.Suite, file string, line int, out *Report) *analysis.Analyzer {
	return rule.New(s, rule.Spec{Name: "why", Doc: "why: what the engine knows at a place", Run: func(p *rule.Pass) {
		w := &writer{p: p, out: out}
		for _, f := range p.Code.Files {
			pos := p.Code.Fset.File(f.FileStart)
			if filepath.Clean(pos.Name()) != file || out.Seen || line < 1 || line > pos.LineCount() {
				continue
			}
			out.Seen = true
			w.from = pos.LineStart(line)
			w.to = token.Pos(pos.Base() + pos.Size())
			if line < pos.LineCount() {
				w.to = pos.LineStart(line + 1)
			}
			w.line()
		}
	}})
}

type writer struct {
	p        *rule.Pass
	out      *Report
	from, to token.Pos // of the line
}

// on reports whether a node begins on the line.
func (w *writer) on(n ast.Node) bool { return n != nil && w.from <= n.Pos() && n.Pos() < w.to }

func (w *writer) at(n ast.Node) string {
	if n == nil || !n.Pos().IsValid() {
		return "?"
	}
	p := w.p.Code.Fset.Position(n.Pos())
	return fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
}

// line writes down everything about the line.
func (w *writer) line() {
	f := w.function()
	if f == nil {
		w.out.add(0, "no function is at this line")
		return
	}
	w.where(f)
	w.silence()
	w.contexts(f)
	w.retries(f)
	w.waits(f)
	w.joined()
	w.effects(f)
	w.callees(f)
}

// function returns the innermost function that holds the line's first code.
func (w *writer) function() *code.Func {
	var best *code.Func
	for _, f := range w.p.Code.Funcs {
		if f.Node.Pos() < w.to && w.from < f.Node.End() && (best == nil || code.Within(f.Node, best.Node)) {
			// A literal that begins in the line belongs to it only where the line is inside.
			if f.Obj == nil && f.Node.Pos() >= w.from && best != nil {
				continue
			}
			best = f
		}
	}
	return best
}

// silence says what keeps passes from speaking here.
func (w *writer) silence() {
	if !w.p.Wanted(w.from) {
		w.out.add(1, "passes are silent here: a generated file, or a test file")
		return
	}
	for _, pass := range config.Passes {
		if w.p.Directives.Ignored(w.from, pass.Name, true) {
			w.out.add(1, "a comment silences %s here", pass.Name)
		}
		if w.p.Setup.Excluded(w.p.Code.Fset.Position(w.from).Filename, pass.Name, "") {
			w.out.add(1, "the configuration leaves this file out for %s", pass.Name)
		}
	}
}

func (w *writer) where(f *code.Func) {
	w.out.add(0, "function %s (%s)", f.Name(), w.at(f.Node))
	reach := w.p.Handlers.Entry(f)
	switch {
	case reach == nil && w.p.Handlers.Startup(f):
		w.out.add(1, "runs at start only")
	case reach == nil:
		w.out.add(1, "no handler of this package reaches it")
	default:
		w.handler(reach)
	}
}

func (w *writer) handler(r *handlers.Reach) {
	m := r.Handler
	what := fmt.Sprintf("a %s handler", m.Kind)
	if m.Framework != "" {
		what += " of " + m.Framework
	}
	if len(r.Funcs) == 1 {
		w.out.add(1, "is %s (by %s)", what, m.How)
	} else {
		var way []string
		for _, f := range r.Funcs {
			way = append(way, f.Name())
		}
		w.out.add(1, "runs while %s runs: %s", what, strings.Join(way, " → "))
	}
	if m.Budget > 0 {
		w.out.add(1, "has %s for a run, as is said of the handler", m.Budget)
	}
}

func (w *writer) contexts(f *code.Func) {
	at := w.node(f)
	sources := w.p.Flow.AtHand(f, at)
	w.out.add(0, "contexts at hand")
	if len(sources) == 0 {
		w.out.add(1, "none")
	}
	for _, s := range sources {
		text := fmt.Sprintf("%s (%s)", s.Expr, s.Kind)
		if s.Blank {
			text += ", which has no name yet"
		}
		if s.Kind == ctxflow.SourceLocal {
			text += ", " + w.ctx(s.Ctx)
		}
		w.out.add(1, "%s", text)
	}
}

// node returns the outermost node that begins on the line, inside f.
func (w *writer) node(f *code.Func) ast.Node {
	var found ast.Node
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if found == nil && n != nil && w.on(n) && n != f.Body {
			found = n
		}
		return found == nil
	})
	return found
}

// ctx says where a context comes from and what bounds it.
func (w *writer) ctx(c ctxflow.Ctx) string {
	if c.Ambiguous {
		return "from several origins"
	}
	text := "from " + c.Root.Kind.String()
	if c.Root.Var != nil {
		text += " " + c.Root.Var.Name()
	}
	for _, s := range c.Steps {
		text += ", " + s.Kind.String()
		if d, ok := s.Limit.MaxDuration(); ok {
			text += " " + d.String()
		}
		if s.Call != nil {
			text += " (" + w.at(s.Call) + ")"
		}
	}
	return text
}

// value writes a range of durations or numbers, "unknown" if nothing is known.
func value(v durations.Value) string {
	if s := v.String(); s != "" {
		return s
	}
	return "unknown"
}
