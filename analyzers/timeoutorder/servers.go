package timeoutorder

import (
	"fmt"
	"go/ast"
	"go/types"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

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
	h := field(lit, "Handler")
	if h == nil {
		h = handlerLater(p, t, func(base ast.Expr) bool { return holds(p, base, lit) })
	}
	writeTimeout(p, kv, kv.Value, h)
}

// serverLater does the same for a limit that is set on a server that is there:
// srv.WriteTimeout = d, e.Server.WriteTimeout = d.
func serverLater(p *rule.Pass, at ast.Node, lhs, rhs ast.Expr) {
	sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
	if !ok {
		return
	}
	if s := p.Table.FieldSetting(api.FieldOf(p.Code.Info, sel)); s == nil || s.Knob != api.KnobServerWrite {
		return
	}
	var h ast.Expr
	for _, o := range p.Code.Origins(sel.X) {
		if o.Expr == nil {
			continue
		}
		if lit, _ := literal(o.Expr); lit != nil && h == nil {
			h = field(lit, "Handler")
		}
	}
	if h == nil {
		h = handlerLater(p, p.Code.Info.TypeOf(sel.X), func(base ast.Expr) bool { return p.Code.SamePlace(base, sel.X) })
	}
	if in, ok := ast.Unparen(sel.X).(*ast.SelectorExpr); ok && h == nil {
		h = in.X // a framework's own server
	}
	writeTimeout(p, at, rhs, h)
}

// handlerLater returns what is assigned to the Handler of a server.
func handlerLater(p *rule.Pass, t types.Type, same func(base ast.Expr) bool) ast.Expr {
	st, ok := code.Deref(t).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for f := range st.Fields() {
		if f.Name() != "Handler" {
			continue
		}
		for _, d := range p.Code.Defs(f) {
			if d.Kind == code.DefAssign && d.Index < 0 && d.Base != nil && d.RHS != nil && same(d.Base) {
				return d.RHS
			}
		}
	}
	return nil
}

// holds reports whether an expression holds the object of a literal.
func holds(p *rule.Pass, e ast.Expr, lit *ast.CompositeLit) bool {
	for _, o := range p.Code.Origins(e) {
		if o.Expr == nil {
			continue
		}
		if l, _ := literal(o.Expr); l == lit {
			return true
		}
	}
	return false
}

// writeTimeout judges a write timeout around a handler.
func writeTimeout(p *rule.Pass, at ast.Node, e, h ast.Expr) {
	if h == nil || setsDeadlines(p) {
		return
	}
	for _, s := range served(p, e, h) {
		limit, ok := s.limit.Max()
		if !ok || limit <= 0 {
			continue
		}
		n := longest(p, s.handler, time.Duration(limit))
		if n == nil {
			continue
		}
		related := n.related
		if s.call != nil {
			related = append([]rule.Related{{Node: s.call, Message: "the server is made for this call"}}, related...)
		}
		p.Report(rule.Finding{
			Node:    at,
			Message: fmt.Sprintf("the server cuts the connection (WriteTimeout) %s after it has read a request, but %s: its answer then goes nowhere; give the server more time than the handler may take, or the handler less", retry.Short(time.Duration(limit)), n.text),
			Related: related,
			Via:     n.via,
		})
		return
	}
}

// A serving is a handler with the write timeout of the server that it is given to.
type serving struct {
	handler ast.Expr
	limit   durations.Value
	call    *ast.CallExpr // of the function that makes the server, nil if it is made in place
}

// served returns what a server serves: the handler, or those that callers in this
// package hand to the function that makes a server of them, with the limit if that
// comes in as well.
func served(p *rule.Pass, e, h ast.Expr) []serving {
	origins := p.Code.Origins(h)
	f := p.Code.Enclosing(h)
	if len(origins) != 1 || origins[0].Param == nil || f == nil || f.Obj == nil {
		return []serving{{handler: h, limit: durations.Eval(p.Code, e)}}
	}
	i := f.ParamIndex(origins[0].Param)
	calls, _ := p.Code.Callers(f)
	var out []serving
	for _, c := range calls {
		if i >= 0 && i < len(c.Args) {
			out = append(out, serving{c.Args[i], durations.EvalCall(p.Code, f, c, e, nil), c})
		}
	}
	return out
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
			Message: fmt.Sprintf("the handler inside is given up after %s, but %s: the rest is done for nobody; raise this limit above that, or make fewer or shorter attempts", retry.Short(time.Duration(limit)), n.text),
			Related: n.related,
			Via:     n.via,
		})
	}
}

// need is the longest time that a handler may take, in words.
type need struct {
	text    string
	related []rule.Related
	via     []facts.Frame
}

// longest returns what takes longest in the handlers that e holds, if it takes
// longer than limit.
func longest(p *rule.Pass, e ast.Expr, limit time.Duration) *need {
	in := p.Handlers.In(e)
	s, ok := p.Longest(in)
	if !ok || s.Need.Time <= limit {
		return nil
	}
	n := s.Need
	out := &need{text: fmt.Sprintf("%s may take %s (%s)", rule.Chain(s.Handler, n.Via), retry.Short(n.Time), takes(n)), via: n.Via}
	for _, h := range in.Funcs {
		if h.Name() == s.Handler {
			out.related = []rule.Related{{Node: h.Type, Message: "the handler"}}
		}
	}
	for _, o := range in.Others {
		if o.Call != nil && out.related == nil {
			out.related = []rule.Related{{Node: o.Call, Message: "the handlers"}}
		}
	}
	return out
}

// takes says what the time of a need is made of.
func takes(n facts.Need) string {
	switch {
	case n.Whole:
		return "nothing limits its attempts but this time, looked at between them"
	case n.Attempts > 0:
		what := fmt.Sprintf("%d attempts of up to %s", n.Attempts, retry.Short(n.Attempt))
		if n.Delays > 0 {
			what += fmt.Sprintf(" and %s of delays", retry.Short(n.Delays))
		}
		return what
	}
	return "its own limit"
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
