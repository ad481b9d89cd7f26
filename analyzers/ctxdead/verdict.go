package ctxdead

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// verdict reports a call that writes down how a work ended, whichever way it did,
// under the limit that the function has put on the work: when that was too long,
// nothing is written, and the work looks as if it went on.
func verdict(p *rule.Pass, f *code.Func, call *ast.CallExpr, given ctxflow.Given) bool {
	limit := limitOf(f, given.Ctx)
	if limit == nil || p.Code.Callee(call) == nil || inReturn(p, call) && !onlyError(p, call) || ofThisRun(p, f, call, given) {
		return false
	}
	if _, ok := needsLife(p, call, given); !ok && !changesAnything(p, call) {
		return false
	}
	work, bare := judged(p, f, call, given)
	if work == nil || !changesAnything(p, call) && (bare || !writes(p, call, work)) {
		return false
	}
	name := types.ExprString(given.Expr)
	p.Report(rule.Finding{
		Node:    call,
		Message: fmt.Sprintf("%s is to record how %s ended, but under %s, whose limit (set at %s) may be what ended it: then nothing is recorded; give it context.WithTimeout(context.WithoutCancel(%s), limit)", p.Code.CallName(call), p.Code.CallName(work), name, p.Where(limit.Call), name),
		Related: []rule.Related{{Node: limit.Call, Message: "the limit"}, {Node: work, Message: "the work"}},
	})
	return true
}

// ofThisRun reports whether a call is on something that the function has made under
// the same context, as a transaction: it ends with the work by design.
func ofThisRun(p *rule.Pass, f *code.Func, call *ast.CallExpr, given ctxflow.Given) bool {
	recv := p.Code.CalleeOf(call).Recv
	if recv == nil {
		return false
	}
	for _, o := range p.Code.Origins(recv) {
		if made, ok := ast.Unparen(o.Expr).(*ast.CallExpr); ok && p.Code.Enclosing(made) == f && sameEnd(p, made, given) {
			return true
		}
	}
	return false
}

// onlyError reports whether a call gives nothing but an error.
func onlyError(p *rule.Pass, call *ast.CallExpr) bool {
	return code.IsError(p.Code.TypeOf(call))
}

// judged returns the work, under the same context, whose error a later call is
// handed, or a word for it: the error itself, or a variable that the branch of
// the error has given another value before the ways meet again. Bare says that it is
// the error itself, which may be handed on for other ends than to be kept.
func judged(p *rule.Pass, f *code.Func, call *ast.CallExpr, given ctxflow.Given) (work *ast.CallExpr, bare bool) {
	var found *ast.CallExpr
	f.Inspect(func(n ast.Node) bool {
		s, ok := n.(*ast.IfStmt)
		if !ok || found != nil || s.End() > call.Pos() {
			return found == nil
		}
		err, ended := failure(p, s)
		if err == nil || ended || leavesWith(s.Body.List) {
			return true
		}
		work := workOf(p, f, err, s)
		if work == nil || work == call || !sameEnd(p, work, given) {
			return true
		}
		for _, v := range told(p, s.Body, err) {
			if handsVar(p, call, v) {
				found = work
			}
		}
		return true
	})
	if found != nil {
		return found, false
	}
	for _, a := range call.Args {
		id, ok := ast.Unparen(a).(*ast.Ident)
		if !ok || !code.IsError(p.Code.TypeOf(id)) {
			continue
		}
		if work := workOf(p, f, id, nil); work != nil && work != call && sameEnd(p, work, given) && !sorted(p, f, work, call, id) {
			return work, true
		}
	}
	return nil, false
}

func sameEnd(p *rule.Pass, work *ast.CallExpr, given ctxflow.Given) bool {
	under := p.Flow.CtxArg(work)
	return under.Has == api.Yes && p.Flow.SameEnd(under.Expr, given.Expr)
}

// sorted reports whether an error is looked at between the work that gave it and a
// call that is handed it: who has looked may know what it is.
func sorted(p *rule.Pass, f *code.Func, work, call *ast.CallExpr, err *ast.Ident) bool {
	v := p.Code.VarOf(err)
	looked := false
	f.Inspect(func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if ok && id.Pos() > work.End() && id.Pos() < call.Pos() && p.Code.Info.Uses[id] == v {
			looked = true
		}
		return !looked
	})
	return looked
}

// told returns the local variables from around a branch that it gives a value made
// from the error, or a word for a failure.
func told(p *rule.Pass, body *ast.BlockStmt, err *ast.Ident) []*types.Var {
	var out []*types.Var
	v := p.Code.VarOf(err)
	for _, s := range body.List {
		as, ok := s.(*ast.AssignStmt)
		if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != len(as.Rhs) {
			continue
		}
		for i, l := range as.Lhs {
			to := p.Code.VarOf(l)
			if to == nil || to.IsField() || to.Pkg() == nil || to.Parent() == to.Pkg().Scope() {
				continue
			}
			if p.Code.Mentions(as.Rhs[i], v) || saysFailed(as.Rhs[i]) {
				out = append(out, to)
			}
		}
	}
	return out
}

// handsVar reports whether a call is handed a variable, or something made from it.
func handsVar(p *rule.Pass, call *ast.CallExpr, v *types.Var) bool {
	for _, a := range call.Args {
		if p.Code.Mentions(a, v) {
			return true
		}
	}
	return false
}
