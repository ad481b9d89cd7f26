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
		if f.onceOver(in, a) && f.onceOver(in, w.Node) {
			return a
		}
	case in != w.Fn && in.Obj == nil && w.Call != nil:
		if f.flow.CleanupMode(a) == ctxflow.CleanupOver || f.isCancelOf(in, cmd) {
			return a
		}
	}
	return nil
}

// onceOver reports whether a node of fn is only reached once a context is over,
// as seen in fn, or by all who call it, in this package.
func (f *Finder) onceOver(fn *code.Func, n ast.Node) bool {
	if f.flow.CleanupMode(n) == ctxflow.CleanupOver {
		return true
	}
	calls, complete := f.p.Callers(fn)
	if fn.Obj == nil || !complete {
		return false
	}
	for _, call := range calls {
		if f.flow.CleanupMode(call) != ctxflow.CleanupOver {
			return false
		}
	}
	return len(calls) > 0
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
		if _, ok := api.MakesCmd(f.p.CalleeOf(call).Key); !ok {
			return nil
		}
	}
	in := f.p.FuncAround(v.Pos())
	if in == nil {
		return nil
	}
	fate := &fate{}
	f.commandFate(fate, in.Outermost(), v, 1)
	if fate.kill || fate.asked == nil {
		return nil
	}
	asked, cancels, limited := fate.asked, fate.cancels, fate.limited
	// The context of the command itself kills, unless that is replaced.
	for _, o := range f.p.Origins(cmd) {
		call := o.Expr.(*ast.CallExpr)
		if ctx, _ := api.MakesCmd(f.p.CalleeOf(call).Key); ctx && (!cancels || limited) {
			return nil
		}
	}
	return asked
}

// A fate is what is done to the process of a command.
type fate struct {
	asked                  *ast.CallExpr // asks it to leave
	kill, cancels, limited bool
}

// commandFate collects what fn does with the command in v, and what the
// functions of the package do to which it hands that.
func (f *Finder) commandFate(out *fate, fn *code.Func, v *types.Var, depth int) {
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || f.p.Info.Uses[id] != v {
			return true
		}
		sel, ok := f.p.Parent(id).(*ast.SelectorExpr)
		if !ok {
			if g, param := f.handedTo(id); g != nil && depth > 0 {
				f.commandFate(out, g, param, depth-1)
			} else {
				out.kill = out.kill || f.escapesHere(id)
			}
			return true
		}
		switch sel.Sel.Name {
		case "WaitDelay":
			out.limited = true
		case "Cancel":
			out.cancels = true
		case "Process":
			if a, dead := f.signalled(sel, depth); dead {
				out.kill = true
			} else if a != nil {
				out.asked = a
			}
		}
		return true
	})
}

// handedTo returns the function of the package, and its parameter, to which an
// expression is handed as it is; nil if it is handed to none.
func (f *Finder) handedTo(e ast.Expr) (*code.Func, *types.Var) {
	call, ok := f.p.Parent(e).(*ast.CallExpr)
	if !ok {
		return nil, nil
	}
	g := f.p.FuncOf(f.p.Callee(call))
	if g == nil || g.Obj == nil {
		return nil, nil
	}
	for i, a := range call.Args {
		if a == e && i < len(g.Params()) && !(g.Sig.Variadic() && i >= g.Sig.Params().Len()-1) {
			return g, g.Params()[i]
		}
	}
	return nil, nil
}

// signalled says what is done with cmd.Process: the call that sends a signal
// which asks it to leave, or that it may be killed.
func (f *Finder) signalled(process ast.Expr, depth int) (asked *ast.CallExpr, dead bool) {
	up, ok := f.p.Parent(process).(*ast.SelectorExpr)
	if !ok {
		if g, v := f.handedTo(process); g != nil && depth > 0 {
			return f.usesOf(g, v, func(id *ast.Ident) (*ast.CallExpr, bool) { return f.signalled(id, depth-1) })
		}
		_, compared := f.p.Parent(process).(*ast.BinaryExpr)
		return nil, !compared
	}
	var call *ast.CallExpr
	switch up.Sel.Name {
	case "Signal":
		call, _ = f.p.Parent(up).(*ast.CallExpr)
	case "Pid":
		return f.byPid(up, depth)
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

// byPid says what is done with the number of a process.
func (f *Finder) byPid(pid ast.Expr, depth int) (asked *ast.CallExpr, dead bool) {
	e := pid
	for {
		switch p := f.p.Parent(e).(type) {
		case *ast.UnaryExpr:
			e = p
			continue
		case *ast.ParenExpr:
			e = p
			continue
		}
		break
	}
	call, ok := f.p.Parent(e).(*ast.CallExpr)
	if !ok {
		return nil, true
	}
	fn := f.p.Callee(call)
	if fn != nil && fn.Pkg() != nil && fn.Name() != "Kill" && (f.t.Quiet(fn.Pkg().Path()) || fn.Pkg().Path() == "strconv") {
		return nil, false // logged
	}
	if g, v := f.handedTo(e); g != nil && depth > 0 {
		return f.usesOf(g, v, func(id *ast.Ident) (*ast.CallExpr, bool) { return f.byPid(id, depth-1) })
	}
	if len(call.Args) == 0 || !f.asks(call.Args[len(call.Args)-1]) {
		return nil, true
	}
	return call, false
}

// usesOf puts together what is done with a process in the uses of a parameter.
func (f *Finder) usesOf(g *code.Func, v *types.Var, use func(*ast.Ident) (*ast.CallExpr, bool)) (asked *ast.CallExpr, dead bool) {
	ast.Inspect(g.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && f.p.Info.Uses[id] == v {
			a, d := use(id)
			if a != nil {
				asked = a
			}
			dead = dead || d
		}
		return true
	})
	return asked, dead
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
