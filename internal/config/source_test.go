package config

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/faultlint/faultlint/internal/severity"
)

// tree writes files below a new directory.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOMODCACHE", filepath.Join(dir, "mod"))
	t.Setenv("GOWORK", "")
	return dir
}

var world = map[string]string{
	"work/go.work":                                 "go 1.26\n\nuse ./app\n\nuse ./lib\n",
	"work/app/go.mod":                              "module example.com/app\n\ngo 1.26\n\nrequire (\n\texample.com/lib v1.0.0\n\texample.com/Ships v1.2.0\n\texample.com/old v1.0.0\n)\n\nreplace example.com/old => ../old\n",
	"work/app/.faultlint.yml":                      "disable: [ctxwait]\nseverity: [{severity: note}, {severity: error, passes: [ctxloop]}]\nexclude: [{paths: [gen], passes: [ctxblock]}, {paths: [x], text: Sleep}]\n",
	"work/app/x/x.go":                              "package x\n",
	"work/app/vendor/v.com/v/v.go":                 "package v\n",
	"work/lib/go.mod":                              "module example.com/lib\n\ngo 1.26\n",
	"work/lib/.faultlint.yml":                      "disable: [ctxloop]\nknowledge: {nonblocking: [example.com/lib.Quick]}\n",
	"work/lib/lib.go":                              "package lib\n\nfunc Quick() {}\n",
	"work/old/go.mod":                              "module example.com/old\n\ngo 1.26\n",
	"work/old/.faultlint.yml":                      "knowledge: {idempotent: [example.com/old.Put, example.com/app/x.Put]}\n",
	"mod/example.com/!ships@v1.2.0/go.mod":         "module example.com/Ships\n\ngo 1.26\n",
	"mod/example.com/!ships@v1.2.0/.faultlint.yml": "tests: true\ndisable: [orphan]\nknowledge:\n  blocking:\n    - func: example.com/Ships/a.Wait\n    - func: example.com/Ships/a.Other\n      fresh: true\n",
	"mod/example.com/!ships@v1.2.0/a/a.go":         "package a\n",
	"mod/example.com/none@v1.0.0/go.mod":           "module example.com/none\n\ngo 1.26\n",
}

func TestFor(t *testing.T) {
	dir := tree(t, world)
	s, err := NewSource("", nil)
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) *Setup { return s.For(filepath.Join(dir, filepath.FromSlash(name))) }

	app := at("work/app/x")
	if app != at("work/app") || app.Err != nil || app.Enabled("ctxwait", false) || !app.Enabled("ctxloop", false) || app.Enabled("ctxmissing", true) {
		t.Errorf("app: %+v", app)
	}
	if got := app.Severities(); got["ctxloop"] != severity.Error || got["ctxwait"] != severity.Note {
		t.Errorf("severities are %v", got)
	}
	for _, tc := range []struct {
		file, pass string
		want       bool
	}{
		{"work/app/gen/a.go", "ctxblock", true}, {"work/app/gen/a.go", "ctxdrop", false},
		{"work/app/x/a.go", "ctxblock", false}, {"work/gen/a.go", "ctxblock", false},
	} {
		if got := app.Excluded(filepath.Join(dir, filepath.FromSlash(tc.file)), tc.pass, "time.After waits"); got != tc.want {
			t.Errorf("%s of %s is excluded: %v", tc.file, tc.pass, got)
		}
	}
	if x := filepath.Join(dir, "work", "app", "x", "x.go"); !app.Excluded(x, "ctxwait", "time.Sleep waits") {
		t.Error("a text is not excluded")
	}
	// What its dependencies say of themselves: of the workspace, from the module cache, replaced.
	var shipped []string
	for _, sh := range app.Shipped {
		shipped = append(shipped, sh.Module)
	}
	if got := strings.Join(shipped, " "); got != "example.com/lib example.com/Ships example.com/old" {
		t.Errorf("knowledge is shipped by %s", got)
	}
	if !app.Table.Intent("example.com/lib.Quick").NonBlocking || app.Table.Call("example.com/Ships/a.Wait") == nil || !app.Table.Intent("example.com/old.Put").Idempotent {
		t.Error("what modules say of themselves is not known")
	}
	if app.Table.Call("example.com/Ships/a.Other") != nil || app.Table.Intent("example.com/app/x.Put").Idempotent {
		t.Error("what is not understood, or not on the module itself, is known")
	}
	if app.Tests.Or(false) || !app.Enabled("orphan", false) {
		t.Error("a dependency steers more than what is known of it")
	}

	// Packages of a dependency: what it says of itself, and nothing of its user.
	if ships := at("mod/example.com/!ships@v1.2.0/a"); !ships.Enabled("ctxwait", false) || !ships.Enabled("orphan", false) || ships.Table.Call("example.com/Ships/a.Wait") == nil {
		t.Errorf("of a dependency: %+v", ships)
	}
	for _, plain := range []string{"mod/example.com/none@v1.0.0", "work/app/vendor/v.com/v", "nowhere"} {
		if got := at(plain); got.Digest != "" || got.Facts != "" || !got.Enabled("ctxwait", false) {
			t.Errorf("%s has a configuration: %+v", plain, got)
		}
	}
	if lib := at("work/lib"); lib.Enabled("ctxloop", false) || !lib.Enabled("ctxwait", false) {
		t.Errorf("lib: %+v", lib)
	}
	if all := s.All(filepath.Join(dir, "work", "app")); len(all) != 2 {
		t.Errorf("%d configurations are in force in the workspace", len(all))
	}
}

