package retry

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
)

// Given returns the policy that a driver's call is given, with what is put
// around it in place of the call taken off: b in backoff.WithContext(b, ctx).
// What has a state of its own is not taken off. Where an option hands it over,
// holder is the slice of options that holds it, else the policy itself. Nil if
// the driver gets no policy.
func (x *Finder) Given(r *Retry) (policy, holder ast.Expr) {
	if r.Driver == nil || r.Call == nil || r.Driver.Policy < 0 || r.Driver.Policy >= len(r.Call.Args) {
		return nil, nil
	}
	e := ast.Unparen(r.Call.Args[r.Driver.Policy])
	if spread := r.Call.Args[len(r.Call.Args)-1]; r.Call.Ellipsis.IsValid() {
		for _, opt := range x.elements(spread) {
			if p := x.optionPolicy(opt); p != nil {
				return p, spread
			}
		}
		return nil, nil
	}
	for _, opt := range r.Call.Args[r.Driver.Policy:] {
		if p := x.optionPolicy(opt); p != nil {
			e = ast.Unparen(p)
		}
	}
	for range 4 {
		inner := x.aroundPolicy(e)
		if inner == nil {
			break
		}
		e = ast.Unparen(inner)
	}
	return e, e
}

// optionPolicy returns the policy that an option hands over, nil if it hands none.
func (x *Finder) optionPolicy(opt ast.Expr) ast.Expr {
	call, ok := ast.Unparen(opt).(*ast.CallExpr)
	if !ok || x.table == nil {
		return nil
	}
	s := x.table.Setting(x.p.CalleeOf(call).Key)
	if s == nil || s.Knob != api.KnobPolicy || s.Arg < 0 || s.Arg >= len(call.Args) {
		return nil
	}
	return call.Args[s.Arg]
}

// elements returns the elements of the slice that e holds, where one literal
// makes it: in a variable, a field, or what a function of the package returns.
func (x *Finder) elements(e ast.Expr) []ast.Expr {
	for range 3 {
		ms := x.makings(e, 0)
		if len(ms) != 1 || ms[0] == nil {
			return nil
		}
		switch m := ms[0].(type) {
		case *ast.CompositeLit:
			return m.Elts
		case *ast.CallExpr:
			f := x.p.FuncOf(x.p.Callee(m))
			if f == nil {
				return nil
			}
			if e = onlyReturn(f); e == nil {
				return nil
			}
		default:
			return nil
		}
	}
	return nil
}

// aroundPolicy returns the policy that a call only puts something around, nil
// if e is no such call.
func (x *Finder) aroundPolicy(e ast.Expr) ast.Expr {
	origins := x.p.Origins(e)
	if len(origins) != 1 || origins[0].Unknown {
		return nil
	}
	call, ok := origins[0].Expr.(*ast.CallExpr)
	if !ok || x.table == nil {
		return nil
	}
	s := x.table.Setting(x.p.CalleeOf(call).Key)
	if s == nil || s.Stateful || s.Wraps < 0 || s.Wraps == s.Arg || s.Wraps >= len(call.Args) {
		return nil
	}
	return call.Args[s.Wraps]
}

// Stateful reports whether a policy is known to change with each attempt, so
// that it is for one caller at a time: one that grows or counts. False for a
// constant one, and where its making is not in sight.
func (x *Finder) Stateful(e ast.Expr) bool { return x.table != nil && x.stateful(e, 0) }

func (x *Finder) stateful(e ast.Expr, depth int) bool {
	if depth > 4 {
		return false
	}
	for _, m := range x.makings(e, 0) {
		call, ok := m.(*ast.CallExpr)
		if !ok || !x.makesStateful(call, depth) {
			return false
		}
	}
	return true
}

func (x *Finder) makesStateful(call *ast.CallExpr, depth int) bool {
	c := x.p.CalleeOf(call)
	if d := x.table.Driver(c.Key); d != nil && d.Kind == api.OpPolicy {
		return d.Stateful
	}
	if s := x.table.Setting(c.Key); s != nil && s.Wraps >= 0 && s.Wraps < len(call.Args) {
		return s.Stateful || s.Wraps != s.Arg && x.stateful(call.Args[s.Wraps], depth+1)
	}
	if f := x.p.FuncOf(c.Func); f != nil {
		if e := onlyReturn(f); e != nil {
			return x.stateful(e, depth+1)
		}
	}
	return false
}
