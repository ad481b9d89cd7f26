package handlers_test

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/directive"
	"github.com/faultlint/faultlint/internal/handlers"
)

// probe reports every handler where it stands, and at calls of entry() and
// startup() what these say.
var probe = &analysis.Analyzer{
	Name:     "probe",
	Doc:      "reports what the package says",
	Requires: []*analysis.Analyzer{inspect.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		p := code.New(pass.Fset, pass.Files, pass.Pkg, pass.TypesInfo, pass.ResultOf[inspect.Analyzer].(*inspector.Inspector))
		dirs := directive.Parse(pass.Fset, pass.Files)
		flow := ctxflow.New(p, api.Default(), nil)
		h := handlers.New(p, api.Default(), flow, func(fd *ast.FuncDecl) (bool, time.Duration) {
			d := dirs.Func(fd)
			return d.Handler, d.Budget
		})
		for _, fn := range p.Funcs {
			if m := h.Of(fn); m != nil {
				pass.Reportf(place(fn), "%s", describe(m))
			}
			for _, call := range fn.Calls() {
				id, ok := call.Fun.(*ast.Ident)
				if !ok {
					continue
				}
				switch id.Name {
				case "entry":
					msg := "not reached"
					if r := h.Entry(fn); r != nil {
						var names []string
						for _, f := range r.Funcs {
							names = append(names, f.Name())
						}
						msg = r.Handler.Kind.String() + ": " + strings.Join(names, " → ")
					}
					pass.Reportf(call.Pos(), "%s", msg)
				case "startup":
					pass.Reportf(call.Pos(), "startup %v", h.Startup(fn))
				}
			}
		}
		return nil, nil
	},
}

func place(fn *code.Func) token.Pos {
	if fd, ok := fn.Node.(*ast.FuncDecl); ok {
		return fd.Name.Pos()
	}
	return fn.Node.Pos()
}

func describe(m *handlers.Match) string {
	out := m.Framework + " " + m.Kind.String() + " by " + m.How.String() + ": "
	switch {
	case m.Ctx == "":
		return out + "no context"
	case m.Blank:
		out += m.Ctx + " blank"
	default:
		out += m.Ctx
	}
	return out + []string{"", " live", " dead"}[m.Live]
}

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), probe, "web", "rpc", "jobs", "reach", "startup")
}
