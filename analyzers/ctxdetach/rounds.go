package ctxdetach

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// rounds reports a function that goes round until a context is over which begins in
// it, although it is given one: its caller, who waits for it, cannot end it.
func rounds(p *rule.Pass, f *code.Func, seen map[ast.Node]bool) {
	if f.Obj == nil {
		return
	}
	for _, t := range p.Flow.DoneTests(f) {
		c := t.Ctx
		if t.Clause == nil || c.Root.Kind != ctxflow.RootBackground && c.Root.Kind != ctxflow.RootTODO || !c.Known() || c.Opaque() {
			continue
		}
		steps := c.InForce()
		if len(steps) != 1 || steps[0].Kind != ctxflow.StepCancel || steps[0].In != f || len(steps[0].Through) > 0 {
			continue
		}
		loop, ok := p.Code.LoopAround(t.Select).(*ast.ForStmt)
		if !ok || loop.Cond != nil || seen[c.Root.Expr] {
			continue
		}
		v := unused(p, f, steps[0].Call)
		if v == nil {
			continue
		}
		seen[c.Root.Expr] = true
		name := types.ExprString(t.Expr)
		p.Report(rule.Finding{
			Node: c.Root.Expr,
			Message: fmt.Sprintf("%[1]s goes round until %[2]s is over, which begins here, so the end of %[3]s does not end it, although the caller waits for it; derive %[2]s from %[3]s",
				f.Name(), name, v.Name()),
			Related: []rule.Related{{Node: code.Span{From: loop.For, To: loop.Body.Lbrace}, Message: "goes round until then"}},
		})
	}
}

// unused returns the context that a function is given if nothing comes of it from a
// place on: it is not mentioned any more, and no other was made from it.
func unused(p *rule.Pass, f *code.Func, from ast.Node) *types.Var {
	var given *types.Var
	for _, v := range f.Params() {
		if code.IsContext(v.Type()) && v.Name() != "" && v.Name() != "_" {
			if given != nil {
				return nil
			}
			given = v
		}
	}
	if given == nil {
		return nil
	}
	uses := 0
	for id, obj := range p.Code.Info.Uses {
		if obj != given {
			continue
		}
		uses++
		if id.End() > from.Pos() {
			return nil
		}
		call, ok := p.Code.Parent(id).(*ast.CallExpr)
		if !ok || code.IsContext(p.Code.TypeOf(call)) {
			return nil
		}
		if t, ok := p.Code.TypeOf(call).(*types.Tuple); ok && t.Len() > 0 && code.IsContext(t.At(0).Type()) {
			return nil
		}
	}
	if uses == 0 {
		return nil // a parameter that an interface asks for
	}
	return given
}
