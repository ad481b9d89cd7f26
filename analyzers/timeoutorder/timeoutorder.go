package timeoutorder

import (
	_ "embed"
	"fmt"
	"go/ast"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
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
			case *ast.AssignStmt:
				if len(n.Lhs) == len(n.Rhs) {
					for i, l := range n.Lhs {
						serverLater(p, n, l, n.Rhs[i])
						connectsLater(p, n, l, n.Rhs[i])
					}
				}
			case *ast.CallExpr:
				timeoutHandler(p, n)
			}
			return true
		})
		for _, r := range p.Retries.In(f) {
			perTry(p, r)
			job(p, r)
		}
		unreached(p, f)
		unreachedBelow(p, f)
		shadowed(p, f)
		spent(p, f)
		asked(p, f)
	}
	unheard(p)
	acks(p)
	leases(p)
}

// perTry reports a client that retries inside with a limit for one attempt
// that is not shorter than the one around the call.
func perTry(p *rule.Pass, r *retry.Retry) {
	if r.Kind != retry.Self || r.PerAttempt == nil || r.Total == nil || r.Total.Between || r.Attempts.N == 1 || r.PerAttempt.Node == r.Total.Node {
		return
	}
	if r.Maker != nil && r.Total.Ctx == nil && r.Runs == nil {
		return // a client's own limit around its transport, see retrytimeout
	}
	if r.Driver != nil && r.Driver.Ctx.Kind == api.CtxRequest && (r.PerAttempt.Node == nil || !code.Within(r.PerAttempt.Node, r.In.Node)) {
		return // a client for requests of all kinds, some of which have less time
	}
	per, ok1 := r.PerAttempt.Value.Min()
	all, ok2 := r.Total.Value.Max()
	if !ok1 || !ok2 || per <= 0 || all <= 0 || per < all {
		return
	}
	at := r.Node
	if r.Runs != nil {
		at = r.Total.Node // a setting of the job
	}
	p.Report(rule.Finding{
		Node:    at,
		Message: fmt.Sprintf("one attempt inside may take %s, set at %s, as long as the whole call with its deadline of %s, set at %s: if the first attempt hangs there is no second; make one attempt short enough that all fit", retry.Short(time.Duration(per)), p.Where(r.PerAttempt.Node), retry.Short(time.Duration(all)), p.Where(r.Total.Node)),
		Related: []rule.Related{{Node: r.PerAttempt.Node, Message: "the limit of one attempt"}, {Node: r.Total.Node, Message: "the limit of the call"}},
	})
}

// job reports a limit on one attempt of a job that is shorter than what the
// job's function may take.
func job(p *rule.Pass, r *retry.Retry) {
	if r.Runs == nil || r.PerAttempt == nil {
		return
	}
	limit, ok := r.PerAttempt.Value.Max()
	if !ok || limit <= 0 {
		return
	}
	n, ok := facts.Longest(p.Summary(r.Runs))
	if !ok || n.Time <= time.Duration(limit) {
		return
	}
	p.Report(rule.Finding{
		Node:    r.PerAttempt.Node,
		Message: fmt.Sprintf("an attempt of %s is cut after %s, but it may take %s (%s), and is then begun anew from the start; raise this limit above that, or make fewer or shorter attempts", code.ShortName(r.Runs), retry.Short(time.Duration(limit)), retry.Short(n.Time), takes(n)),
		Related: []rule.Related{{Node: r.Node, Message: "what runs it"}},
		Via:     n.Via,
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
