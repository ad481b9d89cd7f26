package waits

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
)

// syncWait judges a wait for other goroutines: a condition, a group of workers.
func (f *Finder) syncWait(fn *code.Func, w *Wait, c api.Callee) *Wait {
	w.Obeys = facts.ObeysUnknown
	if w.Row.Ctx.Kind == api.CtxReceiver && c.Recv != nil {
		// A group with a context still waits for all its workers.
		f.joinWait(fn, w, c.Recv)
		if g := f.flow.CtxArg(w.Call); !w.Proven && w.Obeys == facts.ObeysUnknown && w.Row.Obeys != api.No && g.Has == api.Yes && w.noWorkers {
			f.obey(w, g.Ctx)
		}
		return w
	}
	if w.Row.Ctx.Kind != api.CtxNone {
		g := f.flow.CtxArg(w.Call)
		if g.Has == api.Yes {
			f.obey(w, g.Ctx)
			return w
		}
		if g.Has == api.No {
			w.Obeys, w.Proven = facts.ObeysNone, true
		}
		return w
	}
	if c.Recv == nil {
		w.Obeys, w.Proven = facts.ObeysNone, true
		return w
	}
	if l := f.flow.Linked(fn, c.Recv); l != nil {
		w.Subject = c.Recv
		f.obey(w, l.Ctx)
		w.Linked, w.Proven = true, false
		if at, name := f.wakesUnlocked(l); c.Key == "(*sync.Cond).Wait" && at != nil {
			w.Obeys, w.Proven, w.Linked, w.Unlocked, w.At = facts.ObeysNone, true, false, true, at
			w.Why = f.lost(at, name)
		}
		return w
	}
	switch c.Key {
	case "(*sync.Cond).Wait":
		f.condWait(fn, w, c.Recv)
	default:
		f.joinWait(fn, w, c.Recv)
	}
	return w
}

// wakesUnlocked returns the call by which a context's end wakes those who wait for a
// condition, if it is certain to be made without the condition's lock; nil if
// it is not.
func (f *Finder) wakesUnlocked(l *ctxflow.Link) (at ast.Node, name string) {
	var hook, fun ast.Expr
	switch n := l.Node.(type) {
	case *ast.GoStmt:
		fun = n.Call.Fun
	case *ast.CallExpr:
		if len(n.Args) == 0 {
			return nil, ""
		}
		fun = n.Args[len(n.Args)-1]
		hook = fun
	}
	if sel, ok := ast.Unparen(hook).(*ast.SelectorExpr); ok && l.Kind == ctxflow.LinkHook {
		if fn := f.namedFunc(sel); fn != nil && wakes(fn) {
			return sel, fn.Name()
		}
	}
	fns, complete := f.p.LitsOf(fun)
	if !complete || len(fns) != 1 || fns[0].Obj != nil {
		return nil, ""
	}
	for _, call := range fns[0].Calls() {
		c := f.p.CalleeOf(call)
		switch {
		case c.Func != nil && c.Recv != nil && wakes(c.Func):
			at, name = call, c.Func.Name()
		case f.flow.DoneOf(call) != nil || c.Func != nil && (c.Func.Name() == "Done" || c.Func.Name() == "Err"):
		default:
			return nil, "" // it may take the lock
		}
	}
	return at, name
}

// wakes reports whether a method is one of a condition that wakes who waits.
func wakes(fn *types.Func) bool {
	switch api.Key(fn) {
	case "(*sync.Cond).Broadcast", "(*sync.Cond).Signal":
		return true
	}
	return false
}

// condWait: a condition is proven to know no context if all that can wake it
// is in this package, and nothing there does so at a context's end.
func (f *Finder) condWait(fn *code.Func, w *Wait, cond ast.Expr) {
	v := f.p.VarOf(cond)
	w.Subject = cond
	if v == nil || v.Pkg() != f.p.Types || v.IsField() && v.Exported() && f.p.Types.Name() != "main" {
		return
	}
	if !v.IsField() && v.Parent() != f.p.Types.Scope() {
		for _, o := range f.p.Origins(cond) {
			if o.Param != nil {
				return
			}
		}
	}
	at, name, locked := f.wokenInCase(v)
	if locked {
		return
	}
	w.Obeys, w.Proven = facts.ObeysNone, true
	w.Why = "nothing wakes it when a context ends"
	if at != nil {
		w.Unlocked, w.At, w.Why = true, at, f.lost(at, name)
	}
}

// lost says why waking who waits for a condition without its lock is not enough.
func (f *Finder) lost(at ast.Node, name string) string {
	return "the " + name + " at " + f.where(at) + " does not hold the lock, so it can come between the look at the context and the Wait, and is lost then"
}

