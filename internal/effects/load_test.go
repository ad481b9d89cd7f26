package effects_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/packages"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/effects"
	"github.com/faultlint/faultlint/internal/facts"
)

// stdlib holds what the packages in testdata import from the standard library.
var stdlib = sync.OnceValues(func() (map[string]*types.Package, error) {
	cfg := &packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports}
	pkgs, err := packages.Load(cfg, "archive/zip", "bufio", "bytes", "context", "crypto/rand", "crypto/sha256", "database/sql", "encoding/csv",
		"encoding/hex", "encoding/json", "errors", "fmt", "hash", "io", "log", "log/slog", "math/rand/v2", "mime/multipart", "net", "net/http", "net/url",
		"os", "os/exec", "strconv", "strings", "sync", "sync/atomic", "time")
	if err != nil {
		return nil, err
	}
	m := make(map[string]*types.Package)
	for _, p := range pkgs {
		m[p.PkgPath] = p.Types
	}
	return m, nil
})

// A world type-checks packages under testdata/src; everything but the standard
// library comes from there.
type world struct {
	t     *testing.T
	fset  *token.FileSet
	pkgs  map[string]*engine
	facts map[*types.Func]*facts.Func
}

func newWorld(t *testing.T) *world {
	return &world{t: t, fset: token.NewFileSet(), pkgs: make(map[string]*engine), facts: make(map[*types.Func]*facts.Func)}
}

// Import implements types.Importer.
func (w *world) Import(path string) (*types.Package, error) {
	std, err := stdlib()
	if err != nil {
		return nil, err
	}
	if p := std[path]; p != nil {
		return p, nil
	}
	e := w.load(path)
	if e == nil {
		return nil, fmt.Errorf("%s: neither in testdata nor loaded", path)
	}
	return e.code.Types, nil
}

// An engine stands for the summary pass over one package.
type engine struct {
	w    *world
	code *code.Package
	f    *effects.Finder
	busy map[*types.Func]bool
}

func (w *world) load(path string) *engine {
	if e, ok := w.pkgs[path]; ok {
		return e
	}
	names, _ := filepath.Glob(filepath.Join("testdata", "src", filepath.FromSlash(path), "*.go"))
	if len(names) == 0 {
		return nil
	}
	var files []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(w.fset, name, nil, parser.ParseComments)
		if err != nil {
			w.t.Fatal(err)
		}
		files = append(files, file)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Selections: make(map[*ast.SelectorExpr]*types.Selection), Instances: make(map[*ast.Ident]types.Instance),
		Implicits: make(map[ast.Node]types.Object), Scopes: make(map[ast.Node]*types.Scope),
	}
	conf := types.Config{Importer: w}
	pkg, err := conf.Check(path, w.fset, files, info)
	if err != nil {
		w.t.Fatal(err)
	}
	e := &engine{w: w, busy: make(map[*types.Func]bool)}
	e.code = code.New(w.fset, files, pkg, info, inspector.New(files))
	e.f = effects.New(e.code, api.Default(), e)
	w.pkgs[path] = e
	return e
}

// Summary implements facts.Callees.
func (e *engine) Summary(fn *types.Func) *facts.Func {
	fn = fn.Origin()
	if s, ok := e.w.facts[fn]; ok {
		return s
	}
	if fn.Pkg() == nil || e.busy[fn] {
		return nil
	}
	owner := e.w.pkgs[fn.Pkg().Path()]
	if owner == nil {
		return nil
	}
	g := owner.code.FuncOf(fn)
	if g == nil {
		return nil
	}
	if owner != e && strings.Contains(fn.Pkg().Path(), ".") {
		return nil // the stub of a library: known from the tables alone
	}
	owner.busy[fn] = true
	s := owner.f.Summarise(g)
	if fd, ok := g.Node.(*ast.FuncDecl); ok && fd.Doc != nil {
		for _, c := range fd.Doc.List {
			s.Idempotent = s.Idempotent || strings.HasPrefix(c.Text, "//faultlint:idempotent")
		}
	}
	delete(owner.busy, fn)
	e.w.facts[fn] = s
	return s
}

// Regions returns the parts of a function that the tests take as repeated: a
// loop over a variable called try, and the closure given to a function again.
func regions(fn *code.Func) []ast.Node {
	var out []ast.Node
	fn.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt:
			if as, ok := n.Init.(*ast.AssignStmt); ok && len(as.Lhs) == 1 {
				if id, ok := as.Lhs[0].(*ast.Ident); ok && id.Name == "try" {
					out = append(out, n.Body)
				}
			}
		case *ast.RangeStmt:
			if id, ok := n.Key.(*ast.Ident); ok && id.Name == "try" {
				out = append(out, n.Body)
			}
		case *ast.CallExpr:
			name := ""
			switch fun := n.Fun.(type) {
			case *ast.Ident:
				name = fun.Name
			case *ast.SelectorExpr:
				name = fun.Sel.Name
			}
			if name == "again" || name == "ExecuteTx" {
				for _, a := range n.Args {
					if lit, ok := a.(*ast.FuncLit); ok {
						out = append(out, lit)
					}
				}
			}
		}
		return true
	})
	return out
}

// A report is what a test's judge says about one place.
type report struct {
	node ast.Node
	text string
}

var wantRE = regexp.MustCompile(`// want (.*)$`)

// run loads packages and compares what judge says with the comments
// `// want "text"…`, each text being the whole of one report on the line.
func run(t *testing.T, judge func(e *engine, fn *code.Func) []report, paths ...string) {
	w := newWorld(t)
	funcs := 0
	for _, path := range paths {
		e := w.load(path)
		if e == nil {
			t.Fatalf("no package %s", path)
		}
		got := make(map[string][]string)
		for _, fn := range e.code.Funcs {
			if fn.Obj == nil || !fn.Obj.Exported() && len(regions(fn)) == 0 {
				continue
			}
			funcs++
			for _, r := range judge(e, fn) {
				at := where(w.fset, r.node)
				got[at] = append(got[at], r.text)
			}
		}
		for _, name := range sortedFiles(e) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for i, line := range strings.Split(string(data), "\n") {
				at := fmt.Sprintf("%s:%d", filepath.Base(name), i+1)
				var want []string
				if m := wantRE.FindStringSubmatch(line); m != nil {
					rest := m[1]
					for rest != "" {
						q, err := strconv.QuotedPrefix(rest)
						if err != nil {
							t.Fatalf("%s: %v", at, err)
						}
						s, _ := strconv.Unquote(q)
						want = append(want, s)
						rest = strings.TrimSpace(rest[len(q):])
					}
				}
				g := got[at]
				slices.Sort(g)
				slices.Sort(want)
				if !slices.Equal(g, want) {
					t.Errorf("%s/%s: got %q, want %q", path, at, g, want)
				}
			}
		}
	}
	t.Logf("%d labelled functions", funcs)
}

func sortedFiles(e *engine) []string {
	var out []string
	for _, f := range e.code.Files {
		out = append(out, e.code.Fset.Position(f.FileStart).Filename)
	}
	slices.Sort(out)
	return out
}

func where(fset *token.FileSet, n ast.Node) string {
	pos := fset.Position(n.Pos())
	return fmt.Sprintf("%s:%d", filepath.Base(pos.Filename), pos.Line)
}
