package retrydelay

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// exponent reports a delay that is a power of a counter which nothing limits,
// and is capped only afterwards: the cap keeps the loop going round until the
// power overflows, and then lets the negative result through.
func exponent(p *rule.Pass, r *retry.Retry, d *retry.Delay, once func(ast.Node) bool) {
	if d.Arg == nil || r.Attempts.N != api.AttemptsUnbounded || d.OverflowAfter > 0 {
		return
	}
	if v := d.Var; v != nil && r.Body != nil && r.Kind == retry.Loop && r.Total == nil && !code.IsDuration(v.Type()) && counts(p, v, r.Node) {
		if e := durations.Power(p.Code, r.Body, v); e != nil && once(e) {
			overflowing(p, e, v, rule.Related{Node: r.Node, Message: "the retry, whose attempts are not limited"})
			return
		}
	}
	for _, call := range origins(p, d) {
		f := called(p, call)
		if f == nil {
			elsewhere(p, r, call, once)
			continue
		}
		ofField(p, r, f, once)
		for i, arg := range call.Args {
			v := p.Code.VarOf(arg)
			params := f.Params()
			if v == nil || i >= len(params) || !counts(p, v, r.Node) {
				continue
			}
			if e := durations.Power(p.Code, f.Body, params[i]); e != nil && !settles(p, call, f, e) && once(e) {
				overflowing(p, e, params[i], rule.Related{Node: call, Message: "the count of failures, which nothing limits, goes in here"}, rule.Related{Node: r.Node, Message: "the retry"})
			}
		}
	}
}

// elsewhere reports a delay that a function of another package computes as a
// power of a counter which nothing limits.
func elsewhere(p *rule.Pass, r *retry.Retry, call *ast.CallExpr, once func(ast.Node) bool) {
	s := p.Summary(p.Code.Callee(call))
	if s == nil {
		return
	}
	for _, g := range s.Powers {
		if g.Param > len(call.Args) {
			continue
		}
		v := p.Code.VarOf(call.Args[g.Param-1])
		if v == nil || !counts(p, v, r.Node) || !once(call) {
			continue
		}
		p.Report(rule.Finding{
			Node:    call,
			Message: fmt.Sprintf("%s computes %s, at %s:%d, which overflows once %s is large enough and becomes negative or zero; that passes below the cap that comes after it, and nothing limits %s here: the delay is gone when the failure lasts; limit it before", p.Code.CallName(call), g.Text, g.File, g.Line, v.Name(), v.Name()),
			Related: []rule.Related{{Node: r.Node, Message: "the retry"}},
		})
	}
}

// overflowing reports a power of n that is capped only after it has overflowed.
func overflowing(p *rule.Pass, e ast.Expr, n *types.Var, related ...rule.Related) {
	p.Report(rule.Finding{
		Node:    e,
		Message: fmt.Sprintf("%s overflows once %s is large enough and becomes negative or zero, which no later cap corrects: the delay is gone when the failure lasts; cap %s before that, as with min", types.ExprString(e), n.Name(), n.Name()),
		Related: related,
	})
}

// counts reports whether v is a counter that grows in the loop and is never
// compared with a limit there.
func counts(p *rule.Pass, v *types.Var, loop ast.Node) bool {
	grows := false
	for _, d := range p.Code.Defs(v) {
		if d.Kind == code.DefOp && code.Within(d.Node, loop) {
			grows = true
		}
	}
	if !grows {
		return false
	}
	limited := false
	ast.Inspect(loop, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok {
			switch b.Op {
			case token.LSS, token.GTR, token.LEQ, token.GEQ, token.EQL:
				limited = limited || p.Code.VarOf(b.X) == v || p.Code.VarOf(b.Y) == v
			}
		}
		return !limited
	})
	return !limited
}

// tiny is a delay that is none: what was meant as seconds is nanoseconds.
const tiny = retry.Tiny

