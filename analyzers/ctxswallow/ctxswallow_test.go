package ctxswallow_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/ctxswallow"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), ctxswallow.Analyzer, "a")
}

func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), ctxswallow.Analyzer, "fixes")
}
