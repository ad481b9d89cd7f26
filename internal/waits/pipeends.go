package waits

import (
	"go/ast"
	"go/types"
	"slices"
)

// otherEndCloses reports whether a variable is one end of a pipe whose other end
// is made beside it, and is closed in sight or handed to where it may be: who
// closes that one ends every wait at this one.
func (f *Finder) otherEndCloses(v *types.Var) bool {
	for _, d := range f.p.Defs(v) {
		call, ok := ast.Unparen(d.RHS).(*ast.CallExpr)
		as, isAssign := d.Node.(*ast.AssignStmt)
		if !ok || !isAssign || d.Index < 0 || d.Index > 1 || len(as.Lhs) < 2 {
			continue
		}
		if !slices.Contains([]string{"io.Pipe", "net.Pipe", "os.Pipe"}, string(f.p.CalleeOf(call).Key)) {
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
