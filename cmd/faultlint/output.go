package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/baseline"
	"github.com/faultlint/faultlint/internal/changes"
	"github.com/faultlint/faultlint/internal/driver"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/report"
	"github.com/faultlint/faultlint/internal/severity"
)

// formats are the words that -format takes. Text is written by itself, as only people read it.
var formats = map[string]func(io.Writer, *report.Log) error{
	"text":       nil,
	"json":       func(w io.Writer, log *report.Log) error { return report.JSON(w, log.Findings, log.Dir) },
	"sarif":      report.SARIF,
	"github":     report.GitHub,
	"checkstyle": report.Checkstyle,
	"junit":      report.JUnit,
}

const formatNames = "text, json, sarif, github, checkstyle, junit"

// output holds the flags that say which findings are reported, how, and to what end.
type output struct {
	format, newFrom, diff, baseline, failOn string
	writeBaseline, quiet                    bool
}

func (o *output) set(fs *flag.FlagSet) {
	fs.StringVar(&o.format, "format", "text", "print findings as `format`: "+formatNames)
	fs.StringVar(&o.newFrom, "new-from", "", "report only what is on lines that have changed since the work tree left git's `revision`,\nor is caused by them")
	fs.StringVar(&o.diff, "diff", "", "report only what is on lines that the unified diff in `file` changes, or is caused by them;\n- for standard input")
	fs.StringVar(&o.baseline, "baseline", "", "do not report the findings that are listed in `file`")
	fs.BoolVar(&o.writeBaseline, "write-baseline", false, "list all findings in the file that -baseline names, and report none")
	fs.StringVar(&o.failOn, "fail-on", "", "exit with 1 only if there is a finding of this `severity` or a worse one:\nnote, warning, error, or none for never (default note)")
	fs.BoolVar(&o.quiet, "q", false, "do not print the summary line")
}

// check finds what is wrong with the flags by themselves.
func (o *output) check(json bool) error {
	if json {
		if o.format != "text" && o.format != "json" {
			return fmt.Errorf("-json and -format=%s exclude each other", o.format)
		}
		o.format = "json"
	}
	if _, ok := formats[o.format]; !ok {
		return fmt.Errorf("there is no format %q; there are %s", o.format, formatNames)
	}
	if _, err := o.threshold(); err != nil {
		return fmt.Errorf("-fail-on: %w", err)
	}
	switch {
	case o.newFrom != "" && o.diff != "":
		return errors.New("-new-from and -diff exclude each other")
	case o.writeBaseline && o.baseline == "":
		return errors.New("-write-baseline needs the name of the file: -baseline=FILE")
	case o.writeBaseline && (o.newFrom != "" || o.diff != ""):
		return errors.New("a baseline is of all findings: -write-baseline excludes -new-from and -diff")
	}
	return nil
}

// threshold returns the least severity for which a run fails; 0 means none.
func (o *output) threshold() (severity.Severity, error) {
	switch o.failOn {
	case "":
		return severity.Note, nil
	case "none":
		return 0, nil
	}
	s, err := severity.Parse(o.failOn)
	if err != nil {
		err = fmt.Errorf("%w, or none", err)
	}
	return s, err
}

// A selection is what is known of the findings before there are any.
type selection struct {
	changed  *changes.Set // nil means that all are of interest
	baseline baseline.Set
}

// selection reads what the flags name, so that a run of minutes does not end in a typing error.
func (o *output) selection(ctx context.Context, dir string, stdin io.Reader) (*selection, error) {
	var sel selection
	var err error
	switch {
	case o.newFrom != "":
		if sel.changed, err = changes.Since(ctx, dir, o.newFrom); err != nil {
			return nil, fmt.Errorf("-new-from: %w", err)
		}
	case o.diff != "":
		if sel.changed, err = readDiff(ctx, dir, o.diff, stdin); err != nil {
			return nil, fmt.Errorf("-diff: %w", err)
		}
	}
	if o.baseline != "" {
		sel.baseline, err = baseline.Read(o.baseline)
		if err != nil && !(o.writeBaseline && errors.Is(err, os.ErrNotExist)) {
			return nil, fmt.Errorf("-baseline: %w", err)
		}
	}
	return &sel, nil
}

// readDiff reads a diff, whose names are relative to the work tree of git or to dir.
func readDiff(ctx context.Context, dir, name string, stdin io.Reader) (*changes.Set, error) {
	in := stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	} else {
		name = "standard input"
	}
	dirs := []string{dir}
	if top := changes.Top(ctx, dir); top != "" {
		dirs = []string{top, dir}
	}
	set, err := changes.Parse(in, dirs...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return set, nil
}

// touched reports whether a finding is on a changed line, or anything that proves it is.
func (sel *selection) touched(f report.Finding) bool {
	if sel.changed == nil {
		return true
	}
	on := func(pos, end report.Position) bool {
		last := pos.Line
		if end.File == pos.File {
			last = max(last, end.Line)
		}
		return sel.changed.Touch(pos.File, pos.Line, last)
	}
	return on(f.Pos, f.End) ||
		slices.ContainsFunc(f.Related, func(r report.Related) bool { return on(r.Pos, r.End) }) ||
		slices.ContainsFunc(f.Hops, func(h report.Position) bool { return on(h, h) })
}

// apply returns those of the findings that are to be reported.
func (sel *selection) apply(findings []report.Finding) []report.Finding {
	var list []report.Finding
	for _, f := range sel.baseline.Filter(findings) {
		if sel.touched(f) {
			list = append(list, f)
		}
	}
	return list
}

// whole reports whether the patterns mean all packages of the module in dir.
func whole(dir string, patterns []string) bool {
	if len(patterns) > 0 && !slices.Contains(patterns, "./...") {
		return false
	}
	_, err := os.Stat(dir + string(os.PathSeparator) + "go.mod")
	return err == nil
}

// nameSet returns the names of what is in a list.
func nameSet[T any](list []T, name func(T) string) map[string]bool {
	set := make(map[string]bool)
	for _, x := range list {
		n, _, _ := strings.Cut(name(x), " ") // a package built for a test is named after it
		set[n] = true
	}
	return set
}

// hops carries the calls that lead to a finding from the rule that reports it to the driver, which
// hears of it within the same call.
type hops []driver.Hop

func (h *hops) set(via []facts.Frame) {
	*h = nil
	for _, f := range via {
		*h = append(*h, driver.Hop{Package: f.Pkg, File: f.File, Line: f.Line})
	}
}

func (h *hops) get() []driver.Hop { return *h }
