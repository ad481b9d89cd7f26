package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/faultlint/faultlint/internal/config"
	"github.com/faultlint/faultlint/internal/rule"
)

// isVetTool reports whether the arguments are those with which go vet runs a tool.
func isVetTool(args []string) bool {
	for i, arg := range args {
		switch arg {
		case "-V=full", "--V=full", "-flags", "--flags":
			return len(args) == 1
		}
		if i == len(args)-1 && strings.HasSuffix(arg, ".cfg") {
			return true
		}
	}
	return false
}

// vetTool analyses one package for go vet, or whoever speaks its protocol.
func vetTool(suite suite, args []string) int {
	opts := rule.Options{}
	file, err := config.FromEnv()
	for _, arg := range args {
		name, value, has := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if name == "config" && has {
			if file = value; file != config.None {
				err = fmt.Errorf("go vet would not see that %s has changed: name it by %s, or use -config=none", value, config.EnvVar)
			}
			continue
		}
		if on, err := strconv.ParseBool(value); has && (err != nil || !on) {
			continue
		}
		if name == "tests" {
			opts.Tests = true
		} else {
			opts.Enable = append(opts.Enable, name) // a flag that names a pass; others do no harm
		}
	}
	if err == nil {
		opts.Config, err = config.NewSource(file, nil)
	}
	name := args[len(args)-1]
	cfg, only := new(vetConfig), false
	switch {
	case strings.HasSuffix(name, "-flags"):
		opts.Config, err = nil, nil // go vet asks for them first, and does not pass on what is wrong
	case err != nil:
	case strings.HasSuffix(name, "-V=full"):
		if err = printBuildID(opts.Config); err == nil {
			return exitClean
		}
	default:
		cfg = readVetConfig(name)
		if only = cfg.VetxOnly; !only {
			err = opts.Config.For(cfg.dir()).Err // of a dependency it is not the user's
		}
	}
	if err != nil {
		printLines(os.Stderr, err)
		return exitFailed
	}
	analyzers := suite(opts)
	sign(analyzers)
	contain(analyzers, only)
	if only {
		// unitchecker would run all passes, since all use facts.
		unitchecker.Run(name, withFacts(analyzers))
	}
	flag.Bool("tests", false, "also report on test files") // these are read above, before there are passes
	flag.String("config", "", "none to use no configuration")
	os.Args = append([]string{os.Args[0]}, args...)
	unitchecker.Main(analyzers...)
	return exitFailed // not reached
}

// sign has each pass put its name behind what it reports, as the command does: go vet prints the
// message alone, and who wants to look the pass up, or to silence it, needs the name. That go vet
// was asked for JSON, which has the name elsewhere, does not show: it always asks its tools for it.
func sign(analyzers []*analysis.Analyzer) {
	for _, a := range analyzers {
		run := a.Run
		a.Run = func(pass *analysis.Pass) (any, error) {
			signed := *pass
			signed.Report = func(d analysis.Diagnostic) {
				d.Message += " (" + a.Name + ")"
				pass.Report(d)
			}
			return run(&signed)
		}
	}
}

// printBuildID says what the results of this tool follow from beside what go
// vet knows: the program, and the configuration. It is run in the user's
// directory, once before all packages, and so the place to find mistakes in it.
func printBuildID(s *config.Source) error {
	wd, err := os.Getwd()
	if err != nil {
		return err
	}
	if err := s.Check(context.Background(), wd); err != nil {
		return err
	}
	id, err := executableDigest()
	if err != nil {
		return err
	}
	fmt.Printf("%s version devel buildID=%s%s\n", filepath.Base(os.Args[0]), id, s.Digest(wd))
	return nil
}

// vetConfig is what go vet says of the package to analyse.
type vetConfig struct {
	Dir      string
	GoFiles  []string
	VetxOnly bool // nothing but facts is wanted, as of a dependency
}

// readVetConfig reads a file of go vet; whatever is wrong with it, unitchecker says.
func readVetConfig(name string) *vetConfig {
	cfg := new(vetConfig)
	if data, err := os.ReadFile(name); err != nil || json.Unmarshal(data, cfg) != nil {
		return new(vetConfig)
	}
	return cfg
}

// dir returns the directory of the package.
func (cfg *vetConfig) dir() string {
	dir := cfg.Dir
	if dir == "" && len(cfg.GoFiles) > 0 {
		dir = filepath.Dir(cfg.GoFiles[0])
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	return abs
}

// withFacts returns the analyzers that have facts, of those given and all that they require.
func withFacts(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	var list []*analysis.Analyzer
	for _, a := range closure(analyzers) {
		if len(a.FactTypes) > 0 {
			list = append(list, a)
		}
	}
	return list
}

// closure returns analyzers and all that they require.
func closure(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	var list []*analysis.Analyzer
	seen := make(map[*analysis.Analyzer]bool)
	var visit func([]*analysis.Analyzer)
	visit = func(as []*analysis.Analyzer) {
		for _, a := range as {
			if !seen[a] {
				seen[a] = true
				visit(a.Requires)
				list = append(list, a)
			}
		}
	}
	visit(analyzers)
	return list
}

// contain makes a line of a panic in one of the suite's own analyzers, which must be of this run
// alone. The package then counts as failed, or go vet would take it for done and never look again;
// but a dependency just has no facts.
func contain(analyzers []*analysis.Analyzer, factsOnly bool) {
	for _, a := range closure(analyzers) {
		if a == inspect.Analyzer {
			continue // not ours
		}
		run := a.Run
		a.Run = func(pass *analysis.Pass) (result any, err error) {
			defer func() {
				if p := recover(); p != nil {
					err = fmt.Errorf("internal error: %s panicked on package %s: %v; please report this", a.Name, pass.Pkg.Path(), p)
					fmt.Fprintln(os.Stderr, err)
					if !factsOnly {
						os.Exit(1)
					}
				}
			}()
			return run(pass)
		}
	}
}
