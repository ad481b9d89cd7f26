package ctxwait_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/ctxwait"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), ctxwait.Analyzer, "a")
}

func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), ctxwait.Analyzer, "fixes")
}
