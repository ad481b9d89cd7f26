package retrydelay_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/retrydelay"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), retrydelay.Analyzer, "a", "policies", "unlimited", "hygiene", "requeue", "quorum", "powers", "plainfail", "builders", "blocks", "guards", "late", "seed", "seed/again", "ways", "kept", "steady", "supervise", "units", "usedup", "forms")
}
