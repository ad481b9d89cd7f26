package analyzers_test

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/faultlint/faultlint/analyzers"
	"github.com/faultlint/faultlint/internal/driver"
	"github.com/faultlint/faultlint/internal/report"
)

// moduleDir returns where the source of a module is, after the go command has
// fetched it. What is read from there is not kept here.
func moduleDir(t *testing.T, module string) string {
	t.Helper()
	if os.Getenv("FAULTLINT_OUTSIDE") == "" {
		t.Skip("FAULTLINT_OUTSIDE is not set")
	}
	cmd := exec.Command("go", "mod", "download", "-json", module)
	cmd.Dir = t.TempDir()
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("%s cannot be fetched: %v", module, err)
	}
	var m struct{ Dir string }
	if err := json.Unmarshal(out, &m); err != nil {
		t.Fatal(err)
	}
	return m.Dir
}

// runOver runs the suite over a folder and returns the findings by file, as
// "line: message (pass)".
func runOver(t *testing.T, dir string) map[string][]string {
	t.Helper()
	out := make(map[string][]string)
	for _, f := range findings(t, dir) {
		rel, err := filepath.Rel(dir, f.Pos.File)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.ToSlash(rel)] = append(out[filepath.ToSlash(rel)], fmt.Sprintf("%d: %s (%s)", f.Pos.Line, f.Message, f.Analyzer))
	}
	return out
}

func findings(t *testing.T, dir string) []report.Finding {
	t.Helper()
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module outside\n\ngo 1.25.0\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	res, err := driver.Run(context.Background(), driver.Options{Dir: dir, Patterns: []string{"./..."}, Analyzers: analyzers.All()})
	if err != nil {
		t.Fatal(err)
	}
	return res.Findings
}

// A sample is a program of gosec's own tests, with how often it is wrong.
type sample struct {
	about string
	files []string
	wrong int
}

// gosecSamples reads the samples of a rule from gosec's source.
func gosecSamples(t *testing.T, file string) []sample {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var out []sample
	ast.Inspect(f, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok || lit.Type != nil || len(lit.Elts) != 3 {
			return true
		}
		files, ok := lit.Elts[0].(*ast.CompositeLit)
		count, ok2 := lit.Elts[1].(*ast.BasicLit)
		if !ok || !ok2 {
			return true
		}
		var s sample
		s.wrong, _ = strconv.Atoi(count.Value)
		for _, e := range files.Elts {
			src, _ := strconv.Unquote(e.(*ast.BasicLit).Value)
			s.files = append(s.files, src)
		}
		for _, g := range f.Comments {
			if d := fset.Position(lit.Pos()).Line - fset.Position(g.End()).Line; d >= 0 && d <= 1 {
				s.about = strings.TrimSpace(strings.ReplaceAll(g.Text(), "\n", " "))
			}
		}
		out = append(out, s)
		return false
	})
	return out
}

