package timeoutorder

import (
	"fmt"
	"go/ast"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// connects reports a client whose time to connect, or to wait for the first
// byte, is longer than the whole request may take.
func connects(p *rule.Pass, lit *ast.CompositeLit) {
	whole := setting(p, lit, api.KnobWhole)
	tr := setting(p, lit, api.KnobTransport)
	if whole != nil && tr != nil {
		transportParts(p, whole, whole.Value, tr.Value)
	}
}

// connectsLater does the same for a limit that is set on a client that is
// there: c.Timeout = d.
func connectsLater(p *rule.Pass, at ast.Node, lhs, rhs ast.Expr) {
	sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
	if !ok {
		return
	}
	if s := p.Table.FieldSetting(api.FieldOf(p.Code.Info, sel)); s == nil || s.Knob != api.KnobWhole {
		return
	}
	origins := p.Code.Origins(sel.X)
	if len(origins) != 1 || origins[0].Expr == nil || origins[0].Unknown {
		return
	}
	if lit, _ := literal(origins[0].Expr); lit != nil {
		if tr := setting(p, lit, api.KnobTransport); tr != nil {
			transportParts(p, at, rhs, tr.Value)
		}
	}
}

// transportParts compares the limit of the whole, set at a place, with those
// that a transport puts on its parts.
func transportParts(p *rule.Pass, whole ast.Node, value, transport ast.Expr) {
	limit, ok := durations.Eval(p.Code, value).Max()
	if !ok || limit <= 0 {
		return
	}
	inner, _ := literal(transport)
	if inner == nil {
		answers(p, whole, limit, transport, 0)
		return
	}
	ast.Inspect(inner, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			limits(p, n, whole, limit)
		case *ast.KeyValueExpr:
			if l := methodOf(p, n.Value); l != nil {
				limits(p, l, whole, limit)
			}
		}
		return true
	})
	answers(p, whole, limit, inner, 0)
}

// limits compares the limits that a literal sets with that of the whole.
func limits(p *rule.Pass, lit *ast.CompositeLit, whole ast.Node, limit int64) {
	for _, knob := range []api.Knob{api.KnobConnect, api.KnobPhase} {
		if kv := setting(p, lit, knob); kv != nil {
			part(p, kv, kv.Value, whole, limit)
		}
	}
}

// methodOf returns the literal held by the local variable whose method is given
// away: d.DialContext. Nil if it may be another, others are given it too, or a
// field of it is set later.
func methodOf(p *rule.Pass, e ast.Expr) *ast.CompositeLit {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || p.Code.FuncNamed(sel) == nil {
		return nil
	}
	v := p.Code.VarOf(sel.X)
	if v == nil || v.IsField() || given(p, sel.X, v) != 1 {
		return nil
	}
	origins := p.Code.Origins(sel.X)
	if len(origins) != 1 || origins[0].Expr == nil || origins[0].Unknown {
		return nil
	}
	lit, _ := literal(origins[0].Expr)
	if lit == nil {
		return nil
	}
	later := false
	ast.Inspect(p.Code.Enclosing(sel).Body, func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok {
			for _, l := range as.Lhs {
				if f, ok := ast.Unparen(l).(*ast.SelectorExpr); ok && p.Code.VarOf(f.X) == v {
					later = true
				}
			}
		}
		return !later
	})
	if later {
		return nil
	}
	return lit
}

// part reports the limit of a part of a request if it is longer than that of
// the whole.
func part(p *rule.Pass, at ast.Node, value ast.Expr, whole ast.Node, limit int64) {
	if d, ok := durations.Eval(p.Code, value).Min(); ok && d > limit {
		p.Report(rule.Finding{
			Node:    at,
			Message: fmt.Sprintf("this part of a request may take %s, but the client's timeout at %s ends the whole request after %s: this limit is never reached; make it shorter than the request's", retry.Short(time.Duration(d)), p.Where(whole), retry.Short(time.Duration(limit))),
			Related: []rule.Related{{Node: whole, Message: "the limit of the whole request"}},
		})
	}
}
