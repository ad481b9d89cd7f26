package ctxflow

import (
	"go/ast"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
)

// deadlineOf returns the context whose deadline a call gives to its receiver.
func (f *Flow) deadlineOf(call *ast.CallExpr, c api.Callee) ast.Expr {
	if c.Func == nil || c.Recv == nil || len(call.Args) != 1 {
		return nil
	}
	switch c.Func.Name() {
	case "SetDeadline", "SetReadDeadline", "SetWriteDeadline":
		return f.fromDeadline(call.Args[0], 0)
	}
	return nil
}

// deadlineSet returns the context whose deadline an assignment gives to a
// client or dialer as its limit, and the client: dialer.Deadline = deadline,
// client.Timeout = time.Until(deadline), d := net.Dialer{Deadline: deadline}.
func (f *Flow) deadlineSet(as *ast.AssignStmt) (ctx, target ast.Expr) {
	if len(as.Lhs) != len(as.Rhs) {
		return nil, nil
	}
	for i, l := range as.Lhs {
		if sel, ok := ast.Unparen(l).(*ast.SelectorExpr); ok && limits(sel.Sel.Name) {
			if ctx := f.fromDeadline(as.Rhs[i], 0); ctx != nil {
				return ctx, sel.X
			}
		}
		e := ast.Unparen(as.Rhs[i])
		if u, ok := e.(*ast.UnaryExpr); ok {
			e = ast.Unparen(u.X)
		}
		lit, ok := e.(*ast.CompositeLit)
		if !ok {
			continue
		}
		for _, el := range lit.Elts {
			kv, ok := el.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			if key, ok := kv.Key.(*ast.Ident); ok && limits(key.Name) {
				if ctx := f.fromDeadline(kv.Value, 0); ctx != nil {
					return ctx, l
				}
			}
		}
	}
	return nil, nil
}

// limits reports whether a field is, by its name, the limit of what its object does.
func limits(field string) bool {
	return strings.HasSuffix(field, "Deadline") || strings.HasSuffix(field, "Timeout")
}

// fromDeadline returns the context whose deadline a point in time or a duration
// is computed from.
func (f *Flow) fromDeadline(e ast.Expr, depth int) ast.Expr {
	if depth > 4 {
		return nil
	}
	switch api.KeyOfType(f.p.TypeOf(e)) {
	case "time.Time", "time.Duration":
	default:
		return nil
	}
	for _, o := range f.p.Origins(e) {
		src, ok := o.Expr.(*ast.CallExpr)
		if !ok {
			continue
		}
		c := f.p.CalleeOf(src)
		if c.Func != nil && c.Recv != nil && c.Func.Name() == "Deadline" && f.ctxLike(f.p.TypeOf(c.Recv)) {
			return c.Recv
		}
		// time.Until(deadline), deadline.Add(-grace), min(limit, left)
		for _, part := range append([]ast.Expr{c.Recv}, src.Args...) {
			if part == nil {
				continue
			}
			if ctx := f.fromDeadline(part, depth+1); ctx != nil {
				return ctx
			}
		}
	}
	return nil
}
