// Package plugin makes faultlint a module plugin of golangci-lint.
//
// It is one linter, faultlint, whose passes are chosen in its settings. The
// findings are those of the command, with what golangci-lint has no room for
// in their text.
package plugin

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/analyzers"
	"github.com/faultlint/faultlint/internal/combine"
	"github.com/faultlint/faultlint/internal/config"
	"github.com/faultlint/faultlint/internal/rule"
)

// Name is the linter's name in golangci-lint's configuration.
const Name = "faultlint"

// golangci-lint finds plugins by this registration; it is the only init of
// the module.
func init() { register.Plugin(Name, New) }

// New makes the plugin from its settings block, nil if there is none. Its keys
// are those of .faultlint.yml, and config, which names another such file or is
// none. Keys and names that do not exist and wrong types are errors.
func New(settings any) (register.LinterPlugin, error) {
	p, err := newPlugin(settings)
	if err != nil {
		return nil, fmt.Errorf("faultlint: %w", err)
	}
	return p, nil
}

func newPlugin(settings any) (*plugin, error) {
	file, rest, err := configFile(settings)
	if err != nil {
		return nil, err
	}
	over, err := config.FromValue("settings", rest)
	if err != nil {
		return nil, err
	}
	source, err := config.NewSource(file, over)
	if err != nil {
		return nil, err
	}
	wd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if err := source.Check(context.Background(), wd); err != nil {
		return nil, err
	}
	// golangci-lint keeps results by its own configuration, and knows nothing of other files.
	salt := source.Digest(wd)
	if salt != "" {
		salt = "_" + salt
	}
	suite := rule.NewSuite(rule.Options{Config: source, Salt: salt, LeaveNolint: true})
	here := source.For(wd)
	passes := slices.DeleteFunc(analyzers.New(suite), func(a *analysis.Analyzer) bool { return !here.Enabled(a.Name, false) })
	return &plugin{combine.New(Name, salt, []*analysis.Analyzer{suite.Summary}, rule.Narrow(passes))}, nil
}

// configFile takes the name of the configuration file out of the settings.
func configFile(settings any) (file string, rest any, err error) {
	m, ok := settings.(map[string]any)
	if !ok || m["config"] == nil {
		file, err = config.FromEnv()
		return file, settings, err
	}
	file, ok = m["config"].(string)
	if !ok || file == "" {
		return "", nil, fmt.Errorf("settings: config: this must be the name of a file, or none, not %v", m["config"])
	}
	others := maps.Clone(m)
	delete(others, "config")
	return file, others, nil
}

type plugin struct{ analyzers []*analysis.Analyzer }

// BuildAnalyzers returns the analyzer, under the linter's name, that runs the
// passes that are on.
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) { return p.analyzers, nil }

// GetLoadMode asks for type information, without which no pass can work.
func (p *plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
