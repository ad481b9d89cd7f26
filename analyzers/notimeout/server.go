package notimeout

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// server judges a place that makes a server which can limit how long a client
// takes to send its request: a literal, or new(T) and var v T, whose lit is nil.
func server(p *rule.Pass, at ast.Node, lit *ast.CompositeLit) {
	t := made(p, at)
	st := code.StructOf(t)
	if st == nil {
		return
	}
	header := ""
	var limits []*types.Var
	for field := range st.Fields() {
		s := p.Table.FieldSetting(api.KeyOfField(t, field))
		if s == nil || s.Knob != api.KnobServerHeader && s.Knob != api.KnobServerRead {
			continue
		}
		if s.Knob == api.KnobServerHeader {
			header = field.Name()
		}
		limits = append(limits, field)
	}
	if header == "" {
		return
	}
	v := holder(p, at)
	for _, field := range limits {
		if lit != nil && !none(p, given(lit, field.Name())) || limitedLater(p, field, v) {
			return
		}
	}
	var addr, handler ast.Expr
	if lit != nil {
		addr, handler = given(lit, "Addr"), given(lit, "Handler")
	}
	if addr == nil && bySocket(p, v) {
		return
	}
	if addr == nil && handler == nil {
		if v == nil || !kept(p, v) {
			return // whoever gets it fills it in
		}
		addr, handler = assigned(p, st, "Addr", v), assigned(p, st, "Handler", v)
	} else if addr == nil && v != nil {
		addr = assigned(p, st, "Addr", v)
	}
	if addr == nil && handler == nil || local(p, addr) {
		return
	}
	p.Report(rule.Finding{Node: at, Same: []string{"gosec"}, Message: fmt.Sprintf("a server without %s or ReadTimeout lets each client take as long as it likes to send its headers, and keeps a connection and a goroutine for it; set %s to some seconds", header, header)})
}

// made returns the type of what a place makes, nil if it makes nothing.
func made(p *rule.Pass, at ast.Node) types.Type {
	switch n := at.(type) {
	case *ast.CompositeLit:
		return p.Code.Info.TypeOf(n)
	case *ast.ValueSpec:
		if v, ok := p.Code.Info.Defs[n.Names[0]].(*types.Var); ok {
			return v.Type()
		}
	case *ast.CallExpr:
		if p.Code.CalleeOf(n).Builtin == "new" && len(n.Args) == 1 && p.Code.Info.Types[n.Args[0]].IsType() {
			return p.Code.Info.TypeOf(n.Args[0])
		}
	}
	return nil
}

// holder returns the variable that what is made at a place is put into, nil if
// it is not put into one at once.
func holder(p *rule.Pass, at ast.Node) *types.Var {
	if vs, ok := at.(*ast.ValueSpec); ok {
		v, _ := p.Code.Info.Defs[vs.Names[0]].(*types.Var)
		return v
	}
	n := p.Code.Parent(at)
	if u, ok := n.(*ast.UnaryExpr); ok {
		n = p.Code.Parent(u)
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		if len(n.Lhs) == 1 {
			return p.Code.VarOf(n.Lhs[0])
		}
	case *ast.ValueSpec:
		if len(n.Names) == 1 {
			v, _ := p.Code.Info.Defs[n.Names[0]].(*types.Var)
			return v
		}
	}
	return nil
}

// none reports whether a limit is left out, or given as none at all.
func none(p *rule.Pass, e ast.Expr) bool {
	if e == nil {
		return true
	}
	v := p.Code.Info.Types[e].Value
	return v != nil && v.Kind() == constant.Int && constant.Sign(v) <= 0
}

