package ctxdead

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// givesBack reports whether a call, or the one at the end of the way through
// functions of this package, takes back what was made or taken, by its name.
func givesBack(p *rule.Pass, call *ast.CallExpr, via []*ast.CallExpr) bool {
	for _, c := range append([]*ast.CallExpr{call}, via...) {
		if fn := p.Code.Callee(c); fn != nil && ctxflow.GivesBack(fn.Name()) {
			return true
		}
	}
	return false
}

// takenBy returns the call in owner that took, or made, what a later call gives
// back: one of its results, or a part of one, is what the later call is on, or
// is among its arguments. In the second case both must be calls on the same
// thing, unless the later one is a function of this package.
func takenBy(p *rule.Pass, owner *code.Func, call *ast.CallExpr, before ast.Node) *ast.CallExpr {
	fn := p.Code.Callee(call)
	if fn == nil {
		return nil
	}
	sel, _ := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if sel != nil {
		// lock.Release(ctx), where lock, err := locker.Obtain(ctx, key)
		if v := p.Code.VarOf(sel.X); v != nil && !v.IsField() {
			if defs := p.Code.Defs(v); len(defs) == 1 && defs[0].In == owner && defs[0].RHS != nil && defs[0].Pos() < before.Pos() {
				if take, ok := ast.Unparen(defs[0].RHS).(*ast.CallExpr); ok {
					if takes(p, take) {
						return take
					}
				}
			}
		}
	}
	for _, v := range handed(p, call) {
		for _, d := range p.Code.Defs(v) {
			if d.In != owner || d.RHS == nil || d.Pos() >= before.Pos() {
				continue
			}
			take, ok := ast.Unparen(d.RHS).(*ast.CallExpr)
			if !ok || len(p.Code.Defs(v)) > 1 || !takes(p, take) {
				continue
			}
			if p.Code.FuncOf(fn) != nil {
				return take
			}
			if from, ok := ast.Unparen(take.Fun).(*ast.SelectorExpr); ok && sel != nil && sameThing(p, from.X, sel.X) {
				return take
			}
		}
	}
	return nil
}

// takes reports whether a call may take or make something elsewhere: it is
// given a context, and waits.
func takes(p *rule.Pass, call *ast.CallExpr) bool {
	given := p.Flow.CtxArg(call)
	if given.Has != api.Yes || given.Kind != api.CtxArg {
		return false
	}
	_, ok := p.Waits.Ends(call, given)
	return ok
}

// handed returns the local variables that are arguments of a call, or of which
// a part is, or that are put into an argument that is made in place.
func handed(p *rule.Pass, call *ast.CallExpr) []*types.Var {
	var out []*types.Var
	for _, a := range call.Args {
		ast.Inspect(a, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.KeyValueExpr:
				ast.Inspect(n.Value, func(m ast.Node) bool {
					if id, ok := m.(*ast.Ident); ok {
						out = appendLocal(p, out, id)
					}
					return true
				})
				return false
			case *ast.Ident:
				out = appendLocal(p, out, n)
			}
			return true
		})
	}
	return out
}

func appendLocal(p *rule.Pass, out []*types.Var, id *ast.Ident) []*types.Var {
	v, ok := p.Code.Info.Uses[id].(*types.Var)
	if !ok || v.IsField() || code.IsContext(v.Type()) || code.ImplementsError(v.Type()) || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() {
		return out
	}
	return append(out, v)
}

// sameThing reports whether two receivers are the same place, or are reached
// from the same place by calls: k.Pods(ns) and pods, which was k.Pods(ns).
func sameThing(p *rule.Pass, a, b ast.Expr) bool {
	return p.Code.SamePlace(a, b) || p.Code.SamePlace(base(p, a), base(p, b))
}

// base returns the place from which a chain of calls starts.
func base(p *rule.Pass, e ast.Expr) ast.Expr {
	for range 10 {
		switch x := ast.Unparen(e).(type) {
		case *ast.CallExpr:
			sel, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr)
			if !ok {
				return e
			}
			e = sel.X
		case *ast.Ident:
			v := p.Code.VarOf(x)
			if v == nil {
				return e
			}
			defs := p.Code.Defs(v)
			if len(defs) != 1 || defs[0].RHS == nil || defs[0].Index > 0 {
				return e
			}
			if _, ok := ast.Unparen(defs[0].RHS).(*ast.CallExpr); !ok {
				return e
			}
			if sel, ok := ast.Unparen(defs[0].RHS).(*ast.CallExpr).Fun.(*ast.SelectorExpr); !ok || p.Code.VarOf(sel.X) == nil {
				return e
			}
			e = defs[0].RHS
		default:
			return e
		}
	}
	return e
}

