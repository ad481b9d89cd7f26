// Package plugin makes faultlint a module plugin of golangci-lint.
//
// It is one linter, faultlint, whose passes are chosen in its settings. The
// findings are those of the command, with what golangci-lint has no room for
// in their text.
package plugin

import (
	"fmt"
	"slices"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/analyzers"
	"github.com/faultlint/faultlint/internal/combine"
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
	suite := rule.NewSuite(rule.Options{Tests: s.Tests, Enable: s.Enable, LeaveNolint: true})
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
	all = slices.DeleteFunc(all, func(a *analysis.Analyzer) bool { return slices.Contains(s.Disable, a.Name) })
	return &plugin{combine.New(Name, "", []*analysis.Analyzer{suite.Summary}, all)}, nil
}

type plugin struct{ analyzers []*analysis.Analyzer }

// BuildAnalyzers returns the one analyzer, under the linter's name, that runs
// the passes that are on.
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) { return p.analyzers, nil }

// GetLoadMode asks for type information, without which no pass can work.
func (p *plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
