package waits

import "go/ast"

// servedHere reports whether a wait is a send on a channel that a select receives
// from, in a function of the package or one that it calls.
func (f *Finder) servedHere(sel ast.Node, w *Wait) bool {
	s, ok := sel.(*ast.SelectStmt)
	if !ok {
		return false
	}
	in := f.p.FuncOf(w.Callee)
	for _, c := range s.Body.List {
		cc, ok := c.(*ast.CommClause)
		if !ok || cc.Comm == nil || commChan(cc) == nil {
			continue
		}
		cl := f.class(commChan(cc))
		if cl == nil {
			continue
		}
		for _, op := range cl.sends() {
			if op.node == w.Node || in != nil && op.fn == in {
				return true
			}
		}
	}
	return false
}
