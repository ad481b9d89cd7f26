package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// Handles returns the connections and handles that a repeated region of fn
// opens and leaves open on a way that leads to its next run: the handshake, the
// login or the first question on them has failed. One that is returned, kept,
// or given to somebody who may close it is not among them.
func (f *Finder) Handles(n ast.Node, fn *code.Func) []*Leak {
	return f.leaks(n, fn, f.openHandles)
}

func (f *Finder) openHandles(r *region) []*Leak {
	var out []*Leak
	for _, call := range r.fn.Calls() {
		if !code.Within(call, r.node) || !f.opens(call) {
			continue
		}
		as, ok := f.p.Parent(call).(*ast.AssignStmt)
		if !ok || len(as.Rhs) != 1 || len(as.Lhs) < 2 {
			continue
		}
		v, err := f.p.VarOf(as.Lhs[0]), f.p.VarOf(as.Lhs[len(as.Lhs)-1])
		if v == nil || err == nil || v.IsField() || !code.IsError(err.Type()) || !r.fn.Declares(v) {
			continue
		}
		fm := f.formsOf(r.fn, v, form{})
		p := &leakPath{f: f, r: r, as: as, resp: v, err: err, seen: make(map[*cfg.Block]bool)}
		p.uses = func(n ast.Node) bool { return n != ast.Node(as) && f.letsGo(n, fm) }
		if p.leaks() {
			out = append(out, &Leak{Node: call, Var: v, At: call, Via: []facts.Frame{f.frame(call, f.callName(f.p.CalleeOf(call)))}})
		}
	}
	return out
}

// opens reports whether a call returns a connection or handle that has to be closed.
func (f *Finder) opens(call *ast.CallExpr) bool {
	c := f.p.CalleeOf(call)
	if c.Func == nil {
		return false
	}
	row := f.t.CallOf(c.Func)
	if (row == nil || row.Kind != api.WaitDial) && !api.Opens(c.Key) {
		return false
	}
	tu, ok := f.p.TypeOf(call).(*types.Tuple)
	return ok && tu.Len() > 1 && methodOf(tu.At(0).Type(), "Close")
}

// A form is what a variable has of a handle: the handle itself, or an object of
// this package that keeps it in some of its fields.
type form struct {
	fields map[*types.Var]bool // nil: the handle itself
}

// forms are the variables of a function that have a handle, and the literals and
// calls that put it into an object that one of them holds.
type forms struct {
	of    map[*types.Var]form
	makes map[ast.Node]bool
}

// formsOf returns v, which is of a form, and the variables that hold another
// form of it: tlsConn := tls.Client(conn, config), s := &session{conn: conn}.
func (f *Finder) formsOf(fn *code.Func, v *types.Var, is form) forms {
	fm := forms{map[*types.Var]form{v: is}, make(map[ast.Node]bool)}
	fn.Inspect(func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || as.Tok != token.DEFINE || len(as.Rhs) != 1 {
			return true
		}
		w := f.p.VarOf(as.Lhs[0])
		if w == nil {
			return true
		}
		if lit := code.Literal(as.Rhs[0]); lit != nil {
			if fields := f.fieldsWith(lit, func(e ast.Expr) bool { return f.isForm(fm, e) }); len(fields) > 0 {
				fm.of[w], fm.makes[lit] = form{fields}, true
			}
			return true
		}
		call, ok := as.Rhs[0].(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		if f.isForm(fm, call) {
			fm.of[w] = form{}
			return true
		}
		if fields := f.keptIn(fm, call); len(fields) > 0 {
			fm.of[w], fm.makes[call] = form{fields}, true
		}
		return true
	})
	return fm
}

// isForm reports whether an expression is the handle itself, or something put
// around it that closes it.
func (f *Finder) isForm(fm forms, e ast.Expr) bool {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		return len(call.Args) > 0 && api.WrapsConn(f.p.CalleeOf(call).Key) && f.isForm(fm, call.Args[0])
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v := f.p.VarOf(id)
	k, ok := fm.of[v]
	return ok && v != nil && k.fields == nil
}

// fieldsWith returns the fields of a literal of this package's types that get
// something.
func (f *Finder) fieldsWith(lit *ast.CompositeLit, is func(ast.Expr) bool) map[*types.Var]bool {
	fields := make(map[*types.Var]bool)
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok || !is(kv.Value) {
			continue
		}
		v := f.p.VarOf(kv.Key)
		if v == nil || !v.IsField() || v.Pkg() != f.p.Types {
			return nil
		}
		fields[v.Origin()] = true
	}
	return fields
}

