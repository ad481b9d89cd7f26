package effects

import (
	"go/ast"
	"go/constant"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// byRow completes an effect that a row of the tables tells.
func (f *Finder) byRow(e *Effect, call *ast.CallExpr, c api.Callee) {
	row := e.row
	switch row.Kind {
	case api.EffectRead, api.EffectLocal:
		return
	case api.EffectHTTP:
		f.byRequest(e, call, c)
		return
	case api.EffectUnknown:
		if !f.appends(e, call, c) {
			f.byPrepared(e, c)
		}
		if e.Kind == api.EffectUnknown {
			f.byQueued(e, call)
		}
		return
	}
	if verb, ok := httpVerb(c.Func); ok {
		f.byVerb(e, call, c, verb)
		return
	}
	s := f.sightOf(call, c)
	e.Payload = f.payloadOf(call)
	if row.Kind == api.EffectSQL {
		f.byText(e, call, c, s)
	}
	if f.changed(s, row.Unless) {
		e.Kind = api.EffectWrite
	}
	if e.Kind != api.EffectWrite && e.Kind != api.EffectConsume && e.Kind != api.EffectConditional {
		return
	}
	f.protect(e, s)
	e.Key = f.drawn(e.Key, s.calls)
}

// changed reports whether the input holds one of the names of Effect.Unless.
func (f *Finder) changed(s *sight, names []string) bool {
	if len(names) == 0 {
		return false
	}
	if v, _, _ := f.field(s, names...); v != nil {
		return true
	}
	return f.call(s, names...) != nil || f.typed(s, names...) != nil
}

// payloadOf returns the argument that holds what a call sends: the last one
// that is no context and no option.
func (f *Finder) payloadOf(call *ast.CallExpr) ast.Expr {
	for _, a := range call.Args {
		if t := f.p.TypeOf(a); !code.IsContext(t) && isOpaque(t) {
			if _, ok := types.Unalias(t).Underlying().(*types.Signature); !ok {
				return a
			}
		}
	}
	return nil
}

// protect looks for what makes a repeat of a write harmless.
func (f *Finder) protect(e *Effect, s *sight) {
	row := e.row
	if len(row.Key) == 0 && len(row.KeyFn) == 0 {
		return
	}
	if value, at, name := f.field(s, row.Key...); value != nil && !f.serverDraws(value) {
		f.setKey(e, name, value, at)
		return
	}
	if call := f.call(s, append(append([]string(nil), row.Key...), row.KeyFn...)...); call != nil {
		name := "option"
		if c := f.p.CalleeOf(call); c.Func != nil {
			name = c.Func.Name()
		}
		var value ast.Expr
		if len(call.Args) > 0 {
			value = call.Args[len(call.Args)-1]
		}
		f.setKey(e, name, value, call)
		return
	}
	if lit := f.typed(s, row.Key...); lit != nil {
		e.Kind = api.EffectConditional
		e.Key = Key{Source: KeyConst, Name: f.p.TypeOf(lit).String(), Node: lit}
		return
	}
	if hk, ok := f.headerCall(s, row.Key); ok {
		e.Key = hk
		return
	}
	if s.blind && f.mayCarry(e, s) {
		e.Key = Key{Source: KeyUnknown}
		e.keyIn = s.param
		return
	}
	if row.Kind == api.EffectConditional && len(row.Key) > 0 && !isCondition(row.Key[0]) {
		e.Kind = api.EffectWrite // the condition is a key, and it is not set
	}
	if row.KeyAuto && e.Kind == api.EffectWrite {
		// The library draws one for each call: it covers the library's own
		// retries, not those around the call.
		e.Key = Key{Source: KeyFresh, Name: row.Key[0], Node: e.Node, Draw: e.Node, In: e.In, What: row.Lib}
	}
}

// serverDraws reports whether a value leaves it to the server to choose one:
// "*", or "5-*" in the spelling of Redis.
func (f *Finder) serverDraws(e ast.Expr) bool {
	t := f.textOf(e)
	if !t.known {
		return false
	}
	for _, v := range t.values {
		if !strings.HasSuffix(v, "*") {
			return false
		}
	}
	return len(t.values) > 0
}

// setKey notes a key or condition that the call carries.
func (f *Finder) setKey(e *Effect, name string, value ast.Expr, at ast.Node) {
	if isCondition(name) {
		e.Kind = api.EffectConditional
		e.Key = Key{Source: KeyConst, Name: name, Node: at}
		return
	}
	if value == nil {
		e.Key = Key{Source: KeyConst, Name: name, Node: at}
		return
	}
	k := f.source(value, e.In)
	k.Name, k.Node = name, at
	e.Key = k
}

// isCondition reports whether a field, option or header of this name makes a
// write depend on the state it was computed from, or lets the second one be
// seen as a repeat, rather than naming the operation.
func isCondition(name string) bool {
	n := strings.ToLower(strings.ReplaceAll(name, "-", ""))
	if n == "if" {
		return true
	}
	for _, part := range []string{"condition", "exist", "match", "conflict", "unmodifiedsince", "ifseqno", "expect", "cas", "unique", "optype", "etag", "generation"} {
		if strings.Contains(n, part) {
			return true
		}
	}
	return false
}

// headerCall looks for a setter call that gives one of the headers a value:
// SetHeader("Idempotency-Key", k).
func (f *Finder) headerCall(s *sight, names []string) (Key, bool) {
	for _, call := range s.calls {
		if len(call.Args) != 2 {
			continue
		}
		t := f.textOf(call.Args[0])
		if !t.known || len(t.values) != 1 {
			continue
		}
		for _, name := range names {
			if strings.EqualFold(name, t.values[0]) {
				k := f.source(call.Args[1], f.p.Enclosing(call))
				k.Name, k.Node = name, call
				return k, true
			}
		}
	}
	return Key{}, false
}

// mayCarry reports whether the part of the input that is not in sight can hold
// a key. A field that this package sets nowhere holds none, unless the input
// comes from a caller in another package.
func (f *Finder) mayCarry(e *Effect, s *sight) bool {
	call, ok := e.Node.(*ast.CallExpr)
	if !ok {
		return true
	}
	var fields []*types.Var
	seen := make(map[types.Type]bool)
	open := false
	for _, a := range call.Args {
		t := f.p.TypeOf(a)
		if code.IsContext(t) {
			continue
		}
		fields = append(fields, fieldsNamed(t, e.row, 0, seen)...)
		if call.Ellipsis.IsValid() && a == call.Args[len(call.Args)-1] {
			open = true // options that are handed on
		}
		switch types.Unalias(t).Underlying().(type) {
		case *types.Interface, *types.Signature:
			open = open || s.blind
		}
	}
	for _, v := range fields {
		if len(f.p.Defs(v)) > 0 {
			return true
		}
	}
	if len(fields) == 0 {
		return open
	}
	if s.param != nil {
		if owner := f.paramOwner(s.param); owner != nil && !exported(owner) {
			return false
		}
	}
	return true
}

func (f *Finder) paramOwner(v *types.Var) *code.Func {
	for fn := f.ownerOf(v); fn != nil; fn = fn.Parent {
		if fn.ParamIndex(v) != -1 {
			return fn
		}
	}
	return nil
}

// exported reports whether another package may call fn.
func exported(fn *code.Func) bool {
	fn = fn.Outermost()
	return fn.Obj == nil || fn.Obj.Exported()
}

// fieldsNamed returns the fields of t, and of what it is made of, that are keys by
// their names, or those in their tags.
func fieldsNamed(t types.Type, row *api.Effect, depth int, seen map[types.Type]bool) []*types.Var {
	if t == nil || depth > 4 || seen[t] {
		return nil
	}
	seen[t] = true
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Pointer:
		return fieldsNamed(u.Elem(), row, depth, seen)
	case *types.Slice:
		return fieldsNamed(u.Elem(), row, depth+1, seen)
	case *types.Struct:
		var out []*types.Var
		for i := range u.NumFields() {
			v := u.Field(i)
			tag, _, _ := strings.Cut(reflect.StructTag(u.Tag(i)).Get(row.KeyTag), ",")
			if slices.Contains(row.Key, v.Name()) || tag != "" && slices.Contains(row.Key, tag) {
				out = append(out, v.Origin())
			}
			switch types.Unalias(v.Type()).Underlying().(type) {
			case *types.Slice, *types.Pointer, *types.Struct:
				out = append(out, fieldsNamed(v.Type(), row, depth+1, seen)...)
			}
		}
		return out
	}
	return nil
}

