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
// far it has come, or tells done items from others, and what has a key.
func (f *Finder) Batches(n ast.Node, fn *code.Func) []*Batch {
	r := f.regionOf(n, fn)
	if r.fn == nil || r.tx {
		return nil
	}
	return f.batches(r, 0)
}

func (f *Finder) batches(r *region, depth int) []*Batch {
	g := &grower{f: f, r: r, seen: make(map[*types.Var]bool)}
	x := &rerunner{f: f}
	var out []*Batch
	for _, call := range r.fn.Calls() {
		if !code.Within(call, r.node) || f.p.Enclosing(call) != r.fn || !f.repeats(r, call) {
			continue
		}
		// A function of the package that says no more than that it failed.
		if h := f.p.FuncOf(f.p.Callee(call)); h != nil && h != r.fn && depth < 2 && h.Sig.Results().Len() == 1 && code.IsError(h.Sig.Results().At(0).Type()) {
			if f.p.LoopAround(call) == r.loop && !g.progress() && !g.argsSet(call) {
				out = append(out, f.batches(&region{node: h.Body, fn: h}, depth+1)...)
			}
			continue
		}
		loop, ok := f.p.LoopAround(call).(*ast.RangeStmt)
		if !ok || !code.Within(loop, r.node) || ast.Node(loop) == ast.Node(r.loop) || !x.eachItem(r.fn, call) || !g.fromOutside(loop.X) {
			continue
		}
		what := f.sends(call)
		if what == "" || x.back(r.fn, call, false) == nil || g.chooses(loop, call) || g.progress() {
			continue
		}
		out = append(out, &Batch{Loop: loop, Call: call, What: what})
	}
	return out
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
// that the run itself has opened.
func (f *Finder) madeInRun(recv ast.Expr, call *ast.CallExpr) bool {
	v := f.p.VarOf(recv)
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
