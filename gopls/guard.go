package gopls

import (
	"fmt"
	"os"
	"reflect"
	"runtime/debug"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// crashes are panics in analyzers that others require, by *types.Package.
var crashes sync.Map

// Guard makes panics in passes visible: gopls would swallow them, together with all that the
// analyzer has found. An analyzer that others require cannot report; the one called faultlint does
// it then, and the others are silent.
func Guard(list []Pass) {
	guarded := make(map[*analysis.Analyzer]bool)
	var visit func(*analysis.Analyzer)
	visit = func(a *analysis.Analyzer) {
		// What has no facts and is required is gopls' as well as ours.
		if guarded[a] || a.ResultType != nil && len(a.FactTypes) == 0 {
			return
		}
		guarded[a] = true
		guard(a)
		for _, r := range a.Requires {
			visit(r)
		}
	}
	for _, p := range list {
		visit(p.Analyzer)
	}
}

// guard guards one analyzer.
func guard(a *analysis.Analyzer) {
	run := a.Run
	a.Run = func(pass *analysis.Pass) (res any, err error) {
		if missing(pass) {
			if msg, ok := crashes.Load(pass.Pkg); ok && a.Name == "faultlint" {
				report(pass, "crash", msg.(string))
			}
			return nil, nil
		}
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			msg := fmt.Sprintf("internal error: %s panicked: %v; please report this", a.Name, p)
			fmt.Fprintf(os.Stderr, "%s\npackage %s\n%s", msg, pass.Pkg.Path(), debug.Stack())
			if a.ResultType != nil {
				crashes.Store(pass.Pkg, msg)
				res, err = reflect.Zero(a.ResultType).Interface(), nil
				return
			}
			report(pass, "crash", msg)
			res, err = nil, nil
		}()
		return run(pass)
	}
}

// missing reports whether an analyzer that is required has no result, as it panicked.
func missing(pass *analysis.Pass) bool {
	for _, r := range pass.Analyzer.Requires {
		if v := reflect.ValueOf(pass.ResultOf[r]); v.Kind() == reflect.Pointer && v.IsNil() {
			return true
		}
	}
	return false
}
