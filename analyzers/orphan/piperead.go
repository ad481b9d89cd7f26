package orphan

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// leftInLoop reports a pipe that a function reads bit by bit, through a scanner or
// decoder of its own, and leaves with the error of something else: nothing closes
// the reading end then, and the writer stays.
func leftInLoop(p *rule.Pass, f *code.Func, r, w *types.Var, at ast.Node) {
	reader := readerOn(p, f, r)
	if reader == nil {
		return
	}
	read := loopedRead(p, f, reader)
	if read == nil {
		return
	}
	exit := othersError(p, f, read, reader)
	if exit == nil {
		return
	}
	p.Report(rule.Finding{
		Node: at,
		Message: fmt.Sprintf("the goroutine stays in a write to %s for ever once %s has left at %s: nothing reads from %s then, and nothing closes it; defer %s.Close()",
			w.Name(), f.Name(), p.Where(exit), r.Name(), r.Name()),
		Related: []rule.Related{{Node: read, Message: "reads from the pipe"}, {Node: exit, Message: "leaves without closing the reading end"}},
	})
}

// readerOn returns the variable that a function puts the only reader on a pipe
// into: a scanner, a decoder, which it uses by its methods alone.
func readerOn(p *rule.Pass, f *code.Func, r *types.Var) *types.Var {
	var made *types.Var
	uses := 0
	ast.Inspect(f.Outermost().Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || p.Code.Info.Uses[id] != r {
			return true
		}
		uses++
		call, ok := p.Code.Parent(id).(*ast.CallExpr)
		if !ok || p.Code.Enclosing(call) != f || !sameReader(p, call, id) {
			return true
		}
		if as, ok := p.Code.Parent(call).(*ast.AssignStmt); ok && as.Tok == token.DEFINE && len(as.Rhs) == 1 {
			made = p.Code.VarOf(as.Lhs[0])
		}
		return true
	})
	if made == nil || uses != 1 || !methodsOnly(p, f, made) {
		return nil
	}
	return made
}

// sameReader reports whether a call makes a reader on its argument.
func sameReader(p *rule.Pass, call *ast.CallExpr, arg ast.Expr) bool {
	for _, m := range p.Table.Makers(p.Code.CalleeOf(call).Key) {
		if m.Trait == api.TraitSame && m.Of >= 0 && m.Of < len(call.Args) && call.Args[m.Of] == arg {
			return true
		}
	}
	return false
}

// methodsOnly reports whether a function, and nobody else, calls methods of a
// variable, none of which closes it, and does nothing else with it.
func methodsOnly(p *rule.Pass, f *code.Func, v *types.Var) bool {
	only := true
	ast.Inspect(f.Outermost().Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || p.Code.Info.Uses[id] != v {
			return only
		}
		sel, ok := p.Code.Parent(id).(*ast.SelectorExpr)
		only = ok && sel.Sel.Name != "Close" && p.Code.Enclosing(id) == f
		return only
	})
	return only
}

// loopedRead returns the call by which a loop reads from v.
func loopedRead(p *rule.Pass, f *code.Func, v *types.Var) *ast.CallExpr {
	var read *ast.CallExpr
	f.Inspect(func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || read != nil {
			return true
		}
		c := p.Code.CalleeOf(call)
		if c.Recv == nil || c.Func == nil || p.Code.VarOf(c.Recv) != v || p.Code.LoopAround(call) == nil {
			return true
		}
		if row := p.Table.CallOf(c.Func); row != nil && row.Kind == api.WaitIO && !row.Never && slices.Contains(row.From, api.RecvArg) {
			read = call
		}
		return true
	})
	return read
}

// othersError returns the return, in the loop around a read, of an error that
// comes from a call which has nothing to do with the reader: when that fails,
// when what was read is refused, or when it cannot be understood.
func othersError(p *rule.Pass, f *code.Func, read *ast.CallExpr, reader *types.Var) ast.Node {
	var exit ast.Node
	code.InspectShallow(p.Code.LoopAround(read), func(n ast.Node) bool {
		s, ok := n.(*ast.IfStmt)
		if !ok || exit != nil || len(s.Body.List) == 0 {
			return true
		}
		ret, isReturn := s.Body.List[len(s.Body.List)-1].(*ast.ReturnStmt)
		if !isReturn || len(s.Body.List) > 1 {
			return true
		}
		failure := p.Code.Failure(s.Cond)
		if failure == nil {
			failure = refusal(p, s.Cond, ret, reader)
		}
		if failure == nil {
			return true
		}
		origins := p.Code.Origins(failure)
		for _, o := range origins {
			call, ok := ast.Unparen(o.Expr).(*ast.CallExpr)
			if !ok || p.Code.VarOf(p.Code.CalleeOf(call).Recv) == reader && !understands(p, call) {
				return true
			}
		}
		if len(origins) > 0 {
			exit = ret
		}
		return true
	})
	return exit
}

// understands reports whether a read fails when what it reads is not of the
// form that it expects, and not only when there is no more.
func understands(p *rule.Pass, read *ast.CallExpr) bool {
	fn := p.Code.Callee(read)
	return fn != nil && fn.Pkg() != nil && strings.HasPrefix(fn.Pkg().Path(), "encoding/")
}

// refusal returns the error that a return answers with on a condition which is
// neither about an error nor about the reader, nil if it is none that is made there.
func refusal(p *rule.Pass, cond ast.Expr, ret *ast.ReturnStmt, reader *types.Var) ast.Expr {
	if len(ret.Results) == 0 {
		return nil
	}
	aboutError := false
	ast.Inspect(cond, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && p.Code.VarOf(sel.X) == reader && sel.Sel.Name != "Text" && sel.Sel.Name != "Bytes" {
			aboutError = true // whether there is more, say
		}
		if e, ok := n.(ast.Expr); ok && p.Code.Info.Types[e].IsValue() && code.ImplementsError(p.Code.TypeOf(e)) {
			aboutError = true
		}
		return !aboutError
	})
	last := ast.Unparen(ret.Results[len(ret.Results)-1])
	call, ok := last.(*ast.CallExpr)
	if aboutError || !ok || !code.IsError(p.Code.TypeOf(call)) || p.Code.Mentions(call, reader) {
		return nil
	}
	return call
}
