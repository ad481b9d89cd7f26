package lockwait

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
	"github.com/faultlint/faultlint/internal/waits"
)

//go:embed doc.go
var doc string

// Analyzer is the pass with default options.
var Analyzer = New(rule.Default())

// New returns the pass of a suite.
func New(s *rule.Suite) *analysis.Analyzer {
	return rule.New(s, rule.Spec{Name: "lockwait", Doc: rule.Doc(doc, "lockwait"), Severity: severity.Warning, Run: run})
}

func run(p *rule.Pass) {
	told := make(map[ast.Node]bool)
	causes := rule.NewCauses(p.Code, func(s *spot) ast.Node { return s.at }, (*spot).far)
	for _, f := range p.Funcs() {
		for _, h := range holds(p, f) {
			if h.what == slot {
				pauses(p, f, h, told)
				continue
			}
			if s := exchanges(p, f, h, told); s != nil && !p.Excluded(s.at.Pos(), s.finding(p, nil).Message) {
				causes.Add(s.cause(), s)
			}
		}
	}
	for _, c := range causes.All() {
		p.Report(c.Best.finding(p, c.Others))
	}
}

// exchanges judges the waits while a lock is held or a transaction is open. It
// returns one that others may have the cause of in common.
func exchanges(p *rule.Pass, f *code.Func, h *hold, told map[ast.Node]bool) *spot {
	region := h.region(p, f)
	if len(region) == 0 {
		return nil
	}
	if h.what == lock {
		if send := broadcast(p, region); send != nil && !told[send] && wanted(p, f, h) {
			told[send] = true
			p.Report(rule.Finding{
				Node: send,
				Message: fmt.Sprintf("%s, taken at %s, is held across a send to each channel of a list, none of which has room: one receiver that is busy keeps the lock from everybody; copy the list first, or send in a select with a default",
					h.name, p.Where(h.at)),
				Related: []rule.Related{{Node: h.at, Message: h.name + " is taken here"}},
			})
			return nil
		}
	}
	if h.what == lock {
		if write := relay(p, region); write != nil && !told[write] && wanted(p, f, h) {
			told[write] = true
			p.Report(rule.Finding{
				Node: write,
				Message: fmt.Sprintf("%s, taken at %s, is held across a write to each of a list of peers, none of which has a deadline: one that does not read keeps the lock from everybody; copy the list first, and put a deadline on the writes",
					h.name, p.Where(h.at)),
				Related: []rule.Related{{Node: h.at, Message: h.name + " is taken here"}},
			})
			return nil
		}
	}
	if call := next(p, f, h, region); call != nil && !told[call] && wanted(p, f, h) {
		told[call] = true
		p.Report(rule.Finding{
			Node: call,
			Message: fmt.Sprintf("%s, taken at %s, is held across %s, all that is left of the request: the requests behind it wait that long, and their contexts do not end that; lock around what it protects, or wait for a semaphore with the request's context",
				h.name, p.Where(h.at), types.ExprString(call.Fun)),
			Related: []rule.Related{{Node: h.at, Message: h.name + " is taken here"}},
		})
		return nil
	}
	for _, w := range p.Waits.In(f) {
		if told[w.Node] || !outside(w) || !h.within(region, w.Node) {
			continue
		}
		if h.what == transaction && (w.DB && !w.Apart || inside(p, w, h.v)) {
			continue
		}
		if h.what == lock && (makesOnce(p, f, h, w) || ofTransaction(p, h, w)) {
			continue
		}
		if h.what == lock && (!wanted(p, f, h) || oneByOne(p, f, h, region)) {
			return nil // asked late: all functions of the package have to be looked at
		}
		told[w.Node] = true
		return &spot{f, h, w.Node, w} // one hold, one cause
	}
	paused(p, f, h, region, told)
	given(p, f, h, region, told)
	return nil
}

