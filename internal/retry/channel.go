package retry

import (
	"encoding/json"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// A Channel is a connection for remote calls that repeats them by itself, as
// it was told where it was made.
type Channel struct {
	// Node is the option that makes it repeat: an interceptor, a service config.
	Node ast.Node
	// Attempts is how often one call is sent at most, 0 if that is not in sight.
	Attempts int
	// What names it for messages.
	What string
	// services are those whose methods it all repeats ("inn.v1.Rooms"); nil: all.
	services []string
}

// Repeats reports whether the channel repeats a method, written
// "inn.v1.Rooms/Book" or, if only that is known, "Rooms/Book", because it
// repeats all of its service. Who lists a method by itself has thought of it.
func (c *Channel) Repeats(method string) bool {
	if c.services == nil {
		return true
	}
	method = strings.TrimPrefix(method, "/")
	service, _, _ := strings.Cut(method, "/")
	return slices.ContainsFunc(c.services, func(s string) bool {
		return s == service || !strings.Contains(service, ".") && strings.HasSuffix(s, "."+service)
	})
}

// ChannelOf returns the channel behind a remote call if it is made in this
// package in a way that has it repeat calls after failures that do not tell
// whether they were carried out; nil otherwise, also if not all is in sight.
func (x *Finder) ChannelOf(call *ast.CallExpr) *Channel {
	c := x.p.CalleeOf(call)
	if c.Recv == nil {
		return nil
	}
	var ch *Channel
	for _, dial := range x.dials(c.Recv, 0) {
		if dial == nil {
			return nil
		}
		made := x.channel(dial)
		if made == nil {
			return nil
		}
		ch = made
	}
	if ch == nil || x.overrides(call) {
		return nil
	}
	return ch
}

// overrides reports whether a call is given an option of its own for retries.
func (x *Finder) overrides(call *ast.CallExpr) bool {
	if call.Ellipsis.IsValid() {
		return true
	}
	for _, a := range call.Args {
		if c, ok := ast.Unparen(a).(*ast.CallExpr); ok {
			if s := x.table.Setting(x.p.CalleeOf(c).Key); s != nil && (s.Knob == api.KnobRetryOff || s.Knob == api.KnobAttempts) {
				return true
			}
		}
	}
	return false
}

// dials returns the calls that made the connection behind e; nil among them
// stands for one that is not in sight.
func (x *Finder) dials(e ast.Expr, depth int) []*ast.CallExpr {
	if depth > 5 {
		return []*ast.CallExpr{nil}
	}
	var origins []code.Origin
	if field := x.p.FieldOf(e); field != nil {
		origins, _ = x.p.FieldOrigins(field)
	} else {
		origins = x.p.Origins(e)
	}
	var out []*ast.CallExpr
	for _, o := range origins {
		switch {
		case o.Param != nil:
			out = append(out, x.dialsOfParam(o.Param, depth)...)
			continue
		case o.Expr == nil || o.Unknown:
			out = append(out, nil)
			continue
		}
		if lit := code.Literal(o.Expr); lit != nil {
			out = append(out, x.dialsOfStub(lit, depth)...)
			continue
		}
		switch e := ast.Unparen(o.Expr).(type) {
		case *ast.CallExpr:
			c := x.p.CalleeOf(e)
			switch {
			case api.MakesChannel(c.Key):
				out = append(out, e)
			case c.Func != nil && strings.HasPrefix(c.Func.Name(), "New") && len(e.Args) == 1 && x.p.FuncOf(c.Func) == nil:
				out = append(out, x.dials(e.Args[0], depth+1)...) // pb.NewMintClient(conn)
			default:
				out = append(out, nil)
			}
		case *ast.SelectorExpr:
			out = append(out, x.dials(e, depth+1)...)
		case *ast.Ident:
			if !x.p.IsNil(e) {
				out = append(out, nil)
			}
		default:
			out = append(out, nil)
		}
	}
	if len(out) == 0 {
		return []*ast.CallExpr{nil}
	}
	return out
}

// dialsOfStub returns the calls that made the connection which a literal keeps, as
// &mintClient{conn}.
func (x *Finder) dialsOfStub(lit *ast.CompositeLit, depth int) []*ast.CallExpr {
	for _, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			el = kv.Value
		}
		if api.IsChannel(x.p.Info.TypeOf(el)) {
			return x.dials(el, depth+1)
		}
	}
	return []*ast.CallExpr{nil}
}

func (x *Finder) dialsOfParam(v *types.Var, depth int) []*ast.CallExpr {
	fn := x.p.FuncAround(v.Pos())
	if fn == nil {
		return []*ast.CallExpr{nil}
	}
	calls, _ := x.p.Callers(fn)
	i := fn.ParamIndex(v)
	var out []*ast.CallExpr
	for _, call := range calls {
		if i < 0 || i >= len(call.Args) {
			return []*ast.CallExpr{nil}
		}
		out = append(out, x.dials(call.Args[i], depth+1)...)
	}
	if len(out) == 0 {
		return []*ast.CallExpr{nil}
	}
	return out
}

