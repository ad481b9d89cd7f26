// Package blocking finds the waits that no context reaches although one is at
// hand: in the function that waits, or in one that runs it. It decides between
// the rules on blocking calls, so that no place is reported by two of them.
package blocking

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/summary"
	"github.com/faultlint/faultlint/internal/waits"
)

// A Place is a call that waits, or that leads to a wait in another package,
// and that no context reaches although one is at hand.
type Place struct {
	// Node is the place of the finding, Fn the function around it.
	Node ast.Node
	Fn   *code.Func
	// Wait is the wait as Fn sees it.
	Wait *waits.Wait
	// From is the function that has the context at hand: Fn itself, or one
	// that runs it.
	From   *code.Func
	Source ctxflow.Source
	// Calls lead from From to Fn, Funcs are the functions on the way: the first
	// is From, the last is Fn.
	Calls []ast.Node
	Funcs []*code.Func
	// Drops: From takes a context that reaches nothing that waits.
	Drops bool
	// Callee is the function of another module that takes a context and waits
	// without it; nil otherwise.
	Callee *types.Func
	// Thrown is a call that puts the context into a copy that nobody keeps.
	Thrown *ast.CallExpr
	// More counts other places with the same cause.
	More int
	// Others are the other places with the same cause, if it stands for many; see Join.
	Others []*Place
}

// Find returns the places in the functions fns of a package, in source order.
func Find(r *summary.Result, fns []*code.Func) []*Place {
	f := &finder{r: r}
	f.causes = rule.NewCauses(r.Code, func(p *Place) ast.Node { return p.Node }, f.rank)
	for _, fn := range fns {
		f.fn(fn)
	}
	for _, fn := range fns {
		f.reached(fn)
		f.kept(fn)
		f.never(fn)
	}
	var out []*Place
	for _, c := range f.causes.All() {
		c.Best.More = len(c.Others)
		out = append(out, c.Best)
	}
	slices.SortStableFunc(out, func(a, b *Place) int { return rule.Before(r.Code, a.Node.Pos(), b.Node.Pos()) })
	return slices.CompactFunc(out, func(a, b *Place) bool { return a.Node == b.Node })
}

type finder struct {
	r *summary.Result
	// causes holds the places as they were met: of several causes at one place
	// the first, which is the worst, is reported.
	causes *rule.Causes[*Place]
}

// fn looks at the waits in the body of a function that has a context at hand,
// and follows those that come through functions without one.
func (f *finder) fn(fn *code.Func) {
	for _, w := range f.r.Waits.Own(fn) {
		if !stuck(w) {
			continue
		}
		if conn, _ := f.r.Waits.LeftOpen(w); conn != nil {
			continue // orphan's: whoever gives up has to close it
		}
		src, ok := f.source(fn, w.Node)
		if !ok || f.startup(fn, w) {
			continue
		}
		if w.Kind == api.WaitIO && src.Life == ctxflow.LifeRequest && f.r.Flow.TakenOver(src.Func, w.Node) {
			continue // the request's context tells of nothing any more
		}
		p := &Place{From: fn, Source: src, Funcs: []*code.Func{fn}}
		if f.settle(p, fn, w, 0) && !f.constructs(p, w) {
			p.Drops = f.drops(fn, src)
			f.keep(p)
		}
	}
}

// reached looks at the waits of functions that run in a handler.
func (f *finder) reached(fn *code.Func) {
	if f.has(fn) {
		return
	}
	for _, w := range f.r.Waits.Own(fn) {
		if !stuck(w) || !w.Direct() && f.sameModule(w.Callee) && f.r.Code.FuncOf(w.Callee) != nil {
			continue
		}
		if reach := f.r.Handlers.EntryTo(fn, w.Node, w.Given); reach != nil && f.pressing(fn, reach) {
			f.reachedBy(fn, w, reach)
		}
	}
}

// pressing reports whether a way from a handler is one on which the handler
// waits, and no function before fn has a context of its own.
func (f *finder) pressing(fn *code.Func, reach *handlers.Reach) bool {
	if !reach.Handler.Kind.Serves() || reach.Handler.Ctx == "" || len(reach.Calls) == 0 {
		return false
	}
	for _, c := range reach.Calls {
		if in := f.r.Code.Enclosing(c); f.r.Flow.CleanupMode(c) != ctxflow.CleanupNone || in != nil && f.r.Waits.OnlyOnce(in, c) {
			return false
		}
	}
	for _, g := range reach.Funcs[1:] {
		if s := f.r.OfFunc(g); s.Bounded || s.NonBlocking || f.has(g) && g != fn {
			return false // judged there
		}
	}
	return true
}

