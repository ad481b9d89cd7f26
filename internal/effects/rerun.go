package effects

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// A Rerun is an effect that is made once more because what delivered a message
// or job runs the whole of its handler again: something after it failed.
type Rerun struct {
	// Effect is the effect where it happens: in the handler, or in a function
	// of the package that it calls.
	Effect *Effect
	// Fails is the call after it that may fail; the effect itself where that is
	// made for one item after the other.
	Fails *ast.CallExpr
	// Each: the effect is made for each of several items, of which a later one fails.
	Each bool
	// Back is what has the handler run again: the return of an error, or the
	// call that turns the message back.
	Back ast.Node
}

// Reruns returns the effects of fn that a rerun of fn makes again although
// they were made: after them something can fail, and row, fn's shape of
// handler, says that a failed run is repeated. Row may be nil: then fn counts
// if it turns the message back by a call. What may have looked whether it has
// run before is left out.
func (f *Finder) Reruns(fn *code.Func, row *api.Handler) []*Rerun {
	if fn == nil {
		return nil
	}
	x := &rerunner{f: f, row: row, settles: f.settles(fn)}
	if (row == nil || row.Retried != api.Yes || !hasError(fn.Sig)) && !x.settles {
		return nil
	}
	var out []*Rerun
	for _, e := range f.In(fn) {
		if !repeatsBadly(e) {
			continue
		}
		if r := x.find(fn, e, true, 0); r != nil {
			out = append(out, r)
		}
	}
	return out
}

// repeatsBadly reports whether e is certain, and not of the kind that queues
// promise to do more than once: sending a message.
func repeatsBadly(e *Effect) bool {
	if e.Kind != api.EffectWrite || e.Confidence == ByName || e.Key.Source != KeyNone || e.Tx.On || e.Tx.Inside || e.Go {
		return false
	}
	return e.row == nil || !strings.Contains(e.row.What, "message") && !strings.Contains(e.row.What, "enqueue")
}

type rerunner struct {
	f   *Finder
	row *api.Handler
	// settles: the handler says itself what becomes of the message.
	settles bool
	// errs, if set, are the only errors that lead to another run.
	errs []*types.Var
}

// settles reports whether fn tells a queue what becomes of a message.
func (f *Finder) settles(fn *code.Func) bool {
	for _, call := range fn.Calls() {
		if f.settling(call) != api.SettleNone {
			return true
		}
	}
	return false
}

// settling says what a call tells a queue about a message.
func (f *Finder) settling(call *ast.CallExpr) api.Settle {
	row := f.t.Effect(f.p.CalleeOf(call).Key)
	if row == nil || row.Settle == api.SettleNone {
		return api.SettleNone
	}
	if row.Settle == api.SettleBack && len(call.Args) > 0 {
		last := f.p.Info.Types[call.Args[len(call.Args)-1]]
		if last.Value != nil && last.Value.Kind() == constant.Bool && !constant.BoolVal(last.Value) {
			return api.SettleDone
		}
	}
	return row.Settle
}

// find looks in fn, the handler itself if top, for what may fail after e.
func (x *rerunner) find(fn *code.Func, e *Effect, top bool, depth int) *Rerun {
	node, ok := e.Node.(*ast.CallExpr)
	if !ok || depth > 4 || x.f.p.Enclosing(node) != fn || x.guarded(fn, node, top) {
		return nil
	}
	if _, deferred := x.f.p.Parent(node).(*ast.DeferStmt); deferred {
		return nil
	}
	if r := x.after(fn, e, node, top); r != nil {
		return r
	}
	back := x.back(fn, node, top)
	if back == nil {
		return nil
	}
	if e.Site == e.Node {
		if x.eachItem(fn, node) {
			return &Rerun{Effect: e, Fails: node, Each: true, Back: back}
		}
		return nil
	}
	g := x.f.p.FuncOf(x.f.p.Callee(node))
	if g == nil {
		return nil
	}
	for _, in := range x.f.In(g) {
		if in.Site != e.Site {
			continue
		}
		r := x.find(g, in, false, depth+1)
		if r == nil && x.eachItem(fn, node) {
			r = &Rerun{Effect: in, Fails: node, Each: true}
		}
		if r != nil {
			r.Back = back
			return r
		}
	}
	return nil
}

