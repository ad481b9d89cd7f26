package ctxdead_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/ctxdead"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), ctxdead.Analyzer, "a", "groups")
}
