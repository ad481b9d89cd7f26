package retry

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
)

// later applies what is set on the variable that holds a policy or client
// after its making: bo.MaxElapsedTime = 0, rc.SetRetryCount(3).
func (p *policy) later(v *types.Var, in *code.Func) {
	x := p.x
	if v == nil || in == nil || x.table == nil {
		return
	}
	t := v.Type()
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	here := x.p.Enclosing(p.call)
	in.Inspect(func(n ast.Node) bool {
		if n == nil || in == here && p.until.IsValid() && n.Pos() >= p.until {
			return false
		}
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) {
				for i, l := range n.Lhs {
					p.laterField(v, t, l, n.Rhs[i], n)
				}
			}
		case *ast.CallExpr:
			c := x.p.CalleeOf(n)
			if c.Recv == nil || x.rootVar(c.Recv) != v {
				break
			}
			if s := x.table.Setting(c.Key); s != nil && s.Knob != api.KnobNone {
				p.setting(s, n, 1)
			}
		}
		return true
	})
}

// laterField applies an assignment to a field of v, or of a field of v.
func (p *policy) laterField(v *types.Var, t types.Type, lhs, rhs ast.Expr, at ast.Node) {
	x := p.x
	sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
	if !ok {
		return
	}
	f, ok := x.p.Info.Uses[sel.Sel].(*types.Var)
	if !ok || !f.IsField() {
		return
	}
	if x.p.VarOf(sel.X) == v {
		if _, ok := ast.Unparen(sel.X).(*ast.Ident); ok {
			if s := x.table.FieldSetting(api.KeyOfField(t, f)); s != nil {
				p.field(s, rhs, at)
			}
			if l, ok := x.clientLimit(rhs, at); ok {
				p.attempt = l // rc.HTTPClient = hc
			}
			return
		}
	}
	// rc.HTTPClient.Timeout: a limit of the client inside is one of each attempt.
	if x.rootVar(sel.X) == v {
		inner := x.p.Info.TypeOf(sel.X)
		if ptr, ok := inner.Underlying().(*types.Pointer); ok {
			inner = ptr.Elem()
		}
		if s := x.table.FieldSetting(api.KeyOfField(inner, f)); s != nil && (s.Knob == api.KnobWhole || s.Knob == api.KnobAttempt) {
			p.attempt = &Limit{Node: at, Arg: rhs, Value: durations.Eval(x.p, rhs)}
		} else if s != nil && s.Knob == api.KnobTransport && p.attempt == nil && !x.noPhase(rhs) {
			p.attempt = &Limit{Node: at} // a transport may limit parts of an attempt
		}
	}
}

// clientLimit returns the limit that a client puts on each call, unknown if it
// is not in sight; ok is false if e is no such client, or one without a limit.
func (x *Finder) clientLimit(e ast.Expr, at ast.Node) (*Limit, bool) {
	t := code.Deref(x.p.Info.TypeOf(e))
	if t == nil {
		return nil, false
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil, false
	}
	for f := range st.Fields() {
		s := x.table.FieldSetting(api.KeyOfField(t, f))
		if s == nil || s.Knob != api.KnobWhole {
			continue
		}
		v, node := x.fieldOf(e, f)
		if n, ok := v.Exact(); ok && n == 0 {
			return nil, false
		}
		if node == nil {
			node = at
		}
		return &Limit{Node: node, Value: v}, true
	}
	return nil, false
}

// noPhase reports whether a transport certainly limits no part of a request
// but the time to connect.
func (x *Finder) noPhase(e ast.Expr) bool {
	for _, m := range x.makings(e, 0) {
		if m == nil || code.Literal(m) == nil {
			return false
		}
		lit := code.Literal(m)
		for _, el := range lit.Elts {
			kv, ok := el.(*ast.KeyValueExpr)
			if !ok {
				return false
			}
			id, ok := kv.Key.(*ast.Ident)
			if !ok {
				return false
			}
			if f, ok := x.p.Info.Uses[id].(*types.Var); ok {
				if s := x.table.FieldSetting(api.KeyOfField(code.Deref(x.p.Info.TypeOf(lit)), f)); s != nil && s.Knob == api.KnobPhase {
					return false
				}
			}
		}
	}
	return true
}

// WaitsForAnswer reports whether a transport is known to put no limit on the wait
// for an answer: the default one, or one made in sight without such a limit.
func (x *Finder) WaitsForAnswer(e ast.Expr) bool {
	return x.p.GlobalKey(e) == "net/http.DefaultTransport" || x.noPhase(e)
}

// rootVar returns the variable at the root of a chain of selections and calls.
func (x *Finder) rootVar(e ast.Expr) *types.Var {
	for range 16 {
		switch s := ast.Unparen(e).(type) {
		case *ast.Ident:
			return x.p.VarOf(s)
		case *ast.SelectorExpr:
			e = s.X
		case *ast.CallExpr:
			e = s.Fun
		case *ast.StarExpr:
			e = s.X
		default:
			return nil
		}
	}
	return nil
}

// holder returns the local variable that a making is assigned to, and the
// function around it.
func (x *Finder) holder(m ast.Expr) (*types.Var, *code.Func) {
	var n ast.Node = m
	for range 4 {
		switch up := x.p.Parent(n).(type) {
		case *ast.UnaryExpr, *ast.ParenExpr:
			n = up
		case *ast.AssignStmt:
			for i, r := range up.Rhs {
				if r != n {
					continue
				}
				k := i
				if len(up.Rhs) == 1 {
					k = 0
				}
				if k < len(up.Lhs) {
					if id, ok := ast.Unparen(up.Lhs[k]).(*ast.Ident); ok {
						return x.p.VarOf(id), x.p.Enclosing(up)
					}
				}
			}
			return nil, nil
		case *ast.ValueSpec:
			for i, r := range up.Values {
				if r == n && i < len(up.Names) {
					return x.p.VarOf(up.Names[i]), x.p.Enclosing(up)
				}
			}
			return nil, nil
		default:
			return nil, nil
		}
	}
	return nil, nil
}
