package waits

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
)

// sourceKind says what a reader reads from in the end.
type sourceKind int8

const (
	sourceUnknown sourceKind = iota
	sourceNone               // memory or a file: never waits for another end
	sourcePeer               // a connection or pipe
	sourceParam              // comes from the caller
	sourceBody               // the body of a request or response
)

// A source is where a reader or writer ends.
type source struct {
	kind sourceKind
	expr ast.Expr   // the connection, as it is named here
	v    *types.Var // the variable or field it is in
	fn   *code.Func // sourceParam: the function whose parameter v is
	// carrier is what has the context: the command whose pipe it is.
	carrier ast.Expr
}

// ioWait judges a read from, or a copy between, the arguments row.From.
func (f *Finder) ioWait(fn *code.Func, w *Wait, c api.Callee) *Wait {
	w.Obeys = facts.ObeysNone
	for _, i := range w.Row.From {
		e := argument(w.Call, c, i)
		if e == nil {
			continue
		}
		got := *w
		if out := f.peerWait(fn, &got, e); out != nil && (out.Proven || out.IfPeer || out.Linked) {
			return out
		}
	}
	return nil
}

// peerWait judges a wait on subject, which may be a connection, or a buffer.
// It returns nil if there is nothing to wait for.
func (f *Finder) peerWait(fn *code.Func, w *Wait, subject ast.Expr) *Wait {
	src := f.source(subject)
	if src.kind == sourceNone {
		return nil
	}
	w.Subject, w.Proven, w.Obeys, w.IfPeer = subject, false, facts.ObeysUnknown, false
	if l := f.flow.Linked(fn, subject); l != nil {
		f.obey(w, l.Ctx)
		w.Linked, w.Proven = true, false
		return w
	}
	switch {
	case src.carrier != nil:
		f.obey(w, f.flow.Trace(src.carrier))
	case src.kind == sourceParam:
		if w.IfPeer = src.fn.Obj != nil; f.owned(fn, w, src) {
			w.Obeys, w.Proven, w.IfPeer = facts.ObeysNone, true, false
		}
	case src.kind == sourcePeer:
		if f.nobodyEnds(fn, w, src) {
			w.Obeys, w.Proven = facts.ObeysNone, true
		}
	}
	return w
}

// subject sets what ends a wait that no context reaches, and looks for a link
// from a context to it.
func (f *Finder) subject(fn *code.Func, w *Wait, e ast.Expr) {
	if e == nil || w.Row != nil && w.Row.Twin != "" && w.Kind != api.WaitProc && w.Kind != api.WaitIO && !f.isPeer(f.p.Info.TypeOf(e)) {
		return
	}
	w.Subject = e
	if l := f.flow.Linked(fn, e); l != nil {
		f.obey(w, l.Ctx)
		w.Linked, w.Proven, w.Missing = true, false, nil
		return
	}
	if w.From != nil || w.Obeys == facts.ObeysValue || w.Obeys == facts.ObeysUnknown {
		return
	}
	if w.Kind != api.WaitIO && w.Kind != api.WaitNet && w.Kind != api.WaitProc {
		return
	}
	src := f.source(e)
	switch {
	case src.kind == sourceParam && (w.Kind == api.WaitIO || f.isPeer(src.v.Type())):
		w.Obeys, w.Proven, w.IfPeer = facts.ObeysUnknown, false, src.fn.Obj != nil
		if f.owned(fn, w, src) {
			w.Obeys, w.Proven, w.IfPeer = facts.ObeysNone, true, false
		}
	case src.kind == sourcePeer || w.Kind == api.WaitIO:
		if !f.nobodyEnds(fn, w, src) {
			w.Obeys, w.Proven = facts.ObeysUnknown, false
		}
	}
}

func (f *Finder) isPeer(t types.Type) bool {
	return f.t.TypeTrait(api.KeyOfType(t)) == api.TraitPeer
}

// source follows a reader to what it reads from.
func (f *Finder) source(e ast.Expr) source {
	return f.sourceAt(e, 0)
}

func (f *Finder) sourceAt(e ast.Expr, depth int) source {
	if e == nil || depth > 8 {
		return source{}
	}
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = ast.Unparen(u.X)
	}
	v := f.p.VarOf(e)
	switch f.t.TypeTrait(api.KeyOfType(f.p.Info.TypeOf(e))) {
	case api.TraitMemory, api.TraitFile:
		return source{kind: sourceNone}
	case api.TraitPeer:
		return f.peerSource(e, v, depth)
	}
	if api.KeyOfType(f.p.Info.TypeOf(e)) == "*os.File" {
		return source{kind: sourceNone}
	}
	if sel, ok := e.(*ast.SelectorExpr); ok {
		switch api.KeyOfType(f.p.Info.TypeOf(sel.X)) {
		case "*net/http.Response", "*net/http.Request", "net/http.Response", "net/http.Request":
			return source{kind: sourceBody, expr: e}
		}
		if v != nil && v.IsField() {
			return f.fieldSource(e, v, depth)
		}
		if v != nil && v.Pkg() != nil {
			return f.madeBy(e, v.Pkg().Path()+"."+v.Name(), depth)
		}
		return source{}
	}
	if call, ok := e.(*ast.CallExpr); ok {
		return f.callSource(call, depth)
	}
	if _, ok := e.(*ast.Ident); !ok {
		return source{}
	}
	var out source
	for i, o := range f.p.Origins(e) {
		var s source
		switch {
		case o.Param != nil:
			s = f.paramSource(o.Param, o.Def)
		case o.Zero:
			if f.t.TypeTrait(api.KeyOfType(f.p.Info.TypeOf(e))) == api.TraitMemory {
				s.kind = sourceNone
			}
		case o.Unknown || o.Expr == nil:
		case o.Expr == e:
		default:
			s = f.sourceAt(o.Expr, depth+1)
		}
		if s.kind == sourcePeer && s.v == nil {
			s.expr, s.v = e, v
		}
		if i == 0 {
			out = s
		} else if s.kind != out.kind || s.v != out.v {
			return source{} // different things on different paths
		}
	}
	return out
}

