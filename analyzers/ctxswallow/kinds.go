package ctxswallow

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// kinds reports the ways to lose a cancellation that are no plain return of nil.
func kinds(p *rule.Pass, f *code.Func) {
	tests := p.Flow.DoneTests(f)
	for _, t := range tests {
		switch t.Kind {
		case ctxflow.TestSelect:
			groupError(p, f, t)
		case ctxflow.TestIs:
			otherName(p, f, t)
			likeSuccess(p, t)
		}
	}
	f.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			shadowed(p, f, n)
			if tellsResult(p, f) {
				waitError(p, f, n, tests)
			}
		case *ast.RangeStmt:
			if tellsResult(p, f) {
				skipped(p, f, n, tests)
				closed(p, f, n, tests)
			}
		}
		return true
	})
}

// groupError reports a function that answers the end of its group's context
// with that context's error: the error that ended it is the group's.
func groupError(p *rule.Pass, f *code.Func, t ctxflow.Test) {
	steps := t.Ctx.InForce()
	if len(steps) == 0 || !t.Ctx.Known() || t.Clause == nil {
		return
	}
	s := steps[len(steps)-1]
	if s.Kind != ctxflow.StepGroup || s.In != f || s.Cancel == nil || s.Maybe {
		return
	}
	waits := func(n ast.Node) bool {
		found := false
		ast.Inspect(n, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Wait" && p.Code.VarOf(sel.X) == s.Cancel {
					found = true
				}
			}
			return !found
		})
		return found
	}
	if waits(t.Clause) {
		return
	}
	deferred := false
	f.Inspect(func(n ast.Node) bool {
		if d, ok := n.(*ast.DeferStmt); ok {
			deferred = deferred || waits(d)
		}
		return !deferred
	})
	if deferred {
		return
	}
	code.InspectShallow(t.Clause, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || len(ret.Results) == 0 {
			return true
		}
		last := ret.Results[len(ret.Results)-1]
		ast.Inspect(last, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			sel, ok := call.Fun.(*ast.SelectorExpr)
			if ok && sel.Sel.Name == "Err" && p.Code.SamePlace(sel.X, t.Expr) {
				p.Report(rule.Finding{
					Node:    ret,
					Message: fmt.Sprintf("%s returns %s, which only says that the group was cancelled: the error that ended it is lost, and its goroutines may still run; return %s.Wait()", f.Name(), types.ExprString(call), s.Cancel.Name()),
					Related: []rule.Related{{Node: s.Call, Message: "the group"}},
				})
			}
			return true
		})
		return true
	})
}

// branch returns the tests of err that lead to the same branch as node n, n's
// own included, and the branch.
func branch(p *rule.Pass, n ast.Node) (conds []ast.Expr, body []ast.Stmt, stmt ast.Stmt) {
	cur, ok := p.Code.Cursor(n)
	if !ok {
		return nil, nil, nil
	}
	var split func(e ast.Expr)
	split = func(e ast.Expr) {
		e = ast.Unparen(e)
		if b, ok := e.(*ast.BinaryExpr); ok && b.Op == token.LOR {
			split(b.X)
			split(b.Y)
			return
		}
		conds = append(conds, e)
	}
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.CaseClause)(nil), (*ast.FuncLit)(nil)) {
		switch s := c.Node().(type) {
		case *ast.IfStmt:
			if n.Pos() < s.Cond.Pos() || s.Cond.End() < n.End() {
				return nil, nil, nil
			}
			split(s.Cond)
			stmt, body = s, s.Body.List
		case *ast.CaseClause:
			for _, e := range s.List {
				split(e)
			}
			stmt, body = s, s.Body
		}
		break
	}
	for _, e := range conds {
		if e == n {
			return conds, body, stmt
		}
	}
	return nil, nil, nil // negated, or one condition of several
}

// otherName reports an end of a context that is given the name of something
// else: if errors.Is(err, ErrNotFound) || errors.Is(err, context.Canceled) {
// return ErrNotFound }.
func otherName(p *rule.Pass, f *code.Func, t ctxflow.Test) {
	conds, body, stmt := branch(p, t.Node)
	if len(conds) < 2 {
		return
	}
	for _, c := range conds {
		s := sentinel(p, c, t.Err)
		if s == nil || !saysOfThing(s.Name()) {
			continue
		}
		for _, b := range body {
			ret, ok := b.(*ast.ReturnStmt)
			if !ok || len(ret.Results) == 0 || object(p, ret.Results[len(ret.Results)-1]) != s {
				continue
			}
			if first := firstTest(p, f, stmt); first != nil && first != t.Node {
				continue // said at the first of them
			}
			p.Report(rule.Finding{
				Node:    ret,
				Message: fmt.Sprintf("%s returns %s when the call was cancelled or timed out (seen at %s), so that its caller takes for an answer what was none; return %s", f.Name(), s.Name(), p.Where(t.Node), types.ExprString(t.Err)),
				Related: []rule.Related{{Node: t.Node, Message: "the end of a context is taken for it here"}},
			})
			return
		}
	}
}

