package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// renewed reports whether the region rewinds what it reads from, fills it
// again or puts a new one in its place.
func (f *Finder) renewed(rt root, u use, r *region) bool {
	t := f.p.TypeOf(rt.expr)
	if requestType(t) {
		return f.requestRenewed(rt, u, r)
	}
	aliases := f.aliases(rt, r)
	found := false
	ast.Inspect(r.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = found || f.rewinds(n, rt, aliases)
		case *ast.AssignStmt:
			// in.Body = bytes.NewReader(raw)
			for _, l := range n.Lhs {
				if sel, ok := ast.Unparen(l).(*ast.SelectorExpr); ok && f.baseVar(sel.X) == rt.v && isReader(f.p.TypeOf(l)) {
					found = true
				}
			}
		}
		return !found
	})
	return found || f.asksSeeker(rt, r)
}

// rewinds reports whether a call puts a reader back to its start or fills it.
func (f *Finder) rewinds(call *ast.CallExpr, rt root, aliases []*types.Var) bool {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && hasVar(aliases, f.baseVar(sel.X)) {
		switch sel.Sel.Name {
		case "Seek", "Reset", "Truncate", "Rewind", "SeekStart", "Restart":
			return !f.doesNothing(call)
		}
	}
	if api.CollectsText(f.p.TypeOf(rt.expr)) && len(f.writtenInto(call, rt.v)) > 0 {
		return true
	}
	c := f.p.CalleeOf(call)
	if c.Func == nil {
		return false
	}
	sig, ok := c.Func.Type().(*types.Signature)
	if !ok {
		return false
	}
	for _, p := range f.paramFacts(c) {
		if !p.Rewinds {
			continue
		}
		i := p.Index
		if i == api.RecvArg {
			i = -2
		}
		if a := f.arg(call, sig, i); a != nil && hasVar(aliases, f.baseVar(a)) {
			return true
		}
	}
	return false
}

// paramFacts returns what a function of this or another package does with its
// parameters.
func (f *Finder) paramFacts(c api.Callee) []facts.Param {
	if g := f.p.FuncOf(c.Func); g != nil {
		return f.Params(g)
	}
	if f.callees != nil && !code.IsInterfaceMethod(c.Func) {
		if s := f.callees.Summary(c.Func); s != nil {
			return s.Params
		}
	}
	return nil
}

// doesNothing reports whether a call runs a method of this package that only
// returns: a Seek that is there for the interface's sake.
func (f *Finder) doesNothing(call *ast.CallExpr) bool {
	c := f.p.CalleeOf(call)
	g := f.p.FuncOf(c.Func)
	if g == nil || len(g.Body.List) != 1 || len(g.Calls()) > 0 {
		return false
	}
	_, ok := g.Body.List[0].(*ast.ReturnStmt)
	return ok
}

// aliases returns the variables that hold the same reader under another type:
// seeker := src.(io.ReadSeeker).
func (f *Finder) aliases(rt root, r *region) []*types.Var {
	out := []*types.Var{rt.v}
	if r.fn == nil {
		return out
	}
	outer := r.fn.Outermost()
	outer.Walk(func(g *code.Func) {
		g.Inspect(func(n ast.Node) bool {
			as, ok := n.(*ast.AssignStmt)
			if !ok || len(as.Rhs) != 1 {
				return true
			}
			src := ast.Unparen(as.Rhs[0])
			if ta, ok := src.(*ast.TypeAssertExpr); ok {
				src = ast.Unparen(ta.X)
			}
			v, w := f.p.VarOf(as.Lhs[0]), (*types.Var)(nil)
			if id, ok := src.(*ast.Ident); ok {
				w = f.p.VarOf(id)
			}
			switch {
			case v == nil || w == nil:
			case hasVar(out, w):
				out = append(out, v)
			case hasVar(out, v):
				out = append(out, w)
			}
			return true
		})
	})
	return out
}

// asksSeeker reports whether the function asks if the reader can be rewound: it
// is prepared for one that cannot.
func (f *Finder) asksSeeker(rt root, r *region) bool {
	found := false
	ast.Inspect(r.fn.Outermost().Node, func(n ast.Node) bool {
		ta, ok := n.(*ast.TypeAssertExpr)
		if !ok || f.baseVar(ta.X) != rt.v {
			return !found
		}
		if ta.Type == nil { // a type switch
			found = found || mentionsSeeker(f.p.Info, f.p.Parent(f.p.Parent(ta)))
			return !found
		}
		t := f.p.TypeOf(ta.Type)
		if methodOf(t, "Seek") && rt.v == f.p.VarOf(ta.X) {
			found = true
		}
		return !found
	})
	return found
}

func mentionsSeeker(info *types.Info, n ast.Node) bool {
	if n == nil {
		return false
	}
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if cc, ok := n.(*ast.CaseClause); ok {
			for _, e := range cc.List {
				if t := info.TypeOf(e); t != nil && methodOf(t, "Seek") {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

// requestRenewed reports whether the request that is sent gets a body of its
// own in each run. The request that is rewound must be the one that is sent: a
// clone shares the body that its original had when it was made.
func (f *Finder) requestRenewed(rt root, u use, r *region) bool {
	sent := f.p.VarOf(u.arg)
	clonedAt := token.NoPos
	if sent != rt.v || sent == nil {
		sent = f.p.VarOf(u.arg)
		clonedAt = u.arg.Pos()
		if sent != nil {
			for _, d := range f.p.Defs(sent) {
				if d.Node != nil && code.Within(d.Node, r.node) {
					clonedAt = d.Node.Pos()
				}
			}
		}
	}
	found := false
	ast.Inspect(r.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				sel, ok := ast.Unparen(l).(*ast.SelectorExpr)
				if !ok || sel.Sel.Name != "Body" {
					continue
				}
				v := f.p.VarOf(sel.X)
				if v != nil && v == sent && v != rt.v || v == rt.v && (sent == rt.v || n.Pos() < clonedAt || n.Pos() > u.call.Pos()) {
					found = true
				}
			}
		case *ast.CallExpr:
			c := f.p.CalleeOf(n)
			if c.Func == nil {
				return !found
			}
			for _, p := range f.paramFacts(c) {
				if a := f.arg(n, c.Func.Type().(*types.Signature), p.Index); p.Rewinds && a != nil {
					if v := f.p.VarOf(a); v != nil && (v == sent || v == rt.v) {
						found = true
					}
				}
			}
		}
		return !found
	})
	return found
}
