package ctxdrop_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/ctxdrop"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), ctxdrop.Analyzer, "a", "clients", "rest", "session")
}

func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), ctxdrop.Analyzer, "fix")
}
