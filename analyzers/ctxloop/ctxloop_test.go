package ctxloop_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/ctxloop"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), ctxloop.Analyzer, "a")
}

func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), ctxloop.Analyzer, "fixes")
}
