// Package effects says what a function changes outside its process, and what a
// second run of it would do again: the effects of its calls, with the key or
// condition that makes a repeat harmless and the transaction they run in; the
// bodies and readers that only the first run can read; the state that grows
// with each run.
//
// What it cannot tell it calls EffectUnknown, and rules are silent about it.
package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// Confidence says what an effect was told by.
type Confidence int8

const (
	ByTable  Confidence = iota // what the library's function does whatever it is given
	ByText                     // SQL or another text in sight
	ByMethod                   // the HTTP method
	ByName                     // the name of a generated client's method
	ByWord                     // the words of an interface and its method: a Mailer's Send
)

// An Effect is one change outside the process.
type Effect struct {
	// Node is the place in the function that was asked about, or in a literal
	// inside it that it runs: the call through which the effect happens.
	Node ast.Node
	// Site is the innermost place of this package: Node, or the call in a
	// callee of this package at the end of the chain.
	Site ast.Node
	// In is the function or literal around Node.
	In   *code.Func
	Kind api.EffectKind
	// What names it for messages: "INSERT INTO tickets", "POST to /v2/payouts".
	What string
	// Why says what a second run does, "" if that is all in What: "adds to balance".
	Why string
	// Safe says what would make a repeat harmless, "" if nothing is known.
	Safe string
	Key  Key
	Tx   Tx
	// Payload is the argument that holds what is sent, nil if there is none in sight.
	Payload ast.Expr
	// KeyField is a field of the request that could carry a key and is left
	// out of the literal that makes it; "" if there is none, or none in sight.
	KeyField string
	// Method is the service and method of a remote call that is classed by its name.
	Method string
	// Via is the chain from Node to the effect; the last frame is the effect.
	Via        []facts.Frame
	Modules    int
	Confidence Confidence
	// Go: it happens in a goroutine that the function starts.
	Go bool
	// Retried: the callee makes it inside a retry of its own, so that one call
	// may make it several times.
	Retried bool
	// Settled: another package's function leaves the kind to its caller, and
	// this call settles it.
	Settled bool
	// Caller is the call of this package that decided the kind, if the function
	// leaves it to its callers (the method, the path, the text); else nil.
	Caller *ast.CallExpr

	// open says on which parameter of In the kind still depends, nil if on none.
	open *open
	row  *api.Effect
	// keyIn: parameter of In in which a key may be; keys are its names.
	keyIn    *types.Var
	keyNames []string // of a callee's row in another package
	appends  bool     // to a file
	http     bool     // by HTTP method: the name of the function around it may tell that it only reads
}

// Told reports whether more than a method's name tells that the effect is what
// it is said to be: a request that could carry an idempotency key, and does
// not, is one to a method that changes something. Words alone do not say which failures
// of an interface prove that nothing was done, so they tell of handlers that run again
// from the top only (see Reruns).
func (e *Effect) Told() bool {
	return e.Confidence != ByWord && (e.Confidence != ByName || e.KeyField != "" || e.Key.Source == KeyFresh && !e.Key.Guess)
}

// open is an effect whose kind depends on a parameter.
type open struct {
	by    api.EffectKind // EffectSQL, EffectHTTP, EffectRPC
	lang  api.Lang
	param *types.Var // holds the text, method or request
	def   api.EffectKind
	url   *types.Var // parameter that ends the URL
	body  *types.Var // parameter that holds the payload
	path  string     // what is known of the URL
	verb  string     // the method, if it is known
}

// A Finder finds the effects of one package's functions.
type Finder struct {
	p       *code.Package
	t       *api.Table
	callees facts.Callees

	in       map[*code.Func][]*Effect
	busy     map[*code.Func]bool
	params   map[*code.Func][]facts.Param
	pbusy    map[*code.Func]bool
	owners   map[*types.Var]*code.Func
	fills    map[*code.Func]map[*types.Var]*draw
	regions  func(*code.Func) []ast.Node
	calledBy map[*types.Func][]*ast.CallExpr
	hooked   *[]hook
	depth    int // of request following, which cuts recursion
	keySteps int // of the search for a key's source
}

// New returns a Finder. Callees may be nil: then other packages are unknown.
func New(p *code.Package, t *api.Table, callees facts.Callees) *Finder {
	return &Finder{
		p: p, t: t, callees: callees,
		in:     make(map[*code.Func][]*Effect),
		busy:   make(map[*code.Func]bool),
		params: make(map[*code.Func][]facts.Param),
		pbusy:  make(map[*code.Func]bool),
		owners: make(map[*types.Var]*code.Func),
		fills:  make(map[*code.Func]map[*types.Var]*draw),
	}
}

