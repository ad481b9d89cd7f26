package effects

import (
	"go/ast"
	"strings"

	"github.com/faultlint/faultlint/internal/code"
)

// GivenTx reports whether all runs of region use a transaction that the declared
// function around it was given.
func (f *Finder) GivenTx(e *Effect, region ast.Node) bool {
	if !e.Tx.On || e.Tx.Inside || e.Tx.Begin != nil || e.Tx.Var == nil {
		return false
	}
	owner := f.paramOwner(e.Tx.Var)
	return owner != nil && owner.Obj != nil && owner.Body != nil && region != ast.Node(owner.Body) && code.Within(region, owner.Body)
}

// Savepoint reports whether a region may set a savepoint, to which its next run
// can go back: by a statement, a method called so, or a transaction inside of
// the transaction.
func (f *Finder) Savepoint(region ast.Node) bool {
	found := false
	ast.Inspect(region, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		name := strings.ToLower(f.p.CallName(call))
		found = strings.Contains(name, "savepoint") || strings.Contains(name, "rollbackto") || strings.Contains(name, ".begin")
		for _, a := range call.Args {
			if isString(f.p.TypeOf(a)) {
				for _, s := range f.textOf(a).values {
					found = found || strings.Contains(strings.ToLower(s), "savepoint")
				}
			}
		}
		return !found
	})
	return found
}
