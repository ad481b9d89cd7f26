package code

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
)

// DefKind says how a variable or field gets a value.
type DefKind int8

const (
	DefAssign     DefKind = iota // v = RHS, v := RHS, var v = RHS; Index tells the result of a call with several
	DefOp                        // v += RHS, v++ (RHS nil)
	DefRangeKey                  // key of a range over RHS
	DefRangeValue                // value of a range over RHS
	DefZero                      // var v T without a value
	DefParam                     // value given by the caller
	DefField                     // field of a composite literal, RHS its value
	DefAddr                      // &v: may be written through a pointer
	DefSwitch                    // type switch guard, RHS the asserted expression
)

// A Def is one place where a variable or field gets a value.
type Def struct {
	Var  *types.Var
	Kind DefKind
	Node ast.Node // the statement, spec, key-value pair or & expression
	RHS  ast.Expr // the value; for Index >= 0 the call (or comma-ok expression) with several results
	// Index is the result of RHS that is assigned, -1 when RHS itself is the value.
	Index int
	In    *Func // function around the place, nil at package level
	// Base is the expression whose field is set, nil unless Var is a field.
	Base ast.Expr
}

// Pos returns the place of the definition.
func (d *Def) Pos() token.Pos {
	if d.Node == nil {
		return d.Var.Pos()
	}
	return d.Node.Pos()
}

// Defs returns all places in the package where v, a variable or field, gets a
// value, in source order, without the value a parameter has from its caller.
// A field of a type from another package may be set elsewhere as well.
func (p *Package) Defs(v *types.Var) []*Def { return p.defs[v.Origin()] }

func (p *Package) addDef(target ast.Expr, d *Def) {
	target = ast.Unparen(target)
	switch t := target.(type) {
	case *ast.Ident:
		obj := p.Info.Defs[t]
		if obj == nil {
			obj = p.Info.Uses[t]
		}
		d.Var, _ = obj.(*types.Var)
	case *ast.SelectorExpr:
		d.Var, _ = p.Info.Uses[t.Sel].(*types.Var)
		d.Base = t.X
	default:
		// *p = v and a[i] = v say nothing about a single variable
		return
	}
	if d.Var == nil {
		return
	}
	d.Var = d.Var.Origin()
	p.defs[d.Var] = append(p.defs[d.Var], d)
}

func (p *Package) addDefs(n ast.Node, in *Func) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		kind := DefAssign
		if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
			kind = DefOp
		}
		for i, lhs := range n.Lhs {
			d := &Def{Kind: kind, Node: n, Index: -1, In: in}
			if len(n.Lhs) == len(n.Rhs) {
				d.RHS = n.Rhs[i]
			} else {
				d.RHS, d.Index = n.Rhs[0], i
			}
			p.addDef(lhs, d)
		}
		p.typeSwitchDefs(n, in)
	case *ast.ValueSpec:
		for i, name := range n.Names {
			d := &Def{Kind: DefAssign, Node: n, Index: -1, In: in}
			switch {
			case len(n.Values) == 0:
				d.Kind = DefZero
			case len(n.Values) == len(n.Names):
				d.RHS = n.Values[i]
			default:
				d.RHS, d.Index = n.Values[0], i
			}
			p.addDef(name, d)
		}
	case *ast.RangeStmt:
		if n.Key != nil {
			p.addDef(n.Key, &Def{Kind: DefRangeKey, Node: n, RHS: n.X, Index: -1, In: in})
		}
		if n.Value != nil {
			p.addDef(n.Value, &Def{Kind: DefRangeValue, Node: n, RHS: n.X, Index: -1, In: in})
		}
	case *ast.IncDecStmt:
		p.addDef(n.X, &Def{Kind: DefOp, Node: n, Index: -1, In: in})
	case *ast.CompositeLit:
		p.compositeDefs(n, in)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			if _, lit := ast.Unparen(n.X).(*ast.CompositeLit); !lit {
				p.addDef(n.X, &Def{Kind: DefAddr, Node: n, RHS: n, Index: -1, In: in})
			}
		}
	}
}

