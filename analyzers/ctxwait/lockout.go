package ctxwait

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// handsOutLock reports a function with a context that takes a mutex and hands
// its Unlock out: the lock is held for as long as the caller likes, and who
// waits for it cannot give up.
func handsOutLock(p *rule.Pass, f *code.Func) {
	if f.Obj == nil || p.Handlers.Startup(f) {
		return
	}
	ctx := ""
	for _, v := range f.Params() {
		if code.IsContext(v.Type()) && v.Name() != "" && v.Name() != "_" {
			ctx = v.Name()
		}
	}
	if ctx == "" {
		return
	}
	for _, call := range f.Calls() {
		c := p.Code.CalleeOf(call)
		give := map[string]string{"(*sync.Mutex).Lock": "Unlock", "(*sync.RWMutex).Lock": "Unlock", "(*sync.RWMutex).RLock": "RUnlock"}[c.Key]
		if give == "" || c.Recv == nil {
			continue
		}
		out := releases(p, f, call, c.Recv, give)
		if out == nil && p.Code.LoopAround(call) == nil {
			out = handedOut(p, f, c.Recv, give)
		}
		if out == nil || out.Pos() < call.End() {
			continue
		}
		p.Report(rule.Finding{
			Node:    call,
			Message: fmt.Sprintf("who waits here for the lock, which is held until somebody calls the %s that is returned, cannot leave when %s is over; use a channel with room for one as the lock, and a select on it and %s.Done()", give, ctx, ctx),
			Related: []rule.Related{{Node: out, Message: "handed out here"}},
		})
	}
}

// handedOut returns the return statement that gives a lock's method for giving
// it back to the caller.
func handedOut(p *rule.Pass, f *code.Func, lock ast.Expr, give string) ast.Node {
	var out ast.Node
	f.Inspect(func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			return out == nil
		}
		for _, r := range ret.Results {
			if sel, ok := ast.Unparen(r).(*ast.SelectorExpr); ok && sel.Sel.Name == give && p.Code.SamePlace(sel.X, lock) {
				out = ret
			}
		}
		return out == nil
	})
	return out
}

// releases returns the return statement that gives the caller a literal which gives
// a lock back that f has taken: the lock itself, or all of those that f has put
// into a slice.
func releases(p *rule.Pass, f *code.Func, taken *ast.CallExpr, lock ast.Expr, give string) ast.Node {
	held := putIn(p, f, taken, lock)
	if p.Code.LoopAround(taken) != nil && held == nil || givenBack(p, f, lock, give) {
		return nil
	}
	if !code.ReturnsError(f.Sig) {
		return nil // it has no way to say that it has given up
	}
	var out ast.Node
	f.Inspect(func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || ret.Pos() < taken.End() {
			return out == nil
		}
		for _, r := range ret.Results {
			e := ast.Unparen(r)
			if v := p.Code.VarOf(e); v != nil && !v.IsField() {
				if defs := p.Code.Defs(v); len(defs) == 1 && defs[0].RHS != nil {
					e = ast.Unparen(defs[0].RHS)
				}
			}
			if lit, ok := e.(*ast.FuncLit); ok && givesBack(p, p.Code.FuncAt(lit), lock, held, give) {
				out = ret
			}
		}
		return out == nil
	})
	return out
}

// putIn returns the local slice to which f appends a lock after it has taken it.
func putIn(p *rule.Pass, f *code.Func, taken *ast.CallExpr, lock ast.Expr) *types.Var {
	v := p.Code.VarOf(lock)
	if v == nil || v.IsField() {
		return nil
	}
	for _, c := range f.Calls() {
		if p.Code.CalleeOf(c).Builtin != "append" || len(c.Args) != 2 || c.Pos() < taken.End() || p.Code.VarOf(c.Args[1]) != v {
			continue
		}
		as, ok := p.Code.Parent(c).(*ast.AssignStmt)
		if slice := p.Code.VarOf(c.Args[0]); ok && slice != nil && !slice.IsField() && len(as.Lhs) == 1 && p.Code.VarOf(as.Lhs[0]) == slice {
			return slice
		}
	}
	return nil
}

// givesBack reports whether a literal gives a lock back, or each of those held, and
// does not take it itself.
func givesBack(p *rule.Pass, lit *code.Func, lock ast.Expr, held *types.Var, give string) bool {
	if lit == nil {
		return false
	}
	found := false
	for _, c := range lit.Calls() {
		callee := p.Code.CalleeOf(c)
		if callee.Recv == nil || callee.Func == nil {
			continue
		}
		same := p.Code.SamePlace(callee.Recv, lock)
		if same && callee.Func.Name() != give {
			return false
		}
		if r, ok := p.Code.LoopAround(c).(*ast.RangeStmt); ok && held != nil && callee.Func.Name() == give && p.Code.Mentions(r.X, held) {
			if v := p.Code.VarOf(callee.Recv); v != nil && (p.Code.VarOf(r.Value) == v || p.Code.VarOf(r.Key) == v) {
				found = true
			}
		}
		found = found || same
	}
	return found
}

// givenBack reports whether f itself gives a lock back, other than on its way out.
func givenBack(p *rule.Pass, f *code.Func, lock ast.Expr, give string) bool {
	for _, c := range f.Calls() {
		callee := p.Code.CalleeOf(c)
		if callee.Func == nil || callee.Func.Name() != give || callee.Recv == nil || !p.Code.SamePlace(callee.Recv, lock) {
			continue
		}
		s, ok := p.Code.Parent(c).(*ast.ExprStmt)
		if !ok {
			return true
		}
		list, ok := p.Code.Parent(s).(*ast.BlockStmt)
		if !ok || list == f.Body {
			return true
		}
		if _, ok := list.List[len(list.List)-1].(*ast.ReturnStmt); !ok {
			return true
		}
	}
	return false
}
