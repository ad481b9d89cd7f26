package retry

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// searches reports whether a loop looks through places until it finds
// something: only an error that says "not here" leads on, and to another place.
func (x *Finder) searches(r *Retry) bool {
	o := r.outcome
	for _, c := range o.cand {
		if !r.Targets && !x.varies(o.f, o.l, c.call) && !x.walksOn(o.l, c.call) {
			return false
		}
	}
	return x.onlyNotHere(r)
}

// onlyNotHere reports whether nothing but an error that says "not here" leads back.
func (x *Finder) onlyNotHere(r *Retry) bool {
	for _, c := range r.outcome.cand {
		if !c.fails() {
			return false
		}
		w := r.outcome.walk(c)
		w.shut = func(cond, tag ast.Expr, yes bool) bool {
			var t classResult
			switch {
			case tag != nil && yes:
				t = x.equals(tag, cond)
			case tag == nil:
				t = x.test(cond, yes)
			}
			if t.class == facts.ErrAny {
				return false
			}
			for _, what := range t.what {
				if !saysNotHere(what) {
					return false
				}
			}
			return len(t.what) > 0
		}
		if w.run().back {
			return false
		}
	}
	return true
}

// saysNotHere reports whether an error's name says that something is not there,
// or comes to its end.
func saysNotHere(what string) bool {
	what = strings.ToLower(strings.ReplaceAll(what, "_", ""))
	for _, w := range []string{"notfound", "notexist", "nosuch", "missing", "enoent", "errnorows", "deleted", "unsupported", "notimplemented", "notapplicable", "nomatch", "skip", "notme", "404", "isabsent",
		"done", "eof", "exhausted", "endof", "finished"} {
		if strings.Contains(what, w) {
			return true
		}
	}
	return false
}

// ways reports whether the elements of the loop are the operations themselves:
// functions each of which does it in another way, so that none is repeated.
func (x *Finder) ways(l *loop, r *Retry) bool {
	rs, ok := l.node.(*ast.RangeStmt)
	if !ok || rs.Value == nil || len(r.Ops) == 0 {
		return false
	}
	way := x.p.VarOf(rs.Value)
	for _, op := range r.Ops {
		if v := x.p.VarOf(op.Fun); v == nil || v != way {
			return false
		}
	}
	return true
}

// walksOn reports whether an operand is moved on by the loop itself: p = filepath.Dir(p), seq++.
func (x *Finder) walksOn(l *loop, call *ast.CallExpr) bool {
	for _, v := range x.operands(call) {
		for _, d := range x.p.Defs(v) {
			if d.Node == nil || !l.holds(d.Node) || d.Kind == code.DefAddr {
				continue
			}
			if d.Kind == code.DefOp || d.RHS != nil && d.Kind == code.DefAssign && x.p.Mentions(d.RHS, v) {
				return true
			}
		}
	}
	return false
}

// targets reports whether the attempts go to the elements of a collection, one
// after the other.
func (x *Finder) targets(l *loop, r *Retry) bool {
	var vars []*types.Var
	switch s := l.node.(type) {
	case *ast.RangeStmt:
		if !x.isItems(l) {
			break
		}
		for _, e := range []ast.Expr{s.Key, s.Value} {
			if e == nil {
				continue
			}
			if v := x.p.VarOf(e); v != nil && v.Name() != "_" {
				vars = append(vars, v.Origin())
			}
		}
	case *ast.ForStmt:
		vars = x.taken(s)
	}
	for _, op := range r.Ops {
		if x.moved(l, op) {
			return true
		}
		for _, v := range x.operands(op) {
			for _, t := range vars {
				if v == t || x.computedFrom(v, t, l, 0) {
					// A counter that is handed on for logs is no target; one of a set of named constants is.
					if !numeric(t.Type()) || x.enumerated(t, l) {
						return true
					}
				}
			}
			if x.indexed(v, l) {
				return true
			}
			// p = filepath.Dir(p): the next place is made from this one.
			for _, d := range x.p.Defs(v) {
				if d.Kind == code.DefAssign && d.Node != nil && d.RHS != nil && l.holds(d.Node) && !numeric(v.Type()) && x.p.Mentions(d.RHS, v) && !x.brings(d.RHS, op) && !x.mentionsError(d.RHS) {
					return true
				}
			}
		}
		// hosts[i] as an argument
		found := false
		for _, a := range op.Args {
			ast.Inspect(a, func(n ast.Node) bool {
				if ix, ok := n.(*ast.IndexExpr); ok && x.countsIn(ix.Index, l) {
					found = true
				}
				return !found
			})
		}
		if found {
			return true
		}
	}
	return false
}

