package retrydelay

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// units are the constants that give a number its unit.
var units = map[string]string{
	"seconds":      "time.Second",
	"milliseconds": "time.Millisecond",
	"minutes":      "time.Minute",
	"hours":        "time.Hour",
}

// namedUnit reports a delay made from a number that counts seconds by its name, and is
// taken for nanoseconds: time.Duration(c.PauseSeconds).
func namedUnit(p *rule.Pass, r *retry.Retry, d *retry.Delay, once func(ast.Node) bool) {
	conv, unit := p.Retries.NamedUnit(d.Arg)
	if conv == nil || !once(conv) {
		return
	}
	p.Report(rule.Finding{
		Node:    conv,
		Message: fmt.Sprintf("%s counts nanoseconds, and %s counts %s by its name: the delay between attempts is none; multiply by %s", types.ExprString(conv), types.ExprString(conv.Args[0]), unit, units[unit]),
		Related: []rule.Related{{Node: d.Node, Message: "the delay"}, {Node: r.Node, Message: "the retry"}},
	})
}
