package retry

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// Versioned reports whether a call in the closure of r writes an object that
// carries the version it was read in, as those of Kubernetes do, on condition
// that this is still the newest, and whether the object is one from outside of
// the closure: whatever interface the call is made on.
func (x *Finder) Versioned(r *Retry, call *ast.CallExpr) bool {
	fn := x.p.Callee(call)
	if fn == nil || r.Closure == nil || !updates(fn.Name()) || !x.hasError(call) {
		return false
	}
	for _, a := range call.Args {
		if !hasVersion(x.p.Info.TypeOf(a)) {
			continue
		}
		v := x.p.VarOf(a)
		if v == nil || v.IsField() || v.Pos() >= r.Closure.Node.Pos() && v.Pos() < r.Closure.Node.End() {
			return false
		}
		for _, d := range x.p.Defs(v) {
			if d.Node == nil || d.Kind == code.DefAddr || code.Within(d.Node, r.Closure.Node) {
				return false // read anew
			}
		}
		return true
	}
	return false
}

// updates reports whether a method of that name writes a whole object in place of
// the one that is there, as Update and UpdateStatus of the clients of Kubernetes
// do. That it is given an object with a version tells the rest.
func updates(name string) bool { return strings.HasPrefix(name, "Update") }

// BringsVersion reports whether a call returns an object that carries its version.
func (x *Finder) BringsVersion(call *ast.CallExpr) bool {
	switch t := x.p.Info.TypeOf(call).(type) {
	case nil:
		return false
	case *types.Tuple:
		for v := range t.Variables() {
			if hasVersion(v.Type()) {
				return true
			}
		}
		return false
	default:
		return hasVersion(t)
	}
}

// hasVersion reports whether values of a type say in which version they were read.
func hasVersion(t types.Type) bool { return api.Method(t, "GetResourceVersion") != nil }
