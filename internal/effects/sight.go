package effects

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// A sight is what can be seen of the input of a call: the literals its
// arguments are built from, the options and setters applied to them, the calls
// before it in a builder chain.
type sight struct {
	lits  []*ast.CompositeLit
	calls []*ast.CallExpr // options among the arguments, chain and setter calls
	sets  []*code.Def     // assignments to fields of the input
	vars  map[*types.Var]bool
	order []*types.Var // vars, as they were found
	param *types.Var   // a parameter of the function that is part of the input, nil if there is none
	blind bool         // part of the input is not in sight
}

// sightOf looks at the arguments and the receiver chain of a call.
func (f *Finder) sightOf(call *ast.CallExpr, c api.Callee) *sight {
	s := &sight{vars: make(map[*types.Var]bool)}
	sig, _ := f.p.TypeOf(call.Fun).(*types.Signature) // functions kept in fields have no object
	for i, a := range call.Args {
		if code.IsContext(f.p.TypeOf(a)) {
			continue
		}
		option := sig != nil && sig.Variadic() && i >= sig.Params().Len()-1
		f.see(s, a, 0, option)
	}
	if c.Recv != nil {
		f.seeChain(s, c.Recv, 0)
	}
	f.seeSetters(s, call)
	return s
}

// see adds what an argument is built from.
func (f *Finder) see(s *sight, e ast.Expr, depth int, option bool) {
	if depth > 6 {
		s.blind = true
		return
	}
	e = ast.Unparen(e)
	if tv, ok := f.p.Info.Types[e]; ok && (tv.Value != nil || tv.IsNil()) {
		return
	}
	switch x := e.(type) {
	case *ast.UnaryExpr:
		f.see(s, x.X, depth, option)
		return
	case *ast.StarExpr:
		f.see(s, x.X, depth, option)
		return
	case *ast.CompositeLit:
		f.seeLit(s, x, depth)
		return
	case *ast.CallExpr:
		c := f.p.CalleeOf(x)
		if c.Conversion && len(x.Args) == 1 {
			f.see(s, x.Args[0], depth+1, option)
			return
		}
		s.calls = append(s.calls, x)
		if c.Builtin == "append" || c.Func != nil && isPointerMaker(c.Func) {
			for _, a := range x.Args {
				f.see(s, a, depth+1, option)
			}
			return
		}
		if c.Func != nil {
			if g := f.p.FuncOf(c.Func); g != nil && depth < 3 {
				for _, r := range f.results(g, 0) {
					f.see(s, r, depth+2, option)
				}
				return
			}
		}
		blind := s.blind
		for _, a := range x.Args {
			// Options given to what makes the input: NewTask(…, TaskID(id)).
			if _, ok := ast.Unparen(a).(*ast.CallExpr); ok {
				f.see(s, a, depth+1, false)
			}
		}
		// What a library's own function makes, an option or a message, holds no key
		// but those of its arguments.
		known := c.Func != nil && c.Func.Pkg() != nil && f.t.Knows(c.Func.Pkg().Path())
		s.blind = blind || hides(f.p.TypeOf(x)) && !known
		return
	case *ast.Ident:
		v := f.p.VarOf(x)
		if v == nil || s.vars[v] {
			return
		}
		s.vars[v] = true
		s.order = append(s.order, v)
		f.seeVar(s, x, v, depth, option)
		return
	case *ast.SelectorExpr:
		if v := f.fieldValue(x); v != nil {
			f.see(s, v, depth+1, option)
			return
		}
	case *ast.FuncLit:
		s.blind = s.blind || option
		return
	}
	if hides(f.p.TypeOf(e)) {
		s.blind = true
	}
}

// hides reports whether a value of type t that is not in sight may hold a key
// by which the receiver's library tells a repeat. Bytes are what is sent: no
// library looks into them.
func hides(t types.Type) bool {
	if s, ok := types.Unalias(t).Underlying().(*types.Slice); ok {
		if b, ok := types.Unalias(s.Elem()).Underlying().(*types.Basic); ok && b.Kind() == types.Byte {
			return false
		}
	}
	return isOpaque(t)
}

// isOpaque reports whether a value of type t may hold a key that is not seen:
// a struct, slice, map, interface or function, but no string or number.
func isOpaque(t types.Type) bool {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	switch t.Underlying().(type) {
	case *types.Basic:
		return false
	}
	return true
}

func (f *Finder) seeVar(s *sight, id *ast.Ident, v *types.Var, depth int, option bool) {
	for _, o := range f.p.Origins(id) {
		switch {
		case o.Param != nil:
			if hides(o.Param.Type()) {
				s.param = o.Param
				// All callers of an unexported function are in sight of the package,
				// see keyOf; those of others are not.
				s.blind = true
			}
		case o.Zero:
		case o.Unknown:
			if o.Def != nil && o.Def.Kind == code.DefAddr {
				continue
			}
			if o.Def != nil && o.Def.Kind == code.DefRangeValue && o.Expr != nil {
				f.see(s, o.Expr, depth+1, option)
				continue
			}
			s.blind = s.blind || hides(v.Type())
		case o.Expr != nil && o.Expr != ast.Expr(id):
			f.see(s, o.Expr, depth+1, option)
		default:
			s.blind = s.blind || hides(v.Type())
		}
	}
}

func (f *Finder) seeLit(s *sight, lit *ast.CompositeLit, depth int) {
	s.lits = append(s.lits, lit)
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		switch t := types.Unalias(f.p.TypeOf(e)).Underlying().(type) {
		case *types.Basic:
			continue
		case *types.Pointer:
			if _, basic := types.Unalias(t.Elem()).Underlying().(*types.Basic); basic {
				continue
			}
		}
		blind := s.blind
		f.see(s, e, depth+1, false)
		// A field's value that is not in sight hides only itself; the key belongs
		// to the literal's own fields or to those of elements.
		if _, isSlice := types.Unalias(f.p.TypeOf(e)).Underlying().(*types.Slice); !isSlice {
			s.blind = blind
		}
	}
}

