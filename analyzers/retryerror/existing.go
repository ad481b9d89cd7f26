package retryerror

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// saysExists matches the name or the text of an error that says of an answer
// that what was to be made is there already, which no repetition changes.
var saysExists = regexp.MustCompile(`(?i)exist|already|taken|duplicate`)

// existing are the statuses which functions of a package turn into an error that
// says so, and where.
func existing(p *rule.Pass) map[int64]ast.Node {
	out := make(map[int64]ast.Node)
	for _, f := range p.Funcs() {
		f.Inspect(func(n ast.Node) bool {
			body, tests := branch(p, n)
			if len(body) == 0 || len(tests) != 1 {
				return true
			}
			ret, ok := body[len(body)-1].(*ast.ReturnStmt)
			if !ok || len(ret.Results) == 0 || !namesExisting(p, ret.Results[len(ret.Results)-1]) {
				return true
			}
			for k := range tests {
				// Others may mean that something holds it for a while.
				if k == 409 || k == 412 || k == 422 {
					out[k] = ret
				}
			}
			return true
		})
	}
	return out
}

// again reports a status that a retry names as one to be repeated, although the
// package says of it that what was to be made exists already.
func again(p *rule.Pass, r *retry.Retry, final map[int64]ast.Node, seen map[ast.Node]bool) {
	body := r.Body
	loop := r.Kind == retry.Loop
	switch {
	case r.If != nil && r.If.Body != nil:
		body, loop = r.If.Body, false
	case !loop || body == nil:
		return
	}
	code.InspectShallow(body, func(n ast.Node) bool {
		list, tests := branch(p, n)
		if len(list) == 0 || !goesBack(p, list, loop) {
			return true
		}
		for k, at := range tests {
			said := final[k]
			if said == nil || code.Within(said, body) || seen[at] {
				continue
			}
			seen[at] = true
			p.Report(rule.Finding{
				Node:    at,
				Message: fmt.Sprintf("%s repeats the request at status %d, of which this package says itself that what was to be made exists already: the same request gets it each time, and all attempts and their delays are spent before the caller hears of it; do not repeat it", r.Name(), k),
				Related: []rule.Related{{Node: said, Message: "what it is said to mean"}, {Node: r.Node, Message: "the retry"}},
			})
		}
		return true
	})
}

// branch returns the statements that a test of a status leads to, with the
// statuses for which they are certainly run, each with the test of it.
func branch(p *rule.Pass, n ast.Node) ([]ast.Stmt, map[int64]ast.Expr) {
	out := make(map[int64]ast.Expr)
	switch n := n.(type) {
	case *ast.IfStmt:
		statusesOf(p, n.Cond, out)
		return n.Body.List, out
	case *ast.CaseClause:
		up := p.Code.Parent(n)
		if up == nil {
			return nil, nil
		}
		sw, ok := p.Code.Parent(up).(*ast.SwitchStmt)
		if !ok {
			return nil, nil
		}
		for _, e := range n.List {
			if sw.Tag == nil {
				statusesOf(p, e, out)
			} else if k, ok := statusConst(p, e); ok && isStatus(p, sw.Tag) {
				out[k] = e
			}
		}
		return n.Body, out
	}
	return nil, nil
}

// statusesOf collects the statuses that a condition holds for: those it is
// compared with, beside tests for nil.
func statusesOf(p *rule.Pass, cond ast.Expr, out map[int64]ast.Expr) {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return
	}
	switch b.Op {
	case token.LOR:
		statusesOf(p, b.X, out)
		statusesOf(p, b.Y, out)
	case token.LAND:
		if isNil(p, b.X) {
			statusesOf(p, b.Y, out)
		} else if isNil(p, b.Y) {
			statusesOf(p, b.X, out)
		}
	case token.EQL:
		if k, ok := statusConst(p, b.Y); ok && isStatus(p, b.X) {
			out[k] = b
		}
	}
}

// goesBack reports whether statements do nothing but lead to another attempt: by
// a continue, or as a predicate that says yes.
func goesBack(p *rule.Pass, list []ast.Stmt, loop bool) bool {
	for _, s := range list[:len(list)-1] {
		e, ok := s.(*ast.ExprStmt)
		if !ok {
			return false
		}
		if call, ok := ast.Unparen(e.X).(*ast.CallExpr); !ok || !p.Effects.IsLog(call) && !p.Retries.MayPace(call) && !closes(call) {
			return false
		}
	}
	switch s := list[len(list)-1].(type) {
	case *ast.BranchStmt:
		return loop && s.Tok == token.CONTINUE
	case *ast.ReturnStmt:
		if loop || len(s.Results) == 0 {
			return false
		}
		yes, ok := p.Code.Bool(s.Results[0])
		return ok && yes
	}
	return false
}

// closes reports whether a call closes something.
func closes(call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Close"
}

// namesExisting reports whether an error says, by the name or the text of an
// error of this package or by its own text, that something exists already.
func namesExisting(p *rule.Pass, e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			v, ok := p.Code.Info.Uses[n].(*types.Var)
			if ok && v.Pkg() == p.Code.Types && v.Parent() == p.Code.Types.Scope() && code.IsError(v.Type()) {
				found = found || saysExists.MatchString(v.Name())
			}
		case *ast.BasicLit:
			if v := p.Code.Info.Types[n].Value; v != nil && v.Kind() == constant.String {
				found = found || saysExists.MatchString(constant.StringVal(v))
			}
		}
		return !found
	})
	return found
}
