package retryerror

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"net/http"
	"regexp"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// broken reports a retry around a circuit breaker that treats the breaker's
// refusal like any other failure: while it is open no attempt can succeed.
// Not reported: endless loops, which may mean to wait until it closes, and
// retries that ask anything of the error which is not in sight.
func broken(p *rule.Pass, r *retry.Retry) {
	if !repeatsAll(p, r) {
		return
	}
	for _, f := range attempt(p, r) {
		call, row := breakerIn(p, f.calls)
		if call == nil || looksAtRefusal(p, f.body) || r.If != nil && r.If.Body != nil && looksAtRefusal(p, r.If.Body) {
			continue
		}
		p.Report(rule.Finding{
			Node:    r.Node,
			Message: fmt.Sprintf("%s goes on after %s has refused: while the breaker is open no attempt is made at all, so the pauses wait for nothing, and they end in one burst when it closes; stop at its refusal, or put the retry inside of the breaker", r.Name(), row),
			Related: []rule.Related{{Node: call, Message: "the breaker"}},
		})
		return
	}
}

// permanent reports a retry that repeats answers which stay the same: every
// status but success becomes an error that carries the status, and every error
// is repeated without a look at it. Not reported: errors that only mention the
// status in their text, because many short retries do so on purpose; endless
// loops; and whatever waits for something to come into being by its name,
// because there 404 may well be "not yet".
func permanent(p *rule.Pass, r *retry.Retry) {
	if !repeatsAll(p, r) && !repeatsUnmarked(p, r) || r.If != nil || len(r.Delays) == 0 && r.Kind == retry.Loop || waitsFor.MatchString(funcName(r.In)) {
		return
	}
	for _, f := range attempt(p, r) {
		if waitsFor.MatchString(f.name) {
			continue
		}
		test := onlySuccess(p, f.body)
		if test == nil || tellsStatus(p, r.In.Body, test) || f.via != nil && looksAt(p, r, f.via) || !worthwhile(p, r, f) {
			continue
		}
		p.Report(rule.Finding{
			Node:    r.Node,
			Message: fmt.Sprintf("%s repeats every status but success, also 400, 401, 403 and 404, which stay the same however often one asks: all attempts and their delays are spent before the caller hears of it; tell those apart and do not repeat them", r.Name()),
			Related: []rule.Related{{Node: test, Message: "every status but success becomes the same error here"}},
		})
		return
	}
}

// waitsFor matches names of functions that wait until something is there.
var waitsFor = regexp.MustCompile(`(?i)wait|ready|health|until|poll|probe|ping|alive|available|eventually|running|started`)

func funcName(f *code.Func) string {
	for f.Parent != nil {
		f = f.Parent
	}
	if f.Obj == nil {
		return ""
	}
	return f.Obj.Name()
}

// repeatsAll reports whether a counted retry repeats every error: nothing on
// the way back asks what kind it is, but for sentinels of this package.
func repeatsAll(p *rule.Pass, r *retry.Retry) bool {
	if r.Attempts.Bounded() != api.Yes || r.Attempts.N == 1 || r.Attempts.N == 2 || r.Poll || r.Items || r.Local || r.Targets || r.OnSuccess == retry.Continues || r.Guard.Status {
		return false
	}
	if r.Kind == retry.Driver {
		return r.Driver != nil && r.Closure != nil && r.Driver.On == api.OnAnyError && r.Guard.Class == facts.ErrAny && len(r.Guard.Tests) == 0 && !marks(p, r)
	}
	if r.Kind == retry.Helper && (r.Closure == nil || r.If != nil) || r.Kind != retry.Loop && r.Kind != retry.Helper || r.Guard.Class != facts.ErrAny {
		return false
	}
	for _, t := range r.Guard.Tests {
		if !isNil(p, t.Expr) && !ownSentinel(p, t.Expr) {
			return false
		}
	}
	return true
}

