package effects

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

func isBodyParam(sig *types.Signature, i int) bool {
	return i >= 0 && i < sig.Params().Len() && isBodyName(strings.ToLower(sig.Params().At(i).Name()))
}

func returnsRequest(sig *types.Signature) bool {
	return sig.Results().Len() > 0 && requestType(sig.Results().At(0).Type())
}

func returnsResponse(sig *types.Signature) bool {
	return sig.Results().Len() > 0 && strings.HasSuffix(strings.TrimPrefix(api.KeyOfType(sig.Results().At(0).Type()), "*"), ".Response")
}

// isReader reports whether t has a method Read([]byte) (int, error), and is no
// connection: what is read from one does not come again, and is not meant to.
func isReader(t types.Type) bool {
	return hasRead(t) && !methodOf(t, "RemoteAddr") && !methodOf(t, "LocalAddr")
}

func hasRead(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Read")
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	sig := fn.Type().(*types.Signature)
	return sig.Params().Len() == 1 && sig.Results().Len() == 2 && api.KeyOfType(sig.Params().At(0).Type()) == "[]byte"
}

func methodOf(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := obj.(*types.Func)
	return ok
}

// isReaderInterface reports whether a parameter of type t asks for a reader
// and nothing by which it could be rewound.
func isReaderInterface(t types.Type) bool {
	return types.IsInterface(t) && isReader(t) && !methodOf(t, "Seek") && !methodOf(t, "ReadAt") && !methodOf(t, "Write")
}

func readingMethod(name string) bool {
	switch name {
	case "Read", "ReadByte", "ReadRune", "ReadString", "ReadBytes", "ReadLine", "ReadAll", "WriteTo", "Decode", "Token", "Scan", "NextPart":
		return true
	}
	return false
}

// wrapper reports whether a call only puts a reader around the one it is given.
func (f *Finder) wrapper(c api.Callee, call *ast.CallExpr) bool {
	if f.t.HasTrait(c.Key, api.TraitSame) != nil {
		return true
	}
	t := f.p.TypeOf(call)
	if tu, ok := t.(*types.Tuple); ok {
		if tu.Len() == 0 {
			return false
		}
		t = tu.At(0).Type()
	}
	return hasRead(t) || api.IsDecoder(t)
}

// inputWithReader reports whether an argument of a library's call is a struct
// that carries a reader: &s3.PutObjectInput{Body: r}.
func (f *Finder) inputWithReader(a ast.Expr, c api.Callee) bool {
	if c.Func.Pkg() == nil || c.Func.Pkg() == f.p.Types {
		return false
	}
	return readerField(f.p.TypeOf(a)) != ""
}

// readerField returns the name of a field of a struct that holds a reader to be sent.
func readerField(t types.Type) string {
	if requestType(t) {
		return ""
	}
	st := code.StructOf(t)
	if st == nil || isReader(t) {
		return ""
	}
	for v := range st.Fields() {
		if v.Exported() && types.IsInterface(v.Type()) && isReader(v.Type()) {
			return v.Name()
		}
	}
	return ""
}
