package driver_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/faultlint/faultlint/internal/driver"
	"github.com/faultlint/faultlint/internal/driver/drivertest"
	"github.com/faultlint/faultlint/internal/report"
)

// A project is a tree of files to run on, with a cache of its own.
type project struct {
	t     *testing.T
	dir   string
	cache string
}

// newProject writes the files of a txtar archive to a directory.
func newProject(t *testing.T, archive string) *project {
	t.Helper()
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOWORK", "")
	p := &project{t, t.TempDir(), t.TempDir()}
	dir, err := filepath.EvalSymlinks(p.dir)
	if err != nil {
		t.Fatal(err)
	}
	p.dir = dir
	for _, f := range txtar.Parse([]byte(archive)).Files {
		p.write(f.Name, string(f.Data))
	}
	return p
}

func (p *project) write(name, content string) {
	p.t.Helper()
	name = filepath.Join(p.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		p.t.Fatal(err)
	}
}

func (p *project) edit(name, old, new string) {
	p.t.Helper()
	data, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil || !strings.Contains(string(data), old) {
		p.t.Fatalf("%s has no %q (%v)", name, old, err)
	}
	p.write(name, strings.ReplaceAll(string(data), old, new))
}

func (p *project) options(patterns ...string) driver.Options {
	return driver.Options{
		Dir: p.dir, Patterns: patterns, Analyzers: drivertest.New(),
		Version: "test", Cache: driver.OpenCache(p.cache),
	}
}

func (p *project) run(patterns ...string) *driver.Result {
	p.t.Helper()
	return p.runWith(p.options(patterns...))
}

func (p *project) runWith(opts driver.Options) *driver.Result {
	p.t.Helper()
	res, err := driver.Run(context.Background(), opts)
	if err != nil {
		p.t.Fatal(err)
	}
	return res
}

// lines are the findings as text.
func (p *project) lines(res *driver.Result) []string {
	var b strings.Builder
	text := report.Text{Dir: p.dir}
	if err := text.Write(&b, res.Findings); err != nil {
		p.t.Fatal(err)
	}
	return slices.Collect(strings.Lines(b.String()))
}

// want fails unless the findings are those, each given by parts that its line must have.
func (p *project) want(res *driver.Result, want ...string) {
	p.t.Helper()
	got := p.lines(res)
	ok := len(got) == len(want)
	for i := 0; ok && i < len(want); i++ {
		ok = strings.Contains(got[i], want[i])
	}
	if !ok {
		p.t.Errorf("got findings\n%swant\n%s", strings.Join(got, ""), strings.Join(want, "\n"))
	}
	for _, problem := range res.Problems {
		p.t.Errorf("unexpected problem: %s", problem.Message)
	}
}

// modules is a main module m.test, and modules dep.test and far.test that stand for third parties.
const modules = `
-- go.mod --
module m.test

go 1.26

require (
	dep.test v0.0.0
	far.test v0.0.0
)

replace dep.test => ./_dep

replace far.test => ./_far
-- a/a.go --
package a

import (
	"m.test/b"

	"dep.test"
	"dep.test/iface"
	"far.test"
)

type mine struct{ *dep.Client }

func direct()          { dep.Nap() }
func method(c mine)    { c.Do() }
func generic()         { var s dep.Stack[string]; s.Push("") }
func function()        { dep.Map[int]() }
func hidden()          { dep.Hidden.Wait() }
func otherPackage()    { dep.Inner() }
func viaWorkspace()    { b.Nap() }
func otherModule()     { dep.Far() }
func farItself()       { far.Nap() }
func quiet()           { dep.Quiet() }
func inter(x iface.I)  { x.Nap() }
func indirect()        { b.Client().Do() }
-- b/b.go --
package b

import "dep.test"

func Nap() { dep.Nap() }

func Client() *dep.Client { return nil }

func Bad() {}
-- _dep/go.mod --
module dep.test

go 1.26

require far.test v0.0.0
-- _dep/dep.go --
package dep

import (
	"time"

	"dep.test/inner"
	"far.test"
)

func Nap() { time.Sleep(1) }

type Client struct{}

func (*Client) Quiet() {}
func (*Client) Do()    { Nap() }

type Stack[T any] []T

func (s *Stack[E]) Len() int { return len(*s) }
func (s *Stack[E]) Push(E)   { time.Sleep(1) }

func Map[T any]() { time.Sleep(1) }

type hidden struct{}

func (hidden) Wait() { time.Sleep(1) }

var Hidden hidden

func Inner() { inner.Nap() }

func Far() { far.Nap() }

func Quiet() {}
-- _dep/inner/inner.go --
package inner

import "time"

func Nap() { time.Sleep(1) }
-- _dep/iface/iface.go --
package iface

type I interface{ Nap() }
-- _far/go.mod --
module far.test

go 1.26
-- _far/far.go --
package far

import "time"

func Nap() { time.Sleep(1) }
`

