package waits

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
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

// LeftOpen returns the connection on which a wait of a goroutine goes on, in the
// functions that it calls, after the function that has made the connection, and
// started the goroutine, has given up on it in a select; nil if it is not so.
func (f *Finder) LeftOpen(w *Wait) (conn ast.Expr, given *ast.SelectStmt) {
	if !w.Proven || w.Obeys != facts.ObeysNone || w.Trivial || w.Subject == nil || w.Direct() {
		return nil, nil
	}
	sel := f.GivenUp(w.Fn)
	v := f.p.VarOf(w.Subject)
	if sel == nil || v == nil || v.IsField() || !f.isPeer(v.Type()) {
		return nil, nil
	}
	outer := f.p.Enclosing(sel)
	if outer == nil || outer.ParamIndex(v) >= 0 || !outer.Declares(v) || w.Fn.Node.Pos() <= v.Pos() && v.Pos() < w.Fn.Node.End() {
		return nil, nil
	}
	return w.Subject, sel
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

// Closers returns the functions that close a channel, or send on it, as far as
// that is certain: all of them are in sight.
func (f *Finder) Closers(ch ast.Expr) []*code.Func {
	cl := f.class(ch)
	if cl == nil || cl.othersMake || cl.othersSend {
		return nil
	}
	var out []*code.Func
	for _, o := range cl.ops {
		if o.receives() {
			continue
		}
		out = append(out, f.whoRuns(o.fn))
	}
	return out
}

// WithoutRoom reports whether all channels that an expression may be are made by the package,
// and none has room.
func (f *Finder) WithoutRoom(ch ast.Expr) bool {
	cl := f.class(ch)
	return cl != nil && cl.room() == 0
}

// OnlyClosed reports whether all that happens to a channel is that it is closed: nothing
// is sent on it, and it is not made anew by those who close it.
func (f *Finder) OnlyClosed(ch ast.Expr) bool {
	cl := f.class(ch)
	if cl == nil || cl.othersMake || cl.othersSend || len(cl.sends()) > 0 {
		return false
	}
	closes := cl.closes()
	for _, c := range closes {
		for _, m := range cl.makes {
			if c.fn == m.fn {
				return false
			}
		}
	}
	return len(closes) > 0 && len(cl.makes) > 0
}

// foreign reports whether the Done calls for a group, a WaitGroup in a field,
// are all made by functions that other callers run, rather than by workers:
// how long the wait takes is up to them. at is one of these.
func (f *Finder) foreign(group ast.Expr) (at ast.Node, by *code.Func) {
	field := f.p.FieldOf(group)
	if field == nil || field.Exported() {
		return nil, nil
	}
	adds := make(map[*code.Func]bool)
	type done struct {
		call ast.Node
		fn   *code.Func
	}
	var dones []done
	for _, g := range f.p.Funcs {
		for _, call := range g.Calls() {
			sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
			if !ok || f.p.FieldOf(sel.X) != field {
				continue
			}
			switch sel.Sel.Name {
			case "Add":
				adds[g.Outermost()] = true
			case "Done":
				dones = append(dones, done{call, g})
			case "Wait":
			default:
				return nil, nil
			}
		}
	}
	for _, d := range dones {
		if d.fn.Obj == nil || !d.fn.Obj.Exported() || adds[d.fn] {
			return nil, nil
		}
		calls, _ := f.p.Callers(d.fn)
		if len(calls) > 0 {
			return nil, nil
		}
	}
	if len(dones) == 0 || len(adds) == 0 {
		return nil, nil
	}
	return dones[0].call, dones[0].fn
}
