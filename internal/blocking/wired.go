package blocking

import (
	"cmp"
	"fmt"
	"go/types"
	"path"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// A wiring is a type of which a value is handed over as an interface, and whose
// methods functions with a context at hand, in an imported package, then call:
// they see the interface, this package sees what waits.
type wiring struct {
	typ   *types.Named
	at    []code.Conversion
	calls []wired
}

// A wired call is one of a method by way of an interface.
type wired struct {
	by     facts.Served
	method *types.Func
	wait   *facts.Wait
	conv   code.Conversion
}

// Wired returns a finding for each type that waits without a context behind an
// interface, where the package hands it over.
func Wired(p *rule.Pass) []rule.Finding {
	var all []*wiring
	for _, c := range p.Code.Conversions() {
		n, ok := types.Unalias(code.Deref(c.From)).(*types.Named)
		if !ok || !p.Wanted(c.Expr.Pos()) || !sameModule(p, n) || !sameModule(p, c.To) {
			continue
		}
		calls := wiredCalls(p, c)
		if len(calls) == 0 {
			continue
		}
		i := slices.IndexFunc(all, func(w *wiring) bool { return w.typ == n })
		if i < 0 {
			i = len(all)
			all = append(all, &wiring{typ: n})
		}
		w := all[i]
		w.at = append(w.at, c)
		for _, call := range calls {
			if !slices.ContainsFunc(w.calls, func(have wired) bool { return have.method == call.method }) {
				w.calls = append(w.calls, call)
			}
		}
	}
	var out []rule.Finding
	for _, w := range all {
		out = append(out, w.finding())
	}
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
		if !ok || code.IsInterfaceMethod(m) {
			continue
		}
		m = m.Origin()
		sum := p.Summary(m)
		if sum == nil || sum.NonBlocking || sum.Bounded || sum.CtxParam > 0 {
			continue
		}
		var worst *facts.Wait
		for i := range sum.Waits {
			if w := &sum.Waits[i]; worst == nil && exchanges(w) {
				worst = w
			}
		}
		for _, w := range p.Waits.Answers(sum) {
			if worst == nil && exchanges(w) {
				worst = w
			}
		}
		if worst != nil {
			out = append(out, wired{by: s, method: m, wait: worst, conv: c})
		}
	}
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
	return out
}

// exchanges reports whether a wait is an exchange with another process that
// nothing ends: not one that has a limit which may be right.
func exchanges(w *facts.Wait) bool {
	if w.Obeys != facts.ObeysNone && w.Obeys != facts.ObeysRoot || w.Seen || w.Cleanup || w.Goroutine {
		return false
	}
	if w.Modules > 0 && w.Limited && w.Bound == 0 || w.ArgBound > 0 || w.Bound > 0 && w.Bound <= waits.Short {
		return false
	}
	switch w.Kind {
	case api.WaitNet, api.WaitDial, api.WaitDNS:
		return true
	}
	return w.DB
}

func (w *wiring) finding() rule.Finding {
	first := w.calls[0]
	chain := []string{first.by.From}
	for _, fr := range first.by.Ask.Via[:len(first.by.Ask.Via)-1] {
		chain = append(chain, fr.Func)
	}
	chain = append(chain, code.ShortName(first.method))
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
			code.ShortName(first.method), limit, how, whom, call.Func, first.by.Source, strings.Join(chain, " → "), last.File, last.Line, call.Func)
	} else {
		methods := make([]string, 0, 3)
		for _, c := range w.calls {
			if len(methods) < 2 || len(w.calls) == 3 {
				methods = append(methods, c.method.Name())
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
			names, w.typ.Obj().Pkg().Name()+"."+w.typ.Obj().Name(), limit, how, whom, first.by.Source, strings.Join(chain, " → "), last.File, last.Line, first.conv.To.Obj().Name())
	}
	out := rule.Finding{Node: first.conv.Expr, Message: text, Via: slices.Concat(first.by.Ask.Via, first.wait.Via)}
	for _, c := range w.at {
		if c.Expr != first.conv.Expr {
			out.Related = append(out.Related, rule.Related{Node: c.Expr, Message: "is handed over as " + c.To.Obj().Name() + " too"})
		}
	}
	return out
}
