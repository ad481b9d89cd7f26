package driver

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"os"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
)

// A universe is a set of packages, read from export data, whose types are the same to each other.
//
// Reading a package also adds to packages that it mentions and that were not read themselves, and
// whoever analyses a package may walk through all of these. So a universe belongs to one worker,
// or has been filled before the workers begin; a filled and closed one can be extended by each of
// them to a universe of its own.
type universe struct {
	g        *graph
	fset     *token.FileSet
	packages map[string]*types.Package // by path
	failed   map[string]error
	closed   bool // all packages that are mentioned were read
	reader   *bufio.Reader
}

func newUniverse(g *graph, fset *token.FileSet) *universe {
	return &universe{
		g:        g,
		fset:     fset,
		packages: make(map[string]*types.Package),
		failed:   make(map[string]error),
	}
}

// extend returns a universe that has the packages of uni and can grow without changing any of them.
func (uni *universe) extend() *universe {
	u := newUniverse(uni.g, uni.fset)
	if uni.closed {
		maps.Copy(u.packages, uni.packages)
		maps.Copy(u.failed, uni.failed)
	}
	return u
}

// close reads all packages that are mentioned.
func (uni *universe) close() {
	for more := true; more; {
		more = false
		for _, u := range uni.g.units {
			if p := uni.packages[u.path]; p != nil && !p.Complete() && u.forTest == "" && uni.failed[u.path] == nil {
				uni.load(u)
				more = true
			}
		}
	}
	uni.closed = true
}

// load returns the types of a package, of all that it exports.
func (uni *universe) load(u *unit) (*types.Package, error) {
	if u.path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := uni.packages[u.path]; p != nil && p.Complete() {
		return p, nil
	}
	if err := uni.failed[u.path]; err != nil {
		return nil, err
	}
	p, err := uni.read(u)
	if err != nil {
		uni.failed[u.path] = err
	}
	return p, err
}

func (uni *universe) read(u *unit) (p *types.Package, err error) {
	defer func() {
		// Export data of another version may confuse the reader.
		if r := recover(); r != nil {
			p, err = nil, fmt.Errorf("internal error: reading export data of %s: %v", u.path, r)
		}
	}()
	if u.export != "" {
		f, err := os.Open(u.export)
		if err == nil {
			defer f.Close()
			if uni.reader == nil {
				uni.reader = bufio.NewReaderSize(nil, 1<<16)
			}
			uni.reader.Reset(f)
			r, err := gcexportdata.NewReader(uni.reader)
			if err != nil {
				return nil, err
			}
			return gcexportdata.Read(r, uni.fset, uni.packages, u.path)
		}
	}
	if len(u.files) == 0 {
		return nil, u.listError()
	}
	// The package, or one it depends on, does not compile. What can be known of it is in its source.
	c := uni.check(u, false)
	if c.types.Name() == "" {
		return nil, u.listError()
	}
	c.types.MarkComplete()
	uni.packages[u.path] = c.types
	return c.types, nil
}

// listError returns what go list said of a package, for a reader who imports it.
func (u *unit) listError() error {
	if len(u.errors) > 0 {
		return errors.New(oneLine(u.errors[0].Msg))
	}
	return fmt.Errorf("no export data and no source of %s", u.path)
}

// A checked package is one that was parsed and type-checked from source.
type checked struct {
	fset   *token.FileSet
	files  []*ast.File
	types  *types.Package
	info   *types.Info
	sizes  types.Sizes
	errors []error // *scanner.Error, types.Error and others, in the order met
	hash   Key     // of the source, as keys computes it
}

// check parses and type-checks a package, and imports its dependencies from the universe. Without
// bodies, it makes only types, without the syntax's information.
func (uni *universe) check(u *unit, bodies bool) *checked {
	c := &checked{fset: uni.fset, sizes: types.SizesFor("gc", uni.g.env.GOARCH)}
	note := func(err error) { c.errors = append(c.errors, err) }
	h := sha256.New()
	mode := parser.SkipObjectResolution | parser.ParseComments
	for _, name := range u.files {
		data, err := uni.g.readFile(name)
		if err != nil {
			fmt.Fprintf(h, "%s: %v\n", name, err)
			note(err)
			continue
		}
		addFile(h, name, data)
		f, err := parser.ParseFile(c.fset, name, data, mode)
		if list, ok := err.(scanner.ErrorList); ok {
			for _, e := range list {
				note(e)
			}
		} else if err != nil {
			note(err)
		}
		if f != nil {
			c.files = append(c.files, f)
		}
	}
	h.Sum(c.hash[:0])

	conf := types.Config{
		Sizes:            c.sizes,
		IgnoreFuncBodies: !bodies,
		Error:            note,
		Importer:         importer{uni, u},
	}
	if u.module != nil && u.module.GoVersion != "" {
		conf.GoVersion = "go" + u.module.GoVersion
	}
	if bodies {
		c.info = &types.Info{
			Types:        make(map[ast.Expr]types.TypeAndValue),
			Defs:         make(map[*ast.Ident]types.Object),
			Uses:         make(map[*ast.Ident]types.Object),
			Implicits:    make(map[ast.Node]types.Object),
			Instances:    make(map[*ast.Ident]types.Instance),
			Scopes:       make(map[ast.Node]*types.Scope),
			Selections:   make(map[*ast.SelectorExpr]*types.Selection),
			FileVersions: make(map[*ast.File]string),
		}
	}
	c.types, _ = conf.Check(u.path, c.fset, c.files, c.info)
	return c
}

// forget drops the files of a package that will not be looked at again.
func (c *checked) forget() {
	for _, f := range c.files {
		if file := c.fset.File(f.FileStart); file != nil {
			c.fset.RemoveFile(file)
		}
	}
}

// importer imports for one package.
type importer struct {
	uni *universe
	u   *unit
}

// Import implements types.Importer.
func (im importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	dep := im.u.imports[path]
	if dep == nil {
		for _, err := range im.u.errors {
			if strings.Contains(err.Msg, "import cycle not allowed") {
				return nil, errors.New("import cycle not allowed")
			}
		}
		return nil, errors.New("not among the imports that go list names")
	}
	return im.uni.load(dep)
}
