package ctxdetach

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
	"github.com/faultlint/faultlint/internal/suggest"
)

//go:embed doc.go
var doc string

// Analyzer is the pass with default options.
var Analyzer = New(rule.Default())

// New returns the pass of a suite.
func New(s *rule.Suite) *analysis.Analyzer {
	return rule.New(s, rule.Spec{Name: "ctxdetach", Doc: rule.Doc(doc, "ctxdetach"), Severity: severity.Warning, Run: run})
}

func run(p *rule.Pass) {
	seen := make(map[ast.Node]bool)
	for _, f := range p.Funcs() {
		if p.Handlers.Startup(f) {
			continue
		}
		kept(p, f)
		groups(p, f)
		rounds(p, f, seen)
		for _, call := range f.Calls() {
			given := p.Flow.CtxArg(call)
			if given.Has != api.Yes || given.Expr == nil || !given.Ctx.Known() || given.Ctx.Opaque() {
				continue
			}
			outlives(p, f, call, given, seen)
			firstCaller(p, f, call, given)
			ofTheFirst(p, f, call, given)
			inHelper(p, f, call, given, seen)
			startedByLoop(p, f, call, given, seen)
			if obeys(p, call, given) {
				cut(p, f, call, given, seen)
			}
		}
	}
}

// cut reports a call that is cut from the caller's context.
func cut(p *rule.Pass, f *code.Func, call *ast.CallExpr, given ctxflow.Given, seen map[ast.Node]bool) {
	c := given.Ctx
	if c.Root.Kind == ctxflow.RootField {
		if nobodys(p, c.Root.Var) {
			fromOutside(p, f, call, given, seen)
			return
		}
		stored(p, f, call, given, seen)
		return
	}
	if c.Root.Kind == ctxflow.RootNone || c.Root.Kind == ctxflow.RootNil || !endless(p, c) && !limitedRead(p, f, call, given) {
		return
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && given.Kind == api.CtxReceiver && api.IsGroup(p.Code.TypeOf(sel.X)) {
		return // the Wait of a group: what the group does is judged by itself
	}
	place := ast.Node(c.Root.Expr)
	if d := c.Detached(); d != nil && d.Call != nil {
		place = d.Call
	}
	if place == nil || seen[place] || saidToStart(p, c, place) {
		return
	}
	if in := p.Code.Enclosing(place); !runsIn(p, f, in) {
		if c.Root.Kind == ctxflow.RootBackground || c.Root.Kind == ctxflow.RootTODO {
			if h := p.Handlers.Of(f); h != nil && in != nil && f != in && f.Within(in) {
				fromOutside(p, f, call, given, seen)
				return
			}
		}
		made(p, f, call, c, place, in, seen)
		return // made elsewhere: a helper's business
	}
	if _, ok := p.Code.Parent(call).(*ast.GoStmt); ok || startedOnly(p, f) {
		return // nobody waits for it
	}
	src := atHand(p, f, call)
	if src == nil {
		src = hidden(p, f, place)
	}
	if src == nil && c.Endless() && c.Detached() == nil {
		helper(p, f, call, place, seen)
	}
	flight := inFlight(p, f, src)
	if src == nil || runsLater(p, f, src) && !flight || flight && mayBeLimited(p, call) {
		return
	}
	if itsOwn(p, call, src) || undoes(p, call) || nilTested(p, call, src) || blankGroup(p, place) || givesChannel(p, call) {
		return
	}
	callee := name(p, call)
	fnd := rule.Finding{Node: place, Related: []rule.Related{{Node: call, Message: "the call that it is given to"}}}
	if p.Flow.CleanupMode(call) != ctxflow.CleanupNone || p.Flow.CleanupMode(place) != ctxflow.CleanupNone {
		if c.Detached() == nil || !fails(p, call) || thrownAway(p, call) {
			return // Background in clean-up is often a bound of another kind
		}
		if api.TakesPlace(p.Code.CalleeOf(call).Key) {
			return // a place within the process that the clean-up cannot do without, and whoever has it gives it back
		}
		fnd.Message = fmt.Sprintf("nothing ends %s any more: its context is detached from %s and has no limit of its own, so a stuck call holds the caller for ever; add context.WithTimeout", callee, src.Expr)
	} else if flight {
		if c.Detached() == nil {
			return
		}
		fnd.Message = fmt.Sprintf("nothing ends %s: its context is detached from %s and has no limit of its own, and whoever comes while it is stuck waits for this one run; add context.WithTimeout", callee, src.Expr)
	} else if c.Detached() != nil {
		if fn := p.Code.Callee(call); fn != nil && code.IsInterfaceMethod(fn) {
			return // cut off on purpose, and who implements it may well have a limit
		}
		fnd.Message = fmt.Sprintf("the caller waits for %s, but its context is detached from %s and has no limit of its own, so that nothing ends it; pass %s, or add context.WithTimeout", callee, src.Expr, src.Expr)
	} else {
		fnd.Message = fmt.Sprintf("the end of %s does not reach %s, although the caller waits for it: its context starts here; pass %s", src.Expr, callee, src.Expr)
		fnd.Fix = handDown(p, place, src)
	}
	seen[place] = true
	p.Report(fnd)
}

// handDown puts the context at hand in the place of context.Background() or TODO.
func handDown(p *rule.Pass, place ast.Node, src *ctxflow.Source) *analysis.SuggestedFix {
	call, ok := place.(*ast.CallExpr)
	if !ok || len(call.Args) > 0 || src.Var == nil || src.Var.IsField() || src.Blank {
		return nil
	}
	if c := p.Code.CalleeOf(call).Key; c != "context.Background" && c != "context.TODO" {
		return nil
	}
	return suggest.Known(p, call, src.Var, src.Expr)
}

// endless reports whether nothing ends a context while its function waits under
// it: it is nobody's, and all that can end it is the function's own deferred
// cancel, or the end of the group's work itself.
func endless(p *rule.Pass, c ctxflow.Ctx) bool {
	if !c.Nobody() {
		return false
	}
	for _, s := range c.Cancels() {
		switch {
		case s.Maybe:
			return false
		case s.Kind == ctxflow.StepGroup:
		case s.Kind == ctxflow.StepCancel && s.CancelDeferred && !s.CancelEscapes && len(p.Flow.CancelCalls(&s)) == 0:
		default:
			return false
		}
	}
	return true
}

// hidden returns the caller's context that is at hand where another one is
// made, if the new one takes its name, so that it is out of sight from there on.
func hidden(p *rule.Pass, f *code.Func, place ast.Node) *ctxflow.Source {
	cur, ok := p.Code.Cursor(place)
	if !ok || p.Code.Enclosing(place) != f {
		return nil
	}
	for c := range cur.Enclosing((*ast.AssignStmt)(nil), (*ast.FuncLit)(nil), (*ast.BlockStmt)(nil)) {
		as, ok := c.Node().(*ast.AssignStmt)
		if !ok || as.Tok != token.DEFINE {
			return nil
		}
		src := atHand(p, f, as)
		if src == nil || src.Kind != ctxflow.SourceParam {
			return nil
		}
		for _, l := range as.Lhs {
			if id, ok := l.(*ast.Ident); ok && id.Name == src.Expr {
				return src
			}
		}
		return nil
	}
	return nil
}

// itsOwn reports whether the context at hand is that of the very object that is
// called: conn.AcceptStream beside conn.Context(). It ends with the object, and so does
// the call.
func itsOwn(p *rule.Pass, call *ast.CallExpr, src *ctxflow.Source) bool {
	recv := p.Code.CalleeOf(call).Recv
	return recv != nil && src.Kind == ctxflow.SourceCarrier && src.Var != nil && p.Code.VarOf(recv) == src.Var
}

// blankGroup reports whether a context is only the parent of a group's which is
// given to nobody: g, _ := errgroup.WithContext(context.Background()).
func blankGroup(p *rule.Pass, place ast.Node) bool {
	call, ok := p.Code.Parent(place).(*ast.CallExpr)
	if !ok {
		return false
	}
	as, ok := p.Code.Parent(call).(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 2 || len(as.Rhs) != 1 {
		return false
	}
	id, ok := as.Lhs[1].(*ast.Ident)
	op := p.Table.CtxOp(p.Code.CalleeOf(call).Key)
	return ok && id.Name == "_" && op != nil
}

// givesChannel reports whether a call returns a channel: then its context is
// about what comes out of that, for which nobody waits here.
func givesChannel(p *rule.Pass, call *ast.CallExpr) bool {
	sig, ok := p.Code.TypeOf(call.Fun).(*types.Signature)
	if !ok {
		return false
	}
	for v := range sig.Results().Variables() {
		if _, ok := v.Type().Underlying().(*types.Chan); ok {
			return true
		}
	}
	return false
}

// runsIn reports whether f is a function, or a literal that the function runs
// and waits for.
func runsIn(p *rule.Pass, f, in *code.Func) bool {
	for g := f; g != nil; g = g.Parent {
		if g == in {
			return true
		}
		if g.Obj != nil {
			break
		}
		if run := p.Flow.Live(g); run.Kind != ctxflow.RunSync && run.Kind != ctxflow.RunWaited || run.Runner != nil && run.Runner.Once {
			return false
		}
	}
	return false
}

// atHand returns the caller's context that is at hand for a call, nil if there
// is none that ends.
func atHand(p *rule.Pass, f *code.Func, at ast.Node) *ctxflow.Source {
	for _, s := range p.Flow.AtHand(f, at) {
		if s.Blank || s.Live == api.No || s.Life == ctxflow.LifeTest || s.Kind == ctxflow.SourceStored {
			continue
		}
		if s.Kind == ctxflow.SourceLocal && (s.Ctx.Nobody() || !s.Ctx.Known()) {
			continue
		}
		return &s
	}
	return nil
}

// startedOnly reports whether all calls of a declared function are go statements, which do not
// wait for it: what it cuts off is right.
func startedOnly(p *rule.Pass, f *code.Func) bool {
	if f.Obj == nil {
		return false
	}
	calls, complete := p.Code.Callers(f)
	for _, c := range calls {
		if _, ok := p.Code.Parent(c).(*ast.GoStmt); !ok {
			return false
		}
	}
	return complete && len(calls) > 0
}

// runsLater reports whether the code runs when the source's function may have
// returned.
func runsLater(p *rule.Pass, f *code.Func, s *ctxflow.Source) bool {
	return s.Captured && s.Run != ctxflow.RunSync && s.Run != ctxflow.RunDeferred && s.Run != ctxflow.RunWaited
}

// fails reports whether a call can fail, so that its caller waits for the verdict.
func fails(p *rule.Pass, call *ast.CallExpr) bool {
	sig, ok := p.Code.Info.TypeOf(call.Fun).(*types.Signature)
	return ok && code.ReturnsError(sig)
}

// uses reports whether a call does more with its context than log and trace:
// it waits, and ends with it.
func uses(p *rule.Pass, call *ast.CallExpr, given ctxflow.Given) bool {
	if _, ok := p.Waits.Ends(call, given); ok {
		return true
	}
	return obeys(p, call, given)
}

// undoes reports whether a call takes something back after a failure: it stands
// in the branch of an error, and nobody looks at its result.
func undoes(p *rule.Pass, call *ast.CallExpr) bool {
	return thrownAway(p, call) && inBranch(p, call, func(b *ast.BinaryExpr) bool {
		return b.Op == token.NEQ && p.Code.Info.Types[b.Y].IsNil() && code.IsError(p.Code.Info.TypeOf(b.X))
	})
}

// thrownAway reports whether nobody looks at a call's results.
func thrownAway(p *rule.Pass, call *ast.CallExpr) bool {
	switch up := p.Code.Parent(call).(type) {
	case *ast.ExprStmt, *ast.DeferStmt, *ast.GoStmt:
		return true
	case *ast.AssignStmt:
		for _, l := range up.Lhs {
			if id, ok := l.(*ast.Ident); !ok || id.Name != "_" {
				return false
			}
		}
		return true
	}
	return false
}

// nilTested reports whether a call stands in the branch of a nil context.
func nilTested(p *rule.Pass, call *ast.CallExpr, src *ctxflow.Source) bool {
	return inBranch(p, call, func(b *ast.BinaryExpr) bool {
		return b.Op == token.EQL && p.Code.Info.Types[b.Y].IsNil() && src.Var != nil && p.Code.VarOf(b.X) == src.Var
	})
}

// inBranch reports whether a node is in the body of an if statement whose whole
// condition is such a comparison.
func inBranch(p *rule.Pass, n ast.Node, is func(*ast.BinaryExpr) bool) bool {
	cur, ok := p.Code.Cursor(n)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.FuncLit)(nil)) {
		s, ok := c.Node().(*ast.IfStmt)
		if !ok {
			return false
		}
		b, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
		if ok && code.Within(n, s.Body) && is(b) {
			return true
		}
	}
	return false
}

