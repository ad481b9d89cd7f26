package orphan_test

import (
	"go/ast"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/faultlint/faultlint/analyzers/ctxwait"
	"github.com/faultlint/faultlint/analyzers/orphan"
)

// leaks are the programs of Go's own tests of the goroutine-leak profile that
// leak by channels alone, or by channels and contexts, and why those that are
// not found are not. The rest leak by locks and conditions, which no rule of
// the suite is about. In simple.go and commonpatterns.go each function is a program.
var leaks = map[string]string{
	"NilRecv": "", "NilSend": "", "SelectNoCases": "", "ChanRecv": "", "ChanSend": "", "Select": "",
	"noCloseRange": "", "earlyReturn": "", "nCastLeak": "", "timeout": "",
	"workerLifecycle": "whether somebody else calls Stop on the worker is not known",
	"doubleSend":      "one function sends on two channels of different room",

	"cockroach10790":  "channels in a slice are not followed",
	"cockroach13197":  "a context that a caller may cancel by an exported method",
	"cockroach13755":  "a context whose cancel function is kept in a field",
	"cockroach2448":   "two loops that wait for each other, each with a stop case",
	"cockroach24808":  "room for one, filled twice by different functions before the receiver starts",
	"cockroach25456":  "",
	"cockroach35073":  "a receive with a default in another method may make room",
	"cockroach35931":  "",
	"etcd6857":        "",
	"grpc1275":        "",
	"grpc1424":        "",
	"grpc660":         "",
	"grpc862":         "a context whose cancel function is kept in a field",
	"istio17860":      "",
	"istio18454":      "the receiver is a closure run by a worker of another object",
	"kubernetes25331": "",
	"kubernetes38669": "",
	"kubernetes5316":  "",
	"kubernetes70277": "a nil channel that a callback did not set",
	"moby21233":       "",
	"moby33781":       "",
	"syncthing5795":   "",
}

// TestGoroutineLeakPrograms looks for leaks in the programs of the Go
// distribution. It is slow and depends on the distribution, so it runs only if
// FAULTLINT_OUTSIDE is set.
func TestGoroutineLeakPrograms(t *testing.T) {
	if os.Getenv("FAULTLINT_OUTSIDE") == "" {
		t.Skip("FAULTLINT_OUTSIDE is not set")
	}
	src := filepath.Join(runtime.GOROOT(), "src", "runtime", "testdata", "testgoroutineleakprofile")
	if _, err := os.Stat(src); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(src)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module leak\n\ngo 1.26.0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Dir: dir}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{orphan.Analyzer, ctxwait.Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]bool)
	for _, act := range graph.Roots {
		for _, d := range act.Diagnostics {
			pos := act.Package.Fset.Position(d.Pos)
			found[strings.TrimSuffix(filepath.Base(pos.Filename), ".go")] = true
			for _, f := range act.Package.Syntax {
				for _, decl := range f.Decls {
					if decl.Pos() <= d.Pos && d.Pos < decl.End() {
						found[declName(decl)] = true
					}
				}
			}
		}
	}
	var names []string
	for name := range leaks {
		names = append(names, name)
	}
	sort.Strings(names)
	n := 0
	for _, name := range names {
		why := leaks[name]
		switch {
		case found[name]:
			n++
			if why != "" {
				t.Errorf("%s is found now: take its reason out", name)
			}
		case why == "":
			t.Errorf("%s is not found", name)
		default:
			t.Logf("not found: %s: %s", name, why)
		}
	}
	t.Logf("%d of %d found", n, len(names))
	if n*100 < len(names)*60 {
		t.Errorf("only %d of %d found", n, len(names))
	}
}

func declName(decl ast.Decl) string {
	if fd, ok := decl.(*ast.FuncDecl); ok {
		return fd.Name.Name
	}
	return ""
}
