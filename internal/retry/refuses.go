package retry

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sort"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// Refuses returns the keys of the errors by which a function tells its caller
// that the answer will stay the same: package variables that it returns, alone
// or wrapped, for statuses such as 403, for rows that are not there, or for all
// statuses but those that it picks out as passing.
//
// So does a function that leaves it to another of the package to make an error
// of an answer: return refusal(resp).
func (x *Finder) Refuses(fn *code.Func) []string { return x.refusalNames(fn, 2) }

func (x *Finder) refusalNames(fn *code.Func, deep int) []string {
	if fn.Body == nil || !code.ReturnsError(fn.Sig) {
		return nil
	}
	var out []string
	fn.Inspect(func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || len(ret.Results) != fn.Sig.Results().Len() {
			return true
		}
		e := ret.Results[len(ret.Results)-1]
		if key := x.ownError(e); key != "" && !slices.Contains(out, key) && x.lastingAt(ret) {
			out = append(out, key)
		}
		if g := x.refusalMaker(e); g != nil && deep > 0 {
			for _, key := range x.refusalNames(g, deep-1) {
				if !slices.Contains(out, key) {
					out = append(out, key)
				}
			}
		}
		return true
	})
	sort.Strings(out)
	return out
}

// refusalMaker returns the function of the package that makes an error of the answer,
// or the status, that a call hands to it; nil if e is no such call.
func (x *Finder) refusalMaker(e ast.Expr) *code.Func {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !slices.ContainsFunc(call.Args, func(a ast.Expr) bool { return api.IsResponse(x.p.TypeOf(a)) || x.statusIn(a) != nil }) {
		return nil
	}
	return x.p.FuncOf(x.p.Callee(call))
}

// ownError returns the key of the error variable of this package that e is or
// wraps, "" if there is none.
func (x *Finder) ownError(e ast.Expr) string {
	e = ast.Unparen(e)
	if v := x.p.VarOf(e); v != nil {
		if v.Pkg() == x.p.Types && v.Parent() == x.p.Types.Scope() && code.ImplementsError(v.Type()) {
			return api.Path(v.Pkg().Path()) + "." + v.Name()
		}
		return ""
	}
	if call, ok := e.(*ast.CallExpr); ok && api.Wraps(x.p.CalleeOf(call).Key) {
		for _, a := range call.Args {
			if key := x.ownError(a); key != "" {
				return key
			}
		}
	}
	return ""
}

// lastingAt reports whether a return is reached only for an answer that stays
// the same: the innermost condition around it says so.
func (x *Finder) lastingAt(ret *ast.ReturnStmt) bool {
	switch up := x.p.Parent(ret).(type) {
	case *ast.BlockStmt:
		ifs, ok := x.p.Parent(up).(*ast.IfStmt)
		return ok && ifs.Body == up && x.lasting(ifs.Cond)
	case *ast.CaseClause:
		sw, ok := x.p.Parent(x.p.Parent(up)).(*ast.SwitchStmt)
		if !ok {
			return false
		}
		if up.List == nil {
			return x.othersPass(sw, up)
		}
		return !slices.ContainsFunc(up.List, func(e ast.Expr) bool {
			if sw.Tag != nil {
				return !x.statusOf(sw.Tag) || !x.lastingStatus(e)
			}
			return !x.lasting(e)
		})
	}
	return false
}

// othersPass reports whether a switch picks out statuses that pass, so that
// those of its default clause are taken for lasting.
func (x *Finder) othersPass(sw *ast.SwitchStmt, rest *ast.CaseClause) bool {
	passing := false
	for _, s := range sw.Body.List {
		cc, ok := s.(*ast.CaseClause)
		if !ok || cc == rest {
			continue
		}
		for _, e := range cc.List {
			if sw.Tag != nil {
				n, isConst := x.intConst(e)
				passing = passing || x.statusOf(sw.Tag) && isConst && api.PassingStatus(n)
				continue
			}
			passing = passing || x.namesPassing(e)
		}
	}
	return passing
}

// namesPassing reports whether a condition holds for statuses that pass.
func (x *Finder) namesPassing(e ast.Expr) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	switch b.Op {
	case token.LOR:
		return x.namesPassing(b.X) || x.namesPassing(b.Y)
	case token.EQL, token.GEQ:
		n, isConst := x.intConst(b.Y)
		return isConst && api.PassingStatus(n) && x.statusOf(b.X)
	}
	return false
}

// lasting reports whether a condition holds only for failures that stay the same.
func (x *Finder) lasting(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LOR:
			return x.lasting(e.X) && x.lasting(e.Y)
		case token.EQL:
			return x.statusOf(e.X) && x.lastingStatus(e.Y) || code.IsError(x.p.Info.TypeOf(e.X)) && api.NotThere(x.sentinelName(e.Y))
		}
	case *ast.CallExpr:
		return api.IsErrorsIs(x.p.CalleeOf(e).Key) && len(e.Args) == 2 && api.NotThere(x.sentinelName(e.Args[1]))
	}
	return false
}

// lastingStatus reports whether a constant is an HTTP status or a gRPC code
// that the same request gets again.
func (x *Finder) lastingStatus(e ast.Expr) bool {
	if t := x.p.Info.TypeOf(e); t != nil && api.IsStatusCode(t) {
		c, ok := x.constObj(e).(*types.Const)
		return ok && api.RefusalCode(c.Name())
	}
	n, ok := x.intConst(e)
	return ok && api.LastingStatus(n)
}

// statusOf reports whether an expression is the status of an answer or error,
// or a variable that holds one.
func (x *Finder) statusOf(e ast.Expr) bool {
	e = ast.Unparen(e)
	if t := x.p.Info.TypeOf(e); t != nil && api.IsStatusCode(t) {
		return true
	}
	if _, ok := e.(*ast.Ident); ok {
		origins := x.p.Origins(e)
		if len(origins) != 1 || origins[0].Expr == nil || origins[0].Expr == e {
			return false
		}
		e = origins[0].Expr
	}
	return x.statusIn(e) != nil
}

// statusIn returns the answer whose status an expression is, resp.StatusCode or
// resp.StatusCode(), nil if it is none.
func (x *Finder) statusIn(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) == 0 {
		e = ast.Unparen(call.Fun)
	}
	sel, ok := e.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "StatusCode" || !api.IsResponse(x.p.Info.TypeOf(sel.X)) {
		return nil
	}
	return sel.X
}
