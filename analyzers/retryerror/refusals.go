package retryerror

import (
	"fmt"
	"go/ast"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// refusals reports a retry of a call that names its refusals, an error for an
// answer that stays the same, and that repeats them like any other failure. Not
// reported: attempts that mention that error, whatever they do with it; what
// waits, by its name, for something to come into being; short retries.
func refusals(p *rule.Pass, r *retry.Retry) {
	if r.Guard.Class != facts.ErrAny || r.If != nil || r.Attempts.N == 1 || r.Attempts.N == 2 || r.Poll || r.Items || r.Local || r.Targets || r.Tx ||
		r.OnSuccess == retry.Continues || r.Guard.Status || r.ClosureParam != nil || waitsFor.MatchString(funcName(r.In)) {
		return
	}
	if r.Kind == retry.Driver && r.Driver.On != api.OnAnyError || delays(r) < longWait && !lasts(p, r) {
		return
	}
	for _, t := range r.Guard.Tests {
		if !isNil(p, t.Expr) && !t.Ctx {
			return
		}
	}
	calls, body := r.Ops, r.Body
	if r.Closure != nil {
		calls, body = r.Closure.Calls(), r.Closure.Body
	}
	if body == nil {
		return
	}
	for _, call := range calls {
		fn := p.Code.Callee(call)
		if fn == nil || code.IsInterfaceMethod(fn) || waitsFor.MatchString(fn.Name()) {
			continue
		}
		s := p.Summary(fn)
		if s == nil || len(s.Refuses) == 0 || mentions(p, body, s.Refuses) || r.Closure != nil && !handsBack(p, r.Closure, call) {
			continue
		}
		stop := "return at it"
		if r.Driver != nil && len(r.Driver.Permanent) > 0 {
			stop = "mark it as permanent"
		}
		p.Report(rule.Finding{
			Node:    r.Node,
			Message: fmt.Sprintf("%s repeats also %s, by which %s says that the answer stays the same: all attempts and their delays are spent before the caller hears of it; %s", r.Name(), api.ShortName(s.Refuses[0]), code.ShortName(fn), stop),
			Related: []rule.Related{{Node: call, Message: "what is repeated"}},
		})
		return
	}
}

// mentions reports whether code names one of the errors with these keys.
func mentions(p *rule.Pass, body ast.Node, keys []string) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			found = found || slices.Contains(keys, p.Code.GlobalKey(id))
		}
		return !found
	})
	return found
}

// handsBack reports whether a function returns the error of a call, as it is or
// in a new text, and asks nothing of it but whether it is nil.
func handsBack(p *rule.Pass, f *code.Func, call *ast.CallExpr) bool {
	handed, asked := false, false
	ofCall := func(e ast.Expr) bool {
		if !code.IsError(p.Code.Info.TypeOf(e)) {
			return false
		}
		return slices.ContainsFunc(p.Code.Origins(e), func(o code.Origin) bool { return o.Expr == ast.Expr(call) })
	}
	f.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			for _, e := range n.Results {
				if ast.Unparen(e) == ast.Expr(call) || ofCall(e) || wrapsVar(p, e) {
					handed = true
				}
			}
		case *ast.CallExpr:
			if n != call && !api.Wraps(api.Key(p.Code.Callee(n))) && slices.ContainsFunc(n.Args, ofCall) {
				asked = true
			}
		}
		return true
	})
	return handed && !asked
}
