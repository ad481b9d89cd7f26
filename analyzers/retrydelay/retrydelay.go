package retrydelay

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
)

//go:embed doc.go
var doc string

// Analyzer is the pass with default options.
var Analyzer = New(rule.Default())

// New returns the pass of a suite.
func New(s *rule.Suite) *analysis.Analyzer {
	return rule.New(s, rule.Spec{Name: "retrydelay", Doc: rule.Doc(doc, "retrydelay"), Severity: severity.Warning, Run: run})
}

// many is the number of attempts from which it matters that they follow each
// other at once, unless an option says another; fewer may be a fresh connection
// or another node.
const many = 3

// longEnough is the delay after the last attempt that is worth a finding.
const longEnough = time.Second

func run(p *rule.Pass) {
	atOnce(p)
	unitless(p)
	seen := make(map[ast.Node]bool)
	once := func(n ast.Node) bool {
		ok := n != nil && !seen[n]
		seen[n] = true
		return ok
	}
	for _, f := range p.Funcs() {
		shifts(p, f, once)
		cutOff(p, f, once)
		for _, r := range p.Retries.In(f) {
			if r.Kind == retry.Self || r.Poll || r.Items || r.Local || r.Attempts.N == 1 {
				continue
			}
			for _, d := range r.Delays {
				value(p, r, d, once)
				overflows(p, r, d, once)
				exponent(p, r, d, once)
				nanoseconds(p, d, once)
				namedUnit(p, r, d, once)
				neverReset(p, r, d, once)
				stops(p, r, d, once)
				uncapped(p, r, d, once)
				countsOn(p, r, d, once)
				neverAnew(p, r, d, once)
				cappedLate(p, r, d, once)
				cutEvenly(p, r, d, once)
				keptGrown(p, r, d, once)
				sameSeed(p, r, d, once)
			}
			spent(p, r, once)
			usedUp(p, r, once)
			crowded(p, r, once)
			inStep(p, r, once)
			if p.Setup.Options.RetryDelay.Jitter == "everywhere" {
				together(p, r, once)
			}
			if r.NoDelay == api.Yes && tight(p, r) && !saysWhen(p, r) && once(r.NoDelayAt) {
				noDelay(p, r)
			}
			if r.DelayAfterLast == api.Yes {
				afterLast(p, r, once)
			}
		}
	}
}

// value reports delays that overflow or whose jitter is always the same.
func value(p *rule.Pass, r *retry.Retry, d *retry.Delay, once func(ast.Node) bool) {
	if c := d.Value.Collapsed; c != nil && once(c) {
		p.Report(rule.Finding{
			Node:    c,
			Message: fmt.Sprintf("%s is always the same number: the random part is cut off when the fraction becomes an integer, so the delay has no jitter and clients come back in step; multiply before converting: time.Duration(float64(d) * factor)", types.ExprString(c)),
			Related: []rule.Related{{Node: r.Node, Message: "the retry that waits for it"}},
		})
	}
	// What ends after a few attempts does not get that far.
	if o := d.Value.Overflow; o != nil && !durations.Caught(p.Code, o) && (r.Attempts.N == api.AttemptsUnbounded || r.Attempts.N > 30) && once(o) {
		p.Report(rule.Finding{
			Node:    o,
			Message: fmt.Sprintf("%s overflows after enough attempts and becomes negative or zero, so that the delay is gone when it is needed most; limit the exponent before the shift or product, not the result after it", types.ExprString(o)),
			Related: []rule.Related{{Node: r.Node, Message: "the retry, whose attempts are not limited"}},
		})
	}
}

// overflows reports a delay that is computed from a counter and no longer fits
// its type from some failure on, where nothing ends the attempts before.
func overflows(p *rule.Pass, r *retry.Retry, d *retry.Delay, once func(ast.Node) bool) {
	if d.OverflowAfter == 0 || r.Total != nil || code.IsDuration(d.Var.Type()) || !once(d.OverflowAt) {
		return
	}
	p.Report(rule.Finding{
		Node:    d.OverflowAt,
		Message: fmt.Sprintf("%s overflows once %s reaches %d and becomes negative or zero, which no later cap corrects: the delay is gone when it is needed most; cap %s before that, as with min", types.ExprString(d.OverflowAt), d.Var.Name(), d.OverflowFrom, d.Var.Name()),
		Related: []rule.Related{{Node: r.Node, Message: "the retry"}},
	})
}