// obeys reports whether a call waits, and ends with the context it is given.
func obeys(p *rule.Pass, call *ast.CallExpr, given ctxflow.Given) bool {
	fn := p.Code.Callee(call)
	if fn == nil || fn.Pkg() == nil || p.Table.Quiet(fn.Pkg().Path()) {
		return false
	}
	if p.Table.CtxOpOf(fn) != nil {
		return carries(p, call)
	}
	if row := p.Table.CallOf(fn); row != nil {
		return row.Kind != api.WaitNone && row.Obeys != api.No && !row.Never
	}
	via, ok := p.Waits.Ends(call, given)
	return ok && !limited(p, fn, via)
}

// limited reports whether what is called gives the context a limit of its own
// on the way to the call that waits: it is meant to be called without one.
func limited(p *rule.Pass, fn *types.Func, via []*ast.CallExpr) bool {
	for _, c := range via {
		if len(p.Flow.CtxArg(c).Ctx.Bounds()) > 0 {
			return true
		}
	}
	if g := p.Code.FuncOf(fn); g != nil && len(via) == 0 {
		for _, c := range g.Calls() {
			given := p.Flow.CtxArg(c)
			if given.Has == api.Yes && given.Ctx.Root.Kind == ctxflow.RootParam && given.Ctx.Root.Func == g && len(given.Ctx.Bounds()) > 0 {
				return true
			}
		}
	}
	if s := p.Summary(fn); s != nil && len(via) == 0 {
		for _, w := range s.Waits {
			if w.Obeys == facts.ObeysParam && w.Bound > 0 {
				return true
			}
		}
	}
	return false
}

func name(p *rule.Pass, call *ast.CallExpr) string {
	if fn := p.Code.Callee(call); fn != nil {
		return code.ShortName(fn)
	}
	return types.ExprString(call.Fun)
}
