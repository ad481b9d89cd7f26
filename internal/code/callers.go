package code

import (
	"go/ast"
	"go/token"
	"go/types"
)

// callIndex says who calls the functions of the package, and which of them are
// used in another way than being called.
type callIndex struct {
	calls map[*types.Func][]*ast.CallExpr
	other map[*types.Func]bool
	// methods are the names of the methods of the package's interfaces. An
	// unexported method of another package's interface cannot be implemented
	// here; an exported one is never called by its own package alone.
	methods map[string]bool
	lits    map[*Func]litCalls
}

// litCalls are the callers of a literal.
type litCalls struct {
	calls    []*ast.CallExpr
	complete bool
}

// Callers returns the calls of f in this package, in source order. complete
// reports that there are no others: f is not exported, its method cannot be
// reached through an interface of its own package, and it is never used as a
// value. The callers of a literal are those of the local variable that holds
// it, if that is its only use.
func (p *Package) Callers(f *Func) (calls []*ast.CallExpr, complete bool) {
	if f == nil {
		return nil, false
	}
	if p.callers == nil {
		p.callers = p.indexCalls()
	}
	if f.Obj == nil {
		lc, ok := p.callers.lits[f]
		if !ok {
			lc.calls, lc.complete = p.litCallers(f)
			p.callers.lits[f] = lc
		}
		return lc.calls, lc.complete
	}
	calls = p.callers.calls[f.Obj]
	complete = !p.callers.other[f.Obj] && (!f.Obj.Exported() || p.Types.Name() == "main")
	if complete && f.Sig.Recv() != nil && p.callers.methods[f.Obj.Name()] {
		complete = false
	}
	return calls, complete
}

// OutsidersCall reports whether those alone who are out of sight can call f: it is an
// exported function, or a method of an exported type that no interface of the package
// names, and the package itself has no use for it.
func (p *Package) OutsidersCall(f *Func) bool {
	if f == nil || f.Obj == nil || !f.Obj.Exported() || p.Types.Name() == "main" {
		return false
	}
	if r := f.Sig.Recv(); r != nil {
		n, ok := types.Unalias(Deref(r.Type())).(*types.Named)
		if !ok || !n.Obj().Exported() {
			return false
		}
	}
	calls, _ := p.Callers(f)
	return len(calls) == 0 && !p.callers.other[f.Obj] && !(f.Sig.Recv() != nil && p.callers.methods[f.Obj.Name()])
}

func (p *Package) litCallers(f *Func) ([]*ast.CallExpr, bool) {
	use := f.UseOf()
	switch use.Role {
	case RoleImmediate, RoleGo, RoleDefer:
		return []*ast.CallExpr{use.Call}, true
	case RoleVar:
		if len(p.Defs(use.Var)) != 1 {
			return nil, false
		}
	default:
		return nil, false
	}
	complete := true
	var calls []*ast.CallExpr
	outer := f.Outermost()
	ast.Inspect(outer.Node, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || p.Info.Uses[id] != types.Object(use.Var) {
			return true
		}
		if call, ok := p.Parent(id).(*ast.CallExpr); ok && call.Fun == ast.Expr(id) {
			calls = append(calls, call)
		} else {
			complete = false
		}
		return true
	})
	return calls, complete
}

func (p *Package) indexCalls() *callIndex {
	x := &callIndex{
		calls: make(map[*types.Func][]*ast.CallExpr), other: make(map[*types.Func]bool),
		methods: make(map[string]bool), lits: make(map[*Func]litCalls),
	}
	for tn := range p.typeNames() {
		if i, ok := tn.Type().Underlying().(*types.Interface); ok {
			for m := range i.Methods() {
				x.methods[m.Name()] = true
			}
		}
	}
	for cur := range p.Inspector.Root().Preorder((*ast.Ident)(nil)) {
		id := cur.Node().(*ast.Ident)
		fn, ok := p.Info.Uses[id].(*types.Func)
		if !ok || fn.Pkg() != p.Types {
			continue
		}
		fn = fn.Origin()
		var e ast.Node = id
		up := cur.Parent()
		if sel, ok := up.Node().(*ast.SelectorExpr); ok && sel.Sel == id {
			e, up = sel, up.Parent()
		}
	skip:
		for {
			switch n := up.Node().(type) {
			case *ast.ParenExpr, *ast.IndexExpr, *ast.IndexListExpr:
				if i, ok := n.(*ast.IndexExpr); ok && i.X != e {
					break skip
				}
				e, up = up.Node(), up.Parent()
				continue
			}
			break
		}
		if call, ok := up.Node().(*ast.CallExpr); ok && call.Fun == e {
			x.calls[fn] = append(x.calls[fn], call)
		} else {
			x.other[fn] = true
		}
	}
	return x
}