// firstTest returns the first test for a context's error within a statement.
func firstTest(p *rule.Pass, f *code.Func, stmt ast.Stmt) ast.Node {
	for _, t := range p.Flow.DoneTests(f) {
		if t.Kind == ctxflow.TestIs && code.Within(t.Node, stmt) {
			return t.Node
		}
	}
	return nil
}

// saysOfThing reports whether an error's name says something of the thing that
// was asked for, rather than of the asking.
func saysOfThing(name string) bool {
	for _, w := range []string{"NotFound", "Unknown", "Missing", "NoSuch", "Absent", "NotExist", "NoRows", "Exists", "Invalid", "Denied", "Forbidden", "Unauthorized", "Empty", "Gone"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// sentinel returns the package variable that cond compares err with.
func sentinel(p *rule.Pass, cond, err ast.Expr) types.Object {
	var x, y ast.Expr
	switch c := cond.(type) {
	case *ast.CallExpr:
		if sel, ok := c.Fun.(*ast.SelectorExpr); !ok || sel.Sel.Name != "Is" || len(c.Args) != 2 {
			return nil
		}
		x, y = c.Args[0], c.Args[1]
	case *ast.BinaryExpr:
		if c.Op != token.EQL {
			return nil
		}
		x, y = c.X, c.Y
	default:
		return nil
	}
	if err == nil || !p.Code.SamePlace(x, err) {
		return nil
	}
	v := object(p, y)
	if v == nil || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return nil
	}
	return v
}

func object(p *rule.Pass, e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return p.Code.Info.Uses[e]
	case *ast.SelectorExpr:
		return p.Code.Info.Uses[e.Sel]
	}
	return nil
}

// likeSuccess reports a switch on an error whose branch for a cancelled call
// ends with the same call as the branch for success.
func likeSuccess(p *rule.Pass, t ctxflow.Test) {
	_, body, stmt := branch(p, t.Node)
	cl, ok := stmt.(*ast.CaseClause)
	if !ok || len(body) == 0 || t.Err == nil {
		return
	}
	end := lastCall(body)
	if end == "" {
		return
	}
	list, ok := p.Code.Parent(cl).(*ast.BlockStmt)
	if !ok {
		return
	}
	for _, s := range list.List {
		o, ok := s.(*ast.CaseClause)
		if !ok || len(o.List) != 1 || lastCall(o.Body) != end {
			continue
		}
		b, ok := o.List[0].(*ast.BinaryExpr)
		if ok && b.Op == token.EQL && p.Code.Info.Types[b.Y].IsNil() && p.Code.SamePlace(b.X, t.Err) {
			p.Report(rule.Finding{
				Node:    t.Node,
				Message: fmt.Sprintf("a cancelled call ends with %s, as a successful one does, although its work is not done; leave it undone, or return %s", end, types.ExprString(t.Err)),
				Related: []rule.Related{{Node: o, Message: "the branch for success"}},
			})
			return
		}
	}
}

// lastCall returns the text of the call that is returned at the end of a branch.
func lastCall(body []ast.Stmt) string {
	if len(body) == 0 {
		return ""
	}
	ret, ok := body[len(body)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return ""
	}
	call, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return ""
	}
	return types.ExprString(call)
}

