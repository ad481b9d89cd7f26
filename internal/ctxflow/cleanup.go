package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// Cleanup says why code is clean-up, in which a detached context with a limit
// of its own is right and the caller's may be over.
type Cleanup int8

const (
	CleanupNone     Cleanup = iota
	CleanupDefer            // in a deferred call, or one that runs at the end of a test
	CleanupOver             // after the end of a context, or a signal, was seen
	CleanupShutdown         // in a function that shuts something down
	CleanupCall             // in the arguments of a call that closes, stops, unlocks, rolls back or flushes
)

func (c Cleanup) String() string {
	return [...]string{"none", "defer", "over", "shutdown", "call"}[c]
}

// CleanupMode says whether a node is clean-up, and why.
func (f *Flow) CleanupMode(n ast.Node) Cleanup {
	cur, ok := f.p.Cursor(n)
	if !ok {
		return CleanupNone
	}
	for c := range cur.Enclosing((*ast.DeferStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch m := c.Node().(type) {
		case *ast.DeferStmt:
			if code.Within(n, m.Call.Fun) {
				continue // defer lock()(): lock is called at once
			}
			return CleanupDefer
		case *ast.FuncLit, *ast.FuncDecl:
			fn := f.p.FuncAt(m)
			if fn == nil {
				continue
			}
			for _, s := range f.overSpans(fn) {
				if s.holds(n) {
					return CleanupOver
				}
			}
			run := f.Live(fn)
			switch {
			case fn.Obj == nil && run.Kind == RunDeferred:
				return CleanupDefer
			case run.Runner != nil && atTheEnd(run.Runner):
				return CleanupDefer
			case fn.Obj == nil && f.isHook(run.Call):
				return CleanupOver
			case f.shutsDown(fn):
				return CleanupShutdown
			}
		}
	}
	if f.feedsCleanup(n, 0) {
		return CleanupCall
	}
	return CleanupNone
}

// atTheEnd reports whether a runner keeps a closure for the end of something:
// t.Cleanup.
func atTheEnd(r *api.Runner) bool { return r.Later && !r.Async && !r.Limit && !r.Once }

func (f *Flow) isHook(call *ast.CallExpr) bool {
	if call == nil {
		return false
	}
	op := f.t.CtxOp(f.p.CalleeOf(call).Key)
	return op != nil && op.Kind == api.CtxOpHook
}

// cleanupName reports whether a name begins with a word for ending things, gracefully or not.
func cleanupName(name string) bool {
	for _, how := range []string{"Gracefully", "Graceful"} {
		if len(name) > len(how) && strings.EqualFold(name[:len(how)], how) {
			name = name[len(how):]
			break
		}
	}
	for _, w := range []string{"Close", "Shutdown", "Stop", "Rollback", "Unlock", "Release", "Flush", "Cleanup", "CleanUp",
		"Teardown", "TearDown", "Terminate", "Dispose", "Drain", "Abort", "Deregister", "Unregister", "Disconnect"} {
		if len(name) < len(w) || !strings.EqualFold(name[:len(w)], w) {
			continue
		}
		if len(name) == len(w) || name[len(w)] >= 'A' && name[len(w)] <= 'Z' || name[len(w)] == '_' {
			return true
		}
	}
	return false
}

// shutsDown reports whether a declared function is one that ends something:
// it is called so, or it calls a stored cancel function, or closes a channel
// of its receiver.
func (f *Flow) shutsDown(fn *code.Func) bool {
	if fn.Obj == nil {
		return false
	}
	if cleanupName(fn.Obj.Name()) && !f.serves(fn) {
		return true
	}
	if fn.Sig.Recv() == nil {
		return false
	}
	found := false
	for _, call := range fn.Calls() {
		c := f.p.CalleeOf(call)
		switch {
		case c.Builtin == "close" && len(call.Args) == 1:
			found = found || f.ofReceiver(fn, call.Args[0])
		case c.Func == nil && len(call.Args) == 0 && code.IsCancelFunc(f.p.TypeOf(call.Fun)):
			found = found || f.ofReceiver(fn, call.Fun)
		}
	}
	return found
}

// ofReceiver reports whether e is a field of fn's receiver.
func (f *Flow) ofReceiver(fn *code.Func, e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && f.p.FieldOf(e) != nil && f.p.VarOf(sel.X) == fn.Sig.Recv()
}

// feedsCleanup reports whether n is, or its value only goes into, arguments of
// calls that end something: srv.Shutdown(context.Background()).
func (f *Flow) feedsCleanup(n ast.Node, depth int) bool {
	cur, ok := f.p.Cursor(n)
	if !ok || depth > 4 {
		return false
	}
	child := n
	for c := range cur.Enclosing() {
		m := c.Node()
		if m == n {
			continue
		}
		switch m := m.(type) {
		case *ast.CallExpr:
			if m.Fun == child {
				break
			}
			callee := f.p.CalleeOf(m)
			if callee.Func != nil {
				if cleanupName(callee.Func.Name()) && !f.endsOne(callee.Func) {
					return true
				}
				if row := f.t.Call(callee.Key); row != nil && row.Unblocks {
					return true
				}
			}
		case *ast.AssignStmt:
			// ctx, cancel := context.WithTimeout(context.Background(), …)
			return len(m.Lhs) > 0 && f.onlyCleanup(m.Lhs[0], m, depth)
		case ast.Stmt, *ast.FuncLit:
			return false
		}
		child = m
	}
	return false
}

// onlyCleanup reports whether all uses of the local context variable lhs after
// its assignment go into calls that end something.
func (f *Flow) onlyCleanup(lhs ast.Expr, at *ast.AssignStmt, depth int) bool {
	v := f.p.VarOf(lhs)
	if v == nil || v.IsField() || isPackageVar(v) || !f.ctxLike(v.Type()) {
		return false
	}
	owner := f.ownerOf(v)
	if owner == nil {
		return false
	}
	any, all := false, true
	ast.Inspect(owner.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || f.p.Info.Uses[id] != v || id.Pos() < at.End() {
			return all
		}
		any = true
		all = all && f.feedsCleanup(id, depth+1)
		return all
	})
	return any && all
}

