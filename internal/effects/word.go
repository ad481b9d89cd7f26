package effects

import (
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// byWord classes a call of a method of an interface that this package declares and
// nobody in sight implements, by the words of their names: a Mailer's Send, that takes
// a context and may fail. What is given a key, or a value that may hold one, is no effect.
func (f *Finder) byWord(e *Effect, c api.Callee) bool {
	if !code.IsInterfaceMethod(c.Func) || c.Func.Pkg() != f.p.Types || len(f.p.Implementations(c.Func)) > 0 {
		return false
	}
	sig := c.Func.Signature()
	if !hasError(sig) || sig.Params().Len() < 2 || !code.IsContext(sig.Params().At(0).Type()) {
		return false
	}
	recv, ok := types.Unalias(c.Func.Signature().Recv().Type()).(*types.Named)
	if !ok {
		return false
	}
	what := api.WordEffect(recv.Obj().Name(), c.Func.Name())
	if what == "" {
		return false
	}
	for v := range sig.Params().Variables() {
		if keyed(v.Name(), v.Type()) {
			return false
		}
	}
	e.Kind, e.Confidence = api.EffectWrite, ByWord
	e.What, e.Why = recv.Obj().Name()+"."+c.Func.Name(), what
	return true
}

// keyed reports whether a parameter may carry what tells the receiver of a repeat: by
// its name, or by a field of its type.
func keyed(name string, t types.Type) bool {
	if names(name) {
		return true
	}
	st := code.StructOf(t)
	if st == nil {
		return false
	}
	for f := range st.Fields() {
		if names(f.Name()) {
			return true
		}
	}
	return false
}

// names reports whether a name is that of a key, or of an id by which a receiver can
// tell a repeat.
func names(name string) bool {
	switch name {
	case "id", "ID", "key", "Key", "ref", "Ref", "reference", "Reference", "token", "Token":
		return true
	}
	return fieldName(name) != noKey
}