// LeftZero reports whether an object may be made in this package with the
// field left at its zero value: by a literal without it, new or a variable
// declaration, in a function that does not set the field afterwards. An empty
// literal that is returned beside an error or compared with makes no object.
func (p *Package) LeftZero(field *types.Var) bool {
	if p.zero == nil {
		p.zero = p.indexZero()
	}
	return p.zero[field.Origin()]
}

func (p *Package) indexZero() map[*types.Var]bool {
	zero := make(map[*types.Var]bool)
	mark := func(t types.Type, at ast.Node, set map[*types.Var]bool) {
		if t == nil {
			return
		}
		n, ok := types.Unalias(t).(*types.Named)
		if !ok || n.Obj().Pkg() != p.Types {
			return
		}
		st, ok := n.Underlying().(*types.Struct)
		if !ok {
			return
		}
		in := p.Enclosing(at)
		for f := range st.Fields() {
			f = f.Origin()
			if !set[f] && !zero[f] && !p.SetIn(f, in) {
				zero[f] = true
			}
		}
	}
	types := []ast.Node{(*ast.CompositeLit)(nil), (*ast.CallExpr)(nil), (*ast.ValueSpec)(nil)}
	for cur := range p.Inspector.Root().Preorder(types...) {
		switch n := cur.Node().(type) {
		case *ast.CompositeLit:
			t := p.Info.TypeOf(n)
			if t == nil {
				continue
			}
			if ptr := deref(t); ptr != nil {
				t = ptr
			}
			if len(n.Elts) == 0 {
				switch up := cur.Parent().Node().(type) {
				case *ast.ReturnStmt:
					if len(up.Results) > 1 {
						continue
					}
				case *ast.BinaryExpr, *ast.ParenExpr, *ast.TypeAssertExpr:
					continue
				}
			}
			set, all := p.fieldsSet(n)
			if !all {
				mark(t, n, set)
			}
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "new" && len(n.Args) == 1 {
				if tv, ok := p.Info.Types[n.Args[0]]; ok && tv.IsType() {
					mark(tv.Type, n, nil)
				}
			}
		case *ast.ValueSpec:
			if len(n.Values) == 0 && len(n.Names) > 0 {
				if v := p.Info.Defs[n.Names[0]]; v != nil {
					mark(v.Type(), n, nil)
				}
			}
		}
	}
	return zero
}

func deref(t types.Type) types.Type {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		return ptr.Elem()
	}
	return nil
}

// fieldsSet returns the fields a literal sets; all if it has no keys.
func (p *Package) fieldsSet(n *ast.CompositeLit) (set map[*types.Var]bool, all bool) {
	set = make(map[*types.Var]bool)
	for _, e := range n.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return nil, true
		}
		if id, ok := kv.Key.(*ast.Ident); ok {
			if v, ok := p.Info.Uses[id].(*types.Var); ok {
				set[v.Origin()] = true
			}
		}
	}
	return set, false
}

// SetLater reports whether the package gives a field a value in another way than
// in a literal.
func (p *Package) SetLater(field *types.Var) bool {
	for _, d := range p.Defs(field) {
		if d.Kind != DefField {
			return true
		}
	}
	return false
}

// SetIn reports whether field is assigned in function in or a literal inside it.
func (p *Package) SetIn(field *types.Var, in *Func) bool {
	if in == nil {
		return false
	}
	for _, d := range p.defs[field] {
		if d.Kind == DefAssign && d.Base != nil && d.In != nil && d.In.Within(in) && d.Node.Pos() != token.NoPos {
			return true
		}
	}
	return false
}
