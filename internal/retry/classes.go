package retry

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// classResult is a memoised class of a predicate, with what it tests for.
type classResult struct {
	class facts.ErrClass
	what  []string
	ctx   bool
	lost  bool // errors are among them after which the outcome is unknown: see loses
}

// loses reports whether errors are certainly among those of a class that tell
// nothing of whether the operation was carried out. A class that is unknown as
// a whole may have such parts.
func (r classResult) loses() bool {
	return r.lost || r.class == facts.ErrTimeout || r.class == facts.ErrStatus
}

// TimeoutMethod is how Test.What names the Timeout method of errors.
const TimeoutMethod = "Timeout"

// ErrClassOf classes the errors for which a predicate of this package says
// yes: ErrConflict only if it says yes to nothing but codes that prove that
// nothing was done. It looks at the result at index i.
func (x *Finder) ErrClassOf(fn *code.Func) facts.ErrClass {
	if !isPredicate(fn.Sig) {
		return facts.ErrUnknown
	}
	return x.classOfFunc(fn, 0).class
}

// LosesOutcome reports whether a predicate of this package certainly says yes
// to errors after which the operation's outcome is unknown.
func (x *Finder) LosesOutcome(fn *code.Func) bool {
	return isPredicate(fn.Sig) && x.classOfFunc(fn, 0).loses()
}

// isPredicate reports whether a signature is that of a test of an error.
func isPredicate(sig *types.Signature) bool {
	takes := false
	for v := range sig.Params().Variables() {
		takes = takes || code.IsError(v.Type())
	}
	return takes && sig.Results().Len() == 1 && code.IsBool(sig.Results().At(0).Type())
}

// classOfFunc classes the errors for which result i of f is true.
func (x *Finder) classOfFunc(f *code.Func, i int) classResult {
	if r, ok := x.classes[f]; ok {
		return r
	}
	x.classes[f] = classResult{class: facts.ErrUnknown} // while looking
	out := classResult{class: facts.ErrUnknown}
	first := true
	f.Inspect(func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || i >= len(ret.Results) {
			return true
		}
		e := ret.Results[i]
		if yes, ok := x.p.Bool(e); ok && !yes {
			return true
		}
		t := x.test(e, true)
		t = x.both(t, x.around(f, ret))
		if first {
			out, first = t, false
		} else {
			out = x.eitherOf(out, t)
		}
		return true
	})
	x.classes[f] = out
	return out
}

func (x *Finder) both(a, b classResult) classResult {
	class := stronger(a.class, b.class)
	lost := a.loses() || b.loses()
	if class == facts.ErrConflict || class == facts.ErrUnsent {
		lost = false // of the errors of the one, those that the other proves to be harmless
	}
	return classResult{class, append(append([]string(nil), a.what...), b.what...), a.ctx || b.ctx, lost}
}

func (x *Finder) eitherOf(a, b classResult) classResult {
	return classResult{weaker(a.class, b.class), append(append([]string(nil), a.what...), b.what...), a.ctx || b.ctx, a.loses() || b.loses()}
}

var anyError = classResult{class: facts.ErrAny}

// around returns what the conditions around a node tell of the error there.
func (x *Finder) around(f *code.Func, n ast.Node) classResult {
	out := anyError
	child := n
	for up := x.p.Parent(n); up != nil && up != f.Node; child, up = up, x.p.Parent(up) {
		switch up := up.(type) {
		case *ast.IfStmt:
			switch child {
			case up.Body:
				out = x.both(out, x.test(up.Cond, true))
			case up.Else:
				out = x.both(out, x.test(up.Cond, false))
			}
		case *ast.CaseClause:
			out = x.both(out, x.caseTest(up))
		case *ast.CommClause:
			if x.timedOut(up) {
				out = x.both(out, classResult{class: facts.ErrTimeout})
			}
		case *ast.BlockStmt:
			out = x.both(out, x.passed(up.List, child))
		}
	}
	return out
}

// caseTest returns what it tells of the error that a case was taken.
func (x *Finder) caseTest(cc *ast.CaseClause) classResult {
	sw, ok := x.p.Parent(x.p.Parent(cc)).(*ast.SwitchStmt)
	if !ok || len(cc.List) == 0 {
		return anyError
	}
	var out classResult
	for i, e := range cc.List {
		var t classResult
		if sw.Tag == nil {
			t = x.test(e, true)
		} else {
			t = x.equals(sw.Tag, e)
		}
		if i == 0 {
			out = t
		} else {
			out = x.eitherOf(out, t)
		}
	}
	return out
}

