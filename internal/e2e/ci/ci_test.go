// Package ci has the linters of CI systems look at the examples that faultlint ships for them. It is a
// module of its own, so that nothing of it is a requirement of faultlint.
package ci

import (
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rhysd/actionlint"
)

func examples(t *testing.T, pattern string) []string {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	return files
}

func TestGitHubActions(t *testing.T) {
	opts := &actionlint.LinterOptions{}
	if path, err := exec.LookPath("shellcheck"); err == nil {
		opts.Shellcheck = path
	}
	linter, err := actionlint.NewLinter(io.Discard, opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range examples(t, "docs/examples/github-*.yml") {
		errs, err := linter.LintFile(file, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range errs {
			t.Error(e)
		}
	}
	// It can say no.
	errs, err := linter.Lint("bad.yml", []byte("on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v6\n        with: {fetch-deep: 0}\n"), nil)
	if err != nil || len(errs) == 0 {
		t.Errorf("an input that does not exist is taken for right: %v", err)
	}
}

func TestPreCommit(t *testing.T) {
	tool, err := exec.LookPath("pre-commit")
	if err != nil {
		t.Skip("there is no pre-commit")
	}
	for command, pattern := range map[string]string{
		"validate-config":   "docs/examples/pre-commit-config.yaml",
		"validate-manifest": ".pre-commit-hooks.yaml",
	} {
		for _, file := range examples(t, pattern) {
			if out, err := exec.Command(tool, command, file).CombinedOutput(); err != nil {
				t.Errorf("pre-commit %s %s: %v\n%s", command, file, err, out)
			}
		}
	}
}

// npm install -g @microsoft/sarif-multitool
func TestSARIF(t *testing.T) {
	tool, err := exec.LookPath("sarif-multitool")
	if err != nil {
		t.Skip("there is no sarif-multitool")
	}
	for _, file := range examples(t, "internal/report/testdata/sarif.json") {
		out, err := exec.Command(tool, "validate", file, "--rule-kind", "Sarif;Gh", "--output", filepath.Join(t.TempDir(), "out.sarif")).CombinedOutput()
		if err != nil || strings.Contains(string(out), " SARIF") || strings.Contains(string(out), " GH") {
			t.Errorf("%s: %v\n%s", file, err, out)
		}
	}
}
