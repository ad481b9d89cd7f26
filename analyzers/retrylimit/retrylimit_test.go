package retrylimit_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/retrylimit"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), retrylimit.Analyzer, "a", "steps", "relogin", "app", "piles", "ticks")
}
