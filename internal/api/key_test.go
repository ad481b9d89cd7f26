package api_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/faultlint/faultlint/internal/api"
)

// stdlib holds the packages that the snippets import.
var stdlib = sync.OnceValues(func() (map[string]*types.Package, error) {
	cfg := &packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports}
	pkgs, err := packages.Load(cfg, "context", "database/sql", "io", "net", "net/http", "time")
	if err != nil {
		return nil, err
	}
	m := make(map[string]*types.Package)
	for _, p := range pkgs {
		m[p.PkgPath] = p.Types
	}
	return m, nil
})

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// check type-checks one file and returns its information.
func check(t *testing.T, src string) (*ast.File, *types.Info, *types.Package) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types:      make(map[ast.Expr]types.TypeAndValue),
		Defs:       make(map[*ast.Ident]types.Object),
		Uses:       make(map[*ast.Ident]types.Object),
		Selections: make(map[*ast.SelectorExpr]*types.Selection),
		Instances:  make(map[*ast.Ident]types.Instance),
	}
	std, err := stdlib()
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: importerFunc(func(path string) (*types.Package, error) {
		if p := std[path]; p != nil {
			return p, nil
		}
		return nil, fmt.Errorf("%s is not loaded", path)
	})}
	pkg, err := conf.Check("example.com/a", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	return f, info, pkg
}

// calls returns the callees of the calls in the function named "f", in order.
func calls(t *testing.T, src string) []api.Callee {
	t.Helper()
	f, info, _ := check(t, src)
	var cs []api.Callee
	for _, d := range f.Decls {
		fd, ok := d.(*ast.FuncDecl)
		if !ok || fd.Name.Name != "f" {
			continue
		}
		ast.Inspect(fd, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				cs = append(cs, api.CalleeOf(info, call))
			}
			return true
		})
	}
	return cs
}

func TestKey(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"function", `package a; import "time"; func f() { time.Sleep(0) }`, "time.Sleep"},
		{"pointer method", `package a; import "database/sql"; func f(db *sql.DB) { db.Ping() }`, "(*database/sql.DB).Ping"},
		{"value method", `package a; import "time"; func f(d time.Time) { d.Unix() }`, "(time.Time).Unix"},
		{"interface method", `package a; import "io"; func f(r io.ReadCloser) { r.Read(nil) }`, "(io.Reader).Read"},
		{"promoted", `package a; import "database/sql"; type DB struct{ *sql.DB }; func f(db DB) { db.Ping() }`, "(*database/sql.DB).Ping"},
		{"promoted unexported", `package a; import "net"; func f(c *net.TCPConn) { c.Read(nil) }`, "(*net.conn).Read"},
		{"generic method", `package a; type R[T any] struct{}; func (*R[T]) Do() {}; func f(r *R[map[string][]int]) { r.Do() }`, "(*example.com/a.R).Do"},
		{"generic interface", `package a; type E[T any] interface{ Run() }; func f(e E[*int]) { e.Run() }`, "(example.com/a.E).Run"},
		{"generic function", `package a; func G[T any](T) {}; func f() { G[int](0) }`, "example.com/a.G"},
		{"inferred", `package a; func G[T any](T) {}; func f() { G(0) }`, "example.com/a.G"},
		{"two parameters", `package a; func G[T, U any](T) {}; func f() { G[int, string](0) }`, "example.com/a.G"},
		{"universe", `package a; func f(err error) { err.Error() }`, "(error).Error"},
		{"parenthesised", `package a; import "time"; func f() { (time.Sleep)(0) }`, "time.Sleep"},
		{"func type of field", `package a; type Index func(); type API struct{ Index Index }; func f(a API) { a.Index() }`, "example.com/a.Index"},
		{"func type of variable", `package a; import "context"; func f(cancel context.CancelFunc) { cancel() }`, "context.CancelFunc"},
		{"anonymous interface", `package a; func f(x interface{ M() }) { x.M() }`, "(interface).M"},
		{"alias", `package a; import "database/sql"; type D = sql.DB; func f(d *D) { d.Ping() }`, "(*database/sql.DB).Ping"},
		{"package variable", `package a; import "time"; var sleep = time.Sleep; func f() { sleep(0) }`, "example.com/a.sleep"},
		{"unnamed func", `package a; func f(g func()) { g() }`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cs := calls(t, tt.src)
			if len(cs) != 1 {
				t.Fatalf("%d calls, want 1", len(cs))
			}
			if cs[0].Key != tt.want {
				t.Errorf("key %q, want %q", cs[0].Key, tt.want)
			}
		})
	}
}

