package waits

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// A Lingerer is a goroutine that waits for the end of its caller's context and
// for nothing else, and so outlives the function that started it.
type Lingerer struct {
	Wait ast.Node // the receive from Done
	Ctx  ast.Expr
	// PerTurn: a loop around the function that starts it starts one per turn.
	PerTurn bool
}

// Lingers says whether the goroutine of a go statement in fn stays, for no
// purpose, when fn is done before the context is: what it is there to end is
// over with fn. Nil if it may have a purpose still.
func (f *Finder) Lingers(fn *code.Func, g *ast.GoStmt) *Lingerer {
	lit, ok := ast.Unparen(g.Call.Fun).(*ast.FuncLit)
	if !ok {
		return f.lingersNamed(fn, g)
	}
	if len(lit.Body.List) == 0 {
		return nil
	}
	wait, x, rest := f.untilDone(lit)
	if x == nil {
		return nil
	}
	ctx := f.flow.Outer(f.flow.Trace(x))
	if !ctx.Known() || ctx.Root.Kind != ctxflow.RootParam || ctx.Detached() != nil || ctx.Opaque() || ctx.Signal() {
		return nil
	}
	out := &Lingerer{Wait: wait, Ctx: x, PerTurn: f.perTurn(fn, ctx)}
	for _, s := range ctx.Cancels() {
		if s.In == nil || s.In.Within(fn) || fn.Within(s.In) && !out.PerTurn {
			return nil // ended by the function itself
		}
	}
	if !out.PerTurn && f.livesOn(fn) || !f.isDone(fn, g) || f.waitedFor(fn, lit) {
		return nil
	}
	if f.useless(fn, g, lit, rest) {
		return out
	}
	return nil
}

// lingersNamed is Lingers for a goroutine that is a function of the package: one that
// waits for the end of the context it is given, and then ends what fn waits on itself.
func (f *Finder) lingersNamed(fn *code.Func, g *ast.GoStmt) *Lingerer {
	callee := f.p.FuncOf(f.p.Callee(g.Call))
	if callee == nil || len(callee.Body.List) < 2 {
		return nil
	}
	ch := code.Received(soleCase(callee.Body.List[0]))
	if ch == nil {
		return nil
	}
	x := f.flow.DoneOf(ch)
	if x == nil {
		return nil
	}
	i := callee.ParamIndex(f.p.VarOf(x))
	if i < 0 || i >= len(g.Call.Args) {
		return nil
	}
	arg := g.Call.Args[i]
	ctx := f.flow.Outer(f.flow.Trace(arg))
	if !ctx.Known() || ctx.Root.Kind != ctxflow.RootParam || ctx.Detached() != nil || ctx.Opaque() || ctx.Signal() || len(ctx.Cancels()) > 0 {
		return nil
	}
	if f.livesOn(fn) || !f.isDone(fn, g) || !f.endsFor(fn, g) {
		return nil
	}
	return &Lingerer{Wait: g, Ctx: arg}
}

// untilDone returns the place where a goroutine waits for the end of a context
// and for nothing else, the context, and the statements that it runs then or, in
// a loop with a ticker, until then.
func (f *Finder) untilDone(lit *ast.FuncLit) (at ast.Node, ctx ast.Expr, rest []ast.Stmt) {
	list := lit.Body.List
	if sel, ok := list[0].(*ast.SelectStmt); ok && len(sel.Body.List) == 1 {
		if cc := sel.Body.List[0].(*ast.CommClause); cc.Comm != nil && len(cc.Body) > 0 {
			if ch := code.Received(cc.Comm); ch != nil {
				return cc.Comm, f.flow.DoneOf(ch), slices.Concat(cc.Body, list[1:])
			}
		}
	}
	if ch := code.Received(soleCase(list[0])); ch != nil {
		if len(list) < 2 {
			return nil, nil, nil
		}
		return list[0], f.flow.DoneOf(ch), list[1:]
	}
	fn := f.p.FuncAt(lit)
	o := f.OnlyEnd(fn)
	if o == nil || o.Ctx == nil {
		return nil, nil, nil
	}
	for _, t := range f.flow.DoneTests(fn) {
		if t.Kind != ctxflow.TestSelect || t.Clause == nil || len(t.Select.Body.List) < 2 {
			continue
		}
		for _, s := range t.Select.Body.List {
			cc, ok := s.(*ast.CommClause)
			if !ok || cc == t.Clause {
				continue
			}
			if ch := commChan(cc); ch == nil || f.timerOf(ch) == nil {
				return nil, nil, nil // it has something else to do
			}
		}
		return t.Clause.Comm, t.Expr, list
	}
	return nil, nil, nil
}

