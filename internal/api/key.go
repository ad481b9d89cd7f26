package api

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// Key names a function as the tables do: as (*types.Func).FullName, but of the
// generic origin, without type parameters, and with the package path as Path
// gives it:
//
//	net/http.Get
//	(*database/sql.DB).QueryContext
//	(github.com/failsafe-go/failsafe-go.Executor).Run
//
// A promoted method is named after the type that declares it, which may be an
// unexported one, and a method of an embedded interface after that interface.
func Key(fn *types.Func) string {
	if fn == nil {
		return ""
	}
	fn = fn.Origin()
	sig, _ := fn.Type().(*types.Signature)
	if sig == nil || sig.Recv() == nil {
		if fn.Pkg() == nil {
			return fn.Name()
		}
		return Path(fn.Pkg().Path()) + "." + fn.Name()
	}
	t := types.Unalias(sig.Recv().Type())
	ptr := ""
	if p, ok := t.(*types.Pointer); ok {
		ptr, t = "*", types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok {
		return "(interface)." + fn.Name()
	}
	return "(" + ptr + typeName(named.Obj()) + ")." + fn.Name()
}

// Path is a package path as the tables write it: without a prefix that ends in
// vendor/, and with the context package's former place mapped to today's.
func Path(path string) string {
	if i := strings.LastIndex(path, "/vendor/"); i >= 0 {
		path = path[i+len("/vendor/"):]
	} else {
		path = strings.TrimPrefix(path, "vendor/")
	}
	if path == "golang.org/x/net/context" {
		return "context"
	}
	return path
}

func typeName(obj *types.TypeName) string {
	if obj.Pkg() == nil {
		return obj.Name()
	}
	return Path(obj.Pkg().Path()) + "." + obj.Name()
}

// KeyOfType names a type as the tables do: aliases resolved, type arguments
// removed, "*" in front of a pointer's element. Types without a name get a
// rough name ("func", "struct", "interface"), which no row matches by accident.
func KeyOfType(t types.Type) string {
	if t == nil {
		return ""
	}
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return typeName(t.Obj())
	case *types.Pointer:
		return "*" + KeyOfType(t.Elem())
	case *types.Slice:
		return "[]" + KeyOfType(t.Elem())
	case *types.Array:
		return "[...]" + KeyOfType(t.Elem())
	case *types.Map:
		return "map[" + KeyOfType(t.Key()) + "]" + KeyOfType(t.Elem())
	case *types.Chan:
		switch t.Dir() {
		case types.SendOnly:
			return "chan<- " + KeyOfType(t.Elem())
		case types.RecvOnly:
			return "<-chan " + KeyOfType(t.Elem())
		}
		return "chan " + KeyOfType(t.Elem())
	case *types.Basic:
		return t.Name()
	case *types.TypeParam:
		return t.Obj().Name()
	case *types.Signature:
		return "func"
	case *types.Struct:
		return "struct"
	case *types.Interface:
		if t.Empty() {
			return "any"
		}
		return "interface"
	}
	return ""
}

// KeyOfField names a struct field as the tables do, "path.Type.Field". Typ is
// the type that declares the field, or a pointer to it; for one without a name
// the key is "".
func KeyOfField(typ types.Type, field *types.Var) string {
	if typ == nil || field == nil {
		return ""
	}
	typ = types.Unalias(typ)
	if p, ok := typ.(*types.Pointer); ok {
		typ = types.Unalias(p.Elem())
	}
	named, ok := typ.(*types.Named)
	if !ok {
		return ""
	}
	return typeName(named.Obj()) + "." + field.Name()
}

// FieldOf names the field that a selector x.f selects, after the type that
// declares it even when it is promoted; "" if it selects no field.
func FieldOf(info *types.Info, sel *ast.SelectorExpr) string {
	s := info.Selections[sel]
	if s == nil || s.Kind() != types.FieldVal {
		return ""
	}
	field, ok := s.Obj().(*types.Var)
	if !ok {
		return ""
	}
	t := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		st := structOf(t)
		if st == nil || i >= st.NumFields() {
			return ""
		}
		t = st.Field(i).Type()
	}
	return KeyOfField(t, field)
}

