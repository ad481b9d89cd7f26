package retryerror

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// everyMarked reports an answer of any status but success that is marked as one
// to be repeated, for a driver that repeats what is marked and no other, with
// delays that are worth a finding. Not reported: functions that look at a status
// elsewhere, or hand the answer to something that may.
func everyMarked(p *rule.Pass, r *retry.Retry) {
	if r.Driver.On != api.OnMarked || r.If != nil || r.Poll || r.Items || r.Targets || r.Local || r.Attempts.N == 1 || r.Attempts.N == 2 ||
		r.Attempts.Bounded() != api.Yes && !lasts(p, r) || delays(r) < longWait && !lasts(p, r) || waitsFor.MatchString(funcName(r.In)) {
		return
	}
	for _, f := range attempt(p, r) {
		if waitsFor.MatchString(f.name) {
			continue
		}
		test, mark := markedTest(p, f.body)
		if test == nil || tellsStatus(p, r.In.Body, test) || tellsStatus(p, f.body, test) || handsAnswer(p, f.body) || !worthwhile(p, r, f) {
			continue
		}
		p.Report(rule.Finding{
			Node:    mark,
			Message: "every status but success is marked as one to be repeated, also 400, 401, 403 and 404, which stay the same however often one asks: all attempts and their delays are spent before the caller hears of it; mark 429 and 5xx only",
			Related: []rule.Related{{Node: r.Node, Message: "the retry"}},
		})
		return
	}
}

// markedTest returns the only test of a status in body, if it holds for every
// status but success and leads straight to an error that is marked as one to be
// repeated, and where it is returned; nil otherwise.
func markedTest(p *rule.Pass, body ast.Node) (ast.Expr, *ast.ReturnStmt) {
	var found *ast.BinaryExpr
	several := false
	code.InspectShallow(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SwitchStmt:
			several = several || n.Tag != nil && mentionsStatus(p, n.Tag)
		case *ast.BinaryExpr:
			if n.Op != token.LAND && n.Op != token.LOR && mentionsStatus(p, n.X) {
				several = several || found != nil
				found = n
				return false
			}
		}
		return !several
	})
	if several || found == nil || !failure(p, found) {
		return nil, nil
	}
	ifs, ok := p.Code.Parent(found).(*ast.IfStmt)
	if !ok || ifs.Cond != ast.Expr(found) || ifs.Else != nil || len(ifs.Body.List) == 0 {
		return nil, nil
	}
	ret, ok := ifs.Body.List[len(ifs.Body.List)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 {
		return nil, nil
	}
	mark, ok := ast.Unparen(ret.Results[len(ret.Results)-1]).(*ast.CallExpr)
	if !ok || !api.MarksRetryable(api.Key(p.Code.Callee(mark))) || len(mark.Args) != 1 || !carries(p, mark.Args[0]) && !isNewError(p, mark.Args[0]) {
		return nil, nil
	}
	// A branch inside may return another error before.
	other := false
	code.InspectShallow(ifs.Body, func(n ast.Node) bool {
		r, ok := n.(*ast.ReturnStmt)
		other = other || ok && r != ret
		return !other
	})
	if other {
		return nil, nil
	}
	return found, ret
}

// marksLasting reports an answer that stays the same and is marked as one to
// be repeated: RetryableError in the case of 404.
func marksLasting(p *rule.Pass, f *code.Func) {
	if waitsFor.MatchString(funcName(f)) {
		return
	}
	for _, call := range f.Calls() {
		if !api.MarksRetryable(api.Key(p.Code.Callee(call))) {
			continue
		}
		ret, ok := p.Code.Parent(call).(*ast.ReturnStmt)
		if !ok {
			continue
		}
		cc, ok := p.Code.Parent(ret).(*ast.CaseClause)
		if !ok || len(cc.List) == 0 {
			continue
		}
		sw, ok := p.Code.Parent(p.Code.Parent(cc)).(*ast.SwitchStmt)
		if !ok || sw.Tag == nil || !isStatus(p, sw.Tag) {
			continue
		}
		lasting := true
		for _, e := range cc.List {
			k, ok := statusConst(p, e)
			lasting = lasting && ok && api.LastingStatus(k)
		}
		if !lasting {
			continue
		}
		p.Report(rule.Finding{
			Node:    ret,
			Message: fmt.Sprintf("status %s stays the same however often one asks, and is marked here as one to be repeated: all attempts and their delays are spent before the caller hears of it; return it unmarked", types.ExprString(cc.List[0])),
			Related: []rule.Related{{Node: sw.Tag, Message: "the status"}},
		})
	}
}
