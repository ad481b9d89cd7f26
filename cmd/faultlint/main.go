// Command faultlint finds, before they page anyone, the faults in Go code that handles faults:
// retries, timeouts, cancellation, and effects that must not happen twice.
//
// Run faultlint help for how to use it.
package main

import (
	"os"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/analyzers"
	"github.com/faultlint/faultlint/internal/rule"
)

func main() {
	os.Exit(run(passes, os.Args[1:], os.Stdout, os.Stderr))
}

// passes returns the passes of the suite.
func passes(opts rule.Options) []*analysis.Analyzer {
	return analyzers.New(rule.NewSuite(opts))
}
