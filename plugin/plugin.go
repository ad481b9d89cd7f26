// Package plugin makes faultlint a module plugin of golangci-lint.
//
// It is one linter, faultlint, whose passes are chosen in its settings. The
// findings are those of the command.
package plugin

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/analyzers"
	"github.com/faultlint/faultlint/internal/rule"
)

// Name is the linter's name in golangci-lint's configuration.
const Name = "faultlint"

// golangci-lint finds plugins by this registration; it is the only init of
// the module.
func init() { register.Plugin(Name, New) }

// Settings is the linter's settings block. Lists, never maps keyed by names:
// golangci-lint changes the case of keys and splits them at dots.
type Settings struct {
	// Enable names passes that are off by default and shall run as well.
	Enable []string `json:"enable"`
	// Disable names passes that shall not run.
	Disable []string `json:"disable"`
	// Tests makes the passes look at _test.go files too. Default false.
	Tests bool `json:"tests"`
}

// New makes the plugin from its settings block, nil if there is none. Unknown
// keys, wrong types and unknown pass names are errors.
func New(settings any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](settings)
	if err != nil {
		return nil, fmt.Errorf("faultlint: %w", err)
	}
	suite := rule.NewSuite(rule.Options{Tests: s.Tests, Enable: s.Enable})
	all := analyzers.New(suite)
	names := make([]string, len(all))
	for i, a := range all {
		names[i] = a.Name
	}
	for _, n := range slices.Concat(s.Enable, s.Disable) {
		if !slices.Contains(names, n) {
			return nil, fmt.Errorf("faultlint: there is no pass %q; the passes are %s", n, strings.Join(names, ", "))
		}
	}
	p := &plugin{}
	for _, a := range all {
		if !slices.Contains(s.Disable, a.Name) {
			p.analyzers = append(p.analyzers, wrap(a))
		}
	}
	return p, nil
}

type plugin struct{ analyzers []*analysis.Analyzer }

// BuildAnalyzers returns the passes that are on.
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) { return p.analyzers, nil }

// GetLoadMode asks for type information, without which no pass can work.
func (p *plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// wrap fits a pass to golangci-lint, which makes an issue of its own from each
// piece of related information, applies all suggested fixes of a finding at
// once, and ends the user's whole run when a pass panics. The chain is in the
// message already.
func wrap(a *analysis.Analyzer) *analysis.Analyzer {
	c := *a
	c.Run = func(pass *analysis.Pass) (result any, err error) {
		p := *pass
		p.Report = func(d analysis.Diagnostic) {
			d.Related = nil
			if len(d.SuggestedFixes) > 1 {
				d.SuggestedFixes = d.SuggestedFixes[:1]
			}
			pass.Report(d)
		}
		defer func() {
			if r := recover(); r != nil && len(pass.Files) > 0 {
				stack, _, _ := strings.Cut(string(debug.Stack()), "\n")
				pass.Report(analysis.Diagnostic{
					Pos: pass.Files[0].Package, Category: a.Name,
					Message: fmt.Sprintf("internal error: %s panicked on %s: %v (%s); please report", a.Name, pass.Pkg.Path(), r, stack),
				})
				result, err = nil, nil
			}
		}()
		return a.Run(&p)
	}
	return &c
}
