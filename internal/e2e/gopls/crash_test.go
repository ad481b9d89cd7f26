package gopls_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// crashes makes passes of the suite panic on packages that say so.
const crashes = `package main

import (
	"golang.org/x/tools/go/analysis"
)

func init() {
	first := passes[0].Analyzer
	for _, a := range []*analysis.Analyzer{first, first.Requires[0]} {
		run := a.Run
		a.Run = func(pass *analysis.Pass) (any, error) {
			if pass.Pkg.Scope().Lookup("crash_" + a.Name) != nil {
				panic("crash on purpose")
			}
			return run(pass)
		}
	}
}
`

// A pass that panics says so where it happens, the other passes go on, and gopls lives.
func TestCrash(t *testing.T) {
	bin := build(t, newest(t), map[string]string{"crash.go": crashes})
	ws, _ := workspace(t)
	app := filepath.Join(ws, "app", "app.go")
	text, err := os.ReadFile(app)
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, bin, ws, t.TempDir(), nil)
	s.open(app)
	s.await(app, "ctxblock reports", has("ctxblock"))

	says := func(name string) func([]diagnostic) bool {
		return func(ds []diagnostic) bool {
			n := 0
			for _, d := range ds {
				if d.Code == "crash" && strings.Contains(d.Message, name+" panicked: crash on purpose") {
					n++
				}
			}
			return n == 1
		}
	}
	s.change(app, string(text)+"\nvar crash_ctxblock int\n")
	got := s.await(app, "ctxblock says that it panicked", says("ctxblock"))
	if !has("ctxwait")(got) {
		t.Errorf("ctxwait does not go on when ctxblock panics:\n%s", show(got))
	}
	s.change(app, string(text)+"\nvar crash_faultsummary int\n")
	got = s.await(app, "faultsummary says that it panicked", says("faultsummary"))
	if has("ctxwait")(got) {
		t.Errorf("ctxwait reports without what it needs:\n%s", show(got))
	}
	s.change(app, string(text))
	s.await(app, "all is well again", func(ds []diagnostic) bool {
		return has("ctxwait")(ds) && has("ctxblock")(ds) && !strings.Contains(show(ds), "panicked")
	})
}