// nanoseconds reports delays that are too short to be meant.
func nanoseconds(p *rule.Pass, d *retry.Delay, once func(ast.Node) bool) {
	hi, ok := d.Value.MaxDuration()
	when := ""
	if !ok || hi > tiny {
		hi, ok = d.Tenth.MaxDuration()
		when = " even after ten failures"
	}
	if !ok || hi <= 0 || hi >= tiny || d.Arg == nil || !once(d.Node) {
		return
	}
	p.Report(rule.Finding{
		Node:    d.Arg,
		Message: fmt.Sprintf("the delay between attempts is at most %s%s, which is none: a number without a unit is in nanoseconds; multiply by time.Second or time.Millisecond", hi, when),
	})
}

// unitless reports numbers without a unit that drivers and clients are given as delays.
func unitless(p *rule.Pass) {
	for _, u := range p.Retries.Unitless() {
		p.Report(rule.Finding{
			Node:    u.Node,
			Message: fmt.Sprintf("%s is given %s, which is no delay: a number without a unit is in nanoseconds; multiply by time.Second or time.Millisecond", u.Name, u.Value),
		})
	}
}

// neverReset reports a delay of an endless loop that grows with each turn and
// that nothing sets back, although a turn may succeed for hours.
func neverReset(p *rule.Pass, r *retry.Retry, d *retry.Delay, once func(ast.Node) bool) {
	if d.Var == nil || r.Attempts.N != api.AttemptsUnbounded || r.Periodic || r.Kind != retry.Loop {
		return
	}
	// Where success leaves, the delay must outlive the loop for the next one.
	scope := r.Node
	switch {
	case r.OnSuccess == retry.Continues:
	case r.OnSuccess != retry.Leaves:
		return
	default:
		outer := p.Code.LoopAround(p.Code.Parent(r.Node))
		if outer == nil {
			return
		}
		scope = outer
	}
	var grow *code.Def
	for _, def := range p.Code.Defs(d.Var) {
		if def.Node == nil {
			return
		}
		if !code.Within(def.Node, scope) {
			if def.Kind != code.DefField && def.In != nil && def.In != r.In && !makes(def.In, d.Var) {
				return // set back by another function, or by a literal that the operation is given
			}
			continue
		}
		if loop, ok := r.Node.(*ast.ForStmt); ok && loop.Init != nil && code.Within(def.Node, loop.Init) {
			continue // how it begins
		}
		if def.Kind == code.DefOp || def.RHS != nil && p.Code.Mentions(def.RHS, d.Var) {
			if grow == nil || multiplies(p, def) {
				grow = def
			}
			continue
		}
		if !caps(p, def) {
			return // set back
		}
	}
	if grow == nil || d.Growth <= 1 && !d.Linear && !(d.Growth == 0 && multiplies(p, grow)) || !once(grow.Node) {
		return
	}
	tail := "after a while each loss of the connection costs the longest delay, however long it had lasted"
	if r.OnSuccess == retry.Leaves {
		tail = "after a while each first failure costs the longest delay"
	}
	p.Report(rule.Finding{
		Node:    grow.Node,
		Message: fmt.Sprintf("%s grows with each turn and is never set back: %s; reset it after a success", d.Var.Name(), tail),
		Related: []rule.Related{{Node: r.Node, Message: "the endless loop"}},
	})
}

// caps reports whether a definition only keeps its variable below a limit:
// if d > limit { d = limit }.
func caps(p *rule.Pass, def *code.Def) bool {
	block, ok := p.Code.Parent(def.Node).(*ast.BlockStmt)
	if !ok {
		return false
	}
	ifs, ok := p.Code.Parent(block).(*ast.IfStmt)
	if !ok || ifs.Body != block {
		return false
	}
	b, ok := ast.Unparen(ifs.Cond).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	switch b.Op {
	case token.GTR, token.GEQ:
		return p.Code.Mentions(b.X, def.Var)
	case token.LSS, token.LEQ:
		return p.Code.Mentions(b.Y, def.Var)
	}
	return false
}

