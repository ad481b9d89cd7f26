package ctxswallow

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// stopsWalk reports a callback that ends the walk which calls it when the
// context is over, in a way that the walk does not tell from its end: by
// fs.SkipAll, or by false, followed by success.
func stopsWalk(p *rule.Pass, f *code.Func, t ctxflow.Test) {
	outer := f.Parent
	if f.Obj != nil || outer == nil || t.Expr == nil || !t.Ctx.FromCaller() {
		return
	}
	use := f.UseOf()
	if use.Role != code.RoleArg || use.Call == nil || p.Code.Enclosing(use.Call) != outer || !tellsResult(p, outer) {
		return
	}
	for _, s := range t.Ctx.InForce() {
		if s.Kind != ctxflow.StepValue {
			return
		}
	}
	ret := returnOf(t)
	if ret == nil || len(ret.Results) != 1 {
		return
	}
	how := types.ExprString(ret.Results[0])
	if obj := object(p, ret.Results[0]); obj == nil || obj.Pkg() == nil || !api.StopsWalk(api.Path(obj.Pkg().Path())+"."+obj.Name()) {
		if skipsRest(p, f, t, use.Call, ret) {
			return
		}
		if !otherwise(p, f, ret) {
			return
		}
		if _, ok := p.Code.Parent(use.Call).(*ast.ExprStmt); !ok {
			return // its result may tell
		}
	}
	for _, o := range p.Flow.DoneTests(outer) {
		if o.Expr != nil && o.Node.Pos() > use.Call.End() {
			return // it looks
		}
	}
	if successAfter(p, outer, use.Call) == nil {
		return
	}
	p.Report(rule.Finding{
		Node:    ret,
		Message: fmt.Sprintf("%s ends the walk without an error when %s is over (seen at %s), so that %s returns a part as the whole; return %s.Err(), or ask it after the walk", how, types.ExprString(t.Expr), p.Where(t.Node), outer.Name(), types.ExprString(t.Expr)),
		Related: []rule.Related{{Node: t.Node, Message: "the end is seen here"}, {Node: use.Call, Message: "the walk that takes it for its end"}},
	})
}

// returnOf returns the return statement at the end of the branch that is taken
// only when the context is over.
func returnOf(t ctxflow.Test) *ast.ReturnStmt {
	var body []ast.Stmt
	switch {
	case t.Clause != nil:
		body = t.Clause.Body
	default:
		switch s := t.Only.(type) {
		case *ast.BlockStmt:
			body = s.List
		case *ast.CaseClause:
			body = s.Body
		}
	}
	if len(body) == 0 {
		return nil
	}
	ret, _ := body[len(body)-1].(*ast.ReturnStmt)
	return ret
}

// otherwise reports whether a callback that says false, or true, when the
// context is over says the other at its end: it tells whether to go on.
func otherwise(p *rule.Pass, f *code.Func, ret *ast.ReturnStmt) bool {
	said := p.Code.Info.Types[ret.Results[0]].Value
	if said == nil || !code.IsBool(p.Code.TypeOf(ret.Results[0])) || len(f.Body.List) == 0 {
		return false
	}
	last, ok := f.Body.List[len(f.Body.List)-1].(*ast.ReturnStmt)
	if !ok || len(last.Results) != 1 {
		return false
	}
	other := p.Code.Info.Types[last.Results[0]].Value
	return other != nil && other.String() != said.String()
}

// filtered reports a result from which the errors of a context were taken out:
// if there were no others, nil is left.
func filtered(p *rule.Pass, f *code.Func, ret *ast.ReturnStmt) {
	if len(ret.Results) == 0 || !hasCtx(f) || !code.ImplementsError(p.Code.TypeOf(ret.Results[len(ret.Results)-1])) {
		return
	}
	call, ok := ast.Unparen(ret.Results[len(ret.Results)-1]).(*ast.CallExpr)
	if !ok {
		return
	}
	c := p.Code.CalleeOf(call)
	if c.Key == "errors.Join" && len(call.Args) == 1 {
		// errors.Join(slices.DeleteFunc(errs, isContextError)...)
		o := p.Code.Origins(call.Args[0])
		if len(o) != 1 || o[0].Expr == nil {
			return
		}
		if call, ok = o[0].Expr.(*ast.CallExpr); !ok {
			return
		}
		c = p.Code.CalleeOf(call)
	}
	if !api.ErrFilter(c.Key) {
		return
	}
	for _, m := range call.Args[1:] {
		if !p.Flow.SaysYes(m) {
			continue
		}
		for _, o := range p.Flow.DoneTests(f) {
			if o.Expr != nil && o.Kind == ctxflow.TestErr {
				return // it looks
			}
		}
		p.Report(rule.Finding{
			Node:    ret,
			Message: fmt.Sprintf("%s removes context errors (by %s), so that work which the end of the context cut short returns nil; return the context's error when no other error is left", p.Code.CallName(call), types.ExprString(m)),
		})
		return
	}
}

// leftOut reports a loop that gathers errors but leaves cancelled ones out,
// followed by the return of what was gathered: if there were no others, that is nil.
func leftOut(p *rule.Pass, f *code.Func, loop *ast.RangeStmt, tests []ctxflow.Test) {
	if loop.Value == nil || !hasCtx(f) || cancels(p, f) || len(f.Body.List) == 0 || !code.IsError(p.Code.TypeOf(loop.Value)) {
		return
	}
	v := p.Code.VarOf(loop.Value)
	ret, ok := f.Body.List[len(f.Body.List)-1].(*ast.ReturnStmt)
	if v == nil || !ok || len(ret.Results) == 0 || ret.Pos() < loop.End() {
		return
	}
	call, ok := ast.Unparen(ret.Results[len(ret.Results)-1]).(*ast.CallExpr)
	if !ok || p.Code.CalleeOf(call).Key != "errors.Join" || len(call.Args) != 1 {
		return
	}
	kept := p.Code.VarOf(call.Args[0])
	if kept == nil || !code.Within(lastDef(p, kept), loop) {
		return
	}
	for _, t := range tests {
		if t.Expr != nil {
			return // it looks
		}
	}
	for _, t := range tests {
		if t.Kind != ctxflow.TestIs || t.Sentinel != "Canceled" || p.Code.VarOf(t.Err) != v {
			continue
		}
		if _, body, stmt := branch(p, t.Node); stmt == nil || !onlyContinues(body) {
			continue
		}
		p.Report(rule.Finding{
			Node:    ret,
			Message: fmt.Sprintf("%s leaves context errors out (at %s), so that work which the end of the context cut short returns nil; return the context's error when no other error is left", f.Name(), p.Where(t.Node)),
			Related: []rule.Related{{Node: t.Node, Message: "cancelled errors are left out"}},
		})
		return
	}
}

// lastDef returns the last assignment of a variable; the file's beginning if
// there is none.
func lastDef(p *rule.Pass, v *types.Var) ast.Node {
	defs := p.Code.Defs(v)
	if len(defs) == 0 {
		return &ast.Ident{}
	}
	return defs[len(defs)-1].Node
}
