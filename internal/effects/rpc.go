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
	e.What = code.ShortName(c.Func)
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
		e.Key = k
		if k.Source == KeyUnknown && s.param != nil {
			e.keyIn = s.param
		}
		return
	}
	for _, d := range s.sets {
		if n := fieldName(d.Var.Name()); n != noKey && d.RHS != nil {
			if k := f.source(d.RHS, d.In); n == strongKey || k.Source != KeyFresh {
				k.Name, k.Node = d.Var.Name(), d.Node
				e.Key = k
				return
			}
		}
	}
	f.leftOut(e, s, f.p.TypeOf(msg))
}

// leftOut notes that a request of type t, whose literal is in sight, has a
// field for a key and sets none.
func (f *Finder) leftOut(e *Effect, s *sight, t types.Type) {
	if e.Key.Present() || !hasType(s.lits, f, t) {
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
