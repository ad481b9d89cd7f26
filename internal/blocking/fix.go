package blocking

import (
	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/rule"
)

func (p *Place) fix(pass *rule.Pass) *analysis.SuggestedFix { return nil }
