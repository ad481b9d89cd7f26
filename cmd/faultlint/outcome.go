package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/analyzers"
	"github.com/faultlint/faultlint/internal/baseline"
	"github.com/faultlint/faultlint/internal/config"
	"github.com/faultlint/faultlint/internal/driver"
	"github.com/faultlint/faultlint/internal/report"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
)

// An outcome is a run that is over, and what becomes of its findings.
type outcome struct {
	ctx        context.Context
	buildFlags []string
	flags      *flags
	dir        string
	patterns   []string
	tests      bool // test files were analysed
	analyzers  []*analysis.Analyzer
	source     *config.Source
	result     *driver.Result
	took       time.Duration

	reported []report.Finding
}

// print writes what is to be reported, and beside it what is to be said about the run.
func (o *outcome) print(sel *selection, stdout, stderr io.Writer) error {
	for _, p := range o.result.Problems {
		fmt.Fprintln(stderr, p.Message)
		if o.flags.debug && p.Stack != "" {
			fmt.Fprintln(stderr, p.Stack)
		}
	}
	all := o.result.Findings
	report.Identify(all, nil)
	for i := range all {
		all[i].Severity = o.severity(all[i].Analyzer, filepath.Dir(all[i].Pos.File))
	}
	if o.flags.writeBaseline {
		return o.writeBaseline(sel, stderr)
	}
	o.reported = sel.apply(all)
	if o.flags.fix {
		var err error
		if o.reported, err = repair(o.ctx, o.dir, o.buildFlags, o.reported, stderr); err != nil {
			return err
		}
	}
	if err := o.write(stdout); err != nil {
		return err
	}
	for _, e := range sel.baseline.Stale(all, o.scope()) {
		fmt.Fprintf(stderr, "%s:%d: not found any more: %s\n", o.flags.baseline, e.Line, e)
	}
	if o.flags.format == "text" && !o.flags.quiet && watched(stderr) {
		fmt.Fprintf(stderr, "faultlint: %s\n", o.summary())
	}
	return nil
}

// watched reports whether people read what is written to w: on a terminal, or in the log of a CI job.
// Editors that run a linter take anything on its standard error for a failure.
func watched(w io.Writer) bool {
	return isTerminal(w) || os.Getenv("CI") != "" && os.Getenv("CI") != "false"
}

func (o *outcome) write(w io.Writer) error {
	if o.flags.format == "text" {
		text := report.Text{Dir: o.dir, Verbose: o.flags.verbose || isTerminal(w)}
		return text.Write(w, o.reported)
	}
	log := &report.Log{
		Version: moduleVersion(), Rules: o.rules(), Findings: o.reported,
		Dir: o.dir, Root: checkout(o.dir),
	}
	for _, p := range o.result.Problems {
		log.Problems = append(log.Problems, p.Message)
	}
	return formats[o.flags.format](w, log)
}

// rules describes the passes that had something to say if there was anything, sorted by name.
func (o *outcome) rules() []report.Rule {
	var list []report.Rule
	for _, a := range o.active() {
		summary, _ := rule.Summary(a.Name, a.Doc)
		list = append(list, report.Rule{
			Name: a.Name, Summary: summary, Text: strings.TrimSpace(a.Doc), Markdown: rule.Body(a.Name, a.Doc),
			URL: a.URL, Severity: o.severity(a.Name, o.dir),
		})
	}
	slices.SortFunc(list, func(a, b report.Rule) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// active returns the passes that the flags, or the configuration of any module, want to hear of.
func (o *outcome) active() []*analysis.Analyzer {
	enabled := o.flags.options().Enable
	setups := o.source.All(o.dir)
	return slices.DeleteFunc(slices.Clone(o.analyzers), func(a *analysis.Analyzer) bool {
		off := analyzers.Off(a.Name)
		on := slices.Contains(enabled, a.Name) ||
			slices.ContainsFunc(setups, func(s *config.Setup) bool { return s.Enabled(a.Name, off) })
		return !on
	})
}

// ownSeverity returns how bad the findings of a pass are where nobody says anything else.
func ownSeverity(pass string) severity.Severity {
	return severity.Of(pass, analyzers.Severities(), nil)
}

// severity returns how bad the findings of a pass are in a directory.
func (o *outcome) severity(pass, dir string) severity.Severity {
	return severity.Of(pass, analyzers.Severities(), o.source.For(dir).Severities())
}

func (o *outcome) scope() baseline.Scope {
	return baseline.Scope{
		Packages: nameSet(o.result.Complete, func(id string) string { return id }),
		Passes:   nameSet(o.active(), func(a *analysis.Analyzer) string { return a.Name }),
		Tests:    o.tests,
		Whole:    len(o.result.Problems) == 0 && whole(o.dir, o.patterns),
	}
}

func (o *outcome) writeBaseline(sel *selection, stderr io.Writer) error {
	if len(o.result.Problems) > 0 {
		return fmt.Errorf("%s is left as it was, as not all could be analysed", o.flags.baseline)
	}
	list := sel.baseline.Update(o.result.Findings, o.scope())
	if err := list.Write(o.flags.baseline); err != nil {
		return err
	}
	if !o.flags.quiet {
		fmt.Fprintf(stderr, "faultlint: %s in %s\n", count(len(list), "finding"), o.flags.baseline)
	}
	return nil
}

// fails reports whether anything was reported that the user wants to fail on.
func (o *outcome) fails() bool {
	least, _ := o.flags.threshold()
	return least != 0 && slices.ContainsFunc(o.reported, func(f report.Finding) bool { return f.Severity >= least })
}

// summary says in a line what was found, for those who do not count lines.
func (o *outcome) summary() string {
	byPass := make(map[string]int)
	for _, f := range o.reported {
		byPass[f.Analyzer]++
	}
	passes := slices.SortedFunc(maps.Keys(byPass), func(a, b string) int {
		return cmp.Or(cmp.Compare(byPass[b], byPass[a]), cmp.Compare(a, b))
	})
	for i, name := range passes {
		passes[i] = fmt.Sprintf("%s %d", name, byPass[name])
	}
	s := count(len(o.reported), "finding")
	if len(passes) > 0 {
		s += " (" + strings.Join(passes, ", ") + ")"
	}
	if n := len(o.result.Findings) - len(o.reported); n > 0 {
		s += fmt.Sprintf(", %d not reported", n)
	}
	s += " in " + count(o.result.Stats.Matched, "package")
	if n := len(o.result.Problems); n > 0 {
		s += ", " + count(n, "problem")
	}
	return s + fmt.Sprintf(", %.2fs", o.took.Seconds())
}

func count(n int, what string) string {
	switch n {
	case 0:
		return "no " + what + "s"
	case 1:
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// checkout returns the root of the checkout that dir lies in: the nearest directory above it that
// has a .git, or dir.
func checkout(dir string) string {
	for root := dir; ; root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, ".git")); err == nil {
			return root
		}
		if root == filepath.Dir(root) {
			return dir
		}
	}
}
