package retry_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/packages"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/retry"
)

// stdlib holds what the packages in testdata import from the standard library.
var stdlib = sync.OnceValues(func() (map[string]*types.Package, error) {
	cfg := &packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports}
	pkgs, err := packages.Load(cfg, "bufio", "bytes", "context", "database/sql", "database/sql/driver", "encoding/json", "errors", "fmt", "hash/fnv", "io",
		"log", "math", "math/rand/v2", "net", "net/http", "os", "path/filepath", "slices", "strconv", "strings", "sync", "sync/atomic", "syscall", "time")
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
	t       testing.TB
	fset    *token.FileSet
	pkgs    map[string]*finder
	summary map[*types.Func]*facts.Func
}

type finder struct {
	*retry.Finder
	p *code.Package
}

func newWorld(t testing.TB) *world {
	return &world{t: t, fset: token.NewFileSet(), pkgs: make(map[string]*finder), summary: make(map[*types.Func]*facts.Func)}
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
	f := w.load(path)
	if f == nil {
		return nil, fmt.Errorf("%s: neither in testdata nor loaded", path)
	}
	return f.p.Types, nil
}

func (w *world) load(path string) *finder {
	if f, ok := w.pkgs[path]; ok {
		return f
	}
	names, _ := filepath.Glob(filepath.Join("testdata", "src", filepath.FromSlash(path), "*.go"))
	if len(names) == 0 {
		return nil
	}
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(w.fset, name, nil, parser.ParseComments)
		if err != nil {
			w.t.Fatal(err)
		}
		files = append(files, f)
	}
	info := newInfo()
	conf := types.Config{Importer: w}
	pkg, err := conf.Check(path, w.fset, files, info)
	if err != nil {
		w.t.Fatal(err)
	}
	p := code.New(w.fset, files, pkg, info, inspector.New(files))
	f := &finder{Finder: retry.New(p, api.Default(), w), p: p}
	w.pkgs[path] = f
	for _, fn := range p.Funcs {
		if fn.Obj == nil {
			continue
		}
		w.summary[fn.Obj] = &facts.Func{
			Closures: f.Closures(fn), Retries: f.Summary(fn), Results: f.Results(fn), Err: f.ErrClassOf(fn), Sets: f.Sets(fn),
			NoLimit: true, // its waits are another part's business: taken to have some
		}
	}
	return f
}

func newInfo() *types.Info {
	return &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Selections: make(map[*ast.SelectorExpr]*types.Selection), Instances: make(map[*ast.Ident]types.Instance),
		Implicits: make(map[ast.Node]types.Object), Scopes: make(map[ast.Node]*types.Scope),
	}
}

// Summary implements facts.Callees.
func (w *world) Summary(fn *types.Func) *facts.Func { return w.summary[fn.Origin()] }

// TestFinder holds the engine's answers against the comments of the functions
// in testdata: each line "retry: …" in a function's comment is one retry in it
// (its literals included), in source order, with what the engine must say of
// it; "retry: none" says that there is none.
func TestFinder(t *testing.T) {
	n := 0
	for _, path := range []string{"loops", "shapes", "notretry", "helpers", "drivers"} {
		w := newWorld(t)
		f := w.load(path)
		if f == nil {
			t.Fatalf("no package %s", path)
		}
		for _, fn := range f.p.Funcs {
			decl, ok := fn.Node.(*ast.FuncDecl)
			if !ok {
				continue
			}
			wants := labels(decl)
			if wants == nil {
				continue
			}
			n++
			t.Run(path+"/"+fn.Name(), func(t *testing.T) { compare(t, f, fn, wants) })
		}
	}
	if n < 80 {
		t.Errorf("%d functions, want at least 80", n)
	}
}

func labels(decl *ast.FuncDecl) []string {
	if decl.Doc == nil {
		return nil
	}
	var out []string
	for _, c := range decl.Doc.List {
		if rest, ok := strings.CutPrefix(c.Text, "// retry: "); ok {
			out = append(out, rest)
		}
	}
	if len(out) == 1 && out[0] == "none" {
		return []string{}
	}
	return out
}

func collect(f *finder, fn *code.Func) []*retry.Retry {
	out := append([]*retry.Retry(nil), f.In(fn)...)
	for _, lit := range fn.Lits {
		out = append(out, collect(f, lit)...)
	}
	return out
}

