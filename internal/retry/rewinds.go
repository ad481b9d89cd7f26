package retry

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
)

// Rewinds reports whether the client that retries by itself may be told to put
// readers back to their start before each attempt: it is made elsewhere, or
// something in the package says so, of whichever client.
func (x *Finder) Rewinds(r *Retry) bool {
	if r.Attempts.Node == nil || x.p.Enclosing(r.Attempts.Node) == nil {
		return true
	}
	for _, f := range x.p.Funcs {
		found := false
		f.Inspect(func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				s := x.table.Setting(x.p.CalleeOf(n).Key)
				found = found || s != nil && s.Knob == api.KnobRewind
			case *ast.SelectorExpr:
				field := x.p.FieldOf(n)
				if field == nil {
					break
				}
				s := x.table.FieldSetting(api.KeyOfField(x.p.TypeOf(n.X), field))
				found = found || s != nil && s.Knob == api.KnobRewind
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}
