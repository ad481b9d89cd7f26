package retrylimit

import (
	_ "embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
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
	for _, f := range p.Funcs() {
		for _, r := range p.Retries.In(f) {
			if r.Kind == retry.Self || r.Items || r.Poll || r.Periodic {
				continue
			}
			if r.AfterFailure() || r.OnSuccess == retry.Continues && r.Attempts.N == api.AttemptsUnbounded {
				defers(p, r)
			}
			if r.AfterFailure() && r.Attempts.N == api.AttemptsUnbounded && r.Total == nil {
				unbounded(p, r)
			}
			if r.Kind == retry.Recursion && r.OnSuccess == retry.Continues && r.Attempts.N == api.AttemptsUnbounded {
				deeper(p, r)
			}
		}
	}
}

// unbounded reports attempts that nothing counts and no time limits.
func unbounded(p *rule.Pass, r *retry.Retry) {
	if r.Kind == retry.Recursion {
		if progress(p, r) {
			return // it goes on with what is left, which comes to an end
		}
		p.Report(rule.Finding{
			Node:    r.Node,
			Message: fmt.Sprintf("%s calls itself after each failure, without a limit: as long as the failure lasts the stack grows and the caller waits; count the attempts in a loop, and give up after some", r.In.Name()),
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
		if c := p.Flow.Trace(r.Ctx); !c.Known() || len(c.Bounds()) > 0 || c.Opaque() {
			return
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

// deeper reports an endless loop that is made of calls to itself. Go does not
// turn them into a loop.
func deeper(p *rule.Pass, r *retry.Retry) {
	if progress(p, r) || r.Call == nil {
		return
	}
	if _, ok := p.Code.Parent(r.Call).(*ast.GoStmt); ok {
		return
	}
	p.Report(rule.Finding{
		Node:    r.Node,
		Message: fmt.Sprintf("%s calls itself for each next turn, without an end: the stack grows with every failure, and what it defers is never done; make it a loop", r.In.Name()),
	})
}

// progress reports whether the branch with the recursive call changes state
// before it: takes an item off, moves to the next source.
func progress(p *rule.Pass, r *retry.Retry) bool {
	cur, ok := p.Code.Cursor(r.Node)
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
// statement has run: it stands on the way out.
func leavesAfter(p *rule.Pass, d *ast.DeferStmt, body ast.Node) bool {
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
