package durations_test

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
)

// The standard library is type-checked once for all tests.
var (
	fset = token.NewFileSet()
	std  = stdlib()
)

// stdlib imports from source. A test binary built with -trimpath does not know where that is.
func stdlib() types.Importer {
	if build.Default.GOROOT == "" {
		if out, err := exec.Command("go", "env", "GOROOT").Output(); err == nil {
			build.Default.GOROOT = strings.TrimSpace(string(out))
		}
	}
	return importer.ForCompiler(fset, "source", nil)
}

func load(t testing.TB, src string) *code.Package {
	t.Helper()
	f, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
		Instances: map[*ast.Ident]types.Instance{},
	}
	conf := types.Config{Importer: std, Error: func(error) {}}
	pkg, err := conf.Check("p", fset, []*ast.File{f}, info)
	if err != nil && !strings.Contains(err.Error(), "declared and not used") {
		t.Fatal(err)
	}
	return code.New(fset, []*ast.File{f}, pkg, info, inspector.New([]*ast.File{f}))
}

const header = `package p
import ("context"; "math"; "math/rand/v2"; "time"; "os"; "strconv")
var _ = math.Pow
var _ = rand.N[int]
var _ context.Context
var _ = os.Getenv
var _ = strconv.Atoi
type client struct {
	timeout, budget time.Duration
	tries int
	fromEnv time.Duration
	zero time.Duration
	Public time.Duration
	counter int
	opt time.Duration
}
func newClient() *client {
	d, _ := time.ParseDuration(os.Getenv("X"))
	return &client{timeout: 2*time.Second, budget: 2*time.Second + total(3), tries: maxTries, fromEnv: d, Public: time.Second, opt: time.Second}
}
func empty() (client, error) { return client{}, nil }
func other(d time.Duration) { c := &client{timeout: time.Second, budget: 7*time.Second, tries: 5}; c.counter++; c.fromEnv = 1; c.opt = d; _ = c }
type opts struct { a, b time.Duration }
const maxTries = 4
const unit = 250 * time.Millisecond
var pkgDelay = 3 * time.Second
var Exported = 3 * time.Second
var changed = 3 * time.Second
func init() { changed = time.Second }
var steps = []time.Duration{time.Second, 2*time.Second, 4*time.Second}
func total(n int) time.Duration { return time.Duration(n) * time.Second }
func pause(failures int) time.Duration {
	d := 500*time.Millisecond * (1 << failures)
	if d > 2*time.Minute {
		d = 2*time.Minute
	}
	return d
}
func safePause(n int) time.Duration {
	if n > 10 {
		return time.Minute
	}
	return 100*time.Millisecond << n
}
func smaller(a, b time.Duration) time.Duration { if a < b { return a }; return b }
func jittered(d time.Duration) time.Duration { return d * time.Duration(1+0.3*rand.Float64()) }
func spread(d time.Duration) time.Duration { return d/2 + rand.N(d/2) }
func two() (int, time.Duration) { return 3, 5*time.Second }
type limits struct { Per time.Duration; Tries int; Kept, Moved time.Duration }
type holder struct { lim, byFunc, given, left limits; ptr *limits; Open limits }
func defaults() limits { return limits{Per: 4*time.Second, Tries: 8} }
func other2(l limits) *limits { l.Kept = time.Second; return &l }
func newHolder(l limits) *holder {
	return &holder{lim: limits{Per: 3*time.Second, Tries: 6, Moved: time.Second}, byFunc: defaults(), given: l, ptr: &limits{Per: time.Second}, Open: defaults()}
}
func moves(h *holder) { h.lim.Moved = 0 }
var held *holder
func use(...any)
`

