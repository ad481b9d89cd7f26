package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// refs calls f for each name in a part of a configuration, with a value of its
// kind (Func, Type, …).
func refs(v reflect.Value, f func(ref Ref, kind any)) {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			refs(v.Index(i), f)
		}
	case reflect.Struct:
		if v.NumField() == 1 && v.Field(0).Type() == reflect.TypeFor[Ref]() {
			if r := v.Field(0).Interface().(Ref); r.Set() {
				f(r, v.Interface())
			}
			return
		}
		for i := range v.NumField() {
			refs(v.Field(i), f)
		}
	}
}

// keepOwn removes the entries that have an error, or name something outside
// of a module, if one is given: what a module ships is on itself. It returns
// what was left out for that.
func (k *Knowledge) keepOwn(module string, errs Errors) Errors {
	var out Errors
	v := reflect.ValueOf(k).Elem()
	for f := range fields(v.Type()) {
		list := v.FieldByIndex(f.Index)
		kept := reflect.MakeSlice(list.Type(), 0, list.Len())
		for i := range list.Len() {
			path := fmt.Sprintf("knowledge.%s[%d]", f.Tag.Get("yaml"), i)
			if slices.ContainsFunc(errs, func(e *Error) bool { return e.Path == path || strings.HasPrefix(e.Path, path+".") }) {
				continue
			}
			ok := true
			refs(list.Index(i), func(r Ref, kind any) {
				switch kind.(type) {
				case Func, Type, Var, Field:
					if pkg := packageOf(r, kind); ok && module != "" && pkg != module && !strings.HasPrefix(pkg, module+"/") {
						ok = false
						out = append(out, &Error{r.At, r.Path, fmt.Sprintf("%s is not of module %s", r.Text, module)})
					}
				}
			})
			if ok {
				kept = reflect.Append(kept, list.Index(i))
			}
		}
		list.Set(kept)
	}
	return out
}

// packageOf returns the package of a name.
func packageOf(r Ref, kind any) string {
	switch kind.(type) {
	case Func:
		n, _ := splitFunc(r.Text)
		return n.pkg
	case Field:
		t, _, _ := cutLast(r.Text)
		pkg, _, _ := cutLast(t)
		return pkg
	}
	pkg, _, _ := cutLast(r.Text)
	return pkg
}
