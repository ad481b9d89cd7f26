package waits

import (
	"go/ast"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
)

// spin is the length of a sleep below which a loop around it waits for another
// processor rather than for another event.
const spin = 5 * time.Millisecond

// polls reports whether a short sleep is in a loop that goes round for long
// and looks at no context: the loop as a whole is then the wait.
func (f *Finder) polls(fn *code.Func, w *Wait) bool {
	d, _ := f.usual(w)
	if d < spin {
		return false
	}
	if loop, isRange := w.Node.(*ast.RangeStmt); isRange {
		return !f.looks(fn, loop) // for range ticker.C
	}
	for _, loop := range f.loopsAround(fn, w.Node) {
		if f.looks(fn, loop) {
			return false
		}
		switch n := f.turns(loop); {
		case n.inf:
			return true
		case !n.unknown && n.k == 0:
			if d *= time.Duration(n.n); d >= Short {
				return true
			}
		default:
			l, ok := loop.(*ast.ForStmt)
			return ok && l.Init == nil && l.Post == nil // for !ready() { … }
		}
	}
	return false
}

// ticks reports whether a sleep paces an endless loop that looks at a context in each turn:
// it leaves that much late.
func (f *Finder) ticks(fn *code.Func, w *Wait) bool {
	if w.Kind != api.WaitSleep || !w.Direct() {
		return false
	}
	loops := f.loopsAround(fn, w.Node)
	return len(loops) > 0 && endless(loops[0]) && f.looks(fn, loops[0])
}

// looks reports whether a loop looks at a context, or at the time, or hands a
// context to something that may end the loop.
func (f *Finder) looks(fn *code.Func, loop ast.Stmt) bool {
	for _, t := range f.flow.DoneTests(fn) {
		if code.Within(t.Node, loop) {
			return true
		}
	}
	found := false
	leaves := !endless(loop) || len(f.exits(fn, loop, nil)) > 0
	code.InspectShallow(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectStmt:
			found = found || leaves // a stop channel
		case *ast.CallExpr:
			switch f.p.CalleeOf(n).Key {
			case "time.Now", "time.Since", "time.Until", "(time.Time).After", "(time.Time).Before":
				found = true
			}
			for _, a := range n.Args {
				if t := f.p.Info.TypeOf(a); t != nil && leaves && (code.IsContext(t) || f.carries(a)) {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

func (f *Finder) carries(e ast.Expr) bool {
	t := f.p.Info.TypeOf(e)
	if t == nil {
		return false
	}
	expr, _ := f.flow.CarrierExpr(t)
	return expr != ""
}

// usual returns the longest time a wait takes by itself, for a sleep by a
// package variable the time that the variable begins with: tests alone set it
// to something else as a rule.
func (f *Finder) usual(w *Wait) (time.Duration, bool) {
	if d, ok := w.Limit(); ok || w.Kind != api.WaitSleep || w.BoundBy == nil {
		return d, ok
	}
	v := f.p.VarOf(w.BoundBy)
	if v == nil || v.IsField() || v.Parent() != f.p.Types.Scope() {
		return 0, false
	}
	for _, d := range f.p.Defs(v) {
		if d.In == nil && d.RHS != nil && d.Index < 0 {
			return durations.Eval(f.p, d.RHS).MaxDuration()
		}
	}
	return 0, false
}