func structOf(t types.Type) *types.Struct {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	st, _ := t.Underlying().(*types.Struct)
	return st
}

// Callee is what a call expression calls.
type Callee struct {
	Func       *types.Func // the origin of the function or method; nil if not known statically
	Var        *types.Var  // the variable or field that holds the function called, if it is one
	Key        string      // the key of Func; if there is none FuncType, or the name of the package variable called
	FuncType   string      // the key of the named function type of the callee expression, if it has one
	Recv       ast.Expr    // the receiver as written; nil for functions and method expressions
	MethodExpr bool        // T.M(x, a): argument indices are one too high
	Builtin    string      // name of the built-in function
	Conversion bool        // T(x)
}

// CalleeOf resolves what call calls. A call through a field of named function
// type (esapi's es.Index(…)) has no Func; its Key is the type's.
func CalleeOf(info *types.Info, call *ast.CallExpr) Callee {
	var c Callee
	fun := ast.Unparen(call.Fun)
	if tv, ok := info.Types[fun]; ok {
		if tv.IsType() {
			c.Conversion = true
			return c
		}
		if named, ok := types.Unalias(tv.Type).(*types.Named); ok {
			c.FuncType = typeName(named.Obj())
		}
	}
	switch obj := typeutil.Callee(info, call).(type) {
	case *types.Builtin:
		c.Builtin = obj.Name()
		return c
	case *types.Func:
		c.Func = obj.Origin()
		c.Key = Key(c.Func)
	case *types.Var:
		c.Var = obj
		c.Key = c.FuncType
		if c.Key == "" && obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope() {
			c.Key = Path(obj.Pkg().Path()) + "." + obj.Name() // ctrl.SetupSignalHandler
		}
	default:
		c.Key = c.FuncType
	}
	switch e := fun.(type) {
	case *ast.IndexExpr:
		fun = ast.Unparen(e.X)
	case *ast.IndexListExpr:
		fun = ast.Unparen(e.X)
	}
	if sel, ok := fun.(*ast.SelectorExpr); ok {
		if s := info.Selections[sel]; s != nil {
			switch s.Kind() {
			case types.MethodVal:
				c.Recv = sel.X
			case types.MethodExpr:
				c.MethodExpr = true
			}
		}
	}
	return c
}

// ShortName is a key as messages write it: "(*sql.DB).Query", "backoff.Retry".
// A method of an unexported type goes by the package alone: "redis.Incr".
func ShortName(key string) string {
	p := splitKey(key)
	if p.pkg == "" {
		return key
	}
	pkg := packageName(p.pkg)
	if p.recv == "" {
		return pkg + "." + p.name
	}
	if c := p.recv[0]; 'a' <= c && c <= 'z' || c == '_' {
		return pkg + "." + p.name
	}
	if p.ptr {
		return "(*" + pkg + "." + p.recv + ")." + p.name
	}
	return "(" + pkg + "." + p.recv + ")." + p.name
}

// packageName guesses a package's name from its path. The real name is not in
// the key; the exceptions are those where the usual habits mislead.
func packageName(path string) string {
	if name, ok := packageNames[path]; ok {
		return name
	}
	base := path[strings.LastIndexByte(path, '/')+1:]
	if isVersion(base) {
		if i := len(path) - len(base) - 1; i > 0 {
			if name, ok := packageNames[path[:i]]; ok {
				return name
			}
			base = path[strings.LastIndexByte(path[:i], '/')+1 : i]
			if strings.HasPrefix(path, "k8s.io/") && path[i+1:] == "v1" {
				return base + path[i+1:] // corev1, as everybody imports it
			}
		}
	}
	if i := strings.LastIndex(base, ".v"); i > 0 && isVersion(base[i+1:]) { // gopkg.in
		base = base[:i]
	}
	base = strings.TrimPrefix(base, "go-")
	for _, suffix := range []string{"-go", ".go", "-golang", ".golang"} {
		base = strings.TrimSuffix(base, suffix)
	}
	if i := strings.LastIndexAny(base, "-."); i >= 0 {
		base = base[i+1:]
	}
	return base
}

// isVersion reports whether s is a major version element: v2, v10.
func isVersion(s string) bool {
	if len(s) < 2 || s[0] != 'v' {
		return false
	}
	for i := 1; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
