package retry

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
)

// codeValue returns isNil for the status code OK, which is that of no error,
// and notNil for any other.
func (w *walk) codeValue(e ast.Expr, st state) val {
	e = ast.Unparen(e)
	if n, ok := w.f.x.intConst(e); ok {
		if n == 0 {
			return isNil
		}
		return notNil
	}
	if v := w.varOf(e); v != nil {
		if x := st.get(v); x == isNil || x == notNil {
			return x
		}
		return unknown
	}
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return unknown
	}
	// status.Convert(err).Code()
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "Code" && len(call.Args) == 0 {
		if conv, ok := ast.Unparen(sel.X).(*ast.CallExpr); ok {
			call = conv
		}
	}
	if len(call.Args) == 1 && api.IsCodeOfError(w.f.x.p.CalleeOf(call).Key) {
		return w.errorValue(call.Args[0], st)
	}
	return unknown
}
