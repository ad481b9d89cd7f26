// Command faultlint finds, before they page anyone, the faults in Go code that handles faults:
// retries, timeouts, cancellation, and effects that must not happen twice.
//
// Run faultlint help for how to use it.
package main

import (
	"os"

	"github.com/faultlint/faultlint/analyzers"
)

func main() {
	os.Exit(run(analyzers.All(), os.Args[1:], os.Stdout, os.Stderr))
}
