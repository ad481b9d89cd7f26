package analyzers_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// noctxLeft says of the calls that noctx reports why the suite says nothing about
// them although a context is at hand.
var noctxLeft = map[string]string{
	"http.NewRequest":     "the request is not sent, or gets its context later",
	"newRequest":          "as http.NewRequest",
	"httptest.NewRequest": "a request that is not sent",
	"exec.Command":        "the command is not run",
	"net.Listen":          "listening does not wait",
	"net.ListenPacket":    "listening does not wait",
	"net.LookupPort":      "a table on this machine",
	"f":                   "a library's function in a variable is not followed",
	"m":                   "as f",
	"tx.Stmt":             "known to make a statement only",
}

// noctxMore are the lines on which the suite says something and noctx does not.
var noctxMore = map[string]string{
	"http_request/http_request.go:75:": "where a request made without a context is sent",
	"sql/sql.go:34:":                   "a context that is made up, which is ctxdetach's",
}

// TestNoctx gives the functions of noctx's test data a context and asks which of
// the calls that noctx reports the suite does by default, without ctxmissing.
// With it the lines are the same; see TestNoctx of that pass.
func TestNoctx(t *testing.T) {
	dir := moduleDir(t, "github.com/sonatard/noctx@v0.5.1")
	files, err := filepath.Glob(filepath.Join(dir, "testdata", "src", "*", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no test data: %v", err)
	}
	out := t.TempDir()
	want := regexp.MustCompile("// want `.*$")
	called := regexp.MustCompile(`[\w.]+\(`)
	type line struct {
		name string
		n    int
	}
	expected := make(map[line]string)
	funcs := 0
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(filepath.Dir(file)) + "/" + filepath.Base(file)
		lines := strings.Split(string(src), "\n")
		for i, l := range lines {
			if want.MatchString(l) {
				l = strings.TrimSpace(want.ReplaceAllString(l, ""))
				expected[line{name, i + 1}] = strings.TrimSuffix(called.FindString(l), "(")
			}
			if strings.HasPrefix(l, "func _()") {
				funcs++
				l = strings.Replace(l, "func _()", fmt.Sprintf("func _%d(ctx context.Context)", funcs), 1)
			}
			if strings.TrimSpace(l) == "ctx := context.Background()" {
				l = "_ = ctx"
			}
			lines[i] = l
		}
		text := strings.Join(lines, "\n")
		if !strings.Contains(text, `"context"`) {
			text = strings.Replace(text, "import (", `import ("context";`, 1)
		}
		to := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	found := make(map[line]bool)
	for _, f := range findings(t, out) {
		rel, err := filepath.Rel(out, f.Pos.File)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.ToSlash(rel)
		at := line{name, f.Pos.Line}
		found[at] = true
		if expected[at] == "" && noctxMore[fmt.Sprintf("%s:%d:", name, at.n)] == "" {
			t.Errorf("%s:%d: %s is not one of noctx's", name, at.n, f.Message)
		}
		for _, r := range f.Related {
			if strings.HasPrefix(r.Message, "waits too: ") {
				found[line{name, r.Pos.Line}] = true // one finding for all calls of a function
			}
		}
	}
	left := 0
	for l, call := range expected {
		if !found[l] {
			left++
			if noctxLeft[call] == "" {
				t.Errorf("%s:%d: nothing is said about %s", l.name, l.n, call)
			}
		}
	}
	t.Logf("%d of %d lines", len(expected)-left, len(expected))
}
