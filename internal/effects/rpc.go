package effects

import (
	"go/ast"
	"go/types"
	"strings"
	"unicode"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// isClientMethod reports whether a call goes to another process through a
// generated client: an interface's method that takes gRPC call options, or
// connect requests.
func (f *Finder) isClientMethod(c api.Callee) bool {
	sig, ok := c.Func.Type().(*types.Signature)
	if !ok || sig.Recv() == nil || sig.Params().Len() < 2 || !code.IsContext(sig.Params().At(0).Type()) {
		return false
	}
	last := sig.Params().At(sig.Params().Len() - 1)
	if sig.Variadic() {
		if sig.Params().Len() < 3 {
			return false // opens a stream
		}
		if s, ok := last.Type().(*types.Slice); ok && api.KeyOfType(s.Elem()) == "google.golang.org/grpc.CallOption" {
			return true
		}
		return false
	}
	return code.IsInterfaceMethod(c.Func) && sig.Params().Len() == 2 &&
		api.KeyOfType(sig.Params().At(1).Type()) == "*connectrpc.com/connect.Request"
}

// byName classes a call of a generated client by the method's name. That is a
// habit of API design, not a promise, and the effect says so (ByName).
func (f *Finder) byName(e *Effect, call *ast.CallExpr, c api.Callee) {
	e.Kind, e.Confidence = api.RPCEffect(c.Func.Name()), ByName
	e.What, e.Method = code.ShortName(c.Func), clientMethod(c.Func)
	e.Safe = "a request id set before the retry"
	var msg ast.Expr
	if len(call.Args) > 1 {
		msg = call.Args[1]
	}
	e.Payload = msg
	if msg == nil || e.Kind != api.EffectWrite && e.Kind != api.EffectConsume {
		return
	}
	s := &sight{vars: make(map[*types.Var]bool)}
	f.see(s, msg, 0, false)
	f.seeSetters(s, call)
	// Create with a name of the caller's choice, an etag, a dry run.
	for _, lit := range s.lits {
		for _, elt := range lit.Elts {
			kv, ok := elt.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			id, ok := kv.Key.(*ast.Ident)
			if !ok || isZero(f.p.Info, kv.Value) {
				continue
			}
			switch {
			case id.Name == "Etag" || id.Name == "AllowMissing":
				e.Kind = api.EffectConditional
			case id.Name == "ValidateOnly" || id.Name == "DryRun":
				e.Kind = api.EffectRead
			case strings.HasPrefix(c.Func.Name(), "Create") && id.Name == strings.TrimPrefix(c.Func.Name(), "Create")+"Id":
				f.setKey(e, id.Name, kv.Value, kv)
			}
		}
	}
	if k, ok := f.fieldKey(s.lits, []types.Type{f.p.TypeOf(msg)}, e.In); ok && !e.Key.Present() {
		e.Key = f.drawn(k, s.calls)
		if k.Source == KeyUnknown && s.param != nil {
			e.keyIn = s.param
		}
		if !k.Guess {
			return
		}
	}
	for _, d := range s.sets {
		if n := fieldName(d.Var.Name()); n != noKey && d.RHS != nil {
			if k := f.source(d.RHS, d.In); n == strongKey || k.Source != KeyFresh {
				k.Name, k.Node = d.Var.Name(), d.Node
				e.Key = f.drawn(k, s.calls)
				return
			}
		}
	}
	f.leftOut(e, s, f.p.TypeOf(msg))
}

// clientMethod returns the service and method of a generated client's method:
// "Rooms/Book" of RoomsClient.Book.
func clientMethod(fn *types.Func) string {
	recv := types.Unalias(fn.Signature().Recv().Type())
	if p, ok := recv.(*types.Pointer); ok {
		recv = types.Unalias(p.Elem())
	}
	n, ok := recv.(*types.Named)
	if !ok {
		return ""
	}
	return strings.TrimSuffix(n.Obj().Name(), "Client") + "/" + fn.Name()
}

// isInvoke reports whether a call is the one that generated clients are made
// of, with the method as a text.
func isInvoke(c api.Callee) bool {
	return api.InvokesByName(c.Key)
}

// byInvoke classes such a call by the method's name, if that is in sight.
func (f *Finder) byInvoke(e *Effect, call *ast.CallExpr) {
	e.Kind, e.Confidence = api.EffectUnknown, ByName
	if len(call.Args) < 3 {
		return
	}
	e.Payload = call.Args[2]
	t := f.textOf(call.Args[1])
	if !t.known || len(t.values) != 1 {
		if p := t.param; p != nil && f.paramOwner(p) != nil {
			e.open = &open{by: api.EffectRPC, param: p}
		}
		return
	}
	f.byMethodName(e, t.values[0])
	s := &sight{vars: make(map[*types.Var]bool)}
	f.see(s, call.Args[2], 0, false)
	if k, ok := f.fieldKey(s.lits, []types.Type{f.p.TypeOf(call.Args[2])}, e.In); ok {
		e.Key = k
	}
	// What a message of any shape is made from: a map with a key among its entries.
	for _, mk := range s.calls {
		ast.Inspect(mk, func(n ast.Node) bool {
			kv, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			if name, ok := constString(f.p.Info, kv.Key); ok && keyEntry(name) {
				e.Key = f.source(kv.Value, e.In)
				e.Key.Name, e.Key.Node = name, kv
			}
			return true
		})
	}
}

// byMethodName classes a remote call by the name of its method.
func (f *Finder) byMethodName(e *Effect, method string) {
	e.Kind, e.Confidence, e.Method = api.RPCEffect(method), ByName, method
	e.What, e.Safe = "call of "+method, "a request id set before the retry"
}

// resolveRPC settles a remote call whose method a caller gives, and looks for a
// key in what else it gives. What is not in sight may hold one.
func (f *Finder) resolveRPC(e *Effect, o *open, method ast.Expr, call *ast.CallExpr) {
	t := f.textOf(method)
	if !t.known || len(t.values) != 1 {
		if p := t.param; p != nil && f.paramOwner(p) != nil {
			e.open = &open{by: o.by, param: p}
		}
		return
	}
	f.byMethodName(e, t.values[0])
	s := &sight{vars: make(map[*types.Var]bool)}
	for _, a := range call.Args {
		if lit, ok := f.literal(a); ok {
			s.lits = append(s.lits, lit) // a key is an entry of its own
		} else if a != method && !code.IsContext(f.p.TypeOf(a)) {
			f.see(s, a, 0, false)
		}
	}
	if s.blind && !e.Key.Present() {
		e.Key = Key{Source: KeyUnknown}
	}
	for _, lit := range s.lits {
		for _, elt := range lit.Elts {
			kv, ok := elt.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			if name := f.entryName(kv); keyEntry(name) {
				e.Key = f.source(kv.Value, e.In)
				e.Key.Name, e.Key.Node = name, kv
			}
		}
	}
}

// keyEntry reports whether an entry of this name may tell one request from another.
func keyEntry(name string) bool {
	return fieldName(name) != noKey || strings.EqualFold(name, "id") || strings.EqualFold(name, "key")
}

// leftOut notes that a request of type t, whose literal is in sight, has a
// field for a key and sets none.
func (f *Finder) leftOut(e *Effect, s *sight, t types.Type) {
	if e.Key.Present() && !e.Key.Guess || !hasType(s.lits, f, t) {
		return
	}
	if e.KeyField = strongField(t); e.KeyField != "" {
		e.Safe = "set " + e.KeyField + ", which is left empty, before the first attempt"
	}
}

// strongField returns a field of struct t that is there to name an operation,
// "" if it has none.
func strongField(t types.Type) string {
	st := code.StructOf(t)
	if st == nil {
		return ""
	}
	for v := range st.Fields() {
		if fieldName(v.Name()) == strongKey || strings.EqualFold(v.Name(), "RequestId") {
			return v.Name()
		}
	}
	return ""
}

// readName reports whether a function of this name only asks: Search, FetchAll,
// validateToken. What it posts is then a question.
func readName(name string) bool {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[i+1:]
	}
	if api.RPCEffect(name) == api.EffectRead {
		return true
	}
	word := strings.ToLower(name)
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			word = strings.ToLower(name[:i])
			break
		}
	}
	switch word {
	case "load", "retrieve", "verify", "probe", "poll", "select", "login", "authenticate", "authorize", "token", "introspect", "evaluate", "ask",
		"complete", "embed", "translate", "download", "scrape", "discover", "compute", "peek", "stat", "render", "predict", "infer", "classify",
		"analyze", "summarize", "explain", "refresh", "lookup", "exchange", "detect":
		return true
	}
	return false
}
