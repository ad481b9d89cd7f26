package waits

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// findValues notes the functions that are used other than by a call.
func (ix *chanIndex) findValues() {
	calls := make(map[*ast.Ident]bool)
	for n := range ix.p.Inspector.PreorderSeq((*ast.CallExpr)(nil), (*ast.Ident)(nil)) {
		switch n := n.(type) {
		case *ast.CallExpr:
			switch fun := ast.Unparen(n.Fun).(type) {
			case *ast.Ident:
				calls[fun] = true
			case *ast.SelectorExpr:
				calls[fun.Sel] = true
			case *ast.IndexExpr:
				if id, ok := fun.X.(*ast.Ident); ok {
					calls[id] = true
				}
			}
		case *ast.Ident:
			fn, ok := ix.p.Info.Uses[n].(*types.Func)
			switch {
			case !ok:
			case calls[n]:
				ix.called[fn.Origin()] = true
			default:
				ix.asValue[fn.Origin()] = true
			}
		}
	}
}

// callersUnknown reports whether fn may be called from where its calls cannot be seen.
func (ix *chanIndex) callersUnknown(fn *code.Func) bool {
	if fn.Obj != nil {
		// What nothing calls is called from test files, or by other means.
		return fn.Obj.Exported() && !ix.isMain || ix.asValue[fn.Obj.Origin()] || !ix.called[fn.Obj.Origin()]
	}
	switch u := fn.UseOf(); u.Role {
	case code.RoleImmediate, code.RoleGo, code.RoleDefer:
		return false
	case code.RoleVar:
		return !ix.onlyCalled(u.Var)
	}
	return true
}

// onlyCalled reports whether the function in local variable v is only called.
func (ix *chanIndex) onlyCalled(v *types.Var) bool {
	for id, obj := range ix.p.Info.Uses {
		if obj != v {
			continue
		}
		call, ok := ix.p.Parent(id).(*ast.CallExpr)
		if !ok || call.Fun != id {
			if as, ok := ix.p.Parent(id).(*ast.AssignStmt); ok && len(as.Lhs) == 1 && as.Lhs[0] == id {
				continue
			}
			return false
		}
	}
	return true
}

// walk visits every use of a channel in the package.
func (ix *chanIndex) walk() {
	types_ := []ast.Node{(*ast.FuncDecl)(nil), (*ast.FuncLit)(nil), (*ast.Ident)(nil), (*ast.CallExpr)(nil), (*ast.IndexExpr)(nil), (*ast.RangeStmt)(nil)}
	for n := range ix.p.Inspector.PreorderSeq(types_...) {
		switch n := n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			if f := ix.p.FuncAt(n); f != nil {
				ix.params(f)
			}
		case *ast.Ident:
			v, ok := ix.p.Info.Uses[n].(*types.Var)
			switch {
			case !ok:
			case chanType(v.Type()) != nil:
				ix.use(n)
			case holdsChans(v.Type()):
				ix.useOfHolder(v, n)
			}
		case *ast.IndexExpr:
			// close(chans[i]), chans[i] <- v
			if tv, ok := ix.p.Info.Types[n]; ok && tv.IsValue() && chanType(tv.Type) != nil {
				ix.use(n)
			}
		case *ast.CallExpr:
			if chanType(ix.p.Info.TypeOf(n)) != nil {
				if tv, ok := ix.p.Info.Types[n.Fun]; !ok || !tv.IsType() {
					ix.use(n)
				}
			}
		}
	}
}

// params opens the channel parameters of functions whose callers are unknown.
func (ix *chanIndex) params(f *code.Func) {
	for v := range f.Sig.Params().Variables() {
		t := chanType(v.Type())
		if t == nil || v.Name() == "" || v.Name() == "_" || !ix.callersUnknown(f) {
			continue
		}
		ix.unknown(ix.varNode(v))
	}
}

// use follows one channel expression, an identifier or a call, to what is done with it.
func (ix *chanIndex) use(e ast.Expr) {
	node := ix.node(e)
	if node < 0 {
		return
	}
	var child ast.Node = e
	parent := ix.p.Parent(child)
	for {
		switch p := parent.(type) {
		case *ast.SelectorExpr:
			if p.Sel == child {
				child, parent = p, ix.p.Parent(p)
				continue
			}
		case *ast.ParenExpr:
			child, parent = p, ix.p.Parent(p)
			continue
		case *ast.CallExpr:
			if tv, ok := ix.p.Info.Types[p.Fun]; ok && tv.IsType() && p.Fun != child {
				if chanType(tv.Type) == nil {
					ix.open(node, types.SendRecv)
					return
				}
				child, parent = p, ix.p.Parent(p)
				continue
			}
		}
		break
	}
	ix.useIn(node, child.(ast.Expr), parent)
}

