// Package combine makes one analyzer of many, as golangci-lint needs it: with
// what it has no room for in the text, with fixes that do not get into each
// other's way, and with a panic that is a finding like others.
package combine

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// New makes a linter of the given name of passes and of what they share, the
// analyzers of this suite that they require. All of them must be of this
// linter alone, as they are changed.
//
// It is one analyzer so that the findings of all passes can be looked at
// together: if two fixes in a file overlap, golangci-lint applies none of that
// linter there and drops the findings as well. And it has the linter's name, so
// that golangci-lint puts nothing in front of a text, which begins with the
// name of the pass.
//
// Salt tells apart what settings alone do not: golangci-lint keeps results by
// its own configuration and by the names of analyzers, so that a second one,
// which does nothing, carries it. It ends the names of shared ones as well.
func New(name, salt string, shared, passes []*analysis.Analyzer) []*analysis.Analyzer {
	all := slices.Concat(shared, passes)
	for _, a := range all {
		contain(a, salt)
	}
	linter := &analysis.Analyzer{
		Name:     name,
		Doc:      "run the passes " + name + " is made of",
		Requires: all,
		Run: func(pass *analysis.Pass) (any, error) {
			var found []finding
			for _, a := range all {
				out := pass.ResultOf[a].(*outcome)
				for _, d := range out.found {
					found = append(found, finding{out.pass, d})
				}
				if out.failure != "" {
					found = append(found, finding{out.pass, analysis.Diagnostic{Message: out.failure}})
				}
			}
			report(pass, found)
			return nil, nil
		},
	}
	if salt == "" {
		return []*analysis.Analyzer{linter}
	}
	return []*analysis.Analyzer{linter, {
		Name: name + salt,
		Doc:  "carry the name of a configuration",
		Run:  func(*analysis.Pass) (any, error) { return nil, nil },
	}}
}

// An outcome is what a contained analyzer returns.
type outcome struct {
	pass    string
	result  any
	found   []analysis.Diagnostic
	failure string // why it did not get to its end, if so
}

// contain changes an analyzer so that it keeps what it reports, for its result
// is now an outcome, and so that neither a panic nor an error in it ends the
// user's whole run, findings of all other linters included. What requires a
// contained analyzer must be contained itself.
func contain(a *analysis.Analyzer, salt string) {
	run, name := a.Run, strings.TrimSuffix(a.Name, salt)
	a.ResultType = reflect.TypeFor[*outcome]()
	a.Run = func(pass *analysis.Pass) (result any, err error) {
		out := &outcome{pass: name}
		p := *pass
		p.Report = func(d analysis.Diagnostic) { out.found = append(out.found, d) }
		p.ResultOf = make(map[*analysis.Analyzer]any)
		for req, res := range pass.ResultOf {
			if o, ok := res.(*outcome); ok {
				if o.failure != "" {
					return out, nil // that failure is reported where it was
				}
				res = o.result
			}
			p.ResultOf[req] = res
		}
		defer func() {
			if r := recover(); r != nil {
				out.failure = fmt.Sprintf("internal error: %s panicked on package %s: %v%s; please report this", name, pass.Pkg.Path(), r, culprit())
				result, err = out, nil
			}
		}()
		if out.result, err = run(&p); err != nil {
			out.failure = fmt.Sprintf("internal error: %s failed on package %s: %v; please report this", name, pass.Pkg.Path(), err)
		}
		return out, nil
	}
}

// A finding is what one pass reported.
type finding struct {
	pass string
	analysis.Diagnostic
}

// report hands the findings of a package to golangci-lint, in an order that is
// always the same, so that of two fixes that overlap it is always the same one
// that is left.
func report(pass *analysis.Pass, found []finding) {
	for i := range found {
		if !found[i].Pos.IsValid() {
			found[i].Pos = somewhere(pass.Files)
		}
	}
	slices.SortStableFunc(found, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.pass, b.pass), cmp.Compare(a.Message, b.Message))
	})
	accepted := make(fixes)
	for _, f := range found {
		if !f.Pos.IsValid() {
			continue // a package without files
		}
		d := f.Diagnostic
		d.Message = f.pass + ": " + text(pass.Fset, d)
		d.Related = nil
		d.SuggestedFixes = accepted.choose(pass.Fset, d)
		pass.Report(d)
	}
}

// somewhere returns a place for what has none of its own: not in generated
// code, where golangci-lint hides it.
func somewhere(files []*ast.File) token.Pos {
	for _, f := range files {
		if !ast.IsGenerated(f) {
			return f.Package
		}
	}
	if len(files) > 0 {
		return files[0].Package
	}
	return token.NoPos
}
