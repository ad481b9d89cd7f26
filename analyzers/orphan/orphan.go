package orphan

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
	"github.com/faultlint/faultlint/internal/waits"
)

//go:embed doc.go
var doc string

// Analyzer is the pass with default options.
var Analyzer = New(rule.Default())

// New returns the pass of a suite.
func New(s *rule.Suite) *analysis.Analyzer {
	return rule.New(s, rule.Spec{Name: "orphan", Doc: rule.Doc(doc, "orphan"), Severity: severity.Error, Run: run})
}

func run(p *rule.Pass) {
	for _, f := range p.Funcs() {
		open, gone := make(map[ast.Node]bool), make(map[ast.Node][]*waits.Wait)
		for _, w := range p.Waits.Own(f) {
			if leftOpen(p, w, open) {
				continue
			}
			switch w.Kind {
			case api.WaitSend, api.WaitRecv, api.WaitSelect:
				if !saidBefore(p, w, gone) && stuck(p, f, w) {
					gone[w.At] = append(gone[w.At], w)
				}
			default:
				if !left(p, f, w) {
					pipes(p, f, w)
				}
			}
		}
		deferOrder(p, f)
		groupOrder(p, f)
		waitFirst(p, f)
		lingers(p, f)
		pipeLeft(p, f)
		futures(p, f)
		lockedLate(p, f)
		stale(p, f)
		startOff(p, f)
		streamLeft(p, f)
		connLeft(p, f)
		generatorLeft(p, f)
		replaced(p, f)
		nilled(p, f)
	}
}

// saidBefore reports whether a send is on a channel of which an earlier send of the same
// function has been reported for the same reason: one finding is enough for all.
func saidBefore(p *rule.Pass, w *waits.Wait, said map[ast.Node][]*waits.Wait) bool {
	send, ok := w.Node.(*ast.SendStmt)
	if !ok || w.At == nil {
		return false
	}
	for _, o := range said[w.At] {
		if first, ok := o.Node.(*ast.SendStmt); ok && p.Code.SamePlace(first.Chan, send.Chan) {
			return true
		}
	}
	return false
}

// stuck reports a channel operation at which a goroutine stays for ever, and tells
// whether it did.
func stuck(p *rule.Pass, f *code.Func, w *waits.Wait) bool {
	if !w.Proven || w.Root != nil || !w.Direct() || p.Waits.FedForEver(w) {
		return false
	}
	if !p.Waits.Leaks(w) {
		// On a channel of an object it is ctxwait's while a context is at hand.
		alone := p.Waits.InGoroutine(w) && (w.Kind == api.WaitSend || isEmpty(w.Node))
		if !alone && !w.NobodyThere() || w.Busy || w.Slot {
			return false // or its other side is only busy, or the place it asks for is given back
		}
		if u, ok := w.Node.(*ast.UnaryExpr); ok && !p.Waits.InGoroutine(w) {
			if call, ok := ast.Unparen(u.X).(*ast.CallExpr); ok && p.Code.CalleeOf(call).Builtin == "make" {
				return false // <-make(chan struct{}): meant to stay
			}
		}
		if p.Flow.CleanupMode(w.Node) == ctxflow.CleanupNone && p.Flow.Above(f, w.Node, nil) != nil {
			return false
		}
	}
	if p.Handlers.Startup(f) && isMain(p, f) {
		return false // it ends with the process
	}
	if w.Kind == api.WaitSend && w.At != nil && (p.Waits.Leaks(w) || p.Waits.InGoroutine(w)) && p.Handlers.RunsOnce(p.Code.Enclosing(w.At)) {
		return false // one goroutine, which ends with the process
	}
	if w.At != nil && bySignal(p, w.At) || p.Waits.IsCommand(f) || w.Kind == api.WaitSend && p.Waits.ForServers(w) {
		return false // the process ends
	}
	who := "the goroutine"
	if f.Obj != nil {
		who = "the goroutine of " + f.Name()
	}
	if !p.Waits.Leaks(w) && !p.Waits.InGoroutine(w) {
		who = "whoever calls " + f.Outermost().Name()
	}
	remedy := "receive in a select with a Done channel that is closed when nobody sends any more"
	switch w.Kind {
	case api.WaitSend:
		remedy = "give the channel a buffer for all that is sent, or send in a select with the Done channel of a context that ends then"
	case api.WaitSelect:
		remedy = "add a case for the Done channel of a context that ends then"
	}
	fd := rule.Finding{
		Node:    head(w.Node),
		Message: fmt.Sprintf("%s stays at the %s for ever: %s; %s", who, w.What, w.Why, remedy),
	}
	if w.At != nil {
		fd.Related = append(fd.Related, rule.Related{Node: w.At, Message: "why nobody is there"})
	}
	if w.Kind == api.WaitSend && w.Makes != nil {
		fd.Fix = suggest.Room(p, w.Makes, w.Needs)
	}
	p.Report(fd)
	return true
}

