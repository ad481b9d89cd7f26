package lockwait_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/lockwait"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), lockwait.Analyzer, "a", "pool", "hub", "paced", "viewers", "viewlimit", "embedded", "served", "apart", "own")
}
