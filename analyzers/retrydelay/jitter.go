package retrydelay

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// cutOff reports a delay that is capped, gets a random part on top, and is cut
// to the same cap again: from the cap on it is always the same.
func cutOff(p *rule.Pass, f *code.Func, once func(ast.Node) bool) {
	if f.Body == nil {
		return
	}
	caps := capsIn(p, f)
	for _, last := range caps {
		for _, d := range added(p, last.of) {
			for _, first := range caps {
				if first.at == last.at || first.at.Pos() > d.Node.Pos() || first.to != d.Var || !sameLimit(p, first.limit, last.limit) || !once(last.at) {
					continue
				}
				p.Report(rule.Finding{
					Node:    last.at,
					Message: fmt.Sprintf("the random part is added to a delay that is capped already, and %s cuts it off again: once the cap is reached all delays are the same and clients come back in step; cap first, then subtract the random part from the capped delay", types.ExprString(last.limit)),
					Related: []rule.Related{{Node: d.Node, Message: "the random part is added here"}, {Node: first.at, Message: "capped before"}},
				})
			}
		}
	}
}

// A limited is a place where a value is kept below a limit.
type limited struct {
	at    ast.Node
	of    *ast.Ident // the variable that is kept below it, nil if another value is
	to    *types.Var // the variable that holds the result, nil if none does
	limit ast.Expr
}

// capsIn returns the places of a function that cap a duration: min(d, limit),
// and if d > limit { d = limit }.
func capsIn(p *rule.Pass, f *code.Func) []limited {
	var out []limited
	f.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			id, ok := n.Fun.(*ast.Ident)
			if !ok || id.Name != "min" || len(n.Args) != 2 || !code.IsDuration(p.Code.Info.TypeOf(n)) {
				return true
			}
			var to *types.Var
			if as, ok := p.Code.Parent(n).(*ast.AssignStmt); ok && len(as.Lhs) == 1 {
				to = p.Code.VarOf(as.Lhs[0])
			}
			for i, a := range n.Args {
				of, _ := ast.Unparen(a).(*ast.Ident)
				out = append(out, limited{n, of, to, n.Args[1-i]})
			}
		case *ast.IfStmt:
			b, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr)
			if !ok || b.Op != token.GTR && b.Op != token.GEQ || len(n.Body.List) != 1 || n.Else != nil {
				return true
			}
			of, ok := ast.Unparen(b.X).(*ast.Ident)
			v := p.Code.VarOf(b.X)
			if !ok || v == nil || !code.IsDuration(v.Type()) {
				return true
			}
			switch s := n.Body.List[0].(type) {
			case *ast.AssignStmt:
				if len(s.Lhs) == 1 && p.Code.VarOf(s.Lhs[0]) == v && sameLimit(p, s.Rhs[0], b.Y) {
					out = append(out, limited{n, of, v, b.Y})
				}
			case *ast.ReturnStmt:
				if len(s.Results) == 1 && sameLimit(p, s.Results[0], b.Y) {
					out = append(out, limited{n, of, nil, b.Y})
				}
			}
		}
		return true
	})
	return out
}

// added returns the definitions that reach a use of a variable and add a
// random part to what the same variable was.
func added(p *rule.Pass, use *ast.Ident) []*code.Def {
	if use == nil || p.Code.VarOf(use) == nil {
		return nil
	}
	var out []*code.Def
	for _, d := range p.Code.Reaching(use) {
		as, ok := d.Node.(*ast.AssignStmt)
		if !ok || len(as.Rhs) != 1 || len(as.Lhs) != 1 {
			continue
		}
		part := as.Rhs[0]
		if as.Tok != token.ADD_ASSIGN {
			b, ok := ast.Unparen(part).(*ast.BinaryExpr)
			if !ok || as.Tok != token.ASSIGN || b.Op != token.ADD || p.Code.VarOf(b.X) != d.Var {
				continue
			}
			part = b.Y
		}
		if positive(p, part) {
			out = append(out, d)
		}
	}
	return out
}

// positive reports whether a random value is never below zero.
func positive(p *rule.Pass, e ast.Expr) bool {
	random, sure := false, true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			sure = sure && n.Op != token.SUB
		case *ast.UnaryExpr:
			sure = false
		case *ast.CallExpr:
			fn := p.Code.Callee(n)
			if fn == nil || fn.Pkg() == nil {
				return true
			}
			if api.RandomPackage(fn.Pkg().Path()) {
				random = random || !strings.HasPrefix(fn.Name(), "Norm")
			}
		}
		return true
	})
	return random && sure
}

// sameLimit reports whether two limits are one: the same constant or place.
func sameLimit(p *rule.Pass, a, b ast.Expr) bool {
	v, w := p.Code.Info.Types[a].Value, p.Code.Info.Types[b].Value
	if v != nil && w != nil {
		return v.ExactString() == w.ExactString()
	}
	return p.Code.SamePlace(a, b)
}
