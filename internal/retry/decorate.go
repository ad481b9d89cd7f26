package retry

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// decorates recognises a function that returns one which runs the function it
// is given again: Retry(3, next).
func (x *Finder) decorates(fn *code.Func, v *types.Var, cl *facts.Closure) {
	for _, lit := range fn.Lits {
		if !x.inReturn(lit.Node) || !x.p.Mentions(lit.Body, v) {
			continue
		}
		for _, r := range x.find(lit).retries {
			if r.OnSuccess == Continues {
				continue
			}
			runs := r.Closure != nil && x.litRuns(fn, r.Closure) == v
			for _, op := range r.Ops {
				runs = runs || x.runsParam(fn, op) == v
			}
			if runs {
				sync := cl.Sync
				x.describe(fn, r, cl)
				cl.Sync, cl.Returned = sync, true
				return
			}
		}
	}
}

// curried recognises a literal that puts a retry around the function it is
// given: func(next F) F { return func(…) { for … { next(…) } } }, as the
// interceptors of a client are written.
func (x *Finder) curried(lit *ast.FuncLit) *made {
	f := x.p.FuncAt(lit)
	if f == nil {
		return nil
	}
	for _, in := range f.Lits {
		if !x.inReturn(in.Node) {
			continue
		}
		for _, r := range x.find(in).retries {
			if r.OnSuccess == Continues {
				continue
			}
			for _, op := range r.Ops {
				if x.funcParam(f, op.Fun) != nil {
					return &made{count: r.Attempts, inner: r, node: lit}
				}
			}
		}
	}
	return nil
}

// inReturn reports whether a literal is returned, as it is or converted.
func (x *Finder) inReturn(n ast.Node) bool {
	for range 4 {
		switch up := x.p.Parent(n).(type) {
		case *ast.ReturnStmt:
			return true
		case *ast.ParenExpr, *ast.CallExpr:
			n = up
		default:
			return false
		}
	}
	return false
}

// limitParam returns 1 + the index of the parameter of fn that is the time of a
// limit, 0 if none is.
func (x *Finder) limitParam(fn *code.Func, l *Limit) int {
	if l == nil || l.Arg == nil {
		return 0
	}
	if _, ok := ast.Unparen(l.Arg).(*ast.Ident); !ok {
		return 0
	}
	v := x.p.VarOf(l.Arg)
	if v == nil || fn.ParamIndex(v) < 0 {
		return 0
	}
	for _, d := range x.p.Defs(v) {
		if !x.defaults(d) {
			return 0
		}
	}
	return fn.ParamIndex(v) + 1
}

// defaults reports whether a definition only replaces the zero value of its
// variable: if timeout <= 0 { timeout = usual }.
func (x *Finder) defaults(d *code.Def) bool {
	block, ok := x.p.Parent(d.Node).(*ast.BlockStmt)
	if !ok {
		return false
	}
	s, ok := x.p.Parent(block).(*ast.IfStmt)
	if !ok || s.Body != block {
		return false
	}
	cond, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.EQL && cond.Op != token.LEQ && cond.Op != token.LSS {
		return false
	}
	n, isConst := x.intConst(cond.Y)
	return isConst && n == 0 && x.p.VarOf(cond.X) == d.Var
}
