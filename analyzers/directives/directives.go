package directives

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/config"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
)

//go:embed doc.go
var doc string

// New returns the pass of a suite, which runs after the given passes of it.
func New(s *rule.Suite, passes []*analysis.Analyzer) *analysis.Analyzer {
	a := rule.New(s, rule.Spec{Name: "directives", Doc: rule.Doc(doc, "directives"), Run: run, Severity: severity.Warning})
	a.Requires = append(a.Requires, passes...)
	return a
}

func run(p *rule.Pass) {
	for _, pr := range p.Directives.Problems() {
		p.Report(rule.Finding{Pos: pr.Pos, End: pr.End, Message: pr.Message})
	}
	for _, ig := range p.Directives.Ignores() {
		for _, name := range ig.Names {
			if config.IsPass(name) {
				continue
			}
			remedy := "write the name that stands behind the finding"
			if best := config.ClosestPass(name); best != "" {
				remedy = fmt.Sprintf("is it %s?", best)
			}
			p.Report(rule.Finding{Pos: ig.Pos, End: ig.End, Message: fmt.Sprintf("no pass is named %q, so nothing is silenced by that; %s", name, remedy)})
		}
	}
	for _, ig := range p.Directives.Unused(p.Ran) {
		names, reports := strings.Join(ig.Names, " and "), "reports"
		if len(ig.Names) > 1 {
			reports = "report"
		}
		if slices.Equal(ig.Names, []string{"directives"}) {
			continue // it may be meant for what is reported here
		}
		message := fmt.Sprintf("this comment silences nothing: %s %s nothing here; remove it", names, reports)
		if ig.OnComment {
			message = "this comment silences nothing: the next line, which it is for, is another comment; put it right above the code, or remove it"
		}
		p.Report(rule.Finding{Pos: ig.Pos, End: ig.End, Message: message})
	}
}