// typeSwitchDefs records the implicit variables of `switch v := x.(type)`.
func (p *Package) typeSwitchDefs(n *ast.AssignStmt, in *Func) {
	if len(n.Rhs) != 1 {
		return
	}
	ta, ok := n.Rhs[0].(*ast.TypeAssertExpr)
	if !ok || ta.Type != nil {
		return
	}
	sw, ok := p.Parent(n).(*ast.TypeSwitchStmt)
	if !ok {
		return
	}
	for _, c := range sw.Body.List {
		if v, ok := p.Info.Implicits[c].(*types.Var); ok {
			p.defs[v] = append(p.defs[v], &Def{Var: v, Kind: DefSwitch, Node: n, RHS: ta.X, Index: -1, In: in})
		}
	}
}

func (p *Package) compositeDefs(n *ast.CompositeLit, in *Func) {
	t := p.Info.TypeOf(n)
	if t == nil {
		return
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem() // elided &T in a []*T literal
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, e := range n.Elts {
		var v *types.Var
		value := e
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				v, _ = p.Info.Uses[id].(*types.Var)
			}
			value = kv.Value
		} else if i < st.NumFields() {
			v = st.Field(i)
		}
		if v == nil {
			continue
		}
		v = v.Origin()
		p.defs[v] = append(p.defs[v], &Def{Var: v, Kind: DefField, Node: e, RHS: value, Index: -1, In: in, Base: n})
	}
}

// Reaching returns the definitions of the variable that id uses which may
// have given it its value there. The answer errs on the side of too many: a
// conditional assignment never hides an earlier one, and an assignment later
// in an enclosing loop counts. A parameter's value from the caller is a
// DefParam. For fields and package variables all definitions are returned.
func (p *Package) Reaching(id *ast.Ident) []*Def {
	v, ok := p.Info.Uses[id].(*types.Var)
	if !ok {
		if v, ok = p.Info.Defs[id].(*types.Var); !ok {
			return nil
		}
	}
	return p.ReachingAt(v, id)
}

// ReachingAt is Reaching for variable v at the place of node at.
func (p *Package) ReachingAt(v *types.Var, at ast.Node) []*Def {
	v = v.Origin()
	all := p.defs[v]
	if v.IsField() || v.Parent() == nil && len(all) > 0 && all[0].In == nil || v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return all
	}
	var initial *Def
	if owner := p.paramOwner(v, at); owner != nil {
		initial = &Def{Var: v, Kind: DefParam, Index: -1, In: owner}
	}
	if len(all) == 0 {
		if initial == nil {
			return nil
		}
		return []*Def{initial}
	}
	cur, ok := p.Cursor(at)
	if !ok {
		return append([]*Def{initial}, all...)
	}
	use := p.Enclosing(at)
	// The spans in which an earlier definition is sure to have run.
	var dominating *Def
	var loops []ast.Node // loops between the use and the dominating definition
	child := at
	for c := range cur.Enclosing() {
		n := c.Node()
		if n == at {
			continue
		}
		dominating = p.lastIn(n, child, all)
		if dominating != nil {
			break
		}
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			loops = append(loops, n)
		case *ast.FuncDecl:
			goto found
		case *ast.FuncLit:
			// Leaving a literal: it may run later, so all later definitions count.
			if declaredIn(v, n) {
				goto found
			}
			if !calledInPlace(c) {
				loops = append(loops, p.declScope(v, n))
			}
		}
		child = n
	}
found:
	var out []*Def
	if dominating == nil && initial != nil {
		out = append(out, initial)
	}
	for _, d := range all {
		switch {
		case d == dominating:
			out = append(out, d)
		case d.Kind == DefAddr:
			out = append(out, d)
		case d.In != use && d.In != nil && use != nil && !use.Within(d.In):
			// Assigned in another literal: any time once that exists.
			if d.Node == nil || d.Node.Pos() < at.Pos() || inLoop(loops, d) {
				out = append(out, d)
			}
		case d.Node != nil && d.Node.Pos() < at.Pos() && (dominating == nil || d.Node.Pos() > dominating.Node.Pos()):
			if !p.containsNode(d, at) || inLoop(loops, d) {
				out = append(out, d)
			}
		case inLoop(loops, d) && (dominating == nil || d.Node.Pos() > dominating.Node.Pos()):
			out = append(out, d)
		}
	}
	return out
}

// containsNode reports whether the definition's own statement holds the use,
// as in x = f(x), where the definition comes after the use.
func (p *Package) containsNode(d *Def, at ast.Node) bool {
	return Within(at, d.Node) && d.Kind != DefRangeKey && d.Kind != DefRangeValue && d.Kind != DefSwitch
}

