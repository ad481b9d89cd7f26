// Package summary is the one fact-exporting pass of the suite. It summarises
// every function of a package for its callers, bottom-up and across packages,
// and hands the engine (contexts, waits, retries, effects, handlers) to the
// rules, which ask it and recognise nothing by themselves.
package summary

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/config"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/directive"
	"github.com/faultlint/faultlint/internal/effects"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/waits"
)

// Name is the pass's name. Fact-exporting passes share one name space in some
// drivers, so it must not be a short common word.
const Name = "faultsummary"

// A Result is what rules get: the engine over one package. Rules of one
// package run one after the other (see Lock), because the engine computes
// lazily.
type Result struct {
	Code       *code.Package
	Table      *api.Table
	Directives *directive.Set
	// Setup is the configuration in force for the package.
	Setup *config.Setup
	// Flow says where contexts come from and what bounds them.
	Flow *ctxflow.Flow
	// Handlers says which functions serve requests and what these reach.
	Handlers *handlers.Handlers
	// Waits says what functions may wait for, and what ends these waits.
	Waits *waits.Finder
	// Retries says what functions run again, and how.
	Retries *retry.Finder
	// Effects says what functions change outside the process.
	Effects *effects.Finder
	// WithTests is the engine over the package with its test files, where tests are asked for and
	// there are any: the rest of the Result knows nothing of these, so that they change nothing of
	// what is said of the other files. Drivers differ in which of the two packages they look at.
	WithTests *Result

	ran      map[string]bool // passes
	mu       sync.Mutex
	pass     *analysis.Pass
	memo     map[*types.Func]*facts.Func
	busy     map[*types.Func]bool
	imported map[*types.Func]*facts.Func
	servedBy map[string][]facts.Served // by interface; once asked for
}

// Lock gives a rule the engine for itself; drivers run the passes of one
// package in parallel.
func (r *Result) Lock() { r.mu.Lock() }

// Unlock ends Lock.
func (r *Result) Unlock() { r.mu.Unlock() }

// SetRan notes that a pass has run on the package, or is about to.
func (r *Result) SetRan(pass string) {
	if r.ran == nil {
		r.ran = make(map[string]bool)
	}
	r.ran[pass] = true
}

// Ran reports whether a pass has run on the package.
func (r *Result) Ran(pass string) bool { return r.ran[pass] }

// New returns the faultsummary pass under the configurations of a source, which
// may be nil. Salt is put to its name: drivers that keep facts know nothing of
// configurations, but keep them by the pass's name. Tests asks for test files,
// whatever the configuration says.
func New(source *config.Source, salt string, tests bool) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       Name + salt,
		Doc:        "summarise functions for the other faultlint passes\n\nIt reports nothing.",
		URL:        "https://github.com/faultlint/faultlint/blob/main/docs/architecture.md",
		Requires:   []*analysis.Analyzer{inspect.Analyzer},
		FactTypes:  []analysis.Fact{new(facts.Coded)},
		ResultType: reflect.TypeFor[*Result](),
		Run: func(pass *analysis.Pass) (any, error) {
			setup := source.For(dirOf(pass))
			return run(pass, setup, tests || setup.Tests.Or(false)), nil
		},
	}
}

// MaxSource is how many bytes of source the pass reads in a package. Packages beyond that are
// generated clients of very large services; nothing is known of their functions but what the
// tables say.
const MaxSource = 8 << 20

func sourceSize(files []*ast.File) int {
	n := 0
	for _, f := range files {
		n += int(f.FileEnd - f.FileStart)
	}
	return n
}

// dirOf returns the directory of a package's source, "" if it has none. What cgo
// generated from a file counts as that file.
func dirOf(pass *analysis.Pass) string {
	for _, f := range pass.Files {
		name := pass.Fset.Position(f.Package).Filename
		if name == "" || strings.HasPrefix(filepath.Base(name), "_cgo_") {
			continue
		}
		if abs, err := filepath.Abs(name); err == nil {
			return filepath.Dir(abs)
		}
	}
	return ""
}

func run(pass *analysis.Pass, setup *config.Setup, tests bool) *Result {
	files := pass.Files
	if api.IsStd(pass.Pkg.Path()) || api.Quiet(pass.Pkg.Path()) || sourceSize(files) > MaxSource {
		// Known from the tables, or generated for a whole cloud; drivers that visit every
		// dependency should not pay for it.
		files = nil
	}
	isTest := func(f *ast.File) bool { return code.IsTestFile(pass.Fset, f.FileStart) }
	own := slices.DeleteFunc(slices.Clone(files), isTest)
	r := newResult(pass, setup, own)
	r.export(func(*code.Func) bool { return true })
	r.exportInterfaces()
	r.exportPackage()
	if tests && len(own) < len(files) {
		r.WithTests = newResult(pass, setup, files)
		r.WithTests.export(func(f *code.Func) bool { return code.IsTestFile(pass.Fset, f.Node.Pos()) })
	}
	return r
}