// isMain reports whether a function is the program's main, or a literal in it.
func isMain(p *rule.Pass, f *code.Func) bool {
	obj := f.Outermost().Obj
	return p.Code.Types.Name() == "main" && obj != nil && obj.Name() == "main"
}

// isEmpty reports whether a statement is select {}.
func isEmpty(n ast.Node) bool {
	sel, ok := n.(*ast.SelectStmt)
	return ok && len(sel.Body.List) == 0
}

// bySignal reports whether a statement is in the case of a select that
// receives a signal to the process.
func bySignal(p *rule.Pass, n ast.Node) bool {
	cur, ok := p.Code.Cursor(n)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.CommClause)(nil)) {
		found := false
		if comm := c.Node().(*ast.CommClause).Comm; comm != nil {
			ast.Inspect(comm, func(n ast.Node) bool {
				if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.ARROW {
					if ch, ok := p.Code.Info.TypeOf(u.X).Underlying().(*types.Chan); ok && api.KeyOfType(ch.Elem()) == "os.Signal" {
						found = true
					}
				}
				return !found
			})
		}
		if found {
			return true
		}
	}
	return false
}

// left reports work that goes on in a goroutine although the function that
// waits for it has given up: a child process, or a call that nothing ends.
// What has a context at hand is reported by the rules on waits, except for a
// child, which the context should have killed.
func left(p *rule.Pass, f *code.Func, w *waits.Wait) bool {
	if !w.Proven || w.Trivial || w.Goroutine || w.Obeys != facts.ObeysNone || f.Obj != nil {
		return false
	}
	sel := p.Waits.GivenUp(f)
	if sel == nil {
		return false
	}
	child := w.Kind == api.WaitProc && w.OwnMaking()
	if !child {
		if _, limited := w.Limit(); limited {
			return false
		}
		switch w.Kind {
		case api.WaitNet, api.WaitDial, api.WaitDNS, api.WaitProc, api.WaitJob:
		default:
			return false
		}
		if p.Flow.Above(f, w.Node, nil) != nil {
			return false
		}
	}
	outer := p.Code.Enclosing(sel)
	if outer == nil || killed(p, f, outer, w) {
		return false
	}
	if !child && isMain(p, outer) && p.Code.LoopAround(sel) == nil {
		return false // main has nothing more to wait for: the process ends
	}
	fd := rule.Finding{Node: w.Node, Related: []rule.Related{{Node: head(sel), Message: "given up here"}}}
	how := "give it a context that ends then"
	what := w.What
	if child {
		how = "start it with exec.CommandContext, or kill it before leaving"
		what = "the child process that (*exec.Cmd).Wait waits for"
	}
	fd.Message = fmt.Sprintf("%s goes on after %s has given up on it at %s: nothing ends it; %s", what, outer.Name(), p.Where(sel), how)
	p.Report(fd)
	return true
}