// channel reads the options of a dial.
func (x *Finder) channel(dial *ast.CallExpr) *Channel {
	g := x.optionsOf(dial)
	for _, call := range g.calls {
		if s := x.table.Setting(x.p.CalleeOf(call).Key); s != nil && s.Knob == api.KnobRetryOff {
			return nil
		}
	}
	for _, call := range g.calls {
		key := x.p.CalleeOf(call).Key
		if fn := x.everyOf(call); fn != nil {
			return &Channel{Node: call, Attempts: x.attemptsOf(fn), What: "the interceptor " + fn.Name() + " of its connection"}
		}
		if m := x.table.Maker(key); m != nil && m.Trait == api.TraitRetrying && strings.HasSuffix(key, ".UnaryClientInterceptor") {
			if ch := x.interceptor(g, call); ch != nil {
				return ch
			}
		}
		if s := x.table.Setting(key); s != nil && s.Knob == api.KnobServiceConfig && len(call.Args) == 1 {
			if ch := x.configured(call); ch != nil {
				return ch
			}
		}
	}
	return nil
}

// interceptor reads the options of a retry interceptor.
func (x *Finder) interceptor(g *options, call *ast.CallExpr) *Channel {
	n, codes := int64(0), []string{"Unavailable"} // by default, for every method
	for _, o := range g.calls {
		s := x.table.Setting(x.p.CalleeOf(o).Key)
		if s == nil {
			continue
		}
		switch s.Knob {
		case api.KnobAttempts:
			if len(o.Args) == 1 {
				if v := x.p.Info.Types[o.Args[0]].Value; v != nil {
					n, _ = constant.Int64Val(constant.ToInt(v))
				}
			}
		case api.KnobRetryIf:
			codes = nil
			for _, a := range o.Args {
				if sel, ok := ast.Unparen(a).(*ast.SelectorExpr); ok {
					codes = append(codes, sel.Sel.Name)
				}
			}
		}
	}
	if n < 2 || !loses(codes) {
		return nil
	}
	return &Channel{Node: call, Attempts: int(n), What: "the retry interceptor of its connection"}
}

// everyOf returns an interceptor of the project's own that repeats every call, or
// what makes it, if an option is given one or the call makes it; else nil.
func (x *Finder) everyOf(call *ast.CallExpr) *types.Func {
	if x.callees == nil {
		return nil
	}
	every := func(fn *types.Func) bool {
		if fn == nil || fn.Pkg() == nil || x.table.Knows(fn.Pkg().Path()) {
			return false
		}
		s := x.callees.Summary(fn)
		return s != nil && s.Every
	}
	if fn := x.p.Callee(call); every(fn) {
		return fn
	}
	for _, a := range call.Args {
		if fn := x.p.FuncNamed(a); every(fn) {
			return fn
		}
	}
	return nil
}

// attemptsOf returns how often an interceptor of this package sends a call, 0 if
// that is not in sight.
func (x *Finder) attemptsOf(fn *types.Func) int {
	n := 0
	if f := x.p.FuncOf(fn); f != nil {
		f.Walk(func(g *code.Func) {
			for _, r := range x.In(g) {
				n = max(n, int(r.Attempts.N))
			}
		})
	}
	return n
}

// loses reports whether one of several codes leaves open whether the call was carried out.
func loses(codes []string) bool {
	return slices.ContainsFunc(codes, func(name string) bool {
		cl, known := api.CodeClass(name)
		return known && cl != facts.ErrConflict && cl != facts.ErrUnsent
	})
}

// configured reads a service config.
func (x *Finder) configured(call *ast.CallExpr) *Channel {
	v := x.p.Info.Types[call.Args[0]].Value
	if v == nil || v.Kind() != constant.String {
		return nil
	}
	var config struct {
		MethodConfig []struct {
			Name        []struct{ Service, Method string }
			RetryPolicy *struct {
				MaxAttempts          int
				RetryableStatusCodes []string
			}
		}
	}
	if json.Unmarshal([]byte(constant.StringVal(v)), &config) != nil {
		return nil
	}
	for _, m := range config.MethodConfig {
		if m.RetryPolicy == nil || m.RetryPolicy.MaxAttempts < 2 {
			continue
		}
		var codes []string
		for _, c := range m.RetryPolicy.RetryableStatusCodes {
			codes = append(codes, camel(c))
		}
		if !loses(codes) {
			continue
		}
		ch := &Channel{Node: call, Attempts: min(m.RetryPolicy.MaxAttempts, 5), What: "the service config of its connection", services: []string{}}
		for _, n := range m.Name {
			switch {
			case n.Service == "":
				ch.services = nil
			case n.Method == "":
				ch.services = append(ch.services, n.Service)
			}
			if ch.services == nil {
				break
			}
		}
		return ch
	}
	return nil
}

// camel turns DEADLINE_EXCEEDED into DeadlineExceeded.
func camel(code string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(strings.ToLower(code), "_") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return b.String()
}

// options collects the calls that options are made by.
type options struct {
	x     *Finder
	seen  map[ast.Node]bool
	calls []*ast.CallExpr
}

// optionsOf returns what makes the options of a dial.
func (x *Finder) optionsOf(dial *ast.CallExpr) *options {
	g := &options{x: x, seen: make(map[ast.Node]bool)}
	for _, a := range dial.Args {
		g.expr(a, 0)
	}
	return g
}

func (g *options) expr(e ast.Node, depth int) {
	if e == nil || depth > 4 || g.seen[e] {
		return
	}
	g.seen[e] = true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			g.calls = append(g.calls, n)
			if f := g.x.p.FuncOf(g.x.p.Callee(n)); f != nil && f.Body != nil {
				g.expr(f.Body, depth+1)
			}
		case *ast.Ident:
			v := g.x.p.VarOf(n)
			if v == nil || v.IsField() {
				break
			}
			for _, d := range g.x.p.Defs(v) {
				if d.RHS != nil {
					g.expr(d.RHS, depth+1)
				}
			}
		}
		return true
	})
}