// reachedBy keeps a wait of fn that a handler comes to.
func (f *finder) reachedBy(fn *code.Func, w *waits.Wait, reach *handlers.Reach) {
	from := reach.Funcs[0]
	src, ok := f.source(from, nil)
	if !ok {
		return
	}
	p := &Place{From: from, Source: src, Funcs: slices.Clone(reach.Funcs), Drops: f.drops(from, src)}
	for _, c := range reach.Calls {
		p.Calls = append(p.Calls, c)
	}
	if f.settle(p, fn, w, 0) {
		f.keep(p)
	}
}

// stuck reports whether a wait is one that no context ends, by nothing but the
// lack of one.
func stuck(w *waits.Wait) bool {
	return w.Proven && (w.Obeys == facts.ObeysNone || w.Obeys == facts.ObeysRoot) && holdsUp(w) && (w.Root == nil || w.ViaInterface && stuck(w.Root))
}

// holdsUp reports whether a wait holds up the function each time, and nothing in
// sight ends it with a context.
func holdsUp(w *waits.Wait) bool {
	return !w.Trivial && !w.Once && !w.Goroutine && !w.Abandoned && !w.Cleanup && !w.Linked
}

// exchanges reports whether a wait that holds the function up is an exchange with
// another process which has no limit of its own.
func exchanges(w *waits.Wait) bool {
	if _, limited := w.Limit(); limited || w.Limited || !holdsUp(w) {
		return false
	}
	return w.Kind == api.WaitNet || w.Kind == api.WaitDial || w.Kind == api.WaitDNS || w.DB
}

// settle follows a wait to the function of this package in which it happens or
// through which it leaves the package; false if it is another's business.
func (f *finder) settle(p *Place, fn *code.Func, w *waits.Wait, depth int) bool {
	p.Fn, p.Wait, p.Node = fn, w, w.Node
	if w.Root != nil {
		// A literal that is kept in a field: the fault is there.
		if depth > 8 || f.has(w.Root.Fn) {
			return false
		}
		p.Calls = append(p.Calls, w.Node)
		p.Funcs = append(p.Funcs, w.Root.Fn)
		return f.settle(p, w.Root.Fn, w.Root, depth+1)
	}
	if w.Direct() {
		if w.Obeys == facts.ObeysRoot && len(p.Calls) == 0 && !blank(p.Source) {
			return false // a context is given, but not the caller's: ctxdetach
		}
		f.moveToCause(p)
		return ours(w)
	}
	if g := f.r.Code.FuncOf(w.Callee); g != nil {
		inner := f.behind(g, w)
		if inner == nil || depth > 8 || slices.Contains(p.Funcs, g) {
			return false
		}
		if f.has(inner.Fn) || f.has(g) {
			return false // it has a context itself
		}
		if w.From.IfPeer {
			// This function has the connection, g waits on it.
			if !inner.Direct() || !f.takesPeer(g, w.From.Subject) {
				return ours(w)
			}
			p.Calls = append(p.Calls, w.Node)
			p.Funcs = append(p.Funcs, inner.Fn)
			p.Fn, p.Wait, p.Node = inner.Fn, inner, inner.Node
			return ours(inner)
		}
		p.Calls = append(p.Calls, w.Node)
		p.Funcs = append(p.Funcs, inner.Fn)
		return stuck(inner) && f.settle(p, inner.Fn, inner, depth+1)
	}
	if w.Via[len(w.Via)-1].Func != w.What {
		return false // the way is longer than what is known of it
	}
	s := f.r.Summary(w.Callee)
	switch {
	case f.sameModule(w.Callee):
		if w.From.Seen || s != nil && s.CtxParam > 0 {
			return false // reported in its own package
		}
	case s != nil && s.CtxParam > 0:
		p.Callee = w.Callee
		return !s.CtxUsed && w.Kind != api.WaitIO && w.Kind != api.WaitProc || w.Kind == api.WaitSleep && strings.HasPrefix(w.What, "time.Sleep") && long(w)
	}
	return ours(w)
}

// ours reports whether a wait is a library's exchange with someone else rather
// than one that the program makes by itself, which is ctxwait's.
func ours(w *waits.Wait) bool {
	switch {
	case w.OwnMaking(), w.Row != nil && w.Row.Ends:
		return false
	case w.Kind == api.WaitLock && w.Twin == "":
		return false
	case w.Modules > 0 && (w.Kind == api.WaitProc || w.Kind == api.WaitIO):
		return false // what another module does by itself on this machine
	case w.Modules > 0 && api.ResolvesAddr(w.What):
		return false // an address that another module is given is mostly numbers already
	case w.Modules > 0 && w.Limited && !w.Bound.Known():
		return false // another module has seen to a limit
	}
	d, ok := w.Limit()
	return !ok || d > waits.Short
}

// long reports whether a wait is known to take some time.
func long(w *waits.Wait) bool {
	d, ok := w.Limit()
	return ok && d >= 2*waits.Short
}

