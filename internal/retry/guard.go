package retry

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// sentinel classes an error value that errors are compared with.
func (x *Finder) sentinel(e ast.Expr) classResult {
	out := classResult{class: facts.ErrUnknown}
	v := x.p.VarOf(e)
	if v == nil || v.Pkg() == nil {
		if obj := x.constObj(e); obj != nil && obj.Pkg() != nil { // syscall.ECONNREFUSED is a constant
			key := api.Path(obj.Pkg().Path()) + "." + obj.Name()
			out.class, out.what = sentinels[key], []string{obj.Pkg().Name() + "." + obj.Name()}
		}
		return out
	}
	key := api.Path(v.Pkg().Path()) + "." + v.Name()
	if cl, ok := sentinels[key]; ok {
		out.class = cl
	}
	out.what = []string{v.Name()}
	if v.Pkg() != x.p.Types {
		out.what = []string{v.Pkg().Name() + "." + v.Name()}
	}
	if key == "context.Canceled" || key == "context.DeadlineExceeded" {
		out.ctx = true
	}
	if v.Pkg() == x.p.Types && !v.IsField() && v.Parent() == x.p.Types.Scope() {
		if r := x.produced(v); r != facts.ErrUnknown {
			out.class = r
		}
	}
	return out
}

func (x *Finder) constObj(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return x.p.Info.Uses[e]
	case *ast.SelectorExpr:
		return x.p.Info.Uses[e.Sel]
	}
	return nil
}

// typed classes the errors that errors.As finds: by where the package makes
// them. t is the type of the target, a pointer.
func (x *Finder) typed(t types.Type) classResult {
	out := classResult{class: facts.ErrUnknown}
	if t == nil {
		return out
	}
	ptr, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return out
	}
	name := typeNameOf(ptr.Elem())
	out.what = []string{name}
	el := types.Unalias(ptr.Elem())
	if p2, ok := el.(*types.Pointer); ok {
		el = types.Unalias(p2.Elem())
	}
	n, ok := el.(*types.Named)
	if !ok || n.Obj().Pkg() != x.p.Types {
		return out
	}
	out.class = x.produced(n.Obj())
	return out
}

// produced classes an error of this package, a variable or a type, by the
// conditions under which it is made: errOutdated is a conflict if every place
// that makes it does so after a status of 412.
func (x *Finder) produced(obj types.Object) facts.ErrClass {
	if c, ok := x.made[obj]; ok {
		return c
	}
	x.made[obj] = facts.ErrUnknown // while looking
	if x.errorUses == nil {
		x.errorUses = x.indexErrors()
	}
	out, some := facts.ErrUnknown, false
	for _, n := range x.errorUses[obj] {
		if x.isTest(n) {
			continue
		}
		f := x.p.Enclosing(n)
		if f == nil {
			continue
		}
		c := x.around(f, n).class
		if c == facts.ErrAny {
			c = facts.ErrUnknown
		}
		if !some {
			out, some = c, true
		} else {
			out = weaker(out, c)
		}
		if out == facts.ErrUnknown {
			break
		}
	}
	x.made[obj] = out
	return out
}

// indexErrors finds where the package names its error variables and makes
// values of its error types.
func (x *Finder) indexErrors() map[types.Object][]ast.Node {
	out := make(map[types.Object][]ast.Node)
	errorVar := make(map[types.Object]bool)
	errorTypes := make(map[types.Object]bool)
	scope := x.p.Types.Scope()
	iface := errorType.Underlying().(*types.Interface)
	for _, name := range scope.Names() {
		switch obj := scope.Lookup(name).(type) {
		case *types.Var:
			errorVar[obj] = isError(obj.Type())
		case *types.TypeName:
			if types.IsInterface(obj.Type()) {
				continue
			}
			errorTypes[obj] = types.Implements(obj.Type(), iface) || types.Implements(types.NewPointer(obj.Type()), iface)
		}
	}
	for cur := range x.p.Inspector.Root().Preorder((*ast.Ident)(nil)) {
		id := cur.Node().(*ast.Ident)
		obj := x.p.Info.Uses[id]
		switch {
		case obj == nil:
		case errorVar[obj]:
			out[obj] = append(out[obj], id)
		case errorTypes[obj]:
			switch up := cur.Parent().Node().(type) {
			case *ast.CompositeLit:
				if up.Type == ast.Expr(id) {
					out[obj] = append(out[obj], up)
				}
			case *ast.CallExpr: // a conversion: statusError(code)
				if up.Fun == ast.Expr(id) {
					out[obj] = append(out[obj], up)
				}
			}
		}
	}
	return out
}