// seeChain adds the calls of a builder chain, through local variables too.
func (f *Finder) seeChain(s *sight, recv ast.Expr, depth int) {
	if depth > 12 {
		return
	}
	recv = ast.Unparen(recv)
	switch x := recv.(type) {
	case *ast.CallExpr:
		s.calls = append(s.calls, x)
		c := f.p.CalleeOf(x)
		for _, a := range x.Args {
			if !code.IsContext(f.p.TypeOf(a)) {
				blind := s.blind
				f.see(s, a, depth+1, false)
				s.blind = blind
			}
		}
		if c.Recv != nil {
			f.seeChain(s, c.Recv, depth+1)
		}
	case *ast.Ident:
		v := f.p.VarOf(x)
		if v == nil || v.IsField() || s.vars[v] || f.ownerOf(v) == nil {
			return
		}
		s.vars[v] = true
		s.order = append(s.order, v)
		for _, o := range f.p.Origins(x) {
			if o.Expr != nil && !o.Unknown {
				f.seeChain(s, o.Expr, depth+1)
			}
		}
	}
}

// seeSetters adds the calls and assignments, in the functions around call, that
// set something on the variables of the input: in.Key = k, params.SetKey(k),
// builder.Id(k).
func (f *Finder) seeSetters(s *sight, call *ast.CallExpr) {
	if len(s.vars) == 0 {
		return
	}
	var scopes []*code.Func
	add := func(fn *code.Func) {
		if fn != nil && !slices.Contains(scopes, fn.Outermost()) {
			scopes = append(scopes, fn.Outermost())
		}
	}
	add(f.p.Enclosing(call))
	for _, v := range s.order {
		add(f.ownerOf(v)) // helpers that build a part of it
	}
	for _, fn := range scopes {
		f.settersIn(s, call, fn)
	}
}

func (f *Finder) settersIn(s *sight, call *ast.CallExpr, fn *code.Func) {
	fn.Walk(func(g *code.Func) {
		for _, other := range g.Calls() {
			if other == call {
				continue
			}
			if sel, ok := ast.Unparen(other.Fun).(*ast.SelectorExpr); ok && s.vars[f.baseVar(sel.X)] && len(other.Args) > 0 {
				s.calls = append(s.calls, other)
			}
		}
		g.Inspect(func(n ast.Node) bool {
			as, ok := n.(*ast.AssignStmt)
			if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != len(as.Rhs) {
				return true
			}
			for i, l := range as.Lhs {
				sel, ok := ast.Unparen(l).(*ast.SelectorExpr)
				if !ok || !s.vars[f.baseVar(sel.X)] {
					continue
				}
				if field := f.p.FieldOf(sel); field != nil {
					s.sets = append(s.sets, &code.Def{Var: field, Node: as, RHS: as.Rhs[i], In: g})
					s.lits = append(s.lits, f.litsIn(as.Rhs[i])...)
				}
			}
			return true
		})
	})
}

func (f *Finder) litsIn(e ast.Expr) []*ast.CompositeLit {
	if lit, ok := f.literal(e); ok {
		return []*ast.CompositeLit{lit}
	}
	return nil
}

// field returns the value that the input gives to a field of one of the names,
// and the place where.
func (f *Finder) field(s *sight, names ...string) (value ast.Expr, at ast.Node, name string) {
	for _, name := range names {
		for _, d := range s.sets {
			if d.Var.Name() == name && !isZero(f.p.Info, d.RHS) {
				return d.RHS, d.Node, name
			}
		}
		for _, lit := range s.lits {
			if v := f.litField(lit, name); v != nil && !isZero(f.p.Info, v) {
				return v, v, name
			}
		}
	}
	return nil, nil, ""
}

// fields returns all values that the input gives to a field, also in the
// elements of its slices.
func (f *Finder) fields(s *sight, name string) []ast.Expr {
	var out []ast.Expr
	for _, d := range s.sets {
		if d.Var.Name() == name && !isZero(f.p.Info, d.RHS) {
			out = append(out, d.RHS)
		}
	}
	for _, lit := range s.lits {
		if v := f.litField(lit, name); v != nil && !isZero(f.p.Info, v) {
			out = append(out, v)
		}
	}
	return out
}

func isZero(info *types.Info, e ast.Expr) bool {
	tv, ok := info.Types[e]
	if !ok {
		return false
	}
	if tv.IsNil() {
		return true
	}
	return tv.Value != nil && (tv.Value.ExactString() == `""` || tv.Value.ExactString() == "0" || tv.Value.ExactString() == "false")
}

// call returns a call of the input by the function's key or, without a dot,
// by its name, or a literal of a type with that key.
func (f *Finder) call(s *sight, names ...string) *ast.CallExpr {
	for _, name := range names {
		for _, call := range s.calls {
			c := f.p.CalleeOf(call)
			if c.Func == nil {
				continue
			}
			if c.Key == name || !strings.Contains(name, ".") && (c.Func.Name() == name || c.Func.Name() == "Set"+name) {
				return call
			}
		}
	}
	return nil
}

// typed returns a literal of the input whose type has one of the keys.
func (f *Finder) typed(s *sight, keys ...string) *ast.CompositeLit {
	for _, lit := range s.lits {
		k := api.KeyOfType(f.p.TypeOf(lit))
		for _, key := range keys {
			if k == key || !strings.Contains(key, ".") && strings.HasSuffix(k, "."+key) {
				return lit
			}
		}
	}
	return nil
}
