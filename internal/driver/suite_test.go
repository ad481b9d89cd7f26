package driver

import (
	"context"
	"go/token"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/faultlint/faultlint/analyzers"
	"github.com/faultlint/faultlint/internal/rule"
)

// The suite must get through any code without a panic or an error: the standard library and what
// this module depends on are large and varied.
func TestSuiteOnStandardLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("type-checks the standard library")
	}
	opts := Options{Patterns: []string{"std"}, Analyzers: analyzers.New(rule.NewSuite(rule.Options{}))}
	d, err := newDriver(&opts)
	if err != nil {
		t.Fatal(err)
	}
	if d.graph, err = load(context.Background(), &opts); err != nil {
		t.Fatal(err)
	}
	d.workspace = newUniverse(d.graph, token.NewFileSet())
	w := &worker{driver: d}
	n := 0
	for _, u := range d.matched {
		if len(u.files) == 0 {
			continue
		}
		n++
		// Under its own name it would be passed over, as the tables say all about it.
		other := &unit{
			id: u.id, path: "std.test/" + u.path, index: u.index, dir: u.dir,
			files: u.files, other: u.other, ignored: u.ignored, imports: u.imports, main: true,
		}
		c := d.workspace.check(other, true)
		for _, err := range c.errors {
			t.Logf("%s: %v", u.path, err)
		}
		watch := w.watch()
		r := w.newRun(other, c, false)
		r.analyze(d.analyzers)
		if _, err := r.facts.encode(&r.encoder); err != nil {
			t.Error(err)
		}
		if took := watch(); took > time.Minute {
			t.Errorf("%s took %v, though none is so large", u.path, took)
		}
		d.add(other, r.findings)
		c.forget()
	}
	if n < 150 {
		t.Errorf("%d packages, want the standard library", n)
	}
	for _, p := range d.problems {
		t.Errorf("%s\n%s", p.Message, p.Stack)
	}
	t.Logf("%d findings in %d packages", len(d.findings), n)
}

func TestSuiteOnDependencies(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", "github.com/faultlint/faultlint/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	opts := Options{Patterns: strings.Fields(string(out)), Analyzers: analyzers.New(rule.NewSuite(rule.Options{}))}
	res, err := Run(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range res.Problems {
		t.Errorf("%s\n%s", p.Message, p.Stack)
	}
	for _, f := range res.Findings {
		t.Logf("%s: %s (%s)", f.Pos, f.Message, f.Analyzer)
	}
}
