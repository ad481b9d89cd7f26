package retrydelay

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/retry"
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

// cutEvenly reports a delay with a random part that is always the same once it has
// grown to its cap, where a client comes back for ever.
func cutEvenly(p *rule.Pass, r *retry.Retry, d *retry.Delay, once func(ast.Node) bool) {
	if d.Arg == nil || d.Jitter != api.Yes || r.Attempts.N != api.AttemptsUnbounded || r.OnSuccess == retry.Leaves || r.Periodic {
		return
	}
	at, most := stays(p, r, d), "its cap"
	if n, ok := d.Capped.MaxDuration(); ok && n >= time.Second {
		at, most = capAt(p, r, d, n), retry.Short(n)
	}
	if at == nil || !once(at) {
		return
	}
	p.Report(rule.Finding{
		Node:    at,
		Message: fmt.Sprintf("once the delay has grown to %s this cuts its random part off: from then on all delays are the same and clients come back in step; cap first, then subtract the random part from the capped delay", most),
		Related: []rule.Related{{Node: d.Node, Message: "the delay"}},
	})
}

// capAt returns the last cap of a length on a delay: in the loop, or in the
// function that the delay comes from.
func capAt(p *rule.Pass, r *retry.Retry, d *retry.Delay, most time.Duration) ast.Node {
	var at ast.Node
	look := func(f *code.Func, within ast.Node) {
		for _, c := range capsIn(p, f) {
			if n, ok := durations.Eval(p.Code, c.limit).MaxDuration(); ok && n == most && code.Within(c.at, within) {
				at = c.at
			}
		}
	}
	look(r.In, r.Node)
	for _, call := range origins(p, d) {
		if f := p.Code.FuncOf(p.Code.Callee(call)); f != nil && f.Body != nil {
			look(f, f.Node)
		}
	}
	return at
}

// stays returns a cap on the variable that holds the delay from turn to turn, where
// a random part is added to it before and nothing but a new start takes from it:
// once there it stays there. Nil if there is none.
func stays(p *rule.Pass, r *retry.Retry, d *retry.Delay) ast.Node {
	v := p.Code.VarOf(d.Arg)
	if v == nil || v.IsField() {
		return nil
	}
	for _, c := range capsIn(p, r.In) {
		if c.to != v || c.of == nil || p.Code.VarOf(c.of) != v || !code.Within(c.at, r.Node) {
			continue
		}
		adds := added(p, c.of)
		if len(adds) == 0 {
			continue
		}
		only := true
		for _, def := range p.Code.Defs(v) {
			if def.Node == nil || !code.Within(def.Node, r.Node) || code.Within(def.Node, c.at) || code.Within(c.at, def.Node) {
				only = only && (def.Node == nil || def.Kind != code.DefAddr)
				continue
			}
			builds := def.Kind == code.DefOp || def.RHS != nil && p.Code.Mentions(def.RHS, v)
			only = only && (!builds || multiplies(p, def) || slices.Contains(adds, def))
		}
		if only {
			return c.at
		}
	}
	return nil
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
