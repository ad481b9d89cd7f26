package effects

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/code"
)

// A request is what is known of an HTTP request value.
type request struct {
	method text
	url    text
	body   ast.Expr      // nil if there is none
	bodyIn *code.Func    // function around body
	made   *ast.CallExpr // the call that builds it; nil if unknown
	in     *code.Func    // function around made
	lit    *ast.CompositeLit
	param  *types.Var // the request is this parameter
	vars   []*types.Var
	known  bool
	// helper: it was built by a function of this package that this call calls.
	helper *ast.CallExpr
	headers
}

// requestType reports whether t is an HTTP request, or a library's own around one.
func requestType(t types.Type) bool {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	if n.Obj().Pkg().Path() == "net/http" && n.Obj().Name() == "Request" {
		return true
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok || !strings.HasSuffix(n.Obj().Name(), "Request") {
		return false
	}
	for v := range st.Fields() {
		if v.Embedded() && requestType(v.Type()) {
			return true
		}
	}
	return false
}

// builder takes the arguments of a function apart that builds or sends a
// request, by the names of its parameters.
func builder(sig *types.Signature, call *ast.CallExpr, shift int) (method, url, body ast.Expr) {
	for i := 0; i < sig.Params().Len(); i++ {
		v := sig.Params().At(i)
		if i+shift >= len(call.Args) || sig.Variadic() && i == sig.Params().Len()-1 {
			break
		}
		arg := call.Args[i+shift]
		name := strings.ToLower(v.Name())
		switch {
		case isString(v.Type()) && (name == "method" || name == "verb" || name == "httpmethod"):
			method = arg
		case isString(v.Type()) && isURLName(name) && url == nil:
			url = arg
		case isBodyName(name) && body == nil && !code.IsContext(v.Type()) && !requestType(v.Type()):
			body = arg
		}
	}
	return method, url, body
}

func isURLName(name string) bool {
	switch name {
	case "url", "urlstr", "rawurl", "uri", "target", "path", "endpoint", "requrl", "u", "relpath", "urlpath", "apipath":
		return true
	}
	return false
}

func isBodyName(name string) bool {
	switch name {
	case "body", "rawbody", "reqbody", "requestbody", "payload", "data", "in", "input", "reader", "r", "content", "raw":
		return true
	}
	return false
}

// requestOf follows a request value to where it is built.
func (f *Finder) requestOf(e ast.Expr, fn *code.Func) *request {
	if f.depth > 5 {
		return nil
	}
	f.depth++
	defer func() { f.depth-- }()
	var out *request
	for _, o := range f.p.Origins(e) {
		r := f.requestFrom(o, fn)
		if r == nil {
			continue
		}
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			if v := f.p.VarOf(id); v != nil {
				r.vars = append(r.vars, v)
			}
		}
		if o.Def != nil && o.Def.Var != nil {
			r.vars = append(r.vars, o.Def.Var)
		}
		if out == nil {
			out = r
			continue
		}
		out.known = out.known && r.known
		out.method = union(out.method, r.method, false)
		out.vars = append(out.vars, r.vars...)
	}
	if out != nil {
		f.readHeaders(out, fn)
		f.fieldSets(out, fn)
	}
	return out
}

