package lockwait

import (
	"fmt"
	"go/ast"
	"slices"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// given reports a lock that is held while a function which a caller of the
// package hands over runs, and makes an exchange: the load of a cache. The lock of
// an entry, which keeps others from loading the same, is right.
func given(p *rule.Pass, f *code.Func, h *hold, region []ast.Node, told map[ast.Node]bool) {
	if h.what != lock || f.Obj == nil || !everybodys(p, f, h) {
		return
	}
	for _, call := range f.Calls() {
		id, ok := ast.Unparen(call.Fun).(*ast.Ident)
		if !ok || told[call] || !h.within(region, call) {
			continue
		}
		i := f.ParamIndex(p.Code.VarOf(id))
		if i < 0 || len(p.Code.Reaching(id)) != 1 {
			continue
		}
		calls, _ := p.Code.Callers(f)
		for _, c := range calls {
			if i >= len(c.Args) || p.Code.ForTests(c.Pos()) {
				continue
			}
			lit, ok := ast.Unparen(c.Args[i]).(*ast.FuncLit)
			if !ok {
				continue
			}
			waits := p.Waits.Own(p.Code.FuncAt(lit))
			k := slices.IndexFunc(waits, outside)
			if k < 0 || !wanted(p, f, h) {
				continue
			}
			told[call] = true
			w := waits[k]
			p.Report(rule.Finding{
				Node: call,
				Message: fmt.Sprintf("%s, taken at %s, is held across %s, which asks the network in %s (%s at %s): whoever needs it waits that long, and no context ends that; call it before taking the lock or after giving it back",
					h.name, p.Where(h.at), id.Name, p.Code.Enclosing(c).Name(), w.What, p.Where(w.Node)),
				Related: []rule.Related{{Node: h.at, Message: h.name + " is taken here"}, {Node: w.Node, Message: "asks here"}},
			})
			return
		}
	}
}

// everybodys reports whether a lock is one of the object whose method takes it, or
// of the package: not that of an entry which the method has looked up.
func everybodys(p *rule.Pass, f *code.Func, h *hold) bool {
	if !h.v.IsField() {
		return true
	}
	call, ok := h.at.(*ast.CallExpr)
	if !ok {
		return false
	}
	e := p.Code.CalleeOf(call).Recv
	for {
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		if !ok {
			break
		}
		e = sel.X
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v := p.Code.VarOf(id)
	return v != nil && (f.Sig.Recv() == v || v.Parent() == p.Code.Types.Scope())
}
