package retry

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// WaitsForReady reports whether a remote call waits until its connection is
// ready, for as long as the call's context lets it: the call or its connection
// is told to, and the connection is made in sight, without an interceptor or a
// service config that may put a limit on the call.
func (x *Finder) WaitsForReady(call *ast.CallExpr) bool {
	c := x.p.CalleeOf(call)
	if c.Recv == nil || c.Func == nil || call.Ellipsis.IsValid() || !takesCallOptions(c.Func) || !x.allInSight(c.Recv) {
		return false
	}
	ready := x.readyAmong(call.Args)
	for _, dial := range x.dials(c.Recv, 0) {
		if dial == nil || dial.Ellipsis.IsValid() {
			return false
		}
		g := &options{x: x, seen: make(map[ast.Node]bool)}
		for _, a := range dial.Args {
			g.expr(a, 0)
		}
		byDefault := api.Maybe
		for _, opt := range g.calls {
			fn := x.p.Callee(opt)
			if fn == nil || fn.Pkg() == nil {
				continue
			}
			if x.foreignOption(fn) {
				return false
			}
			if s := x.table.Setting(api.Key(fn)); s != nil && (s.Knob == api.KnobInterceptor || s.Knob == api.KnobServiceConfig) {
				return false
			}
			if api.SetsReady(api.Key(fn)) {
				byDefault = x.readyAmong([]ast.Expr{opt})
			}
		}
		if ready == api.No || ready == api.Maybe && byDefault != api.Yes {
			return false
		}
	}
	return true
}

// foreignOption reports whether a function of a package that is not in sight
// makes an option of a connection, which may be an interceptor.
func (x *Finder) foreignOption(fn *types.Func) bool {
	res := fn.Signature().Results()
	if x.p.FuncOf(fn) != nil || res.Len() == 0 || fn.Pkg().Path() == "google.golang.org/grpc" {
		return false
	}
	t := res.At(0).Type()
	if s, ok := t.Underlying().(*types.Slice); ok {
		t = s.Elem()
	}
	return namedKey(t) == "google.golang.org/grpc.DialOption"
}

// readyAmong is what the last of the options that says so tells about waiting
// for the connection, Maybe if none does.
func (x *Finder) readyAmong(args []ast.Expr) api.Tri {
	out := api.Maybe
	for _, a := range args {
		opt, ok := ast.Unparen(a).(*ast.CallExpr)
		if !ok || len(opt.Args) != 1 || !api.SetsReady(x.p.CalleeOf(opt).Key) {
			continue
		}
		v := x.p.Info.Types[opt.Args[0]].Value
		switch {
		case v == nil:
			return api.No // not known
		case v.ExactString() == "true":
			out = api.Yes
		default:
			out = api.No
		}
	}
	return out
}

// allInSight reports whether a parameter that e is gets its value from callers
// that are all in sight; anything else is.
func (x *Finder) allInSight(e ast.Expr) bool {
	v := x.p.VarOf(e)
	if v == nil || v.IsField() {
		return v == nil || !v.Exported()
	}
	f := x.p.FuncAround(v.Pos())
	if f == nil || f.ParamIndex(v) < 0 {
		return true
	}
	_, complete := x.p.Callers(f)
	return complete
}

// takesCallOptions reports whether a method takes the options of a remote call
// last, as those of generated clients do.
func takesCallOptions(fn *types.Func) bool {
	sig := fn.Signature()
	if !sig.Variadic() {
		return false
	}
	s, ok := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice)
	return ok && namedKey(s.Elem()) == "google.golang.org/grpc.CallOption"
}

func namedKey(t types.Type) string { return api.KeyOfType(code.Deref(t)) }
