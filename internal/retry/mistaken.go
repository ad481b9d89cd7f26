package retry

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// Mistaken returns the test by which an attempt that reached its own limit is
// taken for one whose caller is gone, and so ends the attempts: it asks the
// error whether it is Canceled or DeadlineExceeded, but the error of the
// attempt's own limit is the latter as well. Nil if there is none.
func (x *Finder) Mistaken(r *Retry) ast.Expr {
	l := r.PerAttempt
	if l == nil || r.Stacked {
		return nil
	}
	if f := x.p.FuncOf(l.Through); f != nil && x.translates(f) {
		return nil
	}
	if r.If != nil {
		return x.refuses(r.If)
	}
	switch {
	case r.Closure != nil:
		if x.translates(r.Closure) {
			return nil
		}
		return x.permanently(r)
	case r.outcome != nil:
		if r.Guard.Excludes("context.Canceled") && r.Guard.Excludes("context.DeadlineExceeded") {
			for _, t := range r.Guard.Tests {
				if t.Ctx && !t.Back && !x.asksCtx(t.Expr) {
					return t.Expr
				}
			}
		}
	}
	return nil
}

// EndsAtTimeout returns the tests of a loop that leave it when the error of an attempt
// which has a limit of its own is DeadlineExceeded, and ask no context.
func (x *Finder) EndsAtTimeout(r *Retry) []ast.Expr {
	l := r.PerAttempt
	if l == nil || r.Stacked || r.outcome == nil || !r.Guard.Excludes("context.DeadlineExceeded") {
		return nil
	}
	if f := x.p.FuncOf(l.Through); f != nil && x.translates(f) {
		return nil
	}
	var out []ast.Expr
	for _, t := range r.Guard.Tests {
		if t.Ctx && !t.Back && !x.asksCtx(t.Expr) {
			out = append(out, t.Expr)
		}
	}
	return out
}

// translates reports whether a function looks at the error of its limit
// itself, so that what it returns may be another.
func (x *Finder) translates(f *code.Func) bool {
	found := false
	f.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			found = found || x.endsOnly(n.Cond, true)["context.DeadlineExceeded"] && !x.tellsBoth(n.Cond)
		case *ast.CallExpr:
			if e := x.ctxErr(n); e != nil {
				if v := x.p.VarOf(ast.Unparen(e.Fun).(*ast.SelectorExpr).X); v != nil && v.Pos() >= f.Body.Pos() && v.Pos() < f.Body.End() {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

// refuses returns the test in a predicate on failures that says no to the end
// of any context.
func (x *Finder) refuses(f *code.Func) ast.Expr {
	var at ast.Expr
	f.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			if at == nil && x.tellsBoth(n.Cond) && x.saysNo(n.Body) {
				at = n.Cond
			}
		case *ast.ReturnStmt:
			if at == nil && len(n.Results) == 1 && x.tellsNeither(n.Results[0]) {
				at = n.Results[0]
			}
		}
		return at == nil
	})
	return at
}

// saysNo reports whether a block does nothing but return false.
func (x *Finder) saysNo(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	ret, ok := b.List[len(b.List)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 {
		return false
	}
	yes, ok := x.p.Bool(ret.Results[0])
	return ok && !yes
}

// permanently returns the test in the closure of a driver that makes the end of
// any context permanent.
func (x *Finder) permanently(r *Retry) ast.Expr {
	var at ast.Expr
	r.Closure.Inspect(func(n ast.Node) bool {
		s, ok := n.(*ast.IfStmt)
		if !ok || at != nil || !x.tellsBoth(s.Cond) || len(s.Body.List) == 0 {
			return at == nil
		}
		ret, ok := s.Body.List[len(s.Body.List)-1].(*ast.ReturnStmt)
		if !ok || len(ret.Results) == 0 {
			return true
		}
		if call, ok := ast.Unparen(ret.Results[len(ret.Results)-1]).(*ast.CallExpr); ok && x.StopsDriver(r, call) {
			at = s.Cond
		}
		return true
	})
	return at
}

// tellsBoth reports whether a condition is true for both errors of contexts,
// and does not ask the caller's context as well.
func (x *Finder) tellsBoth(cond ast.Expr) bool {
	ends := x.endsOnly(cond, true)
	return ends["context.Canceled"] && ends["context.DeadlineExceeded"] && !x.asksCtx(cond)
}

// tellsNeither reports whether a condition is false for both errors of contexts.
func (x *Finder) tellsNeither(cond ast.Expr) bool {
	ends := x.endsOnly(cond, false)
	return ends["context.Canceled"] && ends["context.DeadlineExceeded"] && !x.asksCtx(cond)
}

// endsOnly returns the errors of contexts for which a condition certainly has
// a value.
func (x *Finder) endsOnly(cond ast.Expr, value bool) map[string]bool {
	out := make(map[string]bool)
	var visit func(e ast.Expr, value bool, depth int)
	visit = func(e ast.Expr, value bool, depth int) {
		switch e := ast.Unparen(e).(type) {
		case *ast.UnaryExpr:
			if e.Op == token.NOT {
				visit(e.X, !value, depth)
			}
		case *ast.BinaryExpr:
			switch {
			case e.Op == token.LOR && value, e.Op == token.LAND && !value:
				visit(e.X, value, depth)
				visit(e.Y, value, depth)
			case (e.Op == token.EQL) == value && (e.Op == token.EQL || e.Op == token.NEQ):
				if code.IsError(x.p.Info.TypeOf(e.X)) {
					out[x.sentinelName(e.Y)] = true
				}
			}
		case *ast.CallExpr:
			if !value {
				return
			}
			c := x.p.CalleeOf(e)
			if api.IsErrorsIs(c.Key) && len(e.Args) == 2 {
				out[x.sentinelName(e.Args[1])] = true
			} else if f := x.p.FuncOf(c.Func); f != nil && depth < 3 && isPredicate(f.Sig) {
				if ret := onlyReturn(f); ret != nil {
					visit(ret, true, depth+1)
				}
			}
		}
	}
	visit(cond, value, 0)
	return out
}

func (x *Finder) sentinelName(e ast.Expr) string {
	v := x.p.VarOf(e)
	if v == nil || v.Pkg() == nil {
		return ""
	}
	return v.Pkg().Path() + "." + v.Name()
}

// asksCtx reports whether part of a condition asks a context itself.
func (x *Finder) asksCtx(cond ast.Expr) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && !found {
			if t := x.p.Info.TypeOf(e); t != nil && code.IsContext(t) {
				if _, isType := types.Unalias(t).(*types.Named); isType {
					found = true
				}
			}
		}
		return !found
	})
	return found
}