// draws reports whether a number among the operands is drawn at random in each
// attempt.
func (x *Finder) draws(l *loop, r *Retry) bool {
	for _, op := range r.Ops {
		for _, v := range x.operands(op) {
			if !numeric(v.Type()) || code.IsDuration(v.Type()) {
				continue
			}
			for _, d := range x.p.Defs(v) {
				if d.Node == nil || d.RHS == nil || !l.holds(d.Node) {
					continue
				}
				random := false
				ast.Inspect(d.RHS, func(n ast.Node) bool {
					if call, ok := n.(*ast.CallExpr); ok {
						fn := x.p.Callee(call)
						random = random || fn != nil && fn.Pkg() != nil && api.RandomPackage(fn.Pkg().Path())
					}
					return !random
				})
				if random {
					return true
				}
			}
		}
	}
	return false
}

// rounds reports whether the target of an attempt is an element of a collection whose
// index starts again from the front, so that each may be asked several times.
func (x *Finder) rounds(l *loop, r *Retry) bool {
	found := false
	look := func(e ast.Node) {
		ast.Inspect(e, func(n ast.Node) bool {
			if ix, ok := n.(*ast.IndexExpr); ok && x.countsIn(ix.Index, l) {
				b, rem := ast.Unparen(ix.Index).(*ast.BinaryExpr)
				found = found || rem && b.Op == token.REM
			}
			return !found
		})
	}
	for _, op := range r.Ops {
		look(op)
		for _, v := range x.operands(op) {
			for _, d := range x.p.Defs(v) {
				if d.Node != nil && d.RHS != nil && l.holds(d.Node) {
					look(d.RHS)
				}
			}
		}
	}
	return found
}

// taken returns what a loop takes out of something for each turn, until there is no
// more: for x, ok := next(); ok; x, ok = next().
func (x *Finder) taken(s *ast.ForStmt) []*types.Var {
	init, ok := s.Init.(*ast.AssignStmt)
	post, ok2 := s.Post.(*ast.AssignStmt)
	if !ok || !ok2 || s.Cond == nil || len(init.Lhs) < 2 || len(init.Lhs) != len(post.Lhs) || len(init.Rhs) != 1 || len(post.Rhs) != 1 {
		return nil
	}
	first, isCall := ast.Unparen(init.Rhs[0]).(*ast.CallExpr)
	next, isCall2 := ast.Unparen(post.Rhs[0]).(*ast.CallExpr)
	more := x.p.VarOf(s.Cond)
	if !isCall || !isCall2 || x.p.Callee(first) == nil || x.p.Callee(first) != x.p.Callee(next) || more == nil {
		return nil
	}
	last := len(post.Lhs) - 1
	if x.p.VarOf(init.Lhs[last]) != more || x.p.VarOf(post.Lhs[last]) != more || !code.IsBool(more.Type()) {
		return nil
	}
	var out []*types.Var
	for _, e := range post.Lhs[:last] {
		if v := x.p.VarOf(e); v != nil {
			out = append(out, v.Origin())
		}
	}
	return out
}

// enumerated reports whether v is the element of a literal that lists constants of
// a named type: the ways to do something, one after the other.
func (x *Finder) enumerated(v *types.Var, l *loop) bool {
	s, ok := l.node.(*ast.RangeStmt)
	if !ok || s.Value == nil || x.p.VarOf(s.Value) != v || code.IsDuration(v.Type()) {
		return false
	}
	if _, named := types.Unalias(v.Type()).(*types.Named); !named {
		return false
	}
	_, ok = ast.Unparen(s.X).(*ast.CompositeLit)
	return ok
}

// indexed reports whether v is set in the loop to an element of a collection.
func (x *Finder) indexed(v *types.Var, l *loop) bool {
	for _, d := range x.p.Defs(v) {
		if d.Node == nil || d.RHS == nil || !l.holds(d.Node) {
			continue
		}
		if ix, ok := ast.Unparen(d.RHS).(*ast.IndexExpr); ok && x.countsIn(ix.Index, l) {
			return true
		}
	}
	return false
}

// countsIn reports whether an index hangs on a counter of the loop.
func (x *Finder) countsIn(e ast.Expr, l *loop) bool {
	for _, v := range x.varsIn(e) {
		if !numeric(v.Type()) {
			continue
		}
		for _, d := range x.p.Defs(v) {
			if d.Node != nil && l.holds(d.Node) {
				return true
			}
		}
	}
	return false
}

func (x *Finder) computedFrom(v, t *types.Var, l *loop, depth int) bool {
	if depth > 4 {
		return false
	}
	for _, d := range x.p.Defs(v) {
		if d.Node == nil || d.RHS == nil || !l.holds(d.Node) || d.Kind == code.DefRangeValue || d.Kind == code.DefRangeKey {
			continue
		}
		for _, w := range x.varsIn(d.RHS) {
			if w == t || w != v && x.computedFrom(w, t, l, depth+1) {
				return true
			}
		}
	}
	return false
}
