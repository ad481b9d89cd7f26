package retry

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// saysDone reports whether a call runs a function of the package that returns
// beside its error whether to go on: no false without an error, no error that
// is nil beside anything but true; or a false without an error, but only where
// what it calls has failed. A loop that asks for nothing but the bool,
// done, err = attempt(); if done { break }, goes on only after failures.
func (x *Finder) saysDone(call *ast.CallExpr) bool {
	f := x.p.FuncOf(x.p.Callee(call))
	if f == nil {
		return false
	}
	flag, errAt, ok := flagAndError(f.Sig)
	if !ok || x.doneBusy[f] {
		return false // one that calls itself says nothing by that
	}
	x.doneBusy[f] = true
	defer delete(x.doneBusy, f)
	good, again, any := true, false, false
	f.Inspect(func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			return good
		}
		if len(ret.Results) != f.Sig.Results().Len() {
			good = false
			return false
		}
		isNil := x.p.IsNil(ret.Results[errAt])
		switch done, known := x.p.Bool(ret.Results[flag]); {
		case known && done:
			any = any || isNil
		case known && !isNil:
			again = true
		case known && x.onlyAfterFailure(f, ret):
			again, any = true, true
		default:
			good = false
		}
		return good
	})
	return good && again && any
}

// onlyAfterFailure reports whether a return is reached where a call before it has
// failed, and never where it has not.
func (x *Finder) onlyAfterFailure(f *code.Func, ret *ast.ReturnStmt) bool {
	fl := x.newFlow(f, true)
	goal := func(n ast.Node) bool { return n == ret }
	for _, call := range f.Calls() {
		if call.Pos() > ret.Pos() || fl.at[call].block == nil || !x.hasError(call) || !x.plausible(call) || x.isDelayCall(call) {
			continue
		}
		good := &walk{f: fl, op: call, smooth: true, goal: goal}
		if good.run().back {
			continue
		}
		fail := &walk{f: fl, op: call, fail: true, goal: goal}
		if fail.run().back {
			return true
		}
	}
	return false
}

// flagAndError returns where a function's results have their one bool and their error.
func flagAndError(sig *types.Signature) (flag, err int, ok bool) {
	flag, err = -1, -1
	for i := range sig.Results().Len() {
		switch t := sig.Results().At(i).Type(); {
		case code.IsBool(t) && flag >= 0:
			return 0, 0, false
		case code.IsBool(t):
			flag = i
		case code.IsError(t):
			err = i
		}
	}
	return flag, err, flag >= 0 && err >= 0
}

// decidedInside takes back what was found out about a retry whose operation
// decides by itself whether there is another attempt: how many there are, which
// failures lead to them and what is waited for is told there.
func (x *Finder) decidedInside(r *Retry) {
	for _, op := range r.Ops {
		if x.saysAgain(op) && r.Guard.Class == facts.ErrAny {
			r.Guard.Class, r.Guard.Lost = facts.ErrUnknown, false
		}
		if !x.saysDone(op) {
			continue
		}
		r.Attempts = Count{}
		r.Guard.Class, r.Guard.Lost = facts.ErrUnknown, false
		r.NoDelay, r.NoDelayAt = api.Maybe, nil
		r.DelayAfterLast = api.Maybe
		if r.StopsOnCtx == api.No {
			r.StopsOnCtx = api.Maybe
		}
	}
}

// progress is when the counter moves on that a loop runs by and whose element
// an operation is about: for n < len(p) { if send(p[n]) != nil { continue }; n++ }.
type progress int8

const (
	noProgress progress = iota // there is no such counter, or it cannot be told
	always                     // whatever the outcome: each turn is about another element
	onSuccess                  // only then: the attempts for one element are a retry that success ends
)

func (x *Finder) progress(f *flow, l *loop, c *candidate) progress {
	fs, ok := l.node.(*ast.ForStmt)
	if !ok || fs.Cond == nil || !c.fail.back || !c.tested {
		return noProgress
	}
	var moves []ast.Node
	for _, v := range x.operands(c.call) {
		if !numeric(v.Type()) || !x.lengthBounds(fs.Cond, v) {
			continue
		}
		for _, d := range x.p.Defs(v) {
			if d.Node == nil || !l.holds(d.Node) {
				continue
			}
			if d.Kind != code.DefOp && (d.RHS == nil || !x.p.Mentions(d.RHS, v)) {
				return noProgress
			}
			moves = append(moves, d.Node)
		}
	}
	if len(moves) == 0 {
		return noProgress
	}
	moved := func(n ast.Node) bool { return slices.Contains(moves, n) }
	fail := &walk{f: f, l: l, op: c.call, fail: true, dead: moved}
	good := &walk{f: f, l: l, op: c.call, smooth: true, dead: moved}
	switch {
	case !fail.run().back:
		return always
	case !good.run().back && !x.bringsOther(l, c.call):
		return onSuccess
	}
	return noProgress
}

// lengthBounds reports whether a condition compares v with the length of something.
func (x *Finder) lengthBounds(cond ast.Expr, v *types.Var) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	isLen := func(e ast.Expr) bool {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		return ok && x.p.CalleeOf(call).Builtin == "len"
	}
	return x.p.VarOf(b.X) == v && isLen(b.Y) || x.p.VarOf(b.Y) == v && isLen(b.X)
}

// addressTaken reports whether something has a pointer to v.
func (x *Finder) addressTaken(v *types.Var) bool {
	return slices.ContainsFunc(x.p.Defs(v), func(d *code.Def) bool { return d.Kind == code.DefAddr })
}

// bringsOther reports whether an operand is brought anew in each turn.
func (x *Finder) bringsOther(l *loop, call *ast.CallExpr) bool {
	for _, v := range x.operands(call) {
		for _, d := range x.p.Defs(v) {
			if d.Node == nil || !l.holds(d.Node) || code.Within(d.Node, call) || d.Kind == code.DefAddr {
				continue
			}
			if d.Kind == code.DefRangeKey || d.Kind == code.DefRangeValue || d.RHS != nil && x.brings(d.RHS, call) {
				return true
			}
		}
	}
	return false
}
