package retry

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// statusTests returns the conditions on which a successful operation's result
// decides about the way back, if one of them looks at a status: of an answer,
// of how long to wait, of what was refused. nil if there is none.
func (x *Finder) statusTests(f *flow, c *candidate) []ast.Expr {
	var out []ast.Expr
	x.byLength = false
	if x.onlyFollows(c) {
		return nil
	}
	for _, s := range c.okWalk.conds {
		if s.cond == nil || s.yes.back == s.no.back && (s.yes.leave == s.no.leave) {
			continue
		}
		if s.tag != nil {
			if x.isStatus(c.okWalk, s.tag) {
				out = append(out, s.cond)
			}
			continue
		}
		leaves := s.yes.leave && !s.yes.back
		if x.looksAtStatus(c.okWalk, s.cond, leaves) {
			if good := x.goodIf(c.okWalk, s.cond); good != api.Maybe && s.yes.back != s.no.back && (good == api.Yes) == s.yes.back {
				continue // a good answer leads on: to the next item
			}
			out = append(out, s.cond)
		}
	}
	return out
}

// looksAtStatus reports whether part of a condition tests a status in the
// results of the operation. leaves says that control leaves if it is true.
func (x *Finder) looksAtStatus(w *walk, cond ast.Expr, leaves bool) bool {
	cond = ast.Unparen(cond)
	switch c := cond.(type) {
	case *ast.Ident:
		// A verdict that a variable holds: again := err != nil || resp.StatusCode > 500.
		if o := x.p.Origins(c); len(o) == 1 && o[0].Expr != nil && o[0].Expr != cond && !o[0].Unknown && o[0].Index < 0 && x.ofResult(w, o[0].Expr) {
			return x.looksAtStatus(w, o[0].Expr, leaves)
		}
	case *ast.UnaryExpr:
		if c.Op == token.NOT {
			return x.looksAtStatus(w, c.X, !leaves)
		}
	case *ast.BinaryExpr:
		switch c.Op {
		case token.LAND, token.LOR:
			return x.looksAtStatus(w, c.X, leaves) || x.looksAtStatus(w, c.Y, leaves)
		}
		for i, e := range []ast.Expr{c.X, c.Y} {
			o := c.Y
			if i == 1 {
				o = c.X
			}
			if x.isStatus(w, e) {
				// A number is a status if it is compared with one.
				n, ok := x.intConst(o)
				if sel, isSel := ast.Unparen(e).(*ast.SelectorExpr); isSel && api.IsResponse(x.p.Info.TypeOf(sel.X)) || ok && n >= 100 && n < 600 {
					return true
				}
				if name := api.TypeName(x.p.Info.TypeOf(e)); strings.HasSuffix(name, "codes.Code") || strings.HasSuffix(name, "connect.Code") {
					return true
				}
			}
		}
		for i, e := range []ast.Expr{c.X, c.Y} {
			o := c.Y
			if i == 1 {
				o = c.X
			}
			n, isConst := x.intConst(o)
			if !isConst || n != 0 || !x.ofResult(w, e) {
				continue
			}
			// How long to wait: a duration among the results.
			if code.IsDuration(x.p.Info.TypeOf(e)) {
				return true
			}
			// Nothing was refused: len(out.Failed) == 0 leaves.
			if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && x.p.CalleeOf(call).Builtin == "len" {
				if (c.Op == token.EQL) == leaves && x.refusedItems(w, call) && !x.collected(w, call) {
					x.byLength = true
					return true
				}
			}
		}
	case *ast.CallExpr:
		// A function that judges an answer: retryable(resp), shouldRetry(resp.StatusCode, err).
		for _, a := range c.Args {
			if x.isStatus(w, a) || api.IsResponse(x.p.Info.TypeOf(a)) && x.ofResult(w, a) {
				return true
			}
		}
		if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && api.IsResponse(x.p.Info.TypeOf(sel.X)) {
			return x.ofResult(w, sel.X)
		}
	}
	return false
}

// refusedItems reports whether len(x) counts a part of an answer, or what is
// left of the operands: what was refused.
func (x *Finder) refusedItems(w *walk, length *ast.CallExpr) bool {
	if len(length.Args) != 1 {
		return false
	}
	e := ast.Unparen(length.Args[0])
	if _, ok := e.(*ast.SelectorExpr); ok {
		return true
	}
	t := x.p.Info.TypeOf(e)
	for _, a := range w.op.Args {
		if u := x.p.Info.TypeOf(a); t != nil && u != nil && types.Identical(t, u) {
			return true
		}
	}
	return false
}

