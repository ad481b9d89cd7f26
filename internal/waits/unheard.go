package waits

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

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
	if row.OffBy == "" && !f.unlimited(argument(call, c, row.BoundArg-1), row) {
		return false
	}
	deaf := f.Without(c.Recv, row.Unheard)
	if row.OffBy != "" && slices.ContainsFunc(deaf, func(lit *ast.CompositeLit) bool { return !f.negative(lit, row.OffBy) }) {
		return false
	}
	return len(deaf) > 0
}

// unlimited reports whether the limit in an argument of a call is zero.
func (f *Finder) unlimited(arg ast.Expr, row *api.Call) bool {
	if arg == nil {
		return false
	}
	if row.BoundIn != "" {
		return f.says(arg, row.When) && f.zeroIn(arg, row.BoundIn)
	}
	n, ok := durations.Eval(f.p, arg).Exact()
	return ok && n == 0
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
	lit := code.Literal(e)
	if lit == nil {
		return false
	}
	v, has := fieldIn(lit, name)
	if v == nil {
		return !has
	}
	n, ok := durations.Eval(f.p, v).Exact()
	return ok && n == 0
}

// says reports whether one of some texts stands in an expression.
func (f *Finder) says(e ast.Expr, texts []string) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if x, ok := n.(ast.Expr); ok {
			if v := f.p.Info.Types[x].Value; v != nil && v.Kind() == constant.String {
				found = found || slices.Contains(texts, constant.StringVal(v))
			}
		}
		return !found
	})
	return found
}

// negative reports whether a field of a literal is a constant below zero.
func (f *Finder) negative(lit *ast.CompositeLit, name string) bool {
	v, _ := fieldIn(lit, name)
	if v == nil {
		return false
	}
	n, ok := durations.Eval(f.p, v).Exact()
	return ok && n < 0
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
			lit := code.Literal(a.Expr)
			if lit == nil || a.Unknown || !f.without(lit, option) {
				return nil
			}
			out = append(out, lit)
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
		if f.p.IsNil(ret.Results[0]) {
			return true
		}
		out = append(out, f.p.Origins(ret.Results[0])...)
		return true
	})
	return out
}

// without reports whether a literal leaves a field out, and the package does not set it elsewhere.
func (f *Finder) without(lit *ast.CompositeLit, option string) bool {
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
