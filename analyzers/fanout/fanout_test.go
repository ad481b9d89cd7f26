package fanout_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/fanout"
	"github.com/faultlint/faultlint/internal/rule"
)

func Test(t *testing.T) {
	s := rule.NewSuite(rule.Options{Enable: []string{"fanout"}})
	analysistest.Run(t, analysistest.TestData(), fanout.New(s), "a")
}
