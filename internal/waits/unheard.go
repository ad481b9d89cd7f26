package waits

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
)

// unheard reports whether a call certainly waits without any limit and is deaf
// to contexts: its limit is zero, or switched off for the client, and that is made
// in sight with options that do not make it look at them.
func (f *Finder) unheard(call *ast.CallExpr, c api.Callee, row *api.Call) bool {
	if c.Recv == nil {
		return false
	}
	if row.OffBy != "" {
		return f.madeWith(c.Recv, func(lit *ast.CompositeLit) bool { return f.negative(lit, row.OffBy) && f.without(lit, row.Unheard) })
	}
	e := argument(call, c, row.BoundArg-1)
	if e == nil {
		return false
	}
	if row.BoundIn != "" {
		return f.newOnly(e) && f.zeroIn(e, row.BoundIn) && f.deaf(c.Recv, row.Unheard)
	}
	n, ok := durations.Eval(f.p, e).Exact()
	return ok && n == 0 && f.deaf(c.Recv, row.Unheard)
}

// literal returns the literal that an expression is, by its address or not.
func literal(e ast.Expr) *ast.CompositeLit {
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok {
		e = ast.Unparen(u.X)
	}
	lit, _ := e.(*ast.CompositeLit)
	return lit
}

// fieldIn returns the value of a field in a literal with names; has is false if it is left out.
func fieldIn(lit *ast.CompositeLit, name string) (v ast.Expr, has bool) {
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return nil, true
		}
		if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
			return kv.Value, true
		}
	}
	return nil, false
}

// zeroIn reports whether a field of a literal is zero, said or left out.
func (f *Finder) zeroIn(e ast.Expr, name string) bool {
	lit := literal(e)
	if lit == nil {
		return false
	}
	v, has := fieldIn(lit, name)
	if !has {
		return true
	}
	n, ok := durations.Eval(f.p, v).Exact()
	return v != nil && ok && n == 0
}

// newOnly reports whether what is asked for are the entries of a stream that
// are yet to come.
func (f *Finder) newOnly(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if x, ok := n.(ast.Expr); ok {
			if v := f.p.Info.Types[x].Value; v != nil && v.Kind() == constant.String {
				s := constant.StringVal(v)
				found = found || s == ">" || s == "$"
			}
		}
		return !found
	})
	return found
}

// deaf reports whether a client is made with options that leave a field out.
func (f *Finder) deaf(client ast.Expr, option string) bool {
	return f.madeWith(client, func(lit *ast.CompositeLit) bool { return f.without(lit, option) })
}

// negative reports whether a field of a literal is a constant below zero.
func (f *Finder) negative(lit *ast.CompositeLit, name string) bool {
	if lit == nil {
		return false
	}
	v, has := fieldIn(lit, name)
	if !has || v == nil {
		return false
	}
	n, ok := durations.Eval(f.p, v).Exact()
	return ok && n < 0
}

// madeWith reports whether a client is made in this package only, by calls with
// a literal of options that is as asked for.
func (f *Finder) madeWith(client ast.Expr, as func(*ast.CompositeLit) bool) bool {
	origins := f.p.Origins(client)
	if field := f.p.FieldOf(client); field != nil {
		all, complete := f.p.FieldOrigins(field)
		if !complete {
			return false
		}
		origins = all
	}
	for _, o := range origins {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok || o.Unknown || len(call.Args) != 1 || f.p.FuncOf(f.p.Callee(call)) != nil {
			return false
		}
		for _, a := range f.p.Origins(call.Args[0]) {
			if a.Expr == nil || a.Unknown || !as(literal(a.Expr)) {
				return false
			}
		}
	}
	return len(origins) > 0
}

// Without returns the literals of options that a client is made with, if it is
// made in this package only, they all leave a field out, and nobody sets it later.
func (f *Finder) Without(client ast.Expr, option string) []*ast.CompositeLit {
	origins := f.p.Origins(client)
	if field := f.p.FieldOf(client); field != nil {
		all, complete := f.p.FieldOrigins(field)
		if !complete {
			return nil
		}
		origins = all
	}
	return f.optionsOf(origins, option, 0)
}

// optionsOf returns the literals of options that the makers of a client are given.
func (f *Finder) optionsOf(origins []code.Origin, option string, depth int) []*ast.CompositeLit {
	var out []*ast.CompositeLit
	for _, o := range origins {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok || o.Unknown || o.Index > 0 || depth > 2 {
			return nil
		}
		if maker := f.p.FuncOf(f.p.Callee(call)); maker != nil {
			lits := f.optionsOf(f.makes(maker), option, depth+1)
			if lits == nil {
				return nil
			}
			out = append(out, lits...)
			continue
		}
		if len(call.Args) != 1 {
			return nil
		}
		for _, a := range f.p.Origins(call.Args[0]) {
			if a.Expr == nil || a.Unknown || !f.without(literal(a.Expr), option) {
				return nil
			}
			out = append(out, literal(a.Expr))
		}
	}
	return out
}

// makes returns where the first result of a function comes from, other than nil.
func (f *Finder) makes(fn *code.Func) []code.Origin {
	var out []code.Origin
	fn.Inspect(func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			return true
		}
		if len(ret.Results) == 0 {
			out = append(out, code.Origin{Unknown: true})
			return true
		}
		if id, ok := ast.Unparen(ret.Results[0]).(*ast.Ident); ok && id.Name == "nil" {
			return true
		}
		out = append(out, f.p.Origins(ret.Results[0])...)
		return true
	})
	return out
}

// without reports whether a literal leaves a field out, and the package does not set it elsewhere.
func (f *Finder) without(lit *ast.CompositeLit, option string) bool {
	if lit == nil {
		return false
	}
	if _, has := fieldIn(lit, option); has {
		return false
	}
	st, ok := code.Deref(f.p.TypeOf(lit)).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for v := range st.Fields() {
		if v.Name() != option {
			continue
		}
		for _, d := range f.p.Defs(v) {
			if d.Kind != code.DefField {
				return false
			}
		}
		return true
	}
	return false // the version in use has no such option
}
