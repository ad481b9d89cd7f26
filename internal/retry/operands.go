package retry

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// resultsOf returns the variables that get the results of a call, errors left out.
func (x *Finder) resultsOf(call *ast.CallExpr) []*types.Var {
	var lhs []ast.Expr
	switch s := x.p.Parent(call).(type) {
	case *ast.AssignStmt:
		if len(s.Rhs) == 1 {
			lhs = s.Lhs
		}
	case *ast.ValueSpec:
		for _, id := range s.Names {
			lhs = append(lhs, id)
		}
	}
	var out []*types.Var
	for _, l := range lhs {
		if v := x.p.VarOf(l); v != nil && !code.IsError(v.Type()) && v.Name() != "_" {
			out = append(out, v.Origin())
		}
	}
	return out
}

// operands returns the variables that an operation is given, as arguments and
// receiver, contexts left out.
func (x *Finder) operands(call *ast.CallExpr) []*types.Var {
	var out []*types.Var
	seen := make(map[*types.Var]bool)
	visit := func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			v, ok := x.p.Info.Uses[id].(*types.Var)
			if !ok || seen[v] || v.IsField() || code.IsContext(v.Type()) || code.IsError(v.Type()) {
				return true
			}
			seen[v] = true
			out = append(out, v.Origin())
			return true
		})
	}
	for _, a := range call.Args {
		visit(a)
	}
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.SelectorExpr:
		visit(fun.X)
	case *ast.FuncLit:
		visit(fun.Body)
	case *ast.Ident:
		visit(fun)
	}
	return out
}

// varies reports whether what the operation is given differs from turn to
// turn: it hangs on the loop's variable, or on what another operation of the
// turn brought.
func (x *Finder) varies(f *flow, l *loop, call *ast.CallExpr) bool {
	seen := make(map[*types.Var]bool)
	var differs func(v *types.Var) bool
	differs = func(v *types.Var) bool {
		if seen[v] {
			return false
		}
		seen[v] = true
		for _, d := range x.p.Defs(v) {
			if d.Node == nil || !l.holds(d.Node) || code.Within(d.Node, call) {
				continue // set elsewhere, or by the operation's own closure
			}
			switch d.Kind {
			case code.DefRangeKey, code.DefRangeValue:
				return true
			case code.DefAddr:
				continue
			case code.DefOp:
				// A number that is counted on is an item only where the loop
				// counts to an end; else it counts the turns.
				if numeric(v.Type()) && !counted(l) {
					continue
				}
				return true
			case code.DefZero:
				continue
			}
			if d.RHS == nil {
				continue
			}
			if x.brings(d.RHS, call) {
				return true
			}
			for _, w := range x.varsIn(d.RHS) {
				if w != v && differs(w) {
					return true
				}
				if w == v {
					return true
				}
			}
		}
		return false
	}
	for _, v := range x.operands(call) {
		if differs(v) || x.iterates(l, v) {
			return true
		}
	}
	return false
}

// iterates reports whether v is an iterator that the loop's condition moves on:
// for sc.Scan() { use(sc.Text()) }.
func (x *Finder) iterates(l *loop, v *types.Var) bool {
	fs, ok := l.node.(*ast.ForStmt)
	if !ok || fs.Cond == nil {
		return false
	}
	found := false
	ast.Inspect(fs.Cond, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && x.rootVar(sel.X) == v && !code.IsContext(v.Type()) {
				found = true
			}
		}
		return !found
	})
	return found
}

// counted reports whether a loop has a condition of its own to count to.
func counted(l *loop) bool {
	fs, ok := l.node.(*ast.ForStmt)
	return ok && fs.Cond != nil && fs.Post != nil
}

// brings reports whether an expression holds a call (other than op) or a
// receive that brings something new each time.
func (x *Finder) brings(e ast.Expr, op *ast.CallExpr) bool {
	found := false
	code.InspectShallow(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if n != op && (x.plausible(n) || x.foreign(n) || x.takes(n)) {
				found = true
			}
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				found = true
			}
		}
		return !found
	})
	return found
}

