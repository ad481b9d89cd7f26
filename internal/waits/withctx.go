package waits

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// givenBefore reports whether what a call is made on, or is given, has been given a context by a
// function of the package that is there for that: client := withContext(ctx, c.client). What the
// calls on it make of the context is not known.
func (f *Finder) givenBefore(call *ast.CallExpr, c api.Callee) bool {
	if !f.binders() {
		return false
	}
	if c.Recv != nil && f.bound(c.Recv) {
		return true
	}
	for _, a := range call.Args {
		if f.bound(a) {
			return true
		}
	}
	return false
}

// bound reports whether all values that an expression may have come from such a function.
func (f *Finder) bound(e ast.Expr) bool {
	if _, ok := ast.Unparen(e).(*ast.Ident); !ok {
		return false
	}
	origins := f.p.Origins(e)
	for _, o := range origins {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok {
			return false
		}
		if fn := f.p.FuncOf(f.p.Callee(call)); fn == nil || !binder(fn.Obj) {
			return false
		}
	}
	return len(origins) > 0
}

// binders reports whether the package has such functions.
func (f *Finder) binders() bool {
	if f.hasBinders == api.Maybe {
		f.hasBinders = api.No
		for _, fn := range f.p.Funcs {
			if fn.Obj != nil && binder(fn.Obj) {
				f.hasBinders = api.Yes
				break
			}
		}
	}
	return f.hasBinders == api.Yes
}

// binder reports whether a function puts a context into something else, by its name and
// parameters: it takes the two, and gives back what it took.
func binder(fn *types.Func) bool {
	name, sig := strings.ToLower(fn.Name()), fn.Signature()
	if !strings.HasPrefix(name, "with") || !strings.HasSuffix(name, "context") && !strings.HasSuffix(name, "ctx") || sig.Results().Len() == 0 {
		return false
	}
	ctx, same := false, false
	for v := range sig.Params().Variables() {
		ctx = ctx || code.IsContext(v.Type())
		same = same || types.Identical(v.Type(), sig.Results().At(0).Type()) && !code.IsContext(v.Type())
	}
	return ctx && same
}
