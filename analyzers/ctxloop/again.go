package ctxloop

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// failing tells the ways on from a block once the context of a test is over: a
// call that obeys it fails then, so that the way for its success is not taken.
func failing(p *rule.Pass, t ctxflow.Test, loop ast.Stmt) func(*cfg.Block) []*cfg.Block {
	return failingUnder(p, t.Expr, loop)
}

// failingUnder is failing for the end of the context that ctx is.
func failingUnder(p *rule.Pass, ctx ast.Expr, loop ast.Stmt) func(*cfg.Block) []*cfg.Block {
	e := ended{p: p, ctx: ctx, loop: loop, others: true}
	return func(b *cfg.Block) []*cfg.Block {
		if len(b.Succs) != 2 || len(b.Nodes) == 0 || ctx == nil {
			return b.Succs
		}
		cond, ok := b.Nodes[len(b.Nodes)-1].(ast.Expr)
		if !ok || !code.Within(cond, loop) {
			return b.Succs
		}
		return e.ways(b, cond)
	}
}

// An ended says what conditions in a loop are once a context is over.
type ended struct {
	p    *rule.Pass
	ctx  ast.Expr
	loop ast.Stmt
	// others: errors that say something else than the end of a context are not
	// the ones that calls fail with then.
	others bool
	failed *ast.CallExpr // a call that fails then
	depth  int
}

// ways returns the ways on from a block that ends with a condition.
func (e *ended) ways(b *cfg.Block, cond ast.Expr) []*cfg.Block {
	switch val, known := e.value(cond); {
	case !known:
		return b.Succs
	case val:
		return b.Succs[:1]
	}
	return b.Succs[1:]
}

// value evaluates a condition.
func (e *ended) value(cond ast.Expr) (val, known bool) {
	if tag := tagOf(e.p, cond); tag != nil {
		if !e.p.Code.IsNil(cond) {
			return false, false
		}
		call := e.failing(tag)
		return false, call != nil
	}
	switch c := ast.Unparen(cond).(type) {
	case *ast.Ident:
		if v, ok := e.p.Code.Bool(c); ok {
			return v, true
		}
		if rhs := e.defined(c); rhs != nil && e.depth < 3 {
			e.depth++
			val, known = e.value(rhs)
			e.depth--
			return val, known
		}
		return false, false
	case *ast.UnaryExpr:
		val, known = e.value(c.X)
		return !val, known && c.Op == token.NOT
	case *ast.CallExpr:
		return false, e.others && e.asks(c)
	case *ast.BinaryExpr:
		switch c.Op {
		case token.LOR, token.LAND:
			a, ka := e.value(c.X)
			b, kb := e.value(c.Y)
			decides := c.Op == token.LOR // true decides an or, false an and
			switch {
			case ka && a == decides || kb && b == decides:
				return decides, true
			case ka && kb:
				return !decides, true
			}
		case token.EQL, token.NEQ:
			if e.p.Code.IsNil(c.Y) && e.failing(c.X) != nil {
				return c.Op == token.NEQ, true
			}
			if e.others && e.another(c.X, c.Y, c) {
				return c.Op == token.NEQ, true // not that error
			}
		}
	}
	return false, false
}

// failing returns the call whose error e is, if it fails once the context is over.
func (e *ended) failing(x ast.Expr) *ast.CallExpr {
	from := ast.Unparen(x)
	if v := e.p.Code.VarOf(from); v != nil {
		if !code.IsError(v.Type()) {
			return nil
		}
		from = e.defined(from)
	}
	call, ok := from.(*ast.CallExpr)
	if !ok {
		return nil
	}
	if call = e.under(call); call != nil {
		e.failed = call
	}
	return call
}

// gave returns the call in the loop that gave the error that x is at a node, if it
// fails once the context is over.
func (e *ended) gave(x ast.Expr, at ast.Node) *ast.CallExpr {
	v := e.p.Code.VarOf(x)
	if v == nil || v.IsField() || !code.IsError(v.Type()) {
		return nil
	}
	defs := e.p.Code.ReachingAt(v, at)
	if len(defs) != 1 || defs[0].RHS == nil || !code.Within(defs[0].Node, e.loop) {
		return nil
	}
	call, ok := ast.Unparen(defs[0].RHS).(*ast.CallExpr)
	if !ok {
		return nil
	}
	return e.under(call)
}