// byText classes an effect by the text in the call.
func (f *Finder) byText(e *Effect, call *ast.CallExpr, c api.Callee, s *sight) {
	row := e.row
	e.Kind = api.EffectUnknown
	i := row.SQL
	if c.MethodExpr {
		i++
	}
	var arg ast.Expr
	if i >= 0 && i < len(call.Args) {
		arg = call.Args[i]
	}
	if row.SQL == api.RecvArg {
		arg = c.Recv
	}
	if row.Lang == api.LangMongo {
		if ops := f.operators(arg); ops != "" {
			f.classify(e, text{values: []string{ops}, known: true})
			if e.Kind == api.EffectWrite && i > 0 && f.guardedFilter(call.Args[i-1]) {
				e.Kind = api.EffectConditional
			}
		} else if arg == nil {
			e.Kind = row.Default
		}
		return
	}
	if row.Field != "" {
		values := f.fields(s, row.Field)
		if len(values) == 0 {
			if !s.blind {
				e.Kind = row.Default
			}
			return
		}
		all := text{known: true}
		for _, v := range values {
			all = union(all, f.textOf(v), len(values) == 1)
		}
		if all.known {
			f.classify(e, all)
			return
		}
		arg = values[0]
	}
	if arg == nil {
		e.Kind = row.Default
		return
	}
	t := f.textOf(arg)
	if !t.known {
		e.Kind = api.EffectUnknown
		if row.Default == api.EffectRead {
			e.Kind = api.EffectRead
		}
		p := t.param
		if p == nil {
			p = t.tail
		}
		if p != nil && f.paramOwner(p) != nil {
			e.Kind = api.EffectUnknown
			e.open = &open{by: api.EffectSQL, lang: row.Lang, param: p, def: row.Default}
		}
		return
	}
	f.classify(e, t)
}

