package waits

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// exitKind says why a loop is left.
type exitKind int8

const (
	exitOther  exitKind = iota // a condition of its own
	exitClosed                 // the channel was closed
	exitErr                    // something failed
	exitDone                   // a context or a stop channel ended
	exitTime                   // a time limit
)

// An exit is a statement that leaves a loop.
type exit struct {
	kind exitKind
	node ast.Node
	// ctx is the context of exitDone, nil for a stop channel.
	ctx *ctxflow.Ctx
	// ch is the channel of exitDone.
	ch ast.Expr
}

// loopAround returns the innermost loop of fn around a node, nil if there is none.
// A range over the channel itself counts as the loop around it.
func (f *Finder) loopAround(fn *code.Func, n ast.Node) ast.Stmt {
	if r, ok := n.(*ast.RangeStmt); ok {
		return r
	}
	cur, ok := f.p.Cursor(n)
	if !ok {
		return nil
	}
	var child ast.Node = n
	for c := range cur.Enclosing() {
		switch m := c.Node().(type) {
		case *ast.ForStmt:
			if child != m.Init {
				return m
			}
		case *ast.RangeStmt:
			if child != m.X {
				return m
			}
		case *ast.FuncLit, *ast.FuncDecl:
			if m == fn.Node {
				return nil
			}
		}
		child = c.Node()
	}
	return nil
}

// loopsAround returns all loops of fn around a node, the innermost first.
func (f *Finder) loopsAround(fn *code.Func, n ast.Node) []ast.Stmt {
	var out []ast.Stmt
	cur, ok := f.p.Cursor(n)
	if !ok {
		return nil
	}
	var child ast.Node
	for c := range cur.Enclosing() {
		switch m := c.Node().(type) {
		case *ast.ForStmt:
			if child != nil && child != m.Init {
				out = append(out, m)
			}
		case *ast.RangeStmt:
			if child != nil && child != m.X {
				out = append(out, m)
			}
		case *ast.FuncLit, *ast.FuncDecl:
			if m == fn.Node {
				return out
			}
		}
		child = c.Node()
	}
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

// exits returns the statements that leave a loop of fn early. Channel is the
// class of the channel the loop receives from, to tell its close from others.
func (f *Finder) exits(fn *code.Func, loop ast.Stmt, channel *chanClass) []exit {
	body := loopBody(loop)
	if body == nil {
		return nil
	}
	var out []exit
	code.InspectShallow(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			out = append(out, f.exitAt(fn, loop, n, channel))
		case *ast.BranchStmt:
			if n.Tok == token.BREAK && f.breaks(n, loop) || n.Tok == token.GOTO {
				out = append(out, f.exitAt(fn, loop, n, channel))
			}
		}
		return true
	})
	return out
}

// breaks reports whether a break statement leaves a loop.
func (f *Finder) breaks(b *ast.BranchStmt, loop ast.Stmt) bool {
	cur, ok := f.p.Cursor(b)
	if !ok {
		return false
	}
	if b.Label != nil {
		for c := range cur.Enclosing((*ast.LabeledStmt)(nil)) {
			l, _ := c.Node().(*ast.LabeledStmt)
			if l != nil && l.Label.Name == b.Label.Name {
				return code.Within(loop, l.Stmt)
			}
		}
		return false
	}
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.SwitchStmt)(nil), (*ast.TypeSwitchStmt)(nil), (*ast.SelectStmt)(nil)) {
		return c.Node() == loop
	}
	return false
}

// exitAt classes a statement that leaves a loop by what decides it.
func (f *Finder) exitAt(fn *code.Func, loop ast.Stmt, n ast.Node, channel *chanClass) exit {
	out := exit{node: n}
	cur, ok := f.p.Cursor(n)
	if !ok {
		return out
	}
	var child ast.Node = n
	decided := false
	for c := range cur.Enclosing() {
		m := c.Node()
		if m == loop || m == fn.Node {
			break
		}
		switch m := m.(type) {
		case *ast.CommClause:
			if m.Comm == nil || m.Comm == child {
				break
			}
			if e := f.commExit(fn, m, channel, atTop(m.Body, n)); e.kind != exitOther {
				e.node = n
				if !decided || e.kind == exitDone {
					if !(decided && out.kind == exitClosed) {
						out = e
					}
				}
				return out
			}
		case *ast.IfStmt:
			if child != m.Body && child != m.Else || decided {
				break
			}
			if k := f.ifExit(fn, m, child == m.Else, channel); k != exitOther {
				out.kind, decided = k, true
			}
		}
		child = c.Node()
	}
	return out
}