// Whatever a finding or fact follows from is in the digests.
func TestDigests(t *testing.T) {
	digests := func(change map[string]string, file string, over *Config) [3]string {
		files := map[string]string{}
		for k, v := range world {
			files[k] = v
		}
		for k, v := range change {
			files[k] = v
		}
		dir := tree(t, files)
		if file != "" && file != None {
			file = filepath.Join(dir, filepath.FromSlash(file))
		}
		s, err := NewSource(file, over)
		if err != nil {
			t.Fatal(err)
		}
		app := filepath.Join(dir, "work", "app")
		setup := s.For(app)
		return [3]string{setup.Facts, setup.Digest, s.Digest(app)}
	}
	base := digests(nil, "", nil)
	if base != digests(nil, "", nil) {
		t.Error("digests are not the same in another directory")
	}
	yes := Config{Tests: On}
	for _, tc := range []struct {
		name                string
		change              map[string]string
		file                string
		over                *Config
		facts, here, around bool
	}{
		{"another pass", map[string]string{"work/app/.faultlint.yml": "disable: [ctxloop]"}, "", nil, false, true, true},
		{"knowledge", map[string]string{"work/app/.faultlint.yml": "knowledge: {nonblocking: [example.com/app/x.F]}"}, "", nil, true, true, true},
		{"of a dependency", map[string]string{"work/old/.faultlint.yml": "knowledge: {idempotent: [example.com/old.Get]}"}, "", nil, true, true, true},
		{"of the workspace", map[string]string{"work/lib/.faultlint.yml": "disable: [ctxwait]\nknowledge: {nonblocking: [example.com/lib.Quick]}\n"}, "", nil, false, true, true},
		{"another file", map[string]string{"f.yml": "disable: [ctxloop]"}, "f.yml", nil, false, true, true},
		{"none", nil, None, nil, true, true, true},
		{"over", nil, "", &yes, false, true, true},
		{"over that says nothing", nil, "", new(Config), false, false, false},
	} {
		got := digests(tc.change, tc.file, tc.over)
		if got[0] != base[0] != tc.facts || got[1] != base[1] != tc.here || got[2] != base[2] != tc.around {
			t.Errorf("%s: facts, here, around change: %v %v %v", tc.name, got[0] != base[0], got[1] != base[1], got[2] != base[2])
		}
	}
	if got := digests(nil, None, nil); got != [3]string{} {
		t.Errorf("without a configuration digests are %q", got)
	}
}