// after returns the rerun by a call of fn that comes after node and may fail.
func (x *rerunner) after(fn *code.Func, e *Effect, node *ast.CallExpr, top bool) *Rerun {
	for _, c := range fn.Calls() {
		if c.Pos() <= node.End() || !x.mayFail(c) || !x.reached(fn, node, c) {
			continue
		}
		if ret := x.becomes(fn, c); ret != nil {
			return &Rerun{Effect: e, Fails: c, Back: ret}
		}
		if back := x.back(fn, c, top); back != nil && x.mayBring(fn, c, 0) {
			return &Rerun{Effect: e, Fails: c, Back: back}
		}
	}
	return nil
}

// mayFail reports whether a call returns an error and asks someone else: it is
// given a context, or has an effect.
func (x *rerunner) mayFail(c *ast.CallExpr) bool {
	if !x.f.lastIsError(c) || x.f.settling(c) != api.SettleNone || x.f.isLog(c) {
		return false
	}
	callee := x.f.p.CalleeOf(c)
	if callee.Conversion || callee.Builtin != "" {
		return false
	}
	if callee.Func != nil && callee.Func.Pkg() != nil && callee.Func.Pkg() != x.f.p.Types && std(callee.Func.Pkg().Path()) && x.f.t.Effect(callee.Key) == nil {
		return false
	}
	// The error of a chain is that of any of its calls: Set(ctx, k, v).Err().
	for c != nil {
		for _, a := range c.Args {
			if code.IsContext(x.f.p.TypeOf(a)) {
				return true
			}
		}
		for _, e := range x.f.Of(c) {
			if e.Kind != api.EffectLocal {
				return true
			}
		}
		sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
		if !ok {
			break
		}
		c, _ = ast.Unparen(sel.X).(*ast.CallExpr)
	}
	return false
}

func (f *Finder) lastIsError(call *ast.CallExpr) bool {
	switch t := f.p.TypeOf(call).(type) {
	case *types.Tuple:
		return t.Len() > 0 && code.IsError(t.At(t.Len()-1).Type())
	case nil:
		return false
	default:
		return code.IsError(t)
	}
}

// reached reports whether control may get from one call of fn to another
// without a turn of a loop around both.
func (x *rerunner) reached(fn *code.Func, from, to ast.Node) bool {
	a, b := blockOf(fn.CFG(), from), blockOf(fn.CFG(), to)
	if a == nil || b == nil {
		return false
	}
	if a == b {
		return true
	}
	seen := map[int32]bool{a.Index: true}
	queue := a.Succs
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		if seen[c.Index] || !c.Live {
			continue
		}
		if c == b {
			return true
		}
		seen[c.Index] = true
		queue = append(queue[:len(queue):len(queue)], c.Succs...)
	}
	return false
}