// isTest reports whether an error value is only compared with here.
func (x *Finder) isTest(n ast.Node) bool {
	for range 3 {
		up := x.p.Parent(n)
		switch u := up.(type) {
		case *ast.BinaryExpr:
			return u.Op == token.EQL || u.Op == token.NEQ
		case *ast.CaseClause:
			return true
		case *ast.CallExpr:
			if c := api.CalleeOf(x.p.Info, u); c.Key == "errors.Is" || c.Key == "errors.As" {
				return len(u.Args) == 2 && contains(u.Args[1], n)
			}
			return false
		case *ast.ParenExpr, *ast.SelectorExpr, *ast.UnaryExpr:
			n = up
		case *ast.AssignStmt:
			// se := statusError(0) as a target for errors.As
			return u.Tok == token.DEFINE && x.onlyTarget(u)
		default:
			return false
		}
	}
	return false
}

// onlyTarget reports whether the variable an assignment defines serves as a target of errors.As.
func (x *Finder) onlyTarget(s *ast.AssignStmt) bool {
	if len(s.Lhs) != 1 {
		return false
	}
	v := x.p.VarOf(s.Lhs[0])
	if v == nil {
		return false
	}
	for _, d := range x.p.Defs(v) {
		if d.Kind == code.DefAddr {
			if call, ok := x.p.Parent(d.Node).(*ast.CallExpr); ok && api.CalleeOf(x.p.Info, call).Key == "errors.As" {
				return true
			}
		}
	}
	return false
}

// guard determines which failures lead back.
func (x *Finder) guard(r *Retry) {
	o := r.outcome
	class, first := facts.ErrUnknown, true
	for _, c := range o.cand {
		r.Guard.Tests = append(r.Guard.Tests, x.tests(o.f, c)...)
		cl := x.guardClass(o, c)
		if first {
			class, first = cl, false
		} else {
			class = weaker(class, cl)
		}
	}
	r.Guard.Class = class
	if r.Guard.Status && class == facts.ErrAny {
		r.Guard.Class = facts.ErrStatus
		for _, c := range o.cand {
			if cl := x.statusClass(o.f, c); cl != facts.ErrUnknown {
				r.Guard.Class = cl
			}
		}
	}
}

// guardClass classes the failures of an operation that lead back: the
// strongest class that every way back has tested for.
func (x *Finder) guardClass(o *outcome, c *candidate) facts.ErrClass {
	if !c.fail.back {
		return facts.ErrAny
	}
	// passes reports whether the way back is open with all edges shut that
	// prove one of the classes.
	open := func(shut func(facts.ErrClass) bool) bool {
		w := o.walk(c)
		w.shut = func(cond, tag ast.Expr, yes bool) bool {
			var t classResult
			switch {
			case tag != nil && yes:
				t = x.equals(tag, cond)
			case tag != nil:
				return false
			default:
				t = x.test(cond, yes)
			}
			if !x.aboutError(w, cond, tag) {
				return false
			}
			return shut(t.class)
		}
		return w.run().back
	}
	for _, cl := range []facts.ErrClass{facts.ErrConflict, facts.ErrUnsent, facts.ErrStatus, facts.ErrTimeout, facts.ErrUnknown} {
		if !open(func(k facts.ErrClass) bool { return rank(k) <= rank(cl) }) {
			return cl
		}
	}
	return facts.ErrAny
}

// aboutError reports whether a condition looks at the operation's error or result.
func (x *Finder) aboutError(w *walk, cond, tag ast.Expr) bool {
	found := false
	for _, e := range []ast.Expr{cond, tag} {
		if e == nil {
			continue
		}
		ast.Inspect(e, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				if v, ok := x.p.Info.Uses[n].(*types.Var); ok {
					if w.errVars[v.Origin()] || w.resVars[v.Origin()] || !isError(v.Type()) && x.fromError(w, v) {
						found = true
					}
				}
			case *ast.CallExpr:
				if n == w.op {
					found = true
				}
			}
			return !found
		})
	}
	return found
}

// fromError reports whether a variable is computed from an error: a target of
// errors.As, a verdict of a predicate.
func (x *Finder) fromError(w *walk, v *types.Var) bool {
	for _, d := range x.p.Defs(v) {
		switch {
		case d.Kind == code.DefAddr:
			if call, ok := x.p.Parent(d.Node).(*ast.CallExpr); ok && api.CalleeOf(x.p.Info, call).Key == "errors.As" {
				return len(call.Args) > 0 && w.ofError(call.Args[0])
			}
		case d.RHS != nil:
			if w.ofError(d.RHS) {
				return true
			}
		}
	}
	return false
}