// tight reports whether attempts that follow each other at once do harm: the
// loop may go round for as long as the failure lasts.
func tight(p *rule.Pass, r *retry.Retry) bool {
	if r.Targets || r.Drawn || r.Tx || r.NothingDone() || r.Hedge || r.Periodic {
		return false
	}
	if r.Kind == retry.Recursion && r.Guard.Status && r.Attempts.N == api.AttemptsUnbounded {
		return false // what it lacks is an end, see retrylimit
	}
	if r.OnSuccess == retry.Either && r.Guard.Class == facts.ErrUnknown {
		return false // which failures lead back is said out of sight: a stale connection is another next time
	}
	if r.OnSuccess == retry.Continues || r.OnSuccess == retry.Either {
		return (r.Kind == retry.Loop || r.Kind == retry.Goto) && r.Attempts.N == api.AttemptsUnbounded
	}
	if r.OnSuccess != retry.Leaves || r.Guard.Class == facts.ErrUnknown {
		return false
	}
	least := many
	if n := p.Setup.Options.RetryDelay.Attempts; n > 0 {
		least = n
	}
	return r.Attempts.N == api.AttemptsUnbounded || int(r.Attempts.N) >= least
}

// saysWhen reports whether an operation says by a result of its own, beside the
// error, whether to go on: it knows which of its failures last. One that reads what
// a peer sends, and says that this was not it, is paced by the peer.
func saysWhen(p *rule.Pass, r *retry.Retry) bool {
	for _, op := range r.Ops {
		as, ok := p.Code.Parent(op).(*ast.AssignStmt)
		if !ok || len(as.Rhs) != 1 || len(as.Lhs) < 2 {
			continue
		}
		for _, l := range as.Lhs[:len(as.Lhs)-1] {
			v := p.Code.VarOf(l)
			if v == nil || !code.IsBool(v.Type()) {
				continue
			}
			found := false
			ast.Inspect(r.Body, func(n ast.Node) bool {
				ifs, ok := n.(*ast.IfStmt)
				if !ok || !p.Code.Mentions(ifs.Cond, v) {
					return true
				}
				code.InspectShallow(ifs.Body, func(n ast.Node) bool {
					switch n := n.(type) {
					case *ast.ReturnStmt:
						found = true
					case *ast.BranchStmt:
						found = found || n.Tok == token.BREAK || n.Tok == token.CONTINUE && p.Code.VarOf(ifs.Cond) == v && hears(p, op)
					}
					return !found
				})
				return !found
			})
			if found {
				return true
			}
		}
	}
	return false
}

// hears reports whether an operation reads what a peer sends.
func hears(p *rule.Pass, op *ast.CallExpr) bool {
	f := p.Code.FuncOf(p.Code.Callee(op))
	return f != nil && slices.ContainsFunc(f.Calls(), func(call *ast.CallExpr) bool {
		c := p.Code.CalleeOf(call)
		row := p.Table.Call(c.Key)
		return row != nil && row.Kind == api.WaitIO && c.Recv != nil && strings.HasPrefix(c.Func.Name(), "Read")
	})
}

func noDelay(p *rule.Pass, r *retry.Retry) {
	op := "the operation"
	if len(r.Ops) > 0 {
		op = p.Code.CallName(r.Ops[0])
	}
	tail := "for as long as the failure lasts"
	if r.Attempts.N > 1 {
		tail = fmt.Sprintf("%d times in a row", int(r.Attempts.N))
	}
	p.Report(rule.Finding{
		Node:    r.NoDelayAt,
		Message: fmt.Sprintf("after a failure %s is tried again at once, %s; wait between attempts, longer each time, with jitter and an eye on the context", op, tail),
		Related: []rule.Related{{Node: r.Node, Message: "the loop"}},
	})
}

func afterLast(p *rule.Pass, r *retry.Retry, once func(ast.Node) bool) {
	for _, d := range r.Delays {
		if idle(p, r, d, once) {
			return
		}
		// The last delay is the longest one.
		most, ok := d.Value.MaxDuration()
		upTo := "up to"
		if !ok {
			// It grows, or is a value that only its lower bound is known of.
			most, ok = d.Value.MinDuration()
			upTo = "at least"
		}
		if (!ok || most == 0) && r.ClosureParam != nil && d.Var != nil && d.Growth != 1 && d.Arg != nil && once(d.Node) {
			// A helper's delay is its callers' business, but the last one is the longest.
			p.Report(rule.Finding{
				Node:    d.Node,
				Message: "the last of the attempts is followed by a delay as well, the longest of all, after which nothing is tried any more; leave before the delay when no attempt is left",
				Related: []rule.Related{{Node: r.Node, Message: "the retry"}},
			})
			return
		}
		if !ok || most < longEnough || !once(d.Node) {
			continue
		}
		p.Report(rule.Finding{
			Node:    d.Node,
			Message: fmt.Sprintf("the last of the attempts is followed by a delay as well, of %s %s, after which nothing is tried any more; leave before the delay when no attempt is left", upTo, retry.Short(most)),
			Related: []rule.Related{{Node: r.Node, Message: "the retry"}},
		})
		return
	}
}
