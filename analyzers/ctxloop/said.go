package ctxloop

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// onlySaid judges a look at a context, in a loop, that is followed by nothing
// but a line in the log: the turn goes on, and nothing in it takes the context.
func onlySaid(p *rule.Pass, f *code.Func, t ctxflow.Test, loop ast.Stmt, body []ast.Stmt, look ast.Node) {
	if len(body) == 0 || !harmless(p, body) || !says(body) || condTests(p, loop, t) || p.Handlers.Startup(f.Outermost()) {
		return
	}
	if r, ok := loop.(*ast.RangeStmt); ok {
		switch p.Code.Info.TypeOf(r.X).Underlying().(type) {
		case *types.Slice, *types.Array, *types.Map, *types.Basic:
		default:
			return // it may be ended by whoever feeds it
		}
	}
	v := p.Code.VarOf(t.Expr)
	if v == nil || v.IsField() || code.Within(code.Span{From: v.Pos(), To: v.Pos()}, loop) || reaches(p, f, v, look, loop) || !works(p, f, loop, look) {
		return
	}
	p.Report(rule.Finding{
		Node:    t.Node,
		Message: fmt.Sprintf("the loop at %s goes on after %s is over: all that is done about it here is a line in the log, and nothing else in the loop takes %s; return here", p.Where(loop), v.Name(), v.Name()),
		Related: []rule.Related{{Node: loopHead(loop), Message: "the loop that goes on"}},
	})
}

// says reports whether statements are calls alone.
func says(body []ast.Stmt) bool {
	for _, s := range body {
		if _, ok := s.(*ast.ExprStmt); !ok {
			return false
		}
	}
	return true
}

// waitsOnlyFor reports whether a select has no other case than those for
// timers and the default.
func waitsOnlyFor(p *rule.Pass, t ctxflow.Test) bool {
	for _, s := range t.Select.Body.List {
		cc, ok := s.(*ast.CommClause)
		if !ok || cc == t.Clause || cc.Comm == nil {
			continue
		}
		ch := code.Received(cc.Comm)
		if ch == nil || !code.IsTimeChan(p.Code.Info.TypeOf(ch)) {
			return false
		}
	}
	return true
}

// reaches reports whether a context may end something in the loop in another
// way than by the look: it is handed to a call there, or to one outside of it
// that starts something, or whose results may hold it.
func reaches(p *rule.Pass, f *code.Func, v *types.Var, look, loop ast.Node) bool {
	found := false
	ast.Inspect(f.Outermost().Body, func(n ast.Node) bool {
		if n == look || found {
			return false
		}
		if call, ok := n.(*ast.CallExpr); ok && quiet(p, call) && p.Code.CalleeOf(call).Builtin == "" {
			return false
		}
		id, ok := n.(*ast.Ident)
		if !ok || p.Code.Info.Uses[id] != v {
			return !found
		}
		found = code.Within(id, loop) || p.Code.Enclosing(id) != f || !plainUse(p, id)
		return !found
	})
	return found
}

// plainUse reports whether a context is an argument of a call that gives back
// nothing that may hold it, or is asked itself.
func plainUse(p *rule.Pass, id *ast.Ident) bool {
	switch parent := p.Code.Parent(id).(type) {
	case *ast.SelectorExpr:
		return true
	case *ast.CallExpr:
		if parent.Fun == ast.Expr(id) {
			return false
		}
		switch p.Code.Parent(parent).(type) {
		case *ast.GoStmt, *ast.DeferStmt:
			return false
		}
		return flat(p.Code.Info.TypeOf(parent), 0)
	}
	return false
}

// flat reports whether values of a type are data, which hold no context.
func flat(t types.Type, depth int) bool {
	if t == nil {
		return true
	}
	if code.IsError(t) {
		return true
	}
	if tuple, ok := t.(*types.Tuple); ok {
		for i := range tuple.Len() {
			if !flat(tuple.At(i).Type(), depth) {
				return false
			}
		}
		return true
	}
	if depth > 4 {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Slice:
		return flat(u.Elem(), depth+1)
	case *types.Array:
		return flat(u.Elem(), depth+1)
	case *types.Map:
		return flat(u.Elem(), depth+1)
	case *types.Struct:
		for i := range u.NumFields() {
			if !flat(u.Field(i).Type(), depth+1) {
				return false
			}
		}
		return true
	}
	return false
}

// works reports whether a loop calls something besides the look, and nothing
// that has a context of its own, as a stream has, or that one closes.
func works(p *rule.Pass, f *code.Func, loop, look ast.Node) bool {
	any, own := false, false
	code.InspectShallow(loop, func(n ast.Node) bool {
		if n == look {
			return false
		}
		call, ok := n.(*ast.CallExpr)
		if !ok || quiet(p, call) {
			return true
		}
		c := p.Code.CalleeOf(call)
		any = any || c.Func != nil
		own = own || c.Recv != nil && p.Flow.Linked(f, c.Recv) != nil
		for _, e := range append([]ast.Expr{c.Recv}, call.Args...) {
			own = own || e != nil && hasContext(p.Code.Info.TypeOf(e))
		}
		return true
	})
	return any && !own
}

// hasContext reports whether values of a type tell their context.
func hasContext(t types.Type) bool {
	if t == nil {
		return false
	}
	if code.IsContext(t) {
		return true
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Context")
	_, ok := obj.(*types.Func)
	return ok
}

func ctxName(t ctxflow.Test) string {
	if t.Expr == nil {
		return "the context"
	}
	return types.ExprString(t.Expr)
}
