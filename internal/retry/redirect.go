package retry

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
)

var (
	redirects = []int64{300, 301, 302, 303, 307, 308}
	noneOfIt  = []int64{200, 201, 202, 204, 206, 400, 401, 403, 404, 408, 409, 412, 423, 425, 429, 500, 502, 503, 504}
)

// onlyFollows reports whether an operation's success leads back only if the answer's
// status says that what was asked for is somewhere else: to follow it is no retry,
// for nothing has failed.
func (x *Finder) onlyFollows(c *candidate) bool {
	if !c.ok.back {
		return false
	}
	back := func(status int64) bool {
		w := &walk{f: c.okWalk.f, l: c.okWalk.l, op: c.okWalk.op, goal: c.okWalk.goal, smooth: true}
		w.shut = func(cond, tag ast.Expr, yes bool) bool {
			is := api.Maybe
			if tag == nil {
				is = x.underStatus(w, cond, status)
			} else if x.isStatus(w, tag) {
				is = x.compares(token.EQL, status, cond)
			}
			return is == api.Yes && !yes || is == api.No && yes
		}
		return w.run().back
	}
	return !slices.ContainsFunc(noneOfIt, back) && slices.ContainsFunc(redirects, back)
}

// underStatus says what a condition is if the answer has a status.
func (x *Finder) underStatus(w *walk, cond ast.Expr, status int64) api.Tri {
	switch c := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if c.Op == token.NOT {
			return x.underStatus(w, c.X, status).Not()
		}
	case *ast.BinaryExpr:
		switch c.Op {
		case token.LAND, token.LOR:
			decides := api.No
			if c.Op == token.LOR {
				decides = api.Yes
			}
			l, r := x.underStatus(w, c.X, status), x.underStatus(w, c.Y, status)
			switch {
			case l == decides || r == decides:
				return decides
			case l == api.Maybe || r == api.Maybe:
				return api.Maybe
			}
			return decides.Not()
		}
		if x.isStatus(w, c.X) {
			return x.compares(c.Op, status, c.Y)
		}
	case *ast.CallExpr: // isRedirect(resp.StatusCode)
		fn := x.p.CalleeOf(c).Func
		if fn == nil || !strings.Contains(strings.ToLower(fn.Name()), "redirect") || !x.ofResult(w, c) {
			break
		}
		if status >= 300 && status < 400 {
			return api.Yes
		}
		return api.No
	}
	return api.Maybe
}

// compares says what the comparison of a status with a constant comes to.
func (x *Finder) compares(op token.Token, status int64, e ast.Expr) api.Tri {
	n, ok := x.intConst(e)
	if !ok {
		return api.Maybe
	}
	truth := false
	switch op {
	case token.EQL:
		truth = status == int64(n)
	case token.NEQ:
		truth = status != int64(n)
	case token.LSS:
		truth = status < int64(n)
	case token.LEQ:
		truth = status <= int64(n)
	case token.GTR:
		truth = status > int64(n)
	case token.GEQ:
		truth = status >= int64(n)
	default:
		return api.Maybe
	}
	if truth {
		return api.Yes
	}
	return api.No
}
