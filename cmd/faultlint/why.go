package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/config"
	"github.com/faultlint/faultlint/internal/driver"
	"github.com/faultlint/faultlint/internal/report"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/summary"
	"github.com/faultlint/faultlint/internal/why"
)

// tellWhy is the command why: what the engine knows at FILE:LINE, and what the
// passes say there.
func tellWhy(f *flags, source *config.Source, analyzers []*analysis.Analyzer, options rule.Options, args []string, stdout, stderr io.Writer) int {
	fail := func(format string, a ...any) int {
		fmt.Fprintf(stderr, "faultlint: "+format+"\n", a...)
		return exitFailed
	}
	if len(args) != 1 {
		return fail("why takes one place: faultlint why FILE:LINE")
	}
	file, line, err := place(args[0])
	if err != nil {
		return fail("%v", err)
	}
	wd, err := os.Getwd()
	if err != nil {
		return fail("%v", err)
	}
	if err := source.Err(wd); err != nil {
		printLines(stderr, err)
		return exitFailed
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stopOnSignal(cancel)

	var known why.Report
	there := options
	there.Tests = there.Tests || strings.HasSuffix(file, "_test.go")
	opts := driver.Options{
		Dir:       filepath.Dir(file),
		Patterns:  []string{"."},
		Tests:     f.tests || there.Tests,
		Analyzers: []*analysis.Analyzer{why.New(rule.NewSuite(there), file, line, &known)},
		MaxSource: summary.MaxSource,
		Cache:     driver.OpenCache(""),
	}
	if f.tags != "" {
		opts.BuildFlags = append(opts.BuildFlags, "-tags="+f.tags)
	}
	res, err := driver.Run(ctx, opts)
	if err != nil {
		return fail("%v", err)
	}
	for _, p := range res.Problems {
		fmt.Fprintf(stderr, "faultlint: %s: %s\n", p.Package, p.Message)
	}
	if !known.Seen {
		return fail("%s has no line %d in a package that can be analysed", args[0][:strings.LastIndex(args[0], ":")], line)
	}
	for _, l := range known.Lines {
		fmt.Fprintln(stdout, l)
	}

	opts.Analyzers = analyzers
	if res, err = driver.Run(ctx, opts); err != nil {
		return fail("%v", err)
	}
	fmt.Fprintln(stdout, "findings on this line")
	n := 0
	for _, found := range res.Findings {
		if found.Pos.File == file && found.Pos.Line == line {
			n++
			fmt.Fprintf(stdout, "  %s (%s)\n", found.Message, found.Analyzer)
			for _, r := range found.Related {
				fmt.Fprintf(stdout, "    %s:%d: %s\n", report.Rel(wd, r.Pos.File), r.Pos.Line, r.Message)
			}
		}
	}
	if n == 0 {
		fmt.Fprintln(stdout, "  none")
	}
	return exitClean
}

// place takes FILE:LINE, or FILE:LINE:COLUMN, apart.
func place(arg string) (file string, line int, err error) {
	parts := strings.Split(arg, ":")
	for len(parts) > 2 {
		if _, err := strconv.Atoi(parts[len(parts)-2]); err != nil {
			break
		}
		parts = parts[:len(parts)-1] // the column
	}
	if len(parts) < 2 {
		return "", 0, fmt.Errorf("%s is no place; a place is FILE:LINE", arg)
	}
	line, err = strconv.Atoi(parts[len(parts)-1])
	if err != nil || line < 1 {
		return "", 0, fmt.Errorf("%s is no place; a place is FILE:LINE", arg)
	}
	file, err = filepath.Abs(strings.Join(parts[:len(parts)-1], ":"))
	if err != nil {
		return "", 0, err
	}
	if st, err := os.Stat(file); err != nil {
		return "", 0, err
	} else if st.IsDir() || filepath.Ext(file) != ".go" {
		return "", 0, errors.New(arg + ": why looks at Go files")
	}
	return file, line, nil
}
