package waits_test

import (
	"go/types"
	"reflect"
	"testing"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/packages"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/waits"
)

// local gives the summaries of one package's own functions.
type local struct {
	p    *code.Package
	f    *waits.Finder
	memo map[*types.Func]*facts.Func
	busy map[*types.Func]bool
}

func (l *local) Summary(fn *types.Func) *facts.Func {
	fn = fn.Origin()
	if s, ok := l.memo[fn]; ok || l.busy[fn] {
		return s
	}
	g := l.p.FuncOf(fn)
	if g == nil {
		return nil
	}
	l.busy[fn] = true
	s := &facts.Func{Waits: l.f.Facts(g)}
	delete(l.busy, fn)
	l.memo[fn] = s
	return s
}

// TestStandardLibrary runs over large packages of the standard library, which
// use channels and locks in every way there is: it must come to an end, and
// say the same each time.
func TestStandardLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("type-checks a part of the standard library")
	}
	cfg := &packages.Config{Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports}
	pkgs, err := packages.Load(cfg, "net/http", "net/http/httputil", "database/sql", "net", "net/rpc", "os/exec", "io", "sync", "context", "testing", "internal/trace")
	if err != nil {
		t.Skip("cannot load the standard library:", err)
	}
	known := 0
	for _, pkg := range pkgs {
		if pkg.Types == nil || pkg.TypesInfo == nil {
			continue
		}
		first, second := all(pkg), all(pkg)
		for name, ws := range first {
			known += len(ws)
			if !reflect.DeepEqual(ws, second[name]) {
				t.Errorf("%s: two runs differ:\n%v\n%v", name, ws, second[name])
			}
		}
	}
	if known < 100 {
		t.Errorf("only %d waits are known in the standard library", known)
	}
}

func all(pkg *packages.Package) map[string][]facts.Wait {
	p := code.New(pkg.Fset, pkg.Syntax, pkg.Types, pkg.TypesInfo, inspector.New(pkg.Syntax))
	l := &local{p: p, memo: make(map[*types.Func]*facts.Func), busy: make(map[*types.Func]bool)}
	l.f = waits.New(p, api.Default(), ctxflow.New(p, api.Default(), l), l)
	out := make(map[string][]facts.Wait)
	for _, fn := range p.Funcs {
		l.f.CtxUse(fn)
		l.f.In(fn)
		if fn.Obj != nil {
			out[fn.Obj.FullName()] = l.Summary(fn.Obj).Waits
		}
	}
	return out
}
