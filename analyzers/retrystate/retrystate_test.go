package retrystate_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/retrystate"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), retrystate.Analyzer, "a", "emptied", "paced", "rest", "sent")
}
