package waits

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

type codeFunc = code.Func

// row returns the table's row of a function, nil if it has none.
func (f *Finder) row(fn *types.Func) *api.Call {
	r, ok := f.rows[fn]
	if !ok {
		r = f.t.CallOf(fn)
		f.rows[fn] = r
	}
	return r
}

// callWaits returns what a call waits for: by the table, by the summary of what it
// calls, or by the functions handed to it. Literals are In's business.
func (f *Finder) callWaits(fn *code.Func, call *ast.CallExpr, st state) []*Wait {
	obj := f.p.Callee(call)
	if obj != nil {
		row := f.row(obj)
		if row == nil && obj.Pkg() != nil && api.IsStd(obj.Pkg().Path()) && !f.takesFunc(call) {
			return nil
		}
	}
	c := f.p.CalleeOf(call)
	if c.Conversion || c.Builtin != "" || f.givenBefore(call, c) {
		return nil
	}
	out := f.handed(call, c)
	row := (*api.Call)(nil)
	if c.Func != nil {
		row = f.row(c.Func)
	} else if c.Key != "" {
		row = f.t.Call(c.Key)
	}
	if row == nil {
		row = sleepLike(c.Func)
	}
	remote := (*api.Call)(nil)
	if row == nil {
		remote = remoteCall(c.Func)
		row = remote
	}
	switch {
	case row != nil:
		w := f.rowWait(fn, call, c, row)
		if remote != nil && w != nil {
			if w.Proven {
				break // a client's settings may limit what no caller's context does
			}
			// What is behind the interface is another's, and its settings may limit it.
			w.Modules, w.Limited, w.ViaInterface = 1, true, true
		}
		if w != nil {
			out = append(out, w)
		}
	case c.Key != "" && (f.t.Driver(c.Key) != nil || f.t.Runner(c.Key) != nil):
		// What the table knows of it is not to be looked up in its source.
	case c.Func != nil && code.IsInterfaceMethod(c.Func):
		out = append(out, f.throughInterface(fn, call, c)...)
	case c.Func != nil:
		out = append(out, f.withoutLookups(call, c, f.through(fn, call, c, c.Func, false))...)
	default:
		out = append(out, f.throughValue(fn, call, c)...)
	}
	return out
}

// sleepLike returns a row for the Sleep method of a clock that the program
// declares as an interface: it takes a duration and gives nothing back.
func sleepLike(fn *types.Func) *api.Call {
	if fn == nil || fn.Name() != "Sleep" || !code.IsInterfaceMethod(fn) {
		return nil
	}
	sig := fn.Type().(*types.Signature)
	if sig.Results().Len() != 0 || sig.Params().Len() != 1 || api.KeyOfType(sig.Params().At(0).Type()) != "time.Duration" {
		return nil
	}
	return &api.Call{Kind: api.WaitSleep, BoundArg: 1, Lib: code.ShortName(fn), How: "select on the clock's timer and the context's Done"}
}

// remoteCall returns a row for a method of a generated client, known by its
// interface alone: one question and one answer, under the context it is given.
func remoteCall(fn *types.Func) *api.Call {
	if fn == nil || !code.IsInterfaceMethod(fn) || !api.TakesCallOptions(fn) {
		return nil
	}
	sig := fn.Signature()
	if sig.Params().Len() != 3 || sig.Results().Len() != 2 || !code.IsContext(sig.Params().At(0).Type()) || !code.IsError(sig.Results().At(1).Type()) {
		return nil
	}
	if _, ok := sig.Results().At(0).Type().(*types.Pointer); !ok {
		return nil // a stream
	}
	return &api.Call{Kind: api.WaitNet, Ctx: api.CtxIn{Kind: api.CtxArg}, Obeys: api.Yes, Lib: code.ShortName(fn)}
}

func (f *Finder) takesFunc(call *ast.CallExpr) bool {
	for _, a := range call.Args {
		if t := f.p.Info.TypeOf(a); t != nil {
			if _, ok := t.Underlying().(*types.Signature); ok {
				return true
			}
		}
	}
	return false
}

// optionGiven reports whether a call is given the option that a function with
// the key makes, or options that are not in sight.
func (f *Finder) optionGiven(call *ast.CallExpr, key string) bool {
	if call.Ellipsis.IsValid() {
		return true
	}
	for _, a := range call.Args {
		for _, o := range f.p.Origins(a) {
			if opt, ok := o.Expr.(*ast.CallExpr); ok && f.p.CalleeOf(opt).Key == key {
				return true
			}
		}
	}
	return false
}

