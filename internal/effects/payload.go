package effects

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// A payload is what can be seen of the data that a call sends.
type payload struct {
	f     *Finder
	texts []string
	lits  []*ast.CompositeLit
	types []types.Type
	calls []*ast.CallExpr // of functions of the package that make a part of it
	sets  []entry
	drawn []Key // ids drawn by functions of other packages that make a part of it
	param *types.Var
	seen  map[ast.Node]bool
	in    map[*code.Func]bool // functions of the package that are being looked into
}

func (f *Finder) payload(e ast.Expr) *payload {
	return f.payloadIn(e, make(map[*code.Func]bool))
}

func (f *Finder) payloadIn(e ast.Expr, in map[*code.Func]bool) *payload {
	p := &payload{f: f, seen: make(map[ast.Node]bool), in: in}
	if e != nil {
		p.add(e, 0)
	}
	return p
}

// payloadText returns the constant texts in a payload: a query, a document.
func (f *Finder) payloadText(e ast.Expr) []string { return f.payload(e).texts }

// payloadParam returns the parameter that a payload is made of, nil if there is none.
func (f *Finder) payloadParam(e ast.Expr, _ int) *types.Var { return f.payload(e).param }

// add walks from readers and encoders down to what they are made of.
func (p *payload) add(e ast.Expr, depth int) {
	if e == nil || depth > 10 || len(p.seen) > 200 {
		return
	}
	e = ast.Unparen(e)
	if p.seen[e] {
		return
	}
	p.seen[e] = true
	info := p.f.p.Info
	if tv, ok := info.Types[e]; ok {
		if tv.Value != nil {
			if tv.Value.Kind() == constant.String {
				p.texts = append(p.texts, constant.StringVal(tv.Value))
			}
			return
		}
		if tv.IsNil() {
			return
		}
	}
	if t := p.f.p.TypeOf(e); code.StructOf(t) != nil {
		p.types = append(p.types, t)
	}
	switch x := e.(type) {
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			p.add(x.X, depth+1)
		}
	case *ast.StarExpr:
		p.add(x.X, depth+1)
	case *ast.BinaryExpr:
		if t := p.f.textOf(x); t.known {
			p.texts = append(p.texts, t.values...)
		}
		p.add(x.X, depth+1)
		p.add(x.Y, depth+1)
	case *ast.CompositeLit:
		p.lits = append(p.lits, x)
		for _, elt := range x.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			p.add(elt, depth+1)
		}
	case *ast.CallExpr:
		p.addCall(x, depth)
		if sel, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr); ok && len(x.Args) == 0 && isMap(p.f.p.TypeOf(sel.X)) {
			p.add(sel.X, depth+1) // form.Encode()
		}
	case *ast.Ident:
		p.addVar(x, depth)
	case *ast.SelectorExpr:
		if p.f.p.FieldOf(x) == nil {
			if v := p.f.p.VarOf(x); v != nil {
				if t := p.f.packageVarText(v, 0); t.known {
					p.texts = append(p.texts, t.values...)
				}
			}
			return
		}
		if v := p.f.fieldValue(x); v != nil {
			p.add(v, depth+1)
		}
	}
}

func (p *payload) addCall(x *ast.CallExpr, depth int) {
	c := p.f.p.CalleeOf(x)
	if t := p.f.callText(x, 0); t.known {
		p.texts = append(p.texts, t.values...)
	}
	if c.Func != nil {
		if g := p.f.p.FuncOf(c.Func); g != nil {
			if depth > 6 || p.in[g] {
				return
			}
			p.in[g] = true
			defer delete(p.in, g)
			p.calls = append(p.calls, x)
			for _, r := range p.f.results(g, 0) {
				sub := p.f.payloadIn(r, p.in)
				p.texts = append(p.texts, sub.texts...)
				p.lits = append(p.lits, sub.lits...)
				p.types = append(p.types, sub.types...)
				p.calls = append(p.calls, sub.calls...)
				p.sets = append(p.sets, sub.sets...)
				p.drawn = append(p.drawn, sub.drawn...)
				if sub.param != nil {
					if a := p.f.argFor(g, x, sub.param); a != nil {
						p.add(a, depth+1)
					}
				}
			}
			return
		}
		p.drawn = append(p.drawn, p.f.drawnBy(c, x)...)
	}
	for _, a := range x.Args {
		if !code.IsContext(p.f.p.TypeOf(a)) {
			p.add(a, depth+1)
		}
	}
}

func (p *payload) addVar(id *ast.Ident, depth int) {
	v := p.f.p.VarOf(id)
	if v == nil {
		return
	}
	if v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		if t := p.f.packageVarText(v, 0); t.known {
			p.texts = append(p.texts, t.values...)
		}
		return
	}
	for _, o := range p.f.p.Origins(id) {
		switch {
		case o.Param != nil:
			if p.param == nil {
				p.param = o.Param
			}
		case o.Expr != nil && (!o.Unknown || o.Def != nil && o.Def.Kind == code.DefOp):
			p.add(o.Expr, depth+1)
		}
	}
	owner := p.f.ownerOf(v)
	if owner != nil && (isMap(v.Type()) || code.StructOf(v.Type()) != nil) {
		p.sets = append(p.sets, p.f.entries(v, owner.Outermost())...)
	}
	// A buffer or builder holds what was encoded or written into it.
	if owner != nil && api.CollectsText(v.Type()) {
		owner.Outermost().Walk(func(g *code.Func) {
			for _, call := range g.Calls() {
				for _, a := range p.f.writtenInto(call, v) {
					p.add(a, depth+1)
				}
			}
		})
	}
}

