package retrydelay

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// sameSeed reports a delay whose random part comes from a generator that is made
// with a constant for a seed: each process draws the same numbers.
func sameSeed(p *rule.Pass, r *retry.Retry, d *retry.Delay, once func(ast.Node) bool) {
	if r.Periodic || !r.AfterFailure() && !dials(p, r) {
		return
	}
	s := &draws{p: p, seen: make(map[ast.Node]bool)}
	if d.Arg != nil {
		s.visit(d.Arg, 0)
	}
	if call, ok := d.Node.(*ast.CallExpr); ok && d.Through != nil {
		for _, a := range call.Args {
			if code.IsDuration(p.Code.Info.TypeOf(a)) {
				s.visit(a, 0)
			}
		}
	}
	if s.other || len(s.from) != 1 {
		return
	}
	made := seeded(p, s.from[0])
	if made == nil || !once(made) {
		return
	}
	p.Report(rule.Finding{
		Node:    made,
		Message: "the random part of the delay comes from a generator with a fixed seed: each process draws the same numbers, so clients that failed together come back in step; use the functions of math/rand/v2, which are seeded differently each time",
		Related: []rule.Related{{Node: d.Node, Message: "the delay"}, {Node: r.Node, Message: "the retry"}},
	})
}

// draws collects the generators that a value draws from.
type draws struct {
	p     *rule.Pass
	seen  map[ast.Node]bool
	from  []*types.Var // generators that fields and variables hold
	other bool         // it draws from something else
}

func (s *draws) visit(e ast.Node, depth int) {
	if e == nil || s.seen[e] {
		return
	}
	if depth > 5 {
		s.other = true // who knows
		return
	}
	s.seen[e] = true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.Ident:
			v, _ := s.p.Code.Info.Uses[n].(*types.Var)
			if v == nil || v.IsField() || !isNumber(v.Type()) {
				break
			}
			for _, d := range s.p.Code.Defs(v) {
				if d.RHS != nil {
					s.visit(d.RHS, depth+1)
				}
			}
		case *ast.CallExpr:
			s.call(n, depth)
		}
		return true
	})
}

func (s *draws) call(call *ast.CallExpr, depth int) {
	c := s.p.Code.CalleeOf(call)
	if c.Conversion || c.Builtin != "" {
		return
	}
	if c.Func == nil || c.Func.Pkg() == nil {
		s.other = true
		return
	}
	switch path := c.Func.Pkg().Path(); {
	case api.RandomPackage(path):
		v := s.p.Code.VarOf(c.Recv)
		if c.Recv == nil || v == nil {
			s.other = true
			return
		}
		for _, w := range s.from {
			if w == v.Origin() {
				return
			}
		}
		s.from = append(s.from, v.Origin())
	case path == "time", path == "math":
	default:
		f := s.p.Code.FuncOf(c.Func)
		if f == nil || f.Body == nil || code.IsInterfaceMethod(c.Func) {
			s.other = true // what it draws from is not in sight
			return
		}
		s.visit(f.Body, depth+1)
	}
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

// seeded returns the only call that makes the generator which v holds, if its
// seed is a constant and nothing seeds it anew.
func seeded(p *rule.Pass, v *types.Var) *ast.CallExpr {
	if v.Pkg() != p.Code.Types || v.Exported() {
		return nil
	}
	defs := p.Code.Defs(v)
	if len(defs) != 1 || defs[0].RHS == nil || defs[0].Index >= 0 || v.IsField() && p.Code.LeftZero(v) {
		return nil
	}
	made, ok := single(p, defs[0].RHS).(*ast.CallExpr)
	if !ok || !api.MakesGenerator(p.Code.CalleeOf(made).Key) || len(made.Args) != 1 {
		return nil
	}
	source, ok := single(p, made.Args[0]).(*ast.CallExpr)
	if !ok || !api.SeedsGenerator(p.Code.CalleeOf(source).Key) {
		return nil
	}
	for _, a := range source.Args {
		if p.Code.Info.Types[a].Value == nil {
			return nil
		}
	}
	for _, f := range p.Funcs() {
		for _, call := range f.Calls() {
			if api.Reseeds(p.Code.CalleeOf(call).Key) {
				return nil
			}
		}
	}
	if strings.HasSuffix(p.Code.Fset.Position(made.Pos()).Filename, "_test.go") {
		return nil
	}
	return made
}

// single returns what an expression stands for, if that is one value.
func single(p *rule.Pass, e ast.Expr) ast.Expr {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		return call
	}
	if o := p.Code.Origins(e); len(o) == 1 && o[0].Expr != nil && o[0].Index < 0 {
		return o[0].Expr
	}
	return nil
}