// under returns the call that fails once the context is over, and whose failure a
// call tells: itself, or one before it on the chain.
func (e *ended) under(call *ast.CallExpr) *ast.CallExpr {
	call = e.p.Waits.Behind(call)
	for ok := true; ok; {
		if given := e.p.Flow.CtxArg(call); given.Has == api.Yes && given.Expr != nil && e.p.Flow.SameEnd(e.ctx, given.Expr) && endsCall(e.p, call, given) {
			return call
		}
		// Get(ctx, key).Result(), QueryRowContext(ctx, query).Scan(&v): a failure is told at the end of the chain.
		recv := e.p.Code.CalleeOf(call).Recv
		if recv == nil {
			return nil
		}
		call, ok = ast.Unparen(recv).(*ast.CallExpr)
	}
	return nil
}

// endsCall reports whether the end of the context that a call is given, or that is in
// the request it is given, ends the call.
func endsCall(p *rule.Pass, call *ast.CallExpr, given ctxflow.Given) bool {
	if _, ends := p.Waits.Ends(call, given); ends {
		return true
	}
	fn := p.Code.Callee(call)
	if given.Kind != api.CtxRequest || fn == nil {
		return false
	}
	row := p.Table.CallOf(fn)
	return row != nil && row.Kind == api.WaitNet && row.Obeys == api.Yes
}

// defined returns what a variable was given in the turn of the loop before it is
// looked at, nil if that may be one of several things. What the condition of the
// loop looks at is what the turn before has left.
func (e *ended) defined(x ast.Expr) ast.Expr {
	v := e.p.Code.VarOf(x)
	if v == nil || v.IsField() {
		return nil
	}
	defs := e.p.Code.ReachingAt(v, x)
	if loop, ok := e.loop.(*ast.ForStmt); ok && loop.Cond != nil && code.Within(x, loop.Cond) {
		in := defs[:0:0]
		for _, d := range defs {
			if d.Node == nil || !code.Within(d.Node, loop.Body) {
				continue
			}
			if e.p.Code.Parent(d.Node) != ast.Node(loop.Body) {
				return nil // on some ways only
			}
			in = append(in, d)
		}
		defs = in
	}
	if len(defs) != 1 || defs[0].RHS == nil || !code.Within(defs[0].Node, e.loop) {
		return nil
	}
	return ast.Unparen(defs[0].RHS)
}

// tagOf returns the tag of the switch in whose cases an expression is listed.
func tagOf(p *rule.Pass, cond ast.Expr) ast.Expr {
	cl, ok := p.Code.Parent(cond).(*ast.CaseClause)
	if !ok {
		return nil
	}
	sw, ok := p.Code.Parent(p.Code.Parent(cl)).(*ast.SwitchStmt)
	if !ok {
		return nil
	}
	return sw.Tag
}

// caseGoesOn judges a case of a switch for cancelled calls that only writes to
// the log, or does nothing, and falls out of the switch.
func caseGoesOn(p *rule.Pass, f *code.Func, t ctxflow.Test, loop *ast.ForStmt, clause *ast.CaseClause) {
	err := p.Code.VarOf(t.Err)
	if t.Kind != ctxflow.TestIs || err == nil || t.Sentinel != "Canceled" {
		return
	}
	defs := p.Code.ReachingAt(err, t.Err)
	if len(defs) != 1 || defs[0].RHS == nil || !code.Within(defs[0].Node, loop) {
		return
	}
	call, _ := ast.Unparen(defs[0].RHS).(*ast.CallExpr)
	ctx := callersEnd(p, call)
	start := switchBlock(f.CFG(), clause)
	if ctx == "" || start == nil || leaves(start, loop, atHead(loop)) {
		return
	}
	p.Report(rule.Finding{
		Node:    t.Node,
		Message: fmt.Sprintf("the loop at %s goes on after %s is over: this case leads back to its start, where %s fails again at once; return here", p.Where(loop), ctx, p.Code.CallName(call)),
		Related: []rule.Related{{Node: call, Message: "the call that fails once the context is over"}, {Node: loopHead(loop), Message: "the loop that goes on"}},
	})
}

// ctxErrors reports whether a condition asks for nothing but errors of
// contexts: errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded).
func ctxErrors(cond ast.Expr, tests []ctxflow.Test) bool {
	cond = ast.Unparen(cond)
	if b, ok := cond.(*ast.BinaryExpr); ok && b.Op == token.LOR {
		return ctxErrors(b.X, tests) && ctxErrors(b.Y, tests)
	}
	for _, t := range tests {
		if t.Kind == ctxflow.TestIs && t.Node == ast.Node(cond) {
			return true
		}
	}
	return false
}

// firstOf returns the first test in a condition.
func firstOf(cond *ast.IfStmt, tests []ctxflow.Test) ast.Node {
	for _, t := range tests {
		if code.Within(t.Node, cond.Cond) {
			return t.Node
		}
	}
	return nil
}