// leftOpen reports a call in a goroutine that goes on with a connection which the
// function that has given up on it leaves open.
func leftOpen(p *rule.Pass, w *waits.Wait, told map[ast.Node]bool) bool {
	conn, sel := p.Waits.LeftOpen(w)
	if conn == nil || told[w.Node] {
		return conn != nil
	}
	told[w.Node] = true
	p.Report(rule.Finding{
		Node:    w.Node,
		Message: fmt.Sprintf("%s goes on after %s has given up on it at %s: nothing closes %s then; close it before leaving", rule.Chain(w.Fn.Name(), w.Via), p.Code.Enclosing(sel).Name(), p.Where(sel), types.ExprString(conn)),
		Related: []rule.Related{{Node: head(sel), Message: "given up here"}},
		Via:     w.Via,
	})
	return true
}

// killed reports whether the function that gives up ends what the goroutine
// waits for: it kills the process, or closes the connection.
func killed(p *rule.Pass, f, outer *code.Func, w *waits.Wait) bool {
	subject := w.Subject
	if subject == nil && w.Call != nil {
		subject = p.Code.CalleeOf(w.Call).Recv
	}
	v := p.Code.VarOf(subject)
	if v == nil {
		return subject != nil
	}
	if v.IsField() || v.Parent() == p.Code.Types.Scope() {
		return true // somebody else may
	}
	found := false
	ast.Inspect(outer.Outermost().Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || code.Within(call, f.Body) {
			return true
		}
		c := p.Code.CalleeOf(call)
		if c.Recv != nil && c.Func != nil && p.Code.Mentions(c.Recv, v) {
			switch c.Func.Name() {
			case "Kill", "Signal", "Release", "Close", "Cancel", "Interrupt", "Terminate", "Shutdown", "Stop", "SetDeadline", "SetReadDeadline":
				found = true
			}
		}
		for _, a := range call.Args {
			if p.Code.VarOf(a) == v {
				found = true // handed to somebody who may
			}
			if s, ok := ast.Unparen(a).(*ast.SelectorExpr); ok && p.Code.Mentions(s, v) {
				found = true // cmd.Process.Pid
			}
		}
		return true
	})
	return found
}

// head is the first line of a statement with a body, a node itself otherwise.
func head(n ast.Node) ast.Node {
	switch n := n.(type) {
	case *ast.SelectStmt:
		return code.Span{From: n.Select, To: n.Select + token.Pos(len("select"))}
	case *ast.RangeStmt:
		return code.Span{From: n.For, To: n.X.End()}
	}
	return n
}

// limitedHere reports whether the function itself has put a time limit on a context.
func limitedHere(f *code.Func, ctx *ctxflow.Ctx) bool {
	for _, s := range ctx.Bounds() {
		if s.In == f && !s.Maybe && !s.Deadline {
			return true
		}
	}
	return false
}

// pipes reports a shell that a time limit kills while its children keep the
// pipe open.
func pipes(p *rule.Pass, f *code.Func, w *waits.Wait) {
	if w.Kind != api.WaitProc || !w.Direct() || w.Ctx == nil || w.Ctx.Ambiguous || len(w.Ctx.Bounds()) == 0 {
		return
	}
	c := p.Code.CalleeOf(w.Call)
	made := p.Waits.Command(c.Recv)
	if made == nil || made.Limited {
		return
	}
	if !made.Shell && !(made.Any && limitedHere(f, w.Ctx)) {
		return
	}
	switch c.Func.Name() {
	case "Output", "CombinedOutput":
	case "Run":
		if !made.Piped {
			return
		}
	case "Wait":
		if !made.Piped && !(made.Read && made.Shell) {
			return
		}
	default:
		return
	}
	who, how := w.What+" waits", "WaitDelay, or a Cancel that kills the group"
	if c.Func.Name() == "Wait" && !made.Piped {
		who, how = "whoever reads from it waits", "a Cancel that kills the group, or close the pipe then"
	}
	p.Report(rule.Finding{
		Node: w.Call,
		Message: fmt.Sprintf("the time limit kills %s alone: if it has started another program, that one keeps the pipe open, and %s for that one; set %s",
			made.Name, who, how),
		Related: []rule.Related{{Node: made.Call, Message: "the command"}},
	})
}