// shadowed reports a loop that is left because of an error in a variable that
// hides the one which is returned.
func shadowed(p *rule.Pass, f *code.Func, n *ast.IfStmt) {
	as, ok := n.Init.(*ast.AssignStmt)
	if n.Init == nil {
		as, ok = before(p, n)
	}
	if !ok || as.Tok != token.DEFINE || len(as.Rhs) != 1 || len(n.Body.List) == 0 || n.Else != nil {
		return
	}
	br, ok := n.Body.List[len(n.Body.List)-1].(*ast.BranchStmt)
	if !ok || br.Tok != token.BREAK {
		return
	}
	cond, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ || !p.Code.Info.Types[cond.Y].IsNil() {
		return
	}
	inner := p.Code.VarOf(cond.X)
	if inner == nil || inner.Pos() < as.Pos() || as.End() < inner.Pos() || !code.IsError(inner.Type()) {
		return
	}
	call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
	if !ok {
		return
	}
	if given := p.Flow.CtxArg(call); given.Expr == nil || !given.Ctx.FromCaller() {
		return
	}
	cur, ok := p.Code.Cursor(n)
	if !ok {
		return
	}
	var loop ast.Stmt
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.SelectStmt)(nil), (*ast.SwitchStmt)(nil), (*ast.TypeSwitchStmt)(nil), (*ast.FuncLit)(nil)) {
		loop, _ = c.Node().(ast.Stmt)
		break
	}
	switch loop.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
	default:
		return
	}
	// The return right after the loop names the outer variable.
	list, ok := p.Code.Parent(loop).(*ast.BlockStmt)
	if !ok {
		return
	}
	for i, s := range list.List {
		if s != loop || i+1 >= len(list.List) {
			continue
		}
		ret, ok := list.List[i+1].(*ast.ReturnStmt)
		if !ok || len(ret.Results) == 0 {
			return
		}
		outer := p.Code.VarOf(ret.Results[len(ret.Results)-1])
		if outer == nil || outer == inner || outer.Name() != inner.Name() || !code.IsError(outer.Type()) {
			return
		}
		p.Report(rule.Finding{
			Node:    ret,
			Message: fmt.Sprintf("%s returns an %s that knows nothing of the %s which ended the loop at %s: the end of the context is lost; assign it with =", f.Name(), outer.Name(), inner.Name(), p.Where(n)),
			Related: []rule.Related{{Node: as, Message: "hides the variable that is returned"}},
		})
	}
}

// before returns the assignment right before a statement.
func before(p *rule.Pass, n ast.Stmt) (*ast.AssignStmt, bool) {
	list, ok := p.Code.Parent(n).(*ast.BlockStmt)
	if !ok {
		return nil, false
	}
	for i, s := range list.List {
		if s == n && i > 0 {
			as, ok := list.List[i-1].(*ast.AssignStmt)
			return as, ok
		}
	}
	return nil, false
}

// skipped reports a merge of errors that passes over cancelled ones and then
// says that all is well, without a look at the context that may have cancelled
// them all.
func skipped(p *rule.Pass, f *code.Func, loop *ast.RangeStmt, tests []ctxflow.Test) {
	if loop.Value == nil || !hasCtx(f) {
		return
	}
	v := p.Code.VarOf(loop.Value)
	if _, ok := p.Code.Info.TypeOf(loop.X).Underlying().(*types.Slice); v == nil || !ok {
		return
	}
	var skip ast.Node
	for _, t := range tests {
		if t.Kind != ctxflow.TestIs {
			return // it looks
		}
		if t.Sentinel != "Canceled" || t.Err == nil {
			continue
		}
		if sel, ok := ast.Unparen(t.Err).(*ast.SelectorExpr); ok {
			if p.Code.VarOf(sel.X) != v {
				continue
			}
		} else if p.Code.VarOf(t.Err) != v {
			continue
		}
		if _, body, stmt := branch(p, t.Node); stmt != nil && onlyContinues(body) {
			skip = t.Node
		}
	}
	if skip == nil || cancels(p, f) {
		return
	}
	if ret := successAfter(p, f, loop); ret != nil {
		p.Report(rule.Finding{
			Node:    ret,
			Message: fmt.Sprintf("%s passes over cancelled results (at %s) and returns a nil error, so that the end of its own context looks like a whole answer; return ctx.Err() if that is not nil", f.Name(), p.Where(skip)),
			Related: []rule.Related{{Node: skip, Message: "cancelled results are passed over"}},
		})
	}
}

func onlyContinues(body []ast.Stmt) bool {
	if len(body) != 1 {
		return false
	}
	b, ok := body[0].(*ast.BranchStmt)
	return ok && b.Tok == token.CONTINUE
}

// cancels reports whether f makes a context that it can cancel, so that
// cancelled results may be its own doing.
func cancels(p *rule.Pass, f *code.Func) bool {
	for _, call := range f.Calls() {
		if fn := p.Code.Callee(call); fn != nil && p.Table.CtxOpOf(fn) != nil {
			return true
		}
	}
	return false
}

func hasCtx(f *code.Func) bool {
	for _, v := range f.Params() {
		if code.IsContext(v.Type()) && v.Name() != "" && v.Name() != "_" {
			return true
		}
	}
	return false
}

// successAfter returns the last return statement of f's own body after a
// statement, if it returns a nil error.
func successAfter(p *rule.Pass, f *code.Func, after ast.Node) *ast.ReturnStmt {
	if len(f.Body.List) == 0 {
		return nil
	}
	ret, ok := f.Body.List[len(f.Body.List)-1].(*ast.ReturnStmt)
	if !ok || ret.Pos() < after.End() || !success(p, f, ret) {
		return nil
	}
	return ret
}

