package ctxflow_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// stubs is just enough of the packages that the broken one imports.
type stubs struct{}

func (stubs) Import(path string) (*types.Package, error) {
	src := map[string]string{
		"context": `package context
type Context interface { Deadline() (int, bool); Done() <-chan struct{}; Err() error; Value(any) any }
type CancelFunc func()
func Background() Context
func WithCancel(Context) (Context, CancelFunc)
func WithTimeout(Context, int64) (Context, CancelFunc)
func WithValue(Context, any, any) Context
func AfterFunc(Context, func()) func() bool`,
		"net/http": `package http
import "context"
type Request struct{}
func (*Request) Context() context.Context
type ResponseWriter interface{ WriteHeader(int) }
func HandleFunc(string, func(ResponseWriter, *Request))`,
	}[path]
	if src == "" {
		return nil, errors.New("no such package")
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path+".go", src, 0)
	if err != nil {
		return nil, err
	}
	conf := types.Config{Importer: stubs{}, IgnoreFuncBodies: true, Error: func(error) {}}
	pkg, _ := conf.Check(path, fset, []*ast.File{f}, nil)
	return pkg, nil
}

// TestBroken asks everything about code that does not type-check: editors do
// so at every key, and a panic ends them.
func TestBroken(t *testing.T) {
	const src = `package broken

import (
	"context"
	"missing/pkg"
	"net/http"
)

type T[P any] struct { ctx context.Context; f func(P) }

func (t *T[P]) h(ctx, x, y context.Context) (int, err) {
	ctx, cancel := context.WithTimeout(ctx)
	defer cancel()
	undefined(ctx, cancel)
	pkg.Do(ctx)
	var v = pkg.New(ctx).X.Y(ctx, 1, 2)
	v.Z(func(ctx context.Context) { <-ctx.Done(); t.f(nil) })
	ctx = nope.Foo(ctx)
	go t.nope(ctx)
	select { case <-ctx.Done(): case x := <-pkg.C: _ = x }
	if ctx.Err() != nil { return 3 }
	for range pkg.Seq { continue }
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { undefinedThing(r.Context().Foo()) })
	context.AfterFunc(ctx)
	context.WithCancel()
	_ = T[int, string]{ctx}.ctx
	context.WithTimeout(context.Background(), pkg.D, 7)
	func() { defer recover() }()
	(func(context.Context))(nil)(ctx)
	exec.Command().Run()
	for { break nowhere }
	a, b := ctx
	context.WithValue(a...)
	ctx.Done().x()
	return h
}

func (undefinedType) m(ctx context.Context) { ctx.Err() }

var _ = func(ctx context.Context) { f(ctx) }(nil)

var x, y = context.WithCancel(x)
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "broken.go", src, parser.ParseComments|parser.AllErrors)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{},
		Scopes: map[ast.Node]*types.Scope{},
	}
	conf := types.Config{Importer: stubs{}, Error: func(error) {}}
	pkg, _ := conf.Check("broken", fset, []*ast.File{file}, info)
	p := code.New(fset, []*ast.File{file}, pkg, info, inspector.New([]*ast.File{file}))
	f := ctxflow.New(p, api.Default(), nil)
	exprs := 0
	for _, fn := range p.Funcs {
		f.Live(fn)
		f.DoneTests(fn)
		f.Results(fn)
		f.AtHand(fn, nil)
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			if n == nil {
				return true
			}
			f.CleanupMode(n)
			f.AtHand(fn, n)
			e, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			exprs++
			f.Outer(f.Trace(e))
			f.OverAt(e, e)
			f.Linked(fn, e)
			if call, ok := e.(*ast.CallExpr); ok {
				f.CtxArg(call)
			}
			return true
		})
	}
	if exprs < 100 {
		t.Errorf("asked about %d expressions only", exprs)
	}
}
