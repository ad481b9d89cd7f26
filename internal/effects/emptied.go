package effects

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// A taking is a statement by which code takes all that a field holds and leaves
// the field empty: batch := b.rows; b.rows = nil.
type taking struct {
	node  ast.Node
	place ast.Expr   // b.rows
	into  *types.Var // batch
}

// takings returns the takings in the code of fn at n, not in literals inside it.
func (f *Finder) takings(n ast.Node) []taking {
	var out []taking
	var held []taking // what a variable was given of a field, which is not emptied so far
	add := func(node ast.Node, place ast.Expr) {
		for _, h := range held {
			if f.samePlace(h.place, place) {
				out = append(out, taking{node, place, h.into})
			}
		}
	}
	code.InspectShallow(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) != len(n.Rhs) {
				break
			}
			for i, l := range n.Lhs {
				v := f.p.VarOf(l)
				if place := f.contentOf(n.Rhs[i]); place != nil && isIdent(l) && v != nil {
					held = append(held, taking{place: place, into: v})
					if swapped(f.p.CalleeOf, n.Rhs[i]) {
						out = append(out, taking{n, place, v})
					}
				}
			}
			for i, l := range n.Lhs {
				if n.Tok == token.ASSIGN && f.holds(l) && f.isEmpty(n.Rhs[i], l) {
					add(n, l)
				}
			}
		case *ast.CallExpr:
			c := f.p.CalleeOf(n)
			switch {
			case c.Builtin == "clear" && len(n.Args) == 1 && f.holds(n.Args[0]):
				add(n, n.Args[0])
			case c.Func != nil && c.Recv != nil && c.Func.Name() == "Reset" && api.CollectsText(f.p.TypeOf(c.Recv)) && f.p.FieldOf(c.Recv) != nil:
				add(n, c.Recv)
			}
		}
		return true
	})
	return out
}

// holds reports whether an expression is a field that collects: of a slice, map
// or number.
func (f *Finder) holds(e ast.Expr) bool {
	if f.p.FieldOf(e) == nil {
		return false
	}
	switch t := types.Unalias(f.p.TypeOf(e)).Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	case *types.Basic:
		return t.Info()&types.IsNumeric != 0
	}
	return false
}

// contentOf returns the field whose content an expression is: b.rows itself, a
// copy of it, b.buf.Bytes(), b.count.Swap(0). Nil if it is none.
func (f *Finder) contentOf(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	call, ok := e.(*ast.CallExpr)
	if !ok {
		if f.holds(e) {
			return e
		}
		return nil
	}
	c := f.p.CalleeOf(call)
	switch {
	case swapped(f.p.CalleeOf, call) && f.p.FieldOf(c.Recv) != nil:
		return c.Recv
	case c.Key == "slices.Clone" || c.Key == "maps.Clone" || c.Key == "bytes.Clone":
		return f.contentOf(call.Args[0])
	case c.Builtin == "append" && len(call.Args) == 2 && call.Ellipsis.IsValid():
		if f.p.FieldOf(call.Args[0]) == nil {
			return f.contentOf(call.Args[1])
		}
	case c.Func != nil && c.Recv != nil && (c.Func.Name() == "Bytes" || c.Func.Name() == "String") && api.CollectsText(f.p.TypeOf(c.Recv)) && f.p.FieldOf(c.Recv) != nil:
		return c.Recv
	}
	return nil
}

// swapped reports whether an expression takes an atomic number and leaves zero.
func swapped(callee func(*ast.CallExpr) api.Callee, e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return false
	}
	c := callee(call)
	zero, ok := ast.Unparen(call.Args[0]).(*ast.BasicLit)
	return api.SwapsNumber(c.Key) && ok && zero.Value == "0"
}

// isEmpty reports whether an expression is an empty value for a place.
func (f *Finder) isEmpty(e, place ast.Expr) bool {
	e = ast.Unparen(e)
	if tv := f.p.Info.Types[e]; tv.IsNil() || tv.Value != nil && constant.Compare(constant.ToFloat(tv.Value), token.EQL, constant.MakeInt64(0)) {
		return true
	}
	switch x := e.(type) {
	case *ast.CompositeLit:
		return len(x.Elts) == 0
	case *ast.CallExpr:
		if f.p.CalleeOf(x).Builtin != "make" {
			return false
		}
		if _, isMap := types.Unalias(f.p.TypeOf(x)).Underlying().(*types.Map); isMap || len(x.Args) < 2 {
			return true
		}
		n := f.p.Info.Types[x.Args[1]].Value
		return n != nil && n.ExactString() == "0"
	case *ast.SliceExpr:
		if x.Low != nil || x.High == nil || !f.samePlace(x.X, place) {
			return false
		}
		n := f.p.Info.Types[x.High].Value
		return n != nil && n.ExactString() == "0"
	}
	return false
}

// loses returns the call that may fail with what a taking took in hand, in the
// code of fn at n, if nothing there gives it back: the field is given nothing else,
// and nobody but that call gets what was taken. Nil if there is none. leads says
// whether the failure of a call leads out of the code.
func (f *Finder) loses(n ast.Node, t taking, leads func(*ast.CallExpr) bool) *ast.CallExpr {
	if f.writes(n, t) {
		return nil
	}
	taken := f.madeFrom(n, t)
	x := &rerunner{f: f}
	var lost *ast.CallExpr
	kept := false
	ast.Inspect(n, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || call.Pos() < t.node.End() && !code.Within(t.node, call) {
			return true
		}
		if f.isLog(call) || f.isText(call) {
			return false
		}
		given := false
		for _, a := range call.Args {
			given = given || f.mentionsOne(a, taken)
		}
		switch c := f.p.CalleeOf(call); {
		case !given || c.Builtin != "" || c.Conversion:
		case lost == nil && x.mayFail(call) && leads(call):
			lost = call
		case lost != nil:
			kept = true // may take it back, or put it aside
		}
		return true
	})
	if kept {
		return nil
	}
	return lost
}