func TestCallee(t *testing.T) {
	cs := calls(t, `package a
import ("database/sql"; "time")
type S struct{ fn func() }
func f(db *sql.DB, s S) {
	db.Ping()
	(*sql.DB).Ping(db)
	_ = time.Duration(1)
	_ = len("x")
	s.fn()
	func() {}()
}`)
	if len(cs) != 6 {
		t.Fatalf("%d calls", len(cs))
	}
	if c := cs[0]; c.Recv == nil || c.MethodExpr {
		t.Errorf("method call: %+v", c)
	}
	if c := cs[1]; c.Recv != nil || !c.MethodExpr || c.Key != "(*database/sql.DB).Ping" {
		t.Errorf("method expression: %+v", c)
	}
	if c := cs[2]; !c.Conversion || c.Key != "" {
		t.Errorf("conversion: %+v", c)
	}
	if c := cs[3]; c.Builtin != "len" {
		t.Errorf("builtin: %+v", c)
	}
	if c := cs[4]; c.Var == nil || c.Func != nil || c.Recv != nil {
		t.Errorf("field: %+v", c)
	}
	if c := cs[5]; c.Func != nil || c.Var != nil || c.Key != "" {
		t.Errorf("literal: %+v", c)
	}
}

func TestKeyOfType(t *testing.T) {
	_, _, pkg := check(t, `package a
import ("net/http"; "context"; "database/sql")
type G[T any] struct{}
type A = context.Context
type P = *sql.DB
var (
	v0 *http.Request
	v1 A
	v2 P
	v3 G[int]
	v4 *G[[]string]
	v5 error
	v6 any
	v7 <-chan struct{}
	v8 []*http.Request
	v9 map[string]A
)`)
	want := []string{"*net/http.Request", "context.Context", "*database/sql.DB", "example.com/a.G", "*example.com/a.G",
		"error", "any", "<-chan struct", "[]*net/http.Request", "map[string]context.Context"}
	for i, w := range want {
		v := pkg.Scope().Lookup("v" + string(rune('0'+i)))
		if got := api.KeyOfType(v.Type()); got != w {
			t.Errorf("v%d: %q, want %q", i, got, w)
		}
	}
}

func TestFieldOf(t *testing.T) {
	f, info, _ := check(t, `package a
import "net/http"
type In struct{ Timeout int }
type Mid struct{ *In }
type Out struct{ Mid; Client http.Client }
type Alias = Out
func f(o *Alias) {
	_ = o.Timeout
	_ = o.Client.Timeout
	_ = o.Client.Do
	_ = struct{ x int }{}.x
}`)
	var got []string
	ast.Inspect(f, func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok {
			got = append(got, api.FieldOf(info, as.Rhs[0].(*ast.SelectorExpr)))
		}
		return true
	})
	want := []string{"example.com/a.In.Timeout", "net/http.Client.Timeout", "", ""}
	for i, w := range want {
		if got[i] != w {
			t.Errorf("%d: %q, want %q", i, got[i], w)
		}
	}
}

func TestPath(t *testing.T) {
	for in, want := range map[string]string{
		"net/http":                          "net/http",
		"example.com/x/vendor/github.com/y": "github.com/y",
		"vendor/golang.org/x/net/dns":       "golang.org/x/net/dns",
		"golang.org/x/net/context":          "context",
		"example.com/vendored/y":            "example.com/vendored/y",
	} {
		if got := api.Path(in); got != want {
			t.Errorf("Path(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestShortName(t *testing.T) {
	for in, want := range map[string]string{
		"(*database/sql.DB).Query":                        "(*sql.DB).Query",
		"github.com/cenkalti/backoff/v4.Retry":            "backoff.Retry",
		"github.com/avast/retry-go/v4.Do":                 "retry.Do",
		"github.com/hashicorp/go-retryablehttp.Get":       "retryablehttp.Get",
		"(*gopkg.in/gomail.v2.Dialer).Dial":               "(*gomail.Dialer).Dial",
		"(*github.com/nats-io/nats.go.Conn).Request":      "(*nats.Conn).Request",
		"(github.com/redis/go-redis/v9.cmdable).Incr":     "redis.Incr",
		"(*github.com/rabbitmq/amqp091-go.Channel).Get":   "(*amqp.Channel).Get",
		"(*github.com/google/go-github/v74/github.X).Get": "(*github.X).Get",
		"k8s.io/client-go/util/retry.OnError":             "retry.OnError",
		"(error).Error":                                   "(error).Error",
	} {
		if got := api.ShortName(in); got != want {
			t.Errorf("ShortName(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestIsStd(t *testing.T) {
	for path, want := range map[string]bool{
		"fmt": true, "net/http": true, "internal/poll": true, "vendor/golang.org/x/net/dns/dnsmessage": true,
		"faultcases/x": false, "myapp": false, "github.com/x/y": false, "vendored/x": false, "vendor/x": false,
	} {
		if got := api.IsStd(path); got != want {
			t.Errorf("IsStd(%q) = %v", path, got)
		}
	}
}
