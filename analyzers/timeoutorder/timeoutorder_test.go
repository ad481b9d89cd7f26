package timeoutorder_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/timeoutorder"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), timeoutorder.Analyzer, "a", "b", "c", "clients", "redis", "spent", "served", "queue/acks", "queue/acked", "queue/beat", "queue/bursts", "leases", "leases/kept")
}
