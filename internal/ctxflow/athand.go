package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// SourceKind says how a context is at hand. The order is from best to worst.
type SourceKind int8

const (
	SourceParam   SourceKind = iota // a context.Context parameter
	SourceLocal                     // a local variable
	SourceCarrier                   // inside a parameter: r.Context()
	SourceStored                    // in a field of the receiver or of a parameter
)

func (k SourceKind) String() string {
	return [...]string{"param", "local", "carrier", "stored"}[k]
}

// A Life says whose end a context is.
type Life int8

const (
	LifeUnknown Life = iota
	LifeCaller       // the caller's, whatever that is
	LifeRequest      // a request's, message's or job's
	LifeProcess      // the process's or a long-lived object's
	LifeLocal        // made by the function itself
	LifeTest         // a test's
)

func (l Life) String() string {
	return [...]string{"unknown", "caller", "request", "process", "local", "test"}[l]
}

// A Source is a context that a function has at hand at a place.
type Source struct {
	Kind SourceKind
	// Expr is how to write the context there: ctx, r.Context(),
	// c.Request.Context(), s.ctx. Of a blank parameter it is the usual name,
	// which the parameter has to get first.
	Expr string
	// Var is the variable that is or carries the context; for SourceStored the
	// field.
	Var *types.Var
	// Func is the function that declares Var (whose receiver holds it).
	Func *code.Func
	// Blank: the parameter is unnamed or "_".
	Blank bool
	// Live says whether the context ends with the request. Yes for contexts
	// of callers.
	Live api.Tri
	Life Life
	// Captured: Func is around the function asked for.
	Captured bool
	// Run is the farthest run kind of the literals between: a context captured
	// by a goroutine that nobody waits for may be over before the work is.
	Run RunKind
	// Ctx is where a local variable comes from. For others it is the variable
	// itself.
	Ctx Ctx
}

// AtHand returns the contexts that fn has at hand at a place in it, the best
// first. A nil at means anywhere in fn: its parameters and receiver, and what
// it captures.
func (f *Flow) AtHand(fn *code.Func, at ast.Node) []Source {
	if fn == nil {
		return nil
	}
	var out []Source
	pos := fn.Body.Pos() + 1
	if at != nil {
		pos = at.Pos()
	}
	seen := make(map[string]bool) // names that hide outer ones
	run := RunSync
	for g := fn; g != nil; g = g.Parent {
		captured := g != fn
		where := at
		if where == nil && captured {
			where = fn.Node
		}
		for _, s := range f.locals(g, pos, where, seen) {
			s.Captured, s.Run = captured, run
			out = append(out, s)
		}
		for _, s := range f.params(g, seen) {
			s.Captured, s.Run = captured, run
			out = append(out, s)
		}
		if g.Obj == nil {
			run = max(run, f.Live(g).Kind)
			pos = g.Node.Pos()
		}
	}
	slices.SortStableFunc(out, func(a, b Source) int { return a.rank() - b.rank() })
	return out
}

// rank orders sources: what a reader would pass on first.
func (s Source) rank() int {
	r := 0
	switch {
	case s.Kind == SourceLocal && s.Ctx.Nobody():
		r = 60
	case s.Kind == SourceLocal && s.Ctx.Root.Kind == RootCarrier:
		r = 8 // ctx := r.Context()
	case s.Kind == SourceLocal:
		r = 20
	case s.Kind == SourceParam:
		r = 5
	case s.Kind == SourceCarrier:
		r = 10
	case s.Kind == SourceStored:
		r = 40
	}
	if s.Captured {
		r += 25
	}
	if s.Blank {
		r += 50
	}
	if s.Live == api.No {
		r += 30
	}
	return r
}