// collected reports whether the list whose length is asked for is what the
// operation was to bring, as a page of items is: the loop adds it to a list
// that no later attempt is given.
func (x *Finder) collected(w *walk, length *ast.CallExpr) bool {
	if w.l == nil || len(length.Args) != 1 {
		return false
	}
	given := x.operands(w.op)
	adds := func(n ast.Node) bool {
		found := false
		code.InspectShallow(n, func(n ast.Node) bool {
			as, ok := n.(*ast.AssignStmt)
			if !ok || found || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
				return !found
			}
			call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
			v := x.p.VarOf(as.Lhs[0])
			if ok && v != nil && x.p.CalleeOf(call).Builtin == "append" && !slices.Contains(given, v) && !(w.l.node.Pos() <= v.Pos() && v.Pos() < w.l.end()) {
				found = true
			}
			return !found
		})
		return found
	}
	found := false
	code.InspectShallow(w.l.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			found = found || x.p.SamePlace(n.X, length.Args[0]) && adds(n.Body)
		case *ast.CallExpr:
			if n.Ellipsis.IsValid() && len(n.Args) == 2 && x.p.SamePlace(n.Args[1], length.Args[0]) {
				if as, ok := x.p.Parent(n).(*ast.AssignStmt); ok {
					found = found || adds(as)
				}
			}
		}
		return !found
	})
	return found
}

// goodIf says whether a condition that is true tells of a good answer.
func (x *Finder) goodIf(w *walk, cond ast.Expr) api.Tri {
	switch c := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if c.Op == token.NOT {
			return x.goodIf(w, c.X).Not()
		}
	case *ast.BinaryExpr:
		n, ok := x.intConst(c.Y)
		if !ok || !x.ofResult(w, c.X) {
			return api.Maybe
		}
		switch c.Op {
		case token.EQL, token.NEQ:
			t := api.Maybe
			switch {
			case n >= 400 && n < 600:
				t = api.No
			case n == 2 || n >= 200 && n < 300:
				t = api.Yes
			}
			if c.Op == token.NEQ {
				t = t.Not()
			}
			return t
		case token.LSS, token.LEQ:
			if n >= 299 && n <= 500 {
				return api.Yes
			}
		case token.GTR, token.GEQ:
			if n >= 299 && n <= 500 {
				return api.No
			}
		}
	}
	return api.Maybe
}

// ofResult reports whether an expression is computed from the operation's results.
func (x *Finder) ofResult(w *walk, e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if v, ok := x.p.Info.Uses[n].(*types.Var); ok && w.resVars[v.Origin()] {
				found = true
			}
		case *ast.CallExpr:
			found = found || n == w.op
		}
		return !found
	})
	return found
}

// isStatus reports whether an expression is the status of an answer among the
// operation's results: a field or method with a status code, or a result that
// is compared like one.
func (x *Finder) isStatus(w *walk, e ast.Expr) bool {
	e = ast.Unparen(e)
	t := x.p.Info.TypeOf(e)
	if t == nil || !x.ofResult(w, e) {
		return false
	}
	if api.IsStatusCode(t) {
		return true
	}
	if sel, ok := e.(*ast.SelectorExpr); ok && api.IsResponse(x.p.Info.TypeOf(sel.X)) {
		return sel.Sel.Name == "StatusCode" || sel.Sel.Name == "Status"
	}
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsInteger == 0 {
		return false
	}
	switch fieldName(e) {
	case "StatusCode", "HTTPStatusCode", "HttpStatusCode", "GetStatusCode", "statusCode", "status", "Status", "code", "Code":
		return true
	}
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) == 0 {
		return fieldName(call.Fun) == "StatusCode"
	}
	return false
}

// statusClass classes the status that leads back when it is tested for alone.
func (x *Finder) statusClass(f *flow, c *candidate) facts.ErrClass {
	out := facts.ErrUnknown
	for _, s := range c.okWalk.conds {
		if s.cond == nil || s.yes.back == s.no.back {
			continue
		}
		var t classResult
		switch {
		case s.tag != nil && s.yes.back:
			t = x.equals(s.tag, s.cond)
		case s.tag != nil:
			continue
		default:
			t = x.test(s.cond, s.yes.back)
		}
		if t.class != facts.ErrUnknown && t.class != facts.ErrAny {
			if out == facts.ErrUnknown {
				out = t.class
			} else {
				out = stronger(out, t.class)
			}
		}
	}
	return out
}
