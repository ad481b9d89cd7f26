package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/faultlint/faultlint/internal/config"
	"github.com/faultlint/faultlint/internal/report"
)

// source returns where the configurations of a run come from: the file that is
// named by the option or the environment, or those in the modules' roots.
func (f *flags) source() (*config.Source, error) {
	file := f.config
	if file == "" {
		var err error
		if file, err = envConfig(); err != nil {
			return nil, err
		}
	}
	return config.NewSource(file, nil)
}

// envConfig returns the file that the environment names. Tools are run in
// directories of all kinds, so it must be absolute.
func envConfig() (string, error) {
	file := os.Getenv(config.EnvVar)
	if file != "" && file != config.None && !filepath.IsAbs(file) {
		return "", fmt.Errorf("%s is not an absolute path", config.EnvVar)
	}
	return file, nil
}

// configError returns what is wrong with the configurations that are in force
// in a directory.
func configError(s *config.Source, dir string) error {
	err := s.Err(dir)
	if err != nil {
		return err
	}
	var errs []error
	for _, setup := range s.All(dir) {
		errs = append(errs, setup.Verify(context.Background()))
	}
	return errors.Join(errs...)
}

// verifying looks names up while the packages are analysed; what it returns
// waits for the answer.
func verifying(ctx context.Context, s *config.Source, dir string) func() error {
	var wg sync.WaitGroup
	setups := s.All(dir)
	errs := make([]error, len(setups))
	for i, setup := range setups {
		wg.Go(func() { errs[i] = setup.Verify(ctx) })
	}
	return func() error {
		wg.Wait()
		return errors.Join(errs...)
	}
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
	if err := configError(s, wd); err != nil {
		return fail(err)
	}
	if what == "check" {
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
