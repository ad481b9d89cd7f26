package retrydelay

import (
	"go/ast"
	"go/token"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// origins returns the calls that a delay comes from; where a function of the
// project does the waiting, also those that what it is given comes from.
func origins(p *rule.Pass, d *retry.Delay) []*ast.CallExpr {
	var out []*ast.CallExpr
	if d.Arg != nil {
		out = sources(p, d.Arg)
	}
	call, ok := d.Node.(*ast.CallExpr)
	if d.Through == nil || !ok {
		return out
	}
	for _, a := range call.Args {
		if code.IsDuration(p.Code.Info.TypeOf(a)) {
			out = append(out, sources(p, a)...)
		}
	}
	return out
}

// sources returns the calls that a delay, or a part of a sum, comes from.
func sources(p *rule.Pass, e ast.Expr) []*ast.CallExpr { return sourcesOf(p, e, 0) }

func sourcesOf(p *rule.Pass, e ast.Expr, depth int) []*ast.CallExpr {
	if depth > 4 {
		return nil
	}
	if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && (b.Op == token.ADD || b.Op == token.SUB) {
		return append(sourcesOf(p, b.X, depth+1), sourcesOf(p, b.Y, depth+1)...)
	}
	var out []*ast.CallExpr
	for _, o := range p.Code.Origins(e) {
		if call, ok := o.Expr.(*ast.CallExpr); ok {
			out = append(out, call)
			for _, a := range call.Args {
				// jitter(next(n)), min(next(n), most)
				if code.IsDuration(p.Code.Info.TypeOf(a)) {
					out = append(out, sourcesOf(p, a, depth+1)...)
				}
			}
		}
	}
	if v := p.Code.VarOf(e); v != nil && !v.IsField() {
		// Something is added to it later: d += rand.N(d).
		for _, d := range p.Code.Defs(v) {
			if d.RHS != nil && d.Kind == code.DefAssign {
				out = append(out, sourcesOf(p, d.RHS, depth+1)...)
			}
		}
	}
	return out
}

// called returns the function of this package that a call runs, also one that a
// variable holds; nil if it is not in sight.
func called(p *rule.Pass, call *ast.CallExpr) *code.Func {
	if f := p.Code.FuncOf(p.Code.Callee(call)); f != nil {
		return f
	}
	if fns, complete := p.Code.LitsOf(call.Fun); complete && len(fns) == 1 {
		return fns[0]
	}
	return nil
}
