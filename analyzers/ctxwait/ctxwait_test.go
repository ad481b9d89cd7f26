package ctxwait_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/ctxwait"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), ctxwait.Analyzer, "a", "promised")
}

// A wait in another package is one finding, however many calls lead to it.
func TestOnce(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), ctxwait.Analyzer, "once", "batch", "once/events", "once/mailer")
}

// What stands in for the real thing in tests is no cause.
func TestDoubles(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), ctxwait.Analyzer, "doubles", "doubles/fs")
}

func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), ctxwait.Analyzer, "fixes")
}

func TestFlight(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), ctxwait.Analyzer, "flight")
}

// A subscription outlives the context that it was made under.
func TestSubscribed(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), ctxwait.Analyzer, "subscribed", "bulletins")
}

// What ends with the context, or is certain to come.
func TestEnds(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), ctxwait.Analyzer, "ends")
}
