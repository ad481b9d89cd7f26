package waits

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// OnlyOnce reports whether a node of fn runs the first time only: in the branch in which
// a variable of the package is not set yet, or in what a sync.Once of the package does.
func (f *Finder) OnlyOnce(fn *code.Func, n ast.Node) bool {
	if once := f.once(fn); once != nil && f.ofPackage(once) {
		return true
	}
	for up := f.p.Parent(n); up != nil && up != ast.Node(fn.Node); up = f.p.Parent(up) {
		s, ok := up.(*ast.IfStmt)
		if ok && code.Within(n, s.Body) && f.unset(s.Cond) {
			return true
		}
	}
	return false
}

// once returns the sync.Once whose Do runs the literal fn, or a literal around it; nil
// for none.
func (f *Finder) once(fn *code.Func) ast.Expr {
	for g := fn; g != nil && g.Obj == nil; g = g.Parent {
		if call, ok := f.p.Parent(g.Node).(*ast.CallExpr); ok {
			if c := f.p.CalleeOf(call); c.Key == "(*sync.Once).Do" {
				return c.Recv
			}
		}
	}
	return nil
}

// found reports whether a wait is for something that an object finds out once and keeps
// for all who ask, in a sync.Once of its own: the end of the context of whoever comes first
// must not spoil it for the others.
func (f *Finder) found(fn *code.Func, w *Wait) bool {
	once, ok := ast.Unparen(f.once(fn)).(*ast.SelectorExpr)
	if !ok || f.p.FieldOf(once) == nil {
		return false
	}
	switch w.Kind {
	case api.WaitNet, api.WaitDial, api.WaitDNS, api.WaitProc:
		return true
	}
	return w.DB
}

// unset reports whether a condition says that a variable of the package has
// its zero value: !ready, client == nil.
func (f *Finder) unset(cond ast.Expr) bool {
	var x ast.Expr
	switch c := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if c.Op == token.NOT {
			x = c.X
		}
	case *ast.BinaryExpr:
		if c.Op == token.EQL && f.p.Info.Types[c.Y].IsNil() {
			x = c.X
		}
	}
	if x == nil {
		return false
	}
	return f.ofPackage(x)
}

// ofPackage reports whether an expression is a variable of the package.
func (f *Finder) ofPackage(e ast.Expr) bool {
	if e == nil {
		return false
	}
	v := f.p.VarOf(e)
	return v != nil && v.Parent() == f.p.Types.Scope()
}

// firstOnly reports whether a node in a loop is for the first turn that comes to
// it alone: it stands under a flag that is not set yet, and is set there.
func (f *Finder) firstOnly(n ast.Node) bool {
	for up := f.p.Parent(n); up != nil; up = f.p.Parent(up) {
		switch s := up.(type) {
		case *ast.FuncLit, *ast.FuncDecl, *ast.ForStmt, *ast.RangeStmt:
			return false
		case *ast.IfStmt:
			if code.Within(n, s.Body) && f.setsFlag(s) {
				return true
			}
		}
	}
	return false
}

// setsFlag reports whether the body of an if turns over a flag that its
// condition asks for: if ok && !told { told = true; … }.
func (f *Finder) setsFlag(s *ast.IfStmt) bool {
	ends := make(map[*types.Var]bool) // the value that says no
	var ask func(e ast.Expr)
	ask = func(e ast.Expr) {
		switch e := ast.Unparen(e).(type) {
		case *ast.BinaryExpr:
			if e.Op == token.LAND {
				ask(e.X)
				ask(e.Y)
			}
		case *ast.UnaryExpr:
			if v := f.p.VarOf(e.X); e.Op == token.NOT && v != nil {
				ends[v] = true
			}
		case *ast.Ident:
			if v := f.p.VarOf(e); v != nil {
				ends[v] = false
			}
		}
	}
	ask(s.Cond)
	for _, st := range s.Body.List {
		as, ok := st.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
			continue
		}
		end, asked := ends[f.p.VarOf(as.Lhs[0])]
		if value, ok := f.p.Bool(as.Rhs[0]); ok && asked && value == end {
			return true
		}
	}
	return false
}