// outside reports whether a wait is an exchange with another process, or a
// pause, that takes long enough to matter to those who stand in line.
func outside(w *waits.Wait) bool {
	if w.Goroutine || w.Abandoned || w.Cleanup || w.Trivial || w.Via[len(w.Via)-1].Func != w.What {
		return false
	}
	switch w.Kind {
	case api.WaitNet, api.WaitDial, api.WaitDNS:
		if w.Row != nil && !w.DB && w.Row.Ctx.Kind == api.CtxReceiver {
			return false // a message on a stream, which the lock keeps apart from others
		}
		d, ok := w.Limit()
		return !ok || d > waits.Short
	case api.WaitSleep:
		d, ok := w.Limit()
		return ok && d > waits.Short
	}
	return false
}

// pauses judges the delays of a retry inside a region that holds a slot of few.
func pauses(p *rule.Pass, f *code.Func, h *hold, told map[ast.Node]bool) {
	region := h.region(p, f)
	for _, r := range p.Retries.In(f) {
		if !h.within(region, r.Node) && !h.within(region, first(r)) {
			continue
		}
		for _, d := range r.Delays {
			if told[d.Node] || !h.within(region, d.Node) {
				continue
			}
			told[d.Node] = true
			at := d.Node
			if c, ok := at.(*ast.CommClause); ok && c.Comm != nil {
				at = c.Comm
			}
			p.Report((&spot{f, h, at, nil}).finding(p, nil))
			return
		}
	}
}

func first(r *retry.Retry) ast.Node {
	if len(r.Ops) > 0 {
		return r.Ops[0]
	}
	return r.Node
}

// wanted reports whether somebody else stands in line for the lock with a
// context at hand: a lock that only start-up takes harms nobody.
func wanted(p *rule.Pass, f *code.Func, h *hold) bool {
	if p.Handlers.Startup(f) || p.Flow.CleanupMode(h.at) == ctxflow.CleanupShutdown {
		return false
	}
	for _, g := range p.Code.Funcs {
		if g != f && !locks(p, g, h) {
			continue
		}
		if r := p.Handlers.Entry(g); r != nil && r.Handler.Kind.Serves() {
			return true
		}
		for _, c := range g.Calls() {
			if g == f && c != h.at || g != f && !locksAt(p, c, h) {
				continue
			}
			if a := p.Flow.Above(g, c, caller); a != nil {
				return true
			}
		}
	}
	return false
}

// caller reports whether a context is that of somebody who waits.
func caller(s ctxflow.Source) bool {
	return s.Kind != ctxflow.SourceStored && s.Life != ctxflow.LifeProcess && s.Life != ctxflow.LifeTest
}

// locks reports whether g takes the lock of h.
func locks(p *rule.Pass, g *code.Func, h *hold) bool {
	for _, c := range g.Calls() {
		if locksAt(p, c, h) {
			return true
		}
	}
	return false
}

func locksAt(p *rule.Pass, c *ast.CallExpr, h *hold) bool {
	if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); !ok || sel.Sel.Name != "Lock" && sel.Sel.Name != "RLock" {
		return false
	}
	callee := p.Code.CalleeOf(c)
	return callee.Func != nil && callee.Recv != nil && (callee.Func.Name() == "Lock" || callee.Func.Name() == "RLock") && subject(p, c, callee) == h.v
}

// inside reports whether a wait may be an exchange in the transaction in v: it
// is a call on it, or of something unknown that gets it. What another function
// asks the network for, and not a database, is outside even if it is given the
// transaction as well.
func inside(p *rule.Pass, w *waits.Wait, v *types.Var) bool {
	if !mentions(p, w.Node, v) {
		return false
	}
	if w.From == nil || w.Kind != api.WaitNet || w.Via[len(w.Via)-1].Func != w.What {
		return true
	}
	c := p.Code.CalleeOf(w.Call)
	return c.Recv != nil && mentions(p, c.Recv, v)
}

func mentions(p *rule.Pass, n ast.Node, v *types.Var) bool { return v != nil && p.Code.Mentions(n, v) }