func (f *Finder) requestFrom(o code.Origin, fn *code.Func) *request {
	switch {
	case o.Param != nil:
		return &request{param: o.Param, vars: []*types.Var{o.Param}}
	case o.Zero || o.Expr == nil || o.Unknown:
		return nil
	}
	switch x := o.Expr.(type) {
	case *ast.UnaryExpr:
		if lit, ok := ast.Unparen(x.X).(*ast.CompositeLit); ok && x.Op == token.AND {
			r := &request{method: f.textOf(f.litField(lit, "Method")), url: f.textOf(f.litField(lit, "URL")), body: f.litField(lit, "Body"), bodyIn: fn, in: fn, lit: lit, known: true}
			if f.litField(lit, "Method") == nil {
				r.method = text{values: []string{"GET"}, known: true}
			}
			if h := f.litField(lit, "Header"); h != nil {
				f.headerLit(r, h, fn)
			}
			return r
		}
	case *ast.CallExpr:
		c := f.p.CalleeOf(x)
		if c.Func == nil {
			return &request{}
		}
		// A copy with another context is the same request.
		if c.Recv != nil && requestType(f.p.TypeOf(c.Recv)) && requestType(f.p.TypeOf(x)) {
			return f.requestOf(c.Recv, fn)
		}
		for i, a := range x.Args {
			// WithTrace(req), Sign(req): the same request handed back.
			if i == 0 && requestType(f.p.TypeOf(a)) && isFirst(f.p.TypeOf(x), f.p.TypeOf(a)) && f.p.FuncOf(c.Func) == nil {
				return f.requestOf(a, fn)
			}
		}
		if g := f.p.FuncOf(c.Func); g != nil {
			return f.built(g, x, max(o.Index, 0), fn)
		}
		shift := 0
		if c.MethodExpr {
			shift = 1
		}
		method, url, body := builder(c.Func.Type().(*types.Signature), x, shift)
		if method == nil {
			return &request{made: x, in: fn}
		}
		r := &request{method: f.textOf(method), url: f.textOf(url), body: body, bodyIn: f.p.Enclosing(x), made: x, in: f.p.Enclosing(x), known: true}
		if body != nil && isZero(f.p.Info, body) {
			r.body = nil
		}
		return r
	}
	return &request{}
}

func isFirst(result, arg types.Type) bool {
	if t, ok := result.(*types.Tuple); ok {
		if t.Len() == 0 {
			return false
		}
		result = t.At(0).Type()
	}
	return types.Identical(result, arg)
}

// built follows a request that a function of the package builds and returns.
func (f *Finder) built(g *code.Func, call *ast.CallExpr, index int, fn *code.Func) *request {
	var out *request
	for _, res := range f.results(g, index) {
		if isZero(f.p.Info, res) {
			continue
		}
		r := f.requestOf(res, g)
		if r == nil {
			continue
		}
		if out != nil {
			out.known = out.known && r.known
			out.method = union(out.method, r.method, false)
			continue
		}
		out = r
	}
	if out == nil {
		return &request{}
	}
	r := *out
	r.vars, r.helper = nil, call
	bind := func(t text) text {
		if t.param != nil {
			if a := f.argFor(g, call, t.param); a != nil {
				return f.textOf(a)
			}
			return text{}
		}
		if t.tail != nil {
			if a := f.argFor(g, call, t.tail); a != nil {
				return withTail(t, f.textOf(a))
			}
			t.tail = nil
		}
		return t
	}
	r.method, r.url = bind(r.method), bind(r.url)
	if r.param != nil {
		if a := f.argFor(g, call, r.param); a != nil {
			return f.requestOf(a, fn)
		}
		return &request{}
	}
	r.key = f.bindKey(r.key, g, call, fn)
	if p := r.headers.param; p != nil {
		f.bindHeaders(&r.headers, g, call, fn)
	}
	if r.body != nil {
		if p := f.payloadParam(r.body, 0); p != nil {
			if a := f.argFor(g, call, p); a != nil {
				r.body, r.bodyIn = a, fn
				if isZero(f.p.Info, a) {
					r.body = nil
				}
			}
		}
	}
	return &r
}

// fieldSets applies req.Method = "POST" and req.Body = b.
func (f *Finder) fieldSets(r *request, fn *code.Func) {
	if fn == nil || len(r.vars) == 0 {
		return
	}
	fn.Outermost().Walk(func(g *code.Func) {
		g.Inspect(func(n ast.Node) bool {
			as, ok := n.(*ast.AssignStmt)
			if !ok || len(as.Lhs) != len(as.Rhs) {
				return true
			}
			for i, l := range as.Lhs {
				sel, ok := ast.Unparen(l).(*ast.SelectorExpr)
				if !ok || !hasVar(r.vars, f.p.VarOf(sel.X)) {
					continue
				}
				switch sel.Sel.Name {
				case "Method":
					r.method = f.textOf(as.Rhs[i])
				case "Body":
					r.body, r.bodyIn = as.Rhs[i], g
				}
			}
			return true
		})
	})
}

func hasVar(vars []*types.Var, v *types.Var) bool {
	if v == nil {
		return false
	}
	for _, w := range vars {
		if w == v {
			return true
		}
	}
	return false
}
