package orphan

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// replaced reports a cancel function that is put into a map under a key that the caller
// chooses, without a look at the one that may be there: what that would have ended goes
// on, and nothing can end it any more. Silent where the function asks the map for the
// key before, in whatever way, or where the key is made for the call.
func replaced(p *rule.Pass, f *code.Func) {
	f.Inspect(func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
			return true
		}
		ix, ok := ast.Unparen(as.Lhs[0]).(*ast.IndexExpr)
		if !ok {
			replacedField(p, f, as)
			return true
		}
		if !code.IsCancelFunc(p.Code.Info.TypeOf(as.Rhs[0])) {
			return true
		}
		m, key := p.Code.FieldOf(ix.X), p.Code.VarOf(ix.Index)
		if m == nil || key == nil || !isMap(p, ix.X) || !fromOutside(p, f, ix.Index) || asked(p, f, m, as) || inSight(p, f) {
			return true
		}
		made := madeHere(p, as.Rhs[0])
		if made == nil || !works(p, f, made) {
			return true
		}
		p.Report(rule.Finding{
			Node: as,
			Message: fmt.Sprintf("a second call for the same %s puts its cancel function over that of the first, whose work goes on and cannot be ended any more; look whether %s has one, and call it before",
				key.Name(), types.ExprString(ix)),
			Related: []rule.Related{{Node: made, Message: "the context that it cancels"}},
		})
		return true
	})
}

// replacedField reports the same of a cancel function that is put into a field, by a
// function whose name says that it puts new work in the place of the old, and which is
// handed that work: nothing in it, or in what it calls, looks at the field.
func replacedField(p *rule.Pass, f *code.Func, as *ast.AssignStmt) {
	field := p.Code.FieldOf(as.Lhs[0])
	if field == nil || field.Exported() || !code.IsCancelFunc(p.Code.Info.TypeOf(as.Rhs[0])) || f.Obj == nil || !ctxflow.PutsInPlace(f.Obj.Name()) {
		return
	}
	made := madeHere(p, as.Rhs[0])
	if made == nil || !works(p, f, made) || looksAt(p, f, field, as, 0) || p.Code.LoopAround(as) != nil {
		return
	}
	p.Report(rule.Finding{
		Node: as,
		Message: fmt.Sprintf("the next call of %s puts its cancel function over this one, and what runs under the context that it cancels goes on and cannot be ended any more; call %s, if there is one, before",
			f.Name(), types.ExprString(as.Lhs[0])),
		Related: []rule.Related{{Node: made, Message: "the context that it cancels"}},
	})
}

// looksAt reports whether a function, or one that it calls, reads a field, or takes part in
// a flow of its own by which only the first call comes so far: a once, or a return before
// it sets the field.
func looksAt(p *rule.Pass, f *code.Func, field *types.Var, set *ast.AssignStmt, depth int) bool {
	found := false
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			up, isAssign := p.Code.Parent(n).(*ast.AssignStmt)
			found = found || p.Code.FieldOf(n) == field && !(isAssign && up.Tok == token.ASSIGN && len(up.Lhs) == 1 && up.Lhs[0] == ast.Expr(n))
		case *ast.ReturnStmt:
			found = found || set != nil && n.Pos() < set.Pos()
		case *ast.CallExpr:
			if g := p.Code.FuncOf(p.Code.Callee(n)); g != nil && g != f && g.Body != nil && depth < 2 {
				found = found || looksAt(p, g, field, nil, depth+1)
			}
		}
		return !found
	})
	return found
}

func isMap(p *rule.Pass, e ast.Expr) bool {
	t := p.Code.Info.TypeOf(e)
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Map)
	return ok
}

// fromOutside reports whether a key is a parameter of the function as it came in.
func fromOutside(p *rule.Pass, f *code.Func, key ast.Expr) bool {
	for _, o := range p.Code.Origins(key) {
		if o.Param == nil || o.Unknown {
			return false
		}
	}
	v := p.Code.VarOf(key)
	return f.Obj != nil && f.ParamIndex(v) >= 0
}

// asked reports whether a function, or one that it calls, looks into a map before a
// statement: for one key, for all, or for how many there are.
func asked(p *rule.Pass, f *code.Func, m *types.Var, before ast.Node) bool {
	found := false
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			up, isAssign := p.Code.Parent(n).(*ast.AssignStmt)
			set := isAssign && up.Tok == token.ASSIGN && len(up.Lhs) == 1 && up.Lhs[0] == ast.Expr(n)
			found = found || !set && p.Code.FieldOf(n.X) == m
		case *ast.RangeStmt:
			found = found || p.Code.FieldOf(n.X) == m
		case *ast.CallExpr:
			for _, a := range n.Args {
				found = found || p.Code.FieldOf(a) == m // len(m), delete(m, k), another function's look
			}
			if g := p.Code.FuncOf(p.Code.Callee(n)); g != nil && g != f && g.Body != nil && n.Pos() < before.Pos() {
				ast.Inspect(g.Body, func(in ast.Node) bool {
					if e, ok := in.(ast.Expr); ok && p.Code.FieldOf(e) == m {
						found = true
					}
					return !found
				})
			}
		}
		return !found
	})
	return found
}

// inSight reports whether all calls of a function are known: then they may each be for
// another key, as in a range over what is distinct, and that is not looked into.
func inSight(p *rule.Pass, f *code.Func) bool {
	calls, complete := p.Code.Callers(f)
	return complete && len(calls) > 0
}

// madeHere returns the call that makes the context which a cancel function ends.
func madeHere(p *rule.Pass, cancel ast.Expr) *ast.CallExpr {
	origins := p.Code.Origins(cancel)
	if len(origins) != 1 {
		return nil
	}
	call, _ := origins[0].Expr.(*ast.CallExpr)
	return call
}

// works reports whether a goroutine that the function starts is given the context that
// a call makes.
func works(p *rule.Pass, f *code.Func, made *ast.CallExpr) bool {
	as, ok := p.Code.Parent(made).(*ast.AssignStmt)
	if !ok || len(as.Lhs) == 0 {
		return false
	}
	ctx := p.Code.VarOf(as.Lhs[0])
	if ctx == nil {
		return false
	}
	found := false
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = found || p.Code.Mentions(n, ctx)
		case *ast.CallExpr:
			fn := p.Code.Callee(n)
			found = found || fn != nil && fn.Name() == "Go" && p.Code.Mentions(n, ctx)
		}
		return !found
	})
	return found
}
