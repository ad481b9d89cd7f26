// Package golangci tests the plugin in the real golangci-lint: the test binary
// is golangci-lint with the plugin.
package golangci

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"
	"github.com/golangci/plugin-module-register/register"
	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/combine"
	"github.com/faultlint/faultlint/internal/driver/drivertest"
	_ "github.com/faultlint/faultlint/plugin"
)

func TestMain(m *testing.M) {
	register.Plugin("toys", newToys)
	testscript.Main(m, map[string]func(){"golangci-lint": lint})
}

// lint is golangci-lint. It has no version, so that its cache goes by the hash
// of the executable.
func lint() {
	if err := commands.Execute(commands.BuildInfo{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitcodes.Failure)
	}
}

// toys are a linter like faultlint, but with passes that panic.
type toys struct{}

func newToys(any) (register.LinterPlugin, error) { return toys{}, nil }

func (toys) GetLoadMode() string { return register.LoadModeTypesInfo }

func (toys) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	passes := drivertest.New()
	var shared []*analysis.Analyzer
	for _, req := range passes[0].Requires {
		if len(req.FactTypes) > 0 {
			shared = append(shared, req)
		}
	}
	return combine.New("toys", "", shared, passes), nil
}

// root is the top directory of the repository.
const root = "../../.."

func TestScripts(t *testing.T) {
	top, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, goEnv(t)...)
			env.Setenv("GOLANGCI_LINT_CACHE", filepath.Join(env.WorkDir, ".cache"))
			env.Setenv("REPO", top)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"issues": cmdIssues,
			"lint":   cmdLint,
		},
		RequireExplicitExec: true,
	})
}

// goEnv is what the go command needs to find what is there already, and to
// look for nothing elsewhere.
func goEnv(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("go", "env", "-json", "GOCACHE", "GOMODCACHE", "GOFLAGS").Output()
	if err != nil {
		t.Fatal(err)
	}
	var vars map[string]string
	if err := json.Unmarshal(out, &vars); err != nil {
		t.Fatal(err)
	}
	return []string{
		"GOCACHE=" + vars["GOCACHE"],
		"GOMODCACHE=" + vars["GOMODCACHE"],
		"GOFLAGS=" + strings.TrimSpace(vars["GOFLAGS"]+" -mod=mod"),
		"GOPROXY=off", "GOTOOLCHAIN=local", "GOWORK=off",
	}
}

// cmdIssues compares the issues that golangci-lint run prints with the lines of
// a file, in any order: issues FILE [ARG…]. A line there that ends in "…" is
// the beginning of one. The exit code must fit.
func cmdIssues(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: issues FILE [ARG…]")
	}
	err := ts.Exec("golangci-lint", append([]string{"run", "--output.text.path=stdout", "--output.text.print-issued-lines=false", "--output.text.colors=false", "--show-stats=false"}, args[1:]...)...)
	got := lines(ts.ReadFile("stdout"))
	slices.Sort(got)
	want := lines(ts.ReadFile(args[0]))
	slices.Sort(want)
	if (err != nil) != (len(want) > 0) {
		ts.Fatalf("exit status %v with %d issues wanted", err, len(want))
	}
	if strings.Contains(ts.ReadFile("stdout"), "(related information)") {
		ts.Fatalf("related information became issues")
	}
	ok := len(got) == len(want)
	for i := 0; ok && i < len(got); i++ {
		prefix, cut := strings.CutSuffix(want[i], "…")
		ok = got[i] == want[i] || cut && strings.HasPrefix(got[i], prefix)
	}
	if !ok {
		ts.Fatalf("issues:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// cmdLint runs golangci-lint run, which must end with the given status: lint STATUS [ARG…].
func cmdLint(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: lint STATUS [ARG…]")
	}
	err := ts.Exec("golangci-lint", append([]string{"run"}, args[1:]...)...)
	status := 0
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		status = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if fmt.Sprint(status) != args[0] {
		ts.Fatalf("status %d, want %s", status, args[0])
	}
}

func lines(text string) []string {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}