// rowWait returns the wait of a library call, nil if it is none.
func (f *Finder) rowWait(fn *code.Func, call *ast.CallExpr, c api.Callee, row *api.Call) *Wait {
	if row.Kind == api.WaitNone || row.Builder || row.Never || row.Unblocks {
		return nil
	}
	w := &Wait{Node: call, Call: call, Kind: row.Kind, What: row.Lib, Row: row, Twin: row.How, Callee: c.Func, DB: row.DB, Apart: row.Apart, Limited: row.Bound > 0 || row.BoundArg > 0 || row.Unheard != "", Trivial: row.Driven && f.embedded()}
	if row.Bound > 0 {
		w.Bound = durations.Between(0, int64(row.Bound))
	}
	if e := argument(call, c, row.BoundArg-1); row.BoundArg > 0 && row.BoundIn == "" && e != nil {
		w.Bound, w.BoundBy = durations.Eval(f.p, e), e
		if n, ok := w.Bound.Exact(); ok && row.Kind == api.WaitSleep {
			w.What += " of " + duration(n)
		}
	}
	if row.Kind == api.WaitDial && f.withoutPeer(call) || row.Kind == api.WaitDNS && f.withoutLookup(call, c) || row.BoundOpt != "" && f.optionGiven(call, row.BoundOpt) {
		return nil
	}
	switch {
	case len(row.From) > 0:
		return f.ioWait(fn, w, c)
	case row.Ctx.Kind == api.CtxNone && f.underDeadline(fn, w, call, c):
		return w
	case row.Kind == api.WaitServer:
		return w
	case row.Kind == api.WaitSync:
		return f.syncWait(fn, w, c)
	case row.Kind == api.WaitLock && row.Ctx.Kind == api.CtxNone && row.Twin == "":
		w.Trivial = true // what is done while it is held is the matter
		return w
	}
	if row.Ctx.Kind == api.CtxNone || row.Obeys == api.No {
		w.Obeys, w.Proven = facts.ObeysNone, true
		f.subject(fn, w, c.Recv)
		f.boundByClient(w, c)
		return w
	}
	if row.Unheard != "" {
		if f.unheard(call, c, row) {
			w.Obeys, w.Proven, w.Bound, w.BoundBy, w.Limited = facts.ObeysNone, true, durations.Unknown, nil, false
			w.Why = "with a limit of 0, which is none, on a client without " + row.Unheard + ", which looks at no context"
			if row.OffBy != "" {
				w.Why = "without a limit, which " + row.OffBy + " switches off, on a client without " + row.Unheard + ", which looks at no context"
			}
			f.subject(fn, w, c.Recv)
			return w
		}
		if n, ok := w.Bound.Exact(); ok && n == 0 {
			w.Bound, w.BoundBy = durations.Unknown, nil
		}
	}
	g := f.flow.CtxArg(call)
	switch {
	case g.Has == api.No:
		w.Obeys, w.Proven = facts.ObeysNone, true
		if e := g.Ctx.Root.Expr; !f.takesLater(e) {
			w.Missing = otherNode(e, call)
		}
		f.subject(fn, w, c.Recv)
	case g.Stored && row.DB && row.Ctx.Kind == api.CtxReceiver && !f.keptWithCtx(g.Ctx.Root.Var):
		// A session that was made once, with the object, has no request's context.
		w.Obeys, w.Proven = facts.ObeysNone, true
	case g.Has == api.Yes || g.Ctx.Root.Var != nil:
		f.obey(w, g.Ctx)
		if w.Obeys == facts.ObeysNone || w.Obeys == facts.ObeysUnknown || w.Obeys == facts.ObeysValue {
			f.subject(fn, w, c.Recv)
		}
	}
	f.boundByClient(w, c)
	return w
}

// takesLater reports whether an expression makes a request that gets its
// context later in a chain, and has no form that takes one: client.R().
func (f *Finder) takesLater(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	row := f.t.Call(f.p.CalleeOf(call).Key)
	return row != nil && row.Builder && row.Twin == "" && row.Form == "" && row.How == ""
}

func (f *Finder) boundByClient(w *Wait, c api.Callee) {
	if !w.Bound.Known() {
		if b, by := f.clientBound(c.Recv); by != nil {
			w.Bound, w.BoundBy = b, by
		}
	}
}

// keptWithCtx reports whether a field or package variable may be given a value
// that carries a context: db.WithContext(ctx).
func (f *Finder) keptWithCtx(v *types.Var) bool {
	if v == nil {
		return true
	}
	for _, d := range f.p.Defs(v) {
		if d.RHS == nil || d.Index >= 0 {
			continue
		}
		switch f.flow.Trace(d.RHS).Root.Kind {
		case ctxflow.RootParam, ctxflow.RootCarrier, ctxflow.RootBackground, ctxflow.RootTODO:
			return true
		}
	}
	return false
}

