// Package rule is what every pass of the suite is made from: the shared
// summary pass, the options, and one way to report, which applies ignore
// comments, generated files and test files the same in every driver.
package rule

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/config"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/severity"
	"github.com/faultlint/faultlint/internal/summary"
)

// DocsURL is where the page of each pass lives; the page's name follows.
const DocsURL = "https://github.com/faultlint/faultlint/blob/main/docs/"

// Options steer the suite. The zero value is the default.
type Options struct {
	// Tests makes rules look at _test.go files too, whatever the configuration says.
	Tests bool
	// Enable names passes to run though they be off by default, or by the configuration.
	Enable []string
	// LeaveNolint leaves //nolint to the driver, which must see what it silences.
	LeaveNolint bool
	// Config finds the configurations; nil means that there are none.
	Config *config.Source
	// Hops is told, before each diagnostic is reported, which calls in any package lead to it, as
	// diagnostics have no room for places of other packages. Nothing else is reported meanwhile.
	Hops func([]facts.Frame)
	// Salt names the configurations for drivers that keep results by the names
	// of passes; "" for others.
	Salt string
}

// A Suite holds what its passes share.
type Suite struct {
	Options Options
	// Summary is the one fact-exporting pass; every rule requires it.
	Summary *analysis.Analyzer

	reporting  sync.Mutex // for Options.Hops
	mu         sync.Mutex
	severities map[string]severity.Severity
	off        map[string]bool
}

// Off reports whether a pass that was made for the suite is off by default.
func (s *Suite) Off(pass string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.off[pass]
}

// Severities returns the severity of every pass that was made for the suite, by name.
func (s *Suite) Severities() map[string]severity.Severity {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.severities)
}

// NewSuite returns a suite with the given options over the default tables.
func NewSuite(opts Options) *Suite {
	return &Suite{Options: opts, Summary: summary.New(opts.Config, opts.Salt, opts.Tests), severities: make(map[string]severity.Severity), off: make(map[string]bool)}
}

// Default returns the suite that the Analyzer variables of the passes share.
var Default = sync.OnceValue(func() *Suite { return NewSuite(Options{}) })

// A Spec describes one rule.
type Spec struct {
	Name string // of the pass: "ctxwait"
	Doc  string // the page; its first line is the one-line summary
	Run  func(*Pass)
	Off  bool // it says nothing unless Options or the configuration enable it
	// Severity is how bad its findings are where the user says nothing else.
	Severity severity.Severity
}

// A Pass is one rule on one package: the engine and a way to report.
type Pass struct {
	*summary.Result
	Suite *Suite
	name  string
	pass  *analysis.Pass
	tests bool // it is run for what is in test files only
}

// New makes the analyzer of a rule.
func New(s *Suite, spec Spec) *analysis.Analyzer {
	s.mu.Lock()
	s.severities[spec.Name], s.off[spec.Name] = spec.Severity, spec.Off
	s.mu.Unlock()
	return &analysis.Analyzer{
		Name:     spec.Name,
		Doc:      spec.Doc,
		URL:      DocsURL + spec.Name + ".md",
		Requires: []*analysis.Analyzer{s.Summary},
		Run: func(pass *analysis.Pass) (any, error) {
			r := pass.ResultOf[s.Summary].(*summary.Result)
			if !slices.Contains(s.Options.Enable, spec.Name) && !r.Setup.Enabled(spec.Name, spec.Off) {
				return nil, nil
			}
			r.Lock()
			defer r.Unlock()
			r.SetRan(spec.Name)
			spec.Run(&Pass{Result: r, Suite: s, name: spec.Name, pass: pass})
			if t := r.WithTests; t != nil {
				t.SetRan(spec.Name)
				spec.Run(&Pass{Result: t, Suite: s, name: spec.Name, pass: pass, tests: true})
			}
			return nil, nil
		},
	}
}

// Narrow leaves out what passes of a suite run after, if it is not in the list
// itself: a pass that was not chosen does not run for another's sake.
func Narrow(passes []*analysis.Analyzer) []*analysis.Analyzer {
	for _, a := range passes {
		a.Requires = slices.DeleteFunc(slices.Clone(a.Requires), func(req *analysis.Analyzer) bool {
			return req.ResultType == nil && !slices.Contains(passes, req)
		})
	}
	return passes
}

// A Finding is what a rule reports.
type Finding struct {
	// Node is the place; or Pos and End, if Node is nil.
	Node     ast.Node
	Pos, End token.Pos
	// Message: lower case, one sentence: the cause with numbers, then what to do.
	Message string
	// Related are the hops of the witness and what else proves the finding.
	Related []Related
	// Via are the calls, of this package or others, that lead to what is reported.
	Via []facts.Frame
	// Same are the other linters that report the same, if any: what silences one
	// of them there silences this.
	Same []string
	// Fix is at most one suggested fix, in the finding's file.
	Fix *analysis.SuggestedFix
}

