package gopls

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"rootUri":"file:///old","workspaceFolders":[{"uri":"file:///home/u/my%20code","name":"a"},{"uri":"untitled:b","name":"b"}]}}`

func TestPeek(t *testing.T) {
	message := fmt.Sprintf("Content-Type: x\r\ncontent-length: %d\r\n\r\n%s", len(initialize), initialize)
	for _, in := range []string{
		message + "Content-Length: 2\r\n\r\n{}",
		message[:len(message)-9], // cut off
		"Content-Length: no\r\n\r\n{}",
		"help\n",
		"",
	} {
		first, rest := peek(strings.NewReader(in))
		after, err := io.ReadAll(rest)
		if err != nil || string(first)+string(after) != in {
			t.Errorf("of %q gopls gets %q, %v", in, string(first)+string(after), err)
		}
	}
	first, _ := peek(strings.NewReader(message + "Content-Length: 2\r\n\r\n{}"))
	if got, want := folders(first), []string{filepath.FromSlash("/home/u/my code")}; !slices.Equal(got, want) {
		t.Errorf("folders %q, want %q", got, want)
	}
	if got := folders([]byte("Content-Length: 44\r\n\r\n" + `{"params":{"rootUri":"file:///old"}}`)); len(got) != 1 {
		t.Errorf("folders %q, want the root", got)
	}
}

func TestServesStdin(t *testing.T) {
	for args, want := range map[string]bool{
		"": true, "serve": true, "-vv serve": true, "-mode=stdio": true, "-rpc.trace": true,
		"version": false, "check a.go": false, "-h": false, "--help": false,
		"-remote=auto": false, "serve -listen=:1": false, "-logfile x serve": false,
	} {
		if got := servesStdin(strings.Fields(args)); got != want {
			t.Errorf("servesStdin(%q) = %v", args, got)
		}
	}
}

func module(t *testing.T, dir, config string) string {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.26.0\n", ".faultlint.yml": config} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Every configuration in sight has a name of its own, as gopls keeps results under names.
func TestSalt(t *testing.T) {
	dir := t.TempDir()
	name := func(root, inner string) string {
		module(t, dir, root)
		module(t, filepath.Join(dir, "sub", "inner"), inner)
		module(t, filepath.Join(dir, "vendor", "x"), inner+"#")
		return passes("", []string{dir})[0].Analyzer.Requires[0].Name
	}
	seen := make(map[string]string)
	for _, c := range [][2]string{{"", ""}, {"disable: [ctxwait]\n", ""}, {"", "disable: [ctxwait]\n"}, {"tests: true\n", ""}} {
		n := name(c[0], c[1])
		if was, ok := seen[n]; ok {
			t.Errorf("%q and %q are both %s", c, was, n)
		}
		seen[n] = fmt.Sprint(c)
	}
	if again := name("", ""); seen[again] != fmt.Sprint([2]string{}) {
		t.Errorf("the first configuration is %s now", again)
	}
}

func TestPasses(t *testing.T) {
	dir := module(t, t.TempDir(), "enable: [ctxmissing]\nseverity:\n  - severity: note\n    passes: [ctxwait]\n")
	find := func(list []Pass, name string) Pass {
		for _, p := range list {
			if p.Analyzer.Name == name {
				return p
			}
		}
		t.Fatalf("there is no %s", name)
		return Pass{}
	}
	plain := passes("", []string{t.TempDir()})
	if p := find(plain, "ctxmissing"); !p.Off {
		t.Error("ctxmissing is on by default")
	}
	if p := find(plain, "ctxwait"); p.Off || p.Severity != 2 {
		t.Errorf("ctxwait is %+v", p)
	}
	list := passes("", []string{dir})
	if p := find(list, "ctxmissing"); p.Off {
		t.Error("ctxmissing is off though it is enabled")
	}
	if p := find(list, "ctxwait"); p.Severity != 3 {
		t.Errorf("ctxwait has severity %d, want that of a note", p.Severity)
	}
	if p := find(passes(filepath.Join(dir, ".faultlint.yml"), nil), "ctxwait"); p.Analyzer == nil {
		t.Error("no passes without a workspace")
	}
	find(passes(filepath.Join(dir, "gone.yml"), nil), "faultlint")
	var as []*analysis.Analyzer
	for _, p := range list {
		as = append(as, p.Analyzer)
	}
	if err := analysis.Validate(as); err != nil {
		t.Error(err)
	}
}

type fact struct{}

func (*fact) AFact() {}

// run runs analyzers on an empty package and returns what they report, each after its name.
func run(t *testing.T, list []Pass) []string {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", "package p\n", 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg := types.NewPackage("p", "p")
	var got []string
	results := make(map[*analysis.Analyzer]any)
	var do func(a *analysis.Analyzer)
	do = func(a *analysis.Analyzer) {
		if _, ok := results[a]; ok {
			return
		}
		for _, r := range a.Requires {
			do(r)
		}
		res, err := a.Run(&analysis.Pass{
			Analyzer: a, Fset: fset, Files: []*ast.File{f}, Pkg: pkg, ResultOf: results,
			Report: func(d analysis.Diagnostic) { got = append(got, a.Name+": "+d.Message) },
		})
		if err != nil {
			t.Errorf("%s: %v", a.Name, err)
		}
		results[a] = res
	}
	for _, p := range list {
		do(p.Analyzer)
	}
	return got
}

func TestGuard(t *testing.T) {
	for _, tc := range []struct {
		shared, rule bool // panics
		want         []string
	}{
		{false, false, []string{"rule: found"}},
		{false, true, []string{"rule: internal error: rule panicked: bang; please report this"}},
		{true, false, []string{"faultlint: internal error: shared panicked: bang; please report this"}},
	} {
		shared := &analysis.Analyzer{
			Name: "shared", FactTypes: []analysis.Fact{new(fact)}, ResultType: reflect.TypeFor[*int](),
			Run: func(*analysis.Pass) (any, error) {
				if tc.shared {
					panic("bang")
				}
				return new(int), nil
			},
		}
		rule := &analysis.Analyzer{Name: "rule", Requires: []*analysis.Analyzer{shared}, Run: func(p *analysis.Pass) (any, error) {
			_ = *p.ResultOf[shared].(*int)
			if tc.rule {
				panic("bang")
			}
			p.Report(analysis.Diagnostic{Message: "found"})
			return nil, nil
		}}
		list := []Pass{{Analyzer: rule}, {Analyzer: itself(shared, nil, nil)}}
		Guard(list)
		if got := run(t, list); !slices.Equal(got, tc.want) {
			t.Errorf("reported %q, want %q", got, tc.want)
		}
	}
}

// A panic in another goroutine than the analyzer's ends gopls, and none can be caught there.
func TestNoGoroutines(t *testing.T) {
	for _, dir := range []string{"analyzers", "internal/api", "internal/blocking", "internal/code", "internal/config", "internal/ctxflow",
		"internal/directive", "internal/durations", "internal/effects", "internal/facts", "internal/handlers", "internal/retry",
		"internal/rule", "internal/summary", "internal/waits"} {
		err := filepath.WalkDir(filepath.Join("..", dir), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() && d.Name() == "testdata" {
				return cmp.Or(err, filepath.SkipDir)
			}
			if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return nil
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if _, ok := n.(*ast.GoStmt); ok {
					t.Errorf("%s starts a goroutine", path)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Errorf("%s: %v", dir, err)
		}
	}
}