// repeatsUnmarked reports whether a driver repeats every error but those that are
// marked as permanent, for a time that is worth a finding. The marks of other
// failures change nothing for the one that comes back unmarked.
func repeatsUnmarked(p *rule.Pass, r *retry.Retry) bool {
	return r.Kind == retry.Driver && r.Driver != nil && r.Closure != nil && r.Driver.On == api.OnAnyError && r.Guard.Class == facts.ErrAny && len(r.Guard.Tests) == 0 && r.If == nil &&
		r.Attempts.N != 1 && r.Attempts.N != 2 && !r.Poll && !r.Items && !r.Local && !r.Targets && (lasts(p, r) || r.Attempts.Bounded() == api.Yes && delays(r) >= longWait)
}

// looksAt reports whether the closure of a driver does anything with the error of
// the call in it but to hand it on: it may mark it there. Of other retries
// repeatsAll has seen that nothing does.
func looksAt(p *rule.Pass, r *retry.Retry, call *ast.CallExpr) bool {
	if r.Kind == retry.Helper {
		return !handsBack(p, r.Closure, call)
	}
	if r.Closure == nil || !marks(p, r) {
		return false
	}
	if _, ok := p.Code.Parent(call).(*ast.ReturnStmt); ok {
		return false
	}
	// if err := f(); err != nil { return err }
	for _, c := range r.Closure.Calls() {
		if p.Retries.StopsDriver(r, c) || slices.Contains(r.Driver.Permanent, api.Key(p.Code.Callee(c))) {
			return true
		}
	}
	asked := false
	r.Closure.Inspect(func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || c == call {
			return !asked
		}
		for _, a := range c.Args {
			if !code.IsError(p.Code.Info.TypeOf(a)) {
				continue
			}
			for _, o := range p.Code.Origins(a) {
				if o.Expr == ast.Expr(call) && !api.Wraps(api.Key(p.Code.Callee(c))) {
					asked = true
				}
			}
		}
		return !asked
	})
	return asked
}

// marks reports whether the closure of a driver calls what makes an error
// permanent for it.
func marks(p *rule.Pass, r *retry.Retry) bool {
	for _, f := range attempt(p, r) {
		for _, call := range f.calls {
			if p.Retries.StopsDriver(r, call) {
				return true
			}
			if fn := p.Code.Callee(call); fn != nil {
				for _, k := range r.Driver.Permanent {
					if api.Key(fn) == k {
						return true
					}
				}
			}
		}
	}
	return false
}

// isNil reports whether a condition compares with nil.
func isNil(p *rule.Pass, e ast.Expr) bool {
	x, _ := p.Code.NilTest(e)
	return x != nil
}

// ownSentinel reports whether a condition asks for an error that this package
// declares, or for the end of a context.
func ownSentinel(p *rule.Pass, e ast.Expr) bool {
	var want ast.Expr
	switch x := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return x.Op == token.NOT && ownSentinel(p, x.X)
	case *ast.CallExpr:
		if fn := p.Code.Callee(x); fn == nil || fn.FullName() != "errors.Is" || len(x.Args) != 2 {
			return false
		}
		want = x.Args[1]
	case *ast.BinaryExpr:
		if x.Op != token.EQL && x.Op != token.NEQ {
			return false
		}
		want = x.Y
	default:
		return false
	}
	v := p.Code.VarOf(want)
	if v == nil || v.Pkg() == nil {
		return false
	}
	return v.Pkg() == p.Code.Types || v.Pkg().Path() == "context"
}

// A part is the code of an attempt: the loop's body or the closure, or a
// function of this package that it calls.
type part struct {
	name  string
	body  ast.Node
	calls []*ast.CallExpr
	via   *ast.CallExpr // the call of it in the attempt, nil for the attempt itself
}

// attempt returns the code that an attempt runs, one call deep.
func attempt(p *rule.Pass, r *retry.Retry) []part {
	var out []part
	add := func(f *code.Func, via *ast.CallExpr) {
		out = append(out, part{funcName(f), f.Body, f.Calls(), via})
	}
	calls := r.Ops
	if r.Closure != nil {
		add(r.Closure, nil)
		calls = r.Closure.Calls()
	} else {
		out = append(out, part{"", r.Body, r.Ops, nil})
	}
	for _, call := range calls {
		if f := p.Code.FuncOf(p.Code.Callee(call)); f != nil && f.Body != nil {
			add(f, call)
		}
	}
	return out
}

