package retry

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// step applies a statement to the state.
func (w *walk) step(n ast.Node, st state) state {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return w.assign(n.Lhs, n.Rhs, st)
	case *ast.ValueSpec:
		lhs := make([]ast.Expr, len(n.Names))
		for i, id := range n.Names {
			lhs[i] = id
		}
		if len(n.Values) == 0 {
			for _, id := range n.Names {
				v, _ := w.f.x.p.Info.Defs[id].(*types.Var)
				switch {
				case v == nil:
				case code.IsError(v.Type()):
					st = st.set(v, isNil)
				case code.IsBool(v.Type()):
					st = st.set(v, isFalse)
				}
			}
			return st
		}
		return w.assign(lhs, n.Values, st)
	case *ast.ExprStmt, *ast.DeferStmt, *ast.GoStmt:
		return w.addressed(n, st)
	}
	return st
}

// addressed forgets the variables whose address a call gets.
func (w *walk) addressed(n ast.Node, st state) state {
	code.InspectShallow(n, func(n ast.Node) bool {
		if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.AND {
			if v := w.varOf(u.X); v != nil && st.get(v) != unknown && st.get(v) != result {
				st = st.set(v, unknown)
			}
		}
		return true
	})
	return st
}

func (w *walk) assign(lhs, rhs []ast.Expr, st state) state {
	out := st
	for i, l := range lhs {
		v := w.varOf(l)
		if v == nil {
			continue
		}
		x := unknown
		if len(lhs) == len(rhs) {
			x = w.value(rhs[i], st)
		} else if len(rhs) == 1 {
			x = w.part(rhs[0], i, v, st)
		}
		out = out.set(v, x)
		switch {
		case x == result:
			w.resVars[v] = true
		case code.IsError(v.Type()):
			e := rhs[0]
			if len(lhs) == len(rhs) {
				e = rhs[i]
			}
			if w.ofError(e) {
				w.errVars[v] = true
			}
		}
	}
	return out
}

// ofError reports whether an expression is the operation's error or made from it.
func (w *walk) ofError(e ast.Expr) bool {
	found := false
	code.InspectShallow(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = found || n == w.op
		case *ast.Ident:
			if v, ok := w.f.x.p.Info.Uses[n].(*types.Var); ok && (w.errVars[v.Origin()] || w.resVars[v.Origin()]) {
				found = true
			}
		}
		return !found
	})
	return found
}

// part returns the value of result i of a call with several results. Of a type
// assertion with two it is known that nil is of no type.
func (w *walk) part(e ast.Expr, i int, v *types.Var, st state) val {
	if ta, ok := ast.Unparen(e).(*ast.TypeAssertExpr); ok {
		if i == 1 && code.IsError(w.f.x.p.Info.TypeOf(ta.X)) && w.errorValue(ta.X, st) == isNil {
			return isFalse
		}
		return unknown
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return unknown
	}
	if call == w.op {
		switch {
		case code.IsError(v.Type()):
			return w.outcome()
		case code.IsBool(v.Type()) && !w.f.x.hasError(call):
			return w.verdict()
		case code.IsBool(v.Type()) && !w.fail && w.f.x.saysDone(call):
			return isTrue
		case code.IsBool(v.Type()) && !w.fail && w.f.x.saysAgain(call):
			return isFalse
		}
		return result
	}
	if code.IsError(v.Type()) {
		if w.derived(call, st) {
			return w.outcome()
		}
		if w.calm {
			return isNil
		}
		return unknown
	}
	if w.derived(call, st) || w.takesResult(call, st) {
		return result
	}
	return unknown
}

func (w *walk) outcome() val {
	if w.fail {
		return notNil
	}
	return isNil
}

func (w *walk) verdict() val {
	if w.fail {
		return isFalse
	}
	return isTrue
}

