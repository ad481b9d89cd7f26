package retry

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
)

// collect finds the numeric variables that change in the loop, and their
// values before it.
func (m *machine) collect() {
	p := m.f.x.p
	seen := make(map[*types.Var]bool)
	matters := m.matters()
	note := func(e ast.Expr) {
		v := p.VarOf(e)
		if v == nil || seen[v] || !numeric(v.Type()) || !matters[v.Origin()] {
			return
		}
		v = v.Origin()
		seen[v] = true
		m.vars = append(m.vars, v)
	}
	root := m.region()
	code.InspectShallow(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				note(l)
			}
		case *ast.IncDecStmt:
			note(n.X)
		case *ast.RangeStmt:
			if n == m.l.node {
				if n.Key != nil {
					note(n.Key)
				}
				if n.Value != nil {
					note(n.Value)
				}
			}
		}
		return true
	})
	for _, v := range m.vars {
		for _, d := range p.Defs(v) {
			if d.Node != nil {
				m.defs[d.Node] = append(m.defs[d.Node], d)
			}
		}
		m.init[v] = m.before(v)
	}
}

// matters returns the variables that conditions and waits of the loop look at,
// directly or through what they are computed from.
func (m *machine) matters() map[*types.Var]bool {
	p, out := m.f.x.p, make(map[*types.Var]bool)
	var work []*types.Var
	look := func(n ast.Node) {
		if n == nil {
			return
		}
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if v, ok := p.Info.Uses[id].(*types.Var); ok && numeric(v.Type()) && !out[v.Origin()] {
					out[v.Origin()] = true
					work = append(work, v.Origin())
				}
			}
			return true
		})
	}
	code.InspectShallow(m.region(), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			look(n.Cond)
		case *ast.ForStmt:
			look(n.Cond)
		case *ast.RangeStmt:
			look(n.X)
		case *ast.SwitchStmt:
			look(n.Tag)
		case *ast.CaseClause:
			for _, e := range n.List {
				look(e)
			}
		case *ast.CallExpr:
			if m.f.x.callPause(n, m.f.fn) != nil {
				look(n)
			}
		case *ast.UnaryExpr:
			if n.Op == token.ARROW && m.f.x.isTimeChan(n.X) {
				look(n.X)
				look(m.f.x.timerArg(n.X, 0))
			}
		}
		return true
	})
	for len(work) > 0 && len(out) < 64 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, d := range p.Defs(v) {
			if d.Node != nil && d.RHS != nil && m.l.holds(d.Node) {
				look(d.RHS)
			}
		}
	}
	return out
}

func (m *machine) region() ast.Node {
	if m.l.back != nil {
		return m.l.body
	}
	return m.l.node
}

func numeric(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

// before returns the value of v when the loop begins.
func (m *machine) before(v *types.Var) durations.Value {
	p := m.f.x.p
	if fs, ok := m.l.node.(*ast.ForStmt); ok && fs.Init != nil {
		for _, d := range p.Defs(v) {
			if d.Node == fs.Init {
				return durations.EvalDef(p, d, nil)
			}
		}
	}
	out, first := durations.Unknown, true
	for _, d := range p.ReachingAt(v, m.l.node) {
		if d.Node != nil && m.l.holds(d.Node) {
			continue
		}
		val := durations.EvalDef(p, d, nil)
		if first {
			out, first = val, false
		} else {
			out = out.Union(val)
		}
	}
	if v.IsField() {
		return durations.Unknown
	}
	return out
}

// initExpr returns the expression that gives v its value before the loop.
func (m *machine) initExpr(v *types.Var) ast.Expr {
	p := m.f.x.p
	for _, prm := range m.params {
		if prm == v {
			return m.paramName(v)
		}
	}
	var e ast.Expr
	for _, d := range p.ReachingAt(v, m.l.node) {
		if d.Node != nil && m.l.holds(d.Node) {
			fs, ok := m.l.node.(*ast.ForStmt)
			if !ok || d.Node != fs.Init {
				continue
			}
		}
		if d.Kind == code.DefParam {
			return m.paramName(v)
		}
		if e != nil || d.RHS == nil {
			return nil
		}
		e = d.RHS
	}
	return e
}

// paramName returns the identifier that declares a parameter of the function.
func (m *machine) paramName(v *types.Var) ast.Expr {
	for _, f := range m.f.fn.Type.Params.List {
		for _, id := range f.Names {
			if m.f.x.p.Info.Defs[id] == types.Object(v) {
				return id
			}
		}
	}
	return nil
}

// reachability finds the blocks of the loop from which the operation can be reached.
func (m *machine) reachability() {
	m.can = make(map[int32]bool)
	pl, ok := m.f.at[m.op]
	if !ok {
		return
	}
	preds := make(map[int32][]*cfg.Block)
	for _, b := range m.f.g.Blocks {
		if !b.Live || !m.l.holdsBlock(b) {
			continue
		}
		for _, s := range b.Succs {
			if m.l.holdsBlock(s) {
				preds[s.Index] = append(preds[s.Index], b)
			}
		}
	}
	work := []*cfg.Block{pl.block}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if m.can[b.Index] {
			continue
		}
		m.can[b.Index] = true
		work = append(work, preds[b.Index]...)
	}
}

// flags reports whether the loop sets a bool to a constant, so that it may end itself.
func (m *machine) flags() bool {
	found := false
	code.InspectShallow(m.region(), func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Lhs) == len(a.Rhs) {
			for _, e := range a.Rhs {
				if _, ok := m.f.x.p.Bool(e); ok {
					found = true
				}
			}
		}
		return !found
	})
	return found
}
