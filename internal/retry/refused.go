package retry

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// A RefusedLoop sends a request again for as long as the answer is a refusal,
// 401 or another that the same request gets again, and nothing else ends it but
// an error or the end of a context.
type RefusedLoop struct {
	Loop *ast.ForStmt
	// While is what it goes on for: "resp.StatusCode == 401".
	While string
}

// RefusedLoops returns the loops of a function that a lasting refusal keeps
// going: those whose condition is the refusal, and those without a condition
// that leave in the body with any other answer.
func (x *Finder) RefusedLoops(fn *code.Func) []RefusedLoop {
	var out []RefusedLoop
	fn.Inspect(func(n ast.Node) bool {
		loop, ok := n.(*ast.ForStmt)
		switch {
		case !ok || loop.Post != nil:
		case loop.Cond != nil && x.whileRefused(loop):
			if !x.endsOtherwise(fn, loop, false) {
				out = append(out, RefusedLoop{loop, types.ExprString(loop.Cond)})
			}
		case loop.Cond == nil || x.aliveCond(loop.Cond):
			if while := x.goneRound(loop); while != "" && !x.endsOtherwise(fn, loop, true) {
				out = append(out, RefusedLoop{loop, while})
			}
		}
		return true
	})
	return out
}

// whileRefused reports whether a loop's condition holds for a refusal, and
// asks for nothing else but whether errors are nil, and whether the answer is
// brought anew in the loop.
func (x *Finder) whileRefused(loop *ast.ForStmt) bool {
	var answer ast.Expr
	var look func(e ast.Expr) bool
	look = func(e ast.Expr) bool {
		b, ok := ast.Unparen(e).(*ast.BinaryExpr)
		if !ok {
			return false
		}
		switch {
		case b.Op == token.LAND:
			return look(b.X) && look(b.Y)
		case b.Op == token.EQL && x.p.IsNil(b.Y):
			return code.IsError(x.p.Info.TypeOf(b.X))
		case b.Op == token.EQL:
			n, isConst := x.intConst(b.Y)
			answer = x.statusIn(b.X)
			return answer != nil && isConst && api.RefusingStatus(n)
		}
		return false
	}
	if !look(loop.Cond) {
		return false
	}
	return x.broughtIn(answer, loop)
}

// endsOtherwise reports whether something may end a loop beside its condition
// and an error: a count, a flag, a panic. ways says that its ways out are known.
func (x *Finder) endsOtherwise(fn *code.Func, loop *ast.ForStmt, ways bool) bool {
	found := false
	code.InspectShallow(loop.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IncDecStmt:
			found = true
		case *ast.AssignStmt:
			found = found || n.Tok != token.ASSIGN && n.Tok != token.DEFINE
		case *ast.ReturnStmt, *ast.BranchStmt:
			found = found || !ways && !x.underError(n, loop)
		case *ast.CallExpr:
			if c := x.p.CalleeOf(n); c.Builtin == "panic" {
				found = true
			} else if f := x.p.FuncOf(c.Func); f != nil && f.Body != nil {
				found = found || x.tallies(f, 2, fn)
			}
		}
		return !found
	})
	return found
}

// underError reports whether a statement in a loop runs only where an error is not nil.
func (x *Finder) underError(n ast.Node, loop ast.Node) bool {
	for up := x.p.Parent(n); up != nil && up != loop; up = x.p.Parent(up) {
		if ifs, ok := up.(*ast.IfStmt); ok && x.p.Failure(ifs.Cond) != nil && code.Within(n, ifs.Body) {
			return true
		}
	}
	return false
}
