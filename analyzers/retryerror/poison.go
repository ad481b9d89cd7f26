package retryerror

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// poison reports a handler of jobs that returns the error of decoding its job
// as it is: the same bytes fail each time, and the queue repeats them. Not
// reported: packages with a middleware, which may tell such errors apart, or
// with jobs that are not repeated.
func poison(p *rule.Pass, f *code.Func) {
	if f.Body == nil || !code.ReturnsError(f.Sig) || f.Sig.Params().Len() == 0 {
		return
	}
	task := f.Sig.Params().At(f.Sig.Params().Len() - 1)
	ptr, ok := task.Type().(*types.Pointer)
	if !ok {
		return
	}
	named, ok := types.Unalias(ptr.Elem()).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return
	}
	q := api.JobQueueOf(named.Obj().Pkg().Path() + "." + named.Obj().Name())
	if q == nil || sortsOut(p, q) {
		return
	}
	f.Inspect(func(n ast.Node) bool {
		ifs, ok := n.(*ast.IfStmt)
		if !ok || len(ifs.Body.List) == 0 {
			return true
		}
		b, ok := ast.Unparen(ifs.Cond).(*ast.BinaryExpr)
		if !ok || b.Op.String() != "!=" || !p.Code.Info.Types[b.Y].IsNil() || !code.IsError(p.Code.Info.TypeOf(b.X)) {
			return true
		}
		call := decoding(p, b.X)
		if call == nil || !p.Code.Mentions(call.Args[0], task) {
			return true
		}
		ret, ok := ifs.Body.List[len(ifs.Body.List)-1].(*ast.ReturnStmt)
		if !ok || len(ret.Results) == 0 || !plain(p, ret.Results[len(ret.Results)-1], q.Pkg) {
			return true
		}
		p.Report(rule.Finding{
			Node:    ret,
			Message: fmt.Sprintf("a job that cannot be decoded never can, yet its error is returned like any other: the queue repeats it until its retries are used up; wrap %s as well, or put the job aside", q.Skip),
			Related: []rule.Related{{Node: call, Message: "the job's bytes are the same each time"}},
		})
		return true
	})
}

// decoding returns the call that decodes something and whose error e is.
func decoding(p *rule.Pass, e ast.Expr) *ast.CallExpr {
	origins := p.Code.Origins(e)
	if len(origins) != 1 {
		return nil
	}
	call, ok := origins[0].Expr.(*ast.CallExpr)
	if !ok || len(call.Args) < 2 || !api.Decodes(api.Key(p.Code.Callee(call))) {
		return nil
	}
	return call
}

// plain reports whether e is an error variable, or a new text around one, and
// names nothing of a package.
func plain(p *rule.Pass, e ast.Expr, pkg string) bool {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		return p.Code.VarOf(x) != nil && !p.Code.Info.Types[x].IsNil()
	case *ast.CallExpr:
		if !api.Wraps(api.Key(p.Code.Callee(x))) {
			return false
		}
		for _, a := range x.Args {
			if v := p.Code.VarOf(selected(a)); v != nil && v.Pkg() != nil && (v.Pkg().Path() == pkg || v.Parent() == v.Pkg().Scope()) {
				return false // what ends the job, or a sentinel that may be known elsewhere
			}
		}
		return true
	}
	return false
}

// selected returns the name in pkg.Name.
func selected(e ast.Expr) ast.Expr {
	if s, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		return s.Sel
	}
	return e
}

// sortsOut reports whether a package has a middleware of the queue, or jobs
// that are not repeated.
func sortsOut(p *rule.Pass, q *api.JobQueue) bool {
	for _, f := range p.Funcs() {
		for _, call := range f.Calls() {
			fn := p.Code.Callee(call)
			if fn == nil {
				continue
			}
			if fn.Name() == q.Next && fn.Pkg() != nil && fn.Pkg().Path() == q.Pkg {
				return true
			}
			if api.Key(fn) == q.Once && len(call.Args) == 1 {
				v := p.Code.Info.Types[call.Args[0]].Value
				if v == nil || v.Kind() == constant.Int && constant.Sign(v) == 0 {
					return true
				}
			}
		}
	}
	return false
}
