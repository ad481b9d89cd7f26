package driver

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/faultlint/faultlint/internal/driver/drivertest"
)

// A file that is saved while faultlint runs was hashed with one content and read with another.
func TestEditedDuringRun(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module m.test\n\ngo 1.26\n")
	write("a.go", "package a\n\nfunc Bad() {}\n")
	opts := Options{Dir: dir, Analyzers: drivertest.New(), Version: "test", Cache: OpenCache(t.TempDir())}
	pass := func(edit func()) *driver {
		d, err := newDriver(&opts)
		if err != nil {
			t.Fatal(err)
		}
		if d.graph, err = load(context.Background(), &opts); err != nil {
			t.Fatal(err)
		}
		d.keys()
		d.recall()
		edit()
		d.fillWorkspace()
		d.work(context.Background())
		return d
	}
	entries := func() (n int) {
		opts.Cache.each(func(string, bool) { n++ })
		return n
	}
	d := pass(func() { write("a.go", "package a\n\nfunc Good() {}\n") })
	if len(d.findings) != 0 || entries() != 0 {
		t.Errorf("edited: %d findings, %d cache entries, want none", len(d.findings), entries())
	}
	pass(func() {})
	if entries() != 2 {
		t.Errorf("not edited: %d cache entries, want facts and findings", entries())
	}
}

func TestResolve(t *testing.T) {
	pkg := func(id, path, forTest string, imports ...*packages.Package) *packages.Package {
		p := &packages.Package{ID: id, PkgPath: path, ForTest: forTest, Imports: make(map[string]*packages.Package)}
		for _, imp := range imports {
			p.Imports[imp.PkgPath] = imp
		}
		return p
	}
	a := pkg("x.test/a", "x.test/a", "")
	at := pkg("x.test/a [x.test/a.test]", "x.test/a", "x.test/a")
	h := pkg("x.test/h", "x.test/h", "", a)
	ht := pkg("x.test/h [x.test/a.test]", "x.test/h", "x.test/a", at)
	xt := pkg("x.test/a_test [x.test/a.test]", "x.test/a_test", "x.test/a", at, ht)
	a.Imports["x.test/h"] = h // a cycle, as when go list reports one
	g := &graph{byID: make(map[string]*unit), byPath: make(map[string]*unit)}
	g.build([]*packages.Package{xt, h, a})
	for _, test := range []struct{ from, path, want string }{
		{xt.ID, "x.test/a", at.ID},
		{xt.ID, "x.test/h", ht.ID},
		{ht.ID, "x.test/a", at.ID},
		{"x.test/a", "x.test/h", "x.test/h"},
		{"x.test/h", "x.test/a", ""}, // the other way round, or they would wait for each other
		{"x.test/a", "x.test/a", ""},
		{"x.test/a", "x.test/none", ""},
	} {
		got := ""
		if u := g.resolve(g.byID[test.from], test.path); u != nil {
			got = u.id
		}
		if got != test.want {
			t.Errorf("%s in %s is %q, want %q", test.path, test.from, got, test.want)
		}
	}
}

func TestCacheFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	c := OpenCache(dir)
	key, other := newKey("a"), newKey("b")
	if newKey("a", "b") == newKey("ab") || newKey("a") == newKey("a", "") {
		t.Error("keys of different parts are the same")
	}
	for _, data := range []string{"", "hello", strings.Repeat("x", 1<<16)} {
		if err := c.Put(key, []byte(data)); err != nil {
			t.Fatal(err)
		}
		if got, ok := c.Get(key); !ok || string(got) != data {
			t.Errorf("Get returned %d bytes, %v, want %d", len(got), ok, len(data))
		}
	}
	if _, ok := c.Get(other); ok {
		t.Error("Get answers for a key that was never put")
	}

	// What has not been used for long goes, and what has stays.
	long := time.Now().Add(-2 * cacheTrim)
	temp := filepath.Join(filepath.Dir(c.file(key)), tempPrefix+"1")
	foreign := filepath.Join(dir, "notes.txt")
	c.Put(other, nil)
	for _, name := range []string{temp, foreign} {
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{c.file(key), c.file(other), temp, foreign} {
		os.Chtimes(name, long, long)
	}
	c.Get(other) // used
	c.Trim()
	exists := func(name string) bool { _, err := os.Stat(name); return err == nil }
	if exists(c.file(key)) || exists(temp) || !exists(c.file(other)) || !exists(foreign) {
		t.Errorf("after Trim: old entry %v, old half entry %v, used entry %v, foreign file %v; want only the last two",
			exists(c.file(key)), exists(temp), exists(c.file(other)), exists(foreign))
	}
	os.Chtimes(c.file(other), long, long)
	c.Trim()
	if !exists(c.file(other)) {
		t.Error("Trim ran twice in a day")
	}
	if err := c.Clean(); err != nil {
		t.Error(err)
	}
	if exists(c.file(other)) || !exists(foreign) {
		t.Error("Clean removes its entries and nothing else")
	}

	none := OpenCache("")
	none.Trim()
	if _, ok := none.Get(key); ok || none.Put(key, nil) != nil || none.Clean() != nil {
		t.Error("no cache is not an empty cache")
	}
}

func TestOneLine(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"", ""},
		{"# m.test/a\n./a.go:1:1: x\n./a.go:2:1: y\n", "./a.go:1:1: x"},
		{"missing go.sum entry; to add:\n\tgo get x\n", "missing go.sum entry; to add: go get x"},
		{"\nto add:\n", "to add:"},
	} {
		if got := oneLine(test.in); got != test.want {
			t.Errorf("oneLine(%q) = %q, want %q", test.in, got, test.want)
		}
	}
}
