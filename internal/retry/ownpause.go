package retry

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// An OwnPause is a wait between two attempts under the context of the attempt
// before: if that has reached its limit, the wait is over at once.
type OwnPause struct {
	Node ast.Node
	Ctx  ast.Expr
}

// OwnPauses returns the waits between the attempts of r that the end of an
// attempt's own context cuts short: in the loop, or in the function that it
// calls for each attempt, after the attempt.
func (x *Finder) OwnPauses(r *Retry) []OwnPause {
	per := r.PerAttempt
	if per == nil || per.Ctx == nil || r.Kind != Loop || r.Stacked {
		return nil
	}
	var out []OwnPause
	for _, d := range r.Delays {
		if d.ObeysCtx == api.Yes && x.madeAt(d.Ctx, per.Node) {
			out = append(out, OwnPause{d.Node, d.Ctx})
		}
	}
	for _, op := range r.Ops {
		f := x.p.FuncOf(x.p.Callee(op))
		if f != nil && f.Obj == per.Through && code.Within(per.Node, f.Body) {
			out = append(out, x.pausesAfter(f, per.Node)...)
		}
	}
	return out
}

// pausesAfter returns the waits in the body of f under the context made at a
// node that come after something else was done under it.
func (x *Finder) pausesAfter(f *code.Func, made ast.Node) []OwnPause {
	var out []OwnPause
	worked := false
	fl := &flow{x: x, fn: f}
	f.Inspect(func(n ast.Node) bool {
		var p *pause
		switch n := n.(type) {
		case *ast.CommClause:
			if n.Comm != nil {
				p = fl.selectPause(n)
			}
		case *ast.CallExpr:
			if p = x.callPause(n, f); p != nil && p.through != nil && !x.isDelayCall(n) {
				p = nil // it does more
			}
			if p == nil && x.madeAt(ctxArg(x.p, n), made) && x.plausible(n) {
				worked = true
			}
		}
		if p != nil && worked && p.obeys == api.Yes && x.madeAt(p.ctx, made) {
			out = append(out, OwnPause{p.node, p.ctx})
		}
		return true
	})
	return out
}

// madeAt reports whether a context is the one that a call makes.
func (x *Finder) madeAt(ctx ast.Expr, call ast.Node) bool {
	if ctx == nil {
		return false
	}
	links := x.chain(ctx)
	return len(links) > 0 && links[0].call != nil && ast.Node(links[0].call) == call
}
