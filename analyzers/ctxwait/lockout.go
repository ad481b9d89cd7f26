package ctxwait

import (
	"fmt"
	"go/ast"

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
		if give == "" || c.Recv == nil || p.Code.LoopAround(call) != nil {
			continue
		}
		out := handedOut(p, f, c.Recv, give)
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
