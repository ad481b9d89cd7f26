package retry

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// bare reports whether the retry of a transport goes on after whatever error, and puts
// no limit on one attempt or on all of them.
func bare(r *Retry) bool {
	return r.Attempts.N != 1 && r.Guard.Class == facts.ErrAny && !r.Guard.Status && r.PerAttempt == nil && r.Total == nil
}

// innerOf returns the only transport that a literal of a transport is put around, and
// the parameter that it is, nil if it is none.
func (x *Finder) innerOf(lit *ast.CompositeLit) (*types.Var, ast.Expr) {
	var inside ast.Expr
	for _, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			el = kv.Value
		}
		if !api.IsTransport(x.p.Info.TypeOf(el)) {
			continue
		}
		if inside != nil {
			return nil, nil
		}
		inside = el
	}
	if inside == nil {
		return nil, nil
	}
	v := x.p.VarOf(inside)
	if f := x.p.Enclosing(lit); v != nil && f != nil && f.ParamIndex(v) >= 0 {
		return v, nil
	}
	return nil, inside
}

// captured returns the parameter of the function around a literal by which the literal,
// a transport that retries, makes all of its attempts; nil if there is none.
func (x *Finder) captured(r *Retry, lit *ast.FuncLit) *types.Var {
	maker := x.p.Enclosing(lit)
	var out *types.Var
	for _, op := range r.Ops {
		c := x.p.CalleeOf(op)
		if c.Recv == nil || !api.IsTransport(x.p.Info.TypeOf(c.Recv)) {
			return nil
		}
		v := x.p.VarOf(c.Recv)
		if v == nil || out != nil && out != v || maker == nil || maker.ParamIndex(v) < 0 {
			return nil
		}
		out = v
	}
	return out
}

// madeWith returns what a call of a function of the package makes, f, with the transport
// inside that the call gives it.
func (x *Finder) madeWith(f *code.Func, call *ast.CallExpr, m *made) *made {
	if m == nil || m.param == nil {
		return m
	}
	i := f.ParamIndex(m.param)
	if i < 0 || i >= len(call.Args) || f.Sig.Variadic() {
		return m
	}
	given := *m
	given.param = nil
	if x.p.IsNil(call.Args[i]) {
		given.answer, given.inside = x.ifNil(m), x.byDefault(m.param)
		return &given
	}
	given.answer, given.inside = x.answerLimit(call.Args[i]), call.Args[i]
	if v := x.p.VarOf(call.Args[i]); v != nil {
		if in := x.p.Enclosing(call); in != nil && in.ParamIndex(v) >= 0 {
			given.param, given.inside = v, nil
		}
	}
	return &given
}

// ifNil returns the limit of the transport inside on the wait for an answer, where the
// maker is given none.
func (x *Finder) ifNil(m *made) *Limit {
	if m.param == nil {
		return m.answer
	}
	if e := x.byDefault(m.param); e != nil {
		return x.answerLimit(e)
	}
	return nil
}

// byDefault returns the only value that a parameter is given where it is nil:
// if next == nil { next = http.DefaultTransport }.
func (x *Finder) byDefault(v *types.Var) ast.Expr {
	defs := x.p.Defs(v)
	if len(defs) != 1 || defs[0].RHS == nil || defs[0].Index >= 0 || defs[0].Kind != code.DefAssign {
		return nil
	}
	for n := ast.Node(defs[0].RHS); n != nil; n = x.p.Parent(n) {
		s, ok := n.(*ast.IfStmt)
		if !ok {
			continue
		}
		if e, isNil := x.p.NilTest(s.Cond); e != nil && isNil && x.p.VarOf(e) == v && code.Within(defs[0].RHS, s.Body) {
			return defs[0].RHS
		}
	}
	return nil
}
