package plugin

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"
)

func TestRegistered(t *testing.T) {
	newPlugin, err := register.GetPlugin(Name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlugin(nil)
	if err != nil {
		t.Fatal(err)
	}
	as, err := p.BuildAnalyzers()
	if err != nil || len(as) != 1 || as[0].Name != Name {
		t.Fatalf("%v, %v; want one analyzer with the linter's name", as, err)
	}
	if names := passes(t, nil); len(names) < 20 || !slices.Contains(names, "ctxwait") {
		t.Errorf("the passes are %v", names)
	}
	if err := analysis.Validate(as); err != nil {
		t.Error(err)
	}
	if p.GetLoadMode() != register.LoadModeTypesInfo {
		t.Errorf("load mode is %q", p.GetLoadMode())
	}
}

// passes returns the names of the passes that run with the given settings.
func passes(t *testing.T, settings any) []string {
	t.Helper()
	p, err := New(settings)
	if err != nil {
		t.Fatal(err)
	}
	as, err := p.BuildAnalyzers()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, a := range as[0].Requires {
		names = append(names, a.Name)
	}
	return names
}

func TestSettings(t *testing.T) {
	all := passes(t, nil)
	got := passes(t, map[string]any{"disable": []any{"ctxwait"}})
	if len(got) != len(all)-1 || slices.Contains(got, "ctxwait") {
		t.Errorf("with ctxwait disabled the passes are %v", got)
	}
	passes(t, map[string]any{"enable": []any{"ctxmissing"}, "tests": true})

	for _, tc := range []struct {
		name     string
		settings any
		wrong    string
	}{
		{"unknown key", map[string]any{"disabled": []any{"ctxwait"}}, `unknown key "disabled"; is it disable?`},
		{"wrong type", map[string]any{"tests": "yes"}, `tests: this must be true or false, not the text "yes"`},
		{"unknown pass", map[string]any{"disable": []any{"ctxwat"}}, `no pass is named "ctxwat"; is it ctxwait?`},
	} {
		if _, err := New(tc.settings); err == nil || !strings.Contains(err.Error(), tc.wrong) {
			t.Errorf("%s: error %v, want one with %q", tc.name, err, tc.wrong)
		}
	}
}

// The settings take all that the file takes, and another file; the file of the
// module counts as well, and a change of it is seen in the names of what
// golangci-lint caches by.
func TestConfig(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module m.test\n\ngo 1.26\n")
	write("m.go", "package m\n\nfunc Handle() {}\n")
	names := func(settings any) string {
		t.Helper()
		p, err := New(settings)
		if err != nil {
			t.Fatal(err)
		}
		as, _ := p.BuildAnalyzers()
		if err := analysis.Validate(as); err != nil {
			t.Error(err)
		}
		var names []string
		for _, a := range as {
			names = append(names, a.Name)
			for _, req := range a.Requires {
				if len(req.FactTypes) > 0 {
					names = append(names, req.Name)
				}
			}
		}
		return strings.Join(names, " ")
	}
	if got := names(nil); got != "faultlint faultsummary" {
		t.Errorf("without a configuration the analyzers are %s", got)
	}
	write(".faultlint.yml", "disable: [ctxwait]\n")
	one := names(nil)
	if slices.Contains(passes(t, nil), "ctxwait") {
		t.Error("the module's file is not used")
	}
	if !slices.Contains(passes(t, map[string]any{"enable": []any{"ctxwait"}}), "ctxwait") {
		t.Error("the settings do not win over the file")
	}
	if !slices.Contains(passes(t, map[string]any{"config": "none"}), "ctxwait") {
		t.Error("the module's file is used although the settings want none")
	}
	write(".faultlint.yml", "disable: [ctxwait]\ntests: true\n")
	if two := names(nil); two == one || !strings.HasPrefix(two, "faultlint faultsummary_") {
		t.Errorf("with another file the analyzers are %s as before", two)
	}
	write("other.yml", "disable: [ctxloop]\n")
	if got := passes(t, map[string]any{"config": "other.yml"}); slices.Contains(got, "ctxloop") || !slices.Contains(got, "ctxwait") {
		t.Errorf("with another file the passes are %v", got)
	}
	for _, tc := range []struct {
		settings any
		wrong    string
	}{
		{map[string]any{"config": "absent.yml"}, "there is no file absent.yml"},
		{map[string]any{"config": true}, "config: this must be the name of a file, or none, not true"},
		{map[string]any{"knowledge": map[string]any{"idempotent": []any{"m.test.Handel"}}}, "settings: knowledge.idempotent[0]: m.test.Handel matches nothing: m.test has no function Handel; is it Handle?"},
	} {
		if _, err := New(tc.settings); err == nil || !strings.Contains(err.Error(), tc.wrong) {
			t.Errorf("error %v, want one with %q", err, tc.wrong)
		}
	}
	write(".faultlint.yml", "disabel: [ctxwait]\n")
	if _, err := New(nil); err == nil || !strings.Contains(err.Error(), `.faultlint.yml:1:1: unknown key "disabel"`) {
		t.Errorf("error %v", err)
	}
}

// Two plugins with other settings must not share passes.
func TestIndependent(t *testing.T) {
	a, _ := New(nil)
	b, _ := New(map[string]any{"tests": true})
	x, _ := a.BuildAnalyzers()
	y, _ := b.BuildAnalyzers()
	for i := range x[0].Requires {
		if x[0].Requires[i] == y[0].Requires[i] {
			t.Errorf("both use the same %s", x[0].Requires[i].Name)
		}
	}
}

// What runs when a program starts slows down every program that imports it, and cannot be left out.
func TestOnlyInit(t *testing.T) {
	var found []string
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != "..") {
			return fs.SkipDir
		}
		if d.IsDir() || filepath.Ext(path) != ".go" {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range f.Decls {
			if fd, ok := decl.(*ast.FuncDecl); ok && fd.Recv == nil && fd.Name.Name == "init" {
				found = append(found, filepath.ToSlash(path))
			}
		}
		return nil
	})
	if err != nil || !slices.Equal(found, []string{"../plugin/plugin.go"}) {
		t.Errorf("init functions in %v (%v)", found, err)
	}
}
