package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/config"
	"github.com/faultlint/faultlint/internal/driver"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/summary"
)

// The exit codes. There is a finding if anything could be analysed at all; a run that could not do
// all its work says so by its exit code even if there are findings.
const (
	exitClean    = 0
	exitFindings = 1
	exitFailed   = 2
	exitStopped  = 130
)

type flags struct {
	json, verbose, tests, version, debug, fix bool
	only, skip, enable, tags, dir             string
	config                                    string
	cpuProfile, memProfile                    string
	output                                    // what becomes of the findings
}

func (f *flags) set() *flag.FlagSet {
	fs := flag.NewFlagSet("faultlint", flag.ContinueOnError)
	fs.SetOutput(io.Discard) // errors are printed once, by run
	fs.BoolVar(&f.json, "json", false, "the same as -format=json")
	fs.BoolVar(&f.verbose, "v", false, "print the source line and the chain below each finding")
	fs.BoolVar(&f.fix, "fix", false, "apply suggested fixes, and report what is left; files that would not compile are left as they are")
	fs.BoolVar(&f.tests, "tests", false, "also analyse test files")
	fs.BoolVar(&f.version, "version", false, "print the version and exit")
	fs.BoolVar(&f.debug, "debug", false, "print what took how long, and the stacks of panics")
	fs.StringVar(&f.only, "only", "", "run only these `passes`, separated by commas")
	fs.StringVar(&f.skip, "skip", "", "do not run these `passes`, separated by commas")
	fs.StringVar(&f.enable, "enable", "", "also run these `passes`, which are off by default, separated by commas")
	fs.StringVar(&f.config, "config", "", "use this configuration `file`, or none; without it "+config.FileName+" in the module's root")
	fs.StringVar(&f.tags, "tags", "", "build `tags`, as for go build")
	fs.StringVar(&f.dir, "C", "", "change to `dir` before anything else")
	fs.StringVar(&f.cpuProfile, "cpuprofile", "", "write a CPU profile to `file`")
	fs.StringVar(&f.memProfile, "memprofile", "", "write a heap profile to `file`")
	f.output.set(fs)
	return fs
}

// options are those of the suite. To name a pass is to want it, though it be off by default.
func (f *flags) options() rule.Options {
	enable := append(splitNames(f.only), splitNames(f.enable)...)
	slices.Sort(enable)
	return rule.Options{Tests: f.tests, Enable: slices.Compact(enable)}
}

// A suite makes the passes of a run from its options.
type suite func(rule.Options) []*analysis.Analyzer

// run is the command, given its passes, and returns its exit code.
func run(suite suite, args []string, stdout, stderr io.Writer) int {
	if isVetTool(args) {
		return vetTool(suite, args)
	}
	fail := func(format string, a ...any) int {
		fmt.Fprintf(stderr, "faultlint: "+format+"\n", a...)
		return exitFailed
	}

	var f flags
	fs := f.set()
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			usage(stdout, suite(rule.Options{}))
			return exitClean
		}
		return fail("%v; run faultlint help for the flags", err)
	}
	if f.version {
		fmt.Fprintln(stdout, version())
		return exitClean
	}
	if f.dir != "" {
		if err := os.Chdir(f.dir); err != nil {
			return fail("%v", err)
		}
		// The go command trusts PWD if it names the directory it runs in.
		if wd, err := os.Getwd(); err == nil {
			os.Setenv("PWD", wd)
		}
	}
	if err := flagsFirst(fs.Args()); err != nil {
		return fail("%v", err)
	}
	if fs.Arg(0) == "config" {
		return showConfig(&f, fs.Args()[1:], stdout, stderr)
	}
	source, err := f.source()
	if err != nil {
		printLines(stderr, err)
		return exitFailed
	}
	options := f.options()
	options.Config = source
	var hops hops
	options.Hops = hops.set
	analyzers := suite(options)
	if fs.Arg(0) == "why" {
		return tellWhy(&f, source, analyzers, options, fs.Args()[1:], stdout, stderr)
	}
	if cmd, ok := commands[fs.Arg(0)]; ok {
		return cmd(analyzers, fs.Args()[1:], stdout, stderr)
	}
	if _, err := parseNames(analyzers, f.enable); err != nil {
		return fail("%v", err)
	}
	selected, err := selectPasses(analyzers, f.only, f.skip)
	if err != nil {
		return fail("%v", err)
	}
	if err := f.output.check(f.json); err != nil {
		return fail("%v", err)
	}
	for _, arg := range fs.Args() {
		if strings.HasPrefix(arg, "-") {
			return fail("flag %s after the packages; flags come first", arg)
		}
	}
	if f.cpuProfile != "" {
		out, err := os.Create(f.cpuProfile)
		if err != nil {
			return fail("%v", err)
		}
		defer out.Close()
		if err := pprof.StartCPUProfile(out); err != nil {
			return fail("%v", err)
		}
		defer pprof.StopCPUProfile()
	}
	if f.memProfile != "" {
		defer func() {
			if out, err := os.Create(f.memProfile); err == nil {
				pprof.Lookup("allocs").WriteTo(out, 0)
				out.Close()
			}
		}()
	}
	return lint(&f, source, &hops, selected, fs.Args(), stdout, stderr)
}

