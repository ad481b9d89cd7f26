package orphan

import (
	"fmt"
	"go/ast"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// lockedLate reports a lock that a goroutine takes for the function which has
// started it, if that may give up waiting: the goroutine gets the lock some time
// later, and nobody gives it back.
func lockedLate(p *rule.Pass, f *code.Func) {
	if f.Obj != nil {
		return
	}
	sel := p.Waits.GivenUp(f)
	if sel == nil {
		return
	}
	for _, call := range f.Calls() {
		c := p.Code.CalleeOf(call)
		give := ""
		switch c.Key {
		case "(*sync.Mutex).Lock", "(*sync.RWMutex).Lock", "(sync.Locker).Lock":
			give = "Unlock"
		case "(*sync.RWMutex).RLock":
			give = "RUnlock"
		}
		if give == "" || c.Recv == nil || unlocks(p, f, c.Recv, give) {
			continue
		}
		outer := p.Code.Enclosing(sel)
		if outer == nil {
			return
		}
		p.Report(rule.Finding{
			Node:    call,
			Message: fmt.Sprintf("if %s gives up at %s, this goroutine takes the lock later all the same, and nobody gives it back; use a channel with room for one as the lock, and a select on it", outer.Name(), p.Where(sel)),
			Related: []rule.Related{{Node: head(sel), Message: "given up here"}},
		})
		return
	}
}

// unlocks reports whether a function, or a literal in it, gives back a lock.
func unlocks(p *rule.Pass, f *code.Func, lock ast.Expr, give string) bool {
	found := false
	ast.Inspect(f.Body, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if ok && sel.Sel.Name == give && p.Code.SamePlace(sel.X, lock) {
			found = true
		}
		return !found
	})
	return found
}
