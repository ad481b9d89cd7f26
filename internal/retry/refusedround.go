package retry

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// aliveCond reports whether a loop's condition asks whether a context lives.
func (x *Finder) aliveCond(cond ast.Expr) bool {
	e, isNil := x.p.NilTest(cond)
	if e == nil {
		return false
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && isNil && x.p.CalleeOf(call).Key == "(context.Context).Err"
}

// goneRound returns the status with which a loop without a condition certainly
// goes round again, and which the same request gets again: "resp.StatusCode is
// 401", if with 200 it certainly leaves; "" if there is none. Only a status that
// the loop itself names is asked for.
func (x *Finder) goneRound(loop *ast.ForStmt) string {
	var named []int64
	text := ""
	code.InspectShallow(loop.Body, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			if c, ok := x.intConst(e); ok && api.RefusingStatus(c) && !slices.Contains(named, c) {
				named = append(named, c)
			}
			if a := x.statusIn(e); a != nil && text == "" && x.broughtIn(a, loop) {
				text = types.ExprString(e)
			}
		}
		return true
	})
	if text == "" {
		return ""
	}
	for _, c := range named {
		w := roundWalk{x: x, status: c}
		if o := w.list(loop.Body.List); o != turnOn && o != turnNext {
			continue
		}
		if w.status = 200; w.list(loop.Body.List) == turnLeaves || w.list(loop.Body.List) == turnBreaks {
			return fmt.Sprintf("%s is %d", text, c)
		}
	}
	return ""
}

// broughtIn reports whether an answer comes from a call in the loop.
func (x *Finder) broughtIn(answer ast.Expr, loop *ast.ForStmt) bool {
	v := x.p.VarOf(answer)
	return v != nil && slices.ContainsFunc(x.p.Defs(v), func(d *code.Def) bool {
		call, ok := d.RHS.(*ast.CallExpr)
		return ok && d.Node != nil && code.Within(d.Node, loop.Body) && x.plausible(call)
	})
}

// A roundWalk follows the one way through a loop's body that is taken when no
// call fails and the answer has a status.
type roundWalk struct {
	x      *Finder
	status int64
}

// A turn says where a list of statements ends.
type turn int

const (
	turnUnsure turn = iota // not known
	turnOn                 // behind the list
	turnNext               // with the next turn of the loop
	turnLeaves             // behind the loop
	turnBreaks             // behind the switch or select
)

func (w *roundWalk) list(list []ast.Stmt) turn {
	for _, s := range list {
		if o := w.stmt(s); o != turnOn {
			return o
		}
	}
	return turnOn
}

func (w *roundWalk) stmt(s ast.Stmt) turn {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		return turnLeaves
	case *ast.BranchStmt:
		switch {
		case s.Label != nil:
			return turnUnsure
		case s.Tok == token.CONTINUE:
			return turnNext
		case s.Tok == token.BREAK:
			return turnBreaks
		}
		return turnUnsure
	case *ast.BlockStmt:
		return w.list(s.List)
	case *ast.IfStmt:
		switch w.holds(s.Cond) {
		case api.Yes:
			return w.list(s.Body.List)
		case api.No:
			if s.Else != nil {
				return w.stmt(s.Else)
			}
			return turnOn
		}
		return turnUnsure
	case *ast.SwitchStmt:
		return w.switched(s)
	case *ast.SelectStmt:
		return w.waits(s)
	case *ast.AssignStmt, *ast.ExprStmt, *ast.DeclStmt, *ast.DeferStmt:
		if w.takes(s) {
			return turnUnsure // the next item
		}
		return turnOn
	}
	return turnUnsure
}

