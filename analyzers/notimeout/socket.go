package notimeout

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// bySocket reports whether the server in a variable serves listeners only that
// nobody but this machine reaches.
func bySocket(p *rule.Pass, v *types.Var) bool {
	if v == nil {
		return false
	}
	found := false
	for _, f := range p.Code.Funcs {
		for _, call := range f.Calls() {
			c := p.Code.CalleeOf(call)
			if c.Recv == nil || c.Func == nil || p.Code.VarOf(c.Recv) != v || !strings.HasPrefix(c.Func.Name(), "Serve") || len(call.Args) == 0 {
				continue
			}
			if !inside(p, call.Args[0]) {
				return false
			}
			found = true
		}
	}
	return found
}

// inside reports whether a listener is made for a socket in the file system, or
// for an address that only this machine reaches.
func inside(p *rule.Pass, e ast.Expr) bool {
	origins := p.Code.Origins(e)
	if field := p.Code.FieldOf(e); field != nil {
		origins, _ = p.Code.FieldOrigins(field)
	}
	for _, o := range origins {
		call, ok := ast.Unparen(o.Expr).(*ast.CallExpr)
		if !ok || !slices.ContainsFunc(call.Args, func(a ast.Expr) bool { return constText(p, a) == "unix" || local(p, a) }) {
			return false
		}
	}
	return len(origins) > 0
}

// local reports whether an address is one that only this machine reaches, in
// whatever way it is put together.
func local(p *rule.Pass, e ast.Expr) bool { return e != nil && localFrom(p, e, 4) }

func localFrom(p *rule.Pass, e ast.Expr, deep int) bool {
	if deep == 0 {
		return false
	}
	if text := constText(p, e); text != "" {
		return strings.HasPrefix(text, "localhost") || strings.HasPrefix(text, "127.") || strings.HasPrefix(text, "[::1]") || text == "::1"
	}
	if v := packageVar(p, e); v != nil {
		return localAlways(p, v, deep)
	}
	origins := p.Code.Origins(e)
	for _, o := range origins {
		if o.Expr == nil || o.Unknown {
			return false
		}
		switch x := ast.Unparen(o.Expr).(type) {
		case *ast.BinaryExpr: // host + ":" + port
			if !localFrom(p, x.X, deep-1) {
				return false
			}
		case *ast.CallExpr:
			if !localCall(p, x, deep) {
				return false
			}
		default:
			if o.Expr == e || !localFrom(p, o.Expr, deep-1) {
				return false
			}
		}
	}
	return len(origins) > 0
}

// packageVar returns the variable of the package that only it can set and that e names, nil if e is another thing.
func packageVar(p *rule.Pass, e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := p.Code.Info.Uses[id].(*types.Var)
	if !ok || v.Parent() != p.Code.Types.Scope() || v.Exported() && p.Code.Types.Name() != "main" {
		return nil
	}
	return v
}

// localAlways reports whether all that a variable of the package is ever given is such an address.
func localAlways(p *rule.Pass, v *types.Var, deep int) bool {
	defs := p.Code.Defs(v)
	for _, d := range defs {
		if d.Kind != code.DefAssign || d.RHS == nil || d.Index >= 0 || !localFrom(p, d.RHS, deep-1) {
			return false
		}
	}
	return len(defs) > 0
}

// localCall reports whether a call makes such an address: one of the standard library of a
// host that is its receiver or first argument, or any by what it is called itself.
func localCall(p *rule.Pass, call *ast.CallExpr, deep int) bool {
	c := p.Code.CalleeOf(call)
	if c.Func == nil || c.Func.Pkg() == nil {
		return false
	}
	name := strings.ToLower(c.Func.Name())
	if strings.Contains(name, "localhost") || strings.Contains(name, "loopback") {
		return true
	}
	if !api.IsStd(c.Func.Pkg().Path()) {
		return false // what it makes of its arguments is not known
	}
	if c.Recv != nil && len(call.Args) == 0 {
		return localFrom(p, c.Recv, deep-1)
	}
	return len(call.Args) > 0 && localFrom(p, call.Args[0], deep-1)
}

// constText returns a constant text, "" if an expression is none.
func constText(p *rule.Pass, e ast.Expr) string {
	if v := p.Code.Info.Types[e].Value; v != nil && v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	return ""
}
