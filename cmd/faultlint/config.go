package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/faultlint/faultlint/internal/config"
	"github.com/faultlint/faultlint/internal/report"
)

// source returns where the configurations of a run come from: the file that is
// named by the option or the environment, or those in the modules' roots.
func (f *flags) source() (*config.Source, error) {
	file := f.config
	if file == "" {
		var err error
		if file, err = config.FromEnv(); err != nil {
			return nil, err
		}
	}
	return config.NewSource(file, nil)
}

// verifying looks names up while the packages are analysed; what it returns
// waits for the answer.
func verifying(ctx context.Context, s *config.Source, dir string) func() error {
	done := make(chan error, 1)
	go func() { done <- s.Verify(ctx, dir) }()
	return func() error { return <-done }
}

// wantTests reports whether a configuration in force in a directory asks for test files.
func wantTests(s *config.Source, dir string) bool {
	for _, setup := range s.All(dir) {
		if setup.Tests.Or(false) {
			return true
		}
	}
	return false
}

// tellMisnamed says which files are taken for a configuration and are none.
func tellMisnamed(w io.Writer, s *config.Source, dir string) {
	for _, note := range s.Misnamed(dir) {
		fmt.Fprintf(w, "faultlint: %s\n", note)
	}
}

// showConfig is the command config.
func showConfig(f *flags, args []string, stdout, stderr io.Writer) int {
	fail := func(err error) int {
		printLines(stderr, err)
		return exitFailed
	}
	what := ""
	if len(args) == 1 {
		what = args[0]
	}
	switch {
	case len(args) > 1 || what != "" && what != "schema" && what != "check":
		return fail(errors.New("faultlint: config takes nothing, or one of check, schema"))
	case what == "schema":
		stdout.Write(config.Schema())
		return exitClean
	}
	s, err := f.source()
	if err != nil {
		return fail(err)
	}
	wd, err := os.Getwd()
	if err != nil {
		return fail(err)
	}
	tellMisnamed(stderr, s, wd)
	if err := s.Check(context.Background(), wd); err != nil {
		return fail(err)
	}
	if what == "check" {
		if err := s.Unmatched(wd); err != nil {
			return fail(err)
		}
		return exitClean
	}
	for _, setup := range s.All(wd) {
		printSetup(stdout, setup, wd)
	}
	return exitClean
}

func printSetup(w io.Writer, s *config.Setup, wd string) {
	file := "no file"
	if s.File != "" {
		file = report.Rel(wd, s.File)
	}
	fmt.Fprintf(w, "# from %s\n", file)
	for _, p := range config.Passes {
		if !s.Enabled(p.Name, p.Off) {
			fmt.Fprintf(w, "# %s does not run\n", p.Name)
		}
	}
	w.Write(s.Write())
	for _, sh := range s.Shipped {
		fmt.Fprintf(w, "# module %s says of itself, in %s:\n", sh.Module, report.Rel(wd, sh.File))
		w.Write((&config.Config{Knowledge: sh.Knowledge}).Write())
		for _, e := range sh.LeftOut {
			fmt.Fprintf(w, "# left out: %v\n", e)
		}
	}
}

// printLines prints an error, of whose lines each stands for itself.
func printLines(w io.Writer, err error) { fmt.Fprintln(w, err) }
