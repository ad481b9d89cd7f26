package notimeout

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/handlers"
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
	return rule.New(s, rule.Spec{Name: "notimeout", Doc: rule.Doc(doc, "notimeout"), Severity: severity.Warning, Run: run})
}

func run(p *rule.Pass) {
	for _, f := range p.Funcs() {
		f.Inspect(func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				server(p, n, n)
			case *ast.ValueSpec:
				if len(n.Values) == 0 && len(n.Names) == 1 {
					server(p, n, nil)
				}
			case *ast.CallExpr:
				server(p, n, nil)
				serves(p, n)
			}
			return true
		})
		if p.Handlers.Entry(f) != nil {
			handler(p, f)
		} else if p.Setup.Options.NoTimeout.Everywhere {
			anywhere(p, f)
		}
		workers(p, f)
	}
}

// serves judges a function that makes such a server by itself.
func serves(p *rule.Pass, call *ast.CallExpr) {
	c := p.Code.CalleeOf(call)
	row := p.Table.Call(c.Key)
	if row == nil || row.Kind != api.WaitServer || p.Table.HasTrait(c.Key, api.TraitNoTimeout) == nil || len(call.Args) == 0 || local(p, call.Args[0]) {
		return
	}
	if c.Func.Name() == "Serve" || c.Func.Name() == "ServeTLS" {
		if inside(p, call.Args[0]) {
			return
		}
	}
	if p.Code.Info.Types[call.Args[len(call.Args)-1]].IsNil() && (!registers(p) || debugs(p, call)) {
		return // profiles and metrics, which other packages have registered
	}
	if profiles(call) {
		return
	}
	p.Report(rule.Finding{Node: call, Same: []string{"gosec"}, Message: fmt.Sprintf("%s makes a server without any limit: each client may take as long as it likes to send its headers, and keeps a connection and a goroutine; use an http.Server with ReadHeaderTimeout", row.Lib)})
}

// debugs reports whether a server is for the people who run the program, by
// the name of the function that starts it.
func debugs(p *rule.Pass, call *ast.CallExpr) bool {
	f := p.Code.Enclosing(call)
	if f == nil {
		return false
	}
	name := strings.ToLower(f.Outermost().Name())
	for _, word := range []string{"debug", "pprof", "profil", "metric", "prometheus"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// profiles reports whether a server is for profiles, by the names of the listener or the
// handler it is given.
func profiles(call *ast.CallExpr) bool {
	for _, a := range call.Args {
		name := strings.ToLower(types.ExprString(a))
		if strings.Contains(name, "debug") || strings.Contains(name, "pprof") {
			return true
		}
	}
	return false
}

// registers reports whether the package registers a handler with the library's
// own list of them.
func registers(p *rule.Pass) bool {
	for _, f := range p.Code.Funcs {
		for _, c := range f.Calls() {
			callee := p.Code.CalleeOf(c)
			if callee.Func != nil && callee.Recv == nil && p.Table.HandlerByReg(callee.Key) != nil {
				return true
			}
		}
	}
	return false
}

// given returns the value of a field in a literal, nil if it is left out.
func given(lit *ast.CompositeLit, name string) ast.Expr {
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return e // without names all are given
		}
		if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
			return kv.Value
		}
	}
	return nil
}

// handler judges the waits of a function that serves requests or messages and
// has no context that ever ends.
func handler(p *rule.Pass, f *code.Func) {
	reach := p.Handlers.Entry(f)
	if reach == nil || !reach.Handler.Kind.Serves() && reach.Handler.Kind != handlers.KindPeriodic {
		return
	}
	dead := reach.Handler.Ctx == "" || reach.Handler.Live == api.No
	if !dead {
		return
	}
	for _, c := range reach.Calls {
		if p.Flow.CleanupMode(c) != ctxflow.CleanupNone {
			return
		}
	}
	for _, w := range p.Waits.Own(f) {
		if !judged(w) || !endless(p, reach.Handler.Ctx == "", w) || !unlimited(p, w) {
			continue
		}
		name := "the handler"
		if reach.Handler.Framework != "" {
			name = "the " + reach.Handler.Framework + " handler"
		}
		if reach.Handler.Kind == handlers.KindPeriodic {
			name = strings.TrimSuffix(name, " handler") + " job"
		}
		why := "has no context"
		if reach.Handler.Ctx != "" {
			why = "has a context that does not end with the request"
		}
		p.Report(rule.Finding{
			Node:    w.Node,
			Message: fmt.Sprintf("%s has no limit of its own, and %s that waits for it %s%s; put a timeout on it", w.What, name, why, way(reach.Funcs)),
		})
	}
}

// anywhere judges the waits of a function that no handler reaches and that has
// no context at hand.
func anywhere(p *rule.Pass, f *code.Func) {
	if len(p.Flow.AtHand(f, nil)) > 0 {
		return // with one at hand it is ctxblock's
	}
	for _, w := range p.Waits.Own(f) {
		if judged(w) && endless(p, true, w) && unlimited(p, w) {
			p.Report(rule.Finding{
				Node:    w.Node,
				Message: fmt.Sprintf("%s has no limit of its own, and no context that could end it; put a timeout on it", w.What),
			})
		}
	}
}

// judged reports whether a wait is a network exchange of a function itself, that
// a library makes for it, without a known limit.
func judged(w *waits.Wait) bool {
	if w.Goroutine || w.Abandoned || w.Cleanup || w.Trivial || w.DB || w.OwnMaking() || !w.Direct() || w.Linked {
		return false
	}
	switch w.Kind {
	case api.WaitNet, api.WaitDial, api.WaitDNS:
		_, limited := w.Limit()
		return !limited
	}
	return false
}

// endless reports whether nothing that is known ends a wait: no context reaches
// it, or one that is never over.
func endless(p *rule.Pass, none bool, w *waits.Wait) bool {
	if w.Obeys == facts.ObeysNone || w.Obeys == facts.ObeysRoot {
		return none && w.Proven // with one at hand it is ctxblock's
	}
	if w.Ctx == nil || w.Ctx.Ambiguous || w.Ctx.Opaque() {
		return false
	}
	return w.Ctx.Root.Kind == ctxflow.RootCarrier && w.Ctx.Root.Live == api.No && len(w.Ctx.InForce()) == 0
}

func way(fns []*code.Func) string {
	if len(fns) < 2 {
		return ""
	}
	var parts []string
	for _, f := range fns {
		parts = append(parts, f.Name())
	}
	return " (" + strings.Join(parts, " → ") + ")"
}

// unlimited reports whether a library call certainly has no limit: it is a
// function, not a method, or all that its receiver may be is in sight and has none.
func unlimited(p *rule.Pass, w *waits.Wait) bool {
	c := p.Code.CalleeOf(w.Call)
	if w.Row == nil || w.Row.Bound > 0 || w.Row.BoundArg > 0 {
		return false
	}
	if c.Recv == nil {
		return c.Func != nil
	}
	return p.Waits.NoLimit(c.Recv)
}
