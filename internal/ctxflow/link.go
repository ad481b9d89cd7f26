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

// LinkKind says how the end of a context reaches something that takes none.
type LinkKind int8

const (
	LinkHook      LinkKind = iota // context.AfterFunc(ctx, conn.Close)
	LinkGoroutine                 // go func() { <-ctx.Done(); conn.Close() }()
	LinkDeadline                  // conn.SetDeadline(from ctx.Deadline()), client.Timeout = time.Until(it): only the deadline, not cancellation
)

func (k LinkKind) String() string { return [...]string{"hook", "goroutine", "deadline"}[k] }

// A Link ends waits on Target when a context ends.
type Link struct {
	Kind   LinkKind
	Node   ast.Node // the call or go statement that makes the link
	Ctx    Ctx
	Target ast.Expr // what is closed, killed, woken, given a deadline
}

// link is a Link before its context is traced, and where it is.
type link struct {
	Link
	ctx ast.Expr
	in  *code.Func // function in whose terms Target is written
}

// Linked returns how a context's end reaches target, an expression used in fn
// on which something waits: a connection, a command, a condition, a channel.
// It looks for links in fn and the functions around it, and for those on the
// same field anywhere in the package. Nil if there are none.
func (f *Flow) Linked(fn *code.Func, target ast.Expr) *Link {
	if fn == nil || target == nil {
		return nil
	}
	places := f.places(target)
	for _, l := range f.allLinks() {
		for _, p := range places {
			if f.linkFits(&l, fn, p) {
				out := l.Link
				out.Ctx = f.Trace(l.ctx)
				return &out
			}
		}
	}
	return nil
}

func (f *Flow) linkFits(l *link, fn *code.Func, place ast.Expr) bool {
	if l.in.Outermost() == fn.Outermost() {
		if f.samePath(l.Target, place) || f.samePath(place, l.Target) {
			return true
		}
	}
	// s.conn here and c.conn in another method; s.cmd here and c.cmd.Process there.
	if b := f.p.FieldOf(place); b != nil {
		for e := l.Target; e != nil; {
			if f.p.FieldOf(e) == b {
				return true
			}
			sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
			if !ok {
				break
			}
			e = sel.X
		}
	}
	return isPackageVarExpr(f.p, l.Target) && f.p.VarOf(l.Target) == f.p.VarOf(place)
}

func isPackageVarExpr(p *code.Package, e ast.Expr) bool {
	v := p.VarOf(e)
	return v != nil && isPackageVar(v)
}

// samePath reports whether long is short or a selection from it: cmd.Process
// and cmd.
func (f *Flow) samePath(long, short ast.Expr) bool {
	for {
		if f.p.SamePlace(long, short) {
			return true
		}
		sel, ok := ast.Unparen(long).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		long = sel.X
	}
}

// places returns target and what it reads from or is part of: the connection
// under a bufio.Reader, the command behind a pipe.
func (f *Flow) places(target ast.Expr) []ast.Expr {
	var out []ast.Expr
	seen := make(map[ast.Expr]bool)
	var add func(e ast.Expr, depth int)
	add = func(e ast.Expr, depth int) {
		e = ast.Unparen(e)
		if e == nil || seen[e] || depth > 8 || len(out) > 24 {
			return
		}
		seen[e] = true
		switch x := e.(type) {
		case *ast.Ident, *ast.SelectorExpr:
			out = append(out, e)
		case *ast.UnaryExpr:
			if x.Op == token.AND {
				add(x.X, depth)
			}
			return
		case *ast.CallExpr:
			c := f.p.CalleeOf(x)
			for _, a := range x.Args {
				if _, lit := ast.Unparen(a).(*ast.FuncLit); !lit && waitable(f.p.TypeOf(a)) {
					add(a, depth+1)
				}
			}
			// What a wait yields is another thing: a connection does not end
			// with the listener that accepted it.
			// A session on a client's connection does.
			if row := f.t.Call(c.Key); c.Recv != nil && (row == nil || row.Kind == api.WaitNone || row.Builder || f.onReceiver(c.Key)) {
				add(c.Recv, depth+1)
			}
			return
		case *ast.CompositeLit:
			for _, elt := range x.Elts {
				if kv, ok := elt.(*ast.KeyValueExpr); ok {
					elt = kv.Value
				}
				if waitable(f.p.TypeOf(elt)) {
					add(elt, depth+1)
				}
			}
			return
		}
		for _, o := range f.p.Origins(e) {
			if o.Expr != nil && !o.Unknown && o.Expr != e {
				add(o.Expr, depth+1)
			}
		}
	}
	add(target, 0)
	return out
}

// onReceiver reports whether what a method returns is on the same connection as
// its receiver.
func (f *Flow) onReceiver(key string) bool {
	m := f.t.HasTrait(key, api.TraitSame)
	return m != nil && m.Of == api.RecvArg
}

