package plugin

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/faultlint/faultlint/internal/config"
)

// The example has every setting, with a value that is not the default; but not
// what golangci-lint has of its own, and no knowledge of functions, since there
// is no module in which it holds. That golangci-lint takes the file as it is is
// tested with golangci-lint.
func TestExampleHasAll(t *testing.T) {
	data, err := os.ReadFile("../.golangci.example.yml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Linters struct {
			Settings struct {
				Custom map[string]struct {
					Type     string
					Settings map[string]any
				}
			}
		}
	}
	if err := yaml.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	linter := file.Linters.Settings.Custom[Name]
	if linter.Type != "module" {
		t.Errorf("type is %q", linter.Type)
	}
	if _, err := New(any(linter.Settings)); err != nil {
		t.Error(err)
	}
	if linter.Settings["config"] == nil {
		t.Error("there is no config")
	}
	checkAll(t, "settings", reflect.TypeFor[config.Config](), linter.Settings)
}

func checkAll(t *testing.T, path string, typ reflect.Type, values map[string]any) {
	for f := range typ.Fields() {
		key, ok := f.Tag.Lookup("yaml")
		if !ok || key == "severity" || key == "knowledge" {
			continue
		}
		here := path + "." + key
		value := reflect.ValueOf(values[key])
		switch {
		case !value.IsValid() || value.IsZero():
			t.Errorf("%s is not there, or says nothing", here)
		case fmt.Sprint(value) == f.Tag.Get("default"):
			t.Errorf("%s has its default", here)
		case f.Type.Kind() == reflect.Struct && value.Kind() == reflect.Map:
			checkAll(t, here, f.Type, values[key].(map[string]any))
		case f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct && f.Type.Elem().NumField() > 0:
			if first, ok := value.Index(0).Interface().(map[string]any); ok {
				checkAll(t, here+"[0]", f.Type.Elem(), first)
			}
		}
	}
}

var plain = regexp.MustCompile(`^[a-z-]+$`)

// Keys of settings are put into lower case by golangci-lint and split at dots,
// so none may be a name of the user's.
func TestNoMaps(t *testing.T) {
	seen := make(map[reflect.Type]bool)
	var check func(path string, typ reflect.Type)
	check = func(path string, typ reflect.Type) {
		switch typ.Kind() {
		case reflect.Map:
			t.Errorf("%s is a map", path)
		case reflect.Slice, reflect.Pointer, reflect.Array:
			check(path, typ.Elem())
		case reflect.Struct:
			if seen[typ] {
				return
			}
			seen[typ] = true
			for f := range typ.Fields() {
				if key, ok := f.Tag.Lookup("yaml"); ok {
					if !plain.MatchString(key) {
						t.Errorf("%s.%s is not as golangci-lint keeps it", path, key)
					}
					check(path+"."+key, f.Type)
				}
			}
		}
	}
	check("settings", reflect.TypeFor[config.Config]())
}
