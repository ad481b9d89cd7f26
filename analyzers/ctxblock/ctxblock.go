package ctxblock

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/blocking"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
)

//go:embed doc.go
var doc string

// Analyzer is the pass with default options.
var Analyzer = New(rule.Default())

// New returns the pass of a suite.
func New(s *rule.Suite) *analysis.Analyzer {
	return rule.New(s, rule.Spec{Name: "ctxblock", Doc: rule.Doc(doc, "ctxblock"), Severity: severity.Warning, Run: run})
}

func run(p *rule.Pass) {
	places := blocking.Reported(p, false)
	for _, place := range places {
		p.Report(place.Finding(p))
	}
	for _, f := range blocking.Wired(p, places) {
		p.Report(f)
	}
}