// classify gives e the kind of a text; of several the worst.
func (f *Finder) classify(e *Effect, t text) {
	lang := api.LangSQL
	name := ""
	if e.row != nil {
		lang = e.row.Lang
		name = methodName(e.row.Lib)
	}
	f.classifyAs(e, lang, name, t)
}

func (f *Finder) classifyAs(e *Effect, lang api.Lang, name string, t text) {
	e.Kind, e.What, e.Confidence = api.EffectUnknown, "", ByText
	for _, v := range t.values {
		k, why := api.Classify(lang, v)
		if e.What == "" || severity(k) > severity(e.Kind) {
			e.Kind, e.Why = k, why
			e.What = whatText(lang, name, v)
		}
	}
	if !t.known && severity(e.Kind) < severity(api.EffectWrite) {
		e.Kind = api.EffectUnknown
	}
}

func severity(k api.EffectKind) int {
	switch k {
	case api.EffectWrite:
		return 6
	case api.EffectConsume:
		return 5
	case api.EffectUnknown:
		return 4
	case api.EffectConditional:
		return 3
	case api.EffectIdempotent:
		return 2
	case api.EffectRead:
		return 1
	}
	return 0
}

func methodName(lib string) string {
	if i := strings.LastIndexByte(lib, '.'); i >= 0 {
		return lib[i+1:]
	}
	return lib
}

// operators returns the "$" operators at the top of an update document that is
// in sight, separated by spaces.
func (f *Finder) operators(e ast.Expr) string {
	if e == nil {
		return ""
	}
	lit, ok := f.literal(e)
	if !ok {
		return ""
	}
	var ops []string
	add := func(e ast.Expr) {
		if tv, ok := f.p.Info.Types[e]; ok && tv.Value != nil && tv.Value.Kind() == constant.String {
			if s := constant.StringVal(tv.Value); strings.HasPrefix(s, "$") {
				ops = append(ops, s)
			}
		}
	}
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			add(kv.Key)
			continue
		}
		// bson.D{{Key: "$inc", …}} or {{"$inc", …}}
		inner, ok := ast.Unparen(elt).(*ast.CompositeLit)
		if !ok || len(inner.Elts) == 0 {
			continue
		}
		if v := f.litField(inner, "Key"); v != nil {
			add(v)
		}
	}
	return strings.Join(ops, " ")
}

// guardedFilter reports whether a filter in sight tests more than which
// document is meant: that it has not seen this operation, or a version.
func (f *Finder) guardedFilter(e ast.Expr) bool {
	lit, ok := f.literal(e)
	if !ok {
		return false
	}
	found := false
	ast.Inspect(lit, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok || found {
			return !found
		}
		s, ok := constString(f.p.Info, x)
		if !ok {
			return true
		}
		switch strings.ToLower(s) {
		case "$ne", "$nin", "$not", "$exists", "$lt", "$lte", "version", "rev", "revision", "status", "state", "etag", "generation":
			found = true
		}
		return !found
	})
	return found
}

// byPrepared classes the run of a statement that was prepared in sight.
func (f *Finder) byPrepared(e *Effect, c api.Callee) {
	if c.Recv == nil {
		return
	}
	for _, o := range f.recvOrigins(c.Recv) {
		call, ok := ast.Unparen(o).(*ast.CallExpr)
		if !ok {
			continue
		}
		if fn := f.p.Callee(call); fn == nil || !strings.HasPrefix(fn.Name(), "Prepare") && fn.Name() != "Raw" && fn.Name() != "NewRaw" {
			continue
		}
		for _, a := range call.Args {
			if !isString(f.p.TypeOf(a)) {
				continue
			}
			if t := f.textOf(a); t.known {
				f.classify(e, t)
				return
			}
		}
	}
}

// recvOrigins returns the calls a receiver comes from, through locals and
// fields of the package that are set in one place.
func (f *Finder) recvOrigins(recv ast.Expr) []ast.Expr {
	var out []ast.Expr
	for _, o := range f.p.Origins(recv) {
		if o.Expr == nil || o.Unknown {
			continue
		}
		if field := f.p.FieldOf(o.Expr); field != nil {
			fo, complete := f.p.FieldOrigins(field)
			if !complete {
				continue
			}
			for _, o := range fo {
				if o.Expr != nil {
					out = append(out, o.Expr)
				}
			}
			continue
		}
		out = append(out, o.Expr)
	}
	return out
}