// isText reports whether a call only makes a text or an error.
func (f *Finder) isText(call *ast.CallExpr) bool {
	c := f.p.CalleeOf(call)
	return c.Func != nil && c.Func.Pkg() != nil && (c.Func.Pkg().Path() == "fmt" || c.Func.Pkg().Path() == "errors")
}

// writes reports whether the code at n gives the field of a taking anything but
// emptiness, or its address to somebody.
func (f *Finder) writes(n ast.Node, t taking) bool {
	field, found := f.p.FieldOf(t.place), false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				l = ast.Unparen(l)
				if ix, ok := l.(*ast.IndexExpr); ok {
					found = found || f.p.FieldOf(ix.X) == field
				} else if f.p.FieldOf(l) == field && (n.Tok != token.ASSIGN || len(n.Lhs) != len(n.Rhs) || !f.isEmpty(n.Rhs[i], l)) {
					found = true
				}
			}
		case *ast.IncDecStmt:
			found = found || f.p.FieldOf(n.X) == field
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && f.p.FieldOf(n.X) == field
		case *ast.CallExpr:
			// A method of a buffer or number in the field that writes into it.
			if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && f.p.FieldOf(sel.X) == field && n != t.node {
				switch sel.Sel.Name {
				case "Bytes", "String", "Len", "Cap", "Load", "Swap", "Reset":
				default:
					found = true
				}
			}
		}
		return !found
	})
	return found
}

// madeFrom returns the variables that hold what was taken, or are made of it.
func (f *Finder) madeFrom(n ast.Node, t taking) map[*types.Var]bool {
	out := map[*types.Var]bool{t.into: true}
	for range 3 {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Pos() < t.node.Pos() {
					break
				}
				for i, l := range n.Lhs {
					rhs := n.Rhs[0]
					if len(n.Rhs) == len(n.Lhs) {
						rhs = n.Rhs[i]
					}
					if v := f.p.VarOf(l); v != nil && isIdent(l) && !code.IsError(v.Type()) && !code.IsBool(v.Type()) && f.mentionsOne(rhs, out) {
						out[v] = true
					}
				}
			case *ast.RangeStmt:
				for _, l := range []ast.Expr{n.Key, n.Value} {
					if v := f.p.VarOf(l); l != nil && v != nil && f.mentionsOne(n.X, out) {
						out[v] = true
					}
				}
			}
			return true
		})
	}
	return out
}

// empties notes what the region itself takes out of something and loses when
// what it does with it fails.
func (g *grower) empties() {
	for _, t := range g.f.takings(g.r.node) {
		v := g.f.baseVar(t.place)
		if v == nil || g.f.p.Enclosing(t.node) != g.r.fn {
			continue
		}
		x := &rerunner{f: g.f}
		leads := func(c *ast.CallExpr) bool { return x.back(g.r.fn, c, false) != nil }
		if !g.params {
			if v = g.outside(t.place); v == nil {
				continue
			}
			leads = func(c *ast.CallExpr) bool { return g.f.repeats(g.r, c) }
		}
		lost := g.f.loses(g.r.node, t, leads)
		if lost == nil || g.onFailure(t.node) {
			continue
		}
		g.note(&Growth{Kind: GrowEmpty, Node: t.node, Place: t.place, Var: v, Read: lost})
	}
}

// emptied judges a call of a function that takes what argument a holds, and loses
// it when it fails.
func (g *grower) emptied(call *ast.CallExpr, a ast.Expr, via []facts.Frame) {
	v := g.f.baseVar(a)
	if !g.params {
		v = g.outside(a)
	}
	x := &rerunner{f: g.f}
	if v == nil || !g.f.lastIsError(call) || g.fills(a, call) || g.onFailure(call) {
		return
	}
	if g.params && x.back(g.r.fn, call, false) == nil || !g.params && !g.f.repeats(g.r, call) {
		return
	}
	g.note(&Growth{Kind: GrowEmpty, Node: call, Place: a, Var: v, Via: via})
}

// fills reports whether another call of the region may put something into what
// place holds: a method of it that is given something, or a function that is given it.
func (g *grower) fills(place ast.Expr, except *ast.CallExpr) bool {
	found := false
	ast.Inspect(g.r.node, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found || call == except || g.f.isLog(call) {
			return !found
		}
		if c := g.f.p.CalleeOf(call); c.Func != nil && c.Recv != nil && g.f.samePlace(c.Recv, place) {
			for _, a := range call.Args {
				found = found || !code.IsContext(g.f.p.TypeOf(a))
			}
		}
		for _, a := range call.Args {
			found = found || g.f.samePlace(a, place)
		}
		return !found
	})
	return found
}

// takesAll returns the statement by which a method takes all that its receiver
// holds in a field and returns it. Nil if fn is no such method.
func (f *Finder) takesAll(fn *code.Func) ast.Node {
	recv := fn.Sig.Recv()
	if recv == nil || fn.Body == nil || fn.Sig.Results().Len() == 0 || code.ReturnsError(fn.Sig) {
		return nil
	}
	for _, t := range f.takings(fn.Body) {
		if f.baseVar(t.place) != recv || f.writes(fn.Body, t) {
			continue
		}
		for _, e := range f.results(fn, 0) {
			if f.p.VarOf(e) == t.into {
				return t.node
			}
		}
	}
	return nil
}