// params returns the contexts among the parameters and in the receiver of g
// that are not hidden by names declared further in.
func (f *Flow) params(g *code.Func, seen map[string]bool) []Source {
	all, ok := f.atHand[g]
	if !ok {
		for i, v := range g.Params() {
			if s, ok := f.paramSource(g, v, i); ok {
				s.Blank = v.Name() == "" || v.Name() == "_"
				all = append(all, s)
			}
		}
		if r := g.Sig.Recv(); r != nil && g.Obj != nil {
			all = append(all, f.stored(g, r)...)
		}
		f.atHand[g] = all
	}
	var out []Source
	for _, s := range all {
		name := s.Var.Name()
		if s.Kind == SourceStored {
			name = g.Sig.Recv().Name()
		}
		if !s.Blank && seen[name] {
			continue
		}
		out = append(out, s)
	}
	for _, v := range g.Params() {
		seen[v.Name()] = true
	}
	if r := g.Sig.Recv(); r != nil {
		seen[r.Name()] = true
	}
	return out
}

func (f *Flow) paramSource(g *code.Func, v *types.Var, i int) (Source, bool) {
	name := v.Name()
	s := Source{Var: v, Func: g, Life: LifeCaller, Live: api.Yes}
	t := v.Type()
	s.Ctx = Ctx{Root: Root{Kind: RootParam, Var: v, Func: g}}
	if code.IsContext(t) {
		s.Kind = SourceParam
		if name == "" || name == "_" {
			name = "ctx"
		}
		s.Expr, s.Life = name, f.paramLife(g, v)
		if f.neverOver(g, v) {
			s.Live = api.No
		}
		return s, true
	}
	c := f.carrierOf(t)
	if c == nil || c.expr == "" {
		return s, false
	}
	if g.Sig.Variadic() && i == g.Sig.Params().Len()-1 {
		return s, false
	}
	s.Kind, s.Live, s.Life = SourceCarrier, c.live, LifeRequest
	s.Ctx.Root.Kind, s.Ctx.Root.Live = RootCarrier, c.live
	if name == "" || name == "_" {
		name = carrierName(t)
	}
	s.Expr = strings.ReplaceAll(c.expr, "$", name)
	switch h := f.t.HandlerByParams(g.Sig); {
	case c.test:
		s.Life = LifeTest
		s.Ctx.Root.Kind = RootTest
	case h != nil && (h.CLI || h.Lifecycle):
		s.Life = LifeProcess
	case h == nil:
		s.Life = f.carrierLife(t)
	}
	return s, true
}

// carrierLife says whose context a carrier has in it: a project's own context
// type is passed along like any other, and lives as long as its maker likes.
func (f *Flow) carrierLife(t types.Type) Life {
	key := api.KeyOfType(t)
	if c := f.carrierOf(t); c != nil && c.self && f.t.Carrier(key) == nil {
		return LifeCaller
	}
	for _, h := range f.t.Handlers() {
		if h.CLI && h.CtxParam < len(h.Params) && h.Params[h.CtxParam] == key {
			return LifeProcess // a helper of a command
		}
	}
	return LifeRequest
}

// carrierName is the usual name of a carrier parameter.
func carrierName(t types.Type) string {
	n, ok := code.Deref(t).(*types.Named)
	if !ok {
		return "c"
	}
	switch n.Obj().Name() {
	case "Request":
		return "r"
	case "Command":
		return "cmd"
	case "T":
		return "t"
	}
	if strings.HasSuffix(n.Obj().Name(), "Stream") || strings.HasSuffix(n.Obj().Name(), "Server") {
		return "stream"
	}
	return "c"
}

// stored returns the contexts kept in fields of the receiver.
func (f *Flow) stored(g *code.Func, recv *types.Var) []Source {
	var out []Source
	if c := f.carrierOf(recv.Type()); c != nil && c.self && recv.Name() != "" && recv.Name() != "_" {
		return nil // a method of a context type: its own context is its business
	}
	st, ok := code.Deref(recv.Type()).Underlying().(*types.Struct)
	if !ok || recv.Name() == "" || recv.Name() == "_" {
		return nil
	}
	for field := range st.Fields() {
		if !code.IsContext(field.Type()) {
			continue
		}
		out = append(out, Source{
			Kind: SourceStored, Expr: recv.Name() + "." + field.Name(), Var: field.Origin(), Func: g,
			Live: api.Maybe, Life: f.FieldLife(field),
			Ctx: Ctx{Root: Root{Kind: RootField, Var: field.Origin(), Func: g}},
		})
	}
	return out
}

