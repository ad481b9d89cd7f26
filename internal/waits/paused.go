package waits

import (
	"go/ast"
	"time"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
)

// Pause returns how long a select waits for a timer at least if it has nothing
// else to wait for than that and the ends of contexts, and the case that ends
// the pause; nil if it does anything else, or the time is not known.
func (f *Finder) Pause(sel *ast.SelectStmt) (time.Duration, *ast.CommClause) {
	var least time.Duration
	var pause *ast.CommClause
	for _, s := range sel.Body.List {
		cc, ok := s.(*ast.CommClause)
		if !ok || cc.Comm == nil {
			return 0, nil
		}
		ch := code.Received(cc.Comm)
		if ch == nil {
			return 0, nil
		}
		if f.flow.DoneOf(ch) != nil {
			continue
		}
		t := f.timerOf(ch)
		if t == nil || t.dur == nil || pause != nil || t.x != nil && f.fieldReset(t.x) {
			return 0, nil
		}
		d, ok := durations.Eval(f.p, t.dur).Exact()
		if !ok {
			return 0, nil
		}
		least, pause = time.Duration(d), cc
	}
	return least, pause
}
