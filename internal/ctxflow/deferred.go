package ctxflow

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// A StaleDefer is a deferred call of a variable that is given another function
// later: the defer statement has taken the function that was there before, so
// what ends the later context is never called on some way out.
type StaleDefer struct {
	Defer *ast.DeferStmt
	Var   *types.Var
	// Empty: the function that is deferred does nothing.
	Empty bool
	Made  ast.Node // where the variable is given the later function
	Exit  ast.Node // where the function is left without a call of that
}

// StaleDefers returns the stale defers of cancel functions in fn.
func (f *Flow) StaleDefers(fn *code.Func) []StaleDefer {
	var out []StaleDefer
	fn.Inspect(func(n ast.Node) bool {
		d, ok := n.(*ast.DeferStmt)
		if !ok || len(d.Call.Args) > 0 {
			return true
		}
		id, ok := ast.Unparen(d.Call.Fun).(*ast.Ident)
		if !ok {
			return true
		}
		v := f.p.VarOf(id)
		if v == nil || v.IsField() || isPackageVar(v) || f.ownerOf(v) != fn || !f.onlyCalled(fn, v, d) {
			return true
		}
		if s := f.staleDefer(fn, d, id, v); s != nil {
			out = append(out, *s)
		}
		return true
	})
	return out
}

func (f *Flow) staleDefer(fn *code.Func, d *ast.DeferStmt, id *ast.Ident, v *types.Var) *StaleDefer {
	taken := f.p.Reaching(id)
	empty := len(taken) > 0
	for _, t := range taken {
		if t == nil {
			return nil
		}
		empty = empty && f.doesNothing(t.RHS)
	}
	for _, def := range f.p.Defs(v) {
		call, ok := ast.Unparen(def.RHS).(*ast.CallExpr)
		if !ok || def.In != fn || def.Pos() < d.Pos() {
			continue
		}
		if loop := f.p.LoopAround(d); loop != nil && code.Within(def.Node, loop) {
			continue // each turn defers its own
		}
		if !f.makesCancel(fn, call, empty && def.Index >= 0 && code.IsCancelFunc(v.Type())) {
			continue
		}
		if exit := f.leavesWithout(fn, def, v); exit != nil {
			return &StaleDefer{Defer: d, Var: v, Empty: empty, Made: def.Node, Exit: exit}
		}
	}
	return nil
}

// onlyCalled reports whether a variable is called in fn and compared, and
// nothing else is done with it than that d defers it, once.
func (f *Flow) onlyCalled(fn *code.Func, v *types.Var, d *ast.DeferStmt) bool {
	only := true
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || f.p.Info.Uses[id] != v {
			return only
		}
		switch parent := f.p.Parent(id).(type) {
		case *ast.CallExpr:
			up := f.p.Parent(parent)
			_, deferred := up.(*ast.DeferStmt)
			_, started := up.(*ast.GoStmt)
			only = only && ast.Unparen(parent.Fun) == id && f.p.Enclosing(id) == fn && !started && (!deferred || up == ast.Node(d))
		case *ast.BinaryExpr:
		case *ast.AssignStmt:
			for _, r := range parent.Rhs {
				only = only && ast.Unparen(r) != ast.Expr(id)
			}
		default:
			only = false
		}
		return only
	})
	return only
}

// doesNothing reports whether e is func() {}, also converted.
func (f *Flow) doesNothing(e ast.Expr) bool {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) == 1 && f.p.Info.Types[call.Fun].IsType() {
		e = ast.Unparen(call.Args[0])
	}
	lit, ok := e.(*ast.FuncLit)
	return ok && len(lit.Body.List) == 0
}

// makesCancel reports whether a call makes a context, with its cancel function, that
// nothing else ends with fn: it has no limit, and its parent goes on after fn. A
// helper counts if other says so: it takes a context.
func (f *Flow) makesCancel(fn *code.Func, call *ast.CallExpr, other bool) bool {
	var parent ast.Expr
	if op := f.t.CtxOp(f.p.CalleeOf(call).Key); op != nil {
		if op.Kind != api.CtxOpCancel || len(call.Args) == 0 {
			return false
		}
		parent = call.Args[0]
	} else if other {
		for _, a := range call.Args {
			if f.ctxLike(f.p.TypeOf(a)) {
				parent = a
				break
			}
		}
	}
	if parent == nil {
		return false
	}
	c := f.Trace(parent)
	if !c.Known() || c.Opaque() {
		return false
	}
	for _, s := range c.Cancels() {
		if s.Kind == StepBound || s.In == nil || s.In.Within(fn) {
			return false // it ends all the same
		}
	}
	return true
}

// leavesWithout searches for a way from a definition of the cancel function v to
// the end of fn on which it is not called. A return because the definition has
// failed, or because the context is over, does not count.
func (f *Flow) leavesWithout(fn *code.Func, def *code.Def, v *types.Var) ast.Node {
	seen := make(map[*cfg.Block]bool)
	var walk func(b *cfg.Block, i int) ast.Node
	walk = func(b *cfg.Block, i int) ast.Node {
		if i == 0 {
			if seen[b] {
				return nil
			}
			seen[b] = true
		}
		for _, n := range b.Nodes[i:] {
			if f.callsOrSets(n, v) {
				return nil
			}
			if r, ok := n.(*ast.ReturnStmt); ok {
				if f.CleanupMode(r) == CleanupOver || f.failureOf(r, def) {
					return nil
				}
				return r
			}
		}
		for _, s := range b.Succs {
			if exit := walk(s, 0); exit != nil {
				return exit
			}
		}
		return nil
	}
	for _, b := range fn.CFG().Blocks {
		for i, n := range b.Nodes {
			if b.Live && code.Within(def.Node, n) {
				return walk(b, i+1)
			}
		}
	}
	return nil
}

// callsOrSets reports whether a node calls a variable or gives it another value.
func (f *Flow) callsOrSets(n ast.Node, v *types.Var) bool {
	found := false
	code.InspectShallow(n, func(m ast.Node) bool {
		switch m := m.(type) {
		case *ast.DeferStmt:
			return false
		case *ast.CallExpr:
			found = found || f.p.VarOf(m.Fun) == v
		case *ast.AssignStmt:
			for _, l := range m.Lhs {
				found = found || f.p.VarOf(l) == v
			}
		}
		return !found
	})
	return found
}

// failureOf reports whether a return stands in the branch of the error that a
// definition brought along.
func (f *Flow) failureOf(r *ast.ReturnStmt, def *code.Def) bool {
	as, ok := def.Node.(*ast.AssignStmt)
	if !ok {
		return false
	}
	cur, ok := f.p.Cursor(r)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.IfStmt)(nil)) {
		cond := c.Node().(*ast.IfStmt)
		for _, l := range as.Lhs {
			if e := f.p.VarOf(l); e != nil && code.IsError(e.Type()) && f.p.Mentions(cond.Cond, e) {
				return true
			}
		}
	}
	return false
}
