package retrytimeout

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// saysNo reports an attempt that says by one of its results whether to go on, and says no
// because the context that it made for itself alone is over: again, err := try(ctx), where
// try returns ctx.Err() == nil of a context with a limit of its own.
func saysNo(p *rule.Pass, r *retry.Retry) bool {
	if r.Kind != retry.Loop {
		return false
	}
	for _, op := range r.Ops {
		g := p.Code.FuncOf(p.Code.Callee(op))
		as, ok := p.Code.Parent(op).(*ast.AssignStmt)
		if g == nil || g.Body == nil || !ok || len(as.Rhs) != 1 || len(as.Lhs) != g.Sig.Results().Len() {
			continue
		}
		for i, l := range as.Lhs {
			v := p.Code.VarOf(l)
			if v == nil || !code.IsBool(v.Type()) {
				continue
			}
			when, ends := endsIf(p, r, v)
			if !ends {
				continue
			}
			if at, ctx := answers(p, g, i, when); at != nil {
				p.Report(rule.Finding{
					Node:    at,
					Message: fmt.Sprintf("%s is the context of one attempt alone: at its end, the attempt's own timeout, this tells %s not to go on, so that an attempt that timed out is never repeated; test the caller's context", types.ExprString(ctx), r.Name()),
					Related: []rule.Related{{Node: r.Node, Message: "the retry"}, {Node: op, Message: "the attempt"}},
				})
				return true
			}
		}
	}
	return false
}

// endsIf returns the value of a variable that by itself ends a loop, by a test whose
// branch leaves it: if !again || … { return err }.
func endsIf(p *rule.Pass, r *retry.Retry, v *types.Var) (when, ends bool) {
	body, ok := r.Body.(*ast.BlockStmt)
	if !ok {
		return false, false
	}
	for _, s := range body.List {
		test, ok := s.(*ast.IfStmt)
		if !ok || len(test.Body.List) == 0 {
			continue
		}
		switch last := test.Body.List[len(test.Body.List)-1].(type) {
		case *ast.ReturnStmt:
		case *ast.BranchStmt:
			if last.Tok != token.BREAK {
				continue
			}
		default:
			continue
		}
		for _, e := range parts(test.Cond, token.LOR) {
			is := true
			if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.NOT {
				e, is = ast.Unparen(u.X), false
			}
			if p.Code.VarOf(e) == v {
				return is, true
			}
		}
	}
	return false, false
}

// parts returns what an operator puts together.
func parts(e ast.Expr, op token.Token) []ast.Expr {
	e = ast.Unparen(e)
	if b, ok := e.(*ast.BinaryExpr); ok && b.Op == op {
		return append(parts(b.X, op), parts(b.Y, op)...)
	}
	return []ast.Expr{e}
}

// answers returns the place where a function gives a bool result the value is because a
// context with a limit of its own is over, and that context; nil if there is none.
func answers(p *rule.Pass, g *code.Func, result int, is bool) (at ast.Node, ctx ast.Expr) {
	own := func(e ast.Expr) bool {
		c := p.Flow.Trace(e)
		bounds := c.Bounds()
		if !c.Known() || len(bounds) == 0 {
			return false
		}
		last := bounds[len(bounds)-1]
		return last.Call != nil && !last.Maybe && last.In == g
	}
	for _, t := range p.Flow.DoneTests(g) {
		if t.Expr == nil || !own(t.Expr) {
			continue
		}
		if list := taken(p, t.Node); len(list) > 0 {
			if ret, ok := list[len(list)-1].(*ast.ReturnStmt); ok && result < len(ret.Results) {
				if v, ok := p.Code.Bool(ret.Results[result]); ok && v == is {
					return t.Node, t.Expr
				}
			}
		}
		if returnsIt(p, t.Node, result, is) {
			return t.Node, t.Expr
		}
	}
	return nil, nil
}

// returnsIt reports whether result i of a return statement is certainly the value is if
// the error of a context that n asks for is not nil: return ctx.Err() == nil, err.
func returnsIt(p *rule.Pass, n ast.Node, i int, is bool) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	cmp, ok := p.Code.Parent(call).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	x, isNil := p.Code.NilTest(cmp)
	if x == nil || ast.Unparen(x) != ast.Expr(call) || isNil == is {
		return false
	}
	op := token.LAND // one that is false makes all false
	if is {
		op = token.LOR
	}
	var whole ast.Expr = cmp
	for range 4 {
		switch up := p.Code.Parent(whole).(type) {
		case *ast.ParenExpr:
			whole = up
		case *ast.BinaryExpr:
			if up.Op != op {
				return false
			}
			whole = up
		case *ast.ReturnStmt:
			return i < len(up.Results) && up.Results[i] == whole
		default:
			return false
		}
	}
	return false
}
