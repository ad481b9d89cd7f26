package ctxflow

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// Limits that keep odd code cheap: more origins or deeper chains than these
// are as good as unknown.
const (
	maxAlts  = 8
	maxDepth = 40
)

// Trace says where the context that e stands for comes from. e may be of type
// context.Context or a value that carries one: a request, a command, a stream,
// a framework's context, a builder.
func (f *Flow) Trace(e ast.Expr) Ctx {
	if e == nil {
		return Ctx{}
	}
	e = ast.Unparen(e)
	if c, ok := f.traced[e]; ok {
		return c
	}
	t := &tracer{f: f}
	c := merge(t.expr(e))
	f.traced[e] = c
	return c
}

// TraceVar is Trace for the value that a variable has at a place, which need
// not use it.
func (f *Flow) TraceVar(v *types.Var, at ast.Node) Ctx {
	if isPackageVar(v) || v.IsField() {
		return Ctx{Root: Root{Kind: RootField, Var: v}}
	}
	t := &tracer{f: f}
	return merge(t.defs(v, &ast.Ident{NamePos: at.Pos(), Name: v.Name()}, f.p.ReachingAt(v, at)))
}

// traceResult is Trace for result idx of a call with several results.
func (f *Flow) traceResult(call *ast.CallExpr, idx int) Ctx {
	t := &tracer{f: f}
	return merge(t.call(call, idx))
}

// A tracer follows one expression; each method returns the alternatives.
type tracer struct {
	f      *Flow
	active []*code.Def // definitions on the way from the traced expression
	depth  int
}

// An alt is one origin, or the discovery that a definition was reached again.
type alt struct {
	Ctx
	cycle *code.Def
	zero  bool // the zero value before an assignment
}

func unknown(e ast.Expr) []alt { return []alt{{Ctx: Ctx{Root: Root{Expr: e}}}} }

func one(r Root) []alt { return []alt{{Ctx: Ctx{Root: r}}} }

func step(alts []alt, s Step) []alt {
	out := make([]alt, len(alts))
	for i, a := range alts {
		// Copied, since a root's steps may be shared by several values.
		a.Steps = append(append([]Step(nil), a.Steps...), s)
		out[i] = a
	}
	return out
}

func (t *tracer) expr(e ast.Expr) []alt {
	t.depth++
	defer func() { t.depth-- }()
	if t.depth > maxDepth || e == nil {
		return unknown(e)
	}
	e = ast.Unparen(e)
	switch x := e.(type) {
	case *ast.Ident:
		return t.ident(x)
	case *ast.SelectorExpr:
		return t.selector(x)
	case *ast.CallExpr:
		return t.call(x, 0)
	case *ast.TypeAssertExpr:
		return t.expr(x.X)
	case *ast.StarExpr:
		return t.expr(x.X)
	case *ast.UnaryExpr:
		if x.Op.String() == "&" {
			return t.expr(x.X)
		}
	case *ast.CompositeLit:
		return t.composite(x)
	}
	return unknown(e)
}

func (t *tracer) ident(id *ast.Ident) []alt {
	p := t.f.p
	switch obj := p.Info.Uses[id].(type) {
	case *types.Nil:
		return one(Root{Kind: RootNil, Expr: id})
	case *types.Var:
		if isPackageVar(obj) {
			return one(Root{Kind: RootField, Var: obj, Expr: id})
		}
		return t.defs(obj, id, p.Reaching(id))
	}
	if v, ok := p.Info.Defs[id].(*types.Var); ok {
		return t.defs(v, id, p.Reaching(id))
	}
	return unknown(id)
}

func isPackageVar(v *types.Var) bool {
	return !v.IsField() && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
}

// defs joins the values that the definitions of v give it.
func (t *tracer) defs(v *types.Var, use ast.Expr, defs []*code.Def) []alt {
	var out []alt
	var stacked *code.Def
	var bound bool
	put := t.f.putInto(v, use)
	for _, d := range defs {
		if d == nil {
			continue
		}
		if len(defs) > 1 && t.f.nilDefault(d) {
			continue
		}
		if t.isActive(d) {
			out = append(out, alt{cycle: d})
			continue
		}
		t.active = append(t.active, d)
		alts := t.def(d, use)
		t.active = t.active[:len(t.active)-1]
		var kept []alt
		for _, a := range alts {
			if a.cycle != d {
				kept = append(kept, a)
			} else if len(a.Steps) > 0 {
				stacked = d
				for _, s := range a.Steps {
					bound = bound || s.Kind == StepBound
				}
			}
		}
		out = append(out, kept...)
		if len(out) > maxAlts {
			return unknown(use)
		}
	}
	if stacked != nil {
		if again, lit := t.f.runsAgain(stacked); again {
			for i := range out {
				out[i].Stacked, out[i].StackedLit, out[i].StackedBound = stacked, lit, bound
			}
		}
	}
	out = dropDefaults(out)
	if put != nil {
		// A context was put into the value itself: q.SetContext(ctx).
		return t.expr(put)
	}
	if len(out) == 0 {
		return unknown(use)
	}
	return out
}

