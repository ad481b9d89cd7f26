package retryerror

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// composed reports policies put together in the order retry, breaker, where
// the retry is not told to leave the breaker's refusal alone. Not reported:
// retries that choose their failures by anything else, or that never end.
func composed(p *rule.Pass, f *code.Func) {
	for _, call := range f.Calls() {
		if !api.Composes(api.Key(p.Code.Callee(call))) {
			continue
		}
		for i, a := range call.Args {
			again := builder(p, a, api.RetryPolicies)
			if again == nil || !takesAll(p, again) {
				continue
			}
			for _, b := range call.Args[i+1:] {
				breaker := builder(p, b, api.BreakerPolicies)
				if breaker == nil {
					continue
				}
				p.Report(rule.Finding{
					Node:    call,
					Message: "the retry policy stands outside of the breaker and takes its refusal for one more failure: while the breaker is open no attempt is made at all, so the pauses wait for nothing; add the breaker's ErrOpen to AbortOnErrors, or put the breaker first",
					Related: []rule.Related{{Node: again[0], Message: "the retry policy"}, {Node: breaker[len(breaker)-1], Message: "the breaker"}},
				})
				return
			}
		}
	}
}

// builder returns the calls of the chain that builds the policy e of a
// package, the outermost first, nil if it is not in sight.
func builder(p *rule.Pass, e ast.Expr, pkg string) []*ast.CallExpr {
	origins := p.Code.Origins(e)
	if len(origins) != 1 || origins[0].Unknown {
		return nil
	}
	var out []*ast.CallExpr
	x := origins[0].Expr
	for x != nil {
		call, ok := ast.Unparen(x).(*ast.CallExpr)
		if !ok {
			// A builder that is kept in a variable may be told more elsewhere.
			return nil
		}
		fn := p.Code.Callee(call)
		if fn == nil || fn.Pkg() == nil || !api.BuildsPolicies(fn.Pkg().Path()) {
			return nil
		}
		out = append(out, call)
		if sig := fn.Type().(*types.Signature); sig.Recv() == nil {
			if fn.Pkg().Path() != pkg {
				return nil
			}
			return out
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return nil
		}
		x = sel.X
	}
	return nil
}

// takesAll reports whether a retry policy repeats whatever the breaker returns,
// a limited number of times.
func takesAll(p *rule.Pass, chain []*ast.CallExpr) bool {
	for _, call := range chain {
		name := p.Code.Callee(call).Name()
		switch {
		case strings.HasPrefix(name, "Handle"), name == "AbortIf", name == "AbortOnErrorTypes":
			return false
		case name == "AbortOnErrors":
			for _, a := range call.Args {
				v := p.Code.VarOf(selected(a))
				if v == nil || v.Pkg() == nil || v.Pkg().Path() == api.BreakerPolicies || call.Ellipsis.IsValid() {
					return false
				}
			}
		case name == "WithMaxRetries" || name == "WithMaxAttempts":
			v := p.Code.Info.Types[call.Args[0]].Value
			if v != nil && strings.HasPrefix(v.ExactString(), "-") {
				return false
			}
		}
	}
	return true
}