func (f *Finder) paramSource(v *types.Var, d *code.Def) source {
	if d == nil || d.In == nil {
		return source{}
	}
	return source{kind: sourceParam, v: v, fn: d.In}
}

// peerSource follows a value of a connection's type to the variable it was put into.
func (f *Finder) peerSource(e ast.Expr, v *types.Var, depth int) source {
	out := source{kind: sourcePeer, expr: e, v: v}
	if id, ok := e.(*ast.Ident); ok {
		for _, o := range f.p.Origins(id) {
			if o.Param != nil {
				return f.paramSource(o.Param, o.Def)
			}
			if inner, ok := o.Expr.(*ast.CallExpr); ok && o.Index <= 0 && depth < 8 {
				// tls.Client(conn, cfg): what ends conn ends it too.
				s := f.callSource(inner, depth+1)
				if s.kind == sourceParam {
					return s
				}
				if s.kind == sourcePeer && s.v != nil && s.v != v {
					if u := f.connUse(s.v); u.reads || u.writes {
						return s // its deadlines hold for what is on top of it
					}
				}
			}
		}
	}
	return out
}

func (f *Finder) callSource(call *ast.CallExpr, depth int) source {
	c := f.p.CalleeOf(call)
	switch {
	case c.Conversion && len(call.Args) == 1:
		return f.sourceAt(call.Args[0], depth+1)
	case c.Builtin == "new":
		return source{}
	}
	return f.madeByCall(call, c, depth)
}

func (f *Finder) madeByCall(call *ast.CallExpr, c api.Callee, depth int) source {
	for _, m := range f.t.Makers(c.Key) {
		switch m.Trait {
		case api.TraitMemory, api.TraitFile:
			return source{kind: sourceNone}
		case api.TraitPeer:
			s := source{kind: sourcePeer, expr: call}
			if c.Recv != nil {
				// A command, say, whose context kills it; a dialer has none.
				if root := f.flow.Trace(c.Recv).Root; root.Kind != ctxflow.RootUnknown || root.Var != nil && f.mayCarry(f.p.Info.TypeOf(c.Recv)) {
					s.carrier = c.Recv
				}
			}
			return s
		case api.TraitSame:
			return f.sourceAt(argument(call, c, m.Of), depth+1)
		}
	}
	return source{}
}

// mayCarry reports whether a context may be inside values of a type, as it is
// in a command: their methods wait under it.
func (f *Finder) mayCarry(t types.Type) bool {
	if t == nil {
		return false
	}
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		if fn, ok := set.At(i).Obj().(*types.Func); ok && fn.Exported() {
			if row := f.row(fn.Origin()); row != nil && row.Kind == api.WaitProc && row.Ctx.Kind == api.CtxReceiver {
				return true
			}
		}
	}
	return false
}

func (f *Finder) madeBy(e ast.Expr, key string, depth int) source {
	for _, m := range f.t.Makers(api.Path(key)) {
		switch m.Trait {
		case api.TraitMemory, api.TraitFile:
			return source{kind: sourceNone}
		case api.TraitPeer:
			return source{} // standard input: the user is there or not
		}
	}
	return source{}
}

// fieldSource follows a field that the package alone gives values.
func (f *Finder) fieldSource(e ast.Expr, v *types.Var, depth int) source {
	origins, complete := f.p.FieldOrigins(v)
	if !complete || len(origins) == 0 {
		return source{}
	}
	var out source
	for i, o := range origins {
		var s source
		if o.Expr != nil && !o.Unknown {
			s = f.sourceAt(o.Expr, depth+1)
			if s.kind == sourcePeer && f.endedWhereMade(o.Expr, s) {
				return source{}
			}
		}
		if i > 0 && s.kind != out.kind {
			return source{}
		}
		out = s
	}
	if out.kind == sourcePeer {
		out.expr, out.v = e, v.Origin()
	}
	if out.kind == sourceParam {
		return source{}
	}
	return out
}

// endedWhereMade reports whether a connection gets a deadline, or a link to a
// context, in the function that puts it, or a reader on it, into a field.
func (f *Finder) endedWhereMade(e ast.Expr, s source) bool {
	if s.v != nil && !s.v.IsField() {
		if u := f.connUse(s.v); u.reads || u.writes {
			return true
		}
	}
	in := f.p.Enclosing(e)
	return in != nil && s.expr != nil && f.flow.Linked(in, s.expr) != nil
}

// underDeadline reports whether what a call works with was given the deadline of
// a context: the dialer that it is handed, the client that it is called on.
func (f *Finder) underDeadline(fn *code.Func, w *Wait, call *ast.CallExpr, c api.Callee) bool {
	for _, e := range append([]ast.Expr{c.Recv}, call.Args...) {
		if e == nil || code.StructOf(code.Deref(f.p.TypeOf(e))) == nil {
			continue
		}
		if l := f.flow.Linked(fn, e); l != nil && l.Kind == ctxflow.LinkDeadline {
			f.obey(w, l.Ctx)
			w.Linked, w.Proven, w.Limited = true, false, true
			return true
		}
	}
	return false
}
