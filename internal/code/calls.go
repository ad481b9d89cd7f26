package code

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/faultlint/faultlint/internal/api"
)

// A Role says how a function literal is used, as far as its own function tells.
type Role int8

const (
	RoleUnknown   Role = iota
	RoleImmediate      // called where it stands: func() { … }()
	RoleGo             // started by a go statement
	RoleDefer          // called by a defer statement
	RoleArg            // handed to a call
	RoleVar            // assigned to a local variable
	RoleStored         // put into a field, map, slice, channel or package variable
	RoleReturned       // returned
)

// A Use is how a literal is used: its Role and what goes with it.
type Use struct {
	Role Role
	Call *ast.CallExpr // RoleImmediate, RoleGo, RoleDefer: the call itself; RoleArg: the call it is handed to
	Arg  int           // RoleArg: the argument index
	Var  *types.Var    // RoleVar: the variable
}

// UseOf returns how literal f is used; RoleUnknown for a declaration.
func (f *Func) UseOf() Use {
	lit, ok := f.Node.(*ast.FuncLit)
	if !ok {
		return Use{}
	}
	var n ast.Node = lit
	parent := f.Pkg.Parent(n)
	for {
		if pe, ok := parent.(*ast.ParenExpr); ok {
			n, parent = pe, f.Pkg.Parent(pe)
			continue
		}
		break
	}
	switch parent := parent.(type) {
	case *ast.CallExpr:
		if parent.Fun == n {
			switch f.Pkg.Parent(parent).(type) {
			case *ast.GoStmt:
				return Use{Role: RoleGo, Call: parent}
			case *ast.DeferStmt:
				return Use{Role: RoleDefer, Call: parent}
			}
			return Use{Role: RoleImmediate, Call: parent}
		}
		// A conversion to a named function type: http.HandlerFunc(func…)
		for i, a := range parent.Args {
			if a == n {
				return Use{Role: RoleArg, Call: parent, Arg: i}
			}
		}
	case *ast.AssignStmt:
		for i, r := range parent.Rhs {
			if r == n && len(parent.Lhs) == len(parent.Rhs) {
				if id, ok := ast.Unparen(parent.Lhs[i]).(*ast.Ident); ok {
					if v := f.Pkg.VarOf(id); v != nil && v.Parent() != f.Pkg.Types.Scope() {
						return Use{Role: RoleVar, Var: v}
					}
				}
				return Use{Role: RoleStored}
			}
		}
	case *ast.ValueSpec:
		for i, r := range parent.Values {
			if r == n && len(parent.Names) == len(parent.Values) {
				if v, ok := f.Pkg.Info.Defs[parent.Names[i]].(*types.Var); ok && v.Parent() != f.Pkg.Types.Scope() {
					return Use{Role: RoleVar, Var: v}
				}
			}
		}
		return Use{Role: RoleStored}
	case *ast.ReturnStmt:
		return Use{Role: RoleReturned}
	case *ast.KeyValueExpr, *ast.CompositeLit, *ast.SendStmt, *ast.IndexExpr:
		return Use{Role: RoleStored}
	}
	return Use{}
}

// Callee returns the function or method a call runs, also when it is reached
// through an interface (then the interface's method), nil for a call of a
// function value, a conversion or a builtin.
func (p *Package) Callee(call *ast.CallExpr) *types.Func {
	fn, _ := typeutil.Callee(p.Info, call).(*types.Func)
	if fn == nil {
		return nil
	}
	return fn.Origin()
}

// CalleeOf returns what a call runs, in the words of the library tables.
func (p *Package) CalleeOf(call *ast.CallExpr) api.Callee {
	c, ok := p.callees[call]
	if !ok {
		c = api.CalleeOf(p.Info, call)
		p.callees[call] = c
	}
	return c
}

// LitsOf returns the functions of this package that an expression of function
// type may hold: a literal, a declared function or method value, what a
// function of this package returns as such, a local variable that was only ever
// assigned such, or a field that only holds such. complete reports whether that
// is all it can hold.
func (p *Package) LitsOf(e ast.Expr) (fns []*Func, complete bool) {
	fns, complete = p.litsOf(e, 0)
	return fns, complete && len(fns) > 0
}

