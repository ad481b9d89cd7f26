package ctxflow

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// merge makes one context of the alternatives: if all have the same root, the
// longest with those steps marked that not all have; else it is ambiguous.
func merge(alts []alt) Ctx {
	var live []alt
	for _, a := range alts {
		if a.cycle == nil {
			live = append(live, a)
		}
	}
	if len(live) == 0 {
		return Ctx{}
	}
	live = dropDefaults(live)
	best := live[0].Ctx
	var others []Ctx
	for _, a := range live[1:] {
		if sameRoot(best.Root, a.Root) {
			best = join(best, a.Ctx)
			continue
		}
		found := false
		for i := range others {
			if sameRoot(others[i].Root, a.Root) {
				others[i], found = join(others[i], a.Ctx), true
				break
			}
		}
		if !found {
			others = append(others, a.Ctx)
		}
	}
	if len(others) > 0 {
		best.Ambiguous, best.Others = true, others
	}
	return best
}

func sameRoot(a, b Root) bool {
	if a.Kind != b.Kind || a.Var != b.Var || a.Func != b.Func {
		return false
	}
	return a.Var != nil || a.Kind != RootUnknown || a.Expr == b.Expr
}

// join merges two derivations of the same root.
func join(a, b Ctx) Ctx {
	if len(b.Steps) > len(a.Steps) {
		a, b = b, a
	}
	steps := make([]Step, len(a.Steps))
	copy(steps, a.Steps)
	for i := range steps {
		in := false
		for _, s := range b.Steps {
			if s.Call == steps[i].Call && s.Kind == steps[i].Kind {
				in = in || !s.Maybe
			}
		}
		if !in {
			steps[i].Maybe = true
		}
	}
	// Steps that only the shorter one has are possible as well.
	for _, s := range b.Steps {
		in := false
		for _, u := range steps {
			in = in || u.Call == s.Call && u.Kind == s.Kind
		}
		if !in {
			s.Maybe = true
			steps = append(steps, s)
		}
	}
	a.Steps = steps
	if a.Stacked == nil {
		a.Stacked, a.StackedLit, a.StackedBound = b.Stacked, b.StackedLit, b.StackedBound
	}
	return a
}

// nilDefault reports whether d gives a variable a value because it was nil:
// if ctx == nil { ctx = context.Background() }. The variable still counts as
// what it was before.
func (f *Flow) nilDefault(d *code.Def) bool {
	if d.Kind != code.DefAssign || d.Node == nil {
		return false
	}
	cur, ok := f.p.Cursor(d.Node)
	if !ok {
		return false
	}
	var child ast.Node = d.Node
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.BlockStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch n := c.Node().(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return false
		case *ast.IfStmt:
			if v, eq := f.nilTest(n.Cond); v != nil && v == d.Var {
				if eq && child == n.Body || !eq && child == n.Else {
					return true
				}
			}
		}
		child = c.Node()
	}
	return false
}

// nilTest returns the variable that a condition compares with nil.
func (f *Flow) nilTest(cond ast.Expr) (v *types.Var, eq bool) {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || b.Op.String() != "==" && b.Op.String() != "!=" {
		return nil, false
	}
	x, y := b.X, b.Y
	if f.p.IsNil(x) {
		x, y = y, x
	}
	if !f.p.IsNil(y) {
		return nil, false
	}
	return f.p.VarOf(x), b.Op.String() == "=="
}

// runsAgain reports whether a definition that feeds itself may run more than
// once for one variable: in a loop, or else (lit) in a literal that assigns a
// variable of the function around it.
func (f *Flow) runsAgain(d *code.Def) (again, lit bool) {
	cur, ok := f.p.Cursor(d.Node)
	if !ok {
		return false, false
	}
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		n := c.Node()
		if n.Pos() <= d.Var.Pos() && d.Var.Pos() < n.End() {
			// Declared in here: a new variable in each turn.
			return false, false
		}
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true, false
		case *ast.FuncLit:
			if fn := f.p.FuncAt(n); fn != nil && fn.UseOf().Role == code.RoleImmediate {
				continue
			}
			return true, true
		}
	}
	return false, false
}