// makes reports whether f is a function that makes objects with the field.
func makes(f *code.Func, field *types.Var) bool {
	for i := range f.Sig.Results().Len() {
		t := f.Sig.Results().At(i).Type()
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			t = ptr.Elem()
		}
		if st, ok := t.Underlying().(*types.Struct); ok {
			for f := range st.Fields() {
				if f.Origin() == field {
					return true
				}
			}
		}
	}
	return false
}

// inStep reports the endless reconnect of a client whose delay has no random
// part: when the other side comes back, all clients do in the same moment.
func inStep(p *rule.Pass, r *retry.Retry, once func(ast.Node) bool) {
	if r.Attempts.N != api.AttemptsUnbounded || r.OnSuccess == retry.Leaves || r.Periodic || len(r.Delays) == 0 || !dials(p, r) && !checksIn(p, r) {
		return
	}
	for _, d := range r.Delays {
		lo, ok := d.Value.MinDuration()
		if d.Jitter != api.No || !ok || lo < time.Second {
			return
		}
	}
	d := r.Delays[0]
	if !once(d.Node) {
		return
	}
	what, again := "connection", "connect again"
	if !dials(p, r) {
		what, again = "request", "come back"
	}
	p.Report(rule.Finding{
		Node:    d.Node,
		Message: fmt.Sprintf("the delay before the next %s has no random part: after an outage all clients %s in step; add jitter", what, again),
		Related: []rule.Related{{Node: r.Node, Message: "the endless loop that connects"}},
	})
}

// worthJitter is the delay from which together asks for a random part.
const worthJitter = 10 * time.Millisecond

// together reports any delay between attempts that has no random part, for
// those who want one everywhere.
func together(p *rule.Pass, r *retry.Retry, once func(ast.Node) bool) {
	if !r.AfterFailure() || r.Periodic || r.Tx || len(r.Delays) == 0 {
		return
	}
	for _, d := range r.Delays {
		if lo, ok := d.Value.MinDuration(); d.Jitter != api.No || !ok || lo < worthJitter {
			return
		}
	}
	d := r.Delays[0]
	if !once(d.Node) {
		return
	}
	p.Report(rule.Finding{
		Node:    d.Node,
		Message: "the delay between the attempts has no random part: those that failed together try again together; add jitter",
		Related: []rule.Related{{Node: r.Node, Message: "the retry"}},
	})
}

// dials reports whether the operation makes a connection.
func dials(p *rule.Pass, r *retry.Retry) bool {
	for _, op := range r.Ops {
		fn := p.Code.Callee(op)
		if fn == nil {
			continue
		}
		if row := p.Table.CallOf(fn); row != nil && row.Kind == api.WaitDial {
			return true
		}
		if f := p.Code.FuncOf(fn); f != nil {
			for _, w := range p.Waits.Own(f) {
				if w.Kind == api.WaitDial {
					return true
				}
			}
		}
	}
	return false
}

// uncapped reports a delay of an endless loop that is multiplied after each
// failure and that nothing limits.
func uncapped(p *rule.Pass, r *retry.Retry, d *retry.Delay, once func(ast.Node) bool) {
	if d.Var == nil || r.Attempts.Bounded() == api.Yes || r.Total != nil || r.Periodic || d.Growth == 1 || d.Linear {
		return
	}
	if _, capped := d.Value.MaxDuration(); capped || !code.IsDuration(d.Var.Type()) {
		return
	}
	var grow ast.Node
	for _, def := range p.Code.Defs(d.Var) {
		switch {
		case def.Node == nil || def.Kind == code.DefAddr:
			return
		case !code.Within(def.Node, r.Node):
		case multiplies(p, def):
			grow = def.Node
		case def.RHS != nil && p.Code.Mentions(def.RHS, d.Var):
			return // another way to change it, which may limit it
		}
	}
	if grow == nil || compared(p, d.Var, r.Node) || !once(grow) {
		return
	}
	p.Report(rule.Finding{
		Node:    grow,
		Message: fmt.Sprintf("%s is multiplied after each failure and nothing limits it: after an outage the next attempt is hours away, and in the end the product overflows; cap it with min", d.Var.Name()),
		Related: []rule.Related{{Node: r.Node, Message: "the endless loop"}},
	})
}