func TestEval(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"constant", "use(3*time.Second)", "3s"},
		{"named constant", "use(unit)", "250ms"},
		{"const times count", "use(unit*maxTries)", "1s"},
		{"local", "d := 2*time.Second; use(d)", "2s"},
		{"local twice", "d := 2*time.Second; if cond { d = time.Minute }; use(d)", "2s..1m0s"},
		{"overwritten", "d := 2*time.Second; d = time.Minute; use(d)", "1m0s"},
		{"address taken", "d := 2*time.Second; use(&d); use(d)", "unknown"},
		{"package var", "use(pkgDelay)", "3s"},
		{"exported var", "use(Exported)", "unknown"},
		{"changed var", "use(changed)", "unknown"},
		{"field", "use(c.timeout)", "1s..2s"},
		{"field sum", "use(c.budget)", "5s..7s"},
		{"count field", "use(c.tries)", "4..5"},
		{"field from the environment", "use(c.fromEnv)", "unknown"},
		{"field that is left out", "use(c.zero)", "unknown"},
		{"exported field", "use(c.Public)", "unknown"},
		{"field of a field", "use(held.lim.Per)", "3s"},
		{"count in a field", "use(held.lim.Tries)", "6"},
		{"field of a field by a function", "use(held.byFunc.Per)", "4s"},
		{"field of a field, left out", "use(held.byFunc.Moved)", "unknown"},
		{"field of a field from a parameter", "use(held.given.Per)", "unknown"},
		{"field of a field that is left out", "use(held.left.Per)", "unknown"},
		{"field of a field that is changed", "use(held.lim.Moved)", "unknown"},
		{"field of a pointer", "use(held.ptr.Kept)", "unknown"},
		{"field of an exported field", "use(held.Open.Per)", "unknown"},
		{"counter field", "use(c.counter)", "unknown"},
		{"field from a parameter", "use(c.opt)", "unknown"},
		{"conversion", "use(time.Duration(maxTries)*time.Second)", "4s"},
		{"float factor", "use(time.Duration(1.5*float64(time.Second)))", "1.5s"},
		{"division", "use(3*time.Second/2)", "1.5s"},
		{"min of unknown", "use(min(param, 2*time.Second))", "at most 2s"},
		{"max of unknown", "use(max(param, 2*time.Second))", "at least 2s"},
		{"clamp both", "use(min(max(param, time.Second), 5*time.Second))", "1s..5s"},
		{"shift", "use(unit<<3)", "2s"},
		{"shift of min", "use(unit<<min(n, 4))", "unknown"},
		{"shift of clamp", "use(unit<<min(max(n, 0), 4))", "250ms..4s"},
		{"rand", "use(rand.N(time.Second))", "0..999.999999ms"},
		{"rand int", "use(rand.IntN(10))", "0..9"},
		{"half and half", "d := 2*time.Second; use(d/2 + rand.N(d/2))", "1s..1.999999999s"},
		{"rand float", "use(time.Duration(rand.Float64()*float64(10)))", "0..9"},
		{"collapsed jitter", "use(jittered(2*time.Second))", "2s"},
		{"spread", "use(spread(2*time.Second))", "1s..1.999999999s"},
		{"call", "use(total(3))", "3s"},
		{"own min of unknown", "use(smaller(param, 3*time.Second))", "unknown"},
		{"own min", "use(smaller(2*time.Second, 3*time.Second))", "2s"},
		{"second result", "_, d := two(); use(d)", "5s"},
		{"parse", `d, _ := time.ParseDuration("90s"); use(d)`, "1m30s"},
		{"since", "use(time.Since(time.Time{}))", "unknown"},
		{"loop counter", "for i := 1; i <= 5; i++ { use(i) }", "1..5"},
		{"loop counter below", "for i := 0; i < maxTries; i++ { use(i) }", "0..3"},
		{"loop counter open", "for i := 1; ; i++ { use(i) }", "at least 1"},
		{"range over int", "for i := range 5 { use(i) }", "0..4"},
		{"range over delays", "for _, d := range steps { use(d) }", "1s..4s"},
		{"index of delays", "use(steps[n])", "1s..4s"},
		{"len of delays", "use(len(steps))", "3"},
		{"len of unknown", "use(len(os.Args))", "at least 0"},
		{"doubling", "d := time.Second; for { use(d); d *= 2 }", "at least 1s"},
		{"doubling with cap", "d := time.Second; for { use(d); d = min(2*d, time.Minute) }", "1s..1m0s"},
		{"doubling with if", "d := time.Second; for { use(d); d *= 2; if d > time.Minute { d = time.Minute } }", "1s..1m0s"},
		{"doubling in post", "for d := time.Second; ; d *= 2 { use(d) }", "at least 1s"},
		{"changed step by step", "d := min(param, time.Minute); d = max(d, time.Second); d = d/2 + rand.N(d/2); use(d)", "500ms..59.999999999s"},
		{"changed step by step in a loop", "for { d := min(param, time.Minute); d = d*2; use(d) }", "at most 2m0s"},
		{"shift of clamped difference", "k := 0; for { k++; d := min(time.Second<<min(k-1, 6), time.Minute); d = d/2 + rand.N(d/2); use(d) }", "500ms..59.999999999s"},
		{"shrinking", "d := time.Second; for { use(d); d /= 2 }", "at most 1s"},
		{"failures", "k := 0; for { if cond { k = 0 }; use(k); k++ }", "at least 0"},
		{"clamped param", "if param > time.Minute { param = time.Minute }; use(param)", "at most 1m0s"},
		{"local struct", "o := opts{a: time.Second}; use(o.a)", "1s"},
		{"local struct zero", "o := opts{a: time.Second}; use(o.b)", "0"},
		{"local struct changed", "o := opts{a: time.Second}; o.a = param; use(o.a)", "unknown"},
		{"capped after overflow", "use(pause(n))", "at most 2m0s"},
		{"pow", "use(time.Duration(math.Pow(2, 3)) * time.Second)", "8s"},
		{"seconds", "use(int((90*time.Second).Seconds()))", "90"},
		{"unsigned", "use(uint(n))", "at least 0"},
		{"overflow", "use(unit<<maxShift)", "unknown"},
		{"atoi", `k, _ := strconv.Atoi("3"); use(k)`, "unknown"},
		{"remainder", "use(n % 7)", "-6..6"},
		{"closure sees later assignment", "d := time.Second; f := func() { use(d) }; d = time.Minute; f()", "1s..1m0s"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := load(t, header+"\nvar maxShift = 62\nfunc f(c *client, cond bool, param time.Duration, n int) {\n"+tt.body+"\n}")
			got := durations.Eval(p, lastArg(t, p)).String()
			if got != tt.want {
				t.Errorf("%s: got %s, want %s", tt.body, got, tt.want)
			}
		})
	}
}

