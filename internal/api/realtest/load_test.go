package realtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/faultlint/faultlint/internal/api"
)

// world is the real libraries.
type world struct {
	pkgs   map[string]*types.Package // by path, dependencies included
	legacy *types.Package            // golang.org/x/net/context, which goes by the path of what it became
	// keys of all functions and methods declared in the packages that the
	// tables are about
	funcs map[string]*types.Func
}

var load = sync.OnceValues(func() (*world, error) {
	paths, err := imports()
	if err != nil {
		return nil, err
	}
	for p := range stdPackages(tableKeys()) {
		paths = append(paths, p)
	}
	cfg := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedTypesSizes,
		// Declarations are all that is needed: without bodies, checking some
		// thousand packages takes seconds.
		ParseFile: func(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
			f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
			if f != nil {
				for _, d := range f.Decls {
					if fd, ok := d.(*ast.FuncDecl); ok {
						fd.Body = nil
					}
				}
			}
			return f, err
		},
	}
	roots, err := packages.Load(cfg, paths...)
	if err != nil {
		return nil, err
	}
	w := &world{pkgs: make(map[string]*types.Package), funcs: make(map[string]*types.Func)}
	packages.Visit(roots, nil, func(p *packages.Package) {
		if p.PkgPath == "golang.org/x/net/context" {
			w.legacy = p.Types
		}
		if p.Types != nil && p.PkgPath == p.Types.Path() && api.Path(p.PkgPath) == p.PkgPath {
			w.pkgs[api.Path(p.PkgPath)] = p.Types
		}
	})
	for _, p := range roots {
		if p.Types == nil || p.Types.Scope().Len() == 0 {
			return nil, fmt.Errorf("%s: not loaded: %v", p.PkgPath, p.Errors)
		}
		w.addFuncs(p.Types)
	}
	return w, nil
})

func (w *world) addFuncs(pkg *types.Package) {
	for _, name := range pkg.Scope().Names() {
		switch obj := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			w.funcs[api.Key(obj)] = obj
		case *types.TypeName:
			if obj.IsAlias() {
				continue
			}
			named, ok := obj.Type().(*types.Named)
			if !ok {
				continue
			}
			for m := range named.Methods() {
				w.funcs[api.Key(m)] = m
			}
			if iface, ok := named.Underlying().(*types.Interface); ok {
				for m := range iface.ExplicitMethods() {
					w.funcs[api.Key(m)] = m
				}
			}
		}
	}
}

// fn returns the function with a key, in any loaded package.
func (w *world) fn(key string) *types.Func {
	if fn := w.funcs[key]; fn != nil {
		return fn
	}
	path := api.PackageOfKey(key)
	if pkg := w.pkgs[path]; pkg != nil && !w.indexed(path) {
		w.addFuncs(pkg)
		return w.funcs[key]
	}
	return nil
}

var indexed = make(map[string]bool)

func (w *world) indexed(path string) bool {
	was := indexed[path]
	indexed[path] = true
	return was
}

// object returns the package-level object with a key, aliases included.
func (w *world) object(key string) types.Object {
	path := api.PackageOfKey(key)
	pkg := w.pkgs[path]
	if pkg == nil {
		return nil
	}
	return pkg.Scope().Lookup(strings.TrimPrefix(strings.TrimPrefix(key, "*"), path+"."))
}

// imports returns the packages in imports.go.
func imports() ([]string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), "imports.go", nil, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, im := range f.Imports {
		p, err := strconv.Unquote(im.Path.Value)
		if err != nil {
			return nil, err
		}
		paths = append(paths, p)
	}
	return paths, nil
}

func writeImports(t *testing.T, paths map[string]bool) {
	t.Helper()
	var sorted []string
	for p := range paths {
		sorted = append(sorted, p)
	}
	sort.Strings(sorted)
	var b strings.Builder
	b.WriteString("//go:build imports\n\n// Written by go test -update.\n\npackage realtest\n\nimport (\n")
	for _, p := range sorted {
		fmt.Fprintf(&b, "\t_ %q\n", p)
	}
	b.WriteString(")\n")
	if err := os.WriteFile("imports.go", []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// lines reads a list of keys in testdata, "#" starts a comment.
func lines(t *testing.T, name string) map[string]bool {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	m := make(map[string]bool)
	for line := range strings.Lines(string(b)) {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line != "" {
			m[line] = true
		}
	}
	return m
}
