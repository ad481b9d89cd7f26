package retryeffect_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/retryeffect"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), retryeffect.Analyzer, "a", "batch", "channel", "committed", "conflict", "drawn", "drivers", "given", "hedged", "hooked", "ids", "judged", "later", "leftover", "made", "more", "paced", "queries", "queued", "readers", "renewed", "rerun", "resent", "stamped", "stamped/own", "taken", "transport", "unless", "uploads", "wired")
}

func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), retryeffect.Analyzer, "fixes")
}
