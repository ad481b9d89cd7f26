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
	if !ok || sig.Recv() == nil || sig.Params().Len() < 2 || !isContext(sig.Params().At(0).Type()) {
		return false
	}
	last := sig.Params().At(sig.Params().Len() - 1)
	if sig.Variadic() {
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
	e.Kind, e.Confidence = nameKind(c.Func.Name()), ByName
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
	if k, ok := f.fieldKey(s.lits, []types.Type{f.typeOf(msg)}, e.In); ok && !e.Key.Present() {
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
}

// nameKind classes a method by the verb its name begins with, as the API
// improvement proposals and common usage have it.
func nameKind(name string) api.EffectKind {
	for _, p := range []string{"CheckIn", "CheckOut", "Checkpoint", "TestAndSet", "ReadAndDelete", "ListAndLock", "GetToken", "GetUploadURL", "GetSignedURL"} {
		if strings.HasPrefix(name, p) {
			return api.EffectUnknown
		}
	}
	for _, p := range []string{"GetOrCreate", "FindOrCreate", "Ensure", "CreateIfNotExists", "CreateOrUpdate", "AddOrUpdate", "InsertOrUpdate"} {
		if strings.HasPrefix(name, p) {
			return api.EffectIdempotent
		}
	}
	for _, p := range []string{"GetNext", "Pop", "Dequeue", "Lease", "Acquire", "Claim", "Receive", "Pull"} {
		if hasWord(name, p) {
			return api.EffectConsume
		}
	}
	for _, w := range writeVerbs {
		if hasWord(name, w) {
			return api.EffectWrite
		}
	}
	for _, w := range idempotentVerbs {
		if hasWord(name, w) {
			return api.EffectIdempotent
		}
	}
	if readName(name) {
		return api.EffectRead
	}
	return api.EffectUnknown
}

var (
	writeVerbs = []string{"Create", "BatchCreate", "Insert", "BatchInsert", "Add", "Send", "Publish", "Enqueue", "Submit", "Charge", "Pay", "Capture", "Refund",
		"Transfer", "Trigger", "Append", "Increment", "Decrement", "Issue", "Clone", "Withdraw", "Deposit", "Purchase", "Place", "Book", "Debit", "Credit", "Post", "Emit"}
	idempotentVerbs = []string{"Update", "Set", "Put", "Replace", "Upsert", "Patch", "Enable", "Disable", "Cancel", "Archive", "Undelete", "Ack", "Acknowledge",
		"Close", "Stop", "Delete", "BatchDelete", "BatchUpdate", "Remove"}
	readVerbs = []string{"Get", "List", "BatchGet", "Search", "Lookup", "Check", "Count", "Find", "Fetch", "Describe", "Query", "Read", "Watch", "Test",
		"Export", "Has", "Is", "Exists", "Load", "Retrieve", "Resolve", "Validate", "Verify", "Ping", "Health", "Probe", "Poll", "Scan", "Select", "Estimate", "Preview", "Login", "Authenticate", "Authorize", "Token", "Introspect", "Evaluate", "Ask", "Complete", "Embed", "Translate", "Download", "Scrape", "Discover", "Compute", "Calculate", "Show", "View", "Peek", "Stat", "Status", "Render", "Predict", "Infer", "Classify", "Analyze", "Summarize"}
)

// readName reports whether a function of this name reads, by its first word.
func readName(name string) bool {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[i+1:]
	}
	if name == "" {
		return false
	}
	r := []rune(name)
	r[0] = unicode.ToUpper(r[0])
	name = string(r)
	for _, p := range []string{"CheckIn", "CheckOut", "Checkpoint", "GetOrCreate", "FindOrCreate", "GetNext", "ReadAndDelete", "FetchAndAdd", "LoadAndDelete", "LoadOrStore"} {
		if strings.HasPrefix(name, p) {
			return false
		}
	}
	for _, w := range readVerbs {
		if hasWord(name, w) {
			return true
		}
	}
	return false
}

// hasWord reports whether name begins with word, up to the next capital letter.
func hasWord(name, word string) bool {
	if !strings.HasPrefix(name, word) {
		return false
	}
	rest := name[len(word):]
	return rest == "" || !unicode.IsLower(rune(rest[0])) || strings.HasPrefix(rest, "s") && (len(rest) == 1 || !unicode.IsLower(rune(rest[1])))
}