// A span is a part of a function.
type span struct {
	from, to token.Pos
	why      ast.Node // the test or receive that saw the end
	ctx      ast.Expr // the context that is over; nil for a signal
}

func (s span) holds(n ast.Node) bool { return s.from <= n.Pos() && n.End() <= s.to }

// overSpans returns the parts of fn's own body that only run after a context's
// end, or a signal to the process, was seen.
func (f *Flow) overSpans(fn *code.Func) []span {
	if s, ok := f.after[fn]; ok {
		return s
	}
	var out []span
	for _, t := range f.DoneTests(fn) {
		switch {
		case t.Kind == TestSelect && t.Clause != nil:
			out = append(out, span{t.Clause.Colon, t.Clause.End(), t.Node, t.Expr})
			out = append(out, f.afterExits(fn, t)...)
			if t.Select != nil && f.othersLeave(t) {
				out = append(out, f.rest(t.Select, t.Node, t.Expr)...)
			}
		case t.Kind == TestRecv:
			out = append(out, f.rest(t.Node, t.Node, t.Expr)...)
		case t.Only != nil:
			out = append(out, span{t.Only.Pos(), t.Only.End(), t.Node, t.Expr})
		}
		if t.Kind == TestErr {
			out = append(out, f.afterLoopCond(t)...)
		}
	}
	out = append(out, f.afterHelpers(fn)...)
	fn.Inspect(func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if ctx := f.groupOver(fn, call); ctx != nil {
				out = append(out, f.rest(call, call, ctx)...)
			}
		}
		if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.ARROW && isSignalChan(f.p.TypeOf(u.X)) {
			if sel := f.selectOf(u); sel == nil {
				out = append(out, f.rest(u, u, nil)...)
			} else if cl := f.clauseOf(u); cl != nil {
				out = append(out, span{cl.Colon, cl.End(), u, nil})
			}
		}
		return true
	})
	f.after[fn] = out
	return out
}

// groupOver returns the context that is over once a call has waited for a group which was made
// with it, if the function has put it in the place of the one it was given: g, ctx :=
// errgroup.WithContext(ctx).
func (f *Flow) groupOver(fn *code.Func, call *ast.CallExpr) ast.Expr {
	c := f.p.CalleeOf(call)
	if c.Func == nil || c.Func.Name() != "Wait" || c.Recv == nil || !api.IsGroup(f.p.TypeOf(c.Recv)) {
		return nil
	}
	g := f.p.VarOf(c.Recv)
	if g == nil {
		return nil
	}
	for _, d := range f.p.Defs(g) {
		as, ok := d.Node.(*ast.AssignStmt)
		if !ok || d.In != fn || len(as.Lhs) != 2 || len(as.Rhs) != 1 {
			continue
		}
		made, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
		if !ok {
			continue
		}
		op := f.t.CtxOp(f.p.CalleeOf(made).Key)
		if v := f.p.VarOf(as.Lhs[1]); op != nil && op.Kind == api.CtxOpGroup && v != nil && fn.ParamIndex(v) >= 0 {
			return as.Lhs[1]
		}
	}
	return nil
}

func isSignalChan(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	if !ok {
		return false
	}
	n, ok := types.Unalias(ch.Elem()).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "os" && n.Obj().Name() == "Signal"
}

