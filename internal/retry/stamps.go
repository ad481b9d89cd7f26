package retry

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// StampOf returns the name of the key that an interceptor draws anew for each call
// on the connection behind a remote call, "" if there is none, or if not all is in
// sight. What an interceptor of this package draws is told by stamps.
func (x *Finder) StampOf(call *ast.CallExpr, stamps func(*code.Func) string) string {
	c := x.p.CalleeOf(call)
	if c.Recv == nil {
		return ""
	}
	name := ""
	for _, dial := range x.dials(c.Recv, 0) {
		if dial == nil {
			return ""
		}
		if name = x.stampOfDial(dial, stamps); name == "" {
			return ""
		}
	}
	return name
}

func (x *Finder) stampOfDial(dial *ast.CallExpr, stamps func(*code.Func) string) string {
	for _, call := range x.optionsOf(dial).calls {
		if !api.TakesInterceptors(x.p.CalleeOf(call).Key) {
			continue
		}
		for _, a := range call.Args {
			if !code.IsFunc(x.p.TypeOf(a)) {
				continue
			}
			if name := x.stampBy(a, stamps); name != "" {
				return name
			}
		}
	}
	return ""
}

// stampBy returns what the interceptor that an expression holds draws.
func (x *Finder) stampBy(e ast.Expr, stamps func(*code.Func) string) string {
	fn := x.p.FuncNamed(e)
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		fn = x.p.Callee(call)
	}
	if fn != nil && fn.Pkg() != x.p.Types {
		if x.callees == nil || fn.Pkg() == nil || x.table.Knows(fn.Pkg().Path()) {
			return ""
		}
		if s := x.callees.Summary(fn); s != nil {
			return s.Stamps
		}
		return ""
	}
	lits, complete := x.p.LitsOf(e)
	if !complete || len(lits) != 1 {
		return ""
	}
	return stamps(lits[0])
}
