package retry

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
)

// recursions recognises operations that a function runs again by calling
// itself, or by having a timer call it, after a failure.
func (x *Finder) recursions(fn *code.Func) []*Retry {
	var out []*Retry
	var f *flow
	selfs := x.selfCalls(fn)
	if len(selfs) > maxSelfCalls {
		return nil
	}
	for _, self := range selfs {
		if f == nil {
			f = x.newFlow(fn, true)
		}
		if r := x.recursion(f, self); r != nil {
			out = append(out, r)
		}
	}
	return out
}

// maxSelfCalls is how often a function may call itself and still be a retry: with more it goes
// through the parts of something.
const maxSelfCalls = 8

// A selfCall is a way a function gets to run again.
type selfCall struct {
	node  ast.Node      // the node in the function's own flow: the call, or the call of time.AfterFunc
	call  *ast.CallExpr // the call of the function itself; nil if it is handed over as a value
	delay ast.Expr      // the time until then
	via   *types.Func   // the function that calls it in turn, nil if it calls itself
}

func (x *Finder) selfCalls(fn *code.Func) []selfCall {
	var self func(call *ast.CallExpr) bool
	var isSelf func(e ast.Expr) bool
	if fn.Obj != nil {
		self = func(c *ast.CallExpr) bool {
			return x.p.Callee(c) == fn.Obj.Origin() && x.sameRecv(fn, c.Fun)
		}
		isSelf = func(e ast.Expr) bool {
			var obj types.Object
			switch e := ast.Unparen(e).(type) {
			case *ast.Ident:
				obj = x.p.Info.Uses[e]
			case *ast.SelectorExpr:
				obj = x.p.Info.Uses[e.Sel]
			}
			return obj != nil && obj == types.Object(fn.Obj) && x.sameRecv(fn, e)
		}
	} else if use := fn.UseOf(); use.Role == code.RoleVar {
		isSelf = func(e ast.Expr) bool {
			id, ok := ast.Unparen(e).(*ast.Ident)
			return ok && x.p.Info.Uses[id] == types.Object(use.Var)
		}
		self = func(c *ast.CallExpr) bool { return isSelf(c.Fun) }
	} else {
		return nil
	}
	var out []selfCall
	for _, c := range fn.Calls() {
		if self(c) {
			switch x.p.Parent(c).(type) {
			case *ast.DeferStmt:
				continue
			}
			out = append(out, selfCall{node: c, call: c})
			continue
		}
		if s, ok := x.throughOther(fn, c); ok {
			out = append(out, s)
			continue
		}
		if x.p.CalleeOf(c).Key != "time.AfterFunc" || len(c.Args) != 2 {
			continue
		}
		if isSelf(c.Args[1]) {
			out = append(out, selfCall{node: c, delay: c.Args[0]})
			continue
		}
		if lit, ok := ast.Unparen(c.Args[1]).(*ast.FuncLit); ok {
			if lf := x.p.FuncAt(lit); lf != nil {
				for _, k := range lf.Calls() {
					if self(k) {
						out = append(out, selfCall{node: c, call: k, delay: c.Args[0]})
						break
					}
				}
			}
		}
	}
	return out
}

