package effects

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// guardedRequest reports whether a function asks a request for its method or body
// before it repeats it: it knows which ones it may repeat.
func (f *Finder) guardedRequest(v *types.Var, fn *code.Func) bool {
	if fn == nil {
		return false
	}
	found := false
	check := func(cond ast.Node) {
		if cond == nil {
			return
		}
		ast.Inspect(cond, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if f.baseVar(n.X) == v {
					switch n.Sel.Name {
					case "Method", "Body", "GetBody", "ContentLength":
						found = true
					}
				}
			case *ast.CallExpr:
				for _, a := range n.Args {
					if f.p.VarOf(a) == v && code.IsBool(f.p.TypeOf(n)) {
						found = true // isReplayable(req)
					}
					if sel, ok := ast.Unparen(a).(*ast.SelectorExpr); ok && f.baseVar(sel.X) == v && sel.Sel.Name == "Method" {
						found = true
					}
				}
			}
			return !found
		})
	}
	ast.Inspect(fn.Outermost().Node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			check(n.Cond)
		case *ast.SwitchStmt:
			if n.Tag != nil {
				check(n.Tag)
			}
		case *ast.CaseClause:
			for _, e := range n.List {
				check(e)
			}
		case *ast.ForStmt:
			if n.Cond != nil {
				check(n.Cond)
			}
		case *ast.AssignStmt:
			for _, e := range n.Rhs {
				if code.IsBool(f.p.TypeOf(e)) {
					check(e)
				}
			}
		case *ast.ReturnStmt:
			for _, e := range n.Results {
				if code.IsBool(f.p.TypeOf(e)) {
					check(e)
				}
			}
		}
		return !found
	})
	return found
}

// hasBody reports whether a request from outside a region has a body that is
// read once, and whether its GetBody is set.
func (f *Finder) hasBody(rt root, r *region) (body, getBody bool) {
	if owner := f.paramOwner(rt.v); owner != nil && rt.made == nil {
		if f.guardedRequest(rt.v, owner) && !f.letsBodies(rt.v, owner) {
			return false, false
		}
		calls := f.callers(owner)
		known := len(calls) > 0 && !exported(owner)
		for _, call := range calls {
			a := f.argFor(owner, call, rt.v)
			if a == nil {
				continue
			}
			req := f.requestOf(a, f.p.Enclosing(call))
			if req == nil || !req.known {
				known = false
				continue
			}
			if f.readsBody(req) {
				return true, f.replayable(req.body)
			}
		}
		return !known, false
	}
	if f.guardedRequest(rt.v, r.fn) && !f.letsBodies(rt.v, r.fn) {
		return false, false
	}
	req := f.requestOf(rt.expr, r.fn)
	if req == nil || !req.known || !f.readsBody(req) {
		return false, false
	}
	return true, f.replayable(req.body)
}

// readsBody reports whether a request in sight has a body that is not nil.
func (f *Finder) readsBody(req *request) bool {
	if req.body == nil || isZero(f.p.Info, req.body) {
		return false
	}
	if sel, ok := ast.Unparen(req.body).(*ast.SelectorExpr); ok && sel.Sel.Name == "NoBody" {
		return false
	}
	if p := f.payloadParam(req.body, 0); p != nil {
		if owner := f.paramOwner(p); owner != nil && f.neverGiven(p) {
			return false
		}
	}
	return true
}

// replayable reports whether http.NewRequest sets GetBody for a body.
func (f *Finder) replayable(body ast.Expr) bool {
	if api.IsMemoryReader(f.p.TypeOf(body)) {
		return true
	}
	origins := f.p.Origins(body)
	for _, o := range origins {
		if o.Expr == nil || o.Index >= 0 || !api.IsMemoryReader(f.p.TypeOf(o.Expr)) {
			return false
		}
	}
	return len(origins) > 0
}

// madeOf reports whether all that a root is made of has a type.
func (f *Finder) madeOf(rt root, is func(types.Type) bool) bool {
	origins := f.p.Origins(rt.expr)
	for _, o := range origins {
		if o.Expr == nil || !is(f.p.TypeOf(o.Expr)) {
			return false
		}
	}
	return len(origins) > 0
}

// carriesReader reports whether the literal of an input in sight sets its reader.
func (f *Finder) carriesReader(rt root) bool {
	name := readerField(f.p.TypeOf(rt.expr))
	if name == "" {
		return false
	}
	if lit, ok := f.literal(rt.expr); ok {
		if v := f.litField(lit, name); v != nil && !isZero(f.p.Info, v) {
			return true
		}
	}
	return f.fieldAssigned(rt.v, name)
}

