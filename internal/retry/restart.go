package retry

import (
	"go/ast"
	"go/token"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
)

// A Restart is a time limit around the turns of a loop that can never be
// reached: its timer is made anew in each turn, and something else ends the
// turn sooner.
type Restart struct {
	// Node is the call that makes the timer.
	Node ast.Node
	// Limit is its time.
	Limit durations.Value
	// Loop is the loop in whose turns it is made.
	Loop ast.Node
	// Other is the clause that ends the turn sooner: a shorter timer, a tick, or
	// default.
	Other *ast.CommClause
	// Pause is what Other waits for; unknown for default.
	Pause durations.Value
	// Default: Other is the default clause, so that the timer is not waited for at all.
	Default bool
}

// Restarts returns the limits in fn that begin anew in each turn of a loop and
// so never end it. A limit next to an event is not among them: it says how
// long nothing may happen.
func (x *Finder) Restarts(fn *code.Func) []Restart {
	var out []Restart
	fn.Inspect(func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectStmt); ok {
			if r, ok := x.restart(sel); ok {
				out = append(out, r)
			}
		}
		return true
	})
	return out
}

func (x *Finder) restart(sel *ast.SelectStmt) (Restart, bool) {
	loop := x.p.LoopAround(sel)
	if loop == nil {
		return Restart{}, false
	}
	label := x.p.Label(loop)
	for _, s := range sel.Body.List {
		cc, ok := s.(*ast.CommClause)
		if !ok || cc.Comm == nil || !leavesLoop(cc.Body, label) {
			continue
		}
		making := x.freshTimer(cc, loop)
		if making == nil {
			continue
		}
		limit := durations.Eval(x.p, making.Args[0])
		least, ok := limit.Min()
		if !ok || least <= 0 {
			continue
		}
		for _, s := range sel.Body.List {
			other, ok := s.(*ast.CommClause)
			if !ok || other == cc || leavesLoop(other.Body, label) {
				continue
			}
			if other.Comm == nil {
				return Restart{Node: making, Limit: limit, Loop: loop, Other: other, Default: true}, true
			}
			ch := code.Received(other.Comm)
			if ch == nil || !x.isTimeChan(ch) {
				continue
			}
			arg := x.timerArg(ch, 0)
			if arg == nil {
				continue
			}
			pause := durations.Eval(x.p, arg)
			if most, ok := pause.Max(); ok && most > 0 && most < least {
				return Restart{Node: making, Limit: limit, Loop: loop, Other: other, Pause: pause}, true
			}
		}
	}
	return Restart{}, false
}

// leavesLoop reports whether the statements of a clause end by leaving the loop.
func leavesLoop(body []ast.Stmt, label string) bool {
	if len(body) == 0 {
		return false
	}
	switch s := body[len(body)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.BREAK && s.Label != nil && s.Label.Name == label
	}
	return false
}

// freshTimer returns the call that makes the one-shot timer of a clause, if it
// is made in each turn of the loop.
func (x *Finder) freshTimer(cc *ast.CommClause, loop ast.Node) *ast.CallExpr {
	ch := code.Received(cc.Comm)
	if ch == nil || !x.isTimeChan(ch) {
		return nil
	}
	e := ast.Unparen(ch)
	if sel, ok := e.(*ast.SelectorExpr); ok && sel.Sel.Name == "C" {
		e = sel.X
	}
	origins := x.p.Origins(e)
	if len(origins) != 1 {
		return nil
	}
	call, ok := ast.Unparen(origins[0].Expr).(*ast.CallExpr)
	if !ok || !code.Within(call, loop) || len(call.Args) != 1 {
		return nil
	}
	switch x.p.CalleeOf(call).Key {
	case "time.After", "time.NewTimer":
	default:
		return nil
	}
	if x.p.LoopAround(call) != loop {
		return nil
	}
	return call
}