// Related is a place that belongs to a finding.
type Related struct {
	Node    ast.Node
	Message string
}

// same are the other linters that report what all findings of a pass are about.
var same = map[string][]string{
	"ctxblock":   {"noctx", "contextcheck"},
	"ctxdetach":  {"contextcheck"},
	"ctxmissing": {"noctx"},
}

// Report reports a finding unless it stands in a generated file, a test file
// (unless they are wanted), an excluded file or under an ignore comment.
func (p *Pass) Report(f Finding) {
	if f.Node != nil {
		f.Pos, f.End = f.Node.Pos(), f.Node.End()
	}
	if !f.Pos.IsValid() || !p.Wanted(f.Pos) || p.Directives.Ignored(f.Pos, p.name, !p.Suite.Options.LeaveNolint) {
		return
	}
	if p.Directives.Waived(f.Pos, slices.Concat(f.Same, same[p.name])) || p.Excluded(f.Pos, f.Message) {
		return
	}
	d := analysis.Diagnostic{
		Pos: f.Pos, End: f.End, Category: p.name,
		URL: DocsURL + p.name + ".md", Message: f.Message,
	}
	for _, r := range f.Related {
		if r.Node == nil || !r.Node.Pos().IsValid() {
			continue
		}
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: r.Node.Pos(), End: headEnd(r.Node), Message: r.Message})
	}
	if f.Fix != nil {
		d.SuggestedFixes = []analysis.SuggestedFix{p.indented(*f.Fix)}
	}
	if hops := p.Suite.Options.Hops; hops != nil {
		p.Suite.reporting.Lock()
		defer p.Suite.reporting.Unlock()
		hops(f.Via)
	}
	p.pass.Report(d)
}

// Excluded reports whether the configuration leaves out a finding of the pass.
func (p *Pass) Excluded(pos token.Pos, message string) bool {
	return p.Setup.Excluded(p.Code.Fset.Position(pos).Filename, p.name, message)
}

// headEnd returns where the head of a node ends: a loop that belongs to a finding does so by what it
// repeats, not by every line of its body.
func headEnd(n ast.Node) token.Pos {
	var body *ast.BlockStmt
	switch n := n.(type) {
	case *ast.ForStmt:
		body = n.Body
	case *ast.RangeStmt:
		body = n.Body
	case *ast.IfStmt:
		body = n.Body
	case *ast.SwitchStmt:
		body = n.Body
	case *ast.TypeSwitchStmt:
		body = n.Body
	case *ast.SelectStmt:
		body = n.Body
	case *ast.FuncDecl:
		body = n.Body
	case *ast.FuncLit:
		body = n.Body
	case *ast.CaseClause:
		return n.Colon + 1
	case *ast.CommClause:
		return n.Colon + 1
	case *ast.CallExpr, *ast.ExprStmt, *ast.AssignStmt, *ast.ReturnStmt, *ast.GoStmt, *ast.DeferStmt:
		// Up to the first literal. Rules have nodes of types of their own, which cannot be walked.
		ast.Inspect(n, func(n ast.Node) bool {
			if lit, ok := n.(*ast.FuncLit); ok && body == nil {
				body = lit.Body
			}
			return body == nil
		})
	}
	if body != nil && body.Lbrace.IsValid() {
		return body.Lbrace
	}
	return n.End()
}

// Reportf reports a finding at a node without related places.
func (p *Pass) Reportf(n ast.Node, format string, args ...any) {
	p.Report(Finding{Node: n, Message: fmt.Sprintf(format, args...)})
}

// Wanted reports whether findings at pos are wanted at all: rules may skip
// work for generated files and, by default, tests and what only developers run.
func (p *Pass) Wanted(pos token.Pos) bool {
	if p.Directives.Generated(pos) || p.tests && !code.IsTestFile(p.Code.Fset, pos) {
		return false
	}
	return p.Suite.Options.Tests || p.Setup.Tests.Or(false) || !p.Code.ForTests(pos) && !api.ForDevelopers(p.Code.Types)
}

// Funcs returns the functions and literals a rule should look at, in source order: none
// of a mock or fake, which does what its tests want.
func (p *Pass) Funcs() []*code.Func {
	var out []*code.Func
	for _, f := range p.Code.Funcs {
		if p.Wanted(f.Node.Pos()) && !code.InDouble(f) {
			out = append(out, f)
		}
	}
	return out
}

// Where renders a place of this package for a message: "store.go:40".
func (p *Pass) Where(n ast.Node) string {
	pos := p.Code.Fset.Position(n.Pos())
	name := pos.Filename
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	return fmt.Sprintf("%s:%d", name, pos.Line)
}

// Chain renders a witness in short: "Load → fetch → (*sql.DB).Query".
func Chain(from string, via []facts.Frame) string {
	parts := []string{from}
	for _, fr := range via {
		parts = append(parts, fr.Func)
	}
	return strings.Join(parts, " → ")
}