func TestVerify(t *testing.T) {
	dir := tree(t, map[string]string{
		"go.mod": "module example.com/app\n\ngo 1.26\n",
		"a.go":   "package app\n\ntype T[K any] struct{ F, g embedded; N int; embedded }\n\ntype embedded struct{}\n\nfunc (embedded) Up() {}\n\nfunc (*T[K]) Do() {}\n\ntype I interface{ Get(); embed }\n\ntype embed interface{ Put() }\n\nvar V, w embedded\n\nfunc Run() {}\n\nconst C = 1\n\nfunc Again(ctx context.Context, n int, f func() error, rest ...string) []byte { return nil }\n\nfunc (i I) Pay(id string) {}\n\ntype J interface{ Eat(context.Context) }\n\nfunc Dial() (*T, error) { return nil, nil }\n\nvar Text string\n",
		"b.go":   "//go:build never\n\npackage app\n\nfunc Never() {}\n",
	})
	for _, tc := range []struct{ knowledge, wrong string }{
		{"nonblocking: [example.com/app.Run, (*example.com/app.T).Do, example.com/app.T.Do, example.com/app.I.Get, example.com/app.Never, \"example.com/app.{Run,Never}\", example.com/app.R*, time.Sleep, (*net/http.Client).Do]", ""},
		{"clients: [{var: example.com/app.V, timeout: 1s}, {field: example.com/app.T.g, timeout: 1s}, {field: example.com/app.T.embedded, timeout: 1s}]", ""},
		{"handlers: [{type: example.com/app.T}, {interface: net/http.Handler}]", ""},
		{"nonblocking: [example.com/app.Rum]", "has no function Rum; is it Run?"},
		{"nonblocking: [example.com/app.Off*]", "has no function Off*"},
		{"nonblocking: [example.com/app.T.Up]", "has no method T.Up of its own; a method that an embedded type brings along is named by that type"},
		{"nonblocking: [example.com/app.I.Put]", "has no method I.Put"},
		{"nonblocking: [example.com/app.U.Do]", "has no type U"},
		{"nonblocking: [net/http.Gett]", "net/http has no function Gett; is it Get?"},
		{"nonblocking: [example.com/nowhere.Run]", "has a package example.com/nowhere"},
		{"clients: [{var: example.com/app.Run, timeout: 1s}]", "has no variable Run"},
		{"clients: [{field: example.com/app.T.H, timeout: 1s}]", "has no field T.H"},
		{"clients: [{field: example.com/app.T.f, timeout: 1s}]", "has no field T.f; is it F?"},
		{"handlers: [{type: example.com/app.S}]", "has no type S"},

		{"nonblocking: [\"example.com/app.{Ru*,nosuch}\"]", "has no function nosuch"},
		{"handlers: [{parameters: [context.Context, \"*example.com/app.T\"]}, {parameters: [\"map[string]net/http.Header\", \"func(...context.Context) <-chan time.Time\"]}, {interface: example.com/app.J, methods: [Eat]}, {interface: example.com/app.I, methods: [Put]}]", ""},
		{"handlers: [{parameters: [context.Context, \"*example.com/bus.Message\"]}]", "has a package example.com/bus"},
		{"handlers: [{parameters: [\"[]example.com/app.Q\"]}]", "has no type Q"},
		{"handlers: [{interface: example.com/app.J, methods: [Consume]}]", "handlers[0].methods: example.com/app.J has no method Consume"},
		{"not-idempotent: [{func: example.com/app.Run, does: pays, keys: [X-Key, example.com/app.Dial]}]", ""},
		{"not-idempotent: [{func: example.com/app.Run, does: pays, keys: [example.com/app.WithKey]}]", "has no function WithKey"},

		{"blocking: [{func: example.com/app.Again, context: 1}, {func: example.com/app.Run, twin: example.com/app.Again}]", ""},
		{"blocking: [{func: example.com/app.Again, context: 2}]", "knowledge.blocking[0].context: argument 2 of example.com/app.Again is not a context"},
		{"blocking: [{func: example.com/app.Run, context: 1}]", "example.com/app.Run has no arguments"},
		{"blocking: [{func: example.com/app.I.Pay, context: 3}]", "example.com/app.I.Pay has no argument 3, only 1"},
		{"blocking: [{func: example.com/app.Again, limit-argument: 3}]", "blocking[0].limit-argument: argument 3 of example.com/app.Again is not a duration"},
		{"blocking: [{func: example.com/app.Again, twin: example.com/app.Run}]", "blocking[0].twin: example.com/app.Run takes no context"},
		{"retries: [{func: example.com/app.Again, closure: 3, context: 1, attempts-argument: 2}]", ""},
		{"retries: [{func: example.com/app.Again, closure: 2}]", "retries[0].closure: argument 2 of example.com/app.Again is not a function"},
		{"retries: [{func: example.com/app.Again, closure: 3, attempts-argument: 9}]", "argument 9 of example.com/app.Again is not a number"},
		{"handlers: [{registered-by: example.com/app.Again, argument: 2}]", "argument 2 of example.com/app.Again is not a function or an object"},
		{"clients: [{func: example.com/app.Dial, timeout: 1s}, {field: example.com/app.T.F, timeout: 1s}]", ""},
		{"clients: [{func: example.com/app.Again, timeout: 1s}]", "clients[0].func: example.com/app.Again returns no client"},
		{"clients: [{var: example.com/app.C, timeout: 1s}]", "example.com/app.C is a constant, no client"},
		{"clients: [{var: example.com/app.Text, timeout: 1s}]", "example.com/app.Text is no client"},
		{"clients: [{field: example.com/app.T.N, timeout: 1s}]", "example.com/app.T.N is no client"},
	} {
		c, err := Parse("f.yml", []byte("knowledge: {"+tc.knowledge+"}"))
		if err != nil {
			t.Fatal(err)
		}
		err = (&Setup{Config: *c, Root: dir}).Verify(context.Background())
		if (err == nil) != (tc.wrong == "") || err != nil && (!strings.Contains(err.Error(), tc.wrong) || !strings.HasPrefix(err.Error(), "f.yml:1:")) {
			t.Errorf("%s: %v, want %q", tc.knowledge, err, tc.wrong)
		}
	}
}

func TestMerged(t *testing.T) {
	parse := func(text string) *Config {
		c, err := Parse("f.yml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	base := parse("disable: [ctxwait, ctxloop]\nenable: [ctxmissing]\ntests: true\noptions: {retrydelay: {jitter: everywhere, attempts: 4}}\nknowledge: {nonblocking: [a.com/b.C]}")
	over := parse("enable: [ctxwait]\ndisable: [ctxmissing]\ntests: false\noptions: {retrydelay: {attempts: 5}, notimeout: {everywhere: true}, retrybudget: {patience: 3s}}\nknowledge: {nonblocking: [a.com/b.D]}")
	want := parse("disable: [ctxloop, ctxmissing]\nenable: [ctxwait]\ntests: false\noptions: {retrydelay: {jitter: everywhere, attempts: 5}, notimeout: {everywhere: true}, retrybudget: {patience: 3s}}\nknowledge: {nonblocking: [a.com/b.D, a.com/b.C]}")
	got := base.merged(over)
	if a, b := string(got.Write()), string(want.Write()); a != b {
		t.Errorf("together they are\n%s, want\n%s", a, b)
	}
}
