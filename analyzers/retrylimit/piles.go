package retrylimit

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// The longest delay from which on a loop is meant to go on for long: one that
// ends with its first success, and one that goes on after it as well.
const (
	longUntilDone = 15 * time.Second
	longForEver   = time.Second
)

// piles reports an endless retry that adds the error of each attempt to those
// before it, and takes none away: the error, and every text made of it, grows
// for as long as the failure lasts.
func piles(p *rule.Pass, r *retry.Retry, seen map[ast.Node]bool) {
	if r.Kind != retry.Loop || r.Attempts.N != api.AttemptsUnbounded || r.Total != nil || r.Body == nil || !goesOn(p, r) {
		return
	}
	code.InspectShallow(r.Body, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 || as.Tok != token.ASSIGN || seen[as] {
			return true
		}
		v := p.Code.VarOf(as.Lhs[0])
		if v == nil || !adds(p, as.Rhs[0], v) || v.IsField() && !keptAdded(p, v) || !v.IsField() && !onlyAdded(p, v, r) {
			return true
		}
		seen[as] = true
		p.Report(rule.Finding{
			Node:    as,
			Message: fmt.Sprintf("each attempt adds its error to %s, nothing takes one away, and nothing limits the attempts: while the failure lasts %s and every line that shows it grow without an end; keep the last error only", v.Name(), v.Name()),
			Related: []rule.Related{{Node: r.Node, Message: "the endless retry"}},
		})
		return true
	})
}

// goesOn reports whether a loop is made to go on for long: its delays are long
// and nothing limits the time of its context.
func goesOn(p *rule.Pass, r *retry.Retry) bool {
	if r.Ctx != nil {
		if c := p.Flow.Trace(r.Ctx); c.Known() && len(c.Bounds()) > 0 {
			return false
		}
	}
	least := longForEver
	switch {
	case r.AfterFailure() && r.OnSuccess == retry.Leaves:
		least = longUntilDone
	case r.OnSuccess != retry.Continues:
		return false
	}
	for _, d := range r.Delays {
		if most, ok := d.Value.MaxDuration(); ok && most >= least {
			return true
		}
	}
	return false
}

// adds reports whether e is v with one more error: errors.Join(v, err), append(v, err).
func adds(p *rule.Pass, e ast.Expr, v *types.Var) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) < 2 || call.Ellipsis.IsValid() || !holds(p, call.Args, v) {
		return false
	}
	c := p.Code.CalleeOf(call)
	if c.Builtin == "append" {
		s, ok := v.Type().Underlying().(*types.Slice)
		return ok && code.IsError(s.Elem()) && p.Code.VarOf(call.Args[0]) == v
	}
	return c.Func != nil && api.Joins(api.Key(c.Func))
}

// holds reports whether v is one of the arguments.
func holds(p *rule.Pass, args []ast.Expr, v *types.Var) bool {
	for _, a := range args {
		if p.Code.VarOf(a) == v {
			return true
		}
	}
	return false
}

// keptAdded reports whether a field of this package is only ever added to, and
// nobody asks how long it is or hands it on to who may shorten it.
func keptAdded(p *rule.Pass, field *types.Var) bool {
	if field.Exported() || field.Pkg() != p.Code.Types {
		return false
	}
	for _, d := range p.Code.Defs(field) {
		if d.Kind == code.DefAddr || d.Kind != code.DefField && (d.RHS == nil || !adds(p, d.RHS, field)) {
			return false
		}
	}
	only := true
	for _, f := range p.Funcs() {
		f.Inspect(func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if p.Code.CalleeOf(n).Builtin == "len" && len(n.Args) == 1 && p.Code.VarOf(n.Args[0]) == field {
					only = false
				}
			case *ast.StarExpr:
				only = only && !holdsField(p, n, field) // *s = state{}
			case *ast.SliceExpr:
				only = only && p.Code.VarOf(n.X) != field
			}
			return only
		})
	}
	return only
}

// holdsField reports whether an expression is a whole struct that has a field and
// is set anew.
func holdsField(p *rule.Pass, e *ast.StarExpr, field *types.Var) bool {
	as, ok := p.Code.Parent(e).(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 1 || as.Lhs[0] != ast.Expr(e) {
		return false
	}
	st, ok := p.Code.TypeOf(e).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if f.Origin() == field.Origin() {
			return true
		}
	}
	return false
}

// onlyAdded reports whether v is declared outside of the loop, the loop only
// adds to it, and nobody asks how long it is.
func onlyAdded(p *rule.Pass, v *types.Var, r *retry.Retry) bool {
	if r.Node.Pos() <= v.Pos() && v.Pos() < r.Node.End() {
		return false
	}
	for _, d := range p.Code.Defs(v) {
		if d.Kind == code.DefAddr || d.Node == nil {
			return false
		}
		if code.Within(d.Node, r.Node) && (d.RHS == nil || !adds(p, d.RHS, v)) {
			return false
		}
	}
	if p.Code.LoopAround(p.Code.Parent(r.Node)) != nil {
		return false
	}
	asked := false
	code.InspectShallow(r.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && len(call.Args) == 1 && p.Code.CalleeOf(call).Builtin == "len" && p.Code.VarOf(call.Args[0]) == v {
			asked = true
		}
		return !asked
	})
	return !asked
}
