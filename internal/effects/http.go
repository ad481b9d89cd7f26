package effects

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
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

// headers are the keys and conditions that a request carries.
type headers struct {
	key       Key
	condition bool
	hook      bool       // a function that is not in sight may add headers
	param     *types.Var // a parameter whose contents become headers
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
		case isBodyName(name) && body == nil && !isContext(v.Type()) && !requestType(v.Type()):
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

// httpVerb tells the HTTP method of a function that is named after one and
// takes a URL: http.Post, (*resty.Request).Put.
func httpVerb(fn *types.Func) (string, bool) {
	if fn == nil {
		return "", false
	}
	sig, ok := fn.Type().(*types.Signature)
	if !ok {
		return "", false
	}
	name := fn.Name()
	for _, s := range []string{"Context", "WithContext", "Form", "JSON"} {
		name = strings.TrimSuffix(name, s)
	}
	verb := strings.ToUpper(name)
	switch verb {
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS":
	default:
		return "", false
	}
	for v := range sig.Params().Variables() {
		if isString(v.Type()) && isURLName(strings.ToLower(v.Name())) {
			return verb, true
		}
	}
	return "", false
}

// byVerb classes the call of a function named after an HTTP method.
func (f *Finder) byVerb(e *Effect, call *ast.CallExpr, c api.Callee, verb string) {
	sig := c.Func.Type().(*types.Signature)
	shift := 0
	if c.MethodExpr {
		shift = 1
	}
	_, url, body := builder(sig, call, shift)
	s := f.sightOf(call, c)
	r := &request{method: text{values: []string{verb}, known: true}, url: f.textOf(url), body: body, bodyIn: e.In, in: e.In, known: true}
	// A builder chain keeps the body and the headers: SetBody(b), SetHeader(k, v).
	for _, other := range s.calls {
		oc := api.CalleeOf(f.p.Info, other)
		if oc.Func == nil {
			continue
		}
		f.headerSetter(r, other, oc)
		if name := oc.Func.Name(); r.body == nil && len(other.Args) == 1 && (name == "SetBody" || name == "Body" || name == "SetFormData" || name == "SetBodyJsonMarshal") {
			r.body = other.Args[0]
		}
	}
	f.byMethod(e, r)
}

// byRequest classes a call that sends a request by its method.
func (f *Finder) byRequest(e *Effect, call *ast.CallExpr, c api.Callee) {
	var arg ast.Expr
	for _, a := range call.Args {
		if requestType(f.typeOf(a)) {
			arg = a
			break
		}
	}
	if arg == nil {
		f.byMethodArg(e, call, c)
		return
	}
	f.byMethod(e, f.requestOf(arg, e.In))
}

// byMethodArg classes a call that is given the method as a string:
// Execute(method, url).
func (f *Finder) byMethodArg(e *Effect, call *ast.CallExpr, c api.Callee) {
	e.Kind = api.EffectUnknown
	if c.Func == nil {
		return
	}
	shift := 0
	if c.MethodExpr {
		shift = 1
	}
	method, url, body := builder(c.Func.Type().(*types.Signature), call, shift)
	if method == nil {
		return
	}
	f.byMethod(e, &request{method: f.textOf(method), url: f.textOf(url), body: body, bodyIn: e.In, in: e.In, known: true})
}

// byMethod classes an effect by a request.
func (f *Finder) byMethod(e *Effect, r *request) {
	e.Kind, e.http, e.Confidence = api.EffectUnknown, true, ByMethod
	if e.row != nil && e.row.Default != api.EffectUnknown && e.row.Kind == api.EffectHTTP {
		e.Kind = e.row.Default
	}
	if r == nil {
		return
	}
	e.Payload = r.body
	if r.param != nil {
		e.open = &open{by: api.EffectHTTP, param: r.param}
		return
	}
	if !r.known {
		return
	}
	f.headersInto(e, r)
	if !r.method.known {
		if p := r.method.param; p != nil && f.paramOwner(p) != nil {
			e.open = &open{by: api.EffectHTTP, param: p, url: r.url.tail, path: path(r.url), body: f.bodyParam(r)}
		}
		return
	}
	f.byHTTP(e, r.method, r.url, f.payloadText(r.body))
	if e.Kind == api.EffectWrite || e.Kind == api.EffectUnknown {
		// The caller may know the rest of the path, or the query it posts.
		url, body := r.url.tail, f.bodyParam(r)
		if url != nil && f.paramOwner(url) == nil {
			url = nil
		}
		if url != nil || body != nil {
			e.open = &open{by: api.EffectHTTP, url: url, path: path(r.url), body: body, def: e.Kind}
		}
	}
	if e.Kind == api.EffectWrite && !e.Key.Present() {
		if k, ok := f.payloadKey(r); ok {
			e.Key = k
		}
	}
}

func (f *Finder) bodyParam(r *request) *types.Var {
	if r.body == nil {
		return nil
	}
	p := f.payloadParam(r.body, 0)
	if p == nil || f.paramOwner(p) == nil {
		return nil
	}
	return p
}

func (f *Finder) headersInto(e *Effect, r *request) {
	if r.key.Source != KeyNone {
		e.Key = r.key
	} else if r.hook {
		e.Key = Key{Source: KeyUnknown}
	}
	if r.headers.param != nil {
		e.keyIn = r.headers.param
	}
	if r.condition {
		e.Key = Key{Source: KeyConst, Name: "If-Match"}
		e.Safe = "If-Match"
	}
}

// byHTTP sets the kind of an effect from method, URL and payload.
func (f *Finder) byHTTP(e *Effect, method, url text, payload []string) {
	e.Kind = api.EffectUnknown
	worst := ""
	for _, m := range method.values {
		k := methodKind(strings.ToUpper(m))
		if worst == "" || severity(k) > severity(e.Kind) {
			e.Kind, worst = k, strings.ToUpper(m)
		}
	}
	where := path(url)
	if worst == "POST" || worst == "PATCH" {
		e.Kind = postKind(worst, where, payload)
	}
	e.What = worst
	if where != "" && where != "/" {
		e.What += " to " + where
	}
	if e.Key.Name == "If-Match" && e.Key.Source == KeyConst && e.Kind == api.EffectWrite {
		e.Kind = api.EffectConditional
	}
}

func methodKind(m string) api.EffectKind {
	switch m {
	case "", "GET", "HEAD", "OPTIONS", "TRACE", "QUERY", "PROPFIND", "REPORT", "SEARCH":
		return api.EffectRead
	case "PUT", "DELETE", "MKCOL":
		return api.EffectIdempotent
	case "POST":
		return api.EffectWrite
	case "PATCH":
		// Merge patches carry absolute values as a rule.
		return api.EffectUnknown
	}
	return api.EffectUnknown
}

// postKind classes a POST: the payload decides if it is in sight, then the path.
func postKind(method, where string, payload []string) api.EffectKind {
	kind := methodKind(method)
	for _, p := range payload {
		switch k := documentKind(p); k {
		case api.EffectWrite:
			return k
		case api.EffectRead:
			kind = k
		}
	}
	if kind != api.EffectWrite {
		return kind
	}
	segments := strings.FieldsFunc(where, func(r rune) bool { return r == '/' || r == '?' || r == '=' || r == '&' })
	if i := strings.IndexByte(where, '?'); i >= 0 {
		segments = strings.Split(strings.Trim(where[:i], "/"), "/")
	}
	for i := len(segments) - 1; i >= 0; i-- {
		seg := segments[i]
		if seg == "…" || seg == "" {
			continue
		}
		if j := strings.LastIndexByte(seg, ':'); j >= 0 {
			seg = seg[j+1:] // a custom method: /things:batchGet
		}
		if readSegment(seg) {
			if strings.Contains(strings.ToLower(seg), "graphql") {
				return api.EffectUnknown // query or mutation: the text is not in sight
			}
			return api.EffectRead
		}
		break
	}
	return kind
}

// readSegment reports whether a path that ends so is asked, not told: searches,
// queries, validations, tokens.
func readSegment(seg string) bool {
	seg = strings.ToLower(strings.Trim(seg, "_?"))
	for _, prefix := range []string{"search", "msearch", "query", "graphql", "batchget", "get", "list", "lookup", "find", "fetch", "read",
		"count", "check", "validate", "verify", "token", "oauth", "auth", "login", "introspect", "evaluate", "eval", "estimate",
		"calculate", "compute", "preview", "simulate", "translate", "render", "convert", "resolve", "match", "filter", "describe",
		"batch-get", "multi-get", "mget", "status", "ping", "health", "quote", "embeddings", "embed", "completions", "rpc", "jsonrpc", "analyze", "classify", "predict", "score", "diff", "suggest", "export", "download", "explain", "scroll"} {
		if strings.HasPrefix(seg, prefix) {
			rest := seg[len(prefix):]
			if rest == "" || rest[0] == '-' || rest[0] == '_' || rest[0] == '.' || prefix == "batchget" || prefix == "query" || prefix == "search" || rest == "s" {
				return true
			}
		}
	}
	return strings.HasSuffix(seg, "_search") || strings.HasSuffix(seg, "-search") || strings.HasSuffix(seg, "search")
}

// documentKind classes a text that is part of a payload: a GraphQL document, a
// JSON-RPC method.
func documentKind(s string) api.EffectKind {
	t := strings.TrimSpace(s)
	if i := strings.IndexAny(t, " ({\n\t"); i >= 0 || strings.HasPrefix(t, "{") {
		word := t
		if i > 0 {
			word = t[:i]
		}
		switch word {
		case "mutation":
			return api.EffectWrite
		case "query", "subscription", "fragment":
			if strings.Contains(t, "{") {
				if strings.Contains(t, "mutation ") {
					return api.EffectWrite
				}
				return api.EffectRead
			}
		}
		if strings.HasPrefix(t, "{") {
			body := strings.TrimSpace(t[1:])
			if strings.HasPrefix(body, `"`) {
				switch {
				case strings.Contains(t, `mutation`):
					return api.EffectWrite
				case strings.Contains(t, `"query"`):
					return api.EffectRead
				}
				return api.EffectUnknown // some other JSON
			}
			if body != "" && strings.Contains(body, "{") {
				return api.EffectRead // the short form of a GraphQL query
			}
		}
	}
	return api.EffectUnknown
}

// path is the part of a URL that is in sight, from its path on, with holes at
// its start left out.
func path(url text) string {
	if len(url.values) == 0 {
		return ""
	}
	s := url.values[0]
	if i := strings.Index(s, "://"); i >= 0 {
		s = s[i+3:]
		if j := strings.IndexByte(s, '/'); j >= 0 {
			s = s[j:]
		} else {
			return ""
		}
	} else if i := strings.IndexByte(s, '/'); i >= 0 {
		s = s[i:]
	} else if strings.Trim(s, hole) == "" {
		return ""
	}
	for strings.Contains(s, hole+hole) {
		s = strings.ReplaceAll(s, hole+hole, hole)
	}
	if i := strings.IndexByte(s, '?'); i >= 0 && i+1 < len(s) && s[i+1] != '/' {
		s = s[:i+1]
	}
	return strings.ReplaceAll(s, hole, "…")
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
		c := api.CalleeOf(f.p.Info, x)
		if c.Func == nil {
			return &request{}
		}
		// A copy with another context is the same request.
		if c.Recv != nil && requestType(f.typeOf(c.Recv)) && requestType(f.typeOf(x)) {
			return f.requestOf(c.Recv, fn)
		}
		for i, a := range x.Args {
			// WithTrace(req), Sign(req): the same request handed back.
			if i == 0 && requestType(f.typeOf(a)) && isFirst(f.typeOf(x), f.typeOf(a)) && f.p.FuncOf(c.Func) == nil {
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

// bindKey is the source of a callee's key as seen from its caller.
func (f *Finder) bindKey(k Key, g *code.Func, call *ast.CallExpr, fn *code.Func) Key {
	if k.Source != KeyParam || k.Param == nil {
		return k
	}
	i := g.ParamIndex(k.Param)
	if i == -1 {
		return k // of a function around g
	}
	a := f.arg(call, g.Sig, i)
	if a == nil {
		k.Source = KeyUnknown
		if i == -2 {
			k.Source = KeyOuter
		}
		return k
	}
	n := f.source(a, fn)
	n.Name, n.Node = k.Name, call
	if tv, ok := f.p.Info.Types[ast.Unparen(a)]; ok && (tv.IsNil() || tv.Value != nil && isZero(f.p.Info, a)) {
		return Key{} // no key is given
	}
	if n.Source == KeyFresh && n.In == nil {
		n.Draw, n.In = call, fn
	}
	return n
}

// bindHeaders looks into what a caller gives for headers.
func (f *Finder) bindHeaders(h *headers, g *code.Func, call *ast.CallExpr, fn *code.Func) {
	p := h.param
	h.param = nil
	i := g.ParamIndex(p)
	if i < 0 {
		h.hook = true
		return
	}
	if g.Sig.Variadic() && i == g.Sig.Params().Len()-1 && !call.Ellipsis.IsValid() && len(call.Args) <= i {
		return // none given
	}
	a := f.arg(call, g.Sig, i)
	if a == nil {
		h.hook = true
		return
	}
	r := &request{}
	f.headerLit(r, a, fn)
	if r.key.Source != KeyNone {
		h.key = r.key
	}
	h.condition = h.condition || r.condition
	h.hook = h.hook || r.hook
	h.param = r.headers.param
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

// readHeaders looks for the keys and conditions set on a request, in the
// functions around it and in those of the package that it is handed to.
func (f *Finder) readHeaders(r *request, fn *code.Func) {
	if fn == nil || len(r.vars) == 0 {
		return
	}
	fn.Outermost().Walk(func(g *code.Func) { f.headersIn(r, g, r.vars, 0) })
}

func (f *Finder) headersIn(r *request, g *code.Func, vars []*types.Var, depth int) {
	for _, call := range g.Calls() {
		c := api.CalleeOf(f.p.Info, call)
		if c.Recv != nil && hasVar(vars, f.baseVar(c.Recv)) {
			f.headerSetter(r, call, c)
			continue
		}
		if c.Conversion || c.Builtin != "" {
			continue
		}
		for i, a := range call.Args {
			v := f.baseVar(a)
			if !hasVar(vars, v) || !requestType(f.typeOf(a)) && !isHeader(f.typeOf(a)) {
				continue
			}
			if c.Func == nil {
				r.hook = true // opt(req): it may add anything
				continue
			}
			h := f.p.FuncOf(c.Func)
			if h == nil || depth > 2 || i >= h.Sig.Params().Len() {
				continue
			}
			sub := &request{}
			f.headersIn(sub, h, []*types.Var{h.Sig.Params().At(i)}, depth+1)
			if k := f.bindKey(sub.key, h, call, g); k.Source != KeyNone {
				r.key = k
			}
			r.condition = r.condition || sub.condition
			r.hook = r.hook || sub.hook
			if p := sub.headers.param; p != nil {
				f.bindHeaders(&sub.headers, h, call, g)
				if sub.key.Source != KeyNone && r.key.Source == KeyNone {
					r.key = sub.key
				}
				r.hook = r.hook || sub.hook
				r.condition = r.condition || sub.condition
				if sub.headers.param != nil {
					r.headers.param = sub.headers.param
				}
			}
		}
	}
	g.Inspect(func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != len(as.Rhs) {
			return true
		}
		for i, l := range as.Lhs {
			switch l := ast.Unparen(l).(type) {
			case *ast.IndexExpr: // req.Header["Idempotency-Key"] = …
				if hasVar(vars, f.baseVar(l.X)) && isHeader(f.typeOf(l.X)) {
					f.header(r, l.Index, as.Rhs[i], as, g)
				}
			case *ast.SelectorExpr: // req.Header = h
				if hasVar(vars, f.p.VarOf(l.X)) && isHeader(f.typeOf(l)) {
					f.headerLit(r, as.Rhs[i], g)
				}
			}
		}
		return true
	})
}

func isHeader(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Header"
}

// headerSetter notes Set(k, v), Add(k, v), SetHeader(k, v), SetHeaders(map).
func (f *Finder) headerSetter(r *request, call *ast.CallExpr, c api.Callee) {
	if c.Func == nil {
		return
	}
	fn := f.p.Enclosing(call)
	switch c.Func.Name() {
	case "Set", "Add", "SetHeader", "AddHeader", "SetHeaderVerbatim":
		if len(call.Args) == 2 && isString(f.typeOf(call.Args[0])) {
			f.header(r, call.Args[0], call.Args[1], call, fn)
		}
	case "SetHeaders", "SetHeaderMultiValues":
		if len(call.Args) == 1 {
			f.headerLit(r, call.Args[0], fn)
		}
	}
}

// headerLit notes the headers of a map literal.
func (f *Finder) headerLit(r *request, e ast.Expr, fn *code.Func) {
	if isZero(f.p.Info, e) {
		return
	}
	if lit, ok := f.literal(e); ok {
		for _, elt := range lit.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				f.header(r, kv.Key, kv.Value, kv, fn)
			}
		}
		return
	}
	for _, o := range f.p.Origins(e) {
		if o.Param != nil {
			r.headers.param = o.Param
			r.hook = true
			return
		}
		if o.Expr != nil {
			if call, ok := o.Expr.(*ast.CallExpr); ok {
				if c := api.CalleeOf(f.p.Info, call); c.Builtin == "make" {
					continue
				}
			}
		}
		if !o.Zero {
			r.hook = true
		}
	}
}

// header notes one header.
func (f *Finder) header(r *request, name, value ast.Expr, at ast.Node, fn *code.Func) {
	t := f.textOf(name)
	if !t.known || len(t.values) != 1 {
		// A name that is not in sight: headers copied from somewhere.
		r.hook = true
		if rng := f.rangedParam(name); rng != nil {
			r.headers.param = rng
		}
		return
	}
	switch keyHeader(t.values[0]) {
	case strongKey:
		k := f.source(value, fn)
		k.Name, k.Node = t.values[0], at
		r.key = k
	case weakKey:
		// A request id is a key for some servers and for tracing with others: a
		// stable one may protect, one drawn anew says nothing.
		if k := f.source(value, fn); k.Source != KeyFresh && r.key.Source == KeyNone {
			k.Name, k.Node = t.values[0], at
			if k.Source != KeyParam {
				k.Source = KeyUnknown
			}
			r.key = k
		}
	case conditionKey:
		r.condition = true
	}
}

// rangedParam returns the parameter that e is the key of a range over.
func (f *Finder) rangedParam(e ast.Expr) *types.Var {
	for _, o := range f.p.Origins(e) {
		if o.Def == nil || o.Def.Kind != code.DefRangeKey || o.Def.RHS == nil {
			continue
		}
		for _, p := range f.p.Origins(o.Def.RHS) {
			if p.Param != nil {
				return p.Param
			}
		}
	}
	return nil
}

const (
	noKey = iota
	strongKey
	weakKey
	conditionKey
)

// keyHeader classes a header by its name.
func keyHeader(name string) int {
	n := strings.ToLower(name)
	switch n {
	case "if-match", "if-none-match", "if-unmodified-since", "x-ms-if-match", "x-goog-if-generation-match", "x-goog-if-metageneration-match":
		return conditionKey
	case "repeatability-request-id", "paypal-request-id", "nats-msg-id", "x-dedup-id", "x-amz-client-token":
		return strongKey
	case "x-request-id", "request-id", "x-correlation-id", "correlation-id", "x-transaction-id", "x-client-request-id", "x-message-id", "message-id", "x-operation-id":
		return weakKey
	}
	if strings.Contains(n, "idempot") || strings.Contains(n, "dedup") || strings.Contains(n, "client-token") || strings.Contains(n, "idempoten") {
		return strongKey
	}
	return noKey
}

func constString(info *types.Info, e ast.Expr) (string, bool) {
	tv, ok := info.Types[e]
	if !ok || tv.Value == nil || tv.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(tv.Value), true
}