// atTop reports whether a statement is in a list itself rather than nested in
// one of its statements.
func atTop(list []ast.Stmt, n ast.Node) bool {
	for _, s := range list {
		if s == n {
			return true
		}
	}
	return false
}

// commExit says why a loop is left in the body of a select's case; always says
// that the case leaves it whatever else.
func (f *Finder) commExit(fn *code.Func, cc *ast.CommClause, channel *chanClass, always bool) exit {
	ch := commChan(cc)
	if ch == nil {
		return exit{}
	}
	if ctx, ok := f.doneCtx(fn, ch); ok {
		return exit{kind: exitDone, ctx: ctx, ch: ch}
	}
	if f.timerOf(ch) != nil {
		return exit{kind: exitTime, ch: ch}
	}
	cl := f.class(ch)
	if cl != nil && cl == channel {
		return exit{}
	}
	if t := chanType(f.p.Info.TypeOf(ch)); t != nil && isEmptyStruct(t.Elem()) && cl != nil {
		if always || len(cl.closes()) > 0 && len(cl.sends()) == 0 {
			return exit{kind: exitDone, ch: ch} // a signal to stop
		}
	}
	if t := chanType(f.p.Info.TypeOf(ch)); t != nil && api.KeyOfType(t.Elem()) == "error" {
		return exit{kind: exitErr, ch: ch}
	}
	return exit{}
}

func isEmptyStruct(t types.Type) bool {
	st, ok := t.Underlying().(*types.Struct)
	return ok && st.NumFields() == 0
}

// commChan returns the channel a select's case receives from, nil for a send or default.
func commChan(cc *ast.CommClause) ast.Expr {
	var e ast.Expr
	switch s := cc.Comm.(type) {
	case *ast.ExprStmt:
		e = s.X
	case *ast.AssignStmt:
		if len(s.Rhs) == 1 {
			e = s.Rhs[0]
		}
	}
	if e == nil {
		return nil
	}
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && u.Op == token.ARROW {
		return u.X
	}
	return nil
}

// ifExit says why a loop is left in a branch of an if statement.
func (f *Finder) ifExit(fn *code.Func, s *ast.IfStmt, inElse bool, channel *chanClass) exitKind {
	for _, t := range f.flow.DoneTests(fn) {
		if t.Cond == s && t.Over != nil && (t.Over == s.Body) != inElse {
			return exitDone
		}
	}
	cond := ast.Unparen(s.Cond)
	not := inElse
	if u, ok := cond.(*ast.UnaryExpr); ok && u.Op == token.NOT {
		cond, not = ast.Unparen(u.X), !not
	}
	if id, ok := cond.(*ast.Ident); ok && not && f.isOk(id, channel) {
		return exitClosed
	}
	kind := exitOther
	ast.Inspect(s.Cond, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if (n.Op == token.NEQ && !inElse || n.Op == token.EQL && inElse) && (code.IsError(f.p.Info.TypeOf(n.X)) || code.IsError(f.p.Info.TypeOf(n.Y))) {
				kind = exitErr
			}
		case *ast.CallExpr:
			if c := f.p.CalleeOf(n); api.IsErrorsIs(c.Key) || api.IsErrorsAs(c.Key) {
				kind = exitErr
			}
		}
		return true
	})
	return kind
}

// isOk reports whether id is the second result of a receive from a class.
func (f *Finder) isOk(id *ast.Ident, channel *chanClass) bool {
	for _, d := range f.p.Reaching(id) {
		if d == nil || d.Index != 1 || d.RHS == nil {
			return false
		}
		u, ok := ast.Unparen(d.RHS).(*ast.UnaryExpr)
		if !ok || u.Op != token.ARROW {
			return false
		}
		if cl := f.class(u.X); channel != nil && cl != channel {
			return false
		}
	}
	return true
}

// endless reports whether a loop has no condition of its own.
func endless(loop ast.Stmt) bool {
	l, ok := loop.(*ast.ForStmt)
	return ok && l.Cond == nil
}
