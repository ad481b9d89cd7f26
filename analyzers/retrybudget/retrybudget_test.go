package retrybudget_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/retrybudget"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), retrybudget.Analyzer, "a", "clients", "around", "deaf", "early")
}
