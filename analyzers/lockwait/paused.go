package lockwait

import (
	"fmt"
	"go/ast"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// paused reports a lock that is held across a pause which the end of a context
// ends: that of whoever holds the lock, not of those who stand in line.
func paused(p *rule.Pass, f *code.Func, h *hold, region []ast.Node, told map[ast.Node]bool) {
	if h.what != lock {
		return
	}
	f.Inspect(func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectStmt)
		if !ok {
			return true
		}
		d, cc := p.Waits.Pause(sel)
		if cc == nil || d <= waits.Short || told[sel] || !h.within(region, cc.Comm) || !wanted(p, f, h) {
			return true
		}
		told[sel] = true
		p.Report(rule.Finding{
			Node: cc.Comm,
			Message: fmt.Sprintf("%s, taken at %s, is held across a pause of %s: whoever needs it waits that long, and only the end of the holder's context ends that, not that of their own; pause before taking the lock or after giving it back",
				h.name, p.Where(h.at), d),
			Related: []rule.Related{{Node: h.at, Message: h.name + " is taken here"}},
		})
		return true
	})
}
