package ctxloop

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// pauses reports whether a call whose result nobody looks at only passes time:
// a sleep, or a function of the package that does nothing but wait in a select
// for a timer or the end of a context.
func pauses(p *rule.Pass, call *ast.CallExpr) bool {
	if _, ok := p.Code.Parent(call).(*ast.ExprStmt); !ok {
		return false
	}
	c := p.Code.CalleeOf(call)
	if c.Key == "time.Sleep" {
		return true
	}
	fn := p.Code.FuncOf(c.Func)
	if fn == nil || len(fn.Body.List) > 6 {
		return false
	}
	waits, only := false, true
	fn.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			d := p.Code.CalleeOf(n)
			switch {
			case d.Key == "time.Sleep":
				waits = true
			case d.Builtin == "panic" || d.Builtin == "close":
				only = false
			case ofPause(p, n):
			default:
				only = only && quiet(p, n)
			}
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				waits = true
				only = only && (code.IsTimeChan(p.Code.Info.TypeOf(n.X)) || p.Flow.DoneOf(n.X) != nil)
			}
		case *ast.SendStmt, *ast.GoStmt, *ast.FuncLit, *ast.ForStmt:
			only = false
		}
		return only
	})
	return waits && only
}

// ofPause reports whether a call is of what a pause is made of: times, contexts and
// random numbers.
func ofPause(p *rule.Pass, call *ast.CallExpr) bool {
	fn := p.Code.CalleeOf(call).Func
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	path := fn.Pkg().Path()
	return path == "time" || path == "context" || isRand(path)
}

func isRand(path string) bool { return path == "math/rand" || path == "math/rand/v2" }

// otherError reports whether a condition asks whether err is an error of the
// standard library that the end of a context is not: io.EOF, sql.ErrNoRows.
func otherError(p *rule.Pass, cond ast.Expr, err *types.Var) bool {
	var with ast.Expr
	switch e := ast.Unparen(cond).(type) {
	case *ast.CallExpr:
		if p.Code.CalleeOf(e).Key == "errors.Is" && len(e.Args) == 2 && p.Code.VarOf(e.Args[0]) == err {
			with = e.Args[1]
		}
	case *ast.BinaryExpr:
		if e.Op == token.EQL && p.Code.VarOf(e.X) == err {
			with = e.Y
		}
	}
	if with == nil {
		return false
	}
	v := p.Code.VarOf(with)
	if v == nil || v.IsField() || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() || !code.IsError(v.Type()) {
		return false
	}
	switch v.Pkg().Path() {
	case "context", "os", "net":
		return false // deadlines
	}
	return api.IsStd(v.Pkg().Path())
}