// back returns what has the handler run again when the call fails: the return
// of its error or, in the handler itself, a call that turns the message back or
// the way out without one that settles it. Nil if that is not certain.
func (x *rerunner) back(fn *code.Func, call *ast.CallExpr, top bool) ast.Node {
	s := x.statement(call)
	if ret, ok := s.(*ast.ReturnStmt); ok {
		if x.failure(fn, ret, nil) {
			return ret
		}
		return nil
	}
	as, ok := s.(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 {
		return nil
	}
	v := x.f.p.VarOf(as.Lhs[len(as.Lhs)-1])
	if v == nil || !code.IsError(v.Type()) {
		return nil
	}
	if ifs, ok := x.f.p.Parent(as).(*ast.IfStmt); ok && ifs.Init == ast.Stmt(as) {
		return x.branch(fn, ifs, v, top)
	}
	list := stmtList(x.f.p.Parent(as))
	past := false
	for _, st := range list {
		if !past {
			past = st == ast.Stmt(as)
			continue
		}
		switch st := st.(type) {
		case *ast.IfStmt:
			if st.Init == nil && x.f.p.Mentions(st.Cond, v) {
				return x.branch(fn, st, v, top)
			}
		case *ast.ReturnStmt:
			if x.failure(fn, st, v) {
				return st
			}
			return nil
		case *ast.AssignStmt:
			for _, l := range st.Lhs {
				if x.f.p.VarOf(l) == v {
					return nil
				}
			}
		}
	}
	return nil
}

// branch judges what is done under err != nil.
func (x *rerunner) branch(fn *code.Func, ifs *ast.IfStmt, v *types.Var, top bool) ast.Node {
	bin, ok := ast.Unparen(ifs.Cond).(*ast.BinaryExpr)
	if !ok || bin.Op != token.NEQ || x.f.p.VarOf(bin.X) != v || len(ifs.Body.List) == 0 {
		return nil
	}
	settle, undone := api.SettleNone, false
	var turned ast.Node
	ast.Inspect(ifs.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.IfStmt, *ast.SwitchStmt:
			undone = true // some failures are told from others
		case *ast.CallExpr:
			switch s := x.f.settling(n); {
			case s == api.SettleBack:
				turned, settle = n, s
			case s != api.SettleNone:
				settle, undone = s, true
			default:
				// What asks someone else here may take the effect back.
				undone = undone || x.mayFail(n)
				for _, a := range n.Args {
					undone = undone || code.IsContext(x.f.p.TypeOf(a)) && !x.f.isLog(n)
				}
			}
		}
		return true
	})
	if undone {
		return nil
	}
	if top && x.settles {
		if settle == api.SettleBack {
			return turned
		}
		if leavesAt(ifs.Body) && x.doneAfter(fn, ifs) {
			return ifs.Body.List[len(ifs.Body.List)-1]
		}
		if x.row == nil || x.row.Retried != api.Yes || !hasError(fn.Sig) {
			return nil
		}
	}
	if ret, ok := ifs.Body.List[len(ifs.Body.List)-1].(*ast.ReturnStmt); ok && x.failure(fn, ret, v) {
		return ret
	}
	return nil
}

// doneAfter reports whether fn settles the message after a statement: a way
// that leaves before has it come again.
func (x *rerunner) doneAfter(fn *code.Func, s ast.Node) bool {
	for _, call := range fn.Calls() {
		if call.Pos() > s.End() && x.f.settling(call) == api.SettleDone {
			return true
		}
	}
	return false
}

// failure reports whether a return hands on an error, that of v if v is given,
// which does not say that the handler is not to be run again.
func (x *rerunner) failure(fn *code.Func, ret *ast.ReturnStmt, v *types.Var) bool {
	if len(ret.Results) == 0 || !hasError(fn.Sig) {
		return false
	}
	last := ast.Unparen(ret.Results[len(ret.Results)-1])
	if tv := x.f.p.Info.Types[last]; tv.IsNil() {
		return false
	}
	final := false
	ast.Inspect(last, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || x.row == nil {
			return true
		}
		switch obj := x.f.p.Info.Uses[id].(type) {
		case *types.Func:
			final = final || x.row.Ends(api.Key(obj))
		case *types.Var:
			if obj.Pkg() != nil && !obj.IsField() && obj.Parent() == obj.Pkg().Scope() {
				final = final || x.row.Ends(obj.Pkg().Path()+"."+obj.Name())
			}
		}
		return true
	})
	return !final && (v == nil || x.f.p.Mentions(last, v))
}

// statement returns the statement that holds an expression.
func (x *rerunner) statement(n ast.Node) ast.Stmt {
	for p := x.f.p.Parent(n); p != nil; p = x.f.p.Parent(p) {
		switch p := p.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
			return nil
		case ast.Stmt:
			return p
		}
	}
	return nil
}

func stmtList(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// eachItem reports whether a call runs for one item after the other of what
// fn was given.
func (x *rerunner) eachItem(fn *code.Func, call *ast.CallExpr) bool {
	loop, ok := x.f.p.LoopAround(call).(*ast.RangeStmt)
	if !ok || !code.Within(loop, fn.Body) {
		return false
	}
	switch types.Unalias(x.f.p.TypeOf(loop.X)).Underlying().(type) {
	case *types.Slice, *types.Map, *types.Array:
	default:
		return false
	}
	for _, item := range []ast.Expr{loop.Key, loop.Value} {
		v := x.f.p.VarOf(item)
		if item == nil || v == nil {
			continue
		}
		for _, a := range call.Args {
			if x.f.p.Mentions(a, v) {
				return true
			}
		}
	}
	return false
}
