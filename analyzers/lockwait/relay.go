package lockwait

import (
	"go/ast"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// relay returns a call in a region that writes to each connection or stream of
// a list that the program keeps, none of which has a deadline: a peer that does
// not read keeps the writer.
func relay(p *rule.Pass, region []ast.Node) ast.Node {
	var found ast.Node
	for _, n := range region {
		ast.Inspect(n, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
				return false
			case *ast.CallExpr:
				if found == nil && writes(p, m) && listed(p, p.Code.CalleeOf(m).Recv) {
					found = m
				}
			}
			return found == nil
		})
	}
	if found == nil || deadlines(p) {
		return nil
	}
	return found
}

// writes reports whether a call writes to its receiver, a connection or a
// stream, and takes no context.
func writes(p *rule.Pass, call *ast.CallExpr) bool {
	c := p.Code.CalleeOf(call)
	if c.Recv == nil || c.Func == nil {
		return false
	}
	row := p.Table.Call(c.Key)
	switch {
	case row == nil:
		return false
	case row.Kind == api.WaitIO && row.Ctx.Kind == api.CtxNone:
		return strings.HasPrefix(c.Func.Name(), "Write") && c.Func.Name() != "WriteControl"
	case row.Kind == api.WaitNet && row.Ctx.Kind == api.CtxReceiver:
		return c.Func.Name() == "Send" || c.Func.Name() == "SendMsg"
	}
	return false
}

// listed reports whether what an expression begins with is the variable of a
// loop over a field.
func listed(p *rule.Pass, e ast.Expr) bool {
	for {
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		if !ok {
			break
		}
		e = sel.X
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	for _, d := range p.Code.Reaching(id) {
		if (d.Kind == code.DefRangeValue || d.Kind == code.DefRangeKey) && d.RHS != nil && p.Code.FieldOf(d.RHS) != nil {
			return true
		}
	}
	return false
}

// deadlines reports whether the package gives any connection a deadline.
func deadlines(p *rule.Pass) bool {
	for _, f := range p.Code.Funcs {
		for _, call := range f.Calls() {
			if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && (sel.Sel.Name == "SetWriteDeadline" || sel.Sel.Name == "SetDeadline") {
				return true
			}
		}
	}
	return false
}
