package realtest

import (
	"flag"
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/faultlint/faultlint/internal/api"
)

var update = flag.Bool("update", false, "write imports.go")

// keys are the keys of the tables.
type keys struct {
	funcs   []string // of functions
	types   []string // of types
	objects []string // of functions, types or variables
	fields  []string
}

func tableKeys() keys {
	var k keys
	rows := api.Builtin()
	for _, x := range rows.Drivers {
		if x.Kind == api.OpPolicy {
			k.objects = append(k.objects, x.Fn...) // variables and types as well
			continue
		}
		k.funcs = append(k.funcs, x.Fn...)
	}
	for _, x := range rows.Drivers {
		k.funcs = append(k.funcs, x.Permanent...)
		k.funcs = append(k.funcs, x.Marker...)
		k.funcs = append(k.funcs, x.Next...)
		if x.Ctx.Key != "" && x.Ctx.Kind != api.CtxField {
			k.funcs = append(k.funcs, x.Ctx.Key)
		}
	}
	for _, x := range rows.Runners {
		k.funcs = append(k.funcs, x.Fn...)
	}
	for _, x := range rows.Settings {
		k.funcs = append(k.funcs, x.Fn...)
		k.fields = append(k.fields, x.Field...)
	}
	for _, x := range rows.Calls {
		k.objects = append(k.objects, x.Fn...) // named function types as well
	}
	for _, x := range rows.Effects {
		k.objects = append(k.objects, x.Fn...)
		k.funcs = append(k.funcs, x.KeyFn...)
		for _, u := range x.Unless {
			if strings.ContainsAny(u, "./") {
				k.objects = append(k.objects, u)
			}
		}
	}
	for _, x := range rows.CtxOps {
		k.funcs = append(k.funcs, x.Fn...)
	}
	for _, x := range rows.Carriers {
		k.types = append(k.types, x.Type...)
	}
	for _, x := range rows.Types {
		k.types = append(k.types, x.Type...)
	}
	for _, x := range rows.Makers {
		k.objects = append(k.objects, x.Fn...)
	}
	for _, x := range rows.Handlers {
		k.types = append(k.types, x.Type...)
		k.types = append(k.types, x.Iface...)
		k.funcs = append(k.funcs, x.Reg...)
		k.fields = append(k.fields, x.RegField...)
		for _, p := range x.Params {
			if strings.Contains(p, ".") && !strings.HasPrefix(p, "...") && !strings.HasPrefix(p, "[]") && !strings.HasPrefix(p, "map[") {
				k.types = append(k.types, p)
			}
		}
	}
	return k
}

// each calls f for every key written out, and for every pattern.
func (k keys) each(f func(key string, pattern, field bool)) {
	for _, list := range [][]string{k.funcs, k.types, k.objects} {
		for _, row := range list {
			ks, pattern := api.ExpandKey(row)
			for _, key := range ks {
				f(key, pattern, false)
			}
		}
	}
	for _, row := range k.fields {
		ks, pattern := expandField(row)
		for _, key := range ks {
			f(key, pattern, true)
		}
	}
}

// expandField is ExpandKey for a field.
func expandField(row string) ([]string, bool) {
	if strings.ContainsAny(row, "*#") {
		return []string{row}, true
	}
	ks, _ := api.ExpandKey(row)
	return ks, false
}

func packagesOf(k keys, std bool) map[string]bool {
	m := make(map[string]bool)
	k.each(func(key string, pattern, field bool) {
		path := api.PackageOfKey(key)
		if field {
			path = api.PackageOfField(key)
		}
		paths, pattern := api.ExpandKey(path + ".X")
		if pattern {
			return // see testdata/patterned.txt
		}
		for _, p := range paths {
			if p = strings.TrimSuffix(p, ".X"); p != "" && api.IsStd(p) == std {
				m[p] = true
			}
		}
	})
	return m
}

func stdPackages(k keys) map[string]bool { return packagesOf(k, true) }

// TestImports: every package that a key names is in imports.go.
func TestImports(t *testing.T) {
	want := packagesOf(tableKeys(), false)
	for p := range lines(t, "patterned.txt") {
		want[p] = true // reached by patterns only
	}
	for p := range lines(t, "absent.txt") {
		delete(want, p)
	}
	if *update {
		writeImports(t, want)
	}
	have, err := imports()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range have {
		delete(want, p)
	}
	for p := range want {
		t.Errorf("imports.go lacks %s; run go test -update, then go mod tidy", p)
	}
}