// lastArg returns the argument of the last use(x) in function f.
func lastArg(t testing.TB, p *code.Package) ast.Expr {
	t.Helper()
	var arg ast.Expr
	for _, f := range p.Funcs {
		if f.Outermost().Obj == nil || f.Outermost().Obj.Name() != "f" {
			continue
		}
		for _, c := range f.Calls() {
			if id, ok := c.Fun.(*ast.Ident); ok && id.Name == "use" && len(c.Args) == 1 {
				arg = c.Args[0]
			}
		}
	}
	if arg == nil {
		t.Fatal("no use(x)")
	}
	return arg
}

func TestSymbols(t *testing.T) {
	p := load(t, header+`
func f(c *client, param time.Duration) {
	d := 2 * c.timeout
	use(d)
}
func g(c *client) { use(c.timeout) }
func h(param time.Duration) { use(3*param) }
`)
	args := make(map[string]durations.Value)
	for _, f := range p.Funcs {
		for _, c := range f.Calls() {
			if id, ok := c.Fun.(*ast.Ident); ok && id.Name == "use" && len(c.Args) == 1 {
				args[f.Obj.Name()] = durations.Eval(p, c.Args[0])
			}
		}
	}
	if r, ok := args["f"].SameAs(args["g"]); !ok || r != 2 {
		t.Errorf("2*c.timeout and c.timeout: got %v, %v, want 2, true", r, ok)
	}
	if _, ok := args["f"].SameAs(args["h"]); ok {
		t.Error("a field and a parameter are the same")
	}
	if v := args["h"]; v.Sym == nil || v.Sym.Name() != "param" || v.Scale != 3 {
		t.Errorf("3*param: got symbol %v times %v", v.Sym, v.Scale)
	}
}

func TestRandom(t *testing.T) {
	for _, tt := range []struct {
		body              string
		random, collapsed bool
	}{
		{"use(rand.N(time.Second))", true, false},
		{"use(time.Second)", false, false},
		{"use(jittered(time.Second))", false, true},
		{"use(spread(time.Second))", true, false},
		{"use(time.Duration(rand.Float64()*float64(time.Second)))", true, false},
		{"use(time.Duration(rand.Float64())*time.Second)", false, true},
		{"use(c.timeout + time.Duration(rand.IntN(100))*time.Millisecond)", true, false},
		{"use(param + rand.N(param))", true, false},
	} {
		p := load(t, header+"\nfunc f(c *client, param time.Duration) {\n"+tt.body+"\n}")
		v := durations.Eval(p, lastArg(t, p))
		if v.Random != tt.random || (v.Collapsed != nil) != tt.collapsed {
			t.Errorf("%s: random %v, collapsed %v; want %v, %v", tt.body, v.Random, v.Collapsed != nil, tt.random, tt.collapsed)
		}
	}
}

