package lockwait

import (
	"go/ast"
	"go/token"
	"go/types"
	"time"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// patience is how long the making of what all need may take under its lock.
const patience = 5 * time.Second

// makesOnce reports whether a lock is held while something is made that whoever waits
// for the lock needs: the function leaves at once if a field has it already. That is
// done once, and a limit on it is a limit on their wait.
func makesOnce(p *rule.Pass, f *code.Func, h *hold, w *waits.Wait) bool {
	d, known := w.Limit()
	if known && d > patience || !known && !(w.Limited && w.Modules > 0) {
		return false
	}
	for _, s := range f.Body.List {
		ifs, ok := s.(*ast.IfStmt)
		if !ok || ifs.Init != nil || ifs.Pos() < h.at.Pos() {
			continue
		}
		field, set := guards(p, f, ifs.Cond)
		if field == nil || !setUnder(p, f, field) {
			continue
		}
		last := ifs.Body.List[max(len(ifs.Body.List)-1, 0):]
		if set && ifs.End() < w.Node.Pos() && len(last) == 1 {
			if _, leaves := last[0].(*ast.ReturnStmt); leaves {
				return true
			}
		}
		if !set && code.Within(w.Node, ifs.Body) {
			return true
		}
	}
	return false
}

// guards returns the field of the receiver of which a condition asks whether it has
// been made, and what the answer is if the condition is true; nil if it asks for more.
func guards(p *rule.Pass, f *code.Func, cond ast.Expr) (field *types.Var, set bool) {
	x, set := ast.Unparen(cond), true
	switch c := x.(type) {
	case *ast.UnaryExpr:
		if c.Op != token.NOT {
			return nil, false
		}
		x, set = ast.Unparen(c.X), false
	case *ast.BinaryExpr:
		if !p.Code.IsNil(c.Y) || c.Op != token.NEQ && c.Op != token.EQL {
			return nil, false
		}
		x, set = ast.Unparen(c.X), c.Op == token.NEQ
	}
	sel, ok := x.(*ast.SelectorExpr)
	recv := f.Sig.Recv()
	if !ok || recv == nil || p.Code.VarOf(sel.X) != recv || code.IsError(p.Code.TypeOf(sel)) {
		return nil, false
	}
	return p.Code.FieldOf(sel), set
}

// setUnder reports whether a function, or a method that it calls, sets a field.
func setUnder(p *rule.Pass, f *code.Func, field *types.Var) bool {
	for _, d := range p.Code.Defs(field) {
		if d.Node == nil || d.RHS != nil && p.Code.IsNil(d.RHS) {
			continue
		}
		if yes, ok := p.Code.Bool(d.RHS); d.RHS != nil && ok && !yes {
			continue
		}
		if code.Within(d.Node, f.Body) {
			return true
		}
		for _, c := range f.Calls() {
			if g := p.Code.FuncOf(p.Code.Callee(c)); g != nil && g.Body != nil && code.Within(d.Node, g.Body) {
				return true
			}
		}
	}
	return false
}
