package summary

import (
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// exportInterfaces exports, for the methods of the package's own interfaces,
// the waits that no context ends of the types that the package itself hands out
// as such: func NewStore(…) Store { return &store{…} }.
func (r *Result) exportInterfaces() {
	done := make(map[*types.Func]bool)
	for _, c := range r.Code.Conversions() {
		if c.To.Obj().Pkg() != r.Code.Types || !c.To.Obj().Exported() || c.To.TypeArgs().Len() > 0 || c.To.TypeParams().Len() > 0 || r.inTest(c.Expr) {
			continue
		}
		iface := c.To.Underlying().(*types.Interface)
		for m := range iface.ExplicitMethods() {
			if done[m] || !m.Exported() || m.Pkg() != r.Code.Types || r.takesCarrier(m) {
				continue // type Store other.Store: its methods are the other package's
			}
			obj, _, _ := types.LookupFieldOrMethod(c.From, true, r.Code.Types, m.Name())
			impl, ok := obj.(*types.Func)
			if !ok || code.IsInterfaceMethod(impl) || r.Code.FuncOf(impl) == nil || r.Code.StandIn(impl) {
				continue
			}
			s := r.Summary(impl)
			if s == nil || s.NonBlocking || s.Bounded {
				continue
			}
			out := facts.Func{Asks: s.Asks}
			for _, w := range s.Waits {
				if w.Obeys == facts.ObeysNone || w.Obeys == facts.ObeysRoot {
					w.Subject = 0
					w.Varies = w.Varies || r.Waits.Varies(m)
					out.Waits = append(out.Waits, w)
				}
			}
			if len(out.Waits)+len(out.Asks) == 0 {
				continue
			}
			done[m] = true
			if c, err := facts.Encode(&out); err == nil {
				r.pass.ExportObjectFact(m, c)
			}
		}
	}
}
