package ctxmissing

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"
	"strings"

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
			hand := p.Flow.AtHand(f, call)
			out := rule.Finding{Node: call, Message: fmt.Sprintf("%s takes no context; %s", row.Lib, how(row, len(hand) > 0))}
			for _, s := range hand {
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

// takesContext reports whether a context can be given to what stands for a call. A context that ends
// at a signal is another way to be told of it: signal.Notify itself does not wait.
func takesContext(p *rule.Pass, twin string) bool {
	if twin == "" {
		return false
	}
	if row := p.Table.Call(twin); row != nil && row.Ctx.Kind != api.CtxNone {
		return true
	}
	op := p.Table.CtxOp(twin)
	return op != nil && op.Kind != api.CtxOpSignal
}

// how says what to do instead, with the context at hand or, if there is none, another one.
func how(row *api.Call, atHand bool) string {
	text := row.How
	if text == "" {
		text = "use " + api.ShortName(row.Twin) + " with the context"
	}
	if before, ok := strings.CutSuffix(text, " with the context"); ok && !atHand {
		text = before + " with one of the caller's"
	}
	return text
}