// SetRegions tells which parts of a function are run again, so that effects in
// them are known as Retried to callers.
func (f *Finder) SetRegions(regions func(*code.Func) []ast.Node) { f.regions = regions }

// retried reports whether an effect of fn lies in a part of fn that is run again.
func (f *Finder) retried(e *Effect, fn *code.Func) bool {
	if f.regions == nil {
		return false
	}
	for _, n := range f.regions(fn) {
		if code.Within(e.Node, n) && !f.guardedOpen(e, fn) {
			if r := f.regionOf(n, fn); r.fn != nil && f.repeats(r, e.Node) {
				return true
			}
		}
	}
	return false
}

// guardedOpen reports whether fn looks at the method that its caller gives
// before it repeats: it knows which ones it may.
func (f *Finder) guardedOpen(e *Effect, fn *code.Func) bool {
	if e.open == nil || e.open.param == nil {
		return false
	}
	if requestType(e.open.param.Type()) {
		return f.guardedRequest(e.open.param, fn)
	}
	return f.testedIn(e.open.param, fn)
}

// testedIn reports whether a condition of fn depends on v.
func (f *Finder) testedIn(v *types.Var, fn *code.Func) bool {
	found := false
	is := func(e ast.Expr) bool {
		if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && len(call.Args) == 1 && isString(f.p.TypeOf(call)) {
			e = call.Args[0] // strings.ToUpper(method)
		}
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && f.p.VarOf(id) == v
	}
	ast.Inspect(fn.Outermost().Node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			found = found || (n.Op == token.EQL || n.Op == token.NEQ) && (is(n.X) || is(n.Y))
		case *ast.SwitchStmt:
			found = found || n.Tag != nil && is(n.Tag)
		case *ast.IndexExpr:
			found = found || is(n.Index) // a map of methods
		case *ast.CallExpr:
			for _, a := range n.Args {
				found = found || code.IsBool(f.p.TypeOf(n)) && is(a)
			}
		}
		return !found
	})
	return found
}

// maxEffects bounds what is kept for one function.
const maxEffects = 64

// In returns the effects of fn's own calls and of what it runs: literals,
// functions of this package and, by their summaries, of others. They come in
// source order. Reads are among them only where fn itself makes them. In
// recursion the inner call stands for its own calls only.
func (f *Finder) In(fn *code.Func) []*Effect {
	if fn == nil {
		return nil
	}
	if out, ok := f.in[fn]; ok {
		return out
	}
	if f.busy[fn] {
		return f.own(fn)
	}
	f.busy[fn] = true
	var out []*Effect
	for _, call := range fn.Calls() {
		out = append(out, f.Of(call)...)
		if len(out) > maxEffects {
			out = out[:maxEffects]
			break
		}
	}
	delete(f.busy, fn)
	f.in[fn] = out
	return out
}

// own returns the effects of fn's direct calls of libraries.
func (f *Finder) own(fn *code.Func) []*Effect {
	var out []*Effect
	for _, call := range fn.Calls() {
		if e := f.direct(call, fn); e != nil {
			out = append(out, e)
		}
	}
	return out
}

// Within returns the effects of fn in a repeated region (see Spent for what may
// be one) after which the region may run again; an effect that control leaves
// the region after, whatever it returns, is made once.
func (f *Finder) Within(n ast.Node, fn *code.Func) []*Effect {
	r := f.regionOf(n, fn)
	if r.fn == nil {
		return nil
	}
	var out []*Effect
	for _, e := range f.In(fn) {
		if code.Within(e.Node, r.node) && f.repeats(r, e.Node) {
			if e.appends && f.measures(r.node, 0) {
				continue // it goes on where the file ends
			}
			if e.open != nil && !f.guardedOpen(e, r.fn) {
				e = f.settle(e, r.fn, 0)
			}
			if e != nil {
				out = append(out, e)
			}
		}
	}
	return out
}

