package ctxdead

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
)

//go:embed doc.go
var doc string

// Analyzer is the pass with default options.
var Analyzer = New(rule.Default())

// New returns the pass of a suite.
func New(s *rule.Suite) *analysis.Analyzer {
	return rule.New(s, rule.Spec{Name: "ctxdead", Doc: rule.Doc(doc, "ctxdead"), Severity: severity.Error, Run: run})
}

func run(p *rule.Pass) {
	for _, f := range p.Funcs() {
		early(p, f)
		goes(p, f)
		later(p, f)
		inField(p, f)
		f.Inspect(func(n ast.Node) bool {
			if s, ok := n.(*ast.IfStmt); ok {
				failed(p, f, s)
			}
			return true
		})
		seen := make(map[ast.Node]bool) // one finding for each end that was not heeded
		for _, call := range f.Calls() {
			given := p.Flow.CtxArg(call)
			if given.Has != api.Yes || given.Expr == nil || given.Stop || given.Kind != api.CtxArg {
				continue
			}
			over := p.Flow.OverAt(given.Expr, call)
			if over == nil {
				if !undo(p, f, call, given) && !marks(p, f, call, given) && !verdict(p, f, call, given) {
					giveBack(p, f, call, given)
				}
				continue
			}
			if seen[over.Node] {
				continue
			}
			via, ok := needsLife(p, call, given)
			if !ok {
				continue
			}
			seen[over.Node] = true
			report(p, call, given, over, via)
		}
	}
}

// undo reports what a deferred function takes back after a failure under the
// context whose end may be the failure.
func undo(p *rule.Pass, f *code.Func, call *ast.CallExpr, given ctxflow.Given) bool {
	if f.UseOf().Role != code.RoleDefer || !given.Ctx.Known() || !given.Ctx.FromCaller() || !afterFailure(p, f, call) {
		return false
	}
	if _, ok := needsLife(p, call, given); !ok && !rollsBack(p, call) {
		return false
	}
	root := given.Ctx.Root
	if root.Func == f {
		return false
	}
	if fn := p.Code.Callee(call); fn != nil && fn.Name() == "Commit" {
		return false // keeps what there is for whoever looks into the failure
	}
	name := types.ExprString(given.Expr)
	p.Report(rule.Finding{
		Node:    call,
		Message: fmt.Sprintf("%s cleans up after a failure, but under %s, whose end may be that failure: then nothing is cleaned up; give it context.WithTimeout(context.WithoutCancel(%s), limit)", p.Code.CallName(call), name, name),
	})
	return true
}

// afterFailure reports whether a call in a deferred literal runs only if the
// function around it returns an error: if err != nil { … }, or after
// if err == nil { return }, where err is that function's.
func afterFailure(p *rule.Pass, f *code.Func, call *ast.CallExpr) bool {
	cur, ok := p.Code.Cursor(call)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.FuncLit)(nil)) {
		if n, ok := c.Node().(*ast.IfStmt); ok {
			if outerErr(p, f, n.Cond, token.NEQ) && code.Within(call, n.Body) {
				return true
			}
			continue
		}
		break
	}
	for _, s := range f.Body.List {
		if s.Pos() > call.Pos() {
			break
		}
		n, ok := s.(*ast.IfStmt)
		if !ok || !outerErr(p, f, n.Cond, token.EQL) || len(n.Body.List) == 0 {
			continue
		}
		if _, ok := n.Body.List[len(n.Body.List)-1].(*ast.ReturnStmt); ok {
			return true
		}
	}
	return false
}

// outerErr reports whether cond compares an error declared outside of f with nil.
func outerErr(p *rule.Pass, f *code.Func, cond ast.Expr, op token.Token) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || b.Op != op || !p.Code.Info.Types[b.Y].IsNil() {
		return false
	}
	v := p.Code.VarOf(b.X)
	return v != nil && !v.IsField() && (v.Pos() < f.Node.Pos() || v.Pos() > f.Node.End()) && code.IsError(v.Type())
}

// needsLife reports whether a call does nothing useful under a context that is
// over: it waits, and the context's end ends the wait, or it looks at the context first
// and refuses.
func needsLife(p *rule.Pass, call *ast.CallExpr, given ctxflow.Given) (via []*ast.CallExpr, ok bool) {
	if via, ok := p.Waits.Ends(call, given); ok {
		return via, true
	}
	fn := p.Code.Callee(call)
	if fn == nil || given.Expr == nil {
		return nil, false
	}
	s := p.Summary(fn)
	return nil, s != nil && s.CtxFirst && s.CtxParam <= len(call.Args) && ast.Unparen(call.Args[s.CtxParam-1]) == ast.Unparen(given.Expr)
}

// rollsBack reports whether a call is the rollback of a transaction that needs
// a live context. Plain deferred rollbacks are left alone: after a commit they
// do nothing, and a server rolls back a connection that is dropped.
func rollsBack(p *rule.Pass, call *ast.CallExpr) bool {
	fn := p.Code.Callee(call)
	if fn == nil || fn.Name() != "Rollback" {
		return false
	}
	row := p.Table.CallOf(fn)
	return row != nil && row.Never && row.Obeys == api.Yes
}

func report(p *rule.Pass, call *ast.CallExpr, given ctxflow.Given, over *ctxflow.Over, via []*ast.CallExpr) {
	name := types.ExprString(given.Expr)
	var why string
	switch over.Kind {
	case ctxflow.OverCancelled:
		why = fmt.Sprintf("was cancelled at %s", p.Where(over.Node))
	case ctxflow.OverDeferred:
		why = fmt.Sprintf("is cancelled by the deferred call at %s, which runs before this one", p.Where(over.Node))
	case ctxflow.OverGroup:
		why = fmt.Sprintf("ended when the group's Wait returned at %s", p.Where(over.Node))
	case ctxflow.OverAfter:
		why = fmt.Sprintf("is over, since context.AfterFunc (at %s) runs this when it ends", p.Where(over.Node))
	default:
		why = fmt.Sprintf("is over, as seen at %s", p.Where(over.Node))
	}
	callee := p.Code.CallName(call)
	rel := []rule.Related{{Node: over.Node, Message: "the end of the context"}}
	for _, c := range via {
		callee += " → " + p.Code.CallName(c)
		rel = append(rel, rule.Related{Node: c, Message: "calls " + p.Code.CallName(c)})
	}
	p.Report(rule.Finding{
		Node:    call,
		Message: fmt.Sprintf("%s fails at once here: its context %s %s; give it context.WithTimeout(context.WithoutCancel(%s), limit)", callee, name, why, name),
		Related: rel,
	})
}
