package retryerror_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/retryerror"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), retryerror.Analyzer, "a", "refused", "jobs", "marks", "composed", "lasting", "unmarked", "denied", "named", "stale", "flat", "words", "taken", "lastanswer")
}