// soleCase returns the only case's operation of a select, any other statement itself.
func soleCase(s ast.Stmt) ast.Stmt {
	if sel, ok := s.(*ast.SelectStmt); ok && len(sel.Body.List) == 1 {
		if cc, ok := sel.Body.List[0].(*ast.CommClause); ok && cc.Comm != nil && len(cc.Body) == 0 {
			return cc.Comm
		}
	}
	return s
}

// perTurn reports whether fn is started as a goroutine by a loop, with a
// context that is made outside of the loop: one for each connection, say.
func (f *Finder) perTurn(fn *code.Func, ctx ctxflow.Ctx) bool {
	calls, complete := f.p.Callers(fn)
	if len(calls) == 0 || !complete {
		return false
	}
	for _, call := range calls {
		if _, ok := f.p.Parent(call).(*ast.GoStmt); !ok {
			return false
		}
		loop := f.p.LoopAround(call)
		if loop == nil {
			return false
		}
		cs := ctx.Cancels()
		if i := fn.ParamIndex(ctx.Root.Var); i >= 0 && i < len(call.Args) {
			cs = f.flow.Trace(call.Args[i]).Cancels()
		}
		for _, s := range cs {
			if s.Call == nil || code.Within(s.Call, loop) {
				return false
			}
		}
	}
	return true
}

// livesOn reports whether a function is likely to last as long as its context
// does: it goes round for ever, serves, or calls something that does, or is
// called as such functions are.
func (f *Finder) livesOn(fn *code.Func) bool {
	if fn.Obj != nil && (lasting(fn.Obj.Name()) || begins(fn.Obj.Name())) {
		return true
	}
	found := false
	fn.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt:
			found = found || n.Cond == nil
		case *ast.RangeStmt:
			found = found || chanType(f.p.Info.TypeOf(n.X)) != nil
		case *ast.SelectStmt:
			found = found || len(n.Body.List) == 0
		case *ast.CallExpr:
			c := f.p.CalleeOf(n)
			if c.Func == nil {
				break
			}
			if row := f.row(c.Func); row != nil {
				found = found || row.Kind == api.WaitServer
				break
			}
			if g := f.p.FuncOf(c.Func); g != nil && f.hasEndless(g) || lasting(c.Func.Name()) {
				found = true
			}
		}
		return !found
	})
	return found
}

// lasting reports whether a name is one of functions that run until they are stopped.
func lasting(name string) bool {
	name = strings.ToLower(name)
	for _, w := range []string{"serve", "run", "start", "listen", "main", "loop", "watch", "wait", "subscribe", "consume", "poll", "follow", "monitor", "work", "handle", "process"} {
		if strings.HasPrefix(name, w) {
			return true
		}
	}
	return false
}

// begins reports whether a name is one of functions that make what lives on.
func begins(name string) bool {
	name = strings.ToLower(name)
	for _, w := range []string{"new", "open", "init", "setup", "make", "dial", "connect", "register", "attach"} {
		if strings.HasPrefix(name, w) {
			return true
		}
	}
	return false
}

// isDone reports whether fn may return after the go statement without an error,
// and without having seen the end of a context.
func (f *Finder) isDone(fn *code.Func, g *ast.GoStmt) bool {
	if len(fn.Body.List) == 0 {
		return false
	}
	last := fn.Body.List[len(fn.Body.List)-1]
	if last == ast.Stmt(g) {
		return false // it is there to start the goroutine
	}
	found := false
	fn.Inspect(func(n ast.Node) bool {
		r, ok := n.(*ast.ReturnStmt)
		if !ok || r.Pos() < g.End() || f.flow.CleanupMode(r) != ctxflow.CleanupNone {
			return !found
		}
		found = true
		return false
	})
	if found {
		return true
	}
	_, ret := last.(*ast.ReturnStmt)
	return !ret && fn.Sig.Results().Len() == 0 && !endless(last) && f.flow.CleanupMode(last) == ctxflow.CleanupNone
}

// useless reports whether all that a goroutine does at the context's end is for
// things that are over when fn is: variables of fn that nobody else gets, or
// what fn closes or waits for itself.
func (f *Finder) useless(fn *code.Func, g *ast.GoStmt, lit *ast.FuncLit, rest []ast.Stmt) bool {
	any, all := false, true
	seen := make(map[*types.Var]bool)
	var look func(n ast.Node, logged bool)
	look = func(n ast.Node, logged bool) {
		ast.Inspect(n, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && !logged {
				if f.onlySpeaks(f.p.Callee(call)) {
					look(call, true)
					return false
				}
			}
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			v, ok := f.p.Info.Uses[id].(*types.Var)
			if !ok || v.IsField() || seen[v] || code.Within(declOf(v), lit) || code.IsContext(v.Type()) {
				return true
			}
			ours := f.localTo(fn, v, lit) || f.endsItself(fn, v, g)
			if logged && !ours {
				return true // a logger, a name
			}
			seen[v] = true
			any = true
			all = all && ours
			return true
		})
	}
	for _, s := range rest {
		look(s, false)
	}
	return any && (all || f.endsFor(fn, g))
}