var modulesFindings = []string{
	"a.go:13:26: call of dep.test.Nap sleeps: time.Sleep (nosleep)",
	"a.go:14:26: call of (*dep.test.Client).Do sleeps: Nap → time.Sleep",
	"a.go:15:51: call of (*dep.test.Stack[E]).Push sleeps: time.Sleep",
	"a.go:16:26: call of dep.test.Map sleeps: time.Sleep",
	"a.go:17:26: call of (dep.test.hidden).Wait sleeps: time.Sleep",
	"a.go:18:26: call of dep.test.Inner sleeps: Nap → time.Sleep",
	"a.go:19:26: call of m.test/b.Nap sleeps: Nap → time.Sleep",
	"a.go:21:26: call of far.test.Nap sleeps: time.Sleep",
	"a.go:24:26: call of (*dep.test.Client).Do sleeps: Nap → time.Sleep",
	"b.go:5:14: call of dep.test.Nap sleeps: time.Sleep",
	"b.go:9:6: function is named Bad (nobad)",
}

func TestFacts(t *testing.T) {
	p := newProject(t, modules)
	res := p.run()
	p.want(res, modulesFindings...)
	// dep, dep/inner, dep/iface and far, once each, though a and b both ask for dep.
	if s := res.Stats; s.FactsSource != 4 || s.FactsCached != 0 || s.Analyzed != 2 {
		t.Errorf("got %+v, want the facts of 4 packages from source", s)
	}
}

func TestFactsOfUnmatchedPackage(t *testing.T) {
	p := newProject(t, modules)
	// b is in the main module, so it hears of dep though no pattern matches it.
	p.want(p.run("./a"), modulesFindings[:9]...)
}

func TestCache(t *testing.T) {
	p := newProject(t, modules)
	first := p.lines(p.run())
	check := func(what string, cached, factsCached, factsSource int) {
		t.Helper()
		res := p.run()
		s := res.Stats
		if s.Cached != cached || s.FactsCached != factsCached || s.FactsSource != factsSource {
			t.Errorf("%s: %d matched packages cached, facts of others %d cached, %d from source; want %d, %d, %d",
				what, s.Cached, s.FactsCached, s.FactsSource, cached, factsCached, factsSource)
		}
		if got := p.lines(res); !slices.Equal(got, first) {
			t.Errorf("%s: got\n%swant\n%s", what, strings.Join(got, ""), strings.Join(first, ""))
		}
	}
	check("no change", 2, 0, 0)

	p.edit("a/a.go", "func quiet()  ", "func quiet2() ")
	check("a changed", 1, 4, 0) // b has its facts in the cache, dep, iface, far too

	p.edit("b/b.go", "func Bad() {}", "func Bad() {} // really")
	check("b changed", 0, 3, 0) // b comes from source

	p.edit("_dep/dep.go", "func Quiet() {}", "func Quiet() { time.Sleep(1) }")
	want := slices.Insert(slices.Clone(first), 8, "a/a.go:22:26: call of dep.test.Quiet sleeps: time.Sleep (nosleep)\n")
	if got := p.lines(p.run()); !slices.Equal(got, want) {
		t.Errorf("dep changed: got\n%swant\n%s", strings.Join(got, ""), strings.Join(want, ""))
	}

	p.edit("_dep/dep.go", "func Quiet() { time.Sleep(1) }", "func Quiet() {}")
	check("dep as before", 2, 0, 0)

	p.edit("_far/far.go", "time.Sleep(1)", "")
	if got := p.lines(p.run()); slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, "far.test") }) {
		t.Errorf("far sleeps no more: got\n%s", strings.Join(got, ""))
	}
}

