package effects

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
)

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
		oc := f.p.CalleeOf(other)
		if oc.Func == nil {
			continue
		}
		f.headerSetter(r, other, oc)
		if name := oc.Func.Name(); r.body == nil && len(other.Args) == 1 && (name == "SetBody" || name == "Body" || name == "SetFormData" || name == "SetBodyJsonMarshal") {
			r.body = other.Args[0]
		}
	}
	f.byMethod(e, r)
	f.hookKey(e, call)
}

// byRequest classes a call that sends a request by its method.
func (f *Finder) byRequest(e *Effect, call *ast.CallExpr, c api.Callee) {
	var arg ast.Expr
	for _, a := range call.Args {
		if requestType(f.p.TypeOf(a)) {
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
	if r.asks && e.Kind == api.EffectWrite {
		e.Kind = api.EffectRead
	}
	if e.Kind == api.EffectWrite && r.body == nil && !strings.Contains(e.What, "/") {
		e.Kind = api.EffectUnknown // neither a path nor a payload says what it does
	}
	if e.In != nil {
		e.askedIn(e.In.Outermost().Name())
	}
	if e.Kind == api.EffectWrite || e.Kind == api.EffectUnknown {
		// The caller may know the rest of the path, or the query it posts.
		url, body := r.url.tail, f.bodyParam(r)
		if url != nil && f.paramOwner(url) == nil {
			url = nil
		}
		if url != nil || body != nil {
			e.open = &open{by: api.EffectHTTP, url: url, path: path(r.url), body: body, def: e.Kind, verb: r.method.values[0]}
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

// askedIn makes a POST unknown that a function by the name of Search or
// FetchAll makes, and one repeatable that Renew makes, unless its path says what it does.
func (e *Effect) askedIn(name string) {
	if !e.http || e.Kind != api.EffectWrite || !readName(name) && !renewName(name) {
		return
	}
	if i := strings.LastIndexByte(e.What, '/'); i >= 0 {
		if seg := strings.Trim(e.What[i+1:], "…?"); seg != "" {
			return
		}
	}
	e.Kind = api.EffectUnknown
	if renewName(name) {
		e.Kind = api.EffectIdempotent
	}
}

// renewName reports whether a function of this name keeps something going or asks how long it
// will last: doing that twice is doing it once.
func renewName(name string) bool {
	name = strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
	for _, prefix := range []string{"renew", "keepalive", "heartbeat", "timetolive", "ttl"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	// updateToken: a token that nobody uses is forgotten, as long as it is none that is made to be kept.
	if strings.Contains(name, "token") {
		for _, prefix := range []string{"update", "refresh", "obtain", "ensure", "acquire", "exchange"} {
			if strings.HasPrefix(name, prefix) {
				return true
			}
		}
	}
	return false
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
			if l := strings.ToLower(seg); strings.Contains(l, "graphql") || strings.Contains(l, "rpc") {
				return api.EffectUnknown // query or mutation: the text is not in sight
			}
			return api.EffectRead
		}
		if setSegment(seg) {
			return api.EffectIdempotent
		}
		break
	}
	return kind
}

// setSegment reports whether a path that ends so brings about a state: cancel,
// reload, acknowledge. Doing it twice is doing it once.
func setSegment(seg string) bool {
	switch strings.ToLower(strings.Trim(seg, "-_")) {
	case "reload", "refresh", "flush", "heartbeat", "keepalive", "renew", "logout", "activate", "deactivate", "subscribe", "start", "pause", "resume", "lock", "unlock", "seal", "unseal", "promote", "demote":
		return true
	}
	return api.RPCEffect(seg) == api.EffectIdempotent
}

// readSegment reports whether a path that ends so is asked, not told: searches,
// queries, validations, tokens.
func readSegment(seg string) bool {
	if readName(seg) && !strings.HasPrefix(strings.ToLower(seg), "check") {
		return true
	}
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
