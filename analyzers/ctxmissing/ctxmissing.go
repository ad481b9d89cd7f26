package ctxmissing

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/blocking"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
)

//go:embed doc.go
var doc string

// Analyzer is the pass with default options, under which it is off.
var Analyzer = New(rule.Default())

// New returns the pass of a suite.
func New(s *rule.Suite) *analysis.Analyzer {
	return rule.New(s, rule.Spec{Name: "ctxmissing", Doc: rule.Doc(doc, "ctxmissing"), Severity: severity.Note, Run: run, Off: true})
}

func run(p *rule.Pass) {
	fns := p.Funcs()
	told := make(map[ast.Node]bool) // by ctxblock and ctxdrop, which know a context
	for _, place := range blocking.Find(p.Result, fns) {
		told[place.Node], told[place.Wait.Node] = true, true
	}
	for _, f := range fns {
		for _, call := range f.Calls() {
			key := called(p, call)
			row := p.Table.Call(key)
			if told[call] || row == nil || row.Ctx.Kind != api.CtxNone || !takesContext(p, row.Twin) {
				continue
			}
			out := rule.Finding{Node: call, Message: fmt.Sprintf("%s takes no context; %s", row.Lib, how(row))}
			for _, s := range p.Flow.AtHand(f, call) {
				if edits := blocking.WithContext(p.Result, call, s.Expr); edits != nil && !s.Blank {
					out.Fix = &analysis.SuggestedFix{Message: "give it " + s.Expr, TextEdits: edits}
				}
				break
			}
			p.Report(out)
		}
	}
}

// called returns the key of the function that a call runs, also by way of a local variable.
func called(p *rule.Pass, call *ast.CallExpr) string {
	c := p.Code.CalleeOf(call)
	if c.Func != nil || c.Key != "" {
		return c.Key
	}
	key := ""
	for _, o := range p.Code.Origins(call.Fun) {
		var id *ast.Ident
		switch x := o.Expr.(type) {
		case *ast.SelectorExpr:
			id = x.Sel
		case *ast.Ident:
			id = x
		}
		fn, ok := p.Code.Info.Uses[id].(*types.Func)
		if id == nil || !ok || key != "" && key != api.Key(fn.Origin()) {
			return ""
		}
		key = api.Key(fn.Origin())
	}
	return key
}

// takesContext reports whether a context can be given to what stands for a call.
func takesContext(p *rule.Pass, twin string) bool {
	if twin == "" {
		return false
	}
	if row := p.Table.Call(twin); row != nil && row.Ctx.Kind != api.CtxNone {
		return true
	}
	return p.Table.CtxOp(twin) != nil
}

func how(row *api.Call) string {
	if row.How != "" {
		return row.How
	}
	return "use " + api.ShortName(row.Twin) + " with one of the caller's"
}
