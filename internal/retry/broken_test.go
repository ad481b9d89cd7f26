package retry_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
	"time"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
)

func parseDuration(s string) (time.Duration, error) { return time.ParseDuration(s) }

// TestBroken runs the engine over code that does not type-check: no panic.
func TestBroken(t *testing.T) {
	for _, src := range []string{
		`package p; func f() { for { if err := undefined(); err != nil { continue }; return } }`,
		`package p; func f() { for i := 0; i < n; i++ { _, err := x.y(); if err == nil { break }; time.Sleep(d << i) } }`,
		`package p; func f() error { l: err := g(); if err != nil { goto l }; goto m; return err }; func g() error { return f() }`,
		`package p; func f(fn func() error) { for range 3 { if fn() == nil { return } } }; func g() { f(func() error { return h( }`,
		`package p; func f(x any) { switch e := x.(type) { case error: f(e); for e != nil { e = nil } } }`,
		`package p; type T[P any] struct{ f func() error }; func (t T[P]) m() error { for { if err := t.f(); err == nil { return nil } } }`,
		`package p; func f() error { err := f(); if err != nil { return f() }; return nil }`,
		`package p; var g = func() error { for { if e := g(); e == nil { return nil } } }`,
		`package p; func f() { for { select { case <-c: case v, ok := <-d: if ok { continue }; default: break } } }`,
		`package p; func f() { break; continue; goto x; for { fallthrough } }`,
	} {
		fset := token.NewFileSet()
		file, _ := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
		if file == nil {
			continue
		}
		info := newInfo()
		conf := types.Config{Error: func(error) {}}
		pkg, _ := conf.Check("p", fset, []*ast.File{file}, info)
		p := code.New(fset, []*ast.File{file}, pkg, info, inspector.New([]*ast.File{file}))
		x := retry.New(p, api.Default(), nil)
		for _, f := range p.Funcs {
			x.Loops(f)
			x.Closures(f)
			x.Summary(f)
			x.Results(f)
			x.OpOf(f)
			x.ErrClassOf(f)
			for _, c := range f.Calls() {
				x.Around(c)
			}
		}
	}
}
