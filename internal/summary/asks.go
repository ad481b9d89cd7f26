package summary

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/waits"
)

const (
	maxAsks   = 12 // of one function
	maxServed = 200
	maxHops   = 5
)

// An ask is a call that asks something of an interface, in a function of this
// package.
type ask struct {
	facts.Ask
	call *ast.CallExpr
	fn   *code.Func // the innermost around call
}

// asks returns what fn asks of interfaces without a context: by its own calls,
// those of the literals that it waits for, and those of the functions that it
// calls. What it starts or defers is none.
func (r *Result) asks(fn *code.Func) []ask {
	if fn.Body == nil || r.Code.Settled[fn] {
		return nil
	}
	var out []ask
	for _, call := range fn.Calls() {
		switch r.Code.Parent(call).(type) {
		case *ast.GoStmt, *ast.DeferStmt:
			continue
		}
		c := r.Code.CalleeOf(call)
		if c.Func == nil || c.MethodExpr || c.Func.Pkg() == nil || !waits.SameModule(c.Func.Pkg().Path(), r.Code.Types.Path()) {
			continue
		}
		if code.IsInterfaceMethod(c.Func) {
			if iface := r.openIface(c.Recv, c.Func); iface != "" {
				here := r.frame(call, c.Func)
				here.Func = iface[strings.LastIndexByte(iface, '.')+1:] + "." + c.Func.Name()
				out = append(out, ask{facts.Ask{Iface: iface, Method: c.Func.Name(), Via: []facts.Frame{here}}, call, fn})
			}
			continue
		}
		s := r.Summary(c.Func)
		if s == nil || s.NonBlocking || s.Bounded {
			continue
		}
		for _, a := range s.Asks {
			if len(a.Via) < maxHops {
				a.Via = append([]facts.Frame{r.frame(call, c.Func)}, a.Via...)
				out = append(out, ask{a, call, fn})
			}
		}
	}
	for _, lit := range fn.Lits {
		switch r.Flow.Live(lit).Kind {
		case ctxflow.RunSync, ctxflow.RunWaited:
			out = append(out, r.asks(lit)...)
		}
	}
	return out
}

func (r *Result) frame(call *ast.CallExpr, callee *types.Func) facts.Frame {
	pos := r.Code.Fset.Position(call.Pos())
	return facts.Frame{Func: code.ShortName(callee), Pkg: r.Code.Types.Path(), File: pos.Filename[strings.LastIndexAny(pos.Filename, `/\`)+1:], Line: pos.Line}
}

// openIface names the interface that a call's receiver has as its type, if the
// module declares it and what its method does is not known here; "" otherwise.
func (r *Result) openIface(recv ast.Expr, m *types.Func) string {
	if recv == nil || m.Pkg() == nil || !waits.SameModule(m.Pkg().Path(), r.Code.Types.Path()) {
		return ""
	}
	if r.takesCarrier(m) {
		return ""
	}
	t := r.Code.Info.TypeOf(recv)
	if t == nil {
		return ""
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || !types.IsInterface(n) || n.Obj().Pkg() == nil || !waits.SameModule(n.Obj().Pkg().Path(), r.Code.Types.Path()) {
		return ""
	}
	if expr, _ := r.Flow.CarrierExpr(n); expr != "" {
		return "" // it has a context in it
	}
	return facts.KeyOf(n)
}

// takesCarrier reports whether a context is among the parameters of a method,
// or something that carries one.
func (r *Result) takesCarrier(m *types.Func) bool {
	for v := range m.Signature().Params().Variables() {
		if expr, _ := r.Flow.CarrierExpr(v.Type()); expr != "" {
			return true
		}
	}
	return false
}

func (r *Result) inTest(n ast.Node) bool {
	return r.Code.ForTests(n.Pos())
}

// openAsks returns the asks of fn that its callers may know an answer to. Where
// fn has a context itself they are its own business; see served.
func (r *Result) openAsks(fn *code.Func) []facts.Ask {
	seen := make(map[[2]string]bool)
	var out []facts.Ask
	for _, a := range r.asks(fn) {
		key := [2]string{a.Iface, a.Method}
		if seen[key] || len(out) >= maxAsks || r.over(a) {
			continue
		}
		if _, ok := r.Handlers.Source(a.fn, a.call); ok {
			continue
		}
		seen[key] = true
		out = append(out, a.Ask)
	}
	return out
}

// served returns the asks of the functions of the package that have a context
// at hand, one for each method, those of handlers first.
func (r *Result) served() []facts.Served {
	at := make(map[[2]string]int)
	var out []facts.Served
	for _, fn := range r.Code.Funcs {
		if r.inTest(fn.Node) || r.Handlers.Startup(fn) {
			continue
		}
		asks := r.asks(fn)
		if len(asks) == 0 {
			continue
		}
		known := make(map[ast.Node]bool) // implementations are in sight here
		for _, w := range r.Waits.Own(fn) {
			known[w.Node] = known[w.Node] || w.Proven
		}
		for _, a := range asks {
			if a.fn != fn || known[a.call] || r.over(a) || r.Waits.OnlyOnce(fn, a.call) {
				continue
			}
			src, ok := r.Handlers.Source(fn, a.call)
			if !ok {
				continue
			}
			h := r.Handlers.Entry(fn)
			s := facts.Served{Ask: a.Ask, From: fn.Outermost().Name(), Source: src.Expr, Handler: h != nil && h.Handler.Kind.Serves()}
			if !s.Handler && strings.HasPrefix(s.From, "New") {
				continue // it makes something, before anything is served
			}
			key := [2]string{a.Iface, a.Method}
			i, have := at[key]
			switch {
			case !have && len(out) < maxServed:
				at[key] = len(out)
				out = append(out, s)
			case have && (s.Handler && !out[i].Handler || s.Handler == out[i].Handler && len(a.Via) < len(out[i].Ask.Via)):
				out[i] = s
			}
		}
	}
	return out
}

// over reports whether an ask comes after the end of a context, where another
// one is right.
func (r *Result) over(a ask) bool { return r.Flow.CleanupMode(a.call) != ctxflow.CleanupNone }

// exportPackage exports what is known of the package as a whole.
func (r *Result) exportPackage() {
	served := r.served()
	if len(served) == 0 {
		return
	}
	if c, err := facts.EncodePackage(&facts.Package{Served: served}); err == nil {
		r.pass.ExportPackageFact(c)
	}
}

// ServedBy returns what the functions of the packages that this one imports,
// of the same module, ask of interfaces while they have a context at hand.
func (r *Result) ServedBy() map[string][]facts.Served {
	if r.servedBy != nil {
		return r.servedBy
	}
	r.servedBy = make(map[string][]facts.Served)
	for _, pkg := range r.Code.Imports() {
		if !waits.SameModule(pkg.Path(), r.Code.Types.Path()) {
			continue
		}
		c := new(facts.Coded)
		if !r.pass.ImportPackageFact(pkg, c) {
			continue
		}
		if p, err := c.DecodePackage(); err == nil {
			for _, s := range p.Served {
				r.servedBy[s.Ask.Iface] = append(r.servedBy[s.Ask.Iface], s)
			}
		}
	}
	return r.servedBy
}
