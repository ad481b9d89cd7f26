package retrytimeout

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// deadlineRetried reports whether a deadline that was exceeded is tested for
// and leads to another attempt.
func deadlineRetried(r *retry.Retry) bool {
	repeated, exact := timeoutsRetried(r)
	return repeated && exact
}

// timeoutsRetried reports whether timeouts are named among the failures that
// lead to another attempt; exact, that it is by the error of a context: what
// says Timeout may be that of a connection's own limit as well.
func timeoutsRetried(r *retry.Retry) (repeated, exact bool) {
	look := func(what string) {
		switch {
		case strings.HasSuffix(what, "DeadlineExceeded"):
			repeated, exact = true, true
		case what == retry.TimeoutMethod, what == "IsTimeout":
			repeated = true
		}
	}
	for _, t := range r.Guard.Tests {
		if t.Back {
			for _, w := range t.What {
				look(w)
			}
		}
	}
	for _, w := range r.Named {
		look(w)
	}
	return repeated, exact
}

// inSight reports whether it is known what the attempts wait for. What is not
// may have a limit of its own, which ends in the same error and leaves the
// deadline that all share alive: an implementation of an interface, a client
// that was handed in. Of what every timeout may have ended, exact is false, only
// databases are known to wait for the context alone.
func inSight(p *rule.Pass, r *retry.Retry, exact bool) bool {
	if r.ClosureParam != nil {
		return givenInSight(p, r)
	}
	ops := r.Ops
	if len(ops) == 0 {
		if r.Closure == nil {
			return false
		}
		ops = r.Closure.Calls()
		if slices.ContainsFunc(ops, p.Waits.AsksLimited) {
			return false
		}
		if exact && len(r.Guard.Tests) > 0 {
			return true
		}
		if slices.ContainsFunc(ops, func(c *ast.CallExpr) bool { return p.Code.FuncOf(p.Code.Callee(c)) != nil }) {
			return false // it may set a limit of its own
		}
	}
	for _, op := range ops {
		if !p.Waits.AsksLimited(op) && knownWait(p, op, exact) {
			return true
		}
	}
	return false
}

// knownWait reports whether it is known what a call waits for: what a library's
// function does, a remote call, or a function that waits.
func knownWait(p *rule.Pass, op *ast.CallExpr, exact bool) bool {
	fn := p.Code.Callee(op)
	if fn == nil {
		return false
	}
	if row := p.Table.CallOf(fn); row != nil {
		return exact || row.DB
	}
	if !exact {
		return scans(p, op, exact)
	}
	if api.TakesCallOptions(fn) && p.Flow.CtxArg(op).Expr != nil {
		return true
	}
	if s := p.Summary(fn); s != nil && len(s.Waits) > 0 {
		return true
	}
	return scans(p, op, exact)
}

// scans reports whether an operation reads what a call before it in the same
// chain asked for: conn.QueryRow(ctx, …).Scan(&n).
func scans(p *rule.Pass, op *ast.CallExpr, exact bool) bool {
	sel, ok := ast.Unparen(op.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	asked, ok := ast.Unparen(sel.X).(*ast.CallExpr)
	return ok && api.EndsWithContext(p.Code.Info.TypeOf(asked)) && knownWait(p, asked, exact)
}