// writtenInto returns what a call writes into buffer v: v.WriteString(x),
// json.NewEncoder(&v).Encode(x), fmt.Fprintf(&v, …).
func (f *Finder) writtenInto(call *ast.CallExpr, v *types.Var) []ast.Expr {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	if f.p.VarOf(sel.X) == v {
		return call.Args
	}
	if sel.Sel.Name == "Encode" {
		enc := ast.Unparen(sel.X)
		if x, ok := f.single(enc); ok {
			enc = x
		}
		if c, ok := enc.(*ast.CallExpr); ok && len(c.Args) > 0 && f.baseVar(c.Args[0]) == v {
			return call.Args
		}
		return nil
	}
	if len(call.Args) > 1 && f.p.VarOf(call.Args[0]) == v && strings.HasPrefix(sel.Sel.Name, "Fprint") {
		return call.Args[1:]
	}
	return nil
}

// payloadKey looks for an idempotency key among the fields of what is sent.
func (f *Finder) payloadKey(r *request) (Key, bool) {
	p := f.payload(r.body)
	for _, v := range r.url.values {
		l := strings.ToLower(v)
		if strings.Contains(l, "idempoten") || strings.Contains(l, "requestid=") || strings.Contains(l, "request_id=") || strings.Contains(l, "dedup") {
			return Key{Source: KeyUnknown, Name: "URL"}, true
		}
	}
	return f.keyIn(p, r.bodyIn)
}

// fieldKey looks for a field or map key that names the operation.
func (f *Finder) fieldKey(lits []*ast.CompositeLit, ts []types.Type, fn *code.Func) (Key, bool) {
	guess := Key{}
	inLits := make(map[types.Type]bool)
	for _, lit := range lits {
		inLits[f.p.TypeOf(lit)] = true
		inLits[types.NewPointer(f.p.TypeOf(lit))] = true
		st := code.StructOf(f.p.TypeOf(lit))
		for i, elt := range lit.Elts {
			kv, ok := elt.(*ast.KeyValueExpr)
			if !ok {
				if st == nil || i >= st.NumFields() {
					continue
				}
				if k, ok := f.namedKey(st.Field(i).Name(), elt, elt, fn); ok { // without field names
					if !k.Guess {
						return k, true
					}
					guess = k
				}
				continue
			}
			if k, ok := f.namedKey(f.sentAs(st, f.entryName(kv)), kv.Value, kv, fn); ok {
				if !k.Guess {
					return k, true
				}
				guess = k
			}
		}
	}
	for _, t := range ts {
		if hasType(lits, f, t) {
			continue // its literal is in sight and sets none
		}
		st := code.StructOf(t)
		if st == nil {
			continue
		}
		for i := range st.NumFields() {
			v := st.Field(i)
			if fieldName(f.sentAs(st, v.Name())) != noKey && reflect.StructTag(st.Tag(i)).Get("json") != "-" {
				return Key{Source: KeyUnknown, Name: v.Name(), OfType: true}, true
			}
		}
	}
	return guess, guess.Present()
}

// sentAs is the name of a field of a struct, or, if that names no key and its tag
// does, the one that it has in JSON.
func (f *Finder) sentAs(st *types.Struct, name string) string {
	if st == nil || fieldName(name) != noKey {
		return name
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() != name {
			continue
		}
		tag, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
		if fieldName(tag) != noKey {
			return tag
		}
	}
	return name
}

// entryName is the name under which a literal holds a value: that of a field, or
// a map's key.
func (f *Finder) entryName(kv *ast.KeyValueExpr) string {
	if s, ok := constString(f.p.Info, kv.Key); ok {
		return s
	}
	if id, ok := kv.Key.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

func hasType(lits []*ast.CompositeLit, f *Finder, t types.Type) bool {
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	for _, lit := range lits {
		if types.Identical(f.p.TypeOf(lit), t) {
			return true
		}
	}
	return false
}

// fieldName classes a field by its name: one that names the operation, one
// that may, one that does not.
func fieldName(name string) int {
	n := strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
	switch n {
	case "clienttoken", "clientrequesttoken", "clientrequestid", "clientorderid", "dedupid", "deduplicationid", "messagededuplicationid",
		"dedupkey", "deduplicationkey", "requesttoken", "uniquerequestid", "clientreferenceid", "insertid", "orderlinkid", "clordid",
		"newclientorderid", "clientoid", "outtradeno", "outrefundno", "outbizno":
		return strongKey
	case "requestid", "messageid", "nonce", "transactionid", "operationid":
		return weakKey
	}
	if strings.Contains(n, "idempot") {
		return strongKey
	}
	return noKey
}