// takesPeer reports whether the parameter that a wait is on is a connection by
// its type, rather than any reader.
func (f *finder) takesPeer(g *code.Func, subject int) bool {
	params := g.Params()
	if subject < 1 || subject > len(params) {
		return false
	}
	return f.r.Table.TypeTrait(api.KeyOfType(params[subject-1].Type())) == api.TraitPeer
}

// behind finds the wait in the body of g that its callers see as w.From.
func (f *finder) behind(g *code.Func, w *waits.Wait) *waits.Wait {
	for _, in := range f.r.Waits.In(g) {
		if in.Kind == w.From.Kind && in.What == w.From.What && in.Obeys == w.From.Obeys && slices.Equal(clip(in.Via), clip(w.From.Via)) {
			return in
		}
	}
	return nil
}

func clip(via []facts.Frame) []facts.Frame {
	if len(via) > 5 {
		return via[:5]
	}
	return via
}

// moveToCause puts the finding where the context should have been given, if
// that is another place of this function or package: where the request was built.
func (f *finder) moveToCause(p *Place) {
	w := p.Wait
	if made, ok := w.Missing.(ast.Expr); ok {
		p.Thrown = f.r.Flow.ThrownCopy(w.Fn, made)
	}
	switch {
	case w.Missing != nil && f.r.Code.Enclosing(w.Missing) == w.Fn:
		p.Node = w.Missing
	case w.Obeys == facts.ObeysRoot && w.Ctx != nil && w.Ctx.Root.Expr != nil:
		// The call that is given the made-up context may be another than the one that waits.
		if call, ok := f.r.Code.Parent(w.Ctx.Root.Expr).(*ast.CallExpr); ok && f.r.Code.Enclosing(call) == p.Fn {
			if op := f.r.Table.CtxOp(f.r.Code.CalleeOf(call).Key); op == nil || op.Kind == api.CtxOpCarry {
				p.Node = call
			}
		}
	}
}

func (f *finder) inHandler(fn *code.Func) bool {
	r := f.r.Handlers.Entry(fn)
	return r != nil && r.Handler.Kind.Serves()
}

// source returns the context that fn has at hand at a node and that its callers
// or requests end.
func (f *finder) source(fn *code.Func, at ast.Node) (ctxflow.Source, bool) {
	return f.r.Handlers.Source(fn, at)
}

// has reports whether a function has a context at hand of its own.
func (f *finder) has(fn *code.Func) bool { return f.r.Handlers.HasSource(fn) }

func blank(s ctxflow.Source) bool { return s.Kind == ctxflow.SourceParam && s.Blank }

// drops reports whether the source is a parameter of the function that reaches
// nothing that waits.
func (f *finder) drops(fn *code.Func, s ctxflow.Source) bool {
	if s.Kind != ctxflow.SourceParam || s.Func == nil {
		return false
	}
	u := f.r.Waits.CtxUse(s.Func)
	return u != waits.CtxNone && u <= waits.CtxValues
}

// startup reports whether a wait happens once, before anything is served. What brings a
// schema up to date does, though who calls it is in another package as a rule.
func (f *finder) startup(fn *code.Func, w *waits.Wait) bool {
	if w.DB && fn.Outermost().Obj != nil && api.PreparesSchema(fn.Outermost().Obj.Name()) && !f.inHandler(fn) {
		return true
	}
	return !w.InLoop && f.r.Handlers.Startup(fn)
}

func (f *finder) sameModule(fn *types.Func) bool {
	return fn != nil && fn.Pkg() != nil && waits.SameModule(fn.Pkg().Path(), f.r.Code.Types.Path())
}

// keep keeps a place with those that have the same cause.
func (f *finder) keep(p *Place) {
	var key any = p.Node.Pos()
	switch peer := f.peer(p.Wait); {
	case !p.Wait.Direct():
		// The cause is elsewhere: once for all that lead there.
		key = p.Wait.Via[len(p.Wait.Via)-1]
	case peer != nil:
		key = peer // one connection without a deadline is one cause
	}
	f.causes.Add(key, p)
}

// peer returns what stands for the connection that a read or an exchange of a
// protocol waits on: the field it is in, or the function around.
func (f *finder) peer(w *waits.Wait) any {
	if w.Subject == nil || w.Row == nil || w.Kind != api.WaitIO && len(w.Row.From) == 0 {
		return nil
	}
	if v := f.r.Code.FieldOf(w.Subject); v != nil {
		return v
	}
	return w.Fn.Outermost()
}

func (f *finder) rank(p *Place) int {
	n := 2 * len(p.Calls)
	if !f.inHandler(p.From) {
		n++
	}
	if p.Drops {
		n += 20
	}
	return n
}

// Span returns where a finding at the place begins and ends.
func (p *Place) Span() (token.Pos, token.Pos) { return p.Node.Pos(), p.Node.End() }
