package timeoutorder

import (
	_ "embed"
	"fmt"
	"go/ast"
	"slices"
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
	return rule.New(s, rule.Spec{Name: "timeoutorder", Doc: rule.Doc(doc, "timeoutorder"), Severity: severity.Warning, Run: run})
}

func run(p *rule.Pass) {
	for _, f := range p.Funcs() {
		f.Inspect(func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				server(p, n)
				connects(p, n)
			case *ast.CallExpr:
				timeoutHandler(p, n)
			}
			return true
		})
		for _, r := range p.Retries.In(f) {
			perTry(p, r)
		}
		unreached(p, f)
	}
}

// server compares a server's write timeout with what its handlers may take.
func server(p *rule.Pass, lit *ast.CompositeLit) {
	t := p.Code.Info.TypeOf(lit)
	if t == nil || len(lit.Elts) == 0 {
		return
	}
	kv := setting(p, lit, api.KnobServerWrite)
	if kv == nil {
		return
	}
	limit, ok := durations.Eval(p.Code, kv.Value).Max()
	if !ok || limit <= 0 || setsDeadlines(p) {
		return
	}
	h := field(lit, "Handler")
	if h == nil {
		return
	}
	if n := longest(p, h, time.Duration(limit)); n != nil {
		p.Report(rule.Finding{
			Node:    kv,
			Message: fmt.Sprintf("the server cuts the connection %s after it has read a request, but %s: its answer then goes nowhere; give the server more time than the handler may take, or the handler less", retry.Short(time.Duration(limit)), n.text),
			Related: n.related,
			Via:     n.via,
		})
	}
}

// timeoutHandler compares the limit put around a handler with what it may take.
func timeoutHandler(p *rule.Pass, call *ast.CallExpr) {
	s := p.Table.Setting(p.Code.CalleeOf(call).Key)
	if s == nil || s.Knob != api.KnobHandler || s.Wraps < 0 || s.Wraps == s.Arg || s.Arg >= len(call.Args) || s.Wraps >= len(call.Args) {
		return
	}
	limit, ok := durations.Eval(p.Code, call.Args[s.Arg]).Max()
	if !ok || limit <= 0 {
		return
	}
	if n := longest(p, call.Args[s.Wraps], time.Duration(limit)); n != nil {
		p.Report(rule.Finding{
			Node:    call,
			Message: fmt.Sprintf("the handler inside is given up after %s, but %s: the later attempts are made for nobody; give it more time than it may take, or let it make fewer or shorter attempts", retry.Short(time.Duration(limit)), n.text),
			Related: n.related,
			Via:     n.via,
		})
	}
}

// need is the longest time that a handler may take, in words.
type need struct {
	time    time.Duration
	text    string
	related []rule.Related
	via     []facts.Frame
}

// longest returns what takes longest in the handlers that e holds, if it takes
// longer than limit.
func longest(p *rule.Pass, e ast.Expr, limit time.Duration) *need {
	var out *need
	for _, h := range p.Handlers.In(e) {
		s := p.OfFunc(h)
		if s == nil || s.Bounded {
			continue
		}
		note := func(d time.Duration, via []facts.Frame, what string) {
			if d > limit && (out == nil || d > out.time) {
				out = &need{time: d, text: fmt.Sprintf("%s may take %s: %s", rule.Chain(h.Name(), via), retry.Short(d), what), related: []rule.Related{{Node: h.Type, Message: "the handler"}}, via: via}
			}
		}
		for _, r := range slices.Concat(s.Retries, s.Within) {
			if r.Closure != 0 || r.Attempts < 2 || r.PerAttempt <= 0 {
				continue
			}
			d := time.Duration(r.Attempts)*r.PerAttempt + r.Delays
			if r.Total > 0 && !r.Between && r.Total < d {
				d = r.Total
			}
			what := fmt.Sprintf("%d attempts of up to %s", int(r.Attempts), retry.Short(r.PerAttempt))
			if r.Delays > 0 {
				what += fmt.Sprintf(" and %s of delays", retry.Short(r.Delays))
			}
			note(d, r.Via, what)
		}
		for _, w := range s.Waits {
			if w.Goroutine || w.Cleanup || w.Bound <= 0 || !remote(w.Kind) {
				continue
			}
			note(w.Bound, w.Via, "its own limit")
		}
	}
	return out
}

func remote(k api.WaitKind) bool {
	return k == api.WaitNet || k == api.WaitDial || k == api.WaitJob || k == api.WaitSleep
}

// setsDeadlines reports whether the package sets the write deadline of single
// responses.
func setsDeadlines(p *rule.Pass) bool {
	for _, f := range p.Code.Funcs {
		for _, c := range f.Calls() {
			if s := p.Table.Setting(p.Code.CalleeOf(c).Key); s != nil && s.Knob == api.KnobServerWrite {
				return true
			}
		}
	}
	return false
}

