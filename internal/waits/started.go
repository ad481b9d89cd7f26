package waits

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// StartedAlone returns the calls that start a child process in fn's own body
// before sel, if no context ends the process and nobody can end it when fn leaves
// by the clause given: it stands in a local variable that is used to set the
// command up and to start it only, except on the other ways out of the select. There
// it must be used: nobody needs to care for a program that is started to live on.
func (f *Finder) StartedAlone(fn *code.Func, sel *ast.SelectStmt, clause *ast.CommClause) []*ast.CallExpr {
	var out []*ast.CallExpr
	for _, call := range fn.Calls() {
		c := f.p.CalleeOf(call)
		if c.Key != "(*os/exec.Cmd).Start" || call.Pos() > sel.Pos() || f.inGo(call) || !f.runsBefore(fn, call, sel) {
			continue
		}
		v := f.p.VarOf(c.Recv)
		if v == nil || v.IsField() || !fn.Declares(v) || !f.madeWithout(v) {
			continue
		}
		if f.keptTo(fn, v, sel, clause) {
			out = append(out, call)
		}
	}
	return out
}

// runsBefore reports whether a call is made on every way to a select of the same
// block: it stands in a statement of that block, or in the head of an if.
func (f *Finder) runsBefore(fn *code.Func, call *ast.CallExpr, sel *ast.SelectStmt) bool {
	block, ok := f.p.Parent(sel).(*ast.BlockStmt)
	if !ok || block != fn.Body {
		return false
	}
	for _, s := range block.List {
		if !code.Within(call, s) {
			continue
		}
		switch s := s.(type) {
		case *ast.AssignStmt, *ast.ExprStmt:
			return true
		case *ast.IfStmt:
			return s.Init != nil && code.Within(call, s.Init) || code.Within(call, s.Cond)
		}
	}
	return false
}

// madeWithout reports whether a variable holds nothing but a command that is made
// in sight without a context.
func (f *Finder) madeWithout(v *types.Var) bool {
	defs := f.p.Defs(v)
	if len(defs) != 1 || defs[0].RHS == nil || defs[0].Index >= 0 {
		return false
	}
	call, ok := ast.Unparen(defs[0].RHS).(*ast.CallExpr)
	if !ok {
		return false
	}
	ctx, made := api.MakesCmd(f.p.CalleeOf(call).Key)
	return made && !ctx
}

// keptTo reports whether a command is known to nobody but the function, and its
// output to nobody who could close it, when the function leaves by a clause of a
// select.
func (f *Finder) keptTo(fn *code.Func, cmd *types.Var, sel *ast.SelectStmt, clause *ast.CommClause) bool {
	kept, cared := true, false
	ast.Inspect(fn.Outermost().Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || f.p.Info.Uses[id] != cmd || !kept {
			return kept
		}
		switch {
		case id.Pos() > sel.End() && f.p.Enclosing(id) == fn:
			cared = true // the clause has left by then
		case code.Within(id, sel) && !code.Within(id, clause) && f.p.Enclosing(id) == fn:
			cared = true
		default:
			kept = f.setsUp(fn, id)
		}
		return kept
	})
	return kept && cared
}

// setsUp reports whether a use of a command only sets it up or starts it.
func (f *Finder) setsUp(fn *code.Func, id *ast.Ident) bool {
	sel, ok := f.p.Parent(id).(*ast.SelectorExpr)
	if !ok || f.p.Enclosing(id) != fn {
		return false
	}
	switch api.CmdMember(sel.Sel.Name) {
	case api.CmdSet:
		return true
	case api.CmdOut:
		as, ok := f.p.Parent(sel).(*ast.AssignStmt)
		return ok && len(as.Lhs) == 1 && len(as.Rhs) == 1 && as.Lhs[0] == ast.Expr(sel) && !f.closes(as.Rhs[0])
	case api.CmdStart:
		_, ok := f.p.Parent(sel).(*ast.CallExpr)
		return ok
	case api.CmdPipe:
		call, ok := f.p.Parent(sel).(*ast.CallExpr)
		return ok && f.onlyRead(call)
	case api.CmdProcess:
		pid, ok := f.p.Parent(sel).(*ast.SelectorExpr)
		if !ok || pid.Sel.Name != "Pid" {
			return false
		}
		call, ok := f.p.Parent(pid).(*ast.CallExpr)
		return ok && f.onlySpeaks(f.p.Callee(call))
	}
	return false
}

// closes reports whether a writer may be closed, or fail, when somebody else has
// done with it, which could end the process that writes to it. The program's own
// output is not.
func (f *Finder) closes(e ast.Expr) bool {
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		if v, ok := f.p.Info.Uses[sel.Sel].(*types.Var); ok && v.Pkg() != nil && v.Pkg().Path() == "os" {
			return false
		}
	}
	t := f.p.Info.TypeOf(e)
	if t == nil || types.IsInterface(t) {
		return true
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Close")
	return obj != nil
}

// onlyRead reports whether the pipe that a call opens is read and not closed by
// hand, which could end the process: it stands in a local variable that is handed
// to calls as an io.Reader.
func (f *Finder) onlyRead(open *ast.CallExpr) bool {
	as, ok := f.p.Parent(open).(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 2 {
		return false
	}
	v := f.p.VarOf(as.Lhs[0])
	if v == nil || v.IsField() || v.Parent() == f.p.Types.Scope() {
		return false
	}
	for n := range f.p.Inspector.PreorderSeq((*ast.Ident)(nil)) {
		id := n.(*ast.Ident)
		if f.p.Info.Uses[id] != v {
			continue
		}
		call, ok := f.p.Parent(id).(*ast.CallExpr)
		if !ok {
			return false
		}
		sig, ok := f.p.Info.TypeOf(call.Fun).Underlying().(*types.Signature)
		if !ok {
			return false
		}
		for i, a := range call.Args {
			if ast.Unparen(a) != ast.Expr(id) {
				continue
			}
			if i >= sig.Params().Len() || api.KeyOfType(sig.Params().At(i).Type()) != "io.Reader" {
				return false
			}
		}
	}
	return true
}
