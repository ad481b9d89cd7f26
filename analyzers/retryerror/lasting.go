package retryerror

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// longWait is the sum of the delays from which on it is worth a finding that
// they are spent on an answer that stays the same: many short retries take any
// failure for one that passes, on purpose.
const longWait = 2 * time.Second

// statuses reports a retry that makes one error of every status but success,
// in a text, and repeats it with long delays. Not reported: functions that hand
// the answer, or its status, to something which may tell them apart.
func statuses(p *rule.Pass, r *retry.Retry) {
	if r.Attempts.Bounded() != api.Yes && !lasts(p, r) || r.Poll || r.Items || r.Targets || r.Local || r.Kind == retry.Helper ||
		r.Attempts.N == 1 || r.Attempts.N == 2 || waitsFor.MatchString(funcName(r.In)) {
		return
	}
	if delays(r) < longWait && !lasts(p, r) {
		return
	}
	if r.Closure != nil && (r.Driver == nil || r.Driver.On != api.OnAnyError || r.Guard.Class != facts.ErrAny || len(r.Guard.Tests) > 0 || r.If != nil) {
		return // the marks of other failures do not help this one, which is returned as it is made
	}
	for _, f := range attempt(p, r) {
		if f.via != nil && (waitsFor.MatchString(f.name) || !veryLong(p, r) || !handedOn(p, r, f.via)) {
			continue
		}
		body := f.body
		if f.via == nil && r.Closure == nil {
			body = r.Body
		}
		test := oneTest(p, body, f.via != nil || r.Closure != nil)
		if test == nil || tellsStatus(p, r.In.Body, test) || handsAnswer(p, body) || f.via != nil && (namedFailure(p, r, test) || p.Retries.Stays(f.body)) || !worthwhile(p, r, f) {
			continue
		}
		at := ast.Node(test)
		if ret := restFails(p, body, p.Code.Parent(test)); ret != nil && success(p, test.(*ast.BinaryExpr)) {
			at = ret
		}
		p.Report(rule.Finding{
			Node:    at,
			Message: fmt.Sprintf("%s repeats every status but success, also 400, 401, 403 and 404, which stay the same however often one asks: all attempts and their delays are spent before the caller hears of it; repeat 429 and 5xx only", r.Name()),
			Related: []rule.Related{{Node: r.Node, Message: "the retry"}},
		})
		return
	}
}

// veryLongWait is longWait for an error that another function makes of a status,
// without a word on what its callers do with it.
const veryLongWait = 10 * time.Second

// veryLong reports whether somebody waits for veryLongWait and longer until a
// counted retry is at its end: not a loop around it, which begins anew in any case.
func veryLong(p *rule.Pass, r *retry.Retry) bool {
	if p.Code.LoopAround(p.Code.Parent(r.Node)) != nil {
		return false
	}
	if r.Attempts.Bounded() != api.Yes {
		return r.Kind == retry.Driver && lastsFor(p, r, veryLongWait)
	}
	if d := delays(r); d > 0 {
		return d >= veryLongWait
	}
	return lasts(p, r)
}

// handedOn reports whether the failure of a call in an attempt is repeated
// whatever it is.
func handedOn(p *rule.Pass, r *retry.Retry, call *ast.CallExpr) bool {
	if r.Closure == nil {
		return repeatsAll(p, r)
	}
	for _, f := range attempt(p, r) {
		// The closure may mark it, or the error of another call.
		if f.via == nil && looksAt(p, r, call) {
			return false
		}
	}
	return true
}

// namedFailure reports whether the error that is made of a status has another
// inside, where a loop asks for errors by their names: it may be one that ends it.
func namedFailure(p *rule.Pass, r *retry.Retry, test ast.Expr) bool {
	if !slices.ContainsFunc(r.Guard.Tests, func(t retry.Test) bool { return !isNil(p, t.Expr) }) {
		return false
	}
	found := false
	ast.Inspect(p.Code.Parent(test), func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			if v := p.Code.VarOf(e); v != nil && code.IsError(v.Type()) {
				found = true
			}
		}
		return !found
	})
	return found
}

// delays returns what all delays take together at least, as far as it is known.
func delays(r *retry.Retry) time.Duration {
	sum, _ := r.DelaySum.MinDuration()
	if r.Attempts.N > 1 && len(r.Delays) == 1 {
		if d, ok := r.Delays[0].Value.MinDuration(); ok {
			sum = max(sum, d*time.Duration(r.Attempts.N-1))
		}
	}
	return sum
}

