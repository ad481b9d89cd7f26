package blocking

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"path"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// A wiring is a type of which a value is handed over as an interface, and whose
// methods functions with a context at hand, in an imported package, then call:
// they see the interface, this package sees what waits.
type wiring struct {
	typ   string
	at    []handing
	calls []wired
}

// A handing is an expression whose value becomes one of an interface, or is made as one.
type handing struct {
	expr ast.Expr
	to   *types.Named
}

// A wired call is one of a method by way of an interface.
type wired struct {
	by     facts.Served
	method string // as it is written: "(*Store).Load"
	wait   *facts.Wait
	at     handing
}

func (w wired) name() string { return w.method[strings.LastIndexByte(w.method, '.')+1:] }

// Wired returns a finding for each type that waits without a context behind an
// interface, where the package hands it over, unless all of its waits are told
// in this package anyway, as places.
func Wired(p *rule.Pass, places []*Place) []rule.Finding {
	told := make(map[facts.Frame]bool)
	for _, pl := range places {
		for _, one := range append([]*Place{pl}, pl.Others...) {
			told[one.Wait.Via[len(one.Wait.Via)-1]] = true
		}
	}
	var all []*wiring
	note := func(typ string, at handing, calls []wired) {
		if len(calls) == 0 {
			return
		}
		i := slices.IndexFunc(all, func(w *wiring) bool { return w.typ == typ })
		if i < 0 {
			i = len(all)
			all = append(all, &wiring{typ: typ})
		}
		w := all[i]
		w.at = append(w.at, at)
		for _, call := range calls {
			if !slices.ContainsFunc(w.calls, func(have wired) bool { return have.method == call.method }) {
				w.calls = append(w.calls, call)
			}
		}
	}
	for _, c := range p.Code.Conversions() {
		n, ok := types.Unalias(code.Deref(c.From)).(*types.Named)
		if ok && p.Wanted(c.Expr.Pos()) && sameModule(p, n) && sameModule(p, c.To) {
			note(n.Obj().Pkg().Name()+"."+n.Obj().Name(), handing{c.Expr, c.To}, wiredCalls(p, c))
		}
	}
	for _, f := range p.Code.Funcs {
		for _, call := range f.Calls() {
			if h := handedOut(p, call); len(h) > 0 {
				n := types.Unalias(result(p, call)).(*types.Named)
				note(h[0].Type, handing{call, n}, madeCalls(p, call, n, h))
			}
		}
	}
	if p.Setup.Options.CtxBlock.Each {
		all = apart(all)
	}
	var out []rule.Finding
	for _, w := range all {
		if slices.ContainsFunc(w.calls, func(c wired) bool { return !told[c.wait.Via[len(c.wait.Via)-1]] }) {
			out = append(out, w.finding())
		}
	}
	return out
}

// apart makes a wiring of each method.
func apart(all []*wiring) []*wiring {
	var out []*wiring
	for _, w := range all {
		for _, call := range w.calls {
			out = append(out, &wiring{typ: w.typ, at: w.at, calls: []wired{call}})
		}
	}
	return out
}

// result returns the type of the first result of a call.
func result(p *rule.Pass, call *ast.CallExpr) types.Type {
	t := p.Code.Info.TypeOf(call)
	if tup, ok := t.(*types.Tuple); ok && tup.Len() > 0 {
		return tup.At(0).Type()
	}
	return t
}

// handedOut returns the methods that wait of what a function of another package
// makes for an interface whose methods functions in sight call.
func handedOut(p *rule.Pass, call *ast.CallExpr) []facts.Hand {
	n, ok := types.Unalias(result(p, call)).(*types.Named)
	if !ok || !types.IsInterface(n) || len(p.ServedBy()[facts.KeyOf(n)]) == 0 || !p.Wanted(call.Pos()) {
		return nil
	}
	return p.Waits.Hands(call)
}

// madeCalls returns the calls that wait because of what a call makes.
func madeCalls(p *rule.Pass, call *ast.CallExpr, n *types.Named, made []facts.Hand) []wired {
	var out []wired
	key := facts.KeyOf(n)
	for _, s := range p.ServedBy()[key] {
		i := slices.IndexFunc(made, func(h facts.Hand) bool { return h.Iface == key && h.Method == s.Ask.Method })
		if i >= 0 {
			out = append(out, wired{by: s, method: made[i].Impl, wait: &made[i].Wait, at: handing{call, n}})
		}
	}
	sortWired(out)
	return out
}

