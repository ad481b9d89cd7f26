package main

import (
	"fmt"
	"io"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/config"
	"github.com/faultlint/faultlint/internal/driver"
	"github.com/faultlint/faultlint/internal/rule"
)

// commands are the words that may stand where packages could.
var commands = map[string]func(analyzers []*analysis.Analyzer, args []string, stdout, stderr io.Writer) int{
	"help":    help,
	"explain": explain,
	"version": printVersion,
	"list":    list,
	"cache":   cache,
	"gopls":   gopls,
}

// flagsFirst says that a flag stands behind a command that has none of its own.
func flagsFirst(args []string) error {
	if len(args) < 2 || commands[args[0]] == nil && args[0] != "why" && args[0] != "config" || args[0] == "gopls" {
		return nil
	}
	for _, arg := range args[1:] {
		if strings.HasPrefix(arg, "-") {
			return fmt.Errorf("flag %s after the command %s; flags come first", arg, args[0])
		}
	}
	return nil
}

// hintCommand says which command may have been meant by a word that turned out to be no package.
func hintCommand(w io.Writer, args []string, problems []driver.Problem) {
	if len(args) == 0 || !slices.ContainsFunc(problems, func(p driver.Problem) bool { return p.Package == args[0] }) {
		return
	}
	names := append(slices.Sorted(maps.Keys(commands)), "why", "config")
	if best := config.Closest(args[0], names); best != "" {
		fmt.Fprintf(w, "faultlint: %s is no package and no command; is it %s?\n", args[0], best)
	}
}

const usageText = `faultlint finds the faults in Go code that handles faults: retries, timeouts,
cancellation, and effects that must not happen twice.

Usage:

	faultlint [flags] [packages]    analyse packages (default ./...)
	faultlint help [pass]           this text, or what a pass finds
	faultlint explain PASS          what a pass finds: why it hurts, wrong code, right code
	faultlint why FILE:LINE         what is known at a place: the facts behind a finding, or behind its absence
	faultlint list                  the passes, one a line
	faultlint version               the version
	faultlint config                print the configuration in force here; config check, config schema
	faultlint gopls build           build a gopls for editors that reports findings as you type
	faultlint cache clean           remove everything that was kept from earlier runs
	faultlint cache dir             print where it is kept (FAULTLINT_CACHE=dir sets it, off turns it off)
	go vet -vettool=$(which faultlint) [packages]

It exits with 0 if it found nothing, 1 if it found something, and 2 if it could
not do all of its work.

Flags:

`

func usage(w io.Writer, analyzers []*analysis.Analyzer) {
	fmt.Fprint(w, usageText)
	var f flags
	fs := f.set()
	fs.SetOutput(w)
	fs.PrintDefaults()
	if len(analyzers) > 0 {
		fmt.Fprint(w, "\nPasses:\n\n")
		printPasses(w, analyzers, "  ")
	}
}

func help(analyzers []*analysis.Analyzer, args []string, stdout, stderr io.Writer) int {
	switch len(args) {
	case 0:
		usage(stdout, analyzers)
		return exitClean
	case 1:
		if a := find(analyzers, args[0]); a != nil {
			summary, manual := rule.Summary(a.Name, a.Doc)
			fmt.Fprintf(stdout, "%s: %s\n\nSeverity: %s.\n", a.Name, summary, ownSeverity(a.Name))
			if manual != "" {
				fmt.Fprintf(stdout, "\n%s\n", manual)
			}
			if a.URL != "" {
				fmt.Fprintf(stdout, "\n%s\n", a.URL)
			}
			return exitClean
		}
		fmt.Fprintf(stderr, "faultlint: no pass is named %q; %s\n", args[0], passHint(args[0]))
	default:
		fmt.Fprintln(stderr, "faultlint: help takes the name of one pass")
	}
	return exitFailed
}

func explain(analyzers []*analysis.Analyzer, args []string, stdout, stderr io.Writer) int {
	if len(args) != 1 {
		fmt.Fprintln(stderr, "faultlint: explain takes the name of one pass; run faultlint list for the names")
		return exitFailed
	}
	return help(analyzers, args, stdout, stderr)
}

func list(analyzers []*analysis.Analyzer, args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		fmt.Fprintln(stderr, "faultlint: list takes no arguments")
		return exitFailed
	}
	printPasses(stdout, analyzers, "")
	return exitClean
}

func printPasses(w io.Writer, analyzers []*analysis.Analyzer, indent string) {
	width := 0
	for _, a := range analyzers {
		width = max(width, len(a.Name))
	}
	for _, a := range analyzers {
		title, _, _ := strings.Cut(strings.TrimSpace(a.Doc), "\n")
		title = strings.TrimPrefix(title, a.Name+": ")
		fmt.Fprintf(w, "%s%-*s  %s\n", indent, width, a.Name, title)
	}
}

func printVersion(_ []*analysis.Analyzer, args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		fmt.Fprintln(stderr, "faultlint: version takes no arguments")
		return exitFailed
	}
	fmt.Fprintln(stdout, version())
	return exitClean
}

// moduleVersion is the version of the module that the command was built from.
func moduleVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// version says which faultlint this is, as far as the build recorded it.
func version() string {
	v, rev := moduleVersion(), ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && v == "(devel)" {
				rev = " " + s.Value[:min(12, len(s.Value))]
			}
		}
	}
	return fmt.Sprintf("faultlint %s%s %s %s/%s", v, rev, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func cache(_ []*analysis.Analyzer, args []string, stdout, stderr io.Writer) int {
	dir, err := driver.CacheDir()
	switch {
	case err != nil:
	case len(args) == 1 && args[0] == "dir":
		if dir == "" {
			dir = "off"
		}
		fmt.Fprintln(stdout, dir)
		return exitClean
	case len(args) == 1 && args[0] == "clean":
		if err = driver.OpenCache(dir).Clean(); err == nil {
			return exitClean
		}
	default:
		err = fmt.Errorf("cache takes one of clean, dir")
	}
	fmt.Fprintf(stderr, "faultlint: %v\n", err)
	return exitFailed
}