// pairs are the names of calls on one thing, the second of which gives back
// what the first took.
var pairs = [][2]string{
	{"Lock", "Unlock"}, {"TryLock", "Unlock"}, {"Acquire", "Release"}, {"Claim", "Release"}, {"Reserve", "Release"}, {"Obtain", "Release"},
	{"Register", "Deregister"}, {"Register", "Unregister"}, {"Create", "Delete"}, {"Create", "Remove"}, {"Create", "Destroy"}, {"Add", "Remove"},
	{"SetNX", "Del"}, {"SetNx", "Del"}, {"Join", "Leave"}, {"Grant", "Revoke"}, {"Mount", "Unmount"}, {"Attach", "Detach"}, {"Reserve", "Cancel"}, {"Reserve", "Unreserve"}, {"Lock", "Release"},
}

// pairedWith returns the call before, on the same thing, that took what a call
// gives back by the names of both.
func pairedWith(p *rule.Pass, owner *code.Func, call *ast.CallExpr, before ast.Node) *ast.CallExpr {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	for _, c := range owner.Calls() {
		from, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
		if !ok || c.End() > before.Pos() || !p.Code.SamePlace(from.X, sel.X) {
			continue
		}
		for _, pair := range pairs {
			if rest, ok := cut(from.Sel.Name, pair[0]); ok {
				if other, ok := cut(sel.Sel.Name, pair[1]); ok && rest == other && (pair[1] != "Del" || sameKey(p, c, call)) {
					return c
				}
			}
		}
	}
	return nil
}

// sameKey reports whether the arguments behind the context of two calls are the
// same: the key of a lock.
func sameKey(p *rule.Pass, a, b *ast.CallExpr) bool {
	if len(a.Args) < 2 || len(b.Args) != 2 {
		return false
	}
	x, y := a.Args[1], b.Args[1]
	if v, w := p.Code.Info.Types[x].Value, p.Code.Info.Types[y].Value; v != nil && w != nil {
		return constant.Compare(v, token.EQL, w)
	}
	return p.Code.SamePlace(x, y)
}

// putBy returns the call before, on the same thing and for the same of its
// arguments, that did nothing but put there what a later call takes away:
// store.Put(ctx, key, value), store.Delete(ctx, key).
func putBy(p *rule.Pass, owner *code.Func, call *ast.CallExpr, before ast.Node) *ast.CallExpr {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || len(call.Args) < 2 {
		return nil
	}
	key := p.Code.VarOf(call.Args[1])
	if key == nil || key.IsField() {
		return nil
	}
	var put *ast.CallExpr
	for _, c := range owner.Calls() {
		from, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
		fn := p.Code.Callee(c)
		if !ok || fn == nil || c.End() > before.Pos() || len(c.Args) < 2 || !p.Code.SamePlace(from.X, sel.X) || ctxflow.GivesBack(fn.Name()) {
			continue
		}
		res := fn.Type().(*types.Signature).Results()
		if res.Len() == 1 && code.IsError(res.At(0).Type()) && p.Code.VarOf(c.Args[1]) == key && takes(p, c) {
			put = c
		}
	}
	return put
}

// cut returns what follows a word at the beginning of a name.
func cut(name, word string) (rest string, ok bool) {
	if len(name) < len(word) || name[:len(word)] != word {
		return "", false
	}
	rest = name[len(word):]
	return rest, rest == "" || rest[0] < 'a' || rest[0] > 'z'
}

// mayEnd reports whether somebody may end a context before its function does
// all its work: a caller, a limit, a signal.
func mayEnd(c ctxflow.Ctx) bool {
	if !c.Known() || c.Opaque() {
		return false
	}
	return c.FromCaller() || len(c.Bounds()) > 0 || c.Signal()
}

// limitOf returns the limit that owner has put on a context, nil if none.
func limitOf(owner *code.Func, c ctxflow.Ctx) *ctxflow.Step {
	var limit *ctxflow.Step
	for _, s := range c.InForce() {
		if s.Kind == ctxflow.StepBound && s.In == owner && !s.Maybe {
			limit = &s
		}
	}
	return limit
}

// worksUnder reports whether the function, after a node, does something that
// the end of a context ends.
func worksUnder(p *rule.Pass, owner *code.Func, after ast.Node, ctx ast.Expr) bool {
	for _, c := range owner.Calls() {
		if c.Pos() < after.End() {
			continue
		}
		given := p.Flow.CtxArg(c)
		if given.Has != api.Yes || given.Expr == nil || !p.Flow.SameEnd(ctx, given.Expr) {
			continue
		}
		if _, ok := p.Waits.Ends(c, given); ok {
			return true
		}
		if row := p.Table.DriverOf(p.Code.Callee(c)); row != nil {
			return true
		}
	}
	return false
}
