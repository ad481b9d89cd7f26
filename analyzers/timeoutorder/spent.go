package timeoutorder

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// dialDefault is what clients give a connection by default. The error of one that
// takes as long is DeadlineExceeded as well, though the context lives on; what
// is done about that in particular may be meant for it.
const dialDefault = 5 * time.Second

// spent reports a step that is made under a deadline which the step before is
// known to have used up: its error was tested for that, and what comes next is
// given the same context.
func spent(p *rule.Pass, f *code.Func) {
	f.Inspect(func(n ast.Node) bool {
		var cond ast.Expr
		var then, after []ast.Stmt
		switch n := n.(type) {
		case *ast.IfStmt:
			cond, then = n.Cond, n.Body.List
			if n.Else == nil && !leaves(p, n.Body) {
				after = following(p, n)
			}
		case *ast.CaseClause:
			if sw, ok := p.Code.Parent(p.Code.Parent(n)).(*ast.SwitchStmt); ok && sw.Tag == nil && len(n.List) == 1 {
				cond, then = n.List[0], n.Body
			}
		}
		first := exceeded(p, cond)
		if first == nil {
			return true
		}
		i := heeds(p, first)
		if i < 0 || i >= len(first.Args) {
			return true
		}
		id, ok := ast.Unparen(first.Args[i]).(*ast.Ident)
		if !ok {
			return true
		}
		g := p.Flow.CtxArg(first)
		if !g.Known() {
			return true
		}
		var at ast.Node
		length, short := "", false
		for _, b := range g.Ctx.Bounds() {
			if b.In == f && !b.Maybe && len(b.Through) == 0 && b.Call != nil {
				at = b.Call
				if d, ok := b.Limit.MaxDuration(); ok {
					length, short = " of "+retry.Short(d), d <= dialDefault
				}
			}
		}
		v := p.Code.VarOf(id)
		if at == nil || v == nil {
			return true
		}
		var next *ast.CallExpr
		if short {
			next = nextStep(p, then, v, id, true)
		}
		if next == nil && (short || p.Table.Call(p.Code.CalleeOf(first).Key) != nil) {
			// A server may have used up a deadline of its own, but hardly within so short a one.
			next = nextStep(p, after, v, id, false)
		}
		if next != nil {
			p.Report(rule.Finding{
				Node:    next,
				Message: fmt.Sprintf("%s has used up the deadline%s set at %s if the test at %s is true, and this call is then given the same context, which is over: it fails at once; give each step a limit of its own", p.Code.CallName(first), length, p.Where(at), p.Where(cond)),
				Related: []rule.Related{{Node: at, Message: "the deadline of both"}, {Node: first, Message: "may use it up"}},
			})
		}
		return true
	})
}

// exceeded returns the call whose error a condition tests for an exceeded
// deadline.
func exceeded(p *rule.Pass, cond ast.Expr) *ast.CallExpr {
	if cond == nil {
		return nil
	}
	var e ast.Expr
	switch c := ast.Unparen(cond).(type) {
	case *ast.CallExpr:
		if api.IsErrorsIs(p.Code.CalleeOf(c).Key) && len(c.Args) == 2 && isDeadline(p, c.Args[1]) {
			e = c.Args[0]
		}
	case *ast.BinaryExpr:
		if c.Op == token.EQL && isDeadline(p, c.Y) {
			e = c.X
		}
		if call, ok := ast.Unparen(c.X).(*ast.CallExpr); ok && c.Op == token.EQL && len(call.Args) == 1 && api.IsCodeOfError(p.Code.CalleeOf(call).Key) && isDeadlineCode(p, c.Y) {
			e = call.Args[0]
		}
	}
	if e == nil {
		return nil
	}
	origins := p.Code.Origins(e)
	if len(origins) != 1 || origins[0].Unknown {
		return nil
	}
	call, _ := origins[0].Expr.(*ast.CallExpr)
	return call
}

// isDeadline reports whether e is the error of an exceeded deadline.
func isDeadline(p *rule.Pass, e ast.Expr) bool {
	return code.IsError(p.Code.TypeOf(e)) && api.CtxSentinel(p.Code.GlobalKey(e)) == "DeadlineExceeded"
}

// isDeadlineCode reports whether e is the status code of an exceeded deadline.
func isDeadlineCode(p *rule.Pass, e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && api.IsStatusCode(p.Code.TypeOf(e)) && strings.TrimPrefix(sel.Sel.Name, "Code") == "DeadlineExceeded"
}

// heeds returns the argument that is the context whose end ends a call, -1 if it
// is not known to have one.
func heeds(p *rule.Pass, call *ast.CallExpr) int {
	c := p.Code.CalleeOf(call)
	if row := p.Table.Call(c.Key); row != nil {
		if row.Obeys == api.Yes && row.Ctx.Kind == api.CtxArg {
			return row.Ctx.Arg
		}
		return -1
	}
	if c.Func != nil && api.TakesCallOptions(c.Func) {
		return 0
	}
	return -1
}

// leaves reports whether a block does not go on to what follows it, or calls
// something that may not return.
func leaves(p *rule.Pass, b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch last := b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		call, ok := ast.Unparen(last.X).(*ast.CallExpr)
		return !ok || p.Code.MayStop(call)
	}
	return false
}

// following returns the statements after s in its block.
func following(p *rule.Pass, s ast.Stmt) []ast.Stmt {
	block, ok := p.Code.Parent(s).(*ast.BlockStmt)
	if !ok {
		return nil
	}
	return block.List[slices.Index(block.List, s)+1:]
}

// nextStep returns the first call in statements that can fail and gets the
// context in v, unless that is asked for its end or given another value before.
// waits: only one that is known to wait will do, as what is done about the
// failure may make an error with the context's values.
func nextStep(p *rule.Pass, list []ast.Stmt, v *types.Var, id *ast.Ident, waits bool) *ast.CallExpr {
	defs := p.Code.Reaching(id)
	for _, s := range list {
		switch s.(type) {
		case *ast.ReturnStmt, *ast.ExprStmt, *ast.AssignStmt:
		case *ast.IfStmt:
			s = s.(*ast.IfStmt).Init
			if s == nil {
				return nil
			}
		default:
			return nil
		}
		var found *ast.CallExpr
		code.InspectShallow(s, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || found != nil {
				return found == nil
			}
			fn := p.Code.Callee(call)
			if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() == "context" || !code.ReturnsError(fn.Signature()) && !waits || waits && !obeys(p, fn) {
				return true
			}
			for _, a := range call.Args {
				if i, ok := ast.Unparen(a).(*ast.Ident); ok && p.Code.VarOf(i) == v && slices.Equal(p.Code.Reaching(i), defs) {
					found = call
				}
			}
			return true
		})
		if found != nil {
			return found
		}
	}
	return nil
}

// obeys reports whether a function is known to wait for something under the
// context that it is given.
func obeys(p *rule.Pass, fn *types.Func) bool {
	if row := p.Table.CallOf(fn); row != nil {
		return row.Obeys == api.Yes && row.Ctx.Kind == api.CtxArg
	}
	s := p.Summary(fn)
	return s != nil && s.CtxUsed && len(s.Waits) > 0
}
