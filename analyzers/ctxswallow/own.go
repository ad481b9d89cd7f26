package ctxswallow

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// ownLimit reports whether the end that is seen may be that of a limit which
// the function has made itself.
func ownLimit(p *rule.Pass, f *code.Func, t ctxflow.Test) bool {
	if t.Expr != nil {
		for _, s := range t.Ctx.InForce() {
			if s.Kind != ctxflow.StepValue && s.Kind != ctxflow.StepCancel && s.Kind != ctxflow.StepGroup {
				return true
			}
		}
		return !t.Ctx.Known()
	}
	limits, made := false, false
	for _, call := range f.Calls() {
		fn := p.Code.Callee(call)
		if fn == nil {
			continue
		}
		switch op := p.Table.CtxOpOf(fn); {
		case op == nil:
		case op.Kind == api.CtxOpBound:
			limits, made = true, true
		case op.Kind == api.CtxOpCancel:
			made = true
		}
	}
	// A limit of its own does not cancel: that is the caller's doing, unless
	// the function cancels before its end, or ends early what it asks.
	return limits && (!forCanceled(p, f, t) || passes(t)) || made && cancelsEarly(p, f) || endsEarly(p, f, t)
}

// forCanceled reports whether the branch of a test is also taken by a call that
// was cancelled.
func forCanceled(p *rule.Pass, f *code.Func, t ctxflow.Test) bool {
	if t.Sentinel == "Canceled" {
		return true
	}
	conds, _, _ := branch(p, t.Node)
	for _, o := range p.Flow.DoneTests(f) {
		for _, c := range conds {
			if o.Node == c && o.Sentinel == "Canceled" {
				return true
			}
		}
	}
	return false
}

// cancelsEarly reports whether f calls a cancel function before it ends, or
// lets somebody else do so.
func cancelsEarly(p *rule.Pass, f *code.Func) bool {
	early := false
	f.Outermost().Walk(func(g *code.Func) {
		for _, call := range g.Calls() {
			if _, ok := p.Code.Parent(call).(*ast.DeferStmt); !ok && code.IsCancelFunc(p.Code.TypeOf(call.Fun)) {
				early = true
			}
		}
	})
	return early
}

// endsEarly reports whether f itself closes or stops, before the test, what
// returned the error: err := p.Err() after p.Close().
func endsEarly(p *rule.Pass, f *code.Func, t ctxflow.Test) bool {
	for _, o := range p.Code.Origins(t.Err) {
		from, ok := o.Expr.(*ast.CallExpr)
		if !ok {
			continue
		}
		sel, ok := ast.Unparen(from.Fun).(*ast.SelectorExpr)
		if !ok {
			continue
		}
		for _, c := range f.Calls() {
			end, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
			if !ok || c.Pos() > t.Node.Pos() || !p.Code.SamePlace(end.X, sel.X) {
				continue
			}
			if _, ok := p.Code.Parent(c).(*ast.DeferStmt); ok {
				continue
			}
			switch end.Sel.Name {
			case "Close", "Stop", "Cancel", "Shutdown", "Abort":
				return true
			}
		}
	}
	return false
}

// judged reports whether the error of a test is one that f only judges, as it
// was handed it, or whether f has looked, and left, between the call that
// returned the error and the test: then the end is not that of its context.
func judged(p *rule.Pass, f *code.Func, t ctxflow.Test) bool {
	v := p.Code.VarOf(t.Err)
	if v == nil || v.IsField() {
		return false
	}
	from := f.Body.Pos()
	for _, d := range p.Code.Defs(v) {
		if d.In == f && d.Kind == code.DefParam {
			if f.ParamIndex(v) >= 0 {
				return true
			}
			continue
		}
		if d.Pos() < t.Node.Pos() {
			from = max(from, d.Pos())
		}
	}
	for _, o := range p.Flow.DoneTests(f) {
		if o.Expr == nil || o.Node.Pos() < from || o.Node.End() > t.Node.Pos() {
			continue
		}
		if b, ok := o.Over.(*ast.BlockStmt); ok && len(b.List) > 0 {
			if _, ok := b.List[len(b.List)-1].(*ast.ReturnStmt); ok {
				return true
			}
		}
	}
	return false
}