func compare(t *testing.T, f *finder, fn *code.Func, wants []string) {
	var got []string
	for _, r := range collect(f, fn) {
		got = append(got, words(f.p, r))
	}
	if len(got) != len(wants) {
		t.Fatalf("%d retries, want %d:\n%s", len(got), len(wants), strings.Join(got, "\n"))
	}
	for i, want := range wants {
		has := make(map[string]bool)
		for _, w := range strings.Fields(got[i]) {
			has[w] = true
		}
		for _, w := range strings.Fields(want) {
			neg := strings.HasPrefix(w, "!")
			if has[strings.TrimPrefix(w, "!")] == neg {
				t.Errorf("%s: want %s, got %s", fn.Name(), w, got[i])
			}
		}
	}
}

var (
	tris    = [...]string{"maybe", "yes", "no"}
	classes = [...]string{"unknown", "any", "conflict", "unsent", "timeout", "status", "refused"}
)

// words describes a retry in words that labels choose from.
func words(p *code.Package, r *retry.Retry) string {
	var b strings.Builder
	add := func(format string, args ...any) { fmt.Fprintf(&b, format+" ", args...) }
	add("%s", strings.ReplaceAll(r.Kind.String(), " ", "-"))
	add("%s", r.OnSuccess)
	for _, op := range r.Ops {
		add("op=%s", types.ExprString(op.Fun))
	}
	add("ops=%d", len(r.Ops))
	switch {
	case r.Attempts.N == api.AttemptsUnbounded:
		add("n=unbounded")
	case r.Attempts.N > 0:
		add("n=%d", r.Attempts.N)
	case r.Attempts.Bound != nil:
		add("n=%s%+d", types.ExprString(r.Attempts.Bound), r.Attempts.Plus)
	default:
		add("n=unknown")
	}
	add("bounded=%s", tris[r.Attempts.Bounded()])
	if r.Default != 0 {
		add("default=%d", r.Default)
	}
	add("nodelay=%s", tris[r.NoDelay])
	add("afterlast=%s", tris[r.DelayAfterLast])
	add("stops=%s", tris[r.StopsOnCtx])
	add("delays=%d", len(r.Delays))
	for _, d := range r.Delays {
		add("delay=%s", strings.ReplaceAll(d.Value.String(), " ", "-"))
		add("growth=%g", d.Growth)
		add("jitter=%s", tris[d.Jitter])
		add("obeys=%s", tris[d.ObeysCtx])
		if d.Linear {
			add("linear")
		}
		if d.OverflowAfter > 0 {
			add("overflow=%d", d.OverflowAfter)
		}
		if d.Collapsed != nil {
			add("collapsed")
		}
	}
	if r.DelaySum.Known() {
		add("sum=%s", strings.ReplaceAll(r.DelaySum.String(), " ", "-"))
	}
	add("guard=%s", classes[r.Guard.Class])
	for _, g := range r.Guard.Tests {
		sign := "-"
		if g.Back {
			sign = "+"
		}
		for _, w := range g.What {
			add("%s%s", sign, w)
		}
		if g.Ctx {
			add("ctxtest")
		}
	}
	if l := r.PerAttempt; l != nil {
		add("per=%s", strings.ReplaceAll(l.Value.String(), " ", "-"))
		if l.Value.Sym != nil {
			add("persym=%s", l.Value.Sym.Name())
		}
	}
	if l := r.Total; l != nil {
		add("total=%s", strings.ReplaceAll(l.Value.String(), " ", "-"))
		if l.Between {
			add("between")
		}
		if l.Value.Sym != nil {
			add("totalsym=%s", l.Value.Sym.Name())
		}
	}
	if l := r.Restarting; l != nil {
		add("restarting=%s", strings.ReplaceAll(l.Value.String(), " ", "-"))
	}
	for _, c := range r.Checks {
		w := "check=" + types.ExprString(c.Ctx)
		if c.Own {
			w += ",own"
		}
		if c.Leaves {
			w += ",leaves"
		}
		add("%s", w)
	}
	for _, f := range []struct {
		name string
		set  bool
	}{
		{"status", r.Guard.Status}, {"targets", r.Targets}, {"resumes", r.Resumes}, {"local", r.Local}, {"periodic", r.Periodic},
		{"tx", r.Tx}, {"stacked", r.Stacked}, {"hedge", r.Hedge}, {"poll", r.Poll},
	} {
		if f.set {
			add("%s", f.name)
		}
	}
	if r.ClosureParam != nil {
		add("repeats=%s", r.ClosureParam.Name())
	}
	if r.Closure != nil {
		add("closure")
	}
	if w, ok := retry.WorstCase(r); ok {
		add("worst=%s", retry.Short(w.Total))
	}
	return b.String()
}

