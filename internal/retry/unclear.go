package retry

import (
	"go/ast"
	"go/token"
	"slices"
	"sort"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// Unclear returns the keys of the errors of this package that a function returns
// in place of whatever its only call over the network fails with: timeouts and
// lost answers are among them, whatever the names say.
func (x *Finder) Unclear(fn *code.Func) []string {
	if fn.Body == nil || x.table == nil || !code.ReturnsError(fn.Sig) {
		return nil
	}
	var out []string
	fn.Inspect(func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || len(ret.Results) != fn.Sig.Results().Len() {
			return true
		}
		last := ret.Results[len(ret.Results)-1]
		if key := x.ownError(last); key != "" && !slices.Contains(out, key) && x.anyFailure(last) {
			out = append(out, key)
		}
		return true
	})
	if len(out) == 0 {
		return nil
	}
	net := 0
	for _, c := range fn.Calls() {
		if f := x.p.Callee(c); f != nil {
			if row := x.table.CallOf(f); row != nil && row.Kind == api.WaitNet && !row.Builder && len(row.From) == 0 {
				net++
			}
		}
	}
	if net != 1 {
		return nil // which of them failed is not told
	}
	sort.Strings(out)
	return out
}

// AsksFor reports whether a retry repeats what it finds one of the errors with
// these keys in, by a test of nothing else.
func (x *Finder) AsksFor(r *Retry, keys []string) bool {
	var asks func(e ast.Expr) bool
	asks = func(e ast.Expr) bool {
		switch c := ast.Unparen(e).(type) {
		case *ast.BinaryExpr:
			return c.Op == token.LOR && (asks(c.X) || asks(c.Y))
		case *ast.CallExpr:
			if !api.IsErrorsIs(x.p.CalleeOf(c).Key) || len(c.Args) != 2 {
				return false
			}
			v := x.p.VarOf(c.Args[1])
			return v != nil && v.Pkg() != nil && !v.IsField() && slices.Contains(keys, api.Path(v.Pkg().Path())+"."+v.Name())
		}
		return false
	}
	return slices.ContainsFunc(r.Guard.Tests, func(t Test) bool { return t.Back && asks(t.Expr) })
}
