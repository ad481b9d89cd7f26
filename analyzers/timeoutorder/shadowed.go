package timeoutorder

import (
	"fmt"
	"go/ast"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// shadowed reports limits of a context that a function sets itself and that are
// never reached, because it has set a shorter one around them.
func shadowed(p *rule.Pass, f *code.Func) {
	for _, call := range f.Calls() {
		op := p.Table.CtxOp(p.Code.CalleeOf(call).Key)
		if op == nil || op.Kind != api.CtxOpBound || op.Parent < 0 || op.Parent >= len(call.Args) || op.Dur < 1 || op.Dur > len(call.Args) || looped(p, f, call) {
			continue
		}
		dur := call.Args[op.Dur-1]
		if op.Deadline {
			if dur = ctxflow.FromNow(p.Code, dur); dur == nil {
				continue
			}
		}
		if n, ok := durations.Eval(p.Code, dur).Min(); ok {
			if at, least := around(p, f, call.Args[op.Parent], n); at != nil {
				never(p, call, n, at, least)
			}
		}
	}
}

// around returns the limit that f itself, or what it is a part of, put on a context, if it is shorter
// than n.
func around(p *rule.Pass, f *code.Func, ctx ast.Expr, n int64) (ast.Node, int64) {
	c := p.Flow.Trace(ctx)
	if !c.Known() {
		return nil, 0
	}
	for _, b := range c.Bounds() {
		if least, ok := b.Limit.Max(); ok && b.Call != nil && b.In != nil && (b.In == f || runsIn(f, b.In)) && len(b.Through) == 0 && !b.Maybe && least > 0 && least < n {
			return b.Call, least
		}
	}
	return nil, 0
}

// runsIn reports whether f is a literal that another function calls where it
// stands, once, and so a part of its body.
func runsIn(f, outer *code.Func) bool {
	for f != nil && f != outer {
		if f.Obj != nil || f.UseOf().Role != code.RoleImmediate {
			return false
		}
		f = f.Parent
	}
	return f != nil
}

// looped reports whether a call stands in a loop, of its own function or of
// one whose body that is a part of.
func looped(p *rule.Pass, f *code.Func, call *ast.CallExpr) bool {
	if p.Code.LoopAround(call) != nil {
		return true
	}
	for f.Obj == nil && f.Parent != nil && f.UseOf().Role == code.RoleImmediate {
		if p.Code.LoopAround(f.UseOf().Call) != nil {
			return true
		}
		f = f.Parent
	}
	return false
}

func never(p *rule.Pass, at ast.Node, n int64, outer ast.Node, least int64) {
	p.Report(rule.Finding{
		Node:    at,
		Message: fmt.Sprintf("this limit of %s is never reached: the deadline set at %s comes after %s; make it the shorter one, or the deadline longer", retry.Short(time.Duration(n)), p.Where(outer), retry.Short(time.Duration(least))),
		Related: []rule.Related{{Node: outer, Message: "the shorter limit around it"}},
	})
}
