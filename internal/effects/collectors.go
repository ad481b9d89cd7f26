package effects

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/code"
)

// collector judges a call in a repeated region that runs a function which the
// caller gives, and hands it one and the same collector from outside in each run: a
// pointer to a type of the package by a method of which entries are added to a
// field, which is read when all is done and never emptied between.
func (g *grower) collector(call *ast.CallExpr) {
	if g.params || g.r.loop == nil {
		return
	}
	for i, a := range call.Args {
		v := g.outside(a)
		if v == nil || !isIdent(a) || !isPointer(v.Type()) || g.f.paramOwner(v) != nil || g.renewedIn(v) || !g.f.repeats(g.r, call) {
			continue
		}
		body := g.handsOver(call, i)
		if body == nil {
			continue
		}
		field := g.f.collects(v.Type())
		if field == nil || g.f.sets(field, g.r.node) || g.f.sets(field, body) || g.reset(a, v, call) {
			continue
		}
		if read := g.readsField(v, field, call); read != nil {
			g.note(&Growth{Kind: GrowAppend, Node: call, Place: a, Var: v, Read: read})
		}
	}
}

// handsOver returns the code that gives argument i of a call to a function that
// the function around got from its caller: the call itself, or the body of the
// function of the package that it calls. Nil if there is none.
func (g *grower) handsOver(call *ast.CallExpr, i int) ast.Node {
	if v := g.f.p.VarOf(call.Fun); v != nil && g.r.fn.ParamIndex(v) >= 0 {
		return call
	}
	h := g.f.p.FuncOf(g.f.p.Callee(call))
	if h == nil || h.Body == nil || h.Sig.Variadic() || i >= h.Sig.Params().Len() || len(call.Args) != h.Sig.Params().Len() {
		return nil
	}
	for j, a := range call.Args {
		v := g.f.p.VarOf(a)
		if v == nil || g.r.fn.ParamIndex(v) < 0 || !code.IsFunc(v.Type()) {
			continue
		}
		for _, in := range h.Calls() {
			given := func(a ast.Expr) bool { return g.f.p.VarOf(a) == h.Sig.Params().At(i) }
			if g.f.p.VarOf(in.Fun) == h.Sig.Params().At(j) && slices.ContainsFunc(in.Args, given) {
				return h.Body
			}
		}
	}
	return nil
}

// collects returns the field to which a method of a type of this package appends
// what it is given, nil if there is none.
func (f *Finder) collects(t types.Type) *types.Var {
	n, ok := types.Unalias(code.Deref(t)).(*types.Named)
	if !ok || n.Obj().Pkg() != f.p.Types {
		return nil
	}
	for m := range n.Methods() {
		fn := f.p.FuncOf(m)
		if fn == nil || fn.Body == nil {
			continue
		}
		for _, s := range fn.Body.List {
			as, ok := s.(*ast.AssignStmt)
			if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 || f.baseVar(as.Lhs[0]) != fn.Sig.Recv() {
				continue
			}
			add, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
			if ok && f.p.CalleeOf(add).Builtin == "append" && len(add.Args) > 1 && f.samePlace(add.Args[0], as.Lhs[0]) {
				if field := f.p.FieldOf(as.Lhs[0]); field != nil {
					return field
				}
			}
		}
	}
	return nil
}

// sets reports whether code gives a field a value.
func (f *Finder) sets(field *types.Var, n ast.Node) bool {
	return slices.ContainsFunc(f.p.Defs(field), func(d *code.Def) bool { return d.Node != nil && code.Within(d.Node, n) })
}

// readsField returns the place where the function around the region uses a field
// of v, itself or by a method of the package; nil if there is none.
func (g *grower) readsField(v, field *types.Var, call *ast.CallExpr) ast.Node {
	var read ast.Node
	ast.Inspect(g.r.fn.Body, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok || read != nil || g.f.p.VarOf(sel.X) != v || code.Within(sel, call) {
			return read == nil
		}
		if g.f.p.FieldOf(sel) == field {
			read = sel
		} else if m, ok := g.f.p.Info.Uses[sel.Sel].(*types.Func); ok {
			if fn := g.f.p.FuncOf(m); fn != nil && fn.Body != nil && g.f.p.Mentions(fn.Body, field) {
				read = sel
			}
		}
		return read == nil
	})
	return read
}