// TestErrClass holds the classes of predicates against their comments: "class: conflict".
func TestErrClass(t *testing.T) {
	w := newWorld(t)
	f := w.load("errs")
	n := 0
	for _, fn := range f.p.Funcs {
		decl, ok := fn.Node.(*ast.FuncDecl)
		if !ok || decl.Doc == nil {
			continue
		}
		for _, c := range decl.Doc.List {
			want, ok := strings.CutPrefix(c.Text, "// class: ")
			if !ok {
				continue
			}
			n++
			if got := classes[f.ErrClassOf(fn)]; got != want {
				t.Errorf("%s: class %s, want %s", fn.Name(), got, want)
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d predicates", n)
	}
}

// TestClosures checks what is said of helpers' function parameters: "closure: 1 sync repeats …".
func TestClosures(t *testing.T) {
	w := newWorld(t)
	n := 0
	for _, path := range []string{"helpers", "helpers/again"} {
		f := w.load(path)
		for _, fn := range f.p.Funcs {
			decl, ok := fn.Node.(*ast.FuncDecl)
			if !ok || decl.Doc == nil {
				continue
			}
			for _, c := range decl.Doc.List {
				want, ok := strings.CutPrefix(c.Text, "// closure: ")
				if !ok {
					continue
				}
				n++
				var got []string
				for _, cl := range f.Closures(fn) {
					got = append(got, closureWords(cl))
				}
				has := " " + strings.Join(got, " ") + " "
				for _, word := range strings.Fields(want) {
					neg := strings.HasPrefix(word, "!")
					if strings.Contains(has, " "+strings.TrimPrefix(word, "!")+" ") == neg {
						t.Errorf("%s: want %s, got%s", fn.Name(), word, has)
					}
				}
			}
		}
	}
	if n < 8 {
		t.Errorf("only %d helpers", n)
	}
}

func closureWords(c facts.Closure) string {
	var b strings.Builder
	fmt.Fprintf(&b, "param=%d n=%d nparam=%d%+d class=%s nodelay=%s", c.Param, c.Attempts, c.AttemptsParam, c.AttemptsPlus, classes[c.Class], tris[c.NoDelay])
	for _, f := range []struct {
		name string
		set  bool
	}{{"sync", c.Sync}, {"go", c.Go}, {"stored", c.Stored}, {"repeats", c.Repeats}, {"tx", c.Tx}, {"ctx", c.PassesCtx}, {"bounded", c.Bounded}} {
		if f.set {
			b.WriteString(" " + f.name)
		}
	}
	return b.String()
}

// TestAround asks for the retry around calls named op in testdata.
func TestAround(t *testing.T) {
	w := newWorld(t)
	f := w.load("shapes")
	for name, want := range map[string]retry.Kind{"aroundLoop": retry.Loop, "aroundLiteral": retry.Helper, "aroundVar": retry.Helper, "aroundRecursion": retry.Recursion} {
		fn := f.p.FuncOf(f.p.Types.Scope().Lookup(name).(*types.Func))
		found := false
		ast.Inspect(fn.Node, func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if id, ok := c.Fun.(*ast.Ident); ok && id.Name == "send" {
				found = true
				switch r := f.Around(c); {
				case r == nil:
					t.Errorf("%s: no retry around send", name)
				case r.Kind != want:
					t.Errorf("%s: %s around send, want %s", name, r.Kind, want)
				}
			}
			return true
		})
		if !found {
			t.Errorf("%s: no call of send", name)
		}
	}
	outside := f.p.FuncOf(f.p.Types.Scope().Lookup("aroundNothing").(*types.Func))
	for _, c := range outside.Calls() {
		if r := f.Around(c); r != nil {
			t.Errorf("aroundNothing: %s", r.Kind)
		}
	}
}

func TestShort(t *testing.T) {
	for in, want := range map[string]string{"2m0s": "2m", "1h0m0s": "1h", "4.7s": "4.7s", "1m30s": "1m30s", "700ms": "700ms", "2.3749999s": "2.37s", "1h30m0s": "1h30m"} {
		d, err := parseDuration(in)
		if err != nil {
			t.Fatal(err)
		}
		if got := retry.Short(d); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
