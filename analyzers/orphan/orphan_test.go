package orphan_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/orphan"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), orphan.Analyzer, "a", "ends", "more", "streams", "replaced", "commands")
}

func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), orphan.Analyzer, "fixes")
}
