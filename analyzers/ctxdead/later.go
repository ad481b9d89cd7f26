package ctxdead

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/rule"
)

// later reports a job that a schedule, or a timer, runs when the function that has
// added it is gone, under a context which the deferred cancel of that function ends.
func later(p *rule.Pass, f *code.Func) {
	for _, lit := range f.Lits {
		add, ok := p.Code.Parent(lit.Node).(*ast.CallExpr)
		if !ok || !outlasts(p, f, lit, add) {
			continue
		}
		for _, c := range lit.Calls() {
			given := p.Flow.CtxArg(c)
			if given.Has != api.Yes || given.Expr == nil || !given.Ctx.Known() || given.Ctx.Opaque() {
				continue
			}
			s := dies(p, f, given.Ctx)
			if s == nil || s.Call.Pos() > lit.Node.Pos() {
				continue
			}
			if _, ok := needsLife(p, c, given); !ok {
				continue
			}
			p.Report(rule.Finding{
				Node: c,
				Message: fmt.Sprintf("%s runs when what %s is given is due, under %s, which the deferred call of %s cancels when %s returns; give it a context that lives as long as the jobs do",
					p.Code.CallName(c), p.Code.CallName(add), types.ExprString(given.Expr), s.Cancel.Name(), f.Name()),
				Related: []rule.Related{{Node: s.Call, Message: "the context is made here"}, {Node: add, Message: "added here"}},
			})
			break
		}
	}
}

// outlasts reports whether what a literal is handed to runs it after f has returned:
// a schedule that f returns or keeps, or a timer that nobody stops. f must not
// wait for anything after it.
func outlasts(p *rule.Pass, f, lit *code.Func, add *ast.CallExpr) bool {
	c := p.Code.CalleeOf(add)
	if p.Table.Runner(c.Key).AfterTime() {
		s, ok := p.Code.Parent(add).(*ast.ExprStmt)
		return ok && p.Code.LoopAround(add) == nil && !holdsOn(p, f, s, nil)
	}
	m := p.Handlers.Of(lit)
	if m == nil || m.How != handlers.ByRegistration || m.Kind != handlers.KindPeriodic || c.Recv == nil || holdsOn(p, f, add, c.Recv) {
		return false
	}
	if p.Code.FieldOf(c.Recv) != nil {
		return true
	}
	v := p.Code.VarOf(c.Recv)
	if v == nil {
		return false
	}
	found := false
	f.Inspect(func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok {
			for _, e := range r.Results {
				found = found || p.Code.VarOf(e) == v
			}
		}
		return !found
	})
	return found || f.ParamIndex(v) >= 0
}

// holdsOn reports whether f may wait, after a node, for an end: it receives,
// selects, goes round, or calls something that may wait. To start a schedule, or to
// add to it, is no wait.
func holdsOn(p *rule.Pass, f *code.Func, after ast.Node, schedule ast.Expr) bool {
	found := false
	f.Inspect(func(n ast.Node) bool {
		if n.Pos() < after.End() {
			return true
		}
		switch n := n.(type) {
		case *ast.SelectStmt, *ast.ForStmt, *ast.SendStmt, *ast.RangeStmt, *ast.DeferStmt:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.CallExpr:
			c := p.Code.CalleeOf(n)
			switch {
			case c.Conversion || c.Builtin != "" || c.Func == nil || c.Func.Pkg() == nil:
			case schedule != nil && c.Recv != nil && p.Code.SamePlace(c.Recv, schedule) && setsGoing(p, c):
			default:
				found = found || mayWait(p, n)
			}
		}
		return !found
	})
	return found
}

// setsGoing reports whether a method of a schedule takes another job, or starts the
// jobs, and returns at once. Schedulers call that Start, where Run stays; the table
// does not tell the two apart, as both begin what a program is for.
func setsGoing(p *rule.Pass, c api.Callee) bool {
	name := c.Func.Name()
	return p.Table.HandlerByReg(c.Key) != nil || name == "Start" || name == "StartAsync" || strings.HasPrefix(name, "Add")
}