// tests lists the tests of the failure that decide about the way back.
func (x *Finder) tests(f *flow, c *candidate) []Test {
	var out []Test
	seen := make(map[ast.Expr]bool)
	for _, s := range c.failWalk.conds {
		if s.cond == nil || seen[s.cond] || s.yes.back == s.no.back && !s.head {
			continue
		}
		seen[s.cond] = true
		if !x.aboutError(c.failWalk, s.cond, s.tag) {
			continue
		}
		if s.tag != nil {
			t := x.equals(s.tag, s.cond)
			out = append(out, Test{Expr: s.cond, Back: s.yes.back, Class: t.class, What: t.what, Ctx: t.ctx})
			continue
		}
		out = append(out, x.split(c.failWalk, s.cond, s.yes.back)...)
	}
	return out
}

// split takes a condition apart into the tests that must each come out one way
// for control to go back.
func (x *Finder) split(w *walk, cond ast.Expr, back bool) []Test {
	cond = ast.Unparen(cond)
	switch c := cond.(type) {
	case *ast.UnaryExpr:
		if c.Op == token.NOT {
			return x.split(w, c.X, !back)
		}
	case *ast.BinaryExpr:
		if c.Op == token.LAND && back || c.Op == token.LOR && !back {
			return append(x.split(w, c.X, back), x.split(w, c.Y, back)...)
		}
		if (c.Op == token.LAND || c.Op == token.LOR) && x.aboutError(w, cond, nil) {
			// It must be one of several: !Is(err, a) && !Is(err, b) leaves.
			if t := x.test(cond, back); t.class != facts.ErrAny {
				return []Test{{Expr: cond, Back: true, Class: t.class, What: t.what, Ctx: t.ctx}}
			}
		}
	}
	if !x.aboutError(w, cond, nil) {
		return nil
	}
	t := x.test(cond, true)
	return []Test{{Expr: cond, Back: back, Class: t.class, What: t.what, Ctx: t.ctx}}
}

// statusTests returns the conditions on which a successful operation's result
// decides about the way back, if one of them looks at a status: of an answer,
// of how long to wait, of what was refused. nil if there is none.
func (x *Finder) statusTests(f *flow, c *candidate) []ast.Expr {
	var out []ast.Expr
	x.byLength = false
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
				if sel, isSel := ast.Unparen(e).(*ast.SelectorExpr); isSel && isResponse(x.p.Info.TypeOf(sel.X)) || ok && n >= 100 && n < 600 {
					return true
				}
				if name := typeNameOf(x.p.Info.TypeOf(e)); strings.HasSuffix(name, "codes.Code") || strings.HasSuffix(name, "connect.Code") {
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
			if isDuration(x.p.Info.TypeOf(e)) {
				return true
			}
			// Nothing was refused: len(out.Failed) == 0 leaves.
			if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && fieldName(call.Fun) == "len" {
				if (c.Op == token.EQL) == leaves && x.refusedItems(w, call) {
					x.byLength = true
					return true
				}
			}
		}
	case *ast.CallExpr:
		// A function that judges an answer: retryable(resp), shouldRetry(resp.StatusCode, err).
		for _, a := range c.Args {
			if x.isStatus(w, a) || isResponse(x.p.Info.TypeOf(a)) && x.ofResult(w, a) {
				return true
			}
		}
		if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && isResponse(x.p.Info.TypeOf(sel.X)) {
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

// goodIf says whether a condition that is true tells of a good answer.
func (x *Finder) goodIf(w *walk, cond ast.Expr) api.Tri {
	not := func(t api.Tri) api.Tri {
		switch t {
		case api.Yes:
			return api.No
		case api.No:
			return api.Yes
		}
		return api.Maybe
	}
	switch c := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if c.Op == token.NOT {
			return not(x.goodIf(w, c.X))
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
				t = not(t)
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
	if name := typeNameOf(t); name == "google.golang.org/grpc/codes.Code" || name == "connectrpc.com/connect.Code" {
		return true
	}
	if sel, ok := e.(*ast.SelectorExpr); ok && isResponse(x.p.Info.TypeOf(sel.X)) {
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

func isResponse(t types.Type) bool {
	switch typeNameOf(t) {
	case "net/http.Response", "github.com/go-resty/resty/v2.Response", "resty.dev/v3.Response", "github.com/valyala/fasthttp.Response", "github.com/imroc/req/v3.Response":
		return true
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
