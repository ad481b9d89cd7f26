package golangci

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"
)

// A customFile is a .custom-gcl.yml.
type customFile struct {
	Version string
	Plugins []struct{ Module, Import, Version string }
}

func exampleCustom(t *testing.T) customFile {
	t.Helper()
	var c customFile
	if err := yaml.Unmarshal([]byte(read(t, filepath.Join(root, ".custom-gcl.example.yml"))), &c); err != nil {
		t.Fatal(err)
	}
	if len(c.Plugins) != 1 {
		t.Fatalf("the example has %d plugins", len(c.Plugins))
	}
	return c
}

// The example names the golangci-lint with which all of this is tested, and the
// module and package as they are.
func TestCustomExample(t *testing.T) {
	text := read(t, filepath.Join(root, ".custom-gcl.example.yml"))
	checkCustom(t, text)
	c := exampleCustom(t)
	if want := goList(t, "-m", "-f", "{{.Version}}", "github.com/golangci/golangci-lint/v2"); c.Version != want {
		t.Errorf("the example is for golangci-lint %s, these tests for %s", c.Version, want)
	}
	p := c.Plugins[0]
	if out := goList(t, "-f", "{{.Name}} {{.Module.Path}}", p.Import); out != "plugin "+p.Module {
		t.Errorf("%s of module %s is %s", p.Import, p.Module, out)
	}
}

// checkCustom checks a .custom-gcl.yml as golangci-lint's schema has it.
func checkCustom(t *testing.T, text string) {
	t.Helper()
	var value any
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		t.Error(err)
		return
	}
	dir := goList(t, "-m", "-f", "{{.Dir}}", "github.com/golangci/golangci-lint/v2")
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(dir, "jsonschema", "custom-gcl.jsonschema.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("%v in\n%s", err, text)
	}
}

// checkConfig checks a .golangci.yml: by golangci-lint's schema, and the
// settings of faultlint by faultlint.
func checkConfig(t *testing.T, text string) {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, ".golangci.yml"), text)
	for _, args := range [][]string{{"config", "verify"}, {"linters"}} {
		cmd := exec.Command("golangci-lint", args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil || args[0] == "linters" && !strings.Contains(enabled(string(out)), "faultlint: ") {
			t.Errorf("golangci-lint %s: %v with\n%s\nsays\n%s", strings.Join(args, " "), err, text, out)
		}
	}
}

// enabled cuts what golangci-lint linters says about enabled linters.
func enabled(out string) string {
	out, _, _ = strings.Cut(out, "Disabled by your configuration linters")
	return out
}

// The example runs as it is. That it has every setting, with another value
// than the default, is tested with the plugin.
func TestExample(t *testing.T) {
	text := read(t, filepath.Join(root, ".golangci.example.yml"))
	checkConfig(t, text)
	dir := t.TempDir()
	write(t, filepath.Join(dir, ".golangci.yml"), text)
	write(t, filepath.Join(dir, "go.mod"), "module example.com/app\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "app.go"), waits)
	write(t, filepath.Join(dir, "internal", "legacy", "old.go"), strings.Replace(waits, "package app", "package legacy", 1))
	tool := newTool(t, dir)
	tool.config = filepath.Join(dir, ".golangci.yml")
	got := tool.issues()
	if want := "app.go:9:2: ctxwait: time.Sleep of 1m"; len(got) != 1 || !strings.HasPrefix(got[0], want) {
		t.Errorf("with the example golangci-lint finds\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}

// A plugin that needs a newer x/tools than golangci-lint drags that up in
// golangci-lint and can break it, and one that needs a newer Go cannot be built
// by those who have the one that golangci-lint asks for. Of other modules a
// newer patch is no danger.
func TestNotNewer(t *testing.T) {
	ours := goMod(t, filepath.Join(root, "go.mod"))
	theirs := goMod(t, filepath.Join(goList(t, "-m", "-f", "{{.Dir}}", "github.com/golangci/golangci-lint/v2"), "go.mod"))
	if semver.Compare("v"+ours.Go.Version, "v"+theirs.Go.Version) > 0 {
		t.Errorf("faultlint needs Go %s, golangci-lint %s", ours.Go.Version, theirs.Go.Version)
	}
	for _, our := range ours.Require {
		for _, their := range theirs.Require {
			if our.Mod.Path != their.Mod.Path {
				continue
			}
			a, b := our.Mod.Version, their.Mod.Version
			if a != b && our.Mod.Path != "golang.org/x/tools" {
				a, b = semver.MajorMinor(a), semver.MajorMinor(b)
			}
			if semver.Compare(a, b) > 0 {
				t.Errorf("faultlint needs %s, golangci-lint %s", our.Mod, their.Mod)
			}
		}
	}
}

func goMod(t *testing.T, file string) *modfile.File {
	t.Helper()
	f, err := modfile.Parse(file, []byte(read(t, file)), nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
