package ctxswallow

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/rule"
)

// acknowledged reports a handler of jobs or messages that returns nil when its
// work was cancelled: for the queue, which hands out again what fails, nil means
// done, and the job is gone.
func acknowledged(p *rule.Pass, f *code.Func, t ctxflow.Test) {
	m := p.Handlers.Of(f)
	if m == nil || m.Kind != handlers.KindJob && m.Kind != handlers.KindMessage || m.How == handlers.ByParam || m.Handler == nil || m.Handler.Retried != api.Yes {
		return
	}
	if t.Sentinel != "Canceled" || t.Over == nil || f.Sig.Results().Len() != 1 || !code.IsError(f.Sig.Results().At(0).Type()) {
		return
	}
	if cancelsEarly(p, f) || endsEarly(p, f, t) || !ofHandlersCtx(p, t) {
		return
	}
	ret := lastNil(t.Over)
	if ret == nil {
		return
	}
	p.Report(rule.Finding{
		Node:    ret,
		Message: fmt.Sprintf("%s returns nil when its work was cancelled (seen at %s), which %s takes for done, so that what a restart interrupts is lost; return %s, and it is handed out again", f.Name(), p.Where(t.Node), m.Framework, types.ExprString(t.Err)),
		Related: []rule.Related{{Node: t.Node, Message: "the end is seen here"}},
	})
}

// ofHandlersCtx reports whether the error of a test comes from calls under the
// context that the handler was given, or derived from that.
func ofHandlersCtx(p *rule.Pass, t ctxflow.Test) bool {
	origins := p.Code.Origins(t.Err)
	for _, o := range origins {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok {
			return false
		}
		given := p.Flow.CtxArg(call)
		if given.Has != api.Yes || !given.Ctx.FromCaller() || given.Ctx.Detached() != nil {
			return false
		}
	}
	return len(origins) > 0
}

// lastNil returns the return of a nil error that ends a branch.
func lastNil(s ast.Stmt) *ast.ReturnStmt {
	list := branchList(s)
	if len(list) == 0 {
		return nil
	}
	ret, ok := list[len(list)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	if id, ok := ast.Unparen(ret.Results[0]).(*ast.Ident); !ok || id.Name != "nil" {
		return nil
	}
	return ret
}
