package waits

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
)

// otherEndCloses reports whether a variable is the reading end of a pipe, or
// either of one that is read and written at both, whose other end is made beside
// it, and is closed in sight or handed to where it may be: who writes closes it
// when he is done, which ends the reads. Who reads need not close.
func (f *Finder) otherEndCloses(v *types.Var) bool {
	for _, d := range f.p.Defs(v) {
		call, ok := ast.Unparen(d.RHS).(*ast.CallExpr)
		as, isAssign := d.Node.(*ast.AssignStmt)
		if !ok || !isAssign || d.Index < 0 || d.Index > 1 || len(as.Lhs) < 2 {
			continue
		}
		both, ok := api.MakesPipe(f.p.CalleeOf(call).Key)
		if !ok || d.Index == 1 && !both {
			continue
		}
		other := f.p.VarOf(as.Lhs[1-d.Index])
		if other == nil {
			continue
		}
		if u := f.connUse(other); u.escapes || len(u.closers) > 0 {
			return true
		}
	}
	return false
}