func (t *tracer) isActive(d *code.Def) bool {
	for _, a := range t.active {
		if a == d {
			return true
		}
	}
	return false
}

// dropDefaults leaves out zero values if there is anything else.
func dropDefaults(alts []alt) []alt {
	var out []alt
	for _, a := range alts {
		if !a.zero {
			out = append(out, a)
		}
	}
	if len(out) == 0 {
		return alts
	}
	return out
}

func (t *tracer) def(d *code.Def, use ast.Expr) []alt {
	switch d.Kind {
	case code.DefParam:
		return t.param(d)
	case code.DefZero:
		return []alt{{Ctx: Ctx{Root: Root{Kind: RootNil, Expr: use}}, zero: true}}
	case code.DefAssign, code.DefField, code.DefSwitch:
		if d.RHS == nil {
			break
		}
		if d.Index >= 0 {
			switch rhs := ast.Unparen(d.RHS).(type) {
			case *ast.CallExpr:
				return t.call(rhs, d.Index)
			case *ast.TypeAssertExpr:
				return t.expr(rhs.X)
			}
			break
		}
		return t.expr(d.RHS)
	}
	return unknown(use)
}

func (t *tracer) param(d *code.Def) []alt {
	v, fn := d.Var, d.In
	if fn != nil && fn.ParamIndex(v) == -1 {
		// a named result before its first assignment
		return []alt{{Ctx: Ctx{Root: Root{Kind: RootNil}}, zero: true}}
	}
	r := Root{Var: v, Func: fn}
	if code.IsContext(v.Type()) {
		r.Kind = RootParam
	} else if c := t.f.carrierOf(v.Type()); c != nil {
		r.Kind, r.Live = RootCarrier, c.live
		if c.self {
			r.Live = c.selfLive
		}
		if c.test {
			r.Kind = RootTest
		}
	}
	return one(r)
}

// selector follows x.f: the part of a carrier that holds the context leads to
// the carrier, a field of a struct literal in sight to its value; any other
// field is where the trail ends.
func (t *tracer) selector(sel *ast.SelectorExpr) []alt {
	p := t.f.p
	v, ok := p.Info.Uses[sel.Sel].(*types.Var)
	if !ok {
		return unknown(sel)
	}
	if !v.IsField() {
		return one(Root{Kind: RootField, Var: v, Expr: sel}) // pkg.Var
	}
	base := p.Info.TypeOf(sel.X)
	if t.f.carrierOf(base) != nil && (t.f.ctxLike(v.Type()) || t.f.carrierOf(v.Type()) != nil) {
		if alts := t.expr(sel.X); len(alts) > 0 && alts[0].Root.Kind != RootUnknown {
			return alts
		}
	}
	if val := t.f.literalField(sel.X, v); val != nil {
		return t.expr(val)
	}
	return one(Root{Kind: RootField, Var: v.Origin(), Expr: sel})
}

// literalField returns the value that a composite literal in sight gives to
// field v of base, if base is a local variable that only ever holds it and
// the field is not set elsewhere.
func (f *Flow) literalField(base ast.Expr, v *types.Var) ast.Expr {
	id, ok := ast.Unparen(base).(*ast.Ident)
	if !ok {
		return nil
	}
	origins := f.p.Origins(id)
	if len(origins) != 1 || origins[0].Expr == nil {
		return nil
	}
	e := origins[0].Expr
	if u, ok := e.(*ast.UnaryExpr); ok {
		e = ast.Unparen(u.X)
	}
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	var val ast.Expr
	for _, d := range f.p.Defs(v) {
		switch {
		case d.Base == lit:
			val = d.RHS
		case d.Kind == code.DefField:
			// another literal
		case d.Base != nil && f.p.SamePlace(d.Base, base):
			return nil
		}
	}
	return val
}