// closed reports a range over a channel that its producer also closes when the
// context ends, followed by success: the end of the context looks like the end
// of the results.
func closed(p *rule.Pass, f *code.Func, loop *ast.RangeStmt, tests []ctxflow.Test) {
	from := ast.Unparen(loop.X)
	if id, ok := from.(*ast.Ident); ok {
		if defs := p.Code.Reaching(id); len(defs) == 1 && defs[0] != nil && defs[0].RHS != nil && defs[0].Index < 0 && defs[0].In == f {
			from = ast.Unparen(defs[0].RHS)
		}
	}
	call, ok := from.(*ast.CallExpr)
	if !ok {
		return
	}
	ch, ok := p.Code.Info.TypeOf(loop.X).Underlying().(*types.Chan)
	if !ok || carriesError(ch.Elem()) {
		return
	}
	given := p.Flow.CtxArg(call)
	if given.Expr == nil || !given.Ctx.FromCaller() || len(given.Ctx.InForce()) > 0 {
		return
	}
	for _, t := range tests {
		if t.Node.Pos() > loop.Pos() {
			return
		}
	}
	for _, c := range f.Calls() {
		if sel, ok := c.Fun.(*ast.SelectorExpr); ok && (sel.Sel.Name == "Err" || sel.Sel.Name == "Wait") {
			return // somebody else knows why it ended
		}
	}
	fn := p.Code.Callee(call)
	if fn == nil {
		return
	}
	seen := closesOnDone(p, p.Code.FuncOf(fn))
	ret := successAfter(p, f, loop)
	if seen == nil || ret == nil {
		return
	}
	p.Report(rule.Finding{
		Node:    ret,
		Message: fmt.Sprintf("%s returns a nil error although %s also closes its channel when %s ends (at %s), so that a part passes for the whole; return %s.Err() after the loop if it is not nil", f.Name(), code.ShortName(fn), types.ExprString(given.Expr), p.Where(seen), types.ExprString(given.Expr)),
		Related: []rule.Related{{Node: seen, Message: "the producer stops here"}, {Node: loop, Message: "the loop that ends without a word"}},
	})
}

// closesOnDone returns where a goroutine of g, which returns only a channel and
// closes it at the end, leaves because the context of g has ended.
func closesOnDone(p *rule.Pass, g *code.Func) ast.Node {
	if g == nil || g.Sig.Results().Len() != 1 {
		return nil
	}
	for _, lit := range g.Lits {
		if lit.UseOf().Role == code.RoleGo {
			if n := leavesSilently(p, lit); n != nil {
				return n
			}
		}
	}
	for _, call := range g.Calls() {
		if _, ok := p.Code.Parent(call).(*ast.GoStmt); !ok {
			continue
		}
		if given := p.Flow.CtxArg(call); given.Expr == nil || !given.Ctx.FromCaller() || len(given.Ctx.InForce()) > 0 {
			continue
		}
		if fn := p.Code.Callee(call); fn != nil && fn.Type().(*types.Signature).Results().Len() == 0 {
			if n := leavesSilently(p, p.Code.FuncOf(fn)); n != nil {
				return n
			}
		}
	}
	return nil
}

// leavesSilently returns where a goroutine that closes a channel by a deferred
// call only returns because the context has ended.
func leavesSilently(p *rule.Pass, w *code.Func) ast.Node {
	if w == nil {
		return nil
	}
	closes := false
	for _, call := range w.Calls() {
		id, ok := call.Fun.(*ast.Ident)
		_, deferred := p.Code.Parent(call).(*ast.DeferStmt)
		closes = closes || ok && deferred && id.Name == "close"
	}
	if !closes {
		return nil
	}
	for _, t := range p.Flow.DoneTests(w) {
		var body []ast.Stmt
		switch {
		case t.Ctx.Root.Kind != ctxflow.RootParam || len(t.Ctx.Steps) > 0:
		case t.Kind == ctxflow.TestSelect && t.Clause != nil:
			body = t.Clause.Body
		case t.Kind == ctxflow.TestErr && t.Cond != nil && t.Only == ast.Stmt(t.Cond.Body):
			body = t.Cond.Body.List
		}
		if len(body) == 1 {
			if ret, ok := body[0].(*ast.ReturnStmt); ok && len(ret.Results) == 0 {
				return t.Node
			}
		}
	}
	return nil
}

// carriesError reports whether values of type t can tell of an error.
func carriesError(t types.Type) bool {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if types.IsInterface(t) {
		return true
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for v := range s.Fields() {
		if types.IsInterface(v.Type()) && code.IsError(v.Type()) {
			return true
		}
	}
	return false
}