// newResult makes the engine over some files of a package.
func newResult(pass *analysis.Pass, setup *config.Setup, files []*ast.File) *Result {
	r := &Result{
		Setup:    setup,
		Table:    setup.Table,
		pass:     pass,
		memo:     make(map[*types.Func]*facts.Func),
		busy:     make(map[*types.Func]bool),
		imported: make(map[*types.Func]*facts.Func),
	}
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	if len(files) < len(pass.Files) {
		in = inspector.New(files)
	}
	r.Directives = directive.Parse(pass.Fset, files)
	r.Code = code.New(pass.Fset, files, pass.Pkg, pass.TypesInfo, in)
	r.setUp()
	return r
}

// export exports the summaries of the functions that are wanted.
func (r *Result) export(wanted func(*code.Func) bool) {
	for _, f := range r.Code.Funcs {
		// Only what another package can call is worth exporting; the others are summarised when
		// somebody asks.
		if f.Obj == nil || !f.Obj.Exported() || !wanted(f) {
			continue
		}
		if s := r.Summary(f.Obj); s != nil && !reflect.ValueOf(*s).IsZero() {
			if c, err := facts.Encode(s); err == nil {
				r.pass.ExportObjectFact(f.Obj, c)
			}
		}
	}
}

// Summary returns the summary of fn: computed for a function of this package
// (nil while it is being computed, which cuts recursion), imported for one of
// another package, nil if nothing is known. It implements facts.Callees.
func (r *Result) Summary(fn *types.Func) *facts.Func {
	if fn == nil {
		return nil
	}
	fn = fn.Origin()
	if f := r.Code.FuncOf(fn); f != nil {
		if s, ok := r.memo[fn]; ok {
			return s
		}
		if r.busy[fn] {
			return nil
		}
		r.busy[fn] = true
		s := r.summarise(f)
		delete(r.busy, fn)
		r.memo[fn] = s
		return s
	}
	if s, ok := r.imported[fn]; ok {
		return s
	}
	var s *facts.Func
	if r.worthAsking(fn) {
		if c := new(facts.Coded); r.pass.ImportObjectFact(fn, c) {
			s, _ = c.Decode() // of a cache that another version wrote: nothing is known
		}
	}
	r.imported[fn] = s
	return s
}

// worthAsking reports whether a function of another package can have a summary
// that matters. Asking may make the driver load and analyse that package from
// source, so functions that cannot wait, repeat or change anything, as far as
// their signature tells, are not asked about.
func (r *Result) worthAsking(fn *types.Func) bool {
	pkg := fn.Pkg()
	if pkg == nil || pkg == r.Code.Types || api.IsStd(pkg.Path()) || api.Quiet(pkg.Path()) {
		return false
	}
	if code.IsInterfaceMethod(fn) && !waits.SameModule(pkg.Path(), r.Code.Types.Path()) {
		return false // no body; see exportInterfaces
	}
	sig := fn.Type().(*types.Signature)
	for v := range sig.Params().Variables() {
		switch types.Unalias(v.Type()).Underlying().(type) {
		case *types.Signature, *types.Interface:
			return true // a closure, a context, a reader
		}
	}
	for v := range sig.Results().Variables() {
		switch t := types.Unalias(v.Type()).(type) {
		case *types.Named:
			if t.Obj().Pkg() == nil {
				return true // error
			}
			if _, ok := t.Underlying().(*types.Struct); ok && waits.SameModule(pkg.Path(), r.Code.Types.Path()) {
				return true // a policy of the project's own
			}
			if code.IsDuration(t) && sig.Params().Len() > 0 && waits.SameModule(pkg.Path(), r.Code.Types.Path()) {
				return true // a delay that grows with what it is given
			}
		case *types.Pointer:
			return true // a client, a request
		case *types.Basic:
			if t.Info()&types.IsBoolean != 0 && sig.Params().Len() > 0 {
				return true // a predicate on errors, or a wait with a verdict
			}
		}
		switch v.Type().Underlying().(type) {
		case *types.Interface, *types.Signature, *types.Chan:
			return true // leave := gate.Enter()
		}
	}
	// No result: it may still wait (Flush, Wait, Close).
	return sig.Results().Len() == 0
}

// OfFunc returns the summary of a declaration or literal of this package.
// Literals have none of their own name, so they are computed each time.
func (r *Result) OfFunc(f *code.Func) *facts.Func {
	if f.Obj != nil {
		return r.Summary(f.Obj)
	}
	return r.summarise(f)
}

// directives returns what is declared of a function, by a comment on it or by
// the configuration.
func (r *Result) directives(f *code.Func) directive.Func {
	fd, ok := f.Node.(*ast.FuncDecl)
	if !ok {
		return directive.Func{}
	}
	return r.declared(fd)
}

func (r *Result) declared(fd *ast.FuncDecl) directive.Func {
	d := r.Directives.Func(fd)
	if fn, ok := r.Code.Info.Defs[fd.Name].(*types.Func); ok {
		in := r.Table.IntentOf(fn)
		d.Idempotent = d.Idempotent || in.Idempotent
		d.NonBlocking = d.NonBlocking || in.NonBlocking
		d.Handler = d.Handler || in.Handler
		if d.Budget == 0 {
			d.Budget = in.Budget
		}
	}
	return d
}
