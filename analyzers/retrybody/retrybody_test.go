package retrybody_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/retrybody"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), retrybody.Analyzer, "a", "paced", "resets", "resets", "rows", "handles", "handles/drivers")
}

func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), retrybody.Analyzer, "fixes")
}