// lasts reports whether a limit of time lets a driver go on for long: one that
// is set, or the one that its policy has by default.
func lasts(p *rule.Pass, r *retry.Retry) bool { return lastsFor(p, r, longWait) }

func lastsFor(p *rule.Pass, r *retry.Retry, least time.Duration) bool {
	if r.Driver == nil {
		return false
	}
	if r.Total != nil {
		d, ok := r.Total.Value.MinDuration()
		return ok && d >= least
	}
	i := r.Driver.Policy
	if r.Attempts.Bounded() != api.Maybe || r.Call == nil || i < 0 || i >= len(r.Call.Args) {
		return false
	}
	e := r.Call.Args[i]
	for range 3 {
		origins := p.Code.Origins(e)
		if len(origins) != 1 || origins[0].Unknown {
			return false
		}
		call, ok := origins[0].Expr.(*ast.CallExpr)
		if !ok {
			return false
		}
		if row := p.Table.DriverOf(p.Code.Callee(call)); row != nil && row.Kind == api.OpPolicy && row.Cap > 0 {
			return row.Cap >= least
		}
		if len(call.Args) == 0 {
			return false
		}
		e = call.Args[0] // a policy around another: WithContext(b, ctx)
	}
	return false
}

// oneTest returns the only test of a status in body, if it tells success from
// all the rest and the rest leads to another attempt; nil otherwise.
func oneTest(p *rule.Pass, body ast.Node, returned bool) ast.Expr {
	var found ast.Expr
	several := false
	code.InspectShallow(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SwitchStmt:
			if n.Tag != nil && mentionsStatus(p, n.Tag) {
				several = true
			}
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR || !mentionsStatus(p, n.X) {
				return true
			}
			if found != nil {
				several = true
			}
			found = n
			return false
		}
		return !several
	})
	if several || found == nil {
		return nil
	}
	b := found.(*ast.BinaryExpr)
	ifs, ok := p.Code.Parent(found).(*ast.IfStmt)
	if !ok || ifs.Cond != found || ifs.Else != nil || len(ifs.Body.List) == 0 {
		return nil
	}
	last := ifs.Body.List[len(ifs.Body.List)-1]
	switch {
	case failure(p, b):
		if returned {
			ret, ok := last.(*ast.ReturnStmt)
			if ok && len(ret.Results) > 0 && isNewError(p, ret.Results[len(ret.Results)-1]) {
				return found
			}
			return nil
		}
		if br, ok := last.(*ast.BranchStmt); ok && br.Tok == token.CONTINUE && br.Label == nil {
			return found
		}
	case success(p, b) && returned:
		if _, ok := last.(*ast.ReturnStmt); ok && restFails(p, body, ifs) != nil {
			return found
		}
	case success(p, b):
		// What is not a success goes on to the loop's end.
		if ret, ok := last.(*ast.ReturnStmt); ok && !returnsAfter(body, ret) {
			return found
		}
	}
	return nil
}

// restFails returns the last statement of a function if it makes an error, in
// place, of all that follows a test for success; nil otherwise.
func restFails(p *rule.Pass, body, ifs ast.Node) ast.Node {
	block, ok := body.(*ast.BlockStmt)
	if !ok || p.Code.Parent(ifs) != ast.Node(block) {
		return nil
	}
	last, ok := block.List[len(block.List)-1].(*ast.ReturnStmt)
	if !ok || len(last.Results) == 0 || !isNewError(p, last.Results[len(last.Results)-1]) {
		return nil
	}
	only := true
	code.InspectShallow(block, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok && ret != last && ret.Pos() > ifs.End() {
			only = false
		}
		return only
	})
	if !only {
		return nil
	}
	return last
}

// returnsAfter reports whether a return or break follows a statement in a loop's body.
func returnsAfter(body ast.Node, s ast.Node) bool {
	found := false
	code.InspectShallow(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			// The end of a context during a delay is no answer of the other side.
			found = found || n.Pos() > s.End()
		case *ast.BranchStmt:
			found = found || n.Pos() > s.End() && n.Tok != token.CONTINUE
		case *ast.CommClause:
			return false
		}
		return !found
	})
	return found
}