// waitable reports whether a value may be something that is waited on, or
// holds such a thing: not a number, string or context.
func waitable(t types.Type) bool {
	if code.IsContext(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic, *types.Signature, *types.Slice, *types.Map, *types.Array:
		return false
	case *types.Pointer:
		return waitable(u.Elem())
	}
	return true
}

// allLinks collects the links of the package, once.
func (f *Flow) allLinks() []link {
	if ls, ok := f.links[nil]; ok {
		return ls
	}
	f.links[nil] = nil
	var out []link
	for _, fn := range f.p.Funcs {
		out = append(out, f.linksIn(fn, make(map[*code.Func]bool))...)
	}
	f.links[nil] = out
	return out
}

// linksIn returns the links that fn's own body makes.
func (f *Flow) linksIn(fn *code.Func, busy map[*code.Func]bool) []link {
	if busy[fn] {
		return nil
	}
	busy[fn] = true
	defer delete(busy, fn)
	var out []link
	add := func(kind LinkKind, node ast.Node, ctx ast.Expr, in *code.Func, targets []ast.Expr) {
		for _, t := range targets {
			out = append(out, link{Link: Link{Kind: kind, Node: node, Target: t}, ctx: ctx, in: in})
		}
	}
	fn.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if ctx, target := f.deadlineSet(n); ctx != nil {
				add(LinkDeadline, n, ctx, fn, []ast.Expr{target})
			}
		case *ast.GoStmt:
			ctx, targets, in := f.watcher(fn, n.Call, busy)
			if ctx != nil {
				add(LinkGoroutine, n, ctx, in, targets)
			}
		case *ast.CallExpr:
			c := f.p.CalleeOf(n)
			if op := f.t.CtxOp(c.Key); op != nil && op.Kind == api.CtxOpHook {
				if ctx := parentArg(n, c, op); ctx != nil && len(n.Args) > 1 {
					add(LinkHook, n, ctx, fn, f.endedBy(n.Args[len(n.Args)-1], busy))
				}
				break
			}
			if ctx := f.deadlineOf(n, c); ctx != nil {
				add(LinkDeadline, n, ctx, fn, []ast.Expr{c.Recv})
				break
			}
			// wg.Go(func() { <-ctx.Done(); ln.Close() })
			for _, a := range n.Args {
				lit, ok := ast.Unparen(a).(*ast.FuncLit)
				if !ok {
					continue
				}
				g := f.p.FuncAt(lit)
				if g == nil {
					continue
				}
				// How it is run may be another package's to say, so that is asked last.
				ctx, targets := f.watches(g, busy)
				if ctx == nil {
					continue
				}
				if k := f.Live(g).Kind; k == RunGo || k == RunWaited {
					add(LinkGoroutine, n, ctx, g, targets)
				}
			}
			// closeOnDone(ctx, conn): a helper that makes the link
			if callee := f.p.FuncOf(c.Func); callee != nil && f.ctxArgOf(n) != nil {
				for _, l := range f.linksIn(callee, busy) {
					if t := f.argFor(callee, n, c, l.Target); t != nil {
						add(l.Kind, n, f.ctxArgOf(n), fn, []ast.Expr{t})
					}
				}
			}
		}
		return true
	})
	return out
}

// watcher says what the goroutine of a go statement ends when which context ends.
func (f *Flow) watcher(fn *code.Func, call *ast.CallExpr, busy map[*code.Func]bool) (ctx ast.Expr, targets []ast.Expr, in *code.Func) {
	c := f.p.CalleeOf(call)
	bodies := f.bodiesOf(call, c)
	if len(bodies) != 1 {
		return nil, nil, nil
	}
	g := bodies[0]
	ctx, ends := f.watches(g, busy)
	if ctx == nil {
		return nil, nil, nil
	}
	if g.Obj == nil && g.Within(fn) {
		return ctx, ends, g
	}
	// A declared function: its parameters are the call's arguments.
	if arg := f.argFor(g, call, c, ctx); arg != nil {
		ctx = arg
	}
	for _, e := range ends {
		if t := f.argFor(g, call, c, e); t != nil {
			targets = append(targets, t)
		}
	}
	return ctx, targets, fn
}

// watches says which context a goroutine waits for and what it then ends.
func (f *Flow) watches(g *code.Func, busy map[*code.Func]bool) (ctx ast.Expr, targets []ast.Expr) {
	for _, t := range f.DoneTests(g) {
		if t.Kind != TestSelect && t.Kind != TestRecv {
			continue
		}
		ends := slices.DeleteFunc(f.ends(g, t.Node.Pos(), busy), func(e ast.Expr) bool { return f.unreached(t, e) })
		if len(ends) > 0 {
			return t.Expr, ends
		}
	}
	return nil, nil
}

// unreached reports whether a channel is sent on in another case of the select in
// which the case for the end of a context leaves the goroutine: the answer to what
// that other case took.
func (f *Flow) unreached(t Test, e ast.Expr) bool {
	send, ok := f.p.Parent(e).(*ast.SendStmt)
	if !ok || send.Chan != e || t.Clause == nil || len(t.Clause.Body) == 0 || code.Within(send, t.Clause) || !code.Within(send, t.Select) {
		return false
	}
	_, leaves := t.Clause.Body[len(t.Clause.Body)-1].(*ast.ReturnStmt)
	return leaves
}