// composite follows a project's own context type to the context inside.
func (t *tracer) composite(lit *ast.CompositeLit) []alt {
	typ := t.f.p.Info.TypeOf(lit)
	if typ == nil {
		return unknown(lit)
	}
	var inner ast.Expr
	st, ok := typ.Underlying().(*types.Struct)
	if !ok {
		return unknown(lit)
	}
	for i, e := range lit.Elts {
		val := e
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			val = kv.Value
		} else if i >= st.NumFields() {
			break
		}
		if vt := t.f.p.Info.TypeOf(val); t.f.ctxLike(vt) || t.f.carrierOf(vt) != nil {
			if inner != nil {
				return unknown(lit)
			}
			inner = val
		}
	}
	if inner != nil {
		return step(t.expr(inner), Step{Kind: StepWrap})
	}
	if n, ok := types.Unalias(typ).(*types.Named); ok && n.Obj().Pkg() != t.f.p.Types {
		if c := t.f.carrierOf(types.NewPointer(typ)); c != nil && !c.self {
			return one(Root{Kind: RootNone, Expr: lit})
		}
	}
	return unknown(lit)
}

// putInto returns the context that a statement before the use puts into the
// value of local variable v: q.SetContext(ctx), params.Context = ctx, *v = *r.
func (f *Flow) putInto(v *types.Var, use ast.Expr) ast.Expr {
	if code.IsContext(v.Type()) || f.ctxLike(v.Type()) {
		return nil
	}
	fn := f.p.Enclosing(use)
	if fn == nil {
		return nil
	}
	var found ast.Expr
	fn.Inspect(func(n ast.Node) bool {
		if n.Pos() >= use.Pos() {
			return false
		}
		switch n := n.(type) {
		case *ast.ExprStmt:
			call, ok := n.X.(*ast.CallExpr)
			if !ok {
				break
			}
			sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
			if !ok || f.p.VarOf(sel.X) != v || n.End() > use.Pos() {
				break
			}
			if arg := f.ctxArgOf(call); arg != nil && f.returnsReceiver(call) && !f.copies(call) {
				found = arg
			}
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if star, ok := lhs.(*ast.StarExpr); ok && len(n.Lhs) == len(n.Rhs) && f.p.VarOf(star.X) == v {
					found = n.Rhs[i] // *copy = *original
				}
				sel, ok := lhs.(*ast.SelectorExpr)
				if !ok || len(n.Lhs) != len(n.Rhs) || f.p.VarOf(sel.X) != v {
					continue
				}
				if code.IsContext(f.p.Info.TypeOf(sel)) {
					found = n.Rhs[i]
				}
			}
		}
		return true
	})
	return found
}

// copies reports whether a call puts a context into a copy of its receiver.
func (f *Flow) copies(call *ast.CallExpr) bool {
	op := f.t.CtxOp(f.p.CalleeOf(call).Key)
	return op != nil && op.Copies
}

// ThrownCopy returns a statement in fn that puts a context into a copy of what
// call made, and keeps nothing of that copy: req.WithContext(ctx). Nil if there
// is none.
func (f *Flow) ThrownCopy(fn *code.Func, made ast.Expr) *ast.CallExpr {
	var found *ast.CallExpr
	fn.Inspect(func(n ast.Node) bool {
		stmt, ok := n.(*ast.ExprStmt)
		if !ok {
			return found == nil
		}
		call, ok := stmt.X.(*ast.CallExpr)
		if !ok || !f.copies(call) {
			return true
		}
		for _, o := range f.p.Origins(f.p.CalleeOf(call).Recv) {
			if o.Expr != nil && ast.Unparen(o.Expr) == made {
				found = call
			}
		}
		return true
	})
	return found
}

// ctxArgOf returns the first argument of type context.Context (or a type that
// can stand for one), nil if there is none.
func (f *Flow) ctxArgOf(call *ast.CallExpr) ast.Expr {
	sig, _ := types.Unalias(f.p.TypeOf(call.Fun)).Underlying().(*types.Signature)
	if sig == nil {
		return nil
	}
	for i, a := range call.Args {
		j := min(i, sig.Params().Len()-1)
		if j >= 0 && code.IsContext(sig.Params().At(j).Type()) {
			return a
		}
	}
	return nil
}

// returnsReceiver reports whether a method call gives back a value of its
// receiver's type, as builders do.
func (f *Flow) returnsReceiver(call *ast.CallExpr) bool {
	c := f.p.CalleeOf(call)
	if c.Recv == nil || c.Func == nil {
		return false
	}
	res := f.p.TypeOf(call)
	if tup, ok := res.(*types.Tuple); ok {
		if tup.Len() == 0 {
			return false
		}
		res = tup.At(0).Type()
	}
	return types.Identical(code.Deref(res), code.Deref(f.p.TypeOf(c.Recv)))
}