// value returns what is known of an expression.
func (w *walk) value(e ast.Expr, st state) val {
	e = ast.Unparen(e)
	t := w.f.x.p.Info.TypeOf(e)
	switch x := e.(type) {
	case *ast.Ident:
		switch x.Name {
		case "nil":
			return isNil
		case "true":
			return isTrue
		case "false":
			return isFalse
		}
	case *ast.CallExpr:
		if x == w.op {
			switch {
			case code.IsError(t):
				return w.outcome()
			case code.IsBool(t):
				return w.verdict()
			}
			return result
		}
	}
	if code.IsBool(t) {
		return w.truth(e, st)
	}
	if code.IsError(t) {
		return w.errorValue(e, st)
	}
	if api.IsStatusCode(t) {
		return w.codeValue(e, st)
	}
	if v := w.varOf(e); v != nil && st.get(v) != unknown {
		return st.get(v)
	}
	if w.derived(e, st) {
		return result
	}
	if c, ok := e.(*ast.CallExpr); ok && w.takesResult(c, st) {
		return result
	}
	return unknown
}

// errorValue returns what is known of an expression of type error.
func (w *walk) errorValue(e ast.Expr, st state) val {
	e = ast.Unparen(e)
	if w.f.x.p.IsNil(e) {
		return isNil
	}
	if v := w.varOf(e); v != nil {
		if x := st.get(v); x == isNil || x == notNil {
			return x
		}
		if id, ok := e.(*ast.Ident); ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() && id != nil {
			return notNil // a sentinel
		}
	}
	if w.derived(e, st) {
		return w.outcome()
	}
	call, ok := e.(*ast.CallExpr)
	if !ok {
		if _, ok := e.(*ast.SelectorExpr); ok {
			if v := w.f.x.p.VarOf(e); v != nil && !v.IsField() {
				return notNil // another package's sentinel
			}
			return unknown
		}
		if _, ok := e.(*ast.UnaryExpr); ok {
			return notNil // &someError{…}
		}
		if _, ok := e.(*ast.CompositeLit); ok {
			return notNil
		}
		return unknown
	}
	if fn := w.f.x.p.Callee(call); fn != nil && fn.Pkg() != nil {
		switch fn.Pkg().Path() + "." + fn.Name() {
		case "errors.New", "fmt.Errorf":
			return notNil
		case "errors.Join":
			x := isNil
			for _, a := range call.Args {
				switch w.errorValue(a, st) {
				case notNil:
					return notNil
				case unknown:
					x = unknown
				}
			}
			return x
		}
	}
	if w.calm {
		return isNil
	}
	return unknown
}

// varOf returns the variable or field an expression names.
func (w *walk) varOf(e ast.Expr) *types.Var {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		if v := w.f.x.p.VarOf(x); v != nil {
			return v.Origin()
		}
	}
	return nil
}

// derived reports whether e selects or calls something on the operation's
// result: res.Err(), op().Error.
func (w *walk) derived(e ast.Expr, st state) bool {
	for range 12 {
		e = ast.Unparen(e)
		switch x := e.(type) {
		case *ast.Ident:
			v, _ := w.f.x.p.Info.Uses[x].(*types.Var)
			return v != nil && st.get(v.Origin()) == result
		case *ast.SelectorExpr:
			if v := w.varOf(x); v != nil && st.get(v) == result {
				return true
			}
			e = x.X
		case *ast.CallExpr:
			if x == w.op {
				return true
			}
			sel, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr)
			if !ok {
				return false
			}
			e = sel.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return false
		}
	}
	return false
}

// takesResult reports whether a call gets a result of the operation as an argument.
func (w *walk) takesResult(call *ast.CallExpr, st state) bool {
	for _, a := range call.Args {
		if w.derived(a, st) {
			return true
		}
	}
	return false
}