func (f *Finder) fieldAssigned(v *types.Var, name string) bool {
	owner := f.ownerOf(v)
	if owner == nil {
		return false
	}
	found := false
	ast.Inspect(owner.Outermost().Node, func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok {
			for _, l := range as.Lhs {
				if sel, ok := ast.Unparen(l).(*ast.SelectorExpr); ok && sel.Sel.Name == name && f.p.VarOf(sel.X) == v {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

// neverGiven reports whether every call of an unexported function gives nil for
// its parameter v.
func (f *Finder) neverGiven(v *types.Var) bool {
	owner := f.paramOwner(v)
	if owner == nil || owner.Obj == nil || exported(owner) {
		return false
	}
	calls := f.callers(owner)
	for _, call := range calls {
		a := f.argFor(owner, call, v)
		if a == nil || !isZero(f.p.Info, a) {
			return false
		}
	}
	return len(calls) > 0
}

// callers returns the calls of a function in this package.
func (f *Finder) callers(fn *code.Func) []*ast.CallExpr {
	if fn.Obj == nil {
		return nil
	}
	if f.calledBy == nil {
		f.calledBy = make(map[*types.Func][]*ast.CallExpr)
		for _, g := range f.p.Funcs {
			for _, call := range g.Calls() {
				if callee := f.p.Callee(call); callee != nil && callee.Pkg() == f.p.Types {
					f.calledBy[callee] = append(f.calledBy[callee], call)
				}
			}
		}
	}
	return f.calledBy[fn.Obj]
}

// Params returns what fn does with its parameters, as far as readers and
// growing state go: which it reads to the end, rewinds, or changes.
func (f *Finder) Params(fn *code.Func) []facts.Param {
	if out, ok := f.params[fn]; ok {
		return out
	}
	if f.pbusy[fn] {
		return nil
	}
	f.pbusy[fn] = true
	out := f.readParams(fn)
	out = f.growParams(fn, out)
	delete(f.pbusy, fn)
	f.params[fn] = out
	return out
}

func (f *Finder) readParams(fn *code.Func) []facts.Param {
	r := &region{node: fn.Body, fn: fn}
	byVar := make(map[*types.Var]*facts.Param)
	fn.Walk(func(g *code.Func) {
		for _, call := range g.Calls() {
			for _, u := range f.uses(call) {
				for _, rt := range f.roots(u.arg, r, 0) {
					i := fn.ParamIndex(rt.v)
					if i == -1 || byVar[rt.v] != nil || len(u.via) > maxChain {
						continue
					}
					if i == -2 {
						i = api.RecvArg
					}
					byVar[rt.v] = &facts.Param{Index: i, Consumes: true, Part: u.part, Rewinds: f.renewed(rt, u, r), Sink: u.sink, Via: u.via}
				}
			}
			// A helper that only rewinds.
			for _, v := range fn.Params() {
				if (isReader(v.Type()) || requestType(v.Type())) && byVar[v] == nil && f.rewinds(call, root{v: v, expr: paramIdent(f, fn, v)}, []*types.Var{v}) {
					byVar[v] = &facts.Param{Index: fn.ParamIndex(v), Rewinds: true}
				}
			}
		}
	})
	for _, v := range fn.Params() {
		if requestType(v.Type()) && byVar[v] == nil && f.setsBody(v, fn) {
			byVar[v] = &facts.Param{Index: fn.ParamIndex(v), Rewinds: true}
		}
	}
	var out []facts.Param
	if recv := fn.Sig.Recv(); recv != nil && byVar[recv] != nil {
		out = append(out, *byVar[recv])
	}
	for _, v := range fn.Params() {
		if p := byVar[v]; p != nil {
			out = append(out, *p)
		}
	}
	return out
}

// paramIdent returns the identifier that declares a parameter.
func paramIdent(f *Finder, fn *code.Func, v *types.Var) ast.Expr {
	for _, field := range fn.Type.Params.List {
		for _, id := range field.Names {
			if f.p.Info.Defs[id] == v {
				return id
			}
		}
	}
	return &ast.Ident{NamePos: v.Pos(), Name: v.Name()}
}

// setsBody reports whether fn gives its request parameter a new body.
func (f *Finder) setsBody(v *types.Var, fn *code.Func) bool {
	found := false
	fn.Inspect(func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok {
			for _, l := range as.Lhs {
				if sel, ok := ast.Unparen(l).(*ast.SelectorExpr); ok && sel.Sel.Name == "Body" && f.p.VarOf(sel.X) == v {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

// Results returns what fn's results are, as far as effects go: a request whose
// body can be read once or again, a random key.
func (f *Finder) Results(fn *code.Func) []facts.Result {
	var out []facts.Result
	i := -1
	for v := range fn.Sig.Results().Variables() {
		i++
		t := v.Type()
		switch {
		case requestType(t):
			for _, res := range f.results(fn, i) {
				if isZero(f.p.Info, res) {
					continue
				}
				req := f.requestOf(res, fn)
				if req == nil || !req.known || !f.readsBody(req) {
					continue
				}
				r := facts.Result{Index: i, Trait: api.TraitSpent, What: types.ExprString(req.body)}
				if f.replayable(req.body) {
					r.Trait = api.TraitReplayable
				}
				out = append(out, r)
				break
			}
		case i == 0 && (isString(t) || isIDType(t)):
			var keys []Key
			for _, res := range f.results(fn, i) {
				if !isZero(f.p.Info, res) {
					keys = append(keys, f.source(res, fn))
				}
			}
			if k := mergeKeys(keys); k.Source == KeyFresh && k.AnewIn(fn.Node) {
				out = append(out, facts.Result{Index: i, Trait: api.TraitIdempotencyKey, What: k.What})
			}
		}
	}
	return out
}

func isIDType(t types.Type) bool {
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Array:
		return u.Len() == 16
	}
	return false
}