// sameRecv reports whether a method is selected on the receiver of fn itself.
func (x *Finder) sameRecv(fn *code.Func, fun ast.Expr) bool {
	recv := fn.Sig.Recv()
	if recv == nil {
		return true
	}
	sel, ok := ast.Unparen(fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	return x.p.VarOf(sel.X) == recv
}

// onceMore reports whether a function does not call itself again when it has called itself:
// the call gives a parameter the very constant that the branch around it rules out, as
// send("failed") under if what != "failed".
func (x *Finder) onceMore(fn *code.Func, self selfCall) bool {
	if self.call == nil {
		return false
	}
	given := make(map[*types.Var]constant.Value)
	for i, v := range fn.Params() {
		if i < len(self.call.Args) {
			if c := x.constOf(self.call.Args[i]); c != nil && len(x.p.Defs(v)) <= 1 {
				given[v] = c
			}
		}
	}
	if len(given) == 0 {
		return false
	}
	var rules func(cond ast.Expr) bool
	rules = func(cond ast.Expr) bool {
		b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
		if !ok {
			return false
		}
		switch b.Op {
		case token.LAND:
			return rules(b.X) || rules(b.Y)
		case token.NEQ:
			c, other := given[x.p.VarOf(b.X)], x.constOf(b.Y)
			return c != nil && other != nil && constant.Compare(c, token.EQL, other)
		}
		return false
	}
	for up := x.p.Parent(self.node); up != nil && up != ast.Node(fn.Node); up = x.p.Parent(up) {
		if s, ok := up.(*ast.IfStmt); ok && code.Within(self.node, s.Body) && rules(s.Cond) {
			return true
		}
	}
	return false
}

func (x *Finder) recursion(f *flow, self selfCall) *Retry {
	pl, ok := f.at[self.node]
	if !ok || pl.block == nil || x.onceMore(f.fn, self) {
		return nil
	}
	// Tail position: what comes back from the call is what the function returns.
	goal := func(n ast.Node) bool { return code.Within(self.node, n) }
	var cands []*candidate
	status := false
	for _, c := range f.fn.Calls() {
		if c == self.call || ast.Node(c) == self.node || c.Pos() > self.node.Pos() || f.at[c].block == nil || !x.hasError(c) || x.isDelayCall(c) {
			continue
		}
		if code.Within(c, self.node) || !x.plausible(c) {
			continue
		}
		k := &candidate{call: c, ops: []*ast.CallExpr{c}}
		k.failWalk = &walk{f: f, op: c, fail: true, goal: goal}
		k.fail = k.failWalk.run()
		k.tested = k.failWalk.tested
		k.okWalk = &walk{f: f, op: c, goal: goal, smooth: true}
		k.ok = k.okWalk.run()
		if !k.fail.back && k.ok.back {
			k.backWalk = &walk{f: f, op: c, goal: goal}
			k.backWalk.run()
		}
		switch {
		case k.fail.back && k.tested && !k.ok.back:
			cands = append(cands, k)
		case k.ok.back && x.statusTests(f, k) != nil && (k.ok.leave || k.fail.leave):
			cands = append(cands, k)
			status = status || !k.fail.back
		}
	}
	if len(cands) == 0 {
		return nil
	}
	l := &loop{node: f.fn.Node, body: f.fn.Body, head: f.g.Blocks[0]}
	r := &Retry{Kind: Recursion, In: f.fn, Node: self.node, Call: self.call, Body: f.fn.Body, OnSuccess: Leaves, outcome: &outcome{f: f, l: l, cand: cands, self: &self, goal: goal}}
	if self.via != nil {
		r.Callee = self.via
		r.Call, _ = self.node.(*ast.CallExpr)
	}
	r.Guard.Status = status
	for _, c := range cands {
		r.Ops = append(r.Ops, c.ops...)
	}
	r.Local = true
	for _, op := range r.Ops {
		r.Local = r.Local && x.local(op)
	}
	if x.takesAnother(r) {
		r.Items = true
		return r
	}
	if self.call != nil {
		switch x.sameArgs(f, cands, self.call) {
		case argsResume:
			r.Resumes = true
		case argsOther:
			r.Items = true
			return r
		}
	}
	x.closureParam(r)
	x.recursionDelays(r, self)
	m := f.newMachine(l, cands[len(cands)-1])
	m.recurse(self)
	r.outcome.m, m.ops = m, r.Ops
	m.count(r)
	x.guard(r)
	x.limits(r)
	x.bounds(r, m)
	x.overflows(r)
	if r.Total != nil && r.Total.Node != nil && code.Within(r.Total.Node, f.fn.Body) {
		r.Total = nil
	}
	return r
}

// takesAnother reports whether each call of the function takes what it works with out
// of a channel: the next one works with something else, and waits until it is there.
func (x *Finder) takesAnother(r *Retry) bool {
	for _, op := range r.Ops {
		v := x.p.VarOf(x.p.CalleeOf(op).Recv)
		if v == nil || v.IsField() {
			return false
		}
		taken := false
		for _, d := range x.p.Defs(v) {
			if u, ok := ast.Unparen(d.RHS).(*ast.UnaryExpr); ok && u.Op == token.ARROW {
				taken = true
			} else if d.RHS != nil {
				return false
			}
		}
		if !taken {
			return false
		}
	}
	return len(r.Ops) > 0
}

const (
	argsSame = iota
	argsResume
	argsOther
)

// sameArgs compares the arguments of a recursive call with the function's own
// parameters: the same, counted on, moved on by what the attempt brought, or
// something else.
func (x *Finder) sameArgs(f *flow, cands []*candidate, call *ast.CallExpr) int {
	results := make(map[*types.Var]bool)
	for _, c := range cands {
		for _, op := range c.ops {
			for _, v := range x.resultsOf(op) {
				results[v] = true
			}
		}
	}
	out := argsSame
	for i, prm := range f.fn.Params() {
		if i >= len(call.Args) {
			break
		}
		a := ast.Unparen(call.Args[i])
		if code.IsContext(prm.Type()) || code.IsError(prm.Type()) || numeric(prm.Type()) || code.IsBool(prm.Type()) {
			continue
		}
		if v := x.p.VarOf(a); v == prm {
			if x.reassigned(f, prm) {
				out = argsResume
			}
			continue
		}
		moved := false
		for _, v := range x.varsIn(a) {
			if results[v] || x.fromResult(v, results, &loop{node: f.fn.Node, body: f.fn.Body}) {
				moved = true
			}
		}
		if moved {
			out = argsResume
			continue
		}
		if _, ok := prm.Type().Underlying().(*types.Signature); ok {
			continue
		}
		if x.constOf(a) != nil {
			continue
		}
		return argsOther
	}
	return out
}

func (x *Finder) reassigned(f *flow, v *types.Var) bool {
	for _, d := range x.p.Defs(v) {
		if d.Kind == code.DefAssign && d.Node != nil && code.Within(d.Node, f.fn.Body) {
			return true
		}
	}
	return false
}

func (x *Finder) recursionDelays(r *Retry, self selfCall) {
	o := r.outcome
	if self.delay != nil {
		r.NoDelay = api.No
		p := &pause{node: self.node, arg: self.delay, in: r.In, obeys: api.No, sure: true}
		r.Delays = append(r.Delays, x.delay(r, p))
		return
	}
	if _, isGo := x.p.Parent(self.node).(*ast.GoStmt); isGo {
		r.NoDelay = api.Maybe
	}
	seen := make(map[ast.Node]bool)
	add := func(p *pause) {
		if p != nil && !seen[p.node] {
			seen[p.node] = true
			r.Delays = append(r.Delays, x.delay(r, p))
		}
	}
	for _, c := range o.cand {
		w := o.walk(c)
		w.dead = func(n ast.Node) bool {
			if containsCall(n, c.call) {
				return false
			}
			for _, p := range x.pauses(n, r.In) {
				add(p)
			}
			return false
		}
		w.deadClause = func(cc *ast.CommClause) bool { add(o.f.selectPause(cc)); return false }
		w.run()
	}
	x.askDelay(r, o.walk)
	if r.NoDelay == api.Yes && self.via != nil {
		r.NoDelay, r.NoDelayAt = api.Maybe, nil // it may wait
	}
	if r.NoDelay == api.Yes {
		r.NoDelayAt = self.node
	}
}

// recurse makes the machine run a recursion: the recursive call is the way
// back, and its arguments become the parameters.
func (m *machine) recurse(self selfCall) {
	m.self = &self
	p := m.f.x.p
	m.vars, m.init = nil, make(durations.Env)
	m.defs = make(map[ast.Node][]*code.Def)
	// Blocks from which the recursive call can be reached.
	m.can = make(map[int32]bool)
	pl := m.f.at[self.node]
	var work []int32
	preds := make(map[int32][]int32)
	for _, b := range m.f.g.Blocks {
		for _, s := range b.Succs {
			preds[s.Index] = append(preds[s.Index], b.Index)
		}
	}
	work = append(work, pl.block.Index)
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if m.can[i] {
			continue
		}
		m.can[i] = true
		work = append(work, preds[i]...)
	}
	if self.call == nil {
		return
	}
	for i, prm := range m.f.fn.Params() {
		if i >= len(self.call.Args) || !numeric(prm.Type()) {
			continue
		}
		if p.VarOf(self.call.Args[i]) == prm && len(p.Defs(prm)) == 0 {
			continue // handed on as it came; one that is counted first is another
		}
		v := prm.Origin()
		m.vars = append(m.vars, v)
		m.init[v] = m.firstArg(i, self.call)
		m.params = append(m.params, v)
	}
	// Variables that the function's own code changes.
	code.InspectShallow(m.f.fn.Body, func(n ast.Node) bool {
		for _, v := range m.vars {
			for _, d := range p.Defs(v) {
				if d.Node == n {
					m.defs[n] = append(m.defs[n], d)
				}
			}
		}
		return true
	})
}