// keptIn returns the fields in which the object that a function of this package
// makes keeps the handle that it is given: newSession(conn).
func (f *Finder) keptIn(fm forms, call *ast.CallExpr) map[*types.Var]bool {
	g := f.p.FuncOf(f.p.CalleeOf(call).Func)
	if g == nil || g.Body == nil || g.Sig.Variadic() || len(g.Body.List) != 1 {
		return nil
	}
	ret, ok := g.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 || code.Literal(ret.Results[0]) == nil {
		return nil
	}
	return f.fieldsWith(code.Literal(ret.Results[0]), func(e ast.Expr) bool {
		i := g.ParamIndex(f.p.VarOf(e))
		return i >= 0 && i < len(call.Args) && f.isForm(fm, call.Args[i])
	})
}

// letsGo reports whether a statement closes a handle, or does with it what may
// let somebody else close it: any use that is not understood. A literal does
// what stands in it, whenever it runs.
func (f *Finder) letsGo(n ast.Node, fm forms) bool {
	found := false
	ast.Inspect(n, func(m ast.Node) bool {
		id, ok := m.(*ast.Ident)
		if !ok || found {
			return !found
		}
		v, _ := f.p.Info.Uses[id].(*types.Var)
		k, ok := fm.of[v]
		if v == nil || !ok {
			return true
		}
		if k.fields == nil {
			found = !f.keepsOpen(id, fm)
		} else {
			found = !f.keepsHeld(id, k)
		}
		return !found
	})
	return found
}

// keepsOpen reports whether a use of a handle leaves it open and where it is: a
// method other than those that close, a comparison, a call that only uses it, an
// object that is known to hold it.
func (f *Finder) keepsOpen(e ast.Expr, fm forms) bool {
	switch p := f.p.Parent(e).(type) {
	case *ast.SelectorExpr:
		call, ok := f.p.Parent(p).(*ast.CallExpr)
		return ok && call.Fun == ast.Expr(p) && !api.Closes(p.Sel.Name) && f.p.FieldOf(p) == nil
	case *ast.BinaryExpr:
		return p.Op == token.EQL || p.Op == token.NEQ
	case *ast.KeyValueExpr:
		return fm.makes[f.p.Parent(p)]
	case *ast.CallExpr:
		if fm.makes[p] {
			return true
		}
		for i, a := range p.Args {
			if a == e {
				return f.onlyUses(p, i, form{})
			}
		}
	}
	return false
}

// keepsHeld is keepsOpen for a use of an object that keeps a handle in fields.
func (f *Finder) keepsHeld(id *ast.Ident, k form) bool {
	switch p := f.p.Parent(id).(type) {
	case *ast.SelectorExpr:
		if field := f.p.FieldOf(p); field != nil {
			return !k.fields[field.Origin()] || f.keepsOpen(p, forms{})
		}
		call, ok := f.p.Parent(p).(*ast.CallExpr)
		if !ok || call.Fun != ast.Expr(p) || api.Closes(p.Sel.Name) {
			return false
		}
		fn := f.p.CalleeOf(call).Func
		if fn == nil || code.IsInterfaceMethod(fn) && fn.Pkg() == f.p.Types {
			return false
		}
		g := f.p.FuncOf(fn)
		if g == nil {
			return true // a method of the handle itself, which the object embeds
		}
		return g.Body != nil && (g.Sig.Recv() == nil || !f.letsGoDeep(g, g.Sig.Recv(), k))
	case *ast.BinaryExpr:
		return p.Op == token.EQL || p.Op == token.NEQ
	case *ast.CallExpr:
		for i, a := range p.Args {
			if a == ast.Expr(id) {
				return f.onlyUses(p, i, k)
			}
		}
	}
	return false
}

// onlyUses reports whether a call neither closes its argument, which is of a
// form, nor keeps it.
func (f *Finder) onlyUses(call *ast.CallExpr, i int, k form) bool {
	c := f.p.CalleeOf(call)
	if k.fields == nil && api.WrapsConn(c.Key) {
		return true
	}
	if c.Func == nil || c.MethodExpr {
		return false
	}
	if g := f.p.FuncOf(c.Func); g != nil {
		if g.Body == nil || i >= g.Sig.Params().Len() || g.Sig.Variadic() {
			return false
		}
		return !f.letsGoDeep(g, g.Sig.Params().At(i), k)
	}
	if k.fields != nil {
		return false
	}
	p := code.ParamType(c.Func.Type().(*types.Signature), i, false)
	return p != nil && c.Func.Pkg() != nil && api.IsStd(c.Func.Pkg().Path()) && !methodOf(p, "Close")
}

// letsGoDeep is letsGo for a parameter or receiver of a function of this package.
func (f *Finder) letsGoDeep(g *code.Func, w *types.Var, k form) bool {
	if f.depth > 3 {
		return true
	}
	f.depth++
	defer func() { f.depth-- }()
	return f.letsGo(g.Body, f.formsOf(g, w, k))
}
