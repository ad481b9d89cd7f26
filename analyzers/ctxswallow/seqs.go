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

// seqs reports an iterator that gives errors beside its items and stops without
// one at the end of a context: whoever ranges over it takes what has come for all.
func seqs(p *rule.Pass, f *code.Func) {
	yield := yields(f)
	if yield == nil || !tells(p, f, yield) || p.Handlers.Startup(f.Outermost()) {
		return
	}
	for _, t := range p.Flow.DoneTests(f) {
		var body []ast.Stmt
		switch {
		case t.Kind == ctxflow.TestSelect && t.Clause != nil:
			body = t.Clause.Body
		case t.Kind == ctxflow.TestErr && t.Cond != nil && t.Only == ast.Stmt(t.Cond.Body):
			body = t.Cond.Body.List
		}
		if len(body) == 0 || t.Expr == nil || !overList(p, t.Node) || !t.Ctx.Known() || !t.Ctx.FromCaller() || len(t.Ctx.Cancels()) > 0 {
			continue
		}
		ret, ok := body[len(body)-1].(*ast.ReturnStmt)
		if !ok || !silent(p, body[:len(body)-1]) || looksAfter(p, f) {
			continue
		}
		ctx := types.ExprString(t.Expr)
		p.Report(rule.Finding{
			Node:    ret,
			Message: fmt.Sprintf("when %[1]s is over the iterator stops without an error, although it gives one beside each item: whoever ranges over it takes what has come for all there is; %[2]s %[1]s.Err() before the return", ctx, yield.Name()),
			Related: []rule.Related{{Node: t.Node, Message: "the end of the context is seen here"}},
		})
	}
}

// overList reports whether a node is in a loop over a list, which comes to an end: a
// stream of what happens is meant to be followed until the context is over.
func overList(p *rule.Pass, n ast.Node) bool {
	r, ok := p.Code.LoopAround(n).(*ast.RangeStmt)
	if !ok {
		return false
	}
	switch p.Code.TypeOf(r.X).Underlying().(type) {
	case *types.Slice, *types.Array, *types.Map, *types.Basic:
		return true
	}
	return false
}

// yields returns the parameter by which a literal gives items and an error to
// who ranges over it, nil if it is no such iterator.
func yields(f *code.Func) *types.Var {
	params := f.Params()
	if f.Obj != nil || len(params) != 1 || f.Sig.Results().Len() > 0 {
		return nil
	}
	sig, ok := params[0].Type().Underlying().(*types.Signature)
	if !ok || sig.Params().Len() != 2 || sig.Results().Len() != 1 || !code.IsBool(sig.Results().At(0).Type()) || !code.IsError(sig.Params().At(1).Type()) {
		return nil
	}
	return params[0]
}

// tells reports whether an iterator gives an error on some way.
func tells(p *rule.Pass, f *code.Func, yield *types.Var) bool {
	for _, c := range f.Calls() {
		if p.Code.VarOf(c.Fun) == yield && len(c.Args) == 2 && !p.Code.Info.Types[c.Args[1]].IsNil() {
			return true
		}
	}
	return false
}

// silent reports whether statements only write to the log, and go on.
func silent(p *rule.Pass, body []ast.Stmt) bool {
	for _, s := range body {
		es, ok := s.(*ast.ExprStmt)
		if !ok {
			return false
		}
		call, ok := es.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		fn := p.Code.Callee(call)
		if fn == nil || fn.Pkg() == nil || !api.OnlySpeaks(fn.Pkg().Path(), fn.Name()) {
			return false
		}
	}
	return true
}

// looksAfter reports whether one who ranges over the iterator in this package looks at a context
// afterwards.
func looksAfter(p *rule.Pass, f *code.Func) bool {
	calls, _ := p.Code.Callers(f.Outermost())
	for _, c := range calls {
		in := p.Code.Enclosing(c)
		for _, t := range p.Flow.DoneTests(in) {
			if t.Kind != ctxflow.TestIs && t.Node.Pos() > c.End() {
				return true
			}
		}
	}
	return false
}