// truth evaluates a condition: isTrue, isFalse or unknown.
func (w *walk) truth(e ast.Expr, st state) val {
	e = ast.Unparen(e)
	switch x := e.(type) {
	case *ast.Ident:
		switch x.Name {
		case "true":
			return isTrue
		case "false":
			return isFalse
		}
		if v := w.varOf(x); v != nil {
			if t := st.get(v); t == isTrue || t == isFalse {
				w.tested = true
				return t
			}
		}
	case *ast.SelectorExpr:
		if v := w.varOf(x); v != nil {
			if t := st.get(v); t == isTrue || t == isFalse {
				return t
			}
		}
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			return w.truth(x.X, st).not()
		}
	case *ast.BinaryExpr:
		switch x.Op {
		case token.LAND:
			a := w.truth(x.X, st)
			if a == isFalse {
				return isFalse
			}
			b := w.truth(x.Y, st)
			switch {
			case b == isFalse:
				return isFalse
			case a == isTrue && b == isTrue:
				return isTrue
			}
			return unknown
		case token.LOR:
			a := w.truth(x.X, st)
			if a == isTrue {
				return isTrue
			}
			b := w.truth(x.Y, st)
			switch {
			case b == isTrue:
				return isTrue
			case a == isFalse && b == isFalse:
				return isFalse
			}
			return unknown
		case token.EQL:
			return w.equal(x.X, x.Y, st)
		case token.NEQ:
			return w.equal(x.X, x.Y, st).not()
		}
	case *ast.CallExpr:
		if x == w.op {
			w.tested = true
			return w.verdict()
		}
		if len(x.Args) == 2 && w.f.x.p.CalleeOf(x).Key == "slices.Contains" {
			return w.among(x.Args[0], x.Args[1], st)
		}
		if w.calm {
			if says := w.f.x.undisturbed(x); says != unknown {
				return says
			}
		}
		return w.predicate(x, st)
	case *ast.IndexExpr:
		return w.among(x.X, x.Index, st)
	}
	return unknown
}

// equal evaluates x == y.
func (w *walk) equal(x, y ast.Expr, st state) val {
	p := w.f.x.p
	if code.IsError(p.Info.TypeOf(x)) || code.IsError(p.Info.TypeOf(y)) {
		a, b := w.errorOrConcrete(x, st), w.errorOrConcrete(y, st)
		if w.isOutcome(x, st) || w.isOutcome(y, st) {
			w.tested = true
		}
		switch {
		case a == isNil && b == isNil:
			return isTrue
		case a == isNil && b == notNil, a == notNil && b == isNil:
			return isFalse
		}
		return unknown
	}
	if api.IsStatusCode(p.Info.TypeOf(x)) {
		if a, b := w.codeValue(x, st), w.codeValue(y, st); a != unknown && b != unknown {
			w.tested = true
			switch {
			case a == isNil && b == isNil:
				return isTrue
			case a == isNil || b == isNil:
				return isFalse
			}
		}
		return unknown
	}
	if code.IsBool(p.Info.TypeOf(x)) {
		a, b := w.truth(x, st), w.truth(y, st)
		if a != unknown && b != unknown {
			if a == b {
				return isTrue
			}
			return isFalse
		}
	}
	return unknown
}

// errorOrConcrete is value for one side of a comparison with an error: a value
// of a concrete type is no nil error, whatever it holds.
func (w *walk) errorOrConcrete(e ast.Expr, st state) val {
	if x := w.value(e, st); x == isNil || x == notNil {
		return x
	}
	t := w.f.x.p.Info.TypeOf(e)
	if t != nil && !types.IsInterface(t) {
		if b, ok := t.Underlying().(*types.Basic); !ok || b.Kind() != types.UntypedNil {
			return notNil
		}
	}
	return unknown
}

// isOutcome reports whether an error is the operation's, or the state knows it.
func (w *walk) isOutcome(e ast.Expr, st state) bool {
	if v := w.varOf(e); v != nil {
		if x := st.get(v); x == isNil || x == notNil {
			return true
		}
	}
	return w.derived(e, st)
}
