package summary

import (
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/waits"
)

// hands returns which methods wait of what f makes and returns as an interface
// that another package of the module declares, if it makes one type only.
func (r *Result) hands(f *code.Func) []facts.Hand {
	if f.Obj == nil || !f.Obj.Exported() || f.Body == nil || f.Sig.Results().Len() == 0 || r.inTest(f.Node) {
		return nil
	}
	n, ok := types.Unalias(f.Sig.Results().At(0).Type()).(*types.Named)
	if !ok || !types.IsInterface(n) || n.Obj().Pkg() == nil || n.Obj().Pkg() == r.Code.Types || !waits.SameModule(n.Obj().Pkg().Path(), r.Code.Types.Path()) {
		return nil
	}
	key, made := facts.KeyOf(n), r.Code.Made(f, 0)
	if key == "" || len(made) != 1 {
		return nil
	}
	t, ok := types.Unalias(code.Deref(made[0])).(*types.Named)
	if !ok || t.Obj().Pkg() != r.Code.Types || code.Double(t) {
		return nil
	}
	var out []facts.Hand
	for m := range n.Underlying().(*types.Interface).Methods() {
		if len(out) >= maxAsks || !m.Exported() || r.takesCarrier(m) {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(made[0], true, r.Code.Types, m.Name())
		impl, ok := obj.(*types.Func)
		if !ok || code.IsInterfaceMethod(impl) || r.Code.FuncOf(impl) == nil {
			continue
		}
		s := r.Summary(impl)
		if s == nil || s.NonBlocking || s.Bounded || s.CtxParam > 0 {
			continue
		}
		for i := range s.Waits {
			if w := s.Waits[i]; waits.Exchanges(&w) {
				w.Subject, w.ArgBound = 0, 0
				out = append(out, facts.Hand{Iface: key, Method: m.Name(), Type: t.Obj().Pkg().Name() + "." + t.Obj().Name(), Impl: code.ShortName(impl), Wait: w})
				break
			}
		}
	}
	return out
}
