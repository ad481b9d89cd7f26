package config

import (
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/xeipuuv/gojsonschema"
	"go.yaml.in/yaml/v3"
)

var update = flag.Bool("update", false, "rewrite the schema and the reference")

// upToDate compares a file with what it must hold.
func upToDate(t *testing.T, file, want string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil || string(got) != want {
		t.Errorf("%s is not what the structs say; run go test ./internal/config -update (%v)", file, err)
	}
}

func TestSchemaFile(t *testing.T) {
	upToDate(t, filepath.Join("..", "..", "docs", "faultlint.schema.json"), string(Schema()))
}

func TestReference(t *testing.T) {
	file := filepath.Join("..", "..", "docs", "configuration.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const head = "## Reference\n\n"
	before, _, ok := strings.Cut(string(text), head)
	if !ok {
		t.Fatalf("%s has no heading %q", file, head)
	}
	upToDate(t, file, before+head+Reference())
}

// Each key has a comment, and an example that the decoder and the schema take.
func TestKeysAreDocumented(t *testing.T) {
	docs := comments()
	var visit func(reflect.Type, string)
	visit = func(typ reflect.Type, path string) {
		for f := range fields(typ) {
			p := join(path, f.Tag.Get("yaml"))
			if docs[typ.Name()+"."+f.Name] == "" {
				t.Errorf("%s has no comment", p)
			}
			if st, ok := structOf(f.Type); ok {
				visit(st, p)
				continue
			}
			ex := f.Tag.Get("example")
			if ex == "" {
				t.Errorf("%s has no example", p)
				continue
			}
			var n yaml.Node
			if err := yaml.Unmarshal([]byte(ex), &n); err != nil {
				t.Errorf("%s: example %s: %v", p, ex, err)
				continue
			}
			d := &decoder{file: "example"}
			v := reflect.New(f.Type).Elem()
			d.value(&n, v, f, p)
			if err := d.errs.orNil(); err != nil || v.IsZero() && f.Type.Kind() != reflect.Bool {
				t.Errorf("%s: example %s: %v", p, ex, err)
			}
			if f.Type.Kind() == reflect.Map {
				t.Errorf("%s is a map, whose keys golangci-lint would change", p)
			}
		}
	}
	visit(reflect.TypeFor[Config](), "")
}

// validate checks a file by the schema as editors do.
func validate(t *testing.T, text string) []string {
	t.Helper()
	var v any
	if err := yaml.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if v == nil {
		v = map[string]any{}
	}
	res, err := gojsonschema.Validate(gojsonschema.NewBytesLoader(Schema()), gojsonschema.NewGoLoader(v))
	if err != nil {
		t.Fatal(err)
	}
	var errs []string
	for _, e := range res.Errors() {
		errs = append(errs, e.String())
	}
	return errs
}

// The example is right by the decoder and by the schema, has every key, and
// no value that is the default.
func TestExample(t *testing.T) {
	file := filepath.Join("..", "..", ".faultlint.example.yml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Parse(file, text)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range validate(t, string(text)) {
		t.Errorf("by the schema: %s", e)
	}
	var visit func([]reflect.Value, string)
	visit = func(vs []reflect.Value, path string) {
		for f := range fields(vs[0].Type()) {
			p := join(path, f.Tag.Get("yaml"))
			var given []reflect.Value
			for _, v := range vs {
				if fv := v.FieldByIndex(f.Index); !fv.IsZero() {
					given = append(given, fv)
				}
			}
			if len(given) == 0 {
				t.Errorf("the example does not show %s", p)
				continue
			}
			if _, ok := structOf(f.Type); ok {
				var inner []reflect.Value
				for _, g := range given {
					if g.Kind() != reflect.Slice {
						inner = append(inner, g)
						continue
					}
					for i := range g.Len() {
						inner = append(inner, g.Index(i))
					}
				}
				visit(inner, p)
				continue
			}
			for _, g := range given {
				if def := f.Tag.Get("default"); def != "" {
					if n := node(g); n != nil && n.Value == def {
						t.Errorf("the example shows %s with its default %s", p, def)
					}
				}
			}
		}
	}
	visit([]reflect.Value{reflect.ValueOf(*c)}, "")
	// What is written of it is the same configuration again.
	again, err := Parse("written", c.Write())
	if err != nil {
		t.Fatal(err)
	}
	if a, b := string(c.Write()), string(again.Write()); a != b {
		t.Errorf("written and read again it is\n%s\nnot\n%s", b, a)
	}
}

// Each code block of the documentation that is a configuration is right.
func TestDocsExamples(t *testing.T) {
	n := 0
	for _, page := range []string{"configuration.md", "directives.md"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "docs", page))
		if err != nil {
			continue
		}
		rest := string(text)
		for {
			_, block, ok := strings.Cut(rest, "```yaml\n")
			if !ok {
				break
			}
			block, rest, _ = strings.Cut(block, "```")
			n++
			if _, err := Parse(page, []byte(block)); err != nil {
				t.Error(err)
			}
			for _, e := range validate(t, block) {
				t.Errorf("%s by the schema: %s", page, e)
			}
		}
	}
	if n == 0 {
		t.Error("there are no examples")
	}
}
