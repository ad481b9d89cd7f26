package waits

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// GivenUp returns the select in which a function waits for the goroutine that
// runs fn among other things, so that it may leave without it; nil if there is
// none.
func (f *Finder) GivenUp(fn *code.Func) *ast.SelectStmt {
	for g := fn; g != nil && g.Obj == nil; g = g.Parent {
		run := f.flow.Live(g)
		if run.Abandons != nil {
			return run.Abandons
		}
		if run.Kind != ctxflow.RunSync && run.Kind != ctxflow.RunDeferred {
			return nil
		}
	}
	return nil
}

// OnlyEndsBy returns the wait of a goroutine that goes round for ever and
// leaves only when the context that cancel ends is over; nil if it may end in
// another way, or that cannot be told.
func (f *Finder) OnlyEndsBy(worker *code.Func, cancel *types.Var) *Wait {
	for _, w := range f.In(worker) {
		if w.Goroutine || w.Ctx == nil || w.Ctx.Ambiguous || w.Proven {
			continue
		}
		ends := false
		for _, s := range w.Ctx.Cancels() {
			ends = ends || s.Cancel == cancel
		}
		if !ends {
			continue
		}
		switch n := w.Node.(type) {
		case *ast.UnaryExpr:
			if f.flow.DoneOf(n.X) != nil && !w.InLoop {
				return w // <-ctx.Done()
			}
		case *ast.SelectStmt:
			if f.aroundForEver(w.Fn, w.Node) && !f.closable(n) {
				return w
			}
		case *ast.CallExpr:
			if w.From != nil && w.From.Loop {
				if g := f.p.FuncOf(w.Callee); g != nil && f.hasEndless(g) && !f.anyClosable(g) {
					return w
				}
			}
		}
	}
	return nil
}

// aroundForEver reports whether a loop without a condition is around a node.
func (f *Finder) aroundForEver(fn *code.Func, n ast.Node) bool {
	for _, l := range f.loopsAround(fn, n) {
		if endless(l) {
			return true
		}
	}
	return false
}

// hasEndless reports whether a function is a loop without a condition.
func (f *Finder) hasEndless(fn *code.Func) bool {
	for _, s := range fn.Body.List {
		if l, ok := s.(*ast.LabeledStmt); ok {
			s = l.Stmt
		}
		if endless(s) {
			return true
		}
	}
	return false
}

// closable reports whether one of the channels of a select is closed by
// somebody, so that the loop around it may end by that.
func (f *Finder) closable(sel *ast.SelectStmt) bool {
	for _, s := range sel.Body.List {
		cc, ok := s.(*ast.CommClause)
		if !ok {
			continue
		}
		ch := commChan(cc)
		if ch == nil || f.flow.DoneOf(ch) != nil || f.timerOf(ch) != nil {
			continue
		}
		if cl := f.class(ch); cl == nil || len(cl.closes()) > 0 || cl.othersSend {
			return true
		}
	}
	return false
}

func (f *Finder) anyClosable(fn *code.Func) bool {
	found := false
	fn.Inspect(func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectStmt); ok && f.closable(sel) {
			found = true
		}
		return !found
	})
	return found
}
