package orphan

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// pipeLeft reports an io.Pipe whose writing end is used in a goroutine and
// whose reading end is never closed: if whoever reads stops early, the
// goroutine stays in its next write.
func pipeLeft(p *rule.Pass, f *code.Func) {
	f.Inspect(func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 2 || len(as.Rhs) != 1 {
			return true
		}
		call, ok := as.Rhs[0].(*ast.CallExpr)
		if !ok || p.Code.CalleeOf(call).Key != "io.Pipe" {
			return true
		}
		r, w := p.Code.VarOf(as.Lhs[0]), p.Code.VarOf(as.Lhs[1])
		if r == nil || w == nil || r.IsField() || w.IsField() {
			return true
		}
		at := writesIn(p, f, w)
		if at == nil || p.Waits.ClosedElsewhere(w, p.Code.Enclosing(at)) {
			return true
		}
		read := onlyRead(p, f, r)
		if read == nil {
			leftInLoop(p, f, r, w, at)
			return true
		}
		exit := failsAfter(p, f, read)
		if exit == nil {
			return true
		}
		p.Report(rule.Finding{
			Node: at,
			Message: fmt.Sprintf("the goroutine stays in a write to %s for ever if %s stops reading early, as it does when it fails: nothing closes %s; close it with CloseWithError before returning at %s",
				w.Name(), types.ExprString(read.Fun), r.Name(), p.Where(exit)),
			Related: []rule.Related{{Node: read, Message: "reads from the pipe"}, {Node: exit, Message: "leaves without closing the reading end"}},
		})
		return true
	})
}

// onlyRead returns the call that reads from the pipe's reading end, if the
// function does nothing else with it: a call that takes a plain io.Reader, and
// so cannot close it.
func onlyRead(p *rule.Pass, f *code.Func, r *types.Var) *ast.CallExpr {
	var read *ast.CallExpr
	other := false
	ast.Inspect(f.Outermost().Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || p.Code.Info.Uses[id] != r {
			return true
		}
		call, ok := p.Code.Parent(id).(*ast.CallExpr)
		if !ok || read != nil || p.Code.Enclosing(call) != f {
			other = true
			return true
		}
		c := p.Code.CalleeOf(call)
		for i, a := range call.Args {
			if a == ast.Expr(id) && (c.Func != nil && plainReader(c.Func, i) || c.Func == nil && readsAll(p, call, i)) {
				read = call
			}
		}
		if read == nil {
			other = true
		}
		return true
	})
	if other {
		return nil
	}
	return read
}

// plainReader reports whether parameter i of a function is an io.Reader that
// the function reads at once: not one that makes a request or another reader of it.
func plainReader(fn *types.Func, i int) bool {
	sig := fn.Type().(*types.Signature)
	if i >= sig.Params().Len() || api.KeyOfType(sig.Params().At(i).Type()) != "io.Reader" {
		return false
	}
	if fn.Pkg() != nil && fn.Pkg().Path() == "net/http" {
		return false
	}
	last := sig.Results().Len() - 1
	return last >= 0 && api.KeyOfType(sig.Results().At(last).Type()) == "error" && !makesReader(sig)
}

// readsAll reports whether a call of a function value takes an io.Reader as
// argument i, and returns an error and nothing that may go on reading.
func readsAll(p *rule.Pass, call *ast.CallExpr, i int) bool {
	sig, ok := p.Code.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok || i >= sig.Params().Len() || api.KeyOfType(sig.Params().At(i).Type()) != "io.Reader" {
		return false
	}
	return code.ReturnsError(sig) && !makesReader(sig)
}

func makesReader(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		switch v.Type().Underlying().(type) {
		case *types.Pointer, *types.Interface:
			if api.KeyOfType(v.Type()) != "error" {
				return true
			}
		}
	}
	return false
}

// writesIn returns the first use of the pipe's writing end in a goroutine.
func writesIn(p *rule.Pass, f *code.Func, w *types.Var) ast.Node {
	for _, lit := range f.Lits {
		if p.Flow.Live(lit).Kind != ctxflow.RunGo {
			continue
		}
		var at ast.Node
		ast.Inspect(lit.Body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || at != nil || !p.Code.Mentions(call, w) {
				return at == nil
			}
			if _, deferred := p.Code.Parent(call).(*ast.DeferStmt); deferred {
				_, later := ast.Unparen(call.Fun).(*ast.FuncLit)
				return !later // arguments are made at once
			}
			at = call
			return false
		})
		if at != nil {
			return at
		}
	}
	return nil
}

// failsAfter returns the return statement that the function takes when the
// call has failed.
func failsAfter(p *rule.Pass, f *code.Func, call *ast.CallExpr) ast.Node {
	var exit ast.Node
	f.Inspect(func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok && exit == nil && (r.Pos() > call.End() || code.Within(call, r)) {
			exit = r
		}
		return exit == nil
	})
	return exit
}