func TestMaxSource(t *testing.T) {
	p := newProject(t, modules)
	opts := p.options("./b")
	opts.MaxSource = 100 // dep.go is larger
	p.want(p.runWith(opts), "b.go:9:6: function is named Bad")
	opts.Version, opts.MaxSource = "other", 10000
	p.want(p.runWith(opts), modulesFindings[9:]...)
}

func TestCacheKeys(t *testing.T) {
	p := newProject(t, modules)
	p.run()
	for _, test := range []struct {
		name   string
		change func(*driver.Options)
		facts  int // packages whose facts come from the cache
	}{
		{"version", func(o *driver.Options) { o.Version = "other" }, 0},
		{"facts", func(o *driver.Options) { o.Facts = "other" }, 0},
		{"config", func(o *driver.Options) { o.Config = "other" }, 3},
		{"analyzers", func(o *driver.Options) { o.Analyzers = o.Analyzers[1:] }, 3},
	} {
		opts := p.options()
		test.change(&opts)
		if s := p.runWith(opts).Stats; s.Cached != 0 || s.FactsCached != test.facts {
			t.Errorf("another %s: findings of %d packages and facts of %d came from the cache, want 0 and %d",
				test.name, s.Cached, s.FactsCached, test.facts)
		}
	}
	if res := p.run(); res.Stats.Cached != 2 {
		t.Errorf("the same again: %d packages came from the cache, want 2", res.Stats.Cached)
	}
}

// files returns the names and contents below a directory.
func files(t *testing.T, dir string) map[string]string {
	m := make(map[string]string)
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "trim.txt" {
			return err
		}
		data, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		m[rel] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestDeterminism(t *testing.T) {
	p := newProject(t, modules)
	var first map[string]string
	for i := range 3 {
		p.cache = t.TempDir()
		p.want(p.run(), modulesFindings...)
		got := files(t, p.cache)
		if i == 0 {
			first = got
			if len(first) != 8 { // findings of 2 packages, facts of 6
				t.Errorf("%d cache entries, want 8", len(first))
			}
			continue
		}
		if fmt.Sprint(got) != fmt.Sprint(first) {
			t.Errorf("run %d left another cache than the first", i)
		}
	}
}

func TestDamagedCache(t *testing.T) {
	p := newProject(t, modules)
	p.want(p.run(), modulesFindings...)
	good := files(t, p.cache)
	var names []string
	for name := range good {
		names = append(names, name)
	}
	slices.Sort(names)
	for what, damage := range map[string]func(i int, data string) string{
		"empty":     func(int, string) string { return "" },
		"cut short": func(_ int, data string) string { return data[:len(data)-1] },
		"garbled":   func(_ int, data string) string { return data[:len(data)-2] + "?" + data[len(data)-1:] },
		"foreign":   func(int, string) string { return "#!/bin/sh\nexit 0\n" },
		"another's": func(i int, _ string) string { return good[names[(i+1)%len(names)]] },
	} {
		for i, name := range names {
			if err := os.WriteFile(filepath.Join(p.cache, name), []byte(damage(i, good[name])), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		res := p.run()
		p.want(res, modulesFindings...)
		if res.Stats.Cached != 0 || res.Stats.FactsCached != 0 {
			t.Errorf("%s: %+v: damaged entries were used", what, res.Stats)
		}
		if fmt.Sprint(files(t, p.cache)) != fmt.Sprint(good) {
			t.Errorf("%s: the cache was not mended", what)
		}
	}
}

func TestParallelRuns(t *testing.T) {
	p := newProject(t, modules)
	var wg sync.WaitGroup
	results := make([]*driver.Result, 4)
	for i := range results {
		wg.Go(func() { results[i], _ = driver.Run(context.Background(), p.options()) })
	}
	wg.Wait()
	for _, res := range results {
		if res == nil {
			t.Fatal("a run failed")
		}
		p.want(res, modulesFindings...)
	}
	for name := range files(t, p.cache) {
		if strings.Contains(name, "tmp-") {
			t.Errorf("%s was left behind", name)
		}
	}
}