// NeverEnds reports whether all contexts that a field can hold are nobody's and nothing
// ends them: there is no end to wait for.
func (f *Flow) NeverEnds(field *types.Var) bool {
	vals, complete := f.FieldValues(field)
	for _, c := range vals {
		if c.Ambiguous || !c.Endless() || c.Detached() != nil {
			return false
		}
	}
	return complete && len(vals) > 0
}

// locals returns the context variables that g itself declares and that are in
// scope at pos, the last declared first.
func (f *Flow) locals(g *code.Func, pos token.Pos, at ast.Node, seen map[string]bool) []Source {
	if at == nil {
		return nil
	}
	scope := f.p.Types.Scope().Innermost(pos)
	var out []Source
	params := make(map[*types.Var]bool)
	for _, v := range g.Params() {
		params[v] = true
	}
	for ; scope != nil; scope = scope.Parent() {
		if scope.Pos().IsValid() && (scope.Pos() < g.Node.Pos() || scope.End() > g.Node.End()) {
			break
		}
		if !scope.Pos().IsValid() {
			break
		}
		names := scope.Names()
		var here []Source
		for _, name := range names {
			obj := scope.Lookup(name)
			if obj.Pos() >= pos || seen[name] {
				continue
			}
			v, ok := obj.(*types.Var)
			if !ok || params[v] || v == g.Sig.Recv() {
				continue
			}
			seen[name] = true
			if s, ok := f.localSource(g, v, pos, at); ok {
				here = append(here, s)
			}
		}
		slices.SortStableFunc(here, func(a, b Source) int { return int(b.Var.Pos() - a.Var.Pos()) })
		out = append(out, here...)
	}
	return out
}

// localSource says what a local variable is worth as a context. One that
// nothing ends is none; so is a nil one and one that the function has already
// cancelled.
func (f *Flow) localSource(g *code.Func, v *types.Var, pos token.Pos, at ast.Node) (Source, bool) {
	s := Source{Kind: SourceLocal, Expr: v.Name(), Var: v, Func: g, Live: api.Yes, Life: LifeLocal}
	t := v.Type()
	if !code.IsContext(t) {
		return s, false
	}
	s.Ctx = f.TraceVar(v, at)
	if s.Ctx.Endless() || s.Ctx.Root.Kind == RootNil && !s.Ctx.Ambiguous {
		return s, false
	}
	for _, st := range s.Ctx.Cancels() {
		for _, c := range f.CancelCalls(&st) {
			if c.End() <= pos && f.sameList(c, pos) {
				return s, false
			}
		}
	}
	switch s.Ctx.Root.Kind {
	case RootParam:
		s.Life = LifeCaller
	case RootCarrier:
		s.Life, s.Live = f.carrierLife(s.Ctx.Root.Var.Type()), s.Ctx.Root.Live
		if s.Ctx.Root.Func != nil {
			if h := f.t.HandlerByParams(s.Ctx.Root.Func.Sig); h != nil && (h.CLI || h.Lifecycle) {
				s.Life = LifeProcess
			}
		}
	case RootField:
		s.Life, s.Live = f.FieldLife(s.Ctx.Root.Var), api.Maybe
	case RootTest:
		s.Life = LifeTest
	case RootUnknown:
		s.Life, s.Live = LifeUnknown, api.Maybe
	}
	if s.Ctx.Detached() != nil {
		s.Life = LifeLocal
	}
	if s.Ctx.Signal() {
		s.Life = LifeProcess
	}
	return s, true
}

// sameList reports whether a statement before pos is in a statement list
// around pos, so that it has run when control gets there.
func (f *Flow) sameList(n ast.Node, pos token.Pos) bool {
	cur, ok := f.p.Cursor(n)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil), (*ast.CommClause)(nil)) {
		return c.Node().Pos() <= pos && pos < c.Node().End()
	}
	return false
}