// mentionsStatus reports whether e is the status of an answer, or its class:
// resp.StatusCode/100.
func mentionsStatus(p *rule.Pass, e ast.Expr) bool {
	if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && b.Op == token.QUO {
		e = b.X
	}
	return isStatus(p, e)
}

// failure reports whether a comparison holds for every status but success.
func failure(p *rule.Pass, b *ast.BinaryExpr) bool {
	k, class, ok := compared(p, b)
	switch {
	case !ok:
		return false
	case class:
		return b.Op == token.NEQ && k == 2 || b.Op == token.GTR && (k == 2 || k == 3)
	}
	return b.Op == token.NEQ && k >= 200 && k < 300 || b.Op == token.GTR && (k == 299 || k == 399) || b.Op == token.GEQ && (k == 300 || k == 400)
}

// success reports whether a comparison holds for success only.
func success(p *rule.Pass, b *ast.BinaryExpr) bool {
	k, class, ok := compared(p, b)
	switch {
	case !ok:
		return false
	case class:
		return b.Op == token.EQL && k == 2
	}
	return b.Op == token.EQL && k >= 200 && k < 300 || b.Op == token.LSS && (k == 300 || k == 400) || b.Op == token.LEQ && (k == 299 || k == 399)
}

// compared returns what a status is compared with, and whether that is a class.
func compared(p *rule.Pass, b *ast.BinaryExpr) (k int64, class, ok bool) {
	v := p.Code.Info.Types[b.Y].Value
	if v == nil || v.Kind() != constant.Int {
		return 0, false, false
	}
	k, ok = constant.Int64Val(v)
	return k, !isStatus(p, b.X), ok
}

// isNewError reports whether e is an error made in place.
func isNewError(p *rule.Pass, e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	key := api.Key(p.Code.Callee(call))
	return key == "errors.New" || api.Wraps(key)
}

