package retrytimeout

import (
	"fmt"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/rule"
)

// onceLimited reports a deadline that is put on a connection once, when it is made, and
// that all later uses share.
func onceLimited(p *rule.Pass, f *code.Func) {
	o := p.Waits.OnceLimited(f)
	if o == nil {
		return
	}
	p.Report(rule.Finding{
		Node: o.Set,
		Message: fmt.Sprintf("the deadline of %s is set once, when the connection is made, and nothing moves it: from %s later on every exchange on it fails at once, also each further attempt, as long as the field %s keeps it; set the deadline before each exchange",
			types.ExprString(o.Conn), durations.Short(o.Limit), o.Field.Name()),
		Related: []rule.Related{{Node: o.Reuse, Message: "taken again here"}},
	})
}