func TestOverflowFrom(t *testing.T) {
	for _, tt := range []struct {
		expr string
		from int64 // -1: never
	}{
		{"500*time.Millisecond * (1 << n)", 35},
		{"time.Second << n", 34},
		{"time.Second << min(n, 6)", -1},
		{"pause(n)", 35},
		{"safePause(n)", -1},
		{"time.Duration(n) * time.Second", -1},
		{"time.Duration(1<<uint(n)) * time.Second", 34},
		{"time.Duration(math.Pow(2, float64(n))) * time.Second", 34},
		{"time.Duration(float64(time.Second) * math.Pow(2, float64(n)))", 34},
	} {
		p := load(t, header+"\nfunc f(n int) { use("+tt.expr+") }")
		arg := lastArg(t, p)
		n := p.FuncOf(p.Types.Scope().Lookup("f").(*types.Func)).Params()[0]
		from, at, ok := durations.OverflowFrom(p, arg, n, 0)
		if !ok {
			from = -1
		}
		if from != tt.from || ok && at == nil {
			t.Errorf("%s: overflows from %d, want %d", tt.expr, from, tt.from)
		}
	}
	if n, ok := durations.GrowthOverflow(time.Second, 2); !ok || n != 34 {
		t.Errorf("a second doubled overflows after %d, want 34", n)
	}
	if d := durations.Geometric(100*time.Millisecond, 2, 0, 3); d != 700*time.Millisecond {
		t.Errorf("100+200+400ms = %v", d)
	}
	if d := durations.Geometric(time.Second, 2, 3*time.Second, 4); d != 9*time.Second {
		t.Errorf("1+2+3+3s = %v", d)
	}
}

func TestGivenValues(t *testing.T) {
	p := load(t, header+`
func f(attempt int) {
	d := unit << attempt
	if attempt > 3 {
		d = time.Minute
	}
	use(d)
}`)
	n := p.FuncOf(p.Types.Scope().Lookup("f").(*types.Func)).Params()[0]
	for k, want := range map[int64]string{0: "250ms", 3: "2s", 4: "4s..1m0s"} {
		if got := durations.EvalIn(p, lastArg(t, p), durations.Env{n: durations.Exactly(k)}).String(); got != want {
			t.Errorf("attempt %d: got %s, want %s", k, got, want)
		}
	}
}

func FuzzEval(f *testing.F) {
	for _, s := range []string{
		"3*time.Second", "time.Second<<n", "min(d, 2*time.Second)", "d/0", "time.Duration(1e30)", "1<<n<<n", "-d", "d%time.Second",
		"time.Duration(math.Pow(10, float64(n)))", "rand.N(d)", "steps[n]", "len(steps)", "time.Duration(rand.Float64()*float64(d))", "d>>70", "math.Exp2(1e9)",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, expr string) {
		if len(expr) > 200 {
			return
		}
		if _, err := parser.ParseExpr(expr); err != nil {
			return
		}
		src := `package p
type Duration int64
const Second Duration = 1e9
var steps = []Duration{1, 2, 3}
func use(any)
func f(n int, d Duration, x float64) { e := d; for { e = ` + expr + `; use(e) } }
`
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "p.go", src, 0)
		if err != nil {
			return
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
		conf := types.Config{Error: func(error) {}}
		pkg, _ := conf.Check("p", fset, []*ast.File{file}, info)
		p := code.New(fset, []*ast.File{file}, pkg, info, inspector.New([]*ast.File{file}))
		// Broken code included: no panic, and a range that is one.
		ast.Inspect(file, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok {
				v := durations.Eval(p, e)
				lo, ok1 := v.Min()
				hi, ok2 := v.Max()
				if ok1 && ok2 && lo > hi {
					t.Errorf("%s: empty range %d..%d", expr, lo, hi)
				}
			}
			return true
		})
	})
}
