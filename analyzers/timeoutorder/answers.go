package timeoutorder

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// answers looks for the wait for an answer in a transport that a client gets
// through variables and what is put around it. The times to connect are left
// alone there: they are copied from the default transport, and what they say
// of a silent host is rarely meant.
func answers(p *rule.Pass, whole ast.Node, limit int64, e ast.Expr, depth int) {
	if depth > 4 || e == nil {
		return
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		answers(p, whole, limit, e.X, depth)
	case *ast.CompositeLit:
		if depth > 0 {
			if kv := answerTime(p, e); kv != nil {
				part(p, kv, kv.Value, whole, limit)
			}
		}
		for _, el := range e.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				el = kv.Value
			}
			if sends(p, el) {
				answers(p, whole, limit, el, depth+1)
			}
		}
	case *ast.CallExpr:
		for _, a := range e.Args {
			if sends(p, a) {
				answers(p, whole, limit, a, depth+1)
			}
		}
	case *ast.Ident:
		v := p.Code.VarOf(e)
		if v == nil || v.IsField() || given(p, e, v) != 1 {
			return // a transport that others use too may be meant for them
		}
		origins := p.Code.Origins(e)
		if len(origins) != 1 || origins[0].Expr == nil || origins[0].Unknown {
			return
		}
		if later, n := setLater(p, e, v); n == 1 && later != nil {
			part(p, later, later.Rhs[0], whole, limit)
			return
		} else if n > 0 {
			return
		}
		answers(p, whole, limit, origins[0].Expr, depth+1)
	}
}

// sends reports whether a value is a transport.
func sends(p *rule.Pass, e ast.Expr) bool {
	t := p.Code.Info.TypeOf(e)
	if t == nil {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "RoundTrip")
	_, ok := obj.(*types.Func)
	return ok
}

// waitsForAnswer reports whether a field limits the wait for an answer.
func waitsForAnswer(p *rule.Pass, key string) bool {
	s := p.Table.FieldSetting(key)
	return s != nil && s.Knob == api.KnobPhase && api.LimitsAnswer(key)
}

// answerTime returns the element of a literal that limits the wait for an answer.
func answerTime(p *rule.Pass, lit *ast.CompositeLit) *ast.KeyValueExpr {
	t := code.Deref(p.Code.Info.TypeOf(lit))
	if t == nil {
		return nil
	}
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			return nil
		}
		if v := p.Code.VarOf(kv.Key); v != nil && v.IsField() && waitsForAnswer(p, api.KeyOfField(t, v)) {
			return kv
		}
	}
	return nil
}

// given counts the places where a local variable is used as a whole, not for
// a field of it; -1 where that cannot be told.
func given(p *rule.Pass, at ast.Expr, v *types.Var) int {
	f := p.Code.Enclosing(at)
	if f == nil || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() {
		return -1
	}
	n := 0
	ast.Inspect(f.Body, func(m ast.Node) bool {
		id, ok := m.(*ast.Ident)
		if !ok || p.Code.Info.Uses[id] != types.Object(v) {
			return true
		}
		switch up := p.Code.Parent(id).(type) {
		case *ast.SelectorExpr:
			if obj, ok := p.Code.Info.Uses[up.Sel].(*types.Var); ok && obj.IsField() {
				return true
			}
		case *ast.AssignStmt:
			for _, l := range up.Lhs {
				if l == ast.Expr(id) {
					return true
				}
			}
		}
		n++
		return true
	})
	return n
}

// setLater returns the one assignment that limits the wait for an answer of
// the transport that a variable holds, and how many there are: tr.ResponseHeaderTimeout = d.
func setLater(p *rule.Pass, at ast.Expr, v *types.Var) (*ast.AssignStmt, int) {
	var out *ast.AssignStmt
	n := 0
	ast.Inspect(p.Code.Enclosing(at).Body, func(m ast.Node) bool {
		as, ok := m.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for _, l := range as.Lhs {
			sel, ok := ast.Unparen(l).(*ast.SelectorExpr)
			if !ok || p.Code.VarOf(sel.X) != v || !waitsForAnswer(p, api.FieldOf(p.Code.Info, sel)) {
				continue
			}
			n++
			if len(as.Lhs) == 1 && len(as.Rhs) == 1 {
				out = as
			}
		}
		return true
	})
	return out, n
}