// rest returns what follows a statement in its list, over because of why.
func (f *Flow) rest(n, why ast.Node, ctx ast.Expr) []span {
	cur, ok := f.p.Cursor(n)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil), (*ast.CommClause)(nil)) {
		return []span{{n.End(), c.Node().End(), why, ctx}}
	}
	return nil
}

// afterLoopCond returns what follows a loop that only ends with the context:
// for ctx.Err() == nil { … }.
func (f *Flow) afterLoopCond(t Test) []span {
	cur, ok := f.p.Cursor(t.Node)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.FuncLit)(nil)) {
		loop, ok := c.Node().(*ast.ForStmt)
		if !ok || loop.Cond == nil || t.Node.Pos() < loop.Cond.Pos() || loop.Cond.End() < t.Node.End() {
			return nil
		}
		if f.value(loop.Cond, t, false) == api.Yes && len(f.breaks(loop)) == 0 {
			return f.rest(loop, t.Node, t.Expr)
		}
		return nil
	}
	return nil
}

// afterExits returns what follows a loop around a select if the loop is only
// ever left by breaks in clauses that saw a context's end.
func (f *Flow) afterExits(fn *code.Func, t Test) []span {
	cur, ok := f.p.Cursor(t.Select)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		loop, ok := c.Node().(*ast.ForStmt)
		if !ok || loop.Cond != nil {
			return nil
		}
		breaks := f.breaks(loop)
		if len(breaks) == 0 {
			return nil
		}
		ctx := t.Expr
		for _, b := range breaks {
			if !f.inDoneClause(b) {
				return nil
			}
			if b.Pos() < t.Clause.Pos() || t.Clause.End() < b.End() {
				ctx = nil // another's end
			}
		}
		return f.rest(loop, t.Node, ctx)
	}
	return nil
}

// othersLeave reports whether a select is only ever passed by the clause that
// saw a context's end: all others return or go on with the loop around it.
func (f *Flow) othersLeave(t Test) bool {
	for _, s := range t.Select.Body.List {
		cl, ok := s.(*ast.CommClause)
		if !ok || cl == t.Clause {
			continue
		}
		if len(cl.Body) == 0 || breaksOut(cl) {
			return false
		}
		switch last := cl.Body[len(cl.Body)-1].(type) {
		case *ast.ReturnStmt:
		case *ast.BranchStmt:
			if last.Tok != token.CONTINUE || last.Label != nil {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// breaksOut reports whether a clause of a select may leave it by a break or a goto.
func breaksOut(cl *ast.CommClause) bool {
	found := false
	ast.Inspect(cl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BranchStmt:
			found = found || n.Tok == token.BREAK || n.Tok == token.GOTO
		}
		return !found
	})
	return found
}

func (f *Flow) inDoneClause(n ast.Node) bool {
	cur, ok := f.p.Cursor(n)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.CommClause)(nil)) {
		cl := c.Node().(*ast.CommClause)
		var ch ast.Expr
		switch s := cl.Comm.(type) {
		case *ast.ExprStmt:
			ch = s.X
		case *ast.AssignStmt:
			if len(s.Rhs) == 1 {
				ch = s.Rhs[0]
			}
		}
		u, ok := unparen(ch).(*ast.UnaryExpr)
		if ok && u.Op == token.ARROW && f.doneExpr(u.X) != nil {
			return true
		}
	}
	return false
}

// breaks returns the break and goto statements that leave a loop.
func (f *Flow) breaks(loop ast.Stmt) []*ast.BranchStmt {
	label := f.p.Label(loop)
	var out []*ast.BranchStmt
	var walk func(n ast.Node, inner bool)
	walk = func(n ast.Node, inner bool) {
		ast.Inspect(n, func(m ast.Node) bool {
			if m == nil || m == n {
				return true
			}
			switch m := m.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
				walk(m, true)
				return false
			case *ast.BranchStmt:
				switch {
				case m.Tok == token.GOTO:
					out = append(out, m)
				case m.Tok == token.BREAK && m.Label == nil && !inner:
					out = append(out, m)
				case m.Tok == token.BREAK && m.Label != nil && m.Label.Name == label:
					out = append(out, m)
				case m.Tok == token.BREAK && m.Label != nil && !f.labelWithin(m.Label, loop):
					out = append(out, m)
				}
			}
			return true
		})
	}
	walk(loop, false)
	return out
}

// labelWithin reports whether a label is declared inside a statement.
func (f *Flow) labelWithin(id *ast.Ident, s ast.Stmt) bool {
	obj := f.p.Info.Uses[id]
	return obj != nil && s.Pos() <= obj.Pos() && obj.Pos() < s.End()
}
