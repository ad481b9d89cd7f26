package retryerror

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// unreached reports a case for a status that a client repeats and never hands
// out: when its attempts are used up it returns an error of its own. Not reported:
// clients whose making is not in sight, and those of which anything says which
// answers are repeated or what becomes of the last one.
func unreached(p *rule.Pass, r *retry.Retry, seen map[ast.Node]bool) {
	if r.Kind != retry.Self || r.Call == nil || r.If != nil {
		return
	}
	recv := p.Code.CalleeOf(r.Call).Recv
	if recv == nil {
		return
	}
	t := code.Deref(p.Code.TypeOf(recv))
	known := api.LastAnswerOf(api.TypeName(t))
	if known == nil || setsField(p, t, known.Keeper) || setsField(p, t, known.Judge) {
		return
	}
	maker := madeHere(p, recv)
	as, ok := p.Code.Parent(r.Call).(*ast.AssignStmt)
	if maker == nil || !ok || len(as.Lhs) != 2 {
		return
	}
	resp := p.Code.VarOf(as.Lhs[0])
	if resp == nil || len(p.Code.Defs(resp)) != 1 {
		return
	}
	never := func(e ast.Expr) bool {
		k, ok := statusConst(p, e)
		return ok && known.Repeats(k)
	}
	report := func(at ast.Node, status ast.Expr) {
		if seen[at] {
			return
		}
		seen[at] = true
		p.Report(rule.Finding{
			Node:    at,
			Message: fmt.Sprintf("this is never reached: %s repeats %s, and when its attempts are used up it throws the last answer away and returns an error of its own; set the client's %s to hand the answer out", r.Name(), types.ExprString(status), known.Keeper),
			Related: []rule.Related{{Node: r.Call, Message: "the call"}, {Node: maker, Message: "the client is made here"}},
		})
	}
	r.In.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SwitchStmt:
			if n.Tag == nil || !isStatus(p, n.Tag) || !p.Code.Mentions(n.Tag, resp) {
				return true
			}
			for _, s := range n.Body.List {
				cc, ok := s.(*ast.CaseClause)
				all := ok && len(cc.List) > 0
				for _, e := range cc.List {
					all = all && never(e)
				}
				if all {
					report(cc, cc.List[0])
				}
			}
		case *ast.IfStmt:
			b, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr)
			if ok && b.Op == token.EQL && isStatus(p, b.X) && p.Code.Mentions(b.X, resp) && never(b.Y) {
				report(b, b.Y)
			}
		}
		return true
	})
}

// setsField reports whether the package sets a field of a struct, or may.
func setsField(p *rule.Pass, t types.Type, name string) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return true
	}
	for f := range st.Fields() {
		if f.Name() == name {
			return len(p.Code.Defs(f)) > 0
		}
	}
	return true
}

// madeHere returns the call of the client's package that makes the client e, nil
// if it may come from elsewhere.
func madeHere(p *rule.Pass, e ast.Expr) *ast.CallExpr {
	origins := p.Code.Origins(e)
	if field := p.Code.FieldOf(e); field != nil {
		var complete bool
		if origins, complete = p.Code.FieldOrigins(field); !complete {
			return nil
		}
	}
	if len(origins) != 1 || origins[0].Unknown {
		return nil
	}
	call, ok := origins[0].Expr.(*ast.CallExpr)
	if !ok {
		return nil
	}
	fn := p.Code.Callee(call)
	if fn == nil || fn.Pkg() == nil || fn.Pkg() == p.Code.Types {
		return nil
	}
	return call
}
