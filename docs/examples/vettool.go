//go:build ignore

// A tool for go vet that runs faultlint's passes beside others, in one process and from one set of
// facts. Build it as any command, then: go vet -vettool=$(which vettool) ./...
package main

import (
	"golang.org/x/tools/go/analysis/passes/nilness"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/faultlint/faultlint/analyzers"
)

func main() {
	unitchecker.Main(append(analyzers.All(), nilness.Analyzer)...)
}