// foreign reports whether a call runs a method that cannot be looked into and
// may bring something else each time: q.Get(), it.Value().
func (x *Finder) foreign(call *ast.CallExpr) bool {
	c := x.p.CalleeOf(call)
	if c.Func == nil || c.Recv == nil || c.Func.Pkg() == nil || api.IsStd(c.Func.Pkg().Path()) || x.p.FuncOf(c.Func) != nil {
		return false
	}
	return code.IsInterfaceMethod(c.Func) || c.Func.Pkg() != x.p.Types && len(call.Args) == 0
}

// takes reports whether a call runs a method of this package that takes
// something out of its object: it waits for it, or changes its own fields.
func (x *Finder) takes(call *ast.CallExpr) bool {
	f := x.p.FuncOf(x.p.Callee(call))
	if f == nil || f.Sig.Recv() == nil {
		return false
	}
	if x.receives(f) {
		return true
	}
	recv := f.Sig.Recv()
	found := false
	f.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if _, ok := ast.Unparen(l).(*ast.Ident); !ok && x.rootVar(l) == recv {
					found = true
				}
			}
		case *ast.IncDecStmt:
			found = found || x.rootVar(n.X) == recv
		case *ast.CallExpr:
			c := x.p.CalleeOf(n)
			if c.Recv != nil && c.Func != nil && c.Func.Pkg() != nil && x.rootVar(c.Recv) == recv && (c.Func.Pkg().Path() == "sync" || c.Func.Pkg().Path() == "container/list") {
				found = true
			}
		}
		return !found
	})
	return found
}

func (x *Finder) varsIn(e ast.Expr) []*types.Var {
	var out []*types.Var
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := x.p.Info.Uses[id].(*types.Var); ok && !v.IsField() && !code.IsContext(v.Type()) && !code.IsError(v.Type()) {
				out = append(out, v.Origin())
			}
		}
		return true
	})
	return out
}

// advances reports whether an operand of the operation is moved on by what the
// turn before brought: a cursor, an offset, what is left to do.
func (x *Finder) advances(f *flow, l *loop, c *candidate) bool {
	results := make(map[*types.Var]bool)
	for _, op := range c.ops {
		for _, v := range x.resultsOf(op) {
			results[v] = true
		}
	}
	for _, op := range c.ops {
		for _, v := range x.operands(op) {
			if x.fieldMoves(v, results, l) {
				return true
			}
			if results[v] && !x.onlyResult(v, l, c) {
				return true
			}
			for _, d := range x.p.Defs(v) {
				if d.Node == nil || !l.holds(d.Node) || d.RHS == nil || d.Kind == code.DefAddr || code.Within(op, d.Node) {
					continue
				}
				if x.p.Mentions(d.RHS, v) && x.mentionsError(d.RHS) {
					return true // msgs = refused(msgs, err)
				}
				for _, w := range x.varsIn(d.RHS) {
					if results[w] || x.fromResult(w, results, l) {
						return true
					}
				}
			}
		}
	}
	return false
}

// fieldMoves reports whether a field of v is set from a result of the turn:
// in.Marker = out.NextMarker.
func (x *Finder) fieldMoves(v *types.Var, results map[*types.Var]bool, l *loop) bool {
	found := false
	code.InspectShallow(l.body, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != len(a.Rhs) {
			return !found
		}
		for i, lhs := range a.Lhs {
			if _, ok := ast.Unparen(lhs).(*ast.Ident); ok || x.rootVar(lhs) != v {
				continue
			}
			for _, w := range x.varsIn(a.Rhs[i]) {
				if results[w] {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

func (x *Finder) mentionsError(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := x.p.Info.Uses[id].(*types.Var); ok && code.IsError(v.Type()) {
				found = true
			}
		}
		return !found
	})
	return found
}

// onlyResult reports whether v is set by the operation alone and read by it as well.
func (x *Finder) onlyResult(v *types.Var, l *loop, c *candidate) bool { return false }

// fromResult reports whether w is computed from a result in the same turn.
func (x *Finder) fromResult(w *types.Var, results map[*types.Var]bool, l *loop) bool {
	for _, d := range x.p.Defs(w) {
		if d.Node == nil || d.RHS == nil || !l.holds(d.Node) {
			continue
		}
		for _, u := range x.varsIn(d.RHS) {
			if results[u] {
				return true
			}
		}
	}
	return false
}