// maxMakers is how many functions that make functions are looked through, one
// inside the other.
const maxMakers = 2

func (p *Package) litsOf(e ast.Expr, depth int) (fns []*Func, complete bool) {
	return p.litsAt(p.Origins(e), depth)
}

func (p *Package) litsAt(origins []Origin, depth int) (fns []*Func, complete bool) {
	complete = true
	for _, o := range origins {
		switch x := o.Expr.(type) {
		case *ast.FuncLit:
			if f := p.byNode[x]; f != nil {
				fns = append(fns, f)
				continue
			}
		case *ast.Ident:
			if fn, ok := p.Info.Uses[x].(*types.Func); ok {
				if f := p.FuncOf(fn); f != nil {
					fns = append(fns, f)
					continue
				}
			}
		case *ast.SelectorExpr:
			if fn, ok := p.Info.Uses[x.Sel].(*types.Func); ok {
				if f := p.FuncOf(fn); f != nil {
					fns = append(fns, f)
					continue
				}
			} else if v := p.FieldOf(x); v != nil && depth < maxMakers {
				if held, whole := p.FieldOrigins(v); whole && len(held) > 0 {
					in, all := p.litsAt(held, depth+1)
					fns = append(fns, in...)
					if all {
						continue
					}
				}
			}
		case *ast.CallExpr:
			if depth < maxMakers {
				made, all := p.madeBy(x, max(o.Index, 0), depth+1)
				fns = append(fns, made...)
				if all && len(made) > 0 {
					continue
				}
			}
		}
		complete = false
	}
	return fns, complete
}

// madeBy returns the functions that result i of a call of this package's own
// function may be.
func (p *Package) madeBy(call *ast.CallExpr, i, depth int) (fns []*Func, complete bool) {
	f := p.FuncOf(p.Callee(call))
	if f == nil || f.Body == nil || i >= f.Sig.Results().Len() || !IsFunc(f.Sig.Results().At(i).Type()) {
		return nil, false
	}
	complete = true
	f.Inspect(func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			return true
		}
		if i >= len(ret.Results) {
			complete = false
			return true
		}
		if p.Info.Types[ret.Results[i]].IsNil() {
			return true
		}
		made, all := p.litsOf(ret.Results[i], depth)
		fns = append(fns, made...)
		complete = complete && all
		return true
	})
	return fns, complete
}

// IsInterfaceMethod reports whether fn is declared by an interface, so that a
// call of it may run any implementation.
func IsInterfaceMethod(fn *types.Func) bool {
	sig, ok := fn.Type().(*types.Signature)
	return ok && sig.Recv() != nil && types.IsInterface(sig.Recv().Type())
}

// Implementations returns the methods of concrete types of this package that
// a call of interface method m may run. Types of other packages are not looked
// at: the package that hands a concrete value over sees both ends.
func (p *Package) Implementations(m *types.Func) []*types.Func {
	if out, ok := p.impls[m]; ok {
		return out
	}
	var out []*types.Func
	iface, _ := m.Type().(*types.Signature).Recv().Type().Underlying().(*types.Interface)
	if iface != nil && iface.NumMethods() > 0 {
		for _, n := range p.named {
			if n.TypeParams().Len() > 0 {
				continue
			}
			var t types.Type = n
			if !types.Implements(n, iface) {
				t = types.NewPointer(n)
				if !types.Implements(t, iface) {
					continue
				}
			}
			obj, _, _ := types.LookupFieldOrMethod(t, true, m.Pkg(), m.Name())
			if fn, ok := obj.(*types.Func); ok {
				out = append(out, fn.Origin())
			}
		}
	}
	p.impls[m] = out
	return out
}

// FuncNamed returns the declared function that an expression names: f, pkg.F, v.M;
// nil if it is anything else.
func (p *Package) FuncNamed(e ast.Expr) *types.Func {
	var id *ast.Ident
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	default:
		return nil
	}
	fn, _ := p.Info.Uses[id].(*types.Func)
	return fn
}