// endsFor reports whether a goroutine is there to end a wait of fn itself.
func (f *Finder) endsFor(fn *code.Func, g *ast.GoStmt) bool {
	for _, w := range f.Own(fn) {
		if w.Subject == nil || !w.Direct() || w.Goroutine {
			continue
		}
		if l := f.flow.Linked(fn, w.Subject); l != nil && l.Node == ast.Node(g) {
			return true
		}
	}
	return false
}

// declOf is the place of a variable's declaration.
func declOf(v *types.Var) ast.Node { return at(v.Pos()) }

type at token.Pos

func (a at) Pos() token.Pos { return token.Pos(a) }
func (a at) End() token.Pos { return token.Pos(a) }

// localTo reports whether a variable is made by fn and gets nowhere else: it is
// not returned, kept, sent or handed to others than methods of its own.
func (f *Finder) localTo(fn *code.Func, v *types.Var, but *ast.FuncLit) bool {
	if !code.Within(declOf(v), fn.Body) {
		return false
	}
	for _, d := range f.p.Defs(v) {
		if t, ok := f.p.TypeOf(d.RHS).(*types.Tuple); d.In != fn || ok && d.Index >= 0 && !onlyError(t, d.Index) {
			return false // what comes with it may get away
		}
	}
	local := true
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if n == ast.Node(but) {
			return false
		}
		id, ok := n.(*ast.Ident)
		if !ok || f.p.Info.Uses[id] != v {
			return local
		}
		if in := f.p.Enclosing(id); in != fn && f.flow.Live(in).Kind > ctxflow.RunWaited {
			local = false // another goroutine, or a literal that is kept
			return false
		}
		local = local && f.staysHere(id)
		return local
	})
	return local
}

// onlyError reports whether all results but one are errors.
func onlyError(t *types.Tuple, but int) bool {
	for i := range t.Len() {
		if i != but && !code.IsError(t.At(i).Type()) {
			return false
		}
	}
	return true
}

// staysHere reports whether a use of a variable hands its value to nobody: it
// is the base of a selection, compared, assigned to, or an argument of a
// function of the standard library.
func (f *Finder) staysHere(id *ast.Ident) bool {
	var e ast.Node = id
	for {
		parent := f.p.Parent(e)
		switch p := parent.(type) {
		case *ast.ParenExpr, *ast.StarExpr:
			e = p
			continue
		case *ast.UnaryExpr:
			if p.Op == token.AND {
				e = p
				continue
			}
			return true
		case *ast.SelectorExpr, *ast.BinaryExpr, *ast.IncDecStmt, *ast.ExprStmt, *ast.IndexExpr, *ast.IfStmt, *ast.ForStmt:
			return true
		case *ast.RangeStmt:
			return p.X == e || p.Key == e || p.Value == e
		case *ast.AssignStmt:
			for _, l := range p.Lhs {
				if l == e {
					return true
				}
			}
			return false
		case *ast.CallExpr:
			if p.Fun == e {
				return true
			}
			if _, ok := f.p.Parent(p).(*ast.GoStmt); ok {
				return false
			}
			c := f.p.CalleeOf(p)
			return c.Func != nil && c.Func.Pkg() != nil && api.IsStd(c.Func.Pkg().Path()) || c.Builtin != "" && c.Builtin != "append"
		default:
			return false
		}
	}
}

// endsItself reports whether fn itself ends what v is, so that there is nothing
// left to end after it: it closes it when it returns, or waits for its end.
func (f *Finder) endsItself(fn *code.Func, v *types.Var, g *ast.GoStmt) bool {
	found := false
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if n == ast.Node(g) {
			return false
		}
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return !found
		}
		c := f.p.CalleeOf(call)
		if c.Recv == nil || c.Func == nil || f.p.VarOf(c.Recv) != v {
			return !found
		}
		_, deferred := f.p.Parent(call).(*ast.DeferStmt)
		if in := f.p.Enclosing(call); in != fn {
			deferred = in.Parent == fn && f.flow.Live(in).Kind == ctxflow.RunDeferred
		}
		switch c.Func.Name() {
		case "Close", "Stop":
			found = found || deferred
		case "Wait":
			found = found || c.Key == "(*os/exec.Cmd).Wait"
		}
		return !found
	})
	return found
}
