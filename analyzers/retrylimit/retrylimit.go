package retrylimit

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
	"github.com/faultlint/faultlint/internal/waits"
)

//go:embed doc.go
var doc string

// Analyzer is the pass with default options.
var Analyzer = New(rule.Default())

// New returns the pass of a suite.
func New(s *rule.Suite) *analysis.Analyzer {
	return rule.New(s, rule.Spec{Name: "retrylimit", Doc: rule.Doc(doc, "retrylimit"), Severity: severity.Warning, Run: run})
}

func run(p *rule.Pass) {
	seen := make(map[ast.Node]bool)
	for _, f := range p.Funcs() {
		capEnds(p, f, seen)
		deeper(p, f)
		elsewhere(p, f)
		refused(p, f)
		for _, r := range p.Retries.In(f) {
			if r.Periodic && !r.AfterFailure() && !r.Items {
				defers(p, r) // each tick adds one, whether or not it is there for a failure
				continue
			}
			if r.Kind == retry.Self || r.Items || r.Poll {
				continue
			}
			if r.AfterFailure() || r.OnSuccess == retry.Continues && r.Attempts.N == api.AttemptsUnbounded {
				defers(p, r)
				piles(p, r, seen)
			}
			if r.AfterFailure() && r.Attempts.N == api.AttemptsUnbounded && r.Total == nil {
				unbounded(p, r)
			}
		}
	}
}

// unbounded reports attempts that nothing counts and no time limits.
func unbounded(p *rule.Pass, r *retry.Retry) {
	if r.Kind == retry.Recursion {
		if r.Resumes || progress(p, r) || onState(p, r) {
			return // it goes on with what is left, which comes to an end
		}
		via := ","
		if r.Callee != nil {
			via = ", by way of " + code.ShortName(r.Callee) + ","
		}
		p.Report(rule.Finding{
			Node:    r.Node,
			Message: fmt.Sprintf("%s calls itself after each failure%s without a limit: as long as the failure lasts the stack grows and the caller waits; count the attempts in a loop, and give up after some", r.In.Name(), via),
		})
		return
	}
	if r.ClosureParam != nil {
		return // its callers know what they run
	}
	reach := p.Handlers.Entry(r.In)
	if reach == nil || !reach.Handler.Kind.Serves() {
		return
	}
	if r.Ctx != nil {
		if c := p.Flow.Trace(r.Ctx); !c.Known() || len(c.Bounds()) > 0 || c.Opaque() || limitedAbove(p, reach, r.Ctx) {
			return
		}
	}
	for _, c := range r.Checks {
		if t := p.Flow.Trace(c.Ctx); c.Leaves && !c.Own && (len(t.Bounds()) > 0 || limitedAbove(p, reach, c.Ctx)) {
			return // the loop looks at a limit that the operation is not given
		}
	}
	node := r.Node
	if r.Call != nil {
		node = r.Call
	}
	if n := r.Attempts.Node; n != nil && r.Call != nil && code.Within(n, r.Call) {
		node = n // retry.Attempts(0)
	}
	p.Report(rule.Finding{
		Node:    node,
		Message: fmt.Sprintf("nothing limits the attempts of %s, neither a number nor a time: while the failure lasts, the %s of %s never ends; limit both", r.Name(), reach.Handler.Kind, reach.Handler.Func.Name()),
		Related: []rule.Related{{Node: r.Node, Message: "the retry"}, {Node: reach.Handler.Func.Type, Message: "the handler"}},
	})
}

// refused reports a loop that goes on for as long as the answer is a refusal.
func refused(p *rule.Pass, f *code.Func) {
	for _, r := range p.Retries.RefusedLoops(f) {
		p.Report(rule.Finding{
			Node:    r.Loop,
			Message: fmt.Sprintf("this loop goes on for as long as %s, and nothing limits how often: a request that is refused for good is sent again without end; repeat it once, with what was renewed, and hand the refusal on", r.While),
		})
	}
}

// elsewhere reports calls in a request's path of functions of other packages of
// the project that repeat without a limit.
func elsewhere(p *rule.Pass, f *code.Func) {
	reach := p.Handlers.Entry(f)
	if reach == nil || !reach.Handler.Kind.Serves() {
		return
	}
	for _, call := range f.Calls() {
		callee := p.Code.Callee(call)
		if callee == nil || callee.Pkg() == nil || callee.Pkg() == p.Code.Types || !waits.SameModule(callee.Pkg().Path(), p.Code.Types.Path()) {
			continue
		}
		if _, ok := p.Code.Parent(call).(*ast.GoStmt); ok {
			continue
		}
		s := p.Summary(callee)
		if s == nil || s.Bounded {
			continue
		}
		g := p.Flow.CtxArg(call)
		unlimited := g.Known() && g.Expr != nil && g.Ctx.FromCaller() && !g.Ctx.Opaque() && len(g.Ctx.Bounds()) == 0 && !limitedAbove(p, reach, g.Expr)
		for _, rt := range slices.Concat(s.Retries, s.Within) {
			if !rt.Heedless && !(rt.Endless && unlimited) || rt.Total > 0 || rt.Closure != 0 {
				continue
			}
			p.Report(rule.Finding{
				Node:    call,
				Message: fmt.Sprintf("nothing limits the attempts of %s, neither a number nor a time: while the failure lasts, the %s of %s never ends; limit both", rule.Chain(code.ShortName(callee), rt.Via), reach.Handler.Kind, reach.Handler.Func.Name()),
				Related: []rule.Related{{Node: reach.Handler.Func.Type, Message: "the handler"}},
				Via:     rt.Via,
			})
			break
		}
	}
}