// switched follows a switch over the status, or one without a tag.
func (w *roundWalk) switched(s *ast.SwitchStmt) turn {
	if s.Tag != nil && w.x.statusIn(s.Tag) == nil {
		return turnUnsure
	}
	var chosen *ast.CaseClause
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		if c.List == nil {
			if chosen == nil {
				chosen = c // unless another one fits
			}
			continue
		}
		fits := api.No
		for _, e := range c.List {
			one := api.Maybe
			if s.Tag == nil {
				one = w.holds(e)
			} else if n, ok := w.x.intConst(e); ok {
				one = triOf(n == w.status)
			}
			fits = either(fits, one)
		}
		if fits == api.Maybe {
			return turnUnsure
		}
		if fits == api.Yes {
			chosen = c
			break
		}
	}
	if chosen == nil {
		return turnOn
	}
	if o := w.list(chosen.Body); o != turnBreaks {
		return o
	}
	return turnOn
}

// waits follows a select that waits for a while, or for the end of a context.
func (w *roundWalk) waits(s *ast.SelectStmt) turn {
	timed := false
	for _, c := range s.Body.List {
		c := c.(*ast.CommClause)
		ch := code.Received(c.Comm)
		if ch == nil {
			return turnUnsure
		}
		if code.IsTimeChan(w.x.p.TypeOf(ch)) && w.list(c.Body) == turnOn {
			timed = true
		} else if call, ok := ast.Unparen(ch).(*ast.CallExpr); !ok || w.x.p.CalleeOf(call).Key != "(context.Context).Done" {
			return turnUnsure
		}
	}
	if !timed {
		return turnUnsure
	}
	return turnOn
}

// takes reports whether a statement receives something that is not the time:
// with a next item the loop does not repeat the same.
func (w *roundWalk) takes(s ast.Stmt) bool {
	found := false
	code.InspectShallow(s, func(n ast.Node) bool {
		if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.ARROW {
			found = found || !code.IsTimeChan(w.x.p.TypeOf(u.X))
		}
		return !found
	})
	return found
}

// holds says whether a condition holds when no call fails and the answer has
// the status.
func (w *roundWalk) holds(cond ast.Expr) api.Tri {
	cond = ast.Unparen(cond)
	if e, isNil := w.x.p.NilTest(cond); e != nil {
		switch t := w.x.p.TypeOf(e); {
		case code.IsError(t):
			return triOf(isNil)
		case api.IsResponse(t):
			return triOf(!isNil)
		}
		return api.Maybe
	}
	switch e := cond.(type) {
	case *ast.Ident:
		// A verdict that a variable holds: ok := resp.StatusCode == 200.
		if o := w.x.p.Origins(e); len(o) == 1 && o[0].Expr != nil && o[0].Expr != cond && !o[0].Unknown && o[0].Index < 0 {
			return w.holds(o[0].Expr)
		}
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return w.holds(e.X).Not()
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND:
			return either(w.holds(e.X).Not(), w.holds(e.Y).Not()).Not()
		case token.LOR:
			return either(w.holds(e.X), w.holds(e.Y))
		}
		return w.compares(e)
	}
	return api.Maybe
}

// compares is holds for a comparison of the status with a constant.
func (w *roundWalk) compares(b *ast.BinaryExpr) api.Tri {
	l, lok := w.value(b.X)
	r, rok := w.value(b.Y)
	if !lok || !rok {
		return api.Maybe
	}
	switch b.Op {
	case token.EQL:
		return triOf(l == r)
	case token.NEQ:
		return triOf(l != r)
	case token.LSS:
		return triOf(l < r)
	case token.LEQ:
		return triOf(l <= r)
	case token.GTR:
		return triOf(l > r)
	case token.GEQ:
		return triOf(l >= r)
	}
	return api.Maybe
}

func (w *roundWalk) value(e ast.Expr) (int64, bool) {
	if w.x.statusIn(e) != nil {
		return w.status, true
	}
	if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && b.Op == token.QUO && w.x.statusIn(b.X) != nil {
		if by, ok := w.x.intConst(b.Y); ok && by != 0 {
			return w.status / by, true
		}
	}
	return w.x.intConst(e)
}

// either is x or y.
func either(x, y api.Tri) api.Tri {
	switch {
	case x == api.Yes || y == api.Yes:
		return api.Yes
	case x == api.No && y == api.No:
		return api.No
	}
	return api.Maybe
}
