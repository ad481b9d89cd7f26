package retryerror

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
	return rule.New(s, rule.Spec{Name: "retryerror", Doc: rule.Doc(doc, "retryerror"), Severity: severity.Error, Run: run})
}

func run(p *rule.Pass) {
	words := make(map[ast.Node]bool)
	exist := existing(p)
	for _, f := range p.Funcs() {
		fresh(p, f)
		poison(p, f)
		composed(p, f)
		marksLasting(p, f)
		for _, r := range p.Retries.Loops(f) {
			if r.Kind == retry.Driver && r.Driver != nil && r.Closure != nil && r.Driver.On == api.OnCondition {
				neverRetries(p, r)
			}
		}
		for _, r := range p.Retries.In(f) {
			lowered(p, r, words)
			byName(p, r, words)
			unreached(p, r, words)
			if len(exist) > 0 {
				again(p, r, exist, words)
			}
			switch {
			case r.Kind == retry.Driver && r.Driver != nil && r.Closure != nil:
				stale(p, r)
				unmarked(p, r)
				everyMarked(p, r)
				nothingMarked(p, r)
				deaf(p, r)
				broken(p, r)
				permanent(p, r)
				statuses(p, r)
				undecodable(p, r)
				hopeless(p, r)
				canceled(p, r)
				refusals(p, r)
			case r.Kind == retry.Loop && r.AfterFailure():
				lost(p, r)
				shadowed(p, r)
				overwritten(p, r)
				overwrittenAfter(p, r)
				forgotten(p, r)
				flattened(p, r)
				broken(p, r)
				permanent(p, r)
				statuses(p, r)
				hopeless(p, r)
				canceled(p, r)
				refusals(p, r)
			case r.Kind == retry.Helper && r.Closure != nil:
				permanent(p, r)
				refusals(p, r)
			}
		}
	}
}

// neverRetries reports a condition that returns its operation's error, which
// stops the driver, and never says "not yet".
func neverRetries(p *rule.Pass, r *retry.Retry) {
	var stops []*ast.ReturnStmt
	again := false
	r.Closure.Inspect(func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			return true
		}
		if len(ret.Results) != 2 {
			again = true // a call's results, or named ones: not in sight
			return true
		}
		nilErr := p.Code.Info.Types[ret.Results[1]].IsNil()
		done := p.Code.Info.Types[ret.Results[0]].Value
		switch {
		case nilErr && (done == nil || done.String() == "false"):
			again = true
		case !nilErr && (errorVar(p, ret.Results[1]) || wrapsVar(p, ret.Results[1])):
			stops = append(stops, ret)
		}
		return true
	})
	if again || len(stops) == 0 {
		return
	}
	p.Report(rule.Finding{
		Node:    stops[len(stops)-1],
		Message: fmt.Sprintf("%s stops at the first error that its condition returns, and this one returns every error and never \"not yet\": it never tries again; return false, nil for errors that may pass", r.Name()),
		Related: []rule.Related{{Node: r.Node, Message: "the retry that never retries"}},
	})
}

// errorVar reports whether e is a variable that holds a call's error.
func errorVar(p *rule.Pass, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	for _, d := range p.Code.Reaching(id) {
		if _, ok := ast.Unparen(d.RHS).(*ast.CallExpr); d.RHS == nil || !ok {
			return false
		}
	}
	return true
}

// wrapsVar reports whether e is a new text around a variable that holds a call's error.
func wrapsVar(p *rule.Pass, e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !api.Wraps(api.Key(p.Code.Callee(call))) {
		return false
	}
	for _, a := range call.Args {
		if code.IsError(p.Code.Info.TypeOf(a)) && errorVar(p, a) {
			return true
		}
	}
	return false
}

// ends reports whether a number or a time ends the attempts.
func ends(r *retry.Retry) bool {
	return r.Attempts.Bounded() == api.Yes || r.Total != nil && r.Total.Between && runsOut(r)
}

// runsOut reports whether the head of the loop ends it.
func runsOut(r *retry.Retry) bool {
	switch n := r.Node.(type) {
	case *ast.ForStmt:
		return n.Cond != nil
	case *ast.RangeStmt:
		return true
	}
	return false
}

// breaks reports whether the loop may also be left by break: then what follows
// it is reached by success as well.
func breaks(r *retry.Retry) bool {
	found := false
	code.InspectShallow(r.Body, func(n ast.Node) bool {
		if b, ok := n.(*ast.BranchStmt); ok && (b.Tok.String() == "break" || b.Tok.String() == "goto") {
			found = true
		}
		return !found
	})
	return found
}

// next returns the statement after s in its list, nil if there is none.
func next(p *rule.Pass, s ast.Node) ast.Stmt {
	cur, ok := p.Code.Cursor(s)
	if !ok {
		return nil
	}
	if l, ok := cur.Parent().Node().(*ast.LabeledStmt); ok {
		return next(p, l)
	}
	sib, ok := cur.NextSibling()
	if !ok {
		return nil
	}
	st, _ := sib.Node().(ast.Stmt)
	return st
}
