package effects

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// headers are the keys and conditions that a request carries.
type headers struct {
	key       Key
	condition bool
	asks      bool       // its content type is that of a query
	hook      bool       // a function that is not in sight may add headers
	param     *types.Var // a parameter whose contents become headers
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
		c := f.p.CalleeOf(call)
		if c.Recv != nil && hasVar(vars, f.baseVar(c.Recv)) {
			f.headerSetter(r, call, c)
			continue
		}
		if c.Conversion || c.Builtin != "" {
			continue
		}
		for i, a := range call.Args {
			v := f.baseVar(a)
			if !hasVar(vars, v) || !requestType(f.p.TypeOf(a)) && !isHeader(f.p.TypeOf(a)) {
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
				if hasVar(vars, f.baseVar(l.X)) && isHeader(f.p.TypeOf(l.X)) {
					f.header(r, l.Index, as.Rhs[i], as, g)
				}
			case *ast.SelectorExpr: // req.Header = h
				if hasVar(vars, f.p.VarOf(l.X)) && isHeader(f.p.TypeOf(l)) {
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
		if len(call.Args) == 2 && isString(f.p.TypeOf(call.Args[0])) {
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
				if c := f.p.CalleeOf(call); c.Builtin == "make" {
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
	if strings.EqualFold(t.values[0], "Content-Type") {
		if v := f.textOf(value); v.known && len(v.values) == 1 {
			r.asks = r.asks || queryType(v.values[0])
		}
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

// queryType reports whether a payload of this media type is a question.
func queryType(media string) bool {
	media, _, _ = strings.Cut(strings.ToLower(media), ";")
	switch strings.TrimSpace(media) {
	case "application/ocsp-request", "application/dns-message", "application/sparql-query", "application/timestamp-query", "application/vnd.flux":
		return true
	}
	return false
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
