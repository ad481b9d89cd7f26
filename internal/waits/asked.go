package waits

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// AskedOnly returns the signal by which, once a context is over, a process is
// asked to leave for whose end w waits, if nothing kills it should it stay. It
// is nil if that is not certain.
func (f *Finder) AskedOnly(w *Wait) *ast.CallExpr {
	if !w.Direct() {
		return nil
	}
	cmd := f.commandOf(w)
	if cmd == nil {
		return nil
	}
	a := f.askedToLeave(cmd)
	if a == nil {
		return nil
	}
	in := f.p.Enclosing(a)
	switch {
	case in == w.Fn && a.Pos() < w.Node.Pos():
		if f.flow.CleanupMode(a) == ctxflow.CleanupOver && f.flow.CleanupMode(w.Node) == ctxflow.CleanupOver {
			return a
		}
	case in != w.Fn && in.Obj == nil && w.Call != nil:
		if f.flow.CleanupMode(a) == ctxflow.CleanupOver || f.isCancelOf(in, cmd) {
			return a
		}
	}
	return nil
}

// commandOf returns the command for whose end a wait waits: it is its Wait or
// Run, or a receive of what a goroutine sends after its Wait.
func (f *Finder) commandOf(w *Wait) ast.Expr {
	if w.Call != nil && w.Kind == api.WaitProc {
		return f.p.CalleeOf(w.Call).Recv
	}
	u, ok := w.Node.(*ast.UnaryExpr)
	if !ok {
		return nil
	}
	if op := f.index().ops[u]; op == nil || op.sel != nil {
		return nil
	}
	var cmd ast.Expr
	for _, g := range f.Closers(u.X) {
		found := ast.Expr(nil)
		for _, call := range g.Calls() {
			if c := f.p.CalleeOf(call); c.Key == "(*os/exec.Cmd).Wait" && c.Recv != nil {
				found = c.Recv
			}
		}
		if found == nil || cmd != nil && !f.p.SamePlace(cmd, found) {
			return nil
		}
		cmd = found
	}
	return cmd
}

// askedToLeave returns the signal that asks the process of a command, a local
// variable, to leave. It is nil if the process is killed, or handed to where it
// may be.
func (f *Finder) askedToLeave(cmd ast.Expr) *ast.CallExpr {
	v := f.p.VarOf(cmd)
	if v == nil || v.IsField() || v.Parent() == f.p.Types.Scope() {
		return nil
	}
	for _, o := range f.p.Origins(cmd) {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok {
			return nil
		}
		switch f.p.CalleeOf(call).Key {
		case "os/exec.Command", "os/exec.CommandContext":
		default:
			return nil
		}
	}
	in := f.p.FuncAround(v.Pos())
	if in == nil {
		return nil
	}
	var asked *ast.CallExpr
	kill, cancels, limited := false, false, false
	ast.Inspect(in.Outermost().Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || f.p.Info.Uses[id] != v {
			return true
		}
		sel, ok := f.p.Parent(id).(*ast.SelectorExpr)
		if !ok {
			kill = kill || f.escapesHere(id)
			return true
		}
		switch sel.Sel.Name {
		case "WaitDelay":
			limited = true
		case "Cancel":
			cancels = true
		case "Process":
			if a, dead := f.signalled(sel); dead {
				kill = true
			} else if a != nil {
				asked = a
			}
		}
		return true
	})
	if kill || asked == nil {
		return nil
	}
	// The context of the command itself kills, unless that is replaced.
	for _, o := range f.p.Origins(cmd) {
		call := o.Expr.(*ast.CallExpr)
		if f.p.CalleeOf(call).Key == "os/exec.CommandContext" && (!cancels || limited) {
			return nil
		}
	}
	return asked
}

// signalled says what is done with cmd.Process: the call that sends a signal
// which asks it to leave, or that it may be killed.
func (f *Finder) signalled(process *ast.SelectorExpr) (asked *ast.CallExpr, dead bool) {
	up, ok := f.p.Parent(process).(*ast.SelectorExpr)
	if !ok {
		_, compared := f.p.Parent(process).(*ast.BinaryExpr)
		return nil, !compared
	}
	var call *ast.CallExpr
	switch up.Sel.Name {
	case "Signal":
		call, _ = f.p.Parent(up).(*ast.CallExpr)
	case "Pid":
		var n ast.Node = up
		for {
			switch f.p.Parent(n).(type) {
			case *ast.UnaryExpr, *ast.ParenExpr:
				n = f.p.Parent(n)
				continue
			}
			break
		}
		call, _ = f.p.Parent(n).(*ast.CallExpr)
		if call == nil {
			return nil, true
		}
		if fn := f.p.Callee(call); fn != nil && fn.Pkg() != nil && fn.Name() != "Kill" && f.t.Quiet(fn.Pkg().Path()) {
			return nil, false // logged
		}
	case "Wait":
		return nil, false
	default:
		return nil, true
	}
	if call == nil || len(call.Args) == 0 || !f.asks(call.Args[len(call.Args)-1]) {
		return nil, true
	}
	return call, false
}

// asks reports whether a signal can be ignored by the program that gets it.
func (f *Finder) asks(sig ast.Expr) bool {
	var id *ast.Ident
	switch x := ast.Unparen(sig).(type) {
	case *ast.SelectorExpr:
		id = x.Sel
	case *ast.Ident:
		id = x
	default:
		return false
	}
	obj := f.p.Info.Uses[id]
	if obj == nil || obj.Pkg() == nil || obj.Pkg() == f.p.Types {
		return false
	}
	if _, ok := obj.(*types.Func); ok {
		return false
	}
	switch obj.Name() {
	case "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "Interrupt":
		return true
	}
	return false
}

// isCancelOf reports whether a literal is what a command's Cancel is set to.
func (f *Finder) isCancelOf(lit *code.Func, cmd ast.Expr) bool {
	as, ok := f.p.Parent(lit.Node).(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 1 {
		return false
	}
	sel, ok := as.Lhs[0].(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Cancel" && f.p.SamePlace(sel.X, cmd)
}