func otherNode(e ast.Expr, call *ast.CallExpr) ast.Node {
	if e == nil || e == ast.Expr(call) {
		return nil
	}
	return e
}

// argument returns argument i of a call, nil if there is none; a method
// expression has its receiver first.
func argument(call *ast.CallExpr, c api.Callee, i int) ast.Expr {
	if i == api.RecvArg {
		if c.MethodExpr && len(call.Args) > 0 {
			return call.Args[0]
		}
		return c.Recv
	}
	if c.MethodExpr {
		i++
	}
	if i < 0 || i >= len(call.Args) {
		return nil
	}
	return call.Args[i]
}

// through returns the waits of a function that a call runs, as seen from the call.
func (f *Finder) through(fn *code.Func, call *ast.CallExpr, c api.Callee, callee *types.Func, iface bool) []*Wait {
	if f.callees == nil {
		return nil
	}
	s := f.callees.Summary(callee)
	if s == nil || len(s.Waits)+len(s.Asks) == 0 || s.NonBlocking || s.Bounded {
		return nil
	}
	out := f.answered(call, callee, s)
	for i := range s.Waits {
		if w := f.translate(fn, call, c, callee, &s.Waits[i]); w != nil {
			w.ViaInterface = iface
			out = append(out, w)
		}
	}
	return out
}

// translate turns a callee's wait into one of its caller; nil if it is none here.
func (f *Finder) translate(fn *code.Func, call *ast.CallExpr, c api.Callee, callee *types.Func, from *facts.Wait) *Wait {
	excluded, open := f.p.Excluded(from.Given, func(i int) ast.Expr { return argument(call, c, i) })
	if excluded {
		return nil
	}
	w := &Wait{
		Node: call, Call: call, Kind: from.Kind, What: from.What, Twin: from.Twin, Given: open, Varies: from.Varies,
		Callee: callee, From: from, Obeys: from.Obeys,
		Modules: from.Modules, Goroutine: from.Goroutine, Cleanup: from.Cleanup, DB: from.DB, Apart: from.Apart, Limited: from.Limited,
	}
	if callee.Pkg() != nil && !SameModule(callee.Pkg().Path(), f.p.Types.Path()) {
		if from.Varies {
			return nil // which implementation it is is settled between the two modules
		}
		if from.Kind == api.WaitSleep && !from.Loop && from.Bound > 0 && from.Bound <= 2*Short {
			return nil // one pause of a library's own, which nobody outside of it can give a context
		}
		w.Modules++
		w.Trivial = from.DB && f.embedded() // a library around the driver
		w.Limited = w.Limited || c.Recv != nil && f.setLimit(f.p.TypeOf(c.Recv))
	}
	if w.Modules > 1 {
		return nil
	}
	w.Via = append(w.Via, f.frame(call, code.ShortName(callee)))
	w.Via = append(w.Via, from.Via...)
	if len(w.Via) > maxVia {
		w.Via = w.Via[:maxVia]
	}
	if from.Bound > 0 {
		w.Bound = durations.Between(0, int64(from.Bound))
	}
	if from.ArgBound > 0 {
		if e := argument(call, c, from.ArgBound-1); e != nil {
			w.Bound, w.BoundBy = durations.Eval(f.p, e), e
		}
	}
	var subject ast.Expr
	switch {
	case from.Subject > 0:
		subject = argument(call, c, from.Subject-1)
	case from.Subject == facts.SubjectRecv:
		subject = argument(call, c, api.RecvArg)
	}
	switch from.Obeys {
	case facts.ObeysUnknown:
		if !from.IfPeer || subject == nil {
			return nil
		}
		return f.peerWait(fn, w, subject)
	case facts.ObeysParam, facts.ObeysValue:
		e := argument(call, c, from.Param)
		if e == nil {
			w.Obeys = facts.ObeysUnknown
			return w
		}
		if chanType(f.p.Info.TypeOf(e)) != nil {
			f.obeyChan(fn, w, e)
			return w
		}
		f.obey(w, f.flow.Trace(e))
		if w.Proven && from.Bound > 0 {
			// The callee has a limit of its own on what nobody's context ends.
			w.Obeys, w.Proven = facts.ObeysBounded, false
		}
		if w.Obeys == facts.ObeysNone {
			f.subject(fn, w, subject)
		}
	case facts.ObeysNone, facts.ObeysRoot:
		w.Proven = true
		f.subject(fn, w, subject)
	}
	return w
}

