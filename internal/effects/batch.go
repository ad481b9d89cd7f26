package effects

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// A Batch is a loop inside a repeated region that does something for each of
// several items and leaves at the first failure: the next run begins with the
// first item again and does once more what had been done.
type Batch struct {
	Loop *ast.RangeStmt
	Call *ast.CallExpr
	What string
}

// Batches returns the batches of a region. Left out is what keeps in mind how
// far it has come, or tells done items from others, and what has a key. If errs is
// not empty, only what may fail with one of these errors is run again.
func (f *Finder) Batches(n ast.Node, fn *code.Func, errs []*types.Var) []*Batch {
	r := f.regionOf(n, fn)
	if r.fn == nil || r.tx {
		return nil
	}
	return f.batches(r, errs, 0)
}

func (f *Finder) batches(r *region, errs []*types.Var, depth int) []*Batch {
	g := &grower{f: f, r: r, seen: make(map[*types.Var]bool)}
	x := &rerunner{f: f, errs: errs}
	var out []*Batch
	for _, call := range r.fn.Calls() {
		if !code.Within(call, r.node) || f.p.Enclosing(call) != r.fn || !f.repeats(r, call) {
			continue
		}
		// A function of the package that says no more than that it failed.
		loop, ok := f.p.LoopAround(call).(*ast.RangeStmt)
		inside := ok && code.Within(loop, r.node) && ast.Node(loop) != ast.Node(r.loop)
		if h := f.p.FuncOf(f.p.Callee(call)); !inside && h != nil && h != r.fn && depth < 2 && h.Sig.Results().Len() == 1 && code.IsError(h.Sig.Results().At(0).Type()) {
			if f.p.LoopAround(call) == r.loop && !g.progress() && !g.argsSet(call) {
				out = append(out, f.batches(&region{node: h.Body, fn: h}, errs, depth+1)...)
			}
			continue
		}
		if !inside || !x.eachItem(r.fn, call) && !f.isItem(loop, call) || !g.fromOutside(loop.X) || !x.mayBring(r.fn, call, 0) {
			continue
		}
		what := f.sendsOn(call)
		if f.p.FuncOf(f.p.Callee(call)) == nil {
			what = f.sends(call)
		}
		if what == "" || x.back(r.fn, call, false) == nil || g.chooses(loop, call) || g.progress() {
			continue
		}
		out = append(out, &Batch{Loop: loop, Call: call, What: what})
	}
	return out
}

// isItem reports whether a method is called of the item of a loop: feed.Publish.
func (f *Finder) isItem(loop *ast.RangeStmt, call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || loop.Value == nil {
		return false
	}
	v := f.p.VarOf(loop.Value)
	return v != nil && f.p.VarOf(sel.X) == v
}

// sendsOn is sends for the only call of a function of the package that asks
// someone else, if that is called whatever happens: what gives it a limit.
func (f *Finder) sendsOn(call *ast.CallExpr) string {
	h := f.p.FuncOf(f.p.Callee(call))
	if h == nil || h.Body == nil {
		return ""
	}
	x := &rerunner{f: f}
	what := ""
	for _, c := range h.Calls() {
		if !x.mayFail(c) {
			continue
		}
		if what != "" || f.p.LoopAround(c) != nil || x.guarded(h, c, false) {
			return ""
		}
		if what = f.sends(c); what == "" {
			return ""
		}
	}
	return what
}

// argsSet reports whether an argument of a call is given another value in the region.
func (g *grower) argsSet(call *ast.CallExpr) bool {
	for _, a := range call.Args {
		if v := g.f.baseVar(a); v != nil && !code.IsContext(v.Type()) && (g.setInRun(v) || code.Within(declNode(v), g.r.node)) {
			return true
		}
	}
	return false
}

// fromOutside reports whether what a loop goes over is the same in each run.
func (g *grower) fromOutside(e ast.Expr) bool {
	v := g.f.baseVar(e)
	return v != nil && !code.Within(declNode(v), g.r.node) && !g.setInRun(v)
}

// chooses reports whether the loop does not treat all items alike: a condition
// other than a failure's stands in it.
func (g *grower) chooses(loop *ast.RangeStmt, call *ast.CallExpr) bool {
	found := false
	ast.Inspect(loop.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			found = found || !g.failureCond(n.Cond, true)
		case *ast.SwitchStmt:
			found = true
		case *ast.AssignStmt:
			// What is noted of an item that is done.
			for _, l := range n.Lhs {
				v := g.f.baseVar(l)
				found = found || v != nil && n.Pos() > call.End() && !code.Within(declNode(v), loop)
			}
		}
		return !found
	})
	return found
}

// sends says what a call does that must not be done twice, "" if that is not
// known: an effect that is certain, or a method of an interface, with a context
// and without a key among its arguments, that is called as what sends is.
func (f *Finder) sends(call *ast.CallExpr) string {
	for _, e := range f.Of(call) {
		if e.Kind == api.EffectWrite && e.Confidence != ByName && e.Key.Source == KeyNone && !e.Tx.On && !e.Tx.Inside && !e.Go {
			return e.What
		}
	}
	c := f.p.CalleeOf(call)
	if c.Func == nil || !code.IsInterfaceMethod(c.Func) || len(f.p.Implementations(c.Func)) > 0 || f.t.Effect(c.Key) != nil || f.isClientMethod(c) || !f.lastIsError(call) {
		return ""
	}
	if len(call.Args) < 2 || !code.IsContext(f.p.TypeOf(call.Args[0])) || !api.Sends(c.Func.Name()) || f.madeInRun(c.Recv, call) {
		return ""
	}
	for i, a := range call.Args[1:] {
		name := strings.ToLower(lastName(a))
		param := strings.ToLower(c.Func.Signature().Params().At(min(i+1, c.Func.Signature().Params().Len()-1)).Name())
		for _, n := range []string{name, param} {
			if n == "id" || strings.HasSuffix(n, "id") || strings.Contains(n, "key") || strings.Contains(n, "token") || strings.Contains(n, "nonce") {
				return ""
			}
		}
		if st := code.StructOf(f.p.TypeOf(a)); st != nil {
			for v := range st.Fields() {
				if fieldName(v.Name()) != noKey || strings.EqualFold(v.Name(), "id") || strings.EqualFold(v.Name(), "uuid") || strings.EqualFold(v.Name(), "key") {
					return "" // who gets it may know it by that
				}
			}
		}
	}
	return code.ShortName(c.Func)
}

// madeInRun reports whether a receiver is a local variable, such as a stream
// that the run itself has opened; an item of a list that is kept is none.
func (f *Finder) madeInRun(recv ast.Expr, call *ast.CallExpr) bool {
	v := f.p.VarOf(recv)
	if v != nil && !v.IsField() && f.paramOwner(v) == nil {
		if defs := f.p.Defs(v); len(defs) == 1 && defs[0].Kind == code.DefRangeValue {
			v = f.p.VarOf(defs[0].RHS)
		}
	}
	return v == nil || !v.IsField() && f.paramOwner(v) == nil
}

func lastName(e ast.Expr) string {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	}
	return ""
}
