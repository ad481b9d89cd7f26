// Package drivertest has small analyzers by which the driver and the command are tested.
package drivertest

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// A Sleeps fact says that a function calls time.Sleep, itself or by others.
type Sleeps struct{ Via string }

// AFact marks the type as a fact.
func (*Sleeps) AFact() {}

func (s *Sleeps) String() string { return "sleeps via " + s.Via }

// Sleepers is the result of the summary pass.
type Sleepers struct {
	pass *analysis.Pass
}

// Of returns the fact about a function of any package.
func (s *Sleepers) Of(fn *types.Func) (*Sleeps, bool) {
	var fact Sleeps
	ok := s.pass.ImportObjectFact(fn.Origin(), &fact)
	return &fact, ok
}

// New returns a suite of toys: nosleep reports calls to functions that sleep, nobad functions whose
// names begin with Bad. Neither runs without the summary pass faultsummary, which has the facts.
// To have something that fails, nobad panics at functions whose names begin with PanicBad and takes
// a minute for SlowBad, and faultsummary panics in packages that declare PanicSummary.
func New() []*analysis.Analyzer {
	summary := &analysis.Analyzer{
		Name:       "faultsummary",
		Doc:        "faultsummary: which functions sleep",
		Requires:   []*analysis.Analyzer{inspect.Analyzer},
		FactTypes:  []analysis.Fact{new(Sleeps)},
		ResultType: reflect.TypeFor[*Sleepers](),
		Run:        summarize,
	}
	nosleep := &analysis.Analyzer{
		Name:     "nosleep",
		Doc:      "nosleep: calls to functions that sleep\n\nThe manual of nosleep.",
		URL:      "https://example.com/nosleep",
		Requires: []*analysis.Analyzer{inspect.Analyzer, summary},
		Run: func(pass *analysis.Pass) (any, error) {
			sleepers := pass.ResultOf[summary].(*Sleepers)
			calls(pass, func(decl *ast.FuncDecl, call *ast.CallExpr, fn *types.Func) {
				if fact, ok := sleepers.Of(fn); ok {
					pass.Report(analysis.Diagnostic{
						Pos: call.Pos(), End: call.End(), Category: "nosleep",
						Message: fmt.Sprintf("call of %s sleeps: %s", fn.FullName(), fact.Via),
						Related: []analysis.RelatedInformation{{Pos: decl.Name.Pos(), End: decl.Name.End(), Message: "in " + decl.Name.Name}},
					})
				}
			})
			return nil, nil
		},
	}
	nobad := &analysis.Analyzer{
		Name:     "nobad",
		Doc:      "nobad: functions named Bad",
		Requires: []*analysis.Analyzer{inspect.Analyzer, summary},
		Run: func(pass *analysis.Pass) (any, error) {
			in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
			in.Preorder([]ast.Node{(*ast.FuncDecl)(nil)}, func(n ast.Node) {
				name := n.(*ast.FuncDecl).Name
				switch {
				case strings.HasPrefix(name.Name, "PanicBad"):
					panic("saw " + name.Name)
				case strings.HasPrefix(name.Name, "SlowBad"):
					time.Sleep(time.Minute)
				case strings.HasPrefix(name.Name, "Bad"):
					pass.Report(analysis.Diagnostic{
						Pos: name.Pos(), End: name.End(), Category: "nobad",
						Message: "function is named " + name.Name,
						SuggestedFixes: []analysis.SuggestedFix{{
							Message:   "rename it",
							TextEdits: []analysis.TextEdit{{Pos: name.Pos(), End: name.End(), NewText: []byte("Good" + name.Name[3:])}},
						}},
					})
				}
			})
			return nil, nil
		},
	}
	return []*analysis.Analyzer{nobad, nosleep}
}

func summarize(pass *analysis.Pass) (any, error) {
	sleepers := &Sleepers{pass}
	if first, _, _ := strings.Cut(pass.Pkg.Path(), "/"); !strings.Contains(first, ".") && first != "command-line-arguments" {
		return sleepers, nil // the standard library; vet tools see it, the command does not
	}
	if pass.Pkg.Scope().Lookup("PanicSummary") != nil {
		panic("saw PanicSummary")
	}
	for changed := true; changed; {
		changed = false
		calls(pass, func(decl *ast.FuncDecl, _ *ast.CallExpr, fn *types.Func) {
			caller, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
			if !ok {
				return
			}
			if _, known := sleepers.Of(caller); known {
				return
			}
			if fn.FullName() == "time.Sleep" {
				pass.ExportObjectFact(caller, &Sleeps{"time.Sleep"})
				changed = true
			} else if fact, ok := sleepers.Of(fn); ok {
				pass.ExportObjectFact(caller, &Sleeps{fn.Name() + " → " + fact.Via})
				changed = true
			}
		})
	}
	return sleepers, nil
}

// calls calls f for each static call in a function of the package.
func calls(pass *analysis.Pass, f func(decl *ast.FuncDecl, call *ast.CallExpr, fn *types.Func)) {
	for _, file := range pass.Files {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Body == nil {
				continue
			}
			ast.Inspect(decl.Body, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					if fn, ok := typeutil.Callee(pass.TypesInfo, call).(*types.Func); ok {
						f(decl, call, fn)
					}
				}
				return true
			})
		}
	}
}
