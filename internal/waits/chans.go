package waits

import (
	"go/ast"
	"go/constant"

	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// opKind is what a place does with a channel.
type opKind int8

const (
	opSend opKind = iota
	opRecv
	opRange
	opClose
)

// A chanOp is one place that sends to, receives from or closes a channel.
type chanOp struct {
	kind opKind
	node ast.Node // *ast.SendStmt, *ast.UnaryExpr, *ast.RangeStmt, *ast.CallExpr
	ch   ast.Expr
	fn   *code.Func
	// sel and clause are set for the operation of a select's case.
	sel    *ast.SelectStmt
	clause *ast.CommClause
	// deferred: close(ch) in a defer statement, or an operation in a deferred literal.
	deferred bool
}

func (o *chanOp) receives() bool { return o.kind == opRecv || o.kind == opRange }

// A chanMake is one place that makes a channel.
type chanMake struct {
	call *ast.CallExpr
	fn   *code.Func // function around it, nil at package level
	size ast.Expr   // nil for none
	room int64      // known capacity, -1 if it is not a constant
}

// A chanClass is a set of variables, fields, parameters and results between
// which channels flow, with all that the package does with them. It does not
// tell one object of a type from another.
type chanClass struct {
	makes []chanMake
	ops   []*chanOp
	// Others may do the same: code outside the package, or code in which the
	// channel cannot be followed.
	othersMake, othersSend, othersRecv bool
	// field: a field or package variable is among the variables, so that the
	// operations need not be on one and the same channel.
	field bool
}

func (c *chanClass) each(want func(*chanOp) bool) []*chanOp {
	var out []*chanOp
	for _, o := range c.ops {
		if want(o) {
			out = append(out, o)
		}
	}
	return out
}

func (c *chanClass) sends() []*chanOp {
	return c.each(func(o *chanOp) bool { return o.kind == opSend })
}

func (c *chanClass) closes() []*chanOp {
	return c.each(func(o *chanOp) bool { return o.kind == opClose })
}

func (c *chanClass) receivers() []*chanOp { return c.each((*chanOp).receives) }

// room returns the capacity that all channels of the class have, -1 if it is
// not known or not the same.
func (c *chanClass) room() int64 {
	if c.othersMake || len(c.makes) == 0 {
		return -1
	}
	for _, m := range c.makes[1:] {
		if m.room != c.makes[0].room {
			return -1
		}
	}
	return c.makes[0].room
}

// chanIndex groups the channels of a package into classes. It is built when
// the first channel operation has to be judged.
type chanIndex struct {
	p      *code.Package
	parent []int
	data   []*chanClass
	vars   map[*types.Var]int
	rets   map[retKey]int
	exprs  map[ast.Expr]int // calls
	isMain bool
	// asValue holds functions that are used as values, so that their callers
	// are unknown, called those that are called in the package.
	asValue map[*types.Func]bool
	called  map[*types.Func]bool
	ops     map[ast.Node]*chanOp
}

type retKey struct {
	fn  *code.Func
	idx int
}

func newChanIndex(p *code.Package) *chanIndex {
	ix := &chanIndex{
		p:       p,
		vars:    make(map[*types.Var]int),
		rets:    make(map[retKey]int),
		exprs:   make(map[ast.Expr]int),
		isMain:  p.Types.Name() == "main",
		asValue: make(map[*types.Func]bool),
		called:  make(map[*types.Func]bool),
		ops:     make(map[ast.Node]*chanOp),
	}
	ix.findValues()
	ix.walk()
	return ix
}

// class returns the class of a channel expression, nil if it has none: it
// comes out of a container or another channel.
func (ix *chanIndex) class(e ast.Expr) *chanClass {
	n := ix.node(e)
	if n < 0 {
		return nil
	}
	return ix.data[ix.find(n)]
}

func (ix *chanIndex) find(n int) int {
	for ix.parent[n] != n {
		ix.parent[n] = ix.parent[ix.parent[n]]
		n = ix.parent[n]
	}
	return n
}

func (ix *chanIndex) fresh() int {
	n := len(ix.parent)
	ix.parent = append(ix.parent, n)
	ix.data = append(ix.data, &chanClass{})
	return n
}

func (ix *chanIndex) union(a, b int) {
	if a < 0 || b < 0 {
		// One end cannot be followed.
		if a < 0 {
			a = b
		}
		if a >= 0 {
			ix.open(a, types.SendRecv)
		}
		return
	}
	a, b = ix.find(a), ix.find(b)
	if a == b {
		return
	}
	if b < a {
		a, b = b, a
	}
	x, y := ix.data[a], ix.data[b]
	x.makes = append(x.makes, y.makes...)
	x.ops = append(x.ops, y.ops...)
	x.othersMake = x.othersMake || y.othersMake
	x.othersSend = x.othersSend || y.othersSend
	x.othersRecv = x.othersRecv || y.othersRecv
	x.field = x.field || y.field
	ix.parent[b] = a
	ix.data[b] = nil
}

// open notes that a channel of node n is out of sight too, as a value of
// direction dir.
func (ix *chanIndex) open(n int, dir types.ChanDir) {
	if n < 0 {
		return
	}
	c := ix.data[ix.find(n)]
	if dir != types.RecvOnly {
		c.othersSend = true
	}
	if dir != types.SendOnly {
		c.othersRecv = true
	}
}

func chanType(t types.Type) *types.Chan {
	if t == nil {
		return nil
	}
	c, _ := t.Underlying().(*types.Chan)
	return c
}

// node returns the node of a channel expression, -1 if it has none.
func (ix *chanIndex) node(e ast.Expr) int {
	e = ast.Unparen(e)
	switch x := e.(type) {
	case *ast.Ident:
		obj := ix.p.Info.Uses[x]
		if obj == nil {
			obj = ix.p.Info.Defs[x]
		}
		if v, ok := obj.(*types.Var); ok {
			return ix.varNode(v)
		}
	case *ast.SelectorExpr:
		if v, ok := ix.p.Info.Uses[x.Sel].(*types.Var); ok {
			return ix.varNode(v)
		}
	case *ast.CallExpr:
		if tv, ok := ix.p.Info.Types[x.Fun]; ok && tv.IsType() && len(x.Args) == 1 {
			return ix.node(x.Args[0])
		}
		return ix.callNode(x)
	case *ast.IndexExpr:
		return ix.elemNode(x.X)
	}
	return -1
}

func (ix *chanIndex) varNode(v *types.Var) int {
	v = v.Origin()
	if n, ok := ix.vars[v]; ok {
		return n
	}
	n := ix.fresh()
	ix.vars[v] = n
	c := ix.data[n]
	pkgVar := v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
	if v.IsField() || pkgVar {
		c.field = true
		if v.Pkg() != ix.p.Types || v.Exported() && !ix.isMain {
			ix.unknown(n)
		}
	}
	for _, d := range ix.p.Defs(v) {
		ix.def(n, d)
	}
	return n
}

// unknown notes that the channel of node n may come from and be used anywhere.
func (ix *chanIndex) unknown(n int) {
	c := ix.data[ix.find(n)]
	c.othersMake, c.othersSend, c.othersRecv = true, true, true
}

// def follows one definition of a variable to where its value comes from.
func (ix *chanIndex) def(n int, d *code.Def) {
	switch d.Kind {
	case code.DefZero, code.DefParam:
		return
	case code.DefRangeValue, code.DefRangeKey:
		if m := ix.elemNode(d.RHS); m >= 0 {
			ix.union(n, m)
			return
		}
	case code.DefAssign, code.DefField:
		if d.RHS == nil {
			return
		}
		if x, ok := ast.Unparen(d.RHS).(*ast.IndexExpr); ok && d.Index == 0 {
			// ch, ok := m[key]
			if m := ix.elemNode(x.X); m >= 0 {
				ix.union(n, m)
				return
			}
		}
		if d.Index < 0 {
			if tv, ok := ix.p.Info.Types[d.RHS]; ok && tv.IsNil() {
				return
			}
			if m := ix.node(d.RHS); m >= 0 {
				ix.union(n, m)
				return
			}
		} else if call, ok := ast.Unparen(d.RHS).(*ast.CallExpr); ok {
			if fn := ix.funcOf(call); fn != nil {
				ix.union(n, ix.retNode(fn, d.Index))
				return
			}
		}
	}
	ix.unknown(n)
}

func (ix *chanIndex) callNode(call *ast.CallExpr) int {
	if n, ok := ix.exprs[call]; ok {
		return n
	}
	t := chanType(ix.p.Info.TypeOf(call))
	if t == nil {
		return -1
	}
	if fn := ix.funcOf(call); fn != nil {
		n := ix.retNode(fn, 0)
		ix.exprs[call] = n
		return n
	}
	n := ix.fresh()
	ix.exprs[call] = n
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if b, ok := ix.p.Info.Uses[id].(*types.Builtin); ok && b.Name() == "make" {
			m := chanMake{call: call, fn: ix.p.Enclosing(call), room: 0}
			if len(call.Args) > 1 {
				m.size, m.room = call.Args[1], -1
				if tv := ix.p.Info.Types[call.Args[1]]; tv.Value != nil {
					if r, ok := constant.Int64Val(constant.ToInt(tv.Value)); ok {
						m.room = r
					}
				}
			}
			ix.data[n].makes = append(ix.data[n].makes, m)
			return n
		}
	}
	ix.unknown(n)
	return n
}

// funcOf returns the function of this package that a call certainly runs.
func (ix *chanIndex) funcOf(call *ast.CallExpr) *code.Func {
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		return ix.p.FuncAt(lit)
	}
	if fn := ix.p.Callee(call); fn != nil {
		return ix.p.FuncOf(fn)
	}
	fns, complete := ix.p.LitsOf(call.Fun)
	if complete && len(fns) == 1 {
		return fns[0]
	}
	return nil
}

func (ix *chanIndex) retNode(fn *code.Func, i int) int {
	k := retKey{fn, i}
	if n, ok := ix.rets[k]; ok {
		return n
	}
	n := ix.fresh()
	ix.rets[k] = n
	if i < fn.Sig.Results().Len() {
		v := fn.Sig.Results().At(i)
		if t := chanType(v.Type()); t != nil && ix.callersUnknown(fn) {
			ix.open(n, t.Dir())
		}
		if v.Name() != "" && v.Name() != "_" {
			ix.union(n, ix.varNode(v))
		}
	}
	return n
}
