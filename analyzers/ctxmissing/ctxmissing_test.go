package ctxmissing_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/ctxmissing"
	"github.com/faultlint/faultlint/internal/rule"
)

func enabled() *rule.Suite {
	return rule.NewSuite(rule.Options{Enable: []string{"ctxmissing"}, Tests: true})
}

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), ctxmissing.New(enabled()), "a")
}

// By default it says nothing.
func TestOff(t *testing.T) {
	dir, cleanup, err := analysistest.WriteFiles(map[string]string{"a/a.go": "package a\n\nimport \"net/http\"\n\nfunc f() { http.Get(\"http://h\") }\n"})
	if err != nil {
		t.Fatal(err)
	}
	defer cleanup()
	analysistest.Run(t, dir, ctxmissing.New(rule.NewSuite(rule.Options{})), "a")
}

// TestNoctx runs the pass over the test packages of the linter noctx, given the
// directory of its module in FAULTLINT_NOCTX: it must report on every line on
// which that linter does, and on no other.
func TestNoctx(t *testing.T) {
	module := os.Getenv("FAULTLINT_NOCTX")
	if module == "" {
		t.Skip("FAULTLINT_NOCTX is not set to a directory of github.com/sonatard/noctx")
	}
	files, err := filepath.Glob(filepath.Join(module, "testdata", "src", "*", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no test packages in %s: %v", module, err)
	}
	want := regexp.MustCompile("(?m)// want `.*$")
	copies := make(map[string]string)
	n := 0
	var pkgs []string
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		n += len(want.FindAll(src, -1))
		pkg := filepath.Base(filepath.Dir(f))
		pkgs = append(pkgs, pkg)
		copies[pkg+"/"+filepath.Base(f)] = want.ReplaceAllString(string(src), "// want `takes no context`")
	}
	dir, cleanup, err := analysistest.WriteFiles(copies)
	if err != nil {
		t.Fatal(err)
	}
	defer cleanup()
	analysistest.Run(t, dir, ctxmissing.New(enabled()), pkgs...)
	t.Logf("%d expectations", n)
}
