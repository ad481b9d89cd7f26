package retryerror

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// lost reports a loop after which the function returns nil although every
// attempt has failed. A break leads there as well, but then the way from the
// last failure must be certain: either no return in the loop hands an error out,
// or the last attempt passes by all that do, and nothing else is told of its error.
func lost(p *rule.Pass, r *retry.Retry) {
	if !ends(r) || len(r.Ops) == 0 || r.LastReturns {
		return
	}
	certain := r.LastFalls && !told(p, r)
	if breaks(r) && !certain && (!runsOut(r) || handsOut(p, r)) {
		return
	}
	res := r.In.Sig.Results()
	if !code.ReturnsError(r.In.Sig) {
		return
	}
	ret, ok := behind(p, r, certain).(*ast.ReturnStmt)
	if !ok || len(ret.Results) != res.Len() || !p.Code.IsNil(ret.Results[res.Len()-1]) || saysNo(p, ret) {
		return
	}
	if others := ret.Results[:res.Len()-1]; len(others) > 0 && !successBreaks(p, r) && (r.Targets || slices.ContainsFunc(others, func(e ast.Expr) bool { return instead(p, r, e) })) {
		return // what is not found, or what is taken instead
	}
	p.Report(rule.Finding{
		Node:    ret,
		Message: fmt.Sprintf("when all attempts of %s have failed, the function returns nil here, as if the last had succeeded; return the last error", r.Name()),
		Related: []rule.Related{{Node: r.Ops[0], Message: "the operation whose error is lost"}, {Node: r.Node, Message: "the loop"}},
	})
}

// behind returns the statement after a loop. A line of the log that success
// reaches as well, and that says nothing of a failure, is passed over.
func behind(p *rule.Pass, r *retry.Retry, certain bool) ast.Stmt {
	s := next(p, r.Node)
	for certain && successBreaks(p, r) {
		e, ok := s.(*ast.ExprStmt)
		if !ok {
			break
		}
		call, ok := ast.Unparen(e.X).(*ast.CallExpr)
		if !ok || !p.Effects.IsLog(call) || mentionsError(p, call) {
			break
		}
		s = next(p, s)
	}
	return s
}

// successBreaks reports whether the branch of a loop that is run when an
// operation went well leaves it by break.
func successBreaks(p *rule.Pass, r *retry.Retry) bool {
	found := false
	code.InspectShallow(r.Body, func(n ast.Node) bool {
		ifs, ok := n.(*ast.IfStmt)
		if !ok || len(ifs.Body.List) == 0 {
			return !found
		}
		x, isNil := p.Code.NilTest(ifs.Cond)
		br, ok := ifs.Body.List[len(ifs.Body.List)-1].(*ast.BranchStmt)
		if x != nil && isNil && code.IsError(p.Code.Info.TypeOf(x)) && ok && br.Tok.String() == "break" {
			found = true
		}
		return !found
	})
	return found
}

// mentionsError reports whether anything in a piece of code is an error.
func mentionsError(p *rule.Pass, n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && code.IsError(p.Code.Info.TypeOf(e)) {
			found = true
		}
		return !found
	})
	return found
}

// saysNo reports whether a return says by a false beside the nil error that
// nothing was done.
func saysNo(p *rule.Pass, ret *ast.ReturnStmt) bool {
	for _, e := range ret.Results {
		if yes, ok := p.Code.Bool(e); ok && !yes {
			return true
		}
	}
	return false
}

// instead reports whether a value has nothing to do with the attempts and is not
// empty: a default, or what was kept from before.
func instead(p *rule.Pass, r *retry.Retry, e ast.Expr) bool {
	e = ast.Unparen(e)
	if p.Code.IsNil(e) {
		return false
	}
	if v := p.Code.Info.Types[e].Value; v != nil {
		switch v.Kind() {
		case constant.String:
			return constant.StringVal(v) != ""
		case constant.Int, constant.Float:
			return constant.Sign(v) != 0
		}
		return false
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		return len(e.Elts) > 0
	case *ast.SelectorExpr, *ast.CallExpr, *ast.IndexExpr:
		for _, op := range r.Ops {
			if v := p.Code.VarOf(e); v != nil && p.Code.Mentions(op, v) {
				return false
			}
		}
		return true
	case *ast.Ident:
		v := p.Code.VarOf(e)
		return v != nil && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
	}
	return false
}

// told reports whether a loop hands the error of an operation to anything but
// the log: keeps it outside of the loop, sends it, gives it to a call.
func told(p *rule.Pass, r *retry.Retry) bool {
	found := false
	isErr := func(e ast.Expr) bool { return code.IsError(p.Code.Info.TypeOf(e)) && !p.Code.IsNil(e) }
	code.InspectShallow(r.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			found = found || isErr(n.Value)
		case *ast.AssignStmt:
			for i, e := range n.Rhs {
				v := (*types.Var)(nil)
				if i < len(n.Lhs) {
					v = p.Code.VarOf(n.Lhs[i])
				}
				_, isCall := ast.Unparen(e).(*ast.CallExpr)
				found = found || isErr(e) && !isCall && (v == nil || v.IsField() || v.Pos() < r.Node.Pos())
			}
		case *ast.CallExpr:
			if p.Effects.IsLog(n) || known(pkgPath(p, n)) {
				return true
			}
			for _, a := range n.Args {
				found = found || isErr(a) && boolless(p, n)
			}
		}
		return !found
	})
	return found
}

// boolless reports whether a call is no question: it returns no bool.
func boolless(p *rule.Pass, call *ast.CallExpr) bool { return !code.IsBool(p.Code.Info.TypeOf(call)) }

// pkgPath returns the path of the package that a called function is declared in.
func pkgPath(p *rule.Pass, call *ast.CallExpr) string {
	if fn := p.Code.Callee(call); fn != nil && fn.Pkg() != nil {
		return fn.Pkg().Path()
	}
	return ""
}

// handsOut reports whether a return, a goto or a labelled branch in the loop
// leaves with more than success.
func handsOut(p *rule.Pass, r *retry.Retry) bool {
	found := false
	code.InspectShallow(r.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			if len(n.Results) == 0 || !p.Code.Info.Types[n.Results[len(n.Results)-1]].IsNil() {
				found = true
			}
		case *ast.BranchStmt:
			found = found || n.Label != nil
		}
		return !found
	})
	return found
}
