package retrynested_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/retrynested"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), retrynested.Analyzer, "a", "channels", "paced", "b", "c", "d", "e", "f", "g", "final")
}