func inLoop(loops []ast.Node, d *Def) bool {
	for _, l := range loops {
		if Within(d.Node, l) {
			return true
		}
	}
	return false
}

// declScope returns the node in whose span v may be assigned while the
// literal lit exists: the body of the function that declares v.
func (p *Package) declScope(v *types.Var, lit ast.Node) ast.Node {
	f := p.byNode[lit]
	for f != nil && f.Parent != nil {
		f = f.Parent
		if declaredIn(v, f.Node) {
			return f.Body
		}
	}
	if f != nil {
		return f.Body
	}
	return nil
}

// calledInPlace reports whether a literal is run where it stands: func() { … }().
func calledInPlace(lit inspector.Cursor) bool {
	call, ok := lit.Parent().Node().(*ast.CallExpr)
	if !ok || call.Fun != lit.Node() {
		return false
	}
	switch lit.Parent().Parent().Node().(type) {
	case *ast.GoStmt, *ast.DeferStmt:
		return false
	}
	return true
}

func declaredIn(v *types.Var, n ast.Node) bool {
	return n.Pos() <= v.Pos() && v.Pos() < n.End()
}

// lastIn returns the last definition that is sure to run in n before control
// reaches child: a statement of the same list, or the init of the statement.
func (p *Package) lastIn(n, child ast.Node, all []*Def) *Def {
	var before []ast.Stmt
	switch n := n.(type) {
	case *ast.BlockStmt:
		before = n.List
	case *ast.CaseClause:
		before = n.Body
	case *ast.CommClause:
		if child != n.Comm {
			before = append([]ast.Stmt{n.Comm}, n.Body...)
		}
	case *ast.IfStmt:
		if child != n.Init && n.Init != nil {
			before = []ast.Stmt{n.Init}
		}
	case *ast.SwitchStmt:
		if child != n.Init && n.Init != nil {
			before = []ast.Stmt{n.Init}
		}
	case *ast.TypeSwitchStmt:
		if child == n.Body {
			before = []ast.Stmt{n.Assign}
		}
	case *ast.ForStmt:
		// The init runs once; after the first turn a later definition counts,
		// so it dominates only if the loop does not assign again.
		if child != n.Init && n.Init != nil && !assignedWithin(n, n.Init, all) {
			before = []ast.Stmt{n.Init}
		}
	case *ast.RangeStmt:
		if child == n.Body {
			for i := len(all) - 1; i >= 0; i-- {
				if all[i].Node == n {
					return all[i]
				}
			}
		}
		return nil
	}
	for i := len(before) - 1; i >= 0; i-- {
		s := before[i]
		if s == nil || s.Pos() >= child.Pos() {
			continue
		}
		for j := len(all) - 1; j >= 0; j-- {
			if defines(s, all[j]) {
				return all[j]
			}
		}
	}
	return nil
}

func assignedWithin(loop *ast.ForStmt, init ast.Stmt, all []*Def) bool {
	for _, d := range all {
		if Within(d.Node, loop) && !Within(d.Node, init) {
			return true
		}
	}
	return false
}

// defines reports whether statement s itself is definition d.
func defines(s ast.Stmt, d *Def) bool {
	if d.Node == nil || d.Kind == DefAddr || d.Kind == DefField {
		return false
	}
	if s == d.Node {
		return true
	}
	switch s := s.(type) {
	case *ast.DeclStmt:
		return Within(d.Node, s)
	case *ast.LabeledStmt:
		return defines(s.Stmt, d)
	}
	return false
}

// paramOwner returns the function whose parameter, receiver or named result v is.
func (p *Package) paramOwner(v *types.Var, at ast.Node) *Func {
	for f := p.enclosingOrSelf(at); f != nil; f = f.Parent {
		if f.Sig.Recv() == v {
			return f
		}
		for w := range f.Sig.Params().Variables() {
			if w == v {
				return f
			}
		}
		for w := range f.Sig.Results().Variables() {
			if w == v {
				return f
			}
		}
	}
	return nil
}

func (p *Package) enclosingOrSelf(n ast.Node) *Func {
	if f := p.byNode[n]; f != nil {
		return f
	}
	return p.Enclosing(n)
}