// firstArg returns what callers other than the function itself pass as argument i.
func (m *machine) firstArg(i int, self *ast.CallExpr) durations.Value {
	p := m.f.x.p
	calls, complete := p.Callers(m.f.fn)
	if !complete {
		return durations.Unknown
	}
	out, first := durations.Unknown, true
	for _, c := range calls {
		if code.Within(c, m.f.fn.Node) || i >= len(c.Args) {
			continue
		}
		v := durations.Eval(p, c.Args[i])
		if first {
			out, first = v, false
		} else {
			out = out.Union(v)
		}
	}
	return out
}

// bindArgs gives the parameters their values of the next round.
func (m *machine) bindArgs(env durations.Env) state {
	if m.self.call == nil {
		return nil
	}
	var st state
	for i, prm := range m.f.fn.Params() {
		if i < len(m.self.call.Args) && code.IsBool(prm.Type()) {
			st = st.set(prm.Origin(), m.w.truth(m.self.call.Args[i], nil))
		}
	}
	vals := make([]durations.Value, len(m.vars))
	for k, v := range m.vars {
		i := m.f.fn.ParamIndex(v)
		if i >= 0 && i < len(m.self.call.Args) {
			vals[k] = durations.EvalIn(m.f.x.p, m.self.call.Args[i], env)
		}
	}
	for k, v := range m.vars {
		env[v] = vals[k]
	}
	return st
}

// countedBy returns the parameter that a recursive call counts on, nil if there is none.
func (x *Finder) countedBy(fn *code.Func, call *ast.CallExpr) *types.Var {
	for i, prm := range fn.Params() {
		if i < len(call.Args) && numeric(prm.Type()) {
			if b, ok := ast.Unparen(call.Args[i]).(*ast.BinaryExpr); ok && (b.Op == token.ADD || b.Op == token.SUB || b.Op == token.MUL) && x.p.Mentions(b, prm) {
				return prm
			}
		}
	}
	return nil
}