// test returns what it tells of the error that cond is true (or false).
func (x *Finder) test(cond ast.Expr, truth bool) classResult {
	cond = ast.Unparen(cond)
	if !x.tellsError(cond) {
		return anyError // about a counter, a flag, the request
	}
	switch c := cond.(type) {
	case *ast.UnaryExpr:
		if c.Op == token.NOT {
			return x.test(c.X, !truth)
		}
	case *ast.BinaryExpr:
		switch c.Op {
		case token.LAND, token.LOR:
			a, b := x.test(c.X, truth), x.test(c.Y, truth)
			if (c.Op == token.LAND) == truth {
				return x.both(a, b)
			}
			return x.eitherOf(a, b)
		case token.EQL:
			if truth {
				return x.equals(c.X, c.Y)
			}
			return anyError
		case token.NEQ:
			if !truth {
				return x.equals(c.X, c.Y)
			}
			return anyError
		case token.GEQ, token.GTR:
			if truth {
				if n, ok := x.intConst(c.Y); ok && n >= 399 && n < 600 {
					return classResult{class: facts.ErrStatus}
				}
			}
		}
		if truth {
			return classResult{class: facts.ErrUnknown}
		}
		return anyError
	case *ast.Ident:
		if _, ok := x.p.Bool(c); ok {
			return anyError
		}
		if !truth {
			return anyError
		}
		origins := x.p.Origins(c)
		if len(origins) != 1 || origins[0].Expr == nil || origins[0].Unknown {
			return classResult{class: facts.ErrUnknown}
		}
		o := origins[0]
		if ta, ok := o.Expr.(*ast.TypeAssertExpr); ok && ta.Type != nil {
			return x.typed(types.NewPointer(x.p.Info.TypeOf(ta.Type))) // limited, ok := err.(*RateLimited)
		}
		if o.Index >= 0 {
			if call, ok := o.Expr.(*ast.CallExpr); ok {
				if f := x.p.FuncOf(x.p.Callee(call)); f != nil {
					return x.classOfFunc(f, o.Index)
				}
			}
			return classResult{class: facts.ErrUnknown}
		}
		if o.Expr != ast.Expr(c) {
			return x.test(o.Expr, true)
		}
	case *ast.CallExpr:
		if truth {
			return x.callTest(c)
		}
		return anyError
	case *ast.IndexExpr:
		if truth {
			return x.oneOf(c.X, c.Index)
		}
		return anyError
	}
	if truth {
		return classResult{class: facts.ErrUnknown}
	}
	return anyError
}

// tellsError reports whether an expression has to do with an error: it names
// one, an object found in one, a verdict on one, or a status.
func (x *Finder) tellsError(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if found {
			return false
		}
		switch n := n.(type) {
		case *ast.Ident:
			v, ok := x.p.Info.Uses[n].(*types.Var)
			if !ok {
				return true
			}
			t := v.Type()
			if code.IsError(t) || implementsError(t) || api.IsResponse(t) {
				found = true
				return false
			}
			for _, d := range x.p.Defs(v) {
				switch {
				case d.Kind == code.DefAddr:
					if call, ok := x.p.Parent(d.Node).(*ast.CallExpr); ok && api.IsErrorsAs(x.p.CalleeOf(call).Key) {
						found = true
					}
				case d.RHS != nil && d.Kind == code.DefAssign && (x.mentionsError(d.RHS) || d.Index >= 0 && x.hasErrorAt(d.RHS)):
					found = true // from an error, or returned beside one
				case d.Kind == code.DefSwitch:
					found = true
				}
			}
		case *ast.SelectorExpr:
			if code.IsError(x.p.Info.TypeOf(n)) {
				found = true
			}
		case *ast.CallExpr:
			if code.IsError(x.p.Info.TypeOf(n)) {
				found = true
			}
		}
		return !found
	})
	return found
}

func (x *Finder) hasErrorAt(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && x.hasError(call)
}

// implementsError reports whether values of t, or pointers to them, are errors.
func implementsError(t types.Type) bool {
	return code.ImplementsError(t) || code.ImplementsError(types.NewPointer(t))
}