// settle asks the callers in this package for what an effect of fn leaves to
// them: a method, a path, a text. If all of them are in sight the worst counts,
// and nil stands for a read.
func (f *Finder) settle(e *Effect, fn *code.Func, depth int) *Effect {
	owner := fn
	for _, v := range []*types.Var{e.open.param, e.open.url, e.open.body} {
		if v != nil {
			owner = f.paramOwner(v)
			break
		}
	}
	if owner == nil || owner.Obj == nil || depth > 2 {
		return e
	}
	calls := f.callers(owner)
	var worst *Effect
	for _, call := range calls {
		g := f.p.Enclosing(call)
		if g == nil || code.Within(call, owner.Node) {
			continue
		}
		n := f.translate(e, owner, call, g)
		if n != nil && n.open != nil && g.Obj != nil && !exported(g) {
			n = f.settle(n, g, depth+1)
		}
		if n != nil && (worst == nil || severity(n.Kind) > severity(worst.Kind)) {
			worst = n
			if worst.Caller == nil {
				worst.Caller = call
			}
		}
	}
	if exported(owner) && (worst == nil || severity(worst.Kind) < severity(api.EffectWrite)) || len(calls) == 0 {
		return e
	}
	if worst == nil {
		return nil
	}
	out := *e
	out.Kind, out.What, out.Why, out.Caller, out.Key = worst.Kind, worst.What, worst.Why, worst.Caller, worst.Key
	if e.Key.Source != KeyFresh && out.Key.Source == KeyFresh {
		// Drawn by who calls owner, so before what owner repeats, or makes for
		// others to repeat.
		out.Key = Key{Source: KeyOuter, Name: out.Key.Name, Node: e.Key.Node}
	}
	return &out
}

// Of returns the effects of one call, its arguments' calls not included.
func (f *Finder) Of(call *ast.CallExpr) []*Effect {
	fn := f.p.Enclosing(call)
	if fn == nil {
		return nil // a package variable's initial value
	}
	var out []*Effect
	if e := f.direct(call, fn); e != nil {
		out = append(out, e)
	} else {
		out = f.through(call, fn)
	}
	if _, ok := f.p.Parent(call).(*ast.GoStmt); ok {
		if f.worker(call) {
			return nil
		}
		for _, e := range out {
			e.Go = true
		}
	}
	return out
}

// worker reports whether a call that a go statement makes goes round for ever, or for as
// long as a channel hands it something: what it does later is not done by whoever starts it.
func (f *Finder) worker(call *ast.CallExpr) bool {
	body := (*ast.BlockStmt)(nil)
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		body = lit.Body
	} else if g := f.p.FuncOf(f.p.Callee(call)); g != nil {
		body = g.Body
	}
	if body == nil {
		return false
	}
	for _, st := range body.List {
		switch st := st.(type) {
		case *ast.ForStmt:
			if st.Cond == nil && st.Post == nil {
				return true
			}
		case *ast.RangeStmt:
			if t := f.p.Info.TypeOf(st.X); t != nil {
				if _, ok := t.Underlying().(*types.Chan); ok {
					return true
				}
			}
		}
	}
	return false
}

// direct returns the effect of a call that the tables or its shape tell, nil
// for a read, for nothing, and for a call of the project's own code.
func (f *Finder) direct(call *ast.CallExpr, fn *code.Func) *Effect {
	c := f.p.CalleeOf(call)
	if c.Conversion || c.Builtin != "" {
		return nil
	}
	row := f.t.Effect(c.Key)
	if row == nil && c.Func != nil {
		if like := api.LikeSQL(c.Func); like != "" && len(f.p.Implementations(c.Func)) == 0 {
			row = f.t.Effect(like)
		}
	}
	if c.Func == nil && row != nil {
		// A function kept in a field, as API objects have them: what it is
		// given is not looked at, so only what it always does is told.
		if row.Kind != api.EffectConsume && row.Kind != api.EffectRead && row.Kind != api.EffectIdempotent {
			return nil
		}
	}
	e := &Effect{Node: call, Site: call, In: fn, row: row}
	switch {
	case row != nil:
		e.Kind, e.Safe = row.Kind, row.Safe
		e.What, e.Why = row.Lib, row.Why
		switch {
		case c.Func == nil:
		case isInvoke(c):
			f.byInvoke(e, call)
		default:
			f.byRow(e, call, c)
		}
	case c.Func != nil && f.isClientMethod(c):
		f.byName(e, call, c)
	case c.Func != nil && f.appends(e, call, c):
	case c.Func != nil && f.byWord(e, c):
	default:
		return nil
	}
	if e.Kind == api.EffectLocal {
		return nil
	}
	e.Tx = f.txOf(call, c, fn)
	e.Via = []facts.Frame{f.frame(call, e.What)}
	return e
}

func (f *Finder) frame(n ast.Node, what string) facts.Frame {
	pos := f.p.Fset.Position(n.Pos())
	name := pos.Filename
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '/' || name[i] == '\\' {
			name = name[i+1:]
			break
		}
	}
	return facts.Frame{Func: what, Pkg: f.p.Types.Path(), File: name, Line: pos.Line}
}

// calleeName is a function's name in a chain: with its package if that is another.
func (f *Finder) calleeName(c api.Callee) string {
	if c.Func.Pkg() == f.p.Types {
		return code.ShortName(c.Func)
	}
	return api.ShortName(c.Key)
}