// multiplies reports whether a definition multiplies its variable.
func multiplies(p *rule.Pass, def *code.Def) bool {
	switch n := def.Node.(type) {
	case *ast.AssignStmt:
		if n.Tok == token.MUL_ASSIGN || n.Tok == token.SHL_ASSIGN {
			return true
		}
	}
	b, ok := ast.Unparen(def.RHS).(*ast.BinaryExpr)
	return def.RHS != nil && ok && (b.Op == token.MUL || b.Op == token.SHL) && (p.Code.VarOf(b.X) == def.Var || p.Code.VarOf(b.Y) == def.Var)
}

// compared reports whether v is compared, or given to a call that may limit
// it, anywhere in a loop; a pause is no such call.
func compared(p *rule.Pass, v *types.Var, loop ast.Node) bool {
	found := false
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			switch n.Op {
			case token.LSS, token.GTR, token.LEQ, token.GEQ:
				found = found || p.Code.Mentions(n, v)
			}
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if p.Code.VarOf(l) == v && i < len(n.Rhs) && n.Tok == token.ASSIGN {
					if call, ok := ast.Unparen(n.Rhs[i]).(*ast.CallExpr); ok && p.Code.Mentions(call, v) {
						found = true
					}
				}
			}
		}
		return !found
	})
	return found
}

// shifts reports a duration shifted by a parameter that nothing limits before
// the cap, where a caller counts failures without an end in a field.
func shifts(p *rule.Pass, f *code.Func, once func(ast.Node) bool) {
	if f.Obj == nil || f.Sig.Results().Len() != 1 || !code.IsDuration(f.Sig.Results().At(0).Type()) {
		return
	}
	for _, n := range f.Params() {
		if b, ok := n.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 {
			continue
		}
		e := durations.Power(p.Code, f.Body, n)
		if e == nil {
			continue
		}
		for _, call := range callers(p, f) {
			i := f.ParamIndex(n)
			if i < 0 || i >= len(call.Args) {
				continue
			}
			field := p.Code.FieldOf(call.Args[i])
			if field == nil || !onlyCounts(p, field) || !once(e) {
				continue
			}
			overflowing(p, e, n, rule.Related{Node: call, Message: "the count of failures, which nothing limits, goes in here"})
		}
	}
}

// callers returns the calls of f in this package, also those through an
// interface that surely run it.
func callers(p *rule.Pass, f *code.Func) []*ast.CallExpr {
	calls, _ := p.Code.Callers(f)
	if f.Sig.Recv() == nil {
		return calls
	}
	for _, g := range p.Funcs() {
		for _, call := range g.Calls() {
			if m := p.Code.Callee(call); m != nil && m.Name() == f.Obj.Name() && code.IsInterfaceMethod(m) && slices.Contains(p.Code.Runs(call), f.Obj) {
				calls = append(calls, call)
			}
		}
	}
	return calls
}

// onlyCounts reports whether a field of this package is counted up, and never
// compared with anything that may be a limit.
func onlyCounts(p *rule.Pass, field *types.Var) bool {
	if field.Pkg() != p.Code.Types {
		return false
	}
	up := false
	for _, d := range p.Code.Defs(field) {
		switch {
		case d.Kind == code.DefAddr:
			return false
		case d.Kind == code.DefOp:
			if inc, ok := d.Node.(*ast.IncDecStmt); ok && inc.Tok == token.INC {
				up = true
			}
		}
	}
	if !up {
		return false
	}
	for _, f := range p.Funcs() {
		if f.Body != nil && compared(p, field, f.Body) {
			return false
		}
	}
	return true
}