// deeper reports an endless loop that is made of calls to itself with the same
// arguments, as the last thing that it does and after a wait: Go does not turn them into a loop. Where a failure
// alone leads back, unbounded reports it.
func deeper(p *rule.Pass, f *code.Func) {
	if f.Obj == nil || f.Body == nil || !passesTime(p, f) {
		return
	}
	for _, r := range p.Retries.In(f) {
		if r.Kind == retry.Recursion {
			return
		}
	}
	for _, call := range f.Calls() {
		ret, ok := p.Code.Parent(call).(*ast.ReturnStmt)
		if !ok || f.Body.List[len(f.Body.List)-1] != ast.Stmt(ret) || p.Code.Callee(call) != f.Obj || !same(p, f, call) || progressAt(p, ret) {
			continue
		}
		p.Report(rule.Finding{
			Node:    ret,
			Message: fmt.Sprintf("%s calls itself for each next turn, without an end: the stack grows with each, and what it defers is never done; make it a loop", f.Name()),
		})
		return
	}
}

// passesTime reports whether a function passes time.
func passesTime(p *rule.Pass, f *code.Func) bool {
	for _, w := range p.Waits.Own(f) {
		if w.Kind == api.WaitSleep || w.Kind == api.WaitSelect || w.Kind == api.WaitRecv {
			return true
		}
	}
	return false
}

// same reports whether a call of f by itself hands all of its parameters and
// its receiver on as they are.
func same(p *rule.Pass, f *code.Func, call *ast.CallExpr) bool {
	params := f.Params()
	if len(params) != len(call.Args) {
		return false
	}
	for i, a := range call.Args {
		if v := p.Code.VarOf(a); v == nil || v != params[i] || len(p.Code.Defs(v)) > 0 {
			return false
		}
	}
	if recv := f.Sig.Recv(); recv != nil {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		return ok && p.Code.VarOf(sel.X) == recv
	}
	return true
}

// progress reports whether the branch with the recursive call changes state
// before it: takes an item off, moves to the next source.
func progress(p *rule.Pass, r *retry.Retry) bool { return progressAt(p, r.Node) }

// onState reports whether a condition around the recursive call asks for a field
// of the receiver, which the way there may have changed: if !c.renewed.
func onState(p *rule.Pass, r *retry.Retry) bool {
	cur, ok := p.Code.Cursor(r.Node)
	recv := r.In.Sig.Recv()
	if !ok || recv == nil {
		return false
	}
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.CaseClause)(nil)) {
		conds := []ast.Expr(nil)
		switch n := c.Node().(type) {
		case *ast.IfStmt:
			conds = append(conds, n.Cond)
		case *ast.CaseClause:
			conds = n.List
		}
		for _, e := range conds {
			found := false
			ast.Inspect(e, func(n ast.Node) bool {
				if sel, ok := n.(*ast.SelectorExpr); ok && p.Code.FieldOf(sel) != nil && p.Code.VarOf(sel.X) == recv {
					found = true
				}
				return !found
			})
			if found {
				return true
			}
		}
	}
	return false
}

func progressAt(p *rule.Pass, n ast.Node) bool {
	cur, ok := p.Code.Cursor(n)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil)) {
		found := false
		code.InspectShallow(c.Node(), func(n ast.Node) bool {
			as, ok := n.(*ast.AssignStmt)
			if !ok {
				return true
			}
			for _, l := range as.Lhs {
				if _, local := ast.Unparen(l).(*ast.Ident); !local {
					found = true
				}
			}
			return !found
		})
		return found
	}
	return false
}

// defers reports defer statements in a loop's body: they run when the function
// returns, not when the attempt ends.
func defers(p *rule.Pass, r *retry.Retry) {
	if r.Kind != retry.Loop && r.Kind != retry.LoopDriver || r.Body == nil {
		return
	}
	code.InspectShallow(r.Body, func(n ast.Node) bool {
		d, ok := n.(*ast.DeferStmt)
		if !ok {
			return true
		}
		if leavesAfter(p, d, r.Body) {
			return true
		}
		p.Report(rule.Finding{
			Node:    d,
			Message: "defer in the loop of a retry runs when the function returns, not when the attempt ends: each attempt adds one, and holds what it should release; make the attempt a function of its own",
			Related: []rule.Related{{Node: r.Node, Message: "the loop"}},
		})
		return true
	})
}

// leavesAfter reports whether the function certainly returns once the defer
// statement has run: it stands on the way out, and no continue comes after it.
func leavesAfter(p *rule.Pass, d *ast.DeferStmt, body ast.Node) bool {
	again := false
	code.InspectShallow(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return !code.Within(body, n) || n == body
		case *ast.BranchStmt:
			again = again || n.Tok == token.CONTINUE && n.Pos() > d.End() && sharesBlock(p, d, n)
		}
		return true
	})
	if again {
		return false
	}
	cur, ok := p.Code.Cursor(d)
	if !ok {
		return true
	}
	for c := range cur.Enclosing() {
		n := c.Node()
		if n == body {
			break
		}
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		case *ast.CommClause:
			list = n.Body
		default:
			continue
		}
		if len(list) > 0 {
			switch last := list[len(list)-1].(type) {
			case *ast.ReturnStmt:
				return true
			case *ast.BranchStmt:
				if last.Tok.String() == "break" {
					return true
				}
			}
		}
	}
	// In the body itself: the last statement decides.
	if b, ok := body.(*ast.BlockStmt); ok && len(b.List) > 0 {
		_, ret := b.List[len(b.List)-1].(*ast.ReturnStmt)
		return ret
	}
	return false
}

// sharesBlock reports whether n lies in the list of statements that d stands in.
func sharesBlock(p *rule.Pass, d *ast.DeferStmt, n ast.Node) bool {
	up := p.Code.Parent(d)
	return up != nil && code.Within(n, up)
}
