package waits

import (
	"go/ast"
	"go/token"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/durations"
)

// Own returns what fn may wait for in its own body, without the literals in
// it, in source order.
func (f *Finder) Own(fn *code.Func) []*Wait {
	if out, ok := f.own[fn]; ok {
		return out
	}
	f.own[fn] = nil // while in progress
	if f.settled(fn) {
		return nil
	}
	v := &visitor{f: f, fn: fn}
	v.visit(fn.Body, state{})
	f.own[fn] = v.out
	return v.out
}

// settled reports whether the author of fn, or of the function that waits for
// the literal fn, says that it does not wait, or not for long.
func (f *Finder) settled(fn *code.Func) bool {
	for fn.Obj == nil && fn.Parent != nil {
		switch f.flow.Live(fn).Kind {
		case ctxflow.RunSync, ctxflow.RunWaited, ctxflow.RunDeferred:
		default:
			return false
		}
		fn = fn.Parent
	}
	return f.p.Settled[fn]
}

// state is what is around a node.
type state struct {
	loop  bool
	gost  bool // in the call of a go statement
	defst bool // in the call of a defer statement
}

type visitor struct {
	f   *Finder
	fn  *code.Func
	out []*Wait
}

// add completes a wait found at n and keeps it.
func (v *visitor) add(w *Wait, st state) {
	if w == nil {
		return
	}
	w.Fn = v.fn
	w.InLoop = w.InLoop || st.loop
	w.Goroutine = w.Goroutine || st.gost
	w.Once = v.f.OnlyOnce(v.fn, w.Node) || v.f.found(v.fn, w)
	w.Cleanup = w.Cleanup || st.defst || v.f.over(v.fn, w.Node)
	if len(w.Via) == 0 {
		w.Via = append(w.Via, v.f.frame(w.Node, w.What))
	}
	if d, ok := v.f.usual(w); ok && (d < Short || d == Short && v.f.ticks(v.fn, w)) {
		w.Trivial = true
		if w.Kind == api.WaitSleep && w.Direct() && v.f.polls(v.fn, w) {
			w.Polls, w.Trivial, w.Bound, w.BoundBy = true, false, durations.Unknown, nil
		}
	}
	v.out = append(v.out, w)
}

func (v *visitor) visit(root ast.Node, st state) {
	if root == nil {
		return
	}
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // see In
		case *ast.ForStmt:
			if n.Init != nil {
				v.visit(n.Init, st)
			}
			in := st
			in.loop = true
			if n.Cond != nil {
				v.visit(n.Cond, in)
			}
			v.visit(n.Body, in)
			if n.Post != nil {
				v.visit(n.Post, in)
			}
			return false
		case *ast.RangeStmt:
			v.visit(n.X, st)
			in := st
			in.loop = true
			if chanType(v.f.p.Info.TypeOf(n.X)) != nil {
				v.add(v.f.chanWait(v.fn, n, n.X), in)
			}
			v.iterates(n.X, st)
			v.visit(n.Body, in)
			return false
		case *ast.GoStmt:
			v.parts(n.Call, st)
			in := st
			in.gost = true
			v.call(n.Call, in)
			return false
		case *ast.DeferStmt:
			v.parts(n.Call, st)
			in := st
			in.defst = true
			v.call(n.Call, in)
			return false
		case *ast.SelectStmt:
			v.sel(n, st)
			return false
		case *ast.SendStmt:
			v.visit(n.Chan, st)
			v.visit(n.Value, st)
			v.add(v.f.chanWait(v.fn, n, n.Chan), st)
			return false
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				v.visit(n.X, st)
				v.add(v.f.chanWait(v.fn, n, n.X), st)
				return false
			}
		case *ast.CallExpr:
			v.parts(n, st)
			v.call(n, st)
			return false
		}
		return true
	})
}

// parts visits what is evaluated before a call.
func (v *visitor) parts(call *ast.CallExpr, st state) {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.FuncLit:
	case *ast.SelectorExpr:
		v.visit(fun.X, st)
	case *ast.Ident:
	default:
		v.visit(fun, st)
	}
	for _, a := range call.Args {
		v.visit(a, st)
	}
}

func (v *visitor) call(call *ast.CallExpr, st state) {
	for _, w := range v.f.callWaits(v.fn, call, st) {
		v.add(w, st)
	}
}

// iterates adds the waits of an iterator of this package that a loop goes over:
// for x := range s.rows(q).
func (v *visitor) iterates(x ast.Expr, st state) {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok || !code.IsFunc(v.f.p.Info.TypeOf(x)) {
		return
	}
	for _, g := range v.f.returned(call) {
		for _, w := range v.f.throughLit(call, g) {
			v.add(w, st)
		}
	}
}

func (v *visitor) sel(sel *ast.SelectStmt, st state) {
	v.add(v.f.selectWait(v.fn, sel), st)
	for _, c := range sel.Body.List {
		cc, ok := c.(*ast.CommClause)
		if !ok {
			continue
		}
		switch comm := cc.Comm.(type) {
		case *ast.SendStmt:
			v.visit(comm.Chan, st)
			v.visit(comm.Value, st)
		case *ast.ExprStmt:
			v.recvOperand(comm.X, st)
		case *ast.AssignStmt:
			for _, l := range comm.Lhs {
				v.visit(l, st)
			}
			for _, r := range comm.Rhs {
				v.recvOperand(r, st)
			}
		}
		for _, s := range cc.Body {
			v.visit(s, st)
		}
	}
}

func (v *visitor) recvOperand(e ast.Expr, st state) {
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && u.Op == token.ARROW {
		v.visit(u.X, st)
		return
	}
	v.visit(e, st)
}
