// Package gopls is what faultlint gopls build links into gopls: the passes of the suite, fit to run
// there. It is of no use to other programs and makes no promises to them.
package gopls

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/analyzers"
	"github.com/faultlint/faultlint/internal/config"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
)

// A Pass is an analyzer and what gopls keeps of it besides.
type Pass struct {
	Analyzer *analysis.Analyzer
	// Severity is as in the language server protocol: 1 error, 2 warning, 3 information.
	Severity uint32
	// Off is whether it runs only if the user's analyses setting names it.
	Off bool
}

// Passes returns the passes for the process, which is about to run as gopls. File is the
// configuration that was built in, empty for the one in the root of each module of the user's.
func Passes(file string) []Pass {
	if env := os.Getenv(config.EnvVar); env != "" {
		file = env
	}
	return passes(file, workspace())
}

// passes returns the passes for a process that serves the given directories.
func passes(file string, dirs []string) []Pass {
	source, err := config.NewSource(file, nil)
	if err != nil {
		// The directories' own files are not what the user wants, nor is silence.
		source, _ = config.NewSource(config.None, nil)
	}
	var setups []*config.Setup
	for _, dir := range roots(dirs) {
		setups = append(setups, source.For(dir))
	}
	opts := rule.Options{Config: source, Salt: salt(setups)}
	// Whether a pass that is off by default runs is decided by Off, below.
	for _, p := range config.Passes {
		if p.Off {
			opts.Enable = append(opts.Enable, p.Name)
		}
	}
	suite := rule.NewSuite(opts)
	own := new(config.Setup)
	if len(setups) > 0 {
		own = setups[0]
	}
	all := analyzers.New(suite)
	// Which ignore comments are of use is judged by the passes that are on, unless others are wanted.
	rule.Narrow(slices.DeleteFunc(slices.Clone(all), func(a *analysis.Analyzer) bool { return suite.Off(a.Name) }))
	var list []Pass
	for _, a := range all {
		list = append(list, Pass{
			Analyzer: a,
			Severity: protocol[severity.Of(a.Name, suite.Severities(), own.Severities())],
			Off:      suite.Off(a.Name) && !own.Enabled(a.Name, true),
		})
	}
	return append(list, Pass{Analyzer: itself(suite.Summary, source, err), Severity: protocol[severity.Warning]})
}

var protocol = map[severity.Severity]uint32{severity.Error: 1, severity.Warning: 2, severity.Note: 3}

// salt names configurations: gopls keeps results by the names of analyzers, also for its next
// process, and does not know that there are configurations.
func salt(setups []*config.Setup) string {
	var text strings.Builder
	for _, s := range setups {
		if s.Digest != "" {
			fmt.Fprintf(&text, "%s %s\n", s.Root, s.Digest)
		}
	}
	if text.Len() == 0 {
		return ""
	}
	return digest(text.String())
}

// itself is the analyzer that reports what is wrong with faultlint rather than with the user's
// code. It stands in for the summary pass, too, which gopls does not let report.
func itself(summary *analysis.Analyzer, source *config.Source, wrong error) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     "faultlint",
		Doc:      "report what keeps faultlint from working\n\nA configuration that is wrong, or a pass that panicked.",
		URL:      rule.DocsURL + "configuration.md",
		Requires: []*analysis.Analyzer{summary},
		Run: func(pass *analysis.Pass) (any, error) {
			err := wrong
			if err == nil && len(pass.Files) > 0 {
				dir := filepath.Dir(pass.Fset.Position(pass.Files[0].FileStart).Filename)
				err = source.For(dir).Err
			}
			if err != nil {
				first, _, more := strings.Cut(err.Error(), "\n")
				if more {
					first += " (and more)"
				}
				report(pass, "configuration", first+"; mend it and start the language server anew")
			}
			return nil, nil
		},
	}
}

// report puts a message on the package clause.
func report(pass *analysis.Pass, category, message string) {
	if len(pass.Files) > 0 {
		n := pass.Files[0].Name
		pass.Report(analysis.Diagnostic{
			Pos: n.Pos(), End: n.End(), Category: category, Message: message,
			URL: rule.DocsURL + "editors.md",
		})
	}
}
