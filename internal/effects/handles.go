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
		forms := f.formsOf(r.fn, v)
		p := &leakPath{f: f, r: r, as: as, resp: v, err: err, seen: make(map[*cfg.Block]bool)}
		p.uses = func(n ast.Node) bool { return n != ast.Node(as) && f.letsGo(n, forms) }
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

// formsOf returns v and the variables that hold another form of it:
// tlsConn := tls.Client(conn, config).
func (f *Finder) formsOf(fn *code.Func, v *types.Var) map[*types.Var]bool {
	forms := map[*types.Var]bool{v: true}
	for _, call := range fn.Calls() {
		as, ok := f.p.Parent(call).(*ast.AssignStmt)
		if !ok || as.Tok != token.DEFINE || len(as.Rhs) != 1 || len(call.Args) == 0 || !forms[f.p.VarOf(call.Args[0])] {
			continue
		}
		if !api.WrapsConn(f.p.CalleeOf(call).Key) {
			continue
		}
		if w := f.p.VarOf(as.Lhs[0]); w != nil {
			forms[w] = true
		}
	}
	return forms
}

// letsGo reports whether a statement closes a handle, or does with it what may
// let somebody else close it: any use that is not understood.
func (f *Finder) letsGo(n ast.Node, forms map[*types.Var]bool) bool {
	found := false
	ast.Inspect(n, func(m ast.Node) bool {
		if lit, ok := m.(*ast.FuncLit); ok {
			for v := range forms {
				found = found || f.p.Mentions(lit, v)
			}
			return false
		}
		id, ok := m.(*ast.Ident)
		if !ok || found {
			return !found
		}
		v, _ := f.p.Info.Uses[id].(*types.Var)
		if v == nil || !forms[v] {
			return true
		}
		found = !f.keepsOpen(id, v)
		return !found
	})
	return found
}

// keepsOpen reports whether a use of a handle leaves it open and where it is: a
// method other than those that close, a comparison, a call that only uses it.
func (f *Finder) keepsOpen(id *ast.Ident, v *types.Var) bool {
	switch p := f.p.Parent(id).(type) {
	case *ast.SelectorExpr:
		call, ok := f.p.Parent(p).(*ast.CallExpr)
		return ok && call.Fun == ast.Expr(p) && !api.Closes(p.Sel.Name) && f.p.FieldOf(p) == nil
	case *ast.BinaryExpr:
		return p.Op == token.EQL || p.Op == token.NEQ
	case *ast.CallExpr:
		for i, a := range p.Args {
			if a == ast.Expr(id) {
				return f.onlyUses(p, i)
			}
		}
	}
	return false
}

// onlyUses reports whether a call neither closes its argument nor keeps it.
func (f *Finder) onlyUses(call *ast.CallExpr, i int) bool {
	c := f.p.CalleeOf(call)
	if api.WrapsConn(c.Key) {
		return true
	}
	if c.Func == nil || c.MethodExpr {
		return false
	}
	if g := f.p.FuncOf(c.Func); g != nil {
		if g.Body == nil || i >= g.Sig.Params().Len() || g.Sig.Variadic() {
			return false
		}
		w := g.Sig.Params().At(i)
		return !f.letsGoDeep(g, w)
	}
	p := code.ParamType(c.Func.Type().(*types.Signature), i, false)
	return p != nil && c.Func.Pkg() != nil && api.IsStd(c.Func.Pkg().Path()) && !methodOf(p, "Close")
}

// letsGoDeep is letsGo for a parameter of a function of this package.
func (f *Finder) letsGoDeep(g *code.Func, w *types.Var) bool {
	if f.depth > 3 {
		return true
	}
	f.depth++
	defer func() { f.depth-- }()
	return f.letsGo(g.Body, f.formsOf(g, w))
}
