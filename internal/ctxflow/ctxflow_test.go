package ctxflow_test

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
)

// probe reports the answers of the package at calls of marker functions:
// trace(e), outer(e), hand(), given(call), mode(), linked(e), here(), tests().
var probe = &analysis.Analyzer{
	Name:     "probe",
	Doc:      "reports what the context flow says",
	Requires: []*analysis.Analyzer{inspect.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		p := code.New(pass.Fset, pass.Files, pass.Pkg, pass.TypesInfo, pass.ResultOf[inspect.Analyzer].(*inspector.Inspector))
		f := ctxflow.New(p, api.Default(), seen)
		for _, fn := range p.Funcs {
			if rs := f.Results(fn); fn.Obj != nil && len(rs) > 0 {
				seen.put(fn.Obj, &facts.Func{Results: rs})
			}
		}
		for _, fn := range p.Funcs {
			for _, call := range fn.Calls() {
				id, ok := call.Fun.(*ast.Ident)
				if !ok {
					continue
				}
				var msg string
				switch id.Name {
				case "trace":
					msg = describe(f.Trace(call.Args[0]))
				case "outer":
					msg = describe(f.Outer(f.Trace(call.Args[0])))
				case "hand":
					msg = hand(f.AtHand(fn, call))
				case "handAny":
					msg = hand(f.AtHand(fn, nil))
				case "given":
					msg = given(f.CtxArg(call.Args[0].(*ast.CallExpr)))
				case "mode":
					msg = f.CleanupMode(call).String()
				case "linked":
					msg = "no link"
					if l := f.Linked(fn, call.Args[0]); l != nil {
						msg = l.Kind.String() + " " + describe(l.Ctx)
					}
				case "here":
					msg = run(f.Live(fn))
				case "tests":
					msg = tests(pass, call, f.DoneTests(fn))
				case "over":
					msg = "alive"
					if o := f.OverAt(call.Args[0], call); o != nil {
						msg = fmt.Sprintf("over by %s line %d", o.Kind, pass.Fset.Position(o.Node.Pos()).Line)
					}
				default:
					continue
				}
				pass.Reportf(call.Pos(), "%s", msg)
			}
		}
		return nil, nil
	},
}

// seen keeps what is known of functions' results for the packages that are
// analysed later.
var seen = &callees{funcs: make(map[string]*facts.Func)}

type callees struct {
	mu    sync.Mutex
	funcs map[string]*facts.Func
}

func (c *callees) put(fn *types.Func, s *facts.Func) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.funcs[fn.FullName()] = s
}

func (c *callees) Summary(fn *types.Func) *facts.Func {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.funcs[fn.FullName()]
}

func describe(c ctxflow.Ctx) string {
	var b strings.Builder
	b.WriteString(c.Root.Kind.String())
	if c.Root.Var != nil {
		b.WriteString(" " + c.Root.Var.Name())
	}
	if c.Root.Kind == ctxflow.RootCarrier {
		b.WriteString([]string{"", " live", " dead"}[c.Root.Live])
	}
	for _, s := range c.Steps {
		b.WriteString(" > " + s.Kind.String())
		if n, ok := s.Limit.Exact(); ok {
			b.WriteString(" " + time.Duration(n).String())
		}
		if s.Maybe {
			b.WriteString("?")
		}
		if len(s.Through) > 0 {
			b.WriteString(" in helper")
		}
		if s.CancelDeferred {
			b.WriteString(" deferred")
		}
		if s.CancelEscapes {
			b.WriteString(" escapes")
		}
	}
	if c.Stacked != nil {
		b.WriteString(" stacked")
		if c.StackedBound {
			b.WriteString(" bounds")
		}
		if c.StackedLit {
			b.WriteString(" by literal")
		}
	}
	for _, o := range c.Others {
		b.WriteString(" | " + describe(o))
	}
	return b.String()
}

func hand(ss []ctxflow.Source) string {
	if len(ss) == 0 {
		return "nothing at hand"
	}
	var parts []string
	for _, s := range ss {
		d := s.Kind.String() + " " + s.Expr + " " + s.Life.String()
		if s.Blank {
			d += " blank"
		}
		if s.Live == api.No {
			d += " dead"
		}
		if s.Captured {
			d += " captured " + s.Run.String()
		}
		parts = append(parts, d)
	}
	return strings.Join(parts, ", ")
}

func given(g ctxflow.Given) string {
	b := []string{"maybe", "yes", "no"}[g.Has]
	if g.Has == api.Yes {
		b += " " + describe(g.Ctx)
	} else if g.Ctx.Root.Var != nil {
		b += " by " + g.Ctx.Root.Var.Name()
	}
	if g.Stored {
		b += " stored"
	}
	return b
}

func run(r ctxflow.Run) string {
	b := r.Kind.String()
	if r.Repeats {
		b += " repeats"
	}
	if r.PassesCtx {
		b += " ctx"
	}
	if r.Abandons != nil {
		b += " abandons"
	}
	return b
}

func tests(pass *analysis.Pass, at ast.Node, ts []ctxflow.Test) string {
	var parts []string
	for _, t := range ts {
		d := t.Kind.String()
		if t.Expr != nil {
			d += " " + describe(t.Ctx)
		}
		d += t.Sentinel
		line := func(what string, s ast.Stmt) {
			if s != nil {
				d += fmt.Sprintf(" %s+%d", what, pass.Fset.Position(s.Pos()).Line-pass.Fset.Position(at.Pos()).Line)
			}
		}
		line("over", t.Over)
		line("only", t.Only)
		parts = append(parts, d)
	}
	return strings.Join(parts, ", ")
}

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), probe, "trace", "hand", "given", "cleanup", "links", "live", "done", "helpers")
	analysistest.Run(t, analysistest.TestData(), probe, "across") // knows what helpers does
}