// endedBy returns what a function value ends when it runs.
func (f *Flow) endedBy(e ast.Expr, busy map[*code.Func]bool) []ast.Expr {
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		if fn, ok := f.p.Info.Uses[sel.Sel].(*types.Func); ok && f.isEnder(fn) {
			return []ast.Expr{sel.X} // a method value: cond.Broadcast
		}
	}
	fns, _ := f.p.LitsOf(e)
	var out []ast.Expr
	for _, g := range fns {
		out = append(out, f.ends(g, token.NoPos, busy)...)
	}
	if id, ok := ast.Unparen(e).(*ast.Ident); ok && len(fns) == 0 {
		out = append(out, id) // a function variable: cancel
	}
	return out
}

// ends returns what g closes, kills, wakes or gives a deadline after a place.
func (f *Flow) ends(g *code.Func, after token.Pos, busy map[*code.Func]bool) []ast.Expr {
	if busy[g] {
		return nil
	}
	busy[g] = true
	defer delete(busy, g)
	var out []ast.Expr
	g.Inspect(func(n ast.Node) bool {
		if n.End() < after {
			return false
		}
		switch n := n.(type) {
		case *ast.SendStmt:
			out = append(out, n.Chan)
		case *ast.CallExpr:
			c := f.p.CalleeOf(n)
			switch {
			case c.Builtin == "close" && len(n.Args) == 1:
				out = append(out, n.Args[0])
			case c.Func != nil && c.Recv != nil && f.isEnder(c.Func):
				out = append(out, c.Recv)
			case c.Func == nil && len(n.Args) == 0 && c.Builtin == "" && !c.Conversion:
				out = append(out, n.Fun) // cancel(), s.stop()
			case c.Func != nil && c.Recv == nil && endsByName(c.Func.Name()):
				for _, a := range n.Args {
					out = append(out, placeIn(a)) // syscall.Kill(-cmd.Process.Pid, …)
				}
			}
			// a helper of this package that ends fields or parameters
			for _, h := range f.bodiesOf(n, c) {
				for _, e := range f.ends(h, token.NoPos, busy) {
					if t := f.argFor(h, n, c, e); t != nil {
						out = append(out, t)
					}
				}
			}
		}
		return true
	})
	return out
}

// endsByName reports whether the name of a function, which is not a method, says
// that it ends what it is given.
func endsByName(name string) bool {
	name = strings.ToLower(name)
	for _, w := range []string{"kill", "close", "terminate", "interrupt", "shutdown", "cancel", "abort", "stop", "signal", "disconnect", "cleanup"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// placeIn returns the variable or field that an argument is made from: of -pid
// or int(pid), pid.
func placeIn(e ast.Expr) ast.Expr {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.UnaryExpr:
			e = x.X
		case *ast.CallExpr:
			if len(x.Args) != 1 {
				return e
			}
			e = x.Args[0]
		default:
			return ast.Unparen(e)
		}
	}
}

// isEnder reports whether a method ends or interrupts waits on its receiver.
// Whom the names deceive is only kept silent about.
func (f *Flow) isEnder(fn *types.Func) bool {
	if row := f.t.CallOf(fn); row != nil && row.Unblocks {
		return true
	}
	switch fn.Name() {
	case "Close", "CloseWithError", "CloseNow", "CloseRead", "CloseWrite", "Shutdown", "Stop", "Kill", "Signal", "Broadcast",
		"SetDeadline", "SetReadDeadline", "SetWriteDeadline", "Interrupt", "Cancel", "Abort", "Disconnect", "Terminate",
		"Release", "Quit", "Done", "Unlock", "Drain", "GracefulStop":
		return true
	}
	return false
}

// argFor returns what e, written in the callee, is for its caller: the argument
// or receiver for a parameter, e itself for a field or package variable, which
// are known by their object; nil for a local variable.
func (f *Flow) argFor(callee *code.Func, call *ast.CallExpr, c api.Callee, e ast.Expr) ast.Expr {
	v := f.p.VarOf(e)
	if v == nil {
		return nil
	}
	if v.IsField() || isPackageVar(v) {
		if v.Pkg() == f.p.Types {
			return e
		}
		// Part of a parameter is part of the argument: cmd.Process.Pid.
		base := e
		for {
			sel, ok := ast.Unparen(base).(*ast.SelectorExpr)
			if !ok {
				break
			}
			base = sel.X
		}
		if b := f.p.VarOf(base); b != nil && b != v && callee.ParamIndex(b) >= 0 {
			return f.argFor(callee, call, c, base)
		}
		return e
	}
	if _, ok := ast.Unparen(e).(*ast.Ident); !ok {
		return nil
	}
	switch i := callee.ParamIndex(v); {
	case i == -2:
		return c.Recv
	case i >= 0 && !c.MethodExpr && i < len(call.Args):
		return call.Args[i]
	}
	return nil
}
