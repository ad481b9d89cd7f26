package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
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
func vetTool(analyzers []*analysis.Analyzer, args []string) int {
	tests := flag.Bool("tests", false, "also report on test files")
	os.Args = append([]string{os.Args[0]}, args...)
	unitchecker.Main(withoutTests(analyzers, tests)...)
	return exitFailed // not reached
}

// withoutTests makes passes that report nothing in test files unless tests is set, as the command
// does. Only passes that no other requires can be replaced.
func withoutTests(analyzers []*analysis.Analyzer, tests *bool) []*analysis.Analyzer {
	required := make(map[*analysis.Analyzer]bool)
	for _, a := range analyzers {
		for _, req := range a.Requires {
			required[req] = true
		}
	}
	list := make([]*analysis.Analyzer, len(analyzers))
	for i, a := range analyzers {
		list[i] = a
		if required[a] {
			continue
		}
		wrapped := *a
		wrapped.Run = func(pass *analysis.Pass) (any, error) {
			inner := *pass
			inner.Report = func(d analysis.Diagnostic) {
				name := filepath.Base(pass.Fset.Position(d.Pos).Filename)
				if *tests || !strings.HasSuffix(name, "_test.go") {
					pass.Report(d)
				}
			}
			return a.Run(&inner)
		}
		list[i] = &wrapped
	}
	return list
}