// handsAnswer reports whether a call is given an answer, or its status, and so
// may tell statuses apart.
func handsAnswer(p *rule.Pass, body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		fn := p.Code.Callee(call)
		if fn != nil && fn.Pkg() != nil && slices.Contains([]string{"fmt", "log", "log/slog", "net/http", "strconv"}, fn.Pkg().Path()) {
			return true
		}
		for _, a := range call.Args {
			if mentionsStatus(p, a) || api.TypeName(p.Code.TypeOf(a)) == "net/http.Response" {
				if fn == nil || !onlyCloses(p, fn) {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

// onlyCloses reports whether a function of this package looks at no status.
func onlyCloses(p *rule.Pass, fn *types.Func) bool {
	f := p.Code.FuncOf(fn)
	if f == nil || f.Body == nil {
		return false
	}
	looks := false
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && isStatus(p, e) {
			looks = true
		}
		return !looks
	})
	return !looks && f.Sig.Results().Len() == 0
}

// undecodable reports a driver's function that decodes the same bytes in each
// attempt and returns the error like any other: they stay as they are.
func undecodable(p *rule.Pass, r *retry.Retry) {
	if r.Driver.On != api.OnAnyError || r.Guard.Class != facts.ErrAny || len(r.Guard.Tests) > 0 || r.If != nil || r.Attempts.N == 1 {
		return
	}
	r.Closure.Inspect(func(n ast.Node) bool {
		ifs, ok := n.(*ast.IfStmt)
		if !ok || len(ifs.Body.List) == 0 {
			return true
		}
		b, ok := ast.Unparen(ifs.Cond).(*ast.BinaryExpr)
		if !ok || b.Op != token.NEQ || !p.Code.Info.Types[b.Y].IsNil() || !code.IsError(p.Code.Info.TypeOf(b.X)) {
			return true
		}
		call := decoding(p, b.X)
		if call == nil {
			return true
		}
		v := p.Code.VarOf(call.Args[0])
		if v == nil || v.IsField() || inClosure(r, v) || changes(p, r, v) {
			return true
		}
		ret, ok := ifs.Body.List[len(ifs.Body.List)-1].(*ast.ReturnStmt)
		if !ok || len(ret.Results) == 0 || !plain(p, ret.Results[len(ret.Results)-1], "") {
			return true
		}
		stop := "return it in a way that ends the retry"
		if len(r.Driver.Permanent) > 0 {
			stop = "mark it as permanent"
		}
		p.Report(rule.Finding{
			Node:    ret,
			Message: fmt.Sprintf("%s is the same in each attempt, so what cannot be decoded never can, yet %s repeats the error like any other; decode before the retry, or %s", v.Name(), r.Name(), stop),
			Related: []rule.Related{{Node: call, Message: "decoded here"}, {Node: r.Node, Message: "the retry"}},
		})
		return true
	})
}

// inClosure reports whether a variable belongs to the repeated function.
func inClosure(r *retry.Retry, v *types.Var) bool {
	n := r.Closure.Node
	return v.Pos() >= n.Pos() && v.Pos() < n.End()
}

// changes reports whether the repeated function gives a variable a new value.
func changes(p *rule.Pass, r *retry.Retry, v *types.Var) bool {
	for _, d := range p.Code.Defs(v) {
		if d.Node == nil || code.Within(d.Node, r.Closure.Body) || d.Kind == code.DefAddr {
			return true
		}
	}
	return false
}

// canceled reports a retry that repeats by name what fails because the caller
// has given up.
func canceled(p *rule.Pass, r *retry.Retry) {
	if r.Ctx == nil || r.Attempts.N == 1 {
		return
	}
	c := p.Flow.Trace(r.Ctx)
	if !c.Known() || !c.FromCaller() || len(c.Bounds()) > 0 {
		return
	}
	at, name := ast.Node(nil), "context.Canceled"
	for _, t := range r.Guard.Tests {
		if t.Back && t.Ctx && slices.Contains(t.What, name) {
			at = t.Expr
		}
	}
	for _, t := range r.Guard.Tests {
		// A server may say so too, of a call of its own: who looks at the context has thought of that.
		if at == nil && t.Back && slices.Contains(t.What, "codes.Canceled") && heedless(p, r) {
			at, name = t.Expr, "codes.Canceled"
		}
	}
	if at == nil && r.If != nil && r.If.Body != nil {
		at = accepts(p, r.If)
	}
	if at == nil {
		return
	}
	p.Report(rule.Finding{
		Node:    at,
		Message: fmt.Sprintf("%s goes on after %s, which means that the caller has given up: each further attempt under %s fails at once in the same way; return then", r.Name(), name, types.ExprString(r.Ctx)),
		Related: []rule.Related{{Node: r.Node, Message: "the retry"}},
	})
}

// heedless reports whether nothing in a loop, but what its attempts are given,
// looks at its context: no test, no pause that its end cuts.
func heedless(p *rule.Pass, r *retry.Retry) bool {
	if r.Kind != retry.Loop || r.Body == nil || len(r.Checks) > 0 || len(r.Delays) == 0 {
		return false
	}
	ctx := p.Code.VarOf(r.Ctx)
	if ctx == nil || slices.ContainsFunc(r.Delays, func(d *retry.Delay) bool { return d.ObeysCtx != api.No }) {
		return false
	}
	uses := 0
	ast.Inspect(r.Node, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && p.Code.VarOf(id) == ctx && !slices.ContainsFunc(r.Ops, func(op *ast.CallExpr) bool { return code.Within(id, op) }) {
			uses++
		}
		return true
	})
	return uses == 0
}

// accepts returns the test for context.Canceled by which a predicate says that
// it is to be repeated: an operand of || in what it returns.
func accepts(p *rule.Pass, f *code.Func) ast.Node {
	var at ast.Node
	var look func(e ast.Expr)
	look = func(e ast.Expr) {
		switch x := ast.Unparen(e).(type) {
		case *ast.BinaryExpr:
			if x.Op == token.LOR {
				look(x.X)
				look(x.Y)
			}
		case *ast.CallExpr:
			if fn := p.Code.Callee(x); fn != nil && fn.FullName() == "errors.Is" && len(x.Args) == 2 {
				if v := p.Code.VarOf(selected(x.Args[1])); v != nil && v.Name() == "Canceled" && v.Pkg() != nil && v.Pkg().Path() == "context" {
					at = x
				}
			}
		}
	}
	if len(f.Body.List) == 1 {
		if ret, ok := f.Body.List[0].(*ast.ReturnStmt); ok && len(ret.Results) == 1 {
			look(ret.Results[0])
		}
	}
	return at
}
