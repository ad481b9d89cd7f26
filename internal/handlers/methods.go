package handlers

import (
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// byMethod finds handlers by what their receiver is.
func (h *Handlers) byMethod(fn *code.Func) *Match {
	if m := h.byEmbedding(fn); m != nil {
		return m
	}
	if row := h.byShape(fn); row != nil {
		return h.match(fn, row, ByInterface, nil)
	}
	return nil
}

// byEmbedding finds methods that override one of an embedded framework type:
// the generated Unimplemented…Server of gRPC.
func (h *Handlers) byEmbedding(fn *code.Func) *Match {
	st := code.StructOf(fn.Sig.Recv().Type())
	if st == nil || !fn.Obj.Exported() {
		return nil
	}
	for f := range st.Fields() {
		if !f.Embedded() {
			continue
		}
		n, ok := named(f.Type())
		if !ok {
			continue
		}
		for _, row := range h.t.HandlersByEmbed(n.Obj().Name()) {
			if len(row.Iface) > 0 && !samePackage(n, row.Iface) {
				continue
			}
			obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(n), true, nil, fn.Obj.Name())
			if _, ok := obj.(*types.Func); ok && rpcShape(fn.Sig) {
				return h.match(fn, row, ByEmbedding, nil)
			}
		}
	}
	return nil
}

func named(t types.Type) (*types.Named, bool) {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return n, ok
}

// samePackage reports whether a named type is of the package of one of the
// interfaces.
func samePackage(n *types.Named, ifaces []string) bool {
	if n.Obj().Pkg() == nil {
		return false
	}
	path := api.Path(n.Obj().Pkg().Path())
	for _, k := range ifaces {
		if len(k) > len(path) && k[:len(path)] == path && k[len(path)] == '.' {
			return true
		}
	}
	return false
}

// rpcShape reports whether a signature is one of an RPC or a controller's
// action: a context first, a stream, or nothing at all.
func rpcShape(sig *types.Signature) bool {
	ps := sig.Params()
	if ps.Len() == 0 {
		return sig.Results().Len() == 0
	}
	if code.IsContext(ps.At(0).Type()) {
		return true
	}
	return serverStream(ps.At(ps.Len() - 1).Type())
}

// byShape recognises methods by name and signature alone: a project's own
// controller has the shape of the framework's interface if not its types.
func (h *Handlers) byShape(fn *code.Func) *api.Handler {
	for _, row := range h.shapes() {
		for _, shape := range row.Shape {
			if fits(shape, fn.Obj) {
				return row
			}
		}
	}
	return nil
}

func (h *Handlers) shapes() []*api.Handler {
	if h.shaped == nil {
		h.shaped = []*api.Handler{}
		for _, row := range h.t.Handlers() {
			if len(row.Shape) > 0 {
				h.shaped = append(h.shaped, row)
			}
		}
	}
	return h.shaped
}

// fits reports whether a method has a shape such as
// "Reconcile(context.Context, _) (_, error)".
func fits(shape string, fn *types.Func) bool {
	name, rest, ok := strings.Cut(shape, "(")
	if !ok || fn.Name() != name {
		return false
	}
	params, results, _ := strings.Cut(rest, ")")
	sig := fn.Type().(*types.Signature)
	return tupleFits(params, sig.Params()) && tupleFits(strings.Trim(results, " ()"), sig.Results())
}

func tupleFits(list string, t *types.Tuple) bool {
	if list == "" {
		return t.Len() == 0
	}
	keys := strings.Split(list, ", ")
	if len(keys) != t.Len() {
		return false
	}
	for i, k := range keys {
		if k != "_" && api.KeyOfType(t.At(i).Type()) != k {
			return false
		}
	}
	return true
}
