package retry

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
)

// WaitsForReady reports whether a remote call waits until its connection is
// ready, for as long as the call's context lets it: the call or its connection
// is told to, and the connection is made in sight, without an interceptor or a
// service config that may put a limit on the call.
func (x *Finder) WaitsForReady(call *ast.CallExpr) bool {
	c := x.p.CalleeOf(call)
	if c.Recv == nil || c.Func == nil || call.Ellipsis.IsValid() || !api.TakesCallOptions(c.Func) || !x.allInSight(c.Recv) {
		return false
	}
	ready := x.readyAmong(call.Args)
	for _, dial := range x.dials(c.Recv, 0) {
		if dial == nil || dial.Ellipsis.IsValid() {
			return false
		}
		byDefault := api.Maybe
		for _, opt := range x.optionsOf(dial).calls {
			fn := x.p.Callee(opt)
			if fn == nil || fn.Pkg() == nil {
				continue
			}
			if x.p.FuncOf(fn) == nil && api.ForeignOption(fn) {
				return false // it may be an interceptor
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

// readyAmong is what the last of the options that says so tells about waiting
// for the connection, Maybe if none does.
func (x *Finder) readyAmong(args []ast.Expr) api.Tri {
	out := api.Maybe
	for _, a := range args {
		opt, ok := ast.Unparen(a).(*ast.CallExpr)
		if !ok || len(opt.Args) != 1 || !api.SetsReady(x.p.CalleeOf(opt).Key) {
			continue
		}
		switch waits, known := x.p.Bool(opt.Args[0]); {
		case !known:
			return api.No
		case waits:
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
