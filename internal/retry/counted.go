package retry

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// stopsCounting reports whether a loop compares a counter with something that it
// may not go beyond: if n < most { n++ }.
func (x *Finder) stopsCounting(r *Retry, v *types.Var) bool {
	if r.Body == nil {
		return false
	}
	found := false
	code.InspectShallow(r.Body, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok {
			switch b.Op {
			case token.LSS, token.GTR, token.LEQ, token.GEQ:
				found = found || x.p.VarOf(b.X) == v || x.p.VarOf(b.Y) == v
			}
		}
		return !found
	})
	return found
}