// wokenInCase returns the call by which the case of a select wakes those who wait
// for a condition when a context is over, and whether its function has taken a
// lock before.
func (f *Finder) wokenInCase(cond *types.Var) (at ast.Node, name string, locked bool) {
	for _, fn := range f.p.Funcs {
		for _, call := range fn.Calls() {
			c := f.p.CalleeOf(call)
			if c.Func == nil || c.Recv == nil || !wakes(c.Func) || f.p.VarOf(c.Recv) != cond {
				continue
			}
			cc := f.clauseAround(call)
			if cc == nil {
				continue
			}
			ch := commChan(cc)
			if ch == nil {
				continue
			}
			if _, done := f.doneCtx(fn, ch); !done {
				continue
			}
			at, name = call, c.Func.Name()
			for _, before := range fn.Calls() {
				sel, ok := ast.Unparen(before.Fun).(*ast.SelectorExpr)
				locked = locked || ok && sel.Sel.Name == "Lock" && before.Pos() < call.Pos()
			}
		}
	}
	return at, name, locked
}

// joinWait judges a wait for workers by what these wait for.
func (f *Finder) joinWait(fn *code.Func, w *Wait, group ast.Expr) {
	workers, complete := f.Workers(fn, group)
	if len(workers) == 0 {
		if at, by := f.foreign(group); at != nil {
			w.Obeys, w.Proven, w.At = facts.ObeysNone, true, at
			w.Why = "Done is called when somebody calls " + by.Name()
		} else if job := f.othersJob(fn, group, w.Node); job != nil {
			w.Obeys, w.Proven, w.At = facts.ObeysNone, true, job
			w.Why = "a worker runs " + types.ExprString(job.Fun) + " at " + f.where(job) + ", whose length is up to the caller"
		} else if work := f.othersWork(fn, group, w.Node); work != nil {
			w.Obeys, w.Proven, w.At = facts.ObeysNone, true, work
			w.Why = "the worker's " + types.ExprString(work.Fun) + " at " + f.where(work) + " goes on under a context that nothing has ended by then"
		}
		return
	}
	var first *Wait
	same := true
	for _, g := range workers {
		for _, in := range f.In(g) {
			if in.Goroutine || in.Trivial || in.Kind == api.WaitLock {
				continue
			}
			if in.Proven {
				w.Obeys, w.Proven, w.Root = facts.ObeysNone, true, in
				w.Why, w.At = "a worker waits for "+in.What+", which no context ends", in.Node
				return
			}
			if first == nil {
				first = in
			}
			if in.Ctx == nil || in.Obeys == facts.ObeysUnknown || in.Obeys != first.Obeys || in.Param != first.Param || in.Owner != first.Owner {
				same = false
			}
		}
	}
	if complete && same && first != nil && first.Ctx != nil {
		w.Ctx, w.Obeys, w.Param, w.Owner = first.Ctx, first.Obeys, first.Param, first.Owner
	}
}

// Workers returns the literals that a group, a sync.WaitGroup, an errgroup or
// a pool, waits for, as far as the functions around fn show them. complete
// reports whether these are all.
func (f *Finder) Workers(fn *code.Func, group ast.Expr) (workers []*code.Func, complete bool) {
	outer := fn.Outermost()
	complete = true
	if v := f.p.VarOf(group); v == nil || v.IsField() || v.Parent() == f.p.Types.Scope() || outer.ParamIndex(v) != -1 {
		complete = false
	}
	seen := make(map[*code.Func]bool)
	add := func(g *code.Func) {
		if g != nil && !seen[g] {
			seen[g] = true
			workers = append(workers, g)
		}
	}
	for _, g := range f.p.Funcs {
		if !g.Within(outer) {
			continue
		}
		for _, call := range g.Calls() {
			c := f.p.CalleeOf(call)
			if c.Recv == nil || c.Func == nil || !f.p.SamePlace(c.Recv, group) {
				continue
			}
			switch c.Func.Name() {
			case "Done":
				if g.Obj == nil {
					// The goroutine that says Done, or the one around a deferred literal.
					worker := g
					for worker.Parent != nil && worker.UseOf().Role == code.RoleDefer {
						worker = worker.Parent
					}
					if worker != fn {
						add(worker)
					}
				}
			case "Go", "TryGo":
				if len(call.Args) == 0 {
					continue
				}
				fns, all := f.p.LitsOf(call.Args[len(call.Args)-1])
				if !all {
					complete = false
				}
				for _, h := range fns {
					if h.Obj == nil {
						add(h)
					} else {
						complete = false
					}
				}
			}
		}
	}
	return workers, complete
}