// perTry reports a client that retries inside with a limit for one attempt
// that is not shorter than the one around the call.
func perTry(p *rule.Pass, r *retry.Retry) {
	if r.Kind != retry.Self || r.PerAttempt == nil || r.Total == nil || r.Total.Between || r.Attempts.N == 1 || r.PerAttempt.Node == r.Total.Node {
		return
	}
	per, ok1 := r.PerAttempt.Value.Min()
	all, ok2 := r.Total.Value.Max()
	if !ok1 || !ok2 || per <= 0 || all <= 0 || per < all {
		return
	}
	p.Report(rule.Finding{
		Node:    r.Node,
		Message: fmt.Sprintf("one attempt inside may take %s, set at %s, as long as the whole call with its deadline of %s, set at %s: if the first attempt hangs there is no second; let one attempt be so short that all fit in", retry.Short(time.Duration(per)), p.Where(r.PerAttempt.Node), retry.Short(time.Duration(all)), p.Where(r.Total.Node)),
		Related: []rule.Related{{Node: r.PerAttempt.Node, Message: "the limit of one attempt"}, {Node: r.Total.Node, Message: "the limit of the call"}},
	})
}

// unreached reports a deadline that is made for one request and is never
// reached, because the client's own timeout cuts the request long before.
func unreached(p *rule.Pass, f *code.Func) {
	var found *rule.Finding
	n := 0
	for _, w := range p.Waits.Own(f) {
		if w.Call == nil || w.Ctx == nil || !w.Ctx.Known() {
			continue
		}
		for _, b := range w.Ctx.Bounds() {
			if b.Call == nil || b.In != f || len(b.Through) > 0 || b.Maybe {
				continue
			}
			n++
			outer, ok1 := b.Limit.MinDuration()
			l := p.Retries.ClientLimit(w.Call)
			if l == nil || !ok1 || w.InLoop {
				continue
			}
			inner, ok2 := l.Value.Max()
			if !ok2 || inner <= 0 || time.Duration(inner)*3 > outer*2 {
				continue
			}
			found = &rule.Finding{
				Node:    w.Call,
				Message: fmt.Sprintf("this request gets %s, by the deadline set at %s, but its client gives up after %s, set at %s: the deadline is never reached, and what takes longer than %s always fails; give the client at least the time of the request, or no timeout of its own", retry.Short(outer), p.Where(b.Call), retry.Short(time.Duration(inner)), p.Where(l.Node), retry.Short(time.Duration(inner))),
				Related: []rule.Related{{Node: l.Node, Message: "the client's timeout"}, {Node: b.Call, Message: "the deadline of the request"}},
			}
		}
	}
	if found != nil && n == 1 {
		p.Report(*found)
	}
}

// connects reports a client whose time to connect, or to wait for the first
// byte, is longer than the whole request may take.
func connects(p *rule.Pass, lit *ast.CompositeLit) {
	whole := setting(p, lit, api.KnobWhole)
	tr := setting(p, lit, api.KnobTransport)
	if whole == nil || tr == nil {
		return
	}
	limit, ok := durations.Eval(p.Code, whole.Value).Max()
	if !ok || limit <= 0 {
		return
	}
	inner, _ := literal(tr.Value)
	if inner == nil {
		return
	}
	ast.Inspect(inner, func(n ast.Node) bool {
		l, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		for _, knob := range []api.Knob{api.KnobConnect, api.KnobPhase} {
			kv := setting(p, l, knob)
			if kv == nil {
				continue
			}
			if d, ok := durations.Eval(p.Code, kv.Value).Min(); ok && d > limit {
				p.Report(rule.Finding{
					Node:    kv,
					Message: fmt.Sprintf("this part of a request may take %s, but the client's timeout at %s ends the whole request after %s: this limit is never reached; make it shorter than the request's", retry.Short(time.Duration(d)), p.Where(whole), retry.Short(time.Duration(limit))),
					Related: []rule.Related{{Node: whole, Message: "the limit of the whole request"}},
				})
			}
		}
		return true
	})
}

// literal returns the composite literal in T{…} or &T{…}.
func literal(e ast.Expr) (*ast.CompositeLit, bool) {
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok {
		e = ast.Unparen(u.X)
	}
	lit, ok := e.(*ast.CompositeLit)
	return lit, ok
}

// setting returns the element of a literal that sets a knob.
func setting(p *rule.Pass, lit *ast.CompositeLit, knob api.Knob) *ast.KeyValueExpr {
	t := p.Code.Info.TypeOf(lit)
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			return nil
		}
		id, ok := kv.Key.(*ast.Ident)
		if !ok {
			return nil
		}
		v := p.Code.VarOf(id)
		if v == nil || !v.IsField() {
			continue
		}
		if s := p.Table.FieldSetting(api.KeyOfField(t, v)); s != nil && s.Knob == knob {
			return kv
		}
	}
	return nil
}

// field returns the value of a named element of a literal.
func field(lit *ast.CompositeLit, name string) ast.Expr {
	for _, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
				return kv.Value
			}
		}
	}
	return nil
}
