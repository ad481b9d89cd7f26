package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// An Overlap is an effect in a goroutine that a loop waits for up to a time and
// then begins anew, while the first may still be at it.
type Overlap struct {
	Effect *Effect
	// Late is the clause that is taken when the time is up.
	Late *ast.CommClause
	Loop ast.Stmt
}

// Overlaps returns the effects of goroutines that loops of fn start once more
// when a timer is over before they have answered.
func (f *Finder) Overlaps(fn *code.Func) []*Overlap {
	var out []*Overlap
	fn.Inspect(func(n ast.Node) bool {
		gs, ok := n.(*ast.GoStmt)
		if !ok {
			return true
		}
		loop := f.p.LoopAround(gs)
		body := loopBody(loop)
		lit, isLit := ast.Unparen(gs.Call.Fun).(*ast.FuncLit)
		if body == nil || !isLit || f.p.Parent(gs) != ast.Node(body) || f.perTurn(loop, lit) {
			return true
		}
		for _, s := range body.List {
			sel, ok := s.(*ast.SelectStmt)
			if !ok || sel.Pos() < gs.Pos() {
				continue
			}
			late := f.lateClause(sel, lit, loop)
			if late == nil {
				continue
			}
			for _, e := range f.In(f.p.FuncAt(lit)) {
				if e.Kind == api.EffectWrite && e.Confidence != ByName && e.Key.Source == KeyNone && !e.Tx.On && !e.Tx.Inside {
					out = append(out, &Overlap{Effect: e, Late: late, Loop: loop})
				}
			}
		}
		return true
	})
	return out
}

func loopBody(loop ast.Stmt) *ast.BlockStmt {
	switch l := loop.(type) {
	case *ast.ForStmt:
		return l.Body
	case *ast.RangeStmt:
		return l.Body
	}
	return nil
}

// perTurn reports whether the literal uses a variable of the loop: then each
// turn is about something else.
func (f *Finder) perTurn(loop ast.Stmt, lit *ast.FuncLit) bool {
	found := false
	mark := func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if v, _ := f.p.Info.Defs[id].(*types.Var); v != nil && f.p.Mentions(lit, v) {
					found = true
				}
			}
			return !found
		})
	}
	switch l := loop.(type) {
	case *ast.ForStmt:
		if l.Init != nil {
			mark(l.Init)
		}
	case *ast.RangeStmt:
		for _, e := range []ast.Expr{l.Key, l.Value} {
			if e != nil {
				mark(e)
			}
		}
	}
	return found
}

// lateClause returns the clause of a timer after which the loop goes round
// again, if another one waits for the literal's answer and leaves the loop.
func (f *Finder) lateClause(sel *ast.SelectStmt, lit *ast.FuncLit, loop ast.Stmt) *ast.CommClause {
	var late *ast.CommClause
	answered := false
	for _, s := range sel.Body.List {
		cc := s.(*ast.CommClause)
		ch := code.Received(cc.Comm)
		if cc.Comm == nil || ch == nil {
			continue
		}
		leaves := false
		for _, st := range cc.Body {
			ast.Inspect(st, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.ReturnStmt:
					leaves = true
				case *ast.BranchStmt:
					leaves = leaves || n.Tok == token.GOTO || n.Tok == token.BREAK && n.Label != nil
				case *ast.FuncLit:
					return false
				}
				return true
			})
		}
		switch {
		case f.timer(ch):
			if !leaves {
				late = cc
			}
		case f.p.VarOf(ch) != nil && f.p.Mentions(lit, f.p.VarOf(ch)):
			answered = answered || leaves
		}
	}
	if !answered {
		return nil
	}
	return late
}

// timer reports whether a channel is that of a timer.
func (f *Finder) timer(ch ast.Expr) bool {
	switch x := ast.Unparen(ch).(type) {
	case *ast.CallExpr:
		return f.p.CalleeOf(x).Key == "time.After"
	case *ast.SelectorExpr:
		return x.Sel.Name == "C" && api.KeyOfType(f.p.TypeOf(x.X)) == "*time.Timer"
	}
	return false
}