// breakerIn returns a call that runs its closure through a circuit breaker,
// and its name.
func breakerIn(p *rule.Pass, calls []*ast.CallExpr) (*ast.CallExpr, string) {
	for _, call := range calls {
		fn := p.Code.Callee(call)
		if fn == nil {
			continue
		}
		if row := p.Table.RunnerOf(fn); row != nil && row.Breaker && !row.Async {
			return call, code.ShortName(fn)
		}
	}
	return nil, ""
}

// looksAtRefusal reports whether code names an error of the breaker's package.
func looksAtRefusal(p *rule.Pass, body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := p.Code.Info.Uses[id].(*types.Var); ok && !v.IsField() && v.Pkg() != nil && v.Pkg() != p.Code.Types && v.Parent() == v.Pkg().Scope() && code.ImplementsError(v.Type()) && v.Pkg().Path() != "context" {
				found = true
			}
		}
		return !found
	})
	return found
}

// onlySuccess returns the condition by which a function makes an error of
// every status but success, nil if it has none or tells several apart.
func onlySuccess(p *rule.Pass, body ast.Node) ast.Expr {
	var found ast.Expr
	several := false
	code.InspectShallow(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SwitchStmt:
			if n.Tag != nil && isStatus(p, n.Tag) {
				several = true
			}
		case *ast.BinaryExpr:
			if !isStatus(p, n.X) {
				return true
			}
			k, ok := statusConst(p, n.Y)
			bad := ok && (n.Op == token.NEQ && k >= 200 && k < 300 || n.Op == token.GTR && (k == 299 || k == 399) || n.Op == token.GEQ && (k == 300 || k == 400))
			low := ok && n.Op == token.LSS && k == 200
			switch {
			case low:
			case !bad || found != nil:
				several = true
			default:
				found = n
			}
		}
		return true
	})
	if several || found == nil || !fails(p, found) {
		return nil
	}
	return found
}

// fails reports whether a condition that holds leads straight to the return of
// an error that carries the status.
func fails(p *rule.Pass, cond ast.Expr) bool {
	var n ast.Node = cond
	for {
		up := p.Code.Parent(n)
		switch up := up.(type) {
		case *ast.BinaryExpr:
			if up.Op != token.LOR {
				return false
			}
		case *ast.ParenExpr:
		case *ast.IfStmt:
			if up.Cond != n || len(up.Body.List) == 0 {
				return false
			}
			ret, ok := up.Body.List[len(up.Body.List)-1].(*ast.ReturnStmt)
			if !ok || len(ret.Results) == 0 {
				return false
			}
			return carries(p, ret.Results[len(ret.Results)-1])
		default:
			return false
		}
		n = up
	}
}

// carries reports whether e is an error of a type of its own that holds the
// status of an answer.
func carries(p *rule.Pass, e ast.Expr) bool {
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = u.X
	}
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		return false
	}
	for _, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			el = kv.Value
		}
		if isStatus(p, el) {
			return true
		}
	}
	return false
}

// tellsStatus reports whether code looks at a status elsewhere than in test.
func tellsStatus(p *rule.Pass, body ast.Node, test ast.Expr) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && !code.Within(b, test) && isStatus(p, b.X) {
			found = true
		}
		return !found
	})
	return found
}

// isStatus reports whether e is the status of an HTTP answer.
func isStatus(p *rule.Pass, e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "StatusCode" {
		return false
	}
	v, ok := p.Code.Info.Uses[sel.Sel].(*types.Var)
	return ok && v.IsField() && v.Pkg() != nil && v.Pkg().Path() == "net/http"
}

func statusConst(p *rule.Pass, e ast.Expr) (int64, bool) {
	v := p.Code.Info.Types[e].Value
	if v == nil || v.Kind() != constant.Int {
		return 0, false
	}
	n, ok := constant.Int64Val(v)
	return n, ok && n >= http.StatusContinue
}