func lint(f *flags, source *config.Source, hops *hops, analyzers []*analysis.Analyzer, patterns []string, stdout, stderr io.Writer) int {
	cacheDir, err := driver.CacheDir()
	if err != nil {
		fmt.Fprintf(stderr, "faultlint: running without a cache: %v\n", err)
	}
	digest, err := executableDigest()
	if err != nil {
		cacheDir = "" // nothing tells this faultlint from another
	}
	wd, err := os.Getwd()
	if err != nil {
		fmt.Fprintf(stderr, "faultlint: %v\n", err)
		return exitFailed
	}

	tellMisnamed(stderr, source, wd)
	if err := source.Err(wd); err != nil {
		printLines(stderr, err)
		return exitFailed
	}
	if len(patterns) == 0 || slices.Equal(patterns, []string{"./..."}) {
		// Not a mistake for sure, as files may be made before the next run.
		if err := source.Unmatched(wd); err != nil {
			printLines(stderr, err)
		}
	}

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stopOnSignal(cancel)

	opts := driver.Options{
		Dir:       wd,
		Patterns:  patterns,
		Tests:     f.tests || wantTests(source, wd),
		Analyzers: analyzers,
		Config:    fmt.Sprintf("%v %v", f.tests, f.options().Enable),
		MaxSource: summary.MaxSource,
		Version:   digest,
		Hops:      hops.get,
		Cache:     driver.OpenCache(cacheDir),
	}
	if f.tags != "" {
		opts.BuildFlags = append(opts.BuildFlags, "-tags="+f.tags)
	}
	opts.PerDir = func(dir string) (facts, findings string) {
		s := source.For(dir)
		return s.Facts, s.Digest
	}
	sel, err := f.output.selection(ctx, wd, os.Stdin)
	if err != nil {
		fmt.Fprintf(stderr, "faultlint: %v\n", err)
		return exitFailed
	}
	collectLess()
	verified := verifying(ctx, source, wd)
	bar := newProgress(stderr)
	opts.Progress = bar.update
	start := time.Now()
	res, err := driver.Run(ctx, opts)
	bar.clear()
	if ctx.Err() != nil {
		return exitStopped // whoever stopped it knows
	}
	if err := verified(); err != nil {
		printLines(stderr, err)
		return exitFailed
	}
	if err != nil {
		fmt.Fprintf(stderr, "faultlint: %v\n", err)
		return exitFailed
	}

	out := &outcome{
		ctx: ctx, buildFlags: opts.BuildFlags,
		flags: f, dir: wd, patterns: patterns, tests: opts.Tests,
		analyzers: analyzers, source: source,
		result: res, took: time.Since(start),
	}
	err = out.print(sel, stdout, stderr)
	if f.debug {
		printStats(stderr, res.Stats, time.Since(start))
	}
	switch {
	case err != nil:
		fmt.Fprintf(stderr, "faultlint: %v\n", err)
		return exitFailed
	case len(res.Problems) > 0:
		hintCommand(stderr, patterns, res.Problems)
		return exitFailed
	case out.fails():
		return exitFindings
	}
	return exitClean
}

// selectPasses applies -only and -skip.
func selectPasses(analyzers []*analysis.Analyzer, only, skip string) ([]*analysis.Analyzer, error) {
	onlyNames, err := parseNames(analyzers, only)
	if err != nil {
		return nil, err
	}
	skipNames, err := parseNames(analyzers, skip)
	if err != nil {
		return nil, err
	}
	return rule.Narrow(slices.DeleteFunc(slices.Clone(analyzers), func(a *analysis.Analyzer) bool {
		return len(onlyNames) > 0 && !onlyNames[a.Name] || skipNames[a.Name]
	})), nil
}

// parseNames splits a list of passes, which must be there.
func parseNames(analyzers []*analysis.Analyzer, list string) (map[string]bool, error) {
	names := make(map[string]bool)
	for _, name := range splitNames(list) {
		if find(analyzers, name) == nil {
			return nil, fmt.Errorf("no pass is named %q; %s", name, passHint(name))
		}
		names[name] = true
	}
	return names, nil
}

// passHint says how to find the pass that was meant.
func passHint(name string) string {
	if best := config.ClosestPass(name); best != "" {
		return "is it " + best + "?"
	}
	return "run faultlint list for the names"
}

func splitNames(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
}

func find(analyzers []*analysis.Analyzer, name string) *analysis.Analyzer {
	for _, a := range analyzers {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// executableDigest tells one build of faultlint from another.
func executableDigest() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

// stopOnSignal ends the process at the first interrupt. The cache is whole at any time.
func stopOnSignal(cancel func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-c
		cancel() // stops the go command
		time.Sleep(20 * time.Millisecond)
		os.Exit(exitStopped)
	}()
}

func printStats(w io.Writer, s driver.Stats, total time.Duration) {
	ms := func(d time.Duration) time.Duration { return d.Round(time.Millisecond) }
	fmt.Fprintf(w, "packages: %d listed, %d matched: %d from the cache, %d analysed\n", s.Listed, s.Matched, s.Cached, s.Analyzed)
	fmt.Fprintf(w, "facts of other packages: %d from the cache, %d from source\n", s.FactsCached, s.FactsSource)
	fmt.Fprintf(w, "time: list %v, keys and cache %v, imports %v, analysis %v, total %v\n",
		ms(s.ListTime), ms(s.KeyTime), ms(s.ImportTime), ms(s.AnalysisTime), ms(total))
	names := slices.SortedFunc(maps.Keys(s.Passes), func(a, b string) int { return cmp.Compare(s.Passes[b], s.Passes[a]) })
	for _, name := range names {
		fmt.Fprintf(w, "%8v pass %s\n", ms(s.Passes[name]), name)
	}
	for _, p := range s.Slowest[:min(20, len(s.Slowest))] {
		fmt.Fprintf(w, "%8v check %8v run  %s\n", ms(p.Check), ms(p.Run), filepath.ToSlash(p.Package))
	}
}
