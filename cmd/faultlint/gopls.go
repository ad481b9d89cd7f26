package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/config"
	"github.com/faultlint/faultlint/internal/goplsbuild"
)

const goplsText = `Usage:

	faultlint gopls build [flags]    build a gopls that reports faultlint's findings, and say how
	                                 editors use it
	faultlint gopls check [-o dir]   say whether it should be built again; exit with 1 if so

Flags of build:

`

// gopls builds the language server with the passes in it, for editors.
func gopls(_ []*analysis.Analyzer, args []string, stdout, stderr io.Writer) int {
	fail := func(err error) int {
		fmt.Fprintf(stderr, "faultlint: %v\n", err)
		return exitFailed
	}
	var opts goplsbuild.Options
	fs := flag.NewFlagSet("gopls", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&opts.Gopls, "gopls", "", "`version` of gopls, such as v0.23.0 or latest (default the newest that your Go builds)")
	fs.StringVar(&opts.Dir, "o", "", "`dir` for the binary (default a directory of faultlint's own)")
	fs.StringVar(&opts.Config, "config", "", "configuration `file` for all workspaces (default: "+config.FileName+" in the root of each module)")
	fs.StringVar(&opts.Source, "source", "", "`dir` of a checkout of faultlint to take the passes from")
	help := func(w io.Writer) {
		fmt.Fprint(w, goplsText)
		fs.SetOutput(w)
		fs.PrintDefaults()
	}
	if len(args) == 0 {
		help(stderr)
		return exitFailed
	}
	switch err := fs.Parse(args[1:]); {
	case errors.Is(err, flag.ErrHelp):
		help(stdout)
		return exitClean
	case err != nil:
		return fail(err)
	case fs.NArg() > 0:
		return fail(fmt.Errorf("gopls %s takes no arguments but flags: %q", args[0], fs.Args()))
	}
	opts.Log = stderr
	// An interrupt ends the go command; what it was building is then removed.
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	switch args[0] {
	case "build":
		r, err := goplsbuild.Build(ctx, opts)
		if err != nil {
			return fail(err)
		}
		fmt.Fprintf(stdout, "%s\n%s\n%s", r.Binary, r.Version, goplsbuild.PrintSnippets(r.Binary))
		return exitClean
	case "check":
		return goplsCheck(ctx, opts.Dir, stdout, fail)
	case "-h", "-help", "--help", "help":
		help(stdout)
		return exitClean
	}
	return fail(fmt.Errorf("gopls takes one of build, check; not %s", args[0]))
}

func goplsCheck(ctx context.Context, dir string, stdout io.Writer, fail func(error) int) int {
	reasons, notes, err := goplsbuild.Check(ctx, dir, nil)
	if err != nil {
		return fail(err)
	}
	for _, s := range append(reasons, notes...) {
		fmt.Fprintln(stdout, s)
	}
	if len(reasons) > 0 {
		fmt.Fprintln(stdout, "build it again: faultlint gopls build")
		return exitFindings
	}
	fmt.Fprintln(stdout, "gopls is up to date")
	return exitClean
}
