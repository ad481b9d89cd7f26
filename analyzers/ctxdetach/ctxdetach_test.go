package ctxdetach_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/ctxdetach"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), ctxdetach.Analyzer, "a", "kinds", "outside", "object", "started", "gostarted")
}

func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), ctxdetach.Analyzer, "fixes")
}