// TestKeys: every key without wildcards names something that exists.
func TestKeys(t *testing.T) {
	w, err := load()
	if err != nil {
		t.Fatal(err)
	}
	k := tableKeys()
	absent, older := lines(t, "absent.txt"), lines(t, "older.txt")
	verified, skipped := 0, 0
	seen := make(map[string]bool)
	check := func(key, path string, exists bool, hint string) {
		if seen[key] {
			return
		}
		seen[key] = true
		switch {
		case absent[path] || older[key]:
			skipped++
			if exists {
				t.Errorf("%s exists: take it off the lists in testdata", key)
			}
		case exists:
			verified++
		default:
			t.Errorf("%s does not exist%s", key, hint)
		}
	}
	fn := func(row string, object bool) {
		ks, pattern := api.ExpandKey(row)
		if pattern {
			return
		}
		for _, key := range ks {
			exists := w.fn(key) != nil || !strings.HasPrefix(key, "(") && w.named(key, object)
			hint := ""
			if !exists {
				hint = w.hint(key)
			}
			check(key, api.PackageOfKey(key), exists, hint)
		}
	}
	for _, row := range k.funcs {
		fn(row, false)
	}
	for _, row := range k.objects {
		fn(row, true)
	}
	for _, row := range k.types {
		ks, pattern := api.ExpandKey(row)
		if pattern {
			continue
		}
		for _, key := range ks {
			if api.PackageOfKey(key) == "" {
				continue
			}
			obj, _ := w.object(key).(*types.TypeName)
			hint := ""
			if obj != nil && obj.IsAlias() {
				hint = fmt.Sprintf(" under this name: it is an alias of %s", api.KeyOfType(obj.Type()))
				obj = nil
			}
			check("type "+key, api.PackageOfKey(key), obj != nil, hint)
		}
	}
	for _, row := range k.fields {
		ks, pattern := expandField(row)
		if pattern {
			continue
		}
		for _, key := range ks {
			check("field "+key, api.PackageOfField(key), w.field(key) != nil, "")
		}
	}
	t.Logf("%d keys verified, %d not loadable or of older versions", verified, skipped)
}

// named reports whether key is the name of a variable that holds a function or,
// if object is set, of anything.
func (w *world) named(key string, object bool) bool {
	obj := w.object(key)
	if v, ok := obj.(*types.Var); ok {
		if _, ok := v.Type().Underlying().(*types.Signature); ok {
			return true
		}
	}
	return object && obj != nil
}

// field returns the field with a key.
func (w *world) field(key string) *types.Var {
	path := api.PackageOfField(key)
	pkg := w.pkgs[path]
	if pkg == nil {
		return nil
	}
	typ, name, _ := strings.Cut(strings.TrimPrefix(key, path+"."), ".")
	obj := pkg.Scope().Lookup(typ)
	if obj == nil {
		return nil
	}
	st, ok := obj.Type().Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for f := range st.Fields() {
		if f.Name() == name && api.KeyOfField(obj.Type(), f) == key {
			return f
		}
	}
	return nil
}

// hint says what a key that does not exist may have meant.
func (w *world) hint(key string) string {
	i := strings.LastIndex(key, ").")
	if !strings.HasPrefix(key, "(") || i < 0 {
		return ""
	}
	typ, name := strings.TrimPrefix(key[1:i], "*"), key[i+2:]
	obj := w.object(typ)
	if obj == nil {
		return ": no such type"
	}
	m, _, _ := types.LookupFieldOrMethod(types.NewPointer(obj.Type()), true, obj.Pkg(), name)
	if m == nil {
		m, _, _ = types.LookupFieldOrMethod(obj.Type(), true, obj.Pkg(), name)
	}
	if fn, ok := m.(*types.Func); ok {
		return ": it is " + api.Key(fn)
	}
	return ""
}

// TestPatterns: every pattern covers something in the packages loaded.
func TestPatterns(t *testing.T) {
	w, err := load()
	if err != nil {
		t.Fatal(err)
	}
	all := slices.Collect(maps.Keys(w.funcs))
	k := tableKeys()
	older := lines(t, "older.txt")
	objects := make(map[string]bool)
	for _, row := range slices.Concat(k.objects, k.types) {
		objects[row] = true
	}
	seen := make(map[string]bool)
	for _, row := range slices.Concat(k.funcs, k.objects, k.types) {
		if _, pattern := api.ExpandKey(row); !pattern || seen[row] {
			continue
		}
		seen[row] = true
		for _, one := range splitNames(row) {
			if older[one] || strings.HasPrefix(one, "**.") { // generated code
				continue
			}
			if !slices.ContainsFunc(all, api.KeyMatcher(one)) && !(objects[row] && w.matchObject(one)) {
				t.Errorf("%s covers nothing", one)
			}
		}
	}
}

// splitNames writes out the names of a pattern.
func splitNames(row string) []string {
	i := strings.LastIndex(row, ".{")
	if i < 0 || !strings.HasSuffix(row, "}") {
		return []string{row}
	}
	var out []string
	for _, n := range strings.Split(row[i+2:len(row)-1], ",") {
		out = append(out, row[:i+1]+n)
	}
	return out
}

func (w *world) matchObject(row string) bool {
	match := api.KeyMatcher(row)
	for path, pkg := range w.pkgs {
		for _, name := range pkg.Scope().Names() {
			if match(path+"."+name) || match("*"+path+"."+name) {
				return true
			}
		}
	}
	return false
}
