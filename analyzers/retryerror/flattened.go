package retryerror

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// flattened reports a loop behind which the last error is made into a text, while
// a caller in the package asks what is returned for an error by its name that the
// attempts may bring: it never finds it. Not reported: errors that the function
// itself asks for, because it may have a way out of its own for them.
func flattened(p *rule.Pass, r *retry.Retry) {
	ret, ok := next(p, r.Node).(*ast.ReturnStmt)
	if !ok || r.In.Obj == nil || len(ret.Results) == 0 || !code.ReturnsError(r.In.Sig) {
		return
	}
	made, ok := ast.Unparen(ret.Results[len(ret.Results)-1]).(*ast.CallExpr)
	if !ok || !textOf(p, made) || !ofOps(p, r, made) {
		return
	}
	calls, _ := p.Code.Callers(r.In)
	for _, call := range calls {
		f := p.Code.Enclosing(call)
		if f == nil || f == r.In {
			continue
		}
		for _, test := range f.Calls() {
			v := askedOf(p, test, call)
			if v == nil || p.Code.Mentions(r.In.Body, v) || !slices.ContainsFunc(r.Ops, func(op *ast.CallExpr) bool { return p.Effects.MayBring(op, v) }) {
				continue
			}
			p.Report(rule.Finding{
				Node:    ret,
				Message: fmt.Sprintf("the last error of %s is only a text here, but %s asks for %s, which it may be, and never finds it; wrap it with %%w", r.Name(), funcName(f), v.Name()),
				Related: []rule.Related{{Node: test, Message: "asks for it"}, {Node: r.Node, Message: "the loop"}},
			})
			return
		}
	}
}

// textOf reports whether a call makes an error of a text, without a cause.
func textOf(p *rule.Pass, call *ast.CallExpr) bool {
	switch api.Key(p.Code.Callee(call)) {
	case "errors.New":
		return true
	case "fmt.Errorf":
		v := p.Code.Info.Types[call.Args[0]].Value
		return v != nil && v.Kind() == constant.String && !strings.Contains(constant.StringVal(v), "%w")
	}
	return false
}

// ofOps reports whether a text is made of the error of an operation, and of no other.
func ofOps(p *rule.Pass, r *retry.Retry, made *ast.CallExpr) bool {
	some, other := false, false
	ast.Inspect(made, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || !code.IsError(p.Code.Info.TypeOf(id)) || p.Code.VarOf(id) == nil {
			return true
		}
		if slices.ContainsFunc(p.Code.Origins(id), func(o code.Origin) bool {
			call, ok := o.Expr.(*ast.CallExpr)
			return ok && slices.Contains(r.Ops, call)
		}) {
			some = true
		} else {
			other = true
		}
		return true
	})
	return some && !other
}

// askedOf returns the error variable of this package that a call of errors.Is
// looks for in the result of another call; nil if it is none.
func askedOf(p *rule.Pass, test, call *ast.CallExpr) *types.Var {
	if fn := p.Code.Callee(test); fn == nil || fn.FullName() != "errors.Is" || len(test.Args) != 2 {
		return nil
	}
	v := p.Code.VarOf(test.Args[1])
	if v == nil || v.Pkg() != p.Code.Types || v.Parent() != p.Code.Types.Scope() {
		return nil
	}
	origins := p.Code.Origins(test.Args[0])
	if len(origins) == 1 && origins[0].Expr == ast.Expr(call) {
		return v
	}
	return nil
}
