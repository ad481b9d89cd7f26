package ctxflow

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// TakenOver reports whether a function has taken the connection of its request over before
// at: from then on the server looks no more whether the client has left, and the request's
// context ends only when the function returns.
func (f *Flow) TakenOver(fn *code.Func, at ast.Node) bool {
	if fn == nil {
		return false
	}
	for _, call := range fn.Outermost().Calls() {
		c := f.p.CalleeOf(call)
		if c.Func != nil && api.TakesOver(c.Func) && call.End() <= at.Pos() {
			return true
		}
	}
	return false
}
