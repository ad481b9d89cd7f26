package directives_test

import (
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/ctxloop"
	"github.com/faultlint/faultlint/analyzers/ctxmissing"
	"github.com/faultlint/faultlint/analyzers/ctxwait"
	"github.com/faultlint/faultlint/analyzers/directives"
	"github.com/faultlint/faultlint/internal/rule"
)

func Test(t *testing.T) {
	s := rule.NewSuite(rule.Options{})
	analysistest.Run(t, analysistest.TestData(), directives.New(s, []*analysis.Analyzer{ctxwait.New(s), ctxloop.New(s), ctxmissing.New(s)}), "a")
}
