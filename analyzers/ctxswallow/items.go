package ctxswallow

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// passedOver reports a loop that keeps the errors of its turns, but not those
// of cancelled calls, followed by the return of what was kept: if there were no
// others, that is nil.
func passedOver(p *rule.Pass, f *code.Func, loop *ast.RangeStmt, tests []ctxflow.Test) {
	if !hasCtx(f) || len(f.Body.List) == 0 || cancels(p, f) {
		return
	}
	ret, ok := f.Body.List[len(f.Body.List)-1].(*ast.ReturnStmt)
	if !ok || ret.Pos() < loop.End() || len(ret.Results) == 0 {
		return
	}
	kept := p.Code.VarOf(keptIn(p, ret.Results[len(ret.Results)-1]))
	for _, t := range tests {
		if t.Expr != nil {
			return // it looks
		}
	}
	for _, t := range tests {
		v := p.Code.VarOf(t.Err)
		if t.Kind != ctxflow.TestIs || t.Sentinel != "Canceled" || v == nil || !code.Within(t.Node, loop) || loop.Value != nil && v == p.Code.VarOf(loop.Value) || kept == nil || kept == v {
			continue
		}
		if !underCtx(p, f, t.Err, loop) || !onlyOthers(p, t, v, kept) {
			continue
		}
		p.Report(rule.Finding{
			Node:    ret,
			Message: fmt.Sprintf("%s leaves context errors out (at %s), so that work which the end of the context cut short returns nil; return the context's error when no other error is left", f.Name(), p.Where(t.Node)),
			Related: []rule.Related{{Node: t.Node, Message: "cancelled errors are left out"}},
		})
		return
	}
}

// keptIn returns the variable that an error result is made from: the error
// itself, or the slice that errors.Join joins.
func keptIn(p *rule.Pass, e ast.Expr) ast.Expr {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		if p.Code.CalleeOf(call).Key == "errors.Join" && len(call.Args) == 1 {
			return call.Args[0]
		}
		return nil
	}
	return e
}

// underCtx reports whether an error in a loop is that of a call under the
// caller's context, or came out of a channel.
func underCtx(p *rule.Pass, f *code.Func, err ast.Expr, loop ast.Stmt) bool {
	for _, o := range p.Code.Origins(err) {
		switch x := o.Expr.(type) {
		case *ast.CallExpr:
			given := p.Flow.CtxArg(x)
			if code.Within(x, loop) && given.Has == api.Yes && given.Ctx.FromCaller() {
				return true
			}
		case *ast.UnaryExpr:
			if x.Op == token.ARROW && code.Within(x, loop) {
				return true
			}
		}
	}
	return false
}

// onlyOthers reports whether the error v gets into kept only if a test does not
// hold: if err == nil || cancelled(err) { continue }, or if err != nil &&
// !cancelled(err) { kept = err }.
func onlyOthers(p *rule.Pass, t ctxflow.Test, v, kept *types.Var) bool {
	if _, body, stmt := branch(p, t.Node); stmt != nil {
		return onlyContinues(body) && keeps(p, p.Code.LoopAround(t.Node), v, kept)
	}
	cur, ok := p.Code.Cursor(t.Node)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.IfStmt)(nil)) {
		s := c.Node().(*ast.IfStmt)
		if !code.Within(t.Node, s.Cond) || s.Else != nil || !negatedIn(s.Cond, t.Node) {
			return false
		}
		return keeps(p, s.Body, v, kept)
	}
	return false
}

// negatedIn reports whether a condition holds only if the test n does not.
func negatedIn(cond ast.Expr, n ast.Node) bool {
	switch x := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		return x.Op == token.NOT && ast.Node(ast.Unparen(x.X)) == n
	case *ast.BinaryExpr:
		if x.Op == token.LAND {
			return negatedIn(x.X, n) || negatedIn(x.Y, n)
		}
		return ast.Node(x) == n && x.Op == token.NEQ
	}
	return false
}

// keeps reports whether the error v, or something made from it, is assigned to
// kept in a node.
func keeps(p *rule.Pass, in ast.Node, v, kept *types.Var) bool {
	if in == nil {
		return false
	}
	found := false
	code.InspectShallow(in, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if ok && len(as.Lhs) == 1 && len(as.Rhs) == 1 && p.Code.VarOf(as.Lhs[0]) == kept && p.Code.Mentions(as.Rhs[0], v) {
			found = true
		}
		return !found
	})
	return found
}

// unasked reports rows that are read to the end under the caller's context
// without a look at their error: the end of the context ends them early, and
// that looks like the last row.
func unasked(p *rule.Pass, f *code.Func, loop *ast.ForStmt, tests []ctxflow.Test) {
	call, ok := ast.Unparen(loop.Cond).(*ast.CallExpr)
	if loop.Cond == nil || !ok || !tellsResult(p, f) {
		return
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Next" || !api.IsRows(p.Code.TypeOf(sel.X)) {
		return
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok {
		return
	}
	v := p.Code.VarOf(id)
	defs := p.Code.Reaching(id)
	if v == nil || len(defs) != 1 || defs[0] == nil || defs[0].RHS == nil || defs[0].In != f {
		return
	}
	query, ok := ast.Unparen(defs[0].RHS).(*ast.CallExpr)
	if !ok {
		return
	}
	given := p.Flow.CtxArg(query)
	if given.Has != api.Yes || given.Expr == nil || !given.Ctx.FromCaller() || asked(p, f, v) {
		return
	}
	for _, t := range tests {
		if t.Expr != nil && t.Node.Pos() > loop.End() {
			return // it looks
		}
	}
	ret := successAfter(p, f, loop)
	if ret == nil {
		return
	}
	p.Report(rule.Finding{
		Node:    ret,
		Message: fmt.Sprintf("%s returns a nil error without having asked %s.Err(): the end of %s ends the rows early, and that looks like the last one, so that a part passes for the whole; return %s.Err() if it is not nil", f.Name(), v.Name(), types.ExprString(given.Expr), v.Name()),
		Related: []rule.Related{{Node: code.Span{From: loop.For, To: loop.Body.Lbrace}, Message: "the loop that ends without a word"}, {Node: query, Message: "the rows"}},
	})
}

// asked reports whether a function asks rows for their error, or hands them to
// somebody who may.
func asked(p *rule.Pass, f *code.Func, v *types.Var) bool {
	found := false
	ast.Inspect(f.Outermost().Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || p.Code.Info.Uses[id] != v {
			return !found
		}
		sel, ok := p.Code.Parent(id).(*ast.SelectorExpr)
		if !ok {
			if as, isDef := p.Code.Parent(id).(*ast.AssignStmt); !isDef || len(as.Rhs) == 1 && ast.Unparen(as.Rhs[0]) == ast.Expr(id) {
				found = true
			}
			return !found
		}
		switch sel.Sel.Name {
		case "Next", "Scan", "Close", "Columns", "ColumnTypes", "StructScan", "MapScan", "SliceScan", "Values", "RawValues", "FieldDescriptions":
		default:
			found = true // Err, or something that may ask
		}
		return !found
	})
	return found
}
