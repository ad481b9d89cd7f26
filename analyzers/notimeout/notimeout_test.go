package notimeout_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/notimeout"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), notimeout.Analyzer, "a", "profiles", "mux", "cronjob", "answers", "filled", "tool/devtools/mock", "tool/cmd/public", "tool/scripts/translate", "tool/tests/harness", "tool/cmd/test", "containers", "loop")
}
