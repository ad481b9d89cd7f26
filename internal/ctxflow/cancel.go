package ctxflow

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// cancelUse is what happens to the variable of a cancel function.
type cancelUse struct {
	deferred bool
	escapes  bool
	calls    []*ast.CallExpr // neither deferred nor in another function
	inner    []*ast.CallExpr // in literals
}

// setCancel fills in the cancel function of a derivation, or the group of an
// errgroup's context.
func (f *Flow) setCancel(s *Step, call *ast.CallExpr, idx int) {
	as, ok := f.p.Parent(call).(*ast.AssignStmt)
	if !ok || len(as.Lhs) < 2 || len(as.Rhs) != 1 {
		if _, ok := f.p.Parent(call).(*ast.ReturnStmt); ok && f.isTuple(call) {
			s.CancelEscapes = true
		}
		return
	}
	for i, lhs := range as.Lhs {
		if i == idx {
			continue
		}
		v := f.p.VarOf(lhs)
		if v == nil {
			continue
		}
		s.Cancel = v
		if v.IsField() || isPackageVar(v) {
			s.CancelEscapes = true
			return
		}
		u := f.cancelUse(v)
		s.CancelDeferred, s.CancelEscapes = u.deferred, u.escapes
		return
	}
}

func (f *Flow) isTuple(call *ast.CallExpr) bool {
	_, ok := f.p.TypeOf(call).(*types.Tuple)
	return ok
}

// cancelUse looks at every use of a local variable that holds a cancel function.
func (f *Flow) cancelUse(v *types.Var) *cancelUse {
	if u := f.cancels[v]; u != nil {
		return u
	}
	u := new(cancelUse)
	f.cancels[v] = u
	owner := f.ownerOf(v)
	if owner == nil {
		u.escapes = true
		return u
	}
	for r := range owner.Sig.Results().Variables() {
		u.escapes = u.escapes || r == v
	}
	ast.Inspect(owner.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || f.p.Info.Uses[id] != v {
			return true
		}
		f.noteCancel(u, owner, id)
		return true
	})
	return u
}

func (f *Flow) noteCancel(u *cancelUse, owner *code.Func, id *ast.Ident) {
	in := f.p.Enclosing(id)
	switch parent := f.p.Parent(id).(type) {
	case *ast.CallExpr:
		if ast.Unparen(parent.Fun) != id {
			u.escapes = true // handed to a call
			return
		}
		if _, ok := f.p.Parent(parent).(*ast.DeferStmt); ok && in == owner {
			u.deferred = true
			return
		}
		switch {
		case in == owner:
			u.calls = append(u.calls, parent)
			return
		}
		u.inner = append(u.inner, parent)
		switch {
		case in.Parent == owner && in.UseOf().Role == code.RoleDefer:
			u.deferred = true
		default:
			u.escapes = true
		}
	case *ast.AssignStmt:
		for i, r := range parent.Rhs {
			if ast.Unparen(r) == id && i < len(parent.Lhs) {
				if b, ok := parent.Lhs[i].(*ast.Ident); !ok || b.Name != "_" {
					u.escapes = true
				}
			}
		}
	case *ast.SelectorExpr:
		// group.Wait(), group.Go(…): a method of a group
	case *ast.BinaryExpr:
		// cancel != nil
	default:
		u.escapes = true
	}
}

// CancelCalls returns the plain calls of a step's cancel function in the
// function that made it: after one of these the context is over.
func (f *Flow) CancelCalls(s *Step) []*ast.CallExpr {
	if s.Cancel == nil || s.Cancel.IsField() || isPackageVar(s.Cancel) {
		return nil
	}
	var out []*ast.CallExpr
	for _, call := range f.cancelUse(s.Cancel).calls {
		if f.cancelOf(call, s) {
			out = append(out, call)
		}
	}
	return out
}

// cancelsIn returns the calls of a step's cancel function that capture it: what
// the literal does after one of these, it does under a context that is over.
func (f *Flow) cancelsIn(s *Step) []*ast.CallExpr {
	if s.Cancel == nil || s.Cancel.IsField() || isPackageVar(s.Cancel) {
		return nil
	}
	var out []*ast.CallExpr
	for _, call := range f.cancelUse(s.Cancel).inner {
		if f.cancelOf(call, s) {
			out = append(out, call)
		}
	}
	return out
}

// cancelOf reports whether a call of a cancel variable ends the context of
// step s and no other that shares the variable.
func (f *Flow) cancelOf(call *ast.CallExpr, s *Step) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	maker := s.Call
	if len(s.Through) > 0 {
		maker = s.Through[0]
	}
	defs := f.p.Reaching(id)
	for _, d := range defs {
		if d == nil || ast.Unparen(d.RHS) != maker {
			return false
		}
	}
	return len(defs) > 0
}

// ownerOf returns the function that declares local variable v.
func (f *Flow) ownerOf(v *types.Var) *code.Func {
	var best *code.Func
	for _, fn := range f.p.Funcs {
		// The files of a package need not lie in the order of their positions.
		if fn.Node.Pos() <= v.Pos() && v.Pos() < fn.Node.End() && (best == nil || fn.Within(best)) {
			best = fn
		}
	}
	return best
}
