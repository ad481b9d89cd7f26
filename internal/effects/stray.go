package effects

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// A Stray is something that a transaction function sets going outside of its
// transaction, so that no rollback takes it back.
type Stray struct {
	Node ast.Node
	// What is called.
	What string
	// Go: in a goroutine that nothing in the function waits for.
	Go bool
}

// Strays returns what a region that is a transaction's function sets going
// outside of it and the tables know nothing of: goroutines that change
// something, and calls that send something to somebody.
func (f *Finder) Strays(n ast.Node, fn *code.Func) []*Stray {
	r := f.regionOf(n, fn)
	if r.fn == nil || !r.tx || r.loop != nil {
		return nil
	}
	var out []*Stray
	for _, call := range r.fn.Calls() {
		if !code.Within(call, r.node) || f.p.Enclosing(call) != r.fn {
			continue
		}
		if _, ok := f.p.Parent(call).(*ast.GoStmt); ok {
			if what := f.changes(call); what != "" && !f.joined(call, r.fn) {
				out = append(out, &Stray{Node: call, What: what, Go: true})
			}
			continue
		}
		if f.givenTx(call, r.fn) || f.known(call) {
			continue
		}
		if what := f.sendsThrough(call, 0); what != "" {
			out = append(out, &Stray{Node: call, What: what})
		}
	}
	return out
}

// known reports whether the effects of a call are known, so that they are judged as such.
func (f *Finder) known(call *ast.CallExpr) bool { return len(f.Of(call)) > 0 }

// sendsThrough is sends for a call of a function of the package, too, that
// sends whenever it is called: on no condition but that a step before has failed.
func (f *Finder) sendsThrough(call *ast.CallExpr, depth int) string {
	if what := f.sends(call); what != "" || depth > 2 {
		return what
	}
	h := f.p.FuncOf(f.p.Callee(call))
	if h == nil || h.Body == nil {
		return ""
	}
	g := &grower{f: f, r: &region{node: h.Body, fn: h}}
	for _, c := range h.Calls() {
		if f.p.Enclosing(c) != h || f.anyTx(c.Args) || len(f.Of(c)) > 0 || g.onRunsCondition(c) {
			continue
		}
		if _, ok := f.p.Parent(c).(*ast.GoStmt); ok {
			continue
		}
		if what := f.sendsThrough(c, depth+1); what != "" {
			return what
		}
	}
	return ""
}

// givenTx reports whether a call gets the transaction, or a context that may
// hold it: one that the function is given instead of a transaction.
func (f *Finder) givenTx(call *ast.CallExpr, fn *code.Func) bool {
	apart := false
	for v := range fn.Sig.Params().Variables() {
		apart = apart || isTxType(v.Type()) || methodOf(v.Type(), "Commit") && methodOf(v.Type(), "Rollback")
	}
	for v := range fn.Sig.Params().Variables() {
		if apart && code.IsContext(v.Type()) {
			continue
		}
		for _, a := range call.Args {
			if f.p.Mentions(a, v) {
				return true
			}
		}
		if f.p.Mentions(call.Fun, v) {
			return true
		}
	}
	return false
}

// changes names what a goroutine changes outside of the process, "" if that is not known.
func (f *Finder) changes(call *ast.CallExpr) string {
	for _, e := range f.Of(call) {
		if e.Kind == api.EffectWrite || e.Kind == api.EffectIdempotent {
			return e.What
		}
	}
	var bodies []*code.Func
	if lits, _ := f.p.LitsOf(call.Fun); len(lits) > 0 {
		bodies = lits
	} else if g := f.p.FuncOf(f.p.Callee(call)); g != nil {
		bodies = []*code.Func{g}
	}
	for _, g := range bodies {
		for _, c := range g.Calls() {
			callee := f.p.CalleeOf(c)
			if callee.Func == nil || !code.IsInterfaceMethod(callee.Func) || len(c.Args) == 0 || !code.IsContext(f.p.TypeOf(c.Args[0])) {
				continue
			}
			switch api.RPCEffect(callee.Func.Name()) {
			case api.EffectWrite, api.EffectIdempotent, api.EffectConsume:
				return code.ShortName(callee.Func)
			}
		}
	}
	return ""
}

// joined reports whether the function may wait for a goroutine: it uses a
// channel or something with a method Wait.
func (f *Finder) joined(call *ast.CallExpr, fn *code.Func) bool {
	found := false
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok || found {
			return !found
		}
		if id, ok := e.(*ast.Ident); ok {
			v := f.p.VarOf(id)
			if v == nil {
				return true
			}
			if _, ok := types.Unalias(v.Type()).Underlying().(*types.Chan); ok || joins(v.Type()) {
				found = true
			}
		}
		return !found
	})
	return found
}

// joins reports whether t has a method Wait that takes nothing, as groups have.
func joins(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Wait")
	fn, ok := obj.(*types.Func)
	return ok && fn.Signature().Params().Len() == 0
}

// TxFunc returns the literal that a call runs in a transaction, nil if there is none.
func (f *Finder) TxFunc(call *ast.CallExpr) *code.Func {
	for _, a := range call.Args {
		lit, ok := ast.Unparen(a).(*ast.FuncLit)
		if !ok {
			continue
		}
		if g := f.p.FuncAt(lit); g != nil {
			if _, tx := f.runsTx(g); tx {
				return g
			}
		}
	}
	return nil
}

// BeforeCommit reports whether an effect certainly happens before the
// transaction of its attempt is committed: in a function that is run in one, or
// before a commit in the function around it.
func (f *Finder) BeforeCommit(e *Effect) bool {
	for _, n := range []ast.Node{e.Site, e.Node} {
		for g := f.p.Enclosing(n); g != nil; g = g.Parent {
			if g.Parent != nil {
				if _, tx := f.runsTx(g); tx {
					return true
				}
			}
			for _, c := range g.Calls() {
				callee := f.p.CalleeOf(c)
				if c.Pos() > n.End() && callee.Func != nil && callee.Func.Name() == "Commit" && isTxType(f.p.TypeOf(callee.Recv)) {
					return true
				}
			}
		}
	}
	return false
}