func sameModule(p *rule.Pass, n *types.Named) bool {
	return n.Obj().Pkg() != nil && waits.SameModule(n.Obj().Pkg().Path(), p.Code.Types.Path())
}

// wiredCalls returns the calls that wait because of a conversion.
func wiredCalls(p *rule.Pass, c code.Conversion) []wired {
	var out []wired
	for _, s := range p.ServedBy()[facts.KeyOf(c.To)] {
		obj, _, _ := types.LookupFieldOrMethod(c.From, true, c.To.Obj().Pkg(), s.Ask.Method)
		m, ok := obj.(*types.Func)
		if !ok || code.IsInterfaceMethod(m) || p.Code.StandIn(m) {
			continue
		}
		m = m.Origin()
		sum := p.Summary(m)
		if sum == nil || sum.NonBlocking || sum.Bounded || sum.CtxParam > 0 {
			continue
		}
		var worst *facts.Wait
		for i := range sum.Waits {
			if w := &sum.Waits[i]; worst == nil && waits.Exchanges(w) {
				worst = w
			}
		}
		for _, w := range p.Waits.Answers(sum) {
			if worst == nil && waits.Exchanges(w) {
				worst = w
			}
		}
		if worst != nil {
			out = append(out, wired{by: s, method: code.ShortName(m), wait: worst, at: handing{c.Expr, c.To}})
		}
	}
	sortWired(out)
	return out
}

// sortWired puts the calls of handlers first.
func sortWired(out []wired) {
	slices.SortStableFunc(out, func(a, b wired) int {
		x, y := 0, 0
		if !a.by.Handler {
			x = 1
		}
		if !b.by.Handler {
			y = 1
		}
		return cmp.Compare(x, y)
	})
}

func (w *wiring) finding() rule.Finding {
	first := w.calls[0]
	chain := []string{first.by.From}
	for _, fr := range first.by.Ask.Via[:len(first.by.Ask.Via)-1] {
		chain = append(chain, fr.Func)
	}
	chain = append(chain, first.method)
	for _, fr := range first.wait.Via {
		chain = append(chain, fr.Func)
	}
	call := first.by.Ask.Via[len(first.by.Ask.Via)-1]
	last := first.wait.Via[len(first.wait.Via)-1]
	how := "without a context"
	if first.wait.Obeys == facts.ObeysRoot {
		how = "under a context that it makes up"
	}
	limit := ""
	if first.wait.Bound > 0 {
		limit = " up to " + first.wait.Bound.String()
	}
	whom := fmt.Sprintf("%s of package %s (%s:%d)", first.by.From, path.Base(first.by.Ask.Via[0].Pkg), first.by.Ask.Via[0].File, first.by.Ask.Via[0].Line)
	var text string
	if len(w.calls) == 1 {
		text = fmt.Sprintf("%s waits%s %s, and %s calls it as %s with %s at hand, the end of which does not end it: %s (%s:%d); give %s a context and pass it on",
			first.method, limit, how, whom, call.Func, first.by.Source, strings.Join(chain, " → "), last.File, last.Line, call.Func)
	} else {
		methods := make([]string, 0, 3)
		for _, c := range w.calls {
			if len(methods) < 2 || len(w.calls) == 3 {
				methods = append(methods, c.name())
			}
		}
		names := strings.Join(methods, " and ")
		switch n := len(w.calls) - len(methods); {
		case len(methods) == 3:
			names = methods[0] + ", " + methods[1] + " and " + methods[2]
		case n == 1:
			names = strings.Join(methods, ", ") + " and another method"
		case n > 1:
			names = fmt.Sprintf("%s and %d more methods", strings.Join(methods, ", "), n)
		}
		text = fmt.Sprintf("%s of %s wait%s %s, and functions like %s call them behind an interface with %s at hand, the end of which does not end them: %s (%s:%d); give the methods of %s a context and pass it on",
			names, w.typ, limit, how, whom, first.by.Source, strings.Join(chain, " → "), last.File, last.Line, first.at.to.Obj().Name())
	}
	out := rule.Finding{Node: first.at.expr, Message: text, Via: slices.Concat(first.by.Ask.Via, first.wait.Via)}
	for _, c := range w.at {
		if c.expr != first.at.expr {
			out.Related = append(out.Related, rule.Related{Node: c.expr, Message: "is handed over as " + c.to.Obj().Name() + " too"})
		}
	}
	return out
}