// callTest classes a call that is true.
func (x *Finder) callTest(call *ast.CallExpr) classResult {
	unknown := classResult{class: facts.ErrUnknown}
	c := x.p.CalleeOf(call)
	if c.Func == nil || c.Func.Pkg() == nil {
		if c.Func != nil && c.Func.Name() == "Timeout" {
			return classResult{class: facts.ErrTimeout, what: []string{TimeoutMethod}}
		}
		if fns, complete := x.p.LitsOf(call.Fun); complete && len(fns) == 1 && isPredicate(fns[0].Sig) {
			return x.classOfFunc(fns[0], 0) // a field or variable that holds one test
		}
		return unknown
	}
	switch {
	case api.IsErrorsIs(c.Key):
		if len(call.Args) == 2 {
			return x.sentinel(call.Args[1])
		}
		return unknown
	case api.IsErrorsAs(c.Key):
		if len(call.Args) == 2 {
			return x.typed(x.p.Info.TypeOf(call.Args[1]))
		}
		return unknown
	}
	switch c.Key {
	case "errors.AsType":
		if t := x.p.Info.TypeOf(call); t != nil {
			if tup, ok := t.(*types.Tuple); ok && tup.Len() > 0 {
				return x.typed(types.NewPointer(tup.At(0).Type()))
			}
		}
	case "slices.Contains":
		if len(call.Args) == 2 {
			return x.oneOf(call.Args[0], call.Args[1])
		}
	case "strings.Contains":
		if s, ok := x.stringConst(call.Args[1]); ok {
			return classResult{class: textClass(s), what: []string{s}}
		}
	case "strings.HasPrefix":
		if s, ok := x.stringConst(call.Args[1]); ok {
			if cl := sqlState(s); cl != facts.ErrUnknown {
				return classResult{class: cl, what: []string{s}}
			}
		}
	}
	if cl, ok := api.PredicateClass(c.Key); ok {
		return classResult{class: cl, what: []string{code.ShortName(c.Func)}}
	}
	if c.Func.Name() == "Timeout" && len(call.Args) == 0 {
		return classResult{class: facts.ErrTimeout, what: []string{TimeoutMethod}}
	}
	if c.Func.Name() == "Temporary" && len(call.Args) == 0 {
		return classResult{class: facts.ErrStatus}
	}
	if f := x.p.FuncOf(c.Func); f != nil {
		if f.Sig.Results().Len() == 1 {
			return x.classOfFunc(f, 0)
		}
		return unknown
	}
	if x.callees != nil {
		if s := x.callees.Summary(c.Func); s != nil && (s.Err != facts.ErrUnknown || s.ErrLost) {
			return classResult{class: s.Err, lost: s.ErrLost, what: []string{code.ShortName(c.Func)}}
		}
	}
	unknown.what = []string{code.ShortName(c.Func)}
	return unknown
}

// textClass classes an error by a part of its text.
func textClass(s string) facts.ErrClass {
	s = strings.ToLower(s)
	for _, t := range []string{"connection refused", "no such host", "no route to host", "too many requests"} {
		if strings.Contains(s, t) {
			return facts.ErrUnsent
		}
	}
	if api.SaysTooMuch(s) {
		return facts.ErrUnsent
	}
	for _, t := range []string{"deadlock", "database is locked", "could not serialize", "duplicate key", "conflict", "write conflict", "serialization"} {
		if strings.Contains(s, t) {
			return facts.ErrConflict
		}
	}
	if strings.Contains(s, "timeout") || strings.Contains(s, "timed out") || strings.Contains(s, "deadline") {
		return facts.ErrTimeout
	}
	for _, t := range []string{"connection reset", "broken pipe", "eof", "closed network connection", "bad gateway", "service unavailable", "connection aborted"} {
		if strings.Contains(s, t) {
			return facts.ErrStatus
		}
	}
	return facts.ErrUnknown
}

// sqlState classes a code of SQL, or what a class of them begins with.
func sqlState(s string) facts.ErrClass {
	switch {
	case api.SQLStateUndone(s):
		return facts.ErrConflict
	case api.SQLStateLost(s):
		return facts.ErrStatus
	}
	return facts.ErrUnknown
}

// equals classes tag == value.
func (x *Finder) equals(a, b ast.Expr) classResult {
	unknown := classResult{class: facts.ErrUnknown}
	if code.IsError(x.p.Info.TypeOf(a)) {
		if x.p.IsNil(b) {
			return x.forgiven(a)
		}
		return x.sentinel(b)
	}
	if code.IsError(x.p.Info.TypeOf(b)) {
		return x.equals(b, a)
	}
	av, bv := x.constOf(a), x.constOf(b)
	if av != nil && bv == nil {
		a, b, bv = b, a, av
	}
	if bv == nil {
		return unknown
	}
	switch bv.Kind() {
	case constant.String:
		s := constant.StringVal(bv)
		if cl := sqlState(s); cl != facts.ErrUnknown {
			return classResult{class: cl, what: []string{s}}
		}
		if s == "dial" && fieldName(a) == "Op" {
			return classResult{class: facts.ErrUnsent, what: []string{"dial"}}
		}
		if cl := textClass(s); cl == facts.ErrUnsent {
			return classResult{class: cl, what: []string{s}}
		}
		return classResult{class: facts.ErrUnknown, what: []string{s}}
	case constant.Int:
		n, ok := constant.Int64Val(bv)
		if !ok {
			return unknown
		}
		t := x.p.Info.TypeOf(a)
		if api.IsStatusCode(t) {
			cn := constName(x.p, b)
			cn = strings.TrimPrefix(cn, "Code")
			if cl, ok := api.CodeClass(cn); ok {
				return classResult{class: cl, what: []string{"codes." + cn}}
			}
			return unknown
		}
		what := []string{bv.String()}
		switch strings.ToLower(fieldName(a)) {
		case "number", "errno":
			if api.SQLNumberUndone(n) {
				return classResult{class: facts.ErrConflict, what: what}
			}
			return unknown
		}
		if cl := api.HTTPStatusClass(n); cl != facts.ErrUnknown {
			return classResult{class: cl, what: what}
		}
		if strings.Contains(strings.ToLower(api.TypeName(typeOfBase(x.p, a))), "sqlite") && api.SQLNumberUndone(n) {
			return classResult{class: facts.ErrConflict, what: what}
		}
	}
	return unknown
}
