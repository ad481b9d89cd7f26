package retry

import (
	"go/ast"
	"go/token"

	"github.com/faultlint/faultlint/internal/code"
)

// Stays reports whether a function stays for as long as what it is connected to
// delivers: it has a loop without an end of its own that a failing call ends.
func (x *Finder) Stays(body ast.Node) bool { return x.StaysIn(body) != nil }

// StaysIn returns the loop for which Stays holds, nil if there is none.
func (x *Finder) StaysIn(body ast.Node) *ast.ForStmt {
	var found *ast.ForStmt
	code.InspectShallow(body, func(n ast.Node) bool {
		loop, ok := n.(*ast.ForStmt)
		if ok && found == nil && (loop.Cond == nil || x.aliveCond(loop.Cond)) && x.endsByFailure(loop) {
			found = loop
		}
		return found == nil
	})
	return found
}

// endsByFailure reports whether an error of a call in a loop leads to a return,
// and no break ends the loop.
func (x *Finder) endsByFailure(loop *ast.ForStmt) bool {
	fails, breaks := false, false
	code.InspectShallow(loop.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			fails = fails || x.underError(n, loop)
		case *ast.BranchStmt:
			breaks = breaks || n.Tok == token.BREAK && !insideSelect(x, n, loop) || n.Tok == token.GOTO
		}
		return true
	})
	return fails && !breaks
}

// insideSelect reports whether a break without a label leaves a switch or select only.
func insideSelect(x *Finder, b *ast.BranchStmt, loop ast.Node) bool {
	if b.Label != nil {
		return false
	}
	for up := x.p.Parent(b); up != nil && up != loop; up = x.p.Parent(up) {
		switch up.(type) {
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			return true
		}
	}
	return false
}

// Endless returns the loop in a function that nothing but a failing call ends,
// or the end of a context: it has no way out that tells of success. Nil if there
// is none.
func (x *Finder) Endless(body ast.Node) *ast.ForStmt {
	loop := x.StaysIn(body)
	if loop == nil {
		return nil
	}
	certain := true
	code.InspectShallow(loop.Body, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || !certain {
			return certain
		}
		well := len(ret.Results) == 0 || x.p.IsNil(ret.Results[len(ret.Results)-1])
		certain = x.atCtxEnd(ret, loop) || !well && x.underError(ret, loop)
		return certain
	})
	if !certain {
		return nil
	}
	return loop
}

// atCtxEnd reports whether a statement in a loop runs only when a context has ended.
func (x *Finder) atCtxEnd(n ast.Node, loop ast.Node) bool {
	for up := x.p.Parent(n); up != nil && up != loop; up = x.p.Parent(up) {
		switch up := up.(type) {
		case *ast.CommClause:
			if call, ok := ast.Unparen(code.Received(up.Comm)).(*ast.CallExpr); ok && x.p.CalleeOf(call).Key == "(context.Context).Done" {
				return true
			}
		case *ast.IfStmt:
			if e, isNil := x.p.NilTest(up.Cond); e != nil && !isNil {
				if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && x.p.CalleeOf(call).Key == "(context.Context).Err" {
					return true
				}
			}
		}
	}
	return false
}

// NeverWell reports whether a function has no way out that tells of success: a
// nil error becomes one of its own before it is returned, as that of a stream
// that was ended by the other side.
func (x *Finder) NeverWell(fn *code.Func) bool {
	if fn.Body == nil || !code.ReturnsError(fn.Sig) || fn.Sig.Results().Len() != 1 {
		return false
	}
	never := false
	var v ast.Expr
	for _, s := range fn.Body.List {
		ifs, ok := s.(*ast.IfStmt)
		if !ok || ifs.Else != nil || len(ifs.Body.List) != 1 {
			continue
		}
		e, isNil := x.p.NilTest(ifs.Cond)
		as, ok := ifs.Body.List[0].(*ast.AssignStmt)
		if e == nil || !isNil || !ok || len(as.Lhs) != 1 || x.p.VarOf(as.Lhs[0]) == nil || x.p.VarOf(as.Lhs[0]) != x.p.VarOf(e) {
			continue
		}
		call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
		if ok && (x.p.CalleeOf(call).Key == "errors.New" || x.p.CalleeOf(call).Key == "fmt.Errorf") || x.ownError(as.Rhs[0]) != "" {
			v = e
		}
	}
	if v == nil {
		return false
	}
	never = true
	fn.Inspect(func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok && (len(ret.Results) != 1 || x.p.IsNil(ret.Results[0])) {
			never = false
		}
		return never
	})
	return never
}
