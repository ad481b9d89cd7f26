package waits

import (
	"go/ast"
	"go/constant"
	"go/types"
	"path"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
)

// A Command is what is known of a command that is made in the function.
type Command struct {
	Call *ast.CallExpr
	Name string
	// Shell: a program that runs others, which outlive it if it is killed alone.
	Shell bool
	// Any: the program is chosen at run time, so that it may be one of these.
	Any bool
	// Piped: its output goes into a writer that is no file, through a pipe.
	// Read: it is read from a pipe by the program itself.
	Piped, Read bool
	// Limited: WaitDelay, Cancel or a process group is set, or it is handed to
	// where that may be done.
	Limited bool
}

// Command returns what is known of the command that e is, nil if it is not
// made in sight.
func (f *Finder) Command(e ast.Expr) *Command {
	if e == nil {
		return nil
	}
	var made *ast.CallExpr
	for _, o := range f.p.Origins(e) {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok || made != nil {
			return nil
		}
		made = call
	}
	if made == nil {
		return nil
	}
	ctx, ok := api.MakesCmd(f.p.CalleeOf(made).Key)
	if !ok {
		return nil
	}
	first := 0
	if ctx {
		first = 1
	}
	if len(made.Args) <= first {
		return nil
	}
	out := &Command{Call: made, Name: types.ExprString(made.Args[first])}
	if tv := f.p.Info.Types[made.Args[first]]; tv.Value == nil {
		out.Any = true
	} else if tv.Value.Kind() == constant.String {
		out.Name = constant.StringVal(tv.Value)
		out.Shell = isShell(out.Name, f.constArg(made, first+1))
	}
	if v := f.p.VarOf(e); v != nil {
		f.commandUse(out, v)
	}
	return out
}

func (f *Finder) constArg(call *ast.CallExpr, i int) string {
	if i >= len(call.Args) {
		return ""
	}
	if tv := f.p.Info.Types[call.Args[i]]; tv.Value != nil && tv.Value.Kind() == constant.String {
		return constant.StringVal(tv.Value)
	}
	return ""
}

// isShell reports whether a program with its first argument runs other programs.
func isShell(name, arg string) bool {
	switch strings.TrimSuffix(path.Base(name), ".exe") {
	case "sh", "bash", "dash", "ash", "zsh", "ksh", "busybox":
		return arg == "-c" || arg == "-lc" || arg == "-ec" || arg == "-euc" || arg == "-xc"
	case "go":
		return arg == "run" || arg == "test" || arg == "generate"
	case "npm", "npx", "yarn", "pnpm", "make":
		return true
	}
	return false
}

// commandUse notes what is done with the command in v.
func (f *Finder) commandUse(out *Command, v *types.Var) {
	if v.IsField() || v.Parent() == f.p.Types.Scope() {
		out.Limited = true
		return
	}
	for n := range f.p.Inspector.PreorderSeq((*ast.Ident)(nil)) {
		id := n.(*ast.Ident)
		if f.p.Info.Uses[id] != v {
			continue
		}
		sel, ok := f.p.Parent(id).(*ast.SelectorExpr)
		if !ok {
			out.Limited = out.Limited || f.escapesHere(id)
			continue
		}
		switch api.CmdMember(sel.Sel.Name) {
		case api.CmdEnd:
			out.Limited = true
		case api.CmdPipe:
			out.Read = true
		case api.CmdOut:
			as, ok := f.p.Parent(sel).(*ast.AssignStmt)
			if !ok || len(as.Lhs) != len(as.Rhs) {
				continue
			}
			for i, l := range as.Lhs {
				if l == ast.Expr(sel) && f.noFile(as.Rhs[i]) {
					out.Piped = true
				}
			}
		}
	}
}

// noFile reports whether a writer is certain to be none of the system's own
// files, so that a command's output goes to it through a pipe: some value that
// it may have is of another type, or puts several writers together.
func (f *Finder) noFile(e ast.Expr) bool {
	if !types.IsInterface(f.p.Info.TypeOf(e)) {
		return !f.p.Info.Types[e].IsNil() && api.KeyOfType(f.p.Info.TypeOf(e)) != "*os.File"
	}
	for _, o := range f.p.Origins(e) {
		if o.Expr == nil || o.Unknown || o.Zero {
			continue
		}
		if t := f.p.Info.TypeOf(o.Expr); o.Index < 0 && t != nil && !types.IsInterface(t) {
			if !f.p.Info.Types[o.Expr].IsNil() && api.KeyOfType(t) != "*os.File" {
				return true
			}
			continue
		}
		if call, ok := ast.Unparen(o.Expr).(*ast.CallExpr); ok && f.p.CalleeOf(call).Key == "io.MultiWriter" {
			return true
		}
	}
	return false
}

// escapesHere reports whether a use of a variable hands it to somebody else.
func (f *Finder) escapesHere(id *ast.Ident) bool {
	switch p := f.p.Parent(id).(type) {
	case *ast.BinaryExpr:
		return false
	case *ast.AssignStmt:
		for _, l := range p.Lhs {
			if l == ast.Expr(id) {
				return false
			}
		}
	}
	return true
}
