package retrydelay

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// cappedLate reports a duration that each failure multiplies, of which only what
// is read is capped: the kept value goes on growing until it overflows.
func cappedLate(p *rule.Pass, r *retry.Retry, d *retry.Delay, once func(ast.Node) bool) {
	if d.Arg == nil || r.Kind != retry.Loop || r.Attempts.N != api.AttemptsUnbounded || r.Total != nil || r.Periodic {
		return
	}
	if v := d.Var; v != nil && !v.IsField() && code.IsDuration(v.Type()) {
		growsOn(p, r, v, r.Node, once)
	}
	for _, call := range origins(p, d) {
		f := p.Code.FuncOf(p.Code.Callee(call))
		if f == nil || f.Body == nil || !code.Within(call, r.Node) {
			continue
		}
		tried := make(map[*types.Var]bool)
		ast.Inspect(f.Body, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			v := p.Code.FieldOf(sel)
			if v == nil || tried[v] || !code.IsDuration(v.Type()) || v.Exported() || v.Pkg() != p.Code.Types {
				return true
			}
			tried[v] = true
			growsOn(p, r, v, f.Body, once)
			return true
		})
	}
}

// growsOn reports v if scope, a loop or the function that hands out its delays,
// multiplies it and caps but what it reads of it.
func growsOn(p *rule.Pass, r *retry.Retry, v *types.Var, scope ast.Node, once func(ast.Node) bool) {
	var grow *code.Def
	for _, def := range p.Code.Defs(v) {
		switch {
		case def.Kind == code.DefParam:
		case def.Node == nil || def.Kind == code.DefAddr:
			return
		case code.Within(def.Node, scope) && multiplies(p, def):
			if grow != nil || !eachFailure(p, def.Node, scope) {
				return
			}
			grow = def
		case def.Kind == code.DefOp || def.RHS != nil && p.Code.Mentions(def.RHS, v):
			return // another way to change it, which may limit it
		case !setBackRarely(p, r, def):
			return
		}
	}
	if grow == nil || !readCapped(p, v, scope) || compares(p, scope) || compares(p, r.Node) {
		return
	}
	for _, f := range p.Funcs() {
		if v.IsField() && f.Body != nil && compared(p, v, f.Body) {
			return
		}
	}
	if !once(grow.Node) {
		return
	}
	p.Report(rule.Finding{
		Node:    grow.Node,
		Message: fmt.Sprintf("%s is multiplied after each failure and only what is read of it is capped: after some dozens of failures it overflows and becomes negative or zero, which passes below the cap, and the delay is gone; cap what is kept: %s = min(2*%s, limit)", v.Name(), v.Name(), v.Name()),
		Related: []rule.Related{{Node: r.Node, Message: "the retry, whose attempts are not limited"}},
	})
}

// eachFailure reports whether a statement runs each time, or each time that
// something failed.
func eachFailure(p *rule.Pass, n, scope ast.Node) bool {
	for up := p.Code.Parent(n); up != nil && code.Within(up, scope); up = p.Code.Parent(up) {
		switch up := up.(type) {
		case *ast.IfStmt:
			if x, _ := p.Code.NilTest(up.Cond); x == nil {
				return false
			}
		case *ast.BlockStmt, *ast.CommClause, *ast.SelectStmt:
		case *ast.ForStmt:
			return ast.Node(up) == scope
		default:
			return false
		}
	}
	return true
}

// setBackRarely reports whether a definition is made before the attempts, or
// after one that went well or lasted.
func setBackRarely(p *rule.Pass, r *retry.Retry, def *code.Def) bool {
	if code.Within(def.Node, r.Node) {
		return def.Kind == code.DefAssign && afterGood(p, def.Node, r.Node)
	}
	if def.In == nil || def.In == r.In {
		return p.Code.LoopAround(p.Code.Parent(r.Node)) == nil || !def.Var.IsField()
	}
	calls, complete := p.Code.Callers(def.In)
	for _, call := range calls {
		switch {
		case code.Within(call, r.Node):
			if def.Kind == code.DefField || !afterGood(p, call, r.Node) {
				return false
			}
		case def.Kind != code.DefField && p.Code.Enclosing(call) != r.In:
			return false
		}
	}
	return complete || def.Kind == code.DefField
}

// afterGood reports whether a statement of a loop stands below a test of how long
// an attempt lasted, or of whether it failed.
func afterGood(p *rule.Pass, n, loop ast.Node) bool {
	for up := p.Code.Parent(n); up != nil && up != loop; up = p.Code.Parent(up) {
		if ifs, ok := up.(*ast.IfStmt); ok && code.Within(n, ifs.Body) {
			x, _ := p.Code.NilTest(ifs.Cond)
			return x != nil || asksTime(p, ifs.Cond)
		}
	}
	return false
}

// asksTime reports whether a condition looks at the time that has passed.
func asksTime(p *rule.Pass, cond ast.Expr) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && api.TellsPassed(p.Code.CalleeOf(call).Key) {
			found = true
		}
		return !found
	})
	return found
}

// readCapped reports whether something is made of v that is capped: min(v, most),
// or d := v; if d > most { d = most }.
func readCapped(p *rule.Pass, v *types.Var, scope ast.Node) bool {
	found := false
	ast.Inspect(scope, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if picks(p, n, "min") {
				for _, a := range n.Args {
					found = found || p.Code.VarOf(a) == v
				}
			}
		case *ast.IfStmt:
			if w := clamps(p, n); w != nil && w != v {
				for _, d := range p.Code.Defs(w) {
					found = found || d.RHS != nil && p.Code.VarOf(d.RHS) == v
				}
			}
		}
		return !found
	})
	return found
}

// clamps returns the variable that a statement keeps below a limit:
// if d > limit { d = limit }.
func clamps(p *rule.Pass, n *ast.IfStmt) *types.Var {
	b, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr)
	if !ok || b.Op != token.GTR && b.Op != token.GEQ || len(n.Body.List) != 1 || n.Else != nil {
		return nil
	}
	as, ok := n.Body.List[0].(*ast.AssignStmt)
	v := p.Code.VarOf(b.X)
	if !ok || v == nil || len(as.Lhs) != 1 || p.Code.VarOf(as.Lhs[0]) != v || !sameLimit(p, as.Rhs[0], b.Y) {
		return nil
	}
	return v
}

// compares reports whether numbers are compared in a place, other than to cap
// one or to ask how long something lasted: that may end what grows, or catch what
// has overflowed. So may max.
func compares(p *rule.Pass, scope ast.Node) bool {
	found := false
	ast.Inspect(scope, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			if clamps(p, n) != nil {
				return false
			}
		case *ast.BinaryExpr:
			switch n.Op {
			case token.LSS, token.GTR, token.LEQ, token.GEQ, token.EQL, token.NEQ:
				b, ok := p.Code.Info.TypeOf(n.X).Underlying().(*types.Basic)
				found = found || ok && b.Info()&types.IsNumeric != 0 && !asksTime(p, n)
			}
		case *ast.CallExpr:
			found = found || picks(p, n, "max")
		}
		return !found
	})
	return found
}

// picks reports whether a call is of the builtin min or max, or of a function
// with that name: what was written before there were builtins, and math.Max, do
// the same.
func picks(p *rule.Pass, call *ast.CallExpr, name string) bool {
	c := p.Code.CalleeOf(call)
	return c.Builtin == name || c.Func != nil && strings.EqualFold(c.Func.Name(), name)
}