// limitedLater reports whether the package may give the server in v a limit
// after it has been made. A limit that is set on a server in another variable,
// which is made in sight, is that one's alone; one that is set through a
// parameter or a field may be anybody's, unless v is never handed on.
func limitedLater(p *rule.Pass, field *types.Var, v *types.Var) bool {
	alone := v != nil && kept(p, v)
	for _, d := range p.Code.Defs(field) {
		if d.Kind == code.DefField || d.Kind == code.DefAssign && d.Index < 0 && d.RHS != nil && none(p, d.RHS) {
			continue
		}
		if d.Base == nil {
			return true
		}
		w := p.Code.VarOf(d.Base)
		if w == nil && !alone || w != nil && (w == v || alone && handedTo(p, v, w)) || !alone && !ownServer(p, w) {
			return true
		}
	}
	return false
}

// ownServer reports whether a local variable holds servers only that are made
// where it gets its value.
func ownServer(p *rule.Pass, v *types.Var) bool {
	if v == nil || v.IsField() || v.Parent() == nil || v.Parent() == p.Code.Types.Scope() {
		return false
	}
	defs := p.Code.Defs(v)
	for _, d := range defs {
		switch d.Kind {
		case code.DefZero, code.DefAddr:
			continue
		case code.DefAssign:
			if d.RHS == nil || d.Index >= 0 {
				return false
			}
			x := ast.Unparen(d.RHS)
			if code.Literal(x) != nil {
				continue
			}
			if call, ok := x.(*ast.CallExpr); ok && p.Code.CalleeOf(call).Builtin == "new" {
				continue
			}
		}
		return false
	}
	return len(defs) > 0
}

// kept reports whether the server in a local variable is used by its fields and
// methods only, here or by functions of the package that it is handed to, so that
// nobody else can set anything on it.
func kept(p *rule.Pass, v *types.Var) bool { return keptIn(p, v, 0) }

func keptIn(p *rule.Pass, v *types.Var, depth int) bool {
	if v.IsField() || v.Parent() == nil || v.Parent() == p.Code.Types.Scope() {
		return false
	}
	for id, obj := range p.Code.Info.Uses {
		if obj != v {
			continue
		}
		n := p.Code.Parent(id)
		for {
			if _, paren := n.(*ast.ParenExpr); !paren {
				if _, addr := n.(*ast.UnaryExpr); !addr {
					break
				}
			}
			n = p.Code.Parent(n)
		}
		if _, ok := n.(*ast.SelectorExpr); ok {
			continue
		}
		call, ok := n.(*ast.CallExpr)
		if !ok || depth > 2 {
			return false
		}
		param := parameter(p, call, id)
		if param == nil || !keptIn(p, param, depth+1) {
			return false
		}
	}
	return true
}

// handedTo reports whether w is the parameter of a function that the server in v is
// handed to.
func handedTo(p *rule.Pass, v, w *types.Var) bool {
	for id, obj := range p.Code.Info.Uses {
		if obj != v {
			continue
		}
		n := p.Code.Parent(id)
		if u, ok := n.(*ast.UnaryExpr); ok {
			n = p.Code.Parent(u)
		}
		if call, ok := n.(*ast.CallExpr); ok {
			if param := parameter(p, call, id); param != nil && (param == w || handedTo(p, param, w)) {
				return true
			}
		}
	}
	return false
}

// parameter returns the parameter of a function of the package that gets the
// variable named by an argument of a call, or its address; nil if it is not known.
func parameter(p *rule.Pass, call *ast.CallExpr, id *ast.Ident) *types.Var {
	fn := p.Code.Callee(call)
	if fn == nil || p.Code.FuncOf(fn) == nil || fn.Signature().Variadic() {
		return nil
	}
	for i, a := range call.Args {
		if code.Within(id, a) && i < fn.Signature().Params().Len() {
			return fn.Signature().Params().At(i)
		}
	}
	return nil
}

// assigned returns the value that a field of the server in v gets by an assignment.
func assigned(p *rule.Pass, st *types.Struct, name string, v *types.Var) ast.Expr {
	for field := range st.Fields() {
		if field.Name() != name {
			continue
		}
		for _, d := range p.Code.Defs(field) {
			if d.Kind == code.DefAssign && d.RHS != nil && d.Base != nil && p.Code.VarOf(d.Base) == v {
				return d.RHS
			}
		}
	}
	return nil
}