// TestGosecContext runs the suite over the samples of gosec's rule on contexts.
func TestGosecContext(t *testing.T) {
	all := gosecSamples(t, filepath.Join(moduleDir(t, "github.com/securego/gosec/v2@v2.30.0"), "testutils", "g118_samples.go"))
	dir := t.TempDir()
	for i, s := range all {
		for j, src := range s.files {
			name := filepath.Join(dir, fmt.Sprintf("s%03d", i), fmt.Sprintf("f%d.go", j))
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(src), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	found := make(map[int][]string)
	for file, fs := range runOver(t, dir) {
		i, err := strconv.Atoi(file[1:4])
		if err != nil {
			t.Fatal(err)
		}
		found[i] = append(found[i], fs...)
	}
	inScope, hit, flagged := 0, 0, 0
	for i, s := range all {
		if s.wrong == 0 {
			if len(found[i]) > 0 && i != 16 {
				flagged++
			}
			if _, ok := gosecRight[i]; ok != (len(found[i]) > 0) {
				t.Errorf("right sample %d (%s): %q", i, s.about, found[i])
			}
			continue
		}
		out := gosecScope(i)
		if out != "" {
			if len(found[i]) > 0 {
				t.Errorf("wrong sample %d (%s) is found, though out of scope (%s): %q", i, s.about, out, found[i])
			}
			continue
		}
		inScope++
		why, missed := gosecMissed[i]
		switch {
		case len(found[i]) > 0:
			hit++
			if missed {
				t.Errorf("wrong sample %d (%s) is found now: take its reason out: %q", i, s.about, found[i])
			}
		case !missed:
			t.Errorf("wrong sample %d (%s) is not found", i, s.about)
		default:
			t.Logf("not found: %d (%s): %s", i, s.about, why)
		}
	}
	t.Logf("%d of %d wrong samples in scope found, %d of all right ones flagged", hit, inScope, flagged)
	if hit*100 < inScope*80 || flagged > 2 {
		t.Errorf("%d of %d found, %d right ones flagged", hit, inScope, flagged)
	}
}

// The samples are counted from 0, in the order of the file.

// gosecRight are right samples that are flagged, and why that is right.
var gosecRight = map[int]string{
	23: "it looks at Done between two calls of http.Get, which do not end with the context",
	33: "its requests are made without the context that it takes",
	16: "it is wrong, as gosec says itself, which does not find it: its loop never ends",
}

// gosecMissed are wrong samples in scope that are not found, and why.
var gosecMissed = map[int]string{
	32: "whether a Read of an io.Reader waits is not known, and a loop that may wait is left to the passes about waits",
	76: "as 32",
}

// gosecScope says why a wrong sample is of no kind that the suite is about, ""
// if it is.
func gosecScope(i int) string {
	switch i {
	case 1, 10, 11, 17, 25, 27, 29, 35, 40, 42, 63, 83, 84, 92, 95, 105:
		return "a cancel function that is never called: vet's lostcancel says so"
	case 0, 12, 14, 24, 66, 67, 72, 73:
		return "a goroutine with a context of its own, for which nobody waits: that it is to end with its starter is not known"
	}
	return ""
}

var wanted = regexp.MustCompile(`// want`)

// compare runs the suite over another linter's test data, and compares, by line,
// what it says with what the other wants. Differences must be in the tables, by
// function: theirs are lines that only the other reports, ours those that only
// the suite does.
// The data is changed by edit first, if that is not nil.
func compare(t *testing.T, from string, edit *strings.Replacer, theirs, ours map[string]string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	if edit != nil {
		files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		for _, name := range files {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(edit.Replace(string(src))), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	found := runOver(t, dir)
	both, onlyTheirs, onlyOurs := 0, make(map[string]int), make(map[string]int)
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		said := make(map[int]string)
		for _, f := range found[filepath.ToSlash(rel)] {
			line, _, _ := strings.Cut(f, ":")
			n, _ := strconv.Atoi(line)
			said[n] = f
		}
		in := enclosing(t, path, src)
		for i, text := range strings.Split(string(src), "\n") {
			line := i + 1
			want := wanted.MatchString(text) && !strings.HasPrefix(text, "package ")
			switch {
			case want && said[line] != "":
				both++
			case want:
				onlyTheirs[in(line)]++
			case said[line] != "":
				onlyOurs[in(line)]++
				t.Logf("only here: %s: %s", in(line), said[line])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	explain(t, "only theirs", onlyTheirs, theirs)
	explain(t, "only ours", onlyOurs, ours)
	t.Logf("%d lines in both, %d only theirs, %d only ours", both, sum(onlyTheirs), sum(onlyOurs))
}

// explain fails for functions with a difference that has no reason, and for
// reasons without a difference. The reason at "" is that of all others.
func explain(t *testing.T, what string, got map[string]int, why map[string]string) {
	t.Helper()
	var names []string
	for name := range got {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if why[name] == "" && why[""] == "" {
			t.Errorf("%s: %d in %s", what, got[name], name)
		}
	}
	for name := range why {
		if name != "" && got[name] == 0 {
			t.Errorf("%s: nothing in %s any more: take its reason out", what, name)
		}
	}
}

func sum(m map[string]int) (n int) {
	for _, k := range m {
		n += k
	}
	return n
}

// enclosing returns a function that names the declaration around a line.
func enclosing(t *testing.T, path string, src []byte) func(line int) string {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, src, 0)
	if err != nil {
		t.Fatal(err)
	}
	return func(line int) string {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if ok && fset.Position(fd.Pos()).Line <= line && line <= fset.Position(fd.End()).Line {
				return fd.Name.Name
			}
		}
		return "file"
	}
}

// TestContextcheck compares with contextcheck, which asks whether a context is
// handed on, whatever is called.
func TestContextcheck(t *testing.T) {
	dir := moduleDir(t, "github.com/kkHAIKE/contextcheck@v1.1.6")
	data := filepath.Join(dir, "testdata", "src", "a")
	t.Run("as it is", func(t *testing.T) {
		compare(t, data, nil, map[string]string{
			"": "what is called does not wait, so that there is nothing that the caller's context should end",
		}, nil)
	})
	// What is called with a context now waits, as long as the context lets it.
	const wait = " { new(sql.DB).PingContext(ctx) }"
	edit := strings.NewReplacer(
		`"net/http"`, `"database/sql"; "net/http"`,
		"func f2(ctx context.Context) {}", "func f2(ctx context.Context)"+wait,
		"r *http.Request) {\n}", "r *http.Request)"+wait,
	)
	t.Run("waiting", func(t *testing.T) {
		compare(t, data, edit, map[string]string{
			"f1":  "f3 and what calls it are reported once, where f3 makes a context",
			"f12": "as f1", "f13": "as f1",
			"f4":  "reported where the context is made, a line above",
			"f16": "a literal that is returned: who runs it, and when, is not known", "f17": "as f16",
		}, map[string]string{
			"f3":  "where f1, f6, f12 and f13 are cut off",
			"f4":  "where the context is made",
			"f14": "silenced by a comment for contextcheck",
		})
	})
}

// TestFatcontext compares with fatcontext, which is about contexts that grow
// from turn to turn.
func TestFatcontext(t *testing.T) {
	dir := moduleDir(t, "go.augendre.info/fatcontext@v0.10.1")
	compare(t, filepath.Join(dir, "pkg", "analyzer", "testdata", "src", "common"), nil, map[string]string{
		"": "what is slow about a chain of values is no wait",
	}, nil)
}

// TestLostcancel compares with vet's lostcancel, on the test data of its package.
func TestLostcancel(t *testing.T) {
	moduleDir(t, "go.augendre.info/fatcontext@v0.10.1") // skips if the outside is not wanted
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/tools").Output()
	if err != nil {
		t.Skip(err)
	}
	for _, pkg := range []string{"a", "b", "typeparams"} {
		t.Run(pkg, func(t *testing.T) {
			compare(t, filepath.Join(strings.TrimSpace(string(out)), "go", "analysis", "passes", "lostcancel", "testdata", "src", pkg), nil, map[string]string{
				"": "that a cancel function is not called is left to vet",
			}, nil)
		})
	}
}
