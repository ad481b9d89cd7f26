package retrytimeout_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/retrytimeout"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), retrytimeout.Analyzer, "a", "handed", "between", "named", "targets", "targets/later", "transports")
}

func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), retrytimeout.Analyzer, "fixes")
}

// A deadline put on a connection that is kept: moved before each exchange or not.
func TestOnce(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), retrytimeout.Analyzer,
		"once/fixed", "once/moved", "once/cleared", "once/anew", "once/life", "once/each", "once/given")
}
