package golangci

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// newCorpus makes a module of the packages on which the passes themselves are
// tested, those that need nothing but the standard library and each other.
func newCorpus(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module corpus.test\n\ngo 1.26\n")
	sources, err := filepath.Glob(filepath.Join(root, "analyzers", "*", "testdata", "src"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, src := range sources {
		pass := filepath.Base(filepath.Dir(filepath.Dir(src)))
		c := corpus{src: src, prefix: "corpus.test/" + pass + "/", fits: make(map[string]bool)}
		err := filepath.WalkDir(src, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(file) != ".go" {
				return err
			}
			rel, err := filepath.Rel(src, file)
			if err != nil || !c.fit(t, path.Dir(filepath.ToSlash(rel))) {
				return err
			}
			n++
			write(t, filepath.Join(dir, pass, rel), c.rewrite(t, file))
			// Some functions there have no body, which go build takes for assembly.
			write(t, filepath.Join(dir, pass, filepath.Dir(rel), "empty.s"), "")
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if n < 30 {
		t.Fatalf("the corpus has %d files only", n)
	}
	t.Logf("the corpus has %d files", n)
	return dir
}

// A corpus is what analysistest calls a GOPATH: packages below src import each
// other by their path there.
type corpus struct {
	src    string
	prefix string          // of import paths in the module
	fits   map[string]bool // whether a package can be taken, by directory
}

// fit reports whether the package needs nothing that is not at hand.
func (c *corpus) fit(t *testing.T, pkg string) bool {
	if ok, done := c.fits[pkg]; done {
		return ok
	}
	if c.fits[pkg] = !outside(pkg); !c.fits[pkg] {
		return false
	}
	files, err := filepath.Glob(filepath.Join(c.src, pkg, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	ok := len(files) > 0
	for _, file := range files {
		for _, imp := range imports(t, file) {
			ok = ok && !outside(imp.path) && (!c.local(imp.path) || c.fit(t, imp.path))
		}
	}
	c.fits[pkg] = ok
	return ok
}

// outside reports whether an import path names a package of another module.
func outside(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return strings.Contains(first, ".")
}

func (c *corpus) local(pkg string) bool {
	_, err := os.Stat(filepath.Join(c.src, pkg))
	return err == nil
}

// rewrite returns a file with its imports as they are in the module.
func (c *corpus) rewrite(t *testing.T, file string) string {
	text := read(t, file)
	list := imports(t, file)
	for i := len(list) - 1; i >= 0; i-- {
		if imp := list[i]; c.local(imp.path) {
			text = text[:imp.from] + strconv.Quote(c.prefix+imp.path) + text[imp.to:]
		}
	}
	return text
}

type imported struct {
	path     string
	from, to int
}

func imports(t *testing.T, file string) []imported {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var list []imported
	for _, spec := range f.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, imported{name, fset.Position(spec.Path.Pos()).Offset, fset.Position(spec.Path.End()).Offset})
	}
	return list
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