// handed returns the waits of declared functions and method values that a
// call is handed and runs.
func (f *Finder) handed(call *ast.CallExpr, c api.Callee) []*Wait {
	var out []*Wait
	for i, a := range call.Args {
		t := f.p.Info.TypeOf(a)
		if t == nil {
			continue
		}
		if _, ok := t.Underlying().(*types.Signature); !ok {
			continue
		}
		if _, lit := ast.Unparen(a).(*ast.FuncLit); lit {
			continue
		}
		fns, complete := f.p.LitsOf(a)
		if !complete {
			continue
		}
		kind, passes := f.argRun(c, i)
		if kind == ctxflow.RunUnknown {
			continue
		}
		for _, g := range fns {
			if g.Obj == nil {
				continue
			}
			out = append(out, f.runs(call, g.Obj, kind, passes)...)
		}
	}
	return out
}

// argRun says how a call runs the function in argument i, and whether it
// hands it the call's context.
func (f *Finder) argRun(c api.Callee, i int) (kind ctxflow.RunKind, passesCtx bool) {
	if d := f.t.Driver(c.Key); d != nil && d.Op == i {
		return ctxflow.RunSync, d.PassCtx == api.Yes
	}
	if r := f.t.Runner(c.Key); r != nil && r.Op == i {
		switch {
		case r.Later:
			return ctxflow.RunUnknown, false
		case r.Async:
			return ctxflow.RunGo, r.PassCtx == api.Yes
		}
		return ctxflow.RunSync, r.PassCtx == api.Yes
	}
	if c.Func == nil || f.callees == nil {
		return ctxflow.RunUnknown, false
	}
	if s := f.callees.Summary(c.Func); s != nil {
		for _, cl := range s.Closures {
			if cl.Param != i {
				continue
			}
			switch {
			case cl.Stored:
			case cl.Go:
				return ctxflow.RunGo, cl.PassesCtx
			case cl.Sync:
				return ctxflow.RunSync, cl.PassesCtx
			}
		}
	}
	return ctxflow.RunUnknown, false
}

// runs returns the waits of a function that is handed to a call which runs it.
func (f *Finder) runs(call *ast.CallExpr, fn *types.Func, kind ctxflow.RunKind, passesCtx bool) []*Wait {
	if f.callees == nil {
		return nil
	}
	s := f.callees.Summary(fn)
	if s == nil || s.NonBlocking || s.Bounded {
		return nil
	}
	var out []*Wait
	for i := range s.Waits {
		from := &s.Waits[i]
		w := &Wait{
			Node: call, Call: call, Kind: from.Kind, What: from.What, Twin: from.Twin,
			Callee: fn, From: from, Obeys: from.Obeys, Modules: from.Modules,
			Goroutine: from.Goroutine || kind == ctxflow.RunGo, Cleanup: from.Cleanup, DB: from.DB, Apart: from.Apart, Limited: from.Limited,
		}
		w.Via = append(w.Via, f.frame(call, code.ShortName(fn)))
		w.Via = append(w.Via, from.Via...)
		if len(w.Via) > maxVia {
			w.Via = w.Via[:maxVia]
		}
		if from.Bound > 0 {
			w.Bound = durations.Between(0, int64(from.Bound))
		}
		switch from.Obeys {
		case facts.ObeysNone, facts.ObeysRoot:
			w.Proven = from.Subject == 0
		case facts.ObeysParam:
			if g := f.flow.CtxArg(call); passesCtx && g.Has == api.Yes && from.Param == 0 {
				f.obey(w, g.Ctx)
				w.Proven = false
			} else {
				w.Obeys = facts.ObeysUnknown
			}
		case facts.ObeysUnknown:
			continue
		case facts.ObeysValue:
			w.Obeys = facts.ObeysUnknown
		}
		out = append(out, w)
	}
	return out
}

// SameModule guesses from two package paths whether they are of one module:
// hosts where a repository has two more path elements, others where it has one.
func SameModule(a, b string) bool { return moduleOf(a) == moduleOf(b) }

func moduleOf(path string) string {
	path = api.Path(path)
	parts := strings.Split(path, "/")
	n := 1
	if strings.Contains(parts[0], ".") {
		n = 2
		switch parts[0] {
		case "github.com", "gitlab.com", "bitbucket.org", "golang.org", "google.golang.org", "codeberg.org", "gitee.com", "git.sr.ht", "cloud.google.com", "go.etcd.io":
			n = 3
		}
	}
	if len(parts) < n {
		n = len(parts)
	}
	return strings.Join(parts[:n], "/")
}