func (ix *chanIndex) useIn(node int, e ast.Expr, parent ast.Node) {
	switch p := parent.(type) {
	case *ast.AssignStmt:
		ix.assign(node, e, p)
		return
	case *ast.ValueSpec:
		for i, v := range p.Values {
			if v == e && len(p.Values) == len(p.Names) {
				ix.flow(node, p.Names[i])
			}
		}
		return
	case *ast.KeyValueExpr:
		if lit, ok := ix.p.Parent(p).(*ast.CompositeLit); ok && code.StructOf(ix.p.Info.TypeOf(lit)) != nil {
			if p.Key == e {
				return // the field's name
			}
			if id, ok := p.Key.(*ast.Ident); ok {
				ix.flow(node, id)
				return
			}
		} else if ok && p.Value == e && ix.inLiteral(node, lit) {
			return
		}
	case *ast.CompositeLit:
		if ix.inLiteral(node, p) {
			return
		}
		if st := code.StructOf(ix.p.Info.TypeOf(p)); st != nil {
			for i, v := range p.Elts {
				if v == e && i < st.NumFields() {
					ix.union(node, ix.varNode(st.Field(i)))
					return
				}
			}
		}
	case *ast.SendStmt:
		if p.Chan == e {
			ix.addOp(node, &chanOp{kind: opSend, node: p, ch: e})
			return
		}
	case *ast.UnaryExpr:
		if p.Op == token.ARROW {
			ix.addOp(node, &chanOp{kind: opRecv, node: p, ch: e})
			return
		}
	case *ast.RangeStmt:
		if p.X == e {
			ix.addOp(node, &chanOp{kind: opRange, node: p, ch: e})
			return
		}
	case *ast.ReturnStmt:
		if fn := ix.p.Enclosing(p); fn != nil && len(p.Results) == fn.Sig.Results().Len() {
			for i, r := range p.Results {
				if r == e && chanType(fn.Sig.Results().At(i).Type()) != nil {
					ix.union(node, ix.retNode(fn, i))
					return
				}
			}
		}
	case *ast.CallExpr:
		ix.arg(node, e, p)
		return
	case *ast.IndexExpr:
		if m := ix.elemNode(p.X); p.Index == e && m >= 0 {
			ix.union(node, m) // a set of channels
			return
		}
	case *ast.BinaryExpr, *ast.ExprStmt, *ast.CaseClause, *ast.SwitchStmt:
		return
	case *ast.GoStmt, *ast.DeferStmt:
		return
	}
	ix.open(node, ix.dirOf(e))
}

func (ix *chanIndex) dirOf(e ast.Expr) types.ChanDir {
	if t := chanType(ix.p.Info.TypeOf(e)); t != nil {
		return t.Dir()
	}
	return types.SendRecv
}

func (ix *chanIndex) assign(node int, e ast.Expr, p *ast.AssignStmt) {
	for i, r := range p.Rhs {
		if r != e {
			continue
		}
		if len(p.Lhs) != len(p.Rhs) {
			ix.open(node, types.SendRecv)
		} else if id, ok := p.Lhs[i].(*ast.Ident); !ok || id.Name != "_" {
			ix.flow(node, p.Lhs[i])
		}
	}
}

func (ix *chanIndex) flow(node int, target ast.Expr) {
	t := ix.node(target)
	if t < 0 {
		ix.open(node, types.SendRecv)
		return
	}
	ix.union(node, t)
}

func (ix *chanIndex) arg(node int, e ast.Expr, call *ast.CallExpr) {
	if call.Fun == e {
		return
	}
	idx := -1
	for i, a := range call.Args {
		if a == e {
			idx = i
		}
	}
	if idx < 0 {
		return
	}
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if b, ok := ix.p.Info.Uses[id].(*types.Builtin); ok {
			switch b.Name() {
			case "close":
				op := &chanOp{kind: opClose, node: call, ch: e}
				_, op.deferred = ix.p.Parent(call).(*ast.DeferStmt)
				ix.addOp(node, op)
			case "len", "cap", "delete":
			case "append":
				if m := ix.elemNode(call.Args[0]); m >= 0 && idx > 0 {
					ix.union(node, m)
					return
				}
				ix.open(node, types.SendRecv)
			default:
				ix.open(node, types.SendRecv)
			}
			return
		}
	}
	if fn := ix.funcOf(call); fn != nil {
		if i := idx; i < fn.Sig.Params().Len() && !(fn.Sig.Variadic() && i >= fn.Sig.Params().Len()-1) {
			if v := fn.Sig.Params().At(i); chanType(v.Type()) != nil {
				if v.Name() != "" && v.Name() != "_" {
					ix.union(node, ix.varNode(v))
				}
				return
			}
		}
		ix.open(node, types.SendRecv)
		return
	}
	dir := types.ChanDir(types.SendRecv)
	if sig, ok := ix.p.Info.TypeOf(call.Fun).(*types.Signature); ok && idx < sig.Params().Len() {
		if t := chanType(sig.Params().At(idx).Type()); t != nil {
			dir = t.Dir()
		}
	}
	ix.open(node, dir)
}

func (ix *chanIndex) addOp(node int, op *chanOp) {
	op.fn = ix.p.Enclosing(op.node)
	if op.fn == nil {
		return
	}
	if u := op.fn.UseOf(); u.Role == code.RoleDefer {
		op.deferred = true
	}
	op.clause, op.sel = selectOf(ix.p, op.node)
	c := ix.data[ix.find(node)]
	c.ops = append(c.ops, op)
	ix.ops[op.node] = op
}

// selectOf returns the case, and its select, whose operation n is.
func selectOf(p *code.Package, n ast.Node) (*ast.CommClause, *ast.SelectStmt) {
	child, parent := n, p.Parent(n)
	for {
		switch x := parent.(type) {
		case *ast.ParenExpr, *ast.ExprStmt:
		case *ast.AssignStmt:
			if len(x.Rhs) != 1 || x.Rhs[0] != child {
				return nil, nil
			}
		case *ast.CommClause:
			if x.Comm != child {
				return nil, nil
			}
			if b, ok := p.Parent(x).(*ast.BlockStmt); ok {
				sel, _ := p.Parent(b).(*ast.SelectStmt)
				return x, sel
			}
			return nil, nil
		default:
			return nil, nil
		}
		child, parent = parent, p.Parent(parent)
	}
}
