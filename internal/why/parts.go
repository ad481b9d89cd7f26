package why

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/retry"
)

// retries writes down the repetitions whose attempts hold the line, and the
// loops around it that are none.
func (w *writer) retries(f *code.Func) {
	w.out.add(0, "repetitions")
	n := 0
	for g := f; g != nil; g = g.Parent {
		for _, r := range w.p.Retries.Loops(g) {
			if w.holds(r) {
				w.retry(r)
				n++
			}
		}
	}
	if n == 0 {
		if loop := w.loop(f); loop != nil {
			w.out.add(1, "the loop at %s repeats nothing that has failed, as far as can be told", w.at(loop))
			return
		}
		w.out.add(1, "none")
	}
}

// holds reports whether the line is part of a repetition.
func (w *writer) holds(r *retry.Retry) bool {
	in := func(n ast.Node) bool { return n != nil && n.Pos() < w.to && w.from < n.End() }
	return in(r.Node) || r.Body != nil && in(r.Body)
}

func (w *writer) loop(f *code.Func) ast.Node {
	if n := w.node(f); n != nil {
		if l := w.p.Code.LoopAround(n); l != nil {
			return l
		}
	}
	return nil
}

func (w *writer) retry(r *retry.Retry) {
	w.out.add(1, "%s at %s (%s)", r.Name(), w.at(r.Node), r.Kind)
	for _, t := range []struct {
		is   bool
		text string
	}{
		{r.Items, "each turn is about another item: no retry"},
		{r.Poll, "it waits for a state, not for a success: a poll"},
		{r.Periodic, "a ticker paces it, whatever the outcome"},
		{r.Local, "it repeats work of the local file system only"},
		{r.Targets, "each attempt goes to another target"},
		{r.Resumes, "each attempt goes on where the last one stopped"},
		{r.Tx, "each attempt is a transaction of its own"},
		{r.Hedge, "the next attempt starts while the last may still run"},
	} {
		if t.is {
			w.out.add(2, "%s", t.text)
		}
	}
	switch {
	case r.Attempts.N == api.AttemptsUnbounded:
		w.out.add(2, "attempts: nothing counts them")
	case r.Attempts.N > 0:
		w.out.add(2, "attempts: at most %d", r.Attempts.N)
	case r.Attempts.Bound != nil:
		w.out.add(2, "attempts: counted by %s, whose value is not in sight", types.ExprString(r.Attempts.Bound))
	default:
		w.out.add(2, "attempts: unknown")
	}
	w.out.add(2, "success: %s; failures that lead back: %s", r.OnSuccess, classes[r.Guard.Class])
	for _, t := range r.Guard.Tests {
		back := "leads on"
		if t.Back {
			back = "leads back"
		}
		w.out.add(3, "%s %s (%s)", types.ExprString(t.Expr), back, w.at(t.Expr))
	}
	for _, d := range r.Delays {
		text := "delay: " + value(d.Value)
		if d.Jitter == api.Yes {
			text += ", with a random part"
		}
		switch d.ObeysCtx {
		case api.Yes:
			text += ", ends with a context"
		case api.No:
			text += ", does not end with a context"
		}
		w.out.add(2, "%s (%s)", text, w.at(d.Node))
	}
	if r.NoDelay == api.Yes {
		w.out.add(2, "an attempt may follow a failure at once (%s)", w.at(r.NoDelayAt))
	}
	for _, l := range []struct {
		name  string
		limit *retry.Limit
	}{{"one attempt", r.PerAttempt}, {"all attempts together", r.Total}} {
		if l.limit != nil {
			w.out.add(2, "limit of %s: %s (%s)", l.name, value(l.limit.Value), w.at(l.limit.Node))
		}
	}
	if r.Ctx != nil {
		w.out.add(2, "context around the attempts: %s, %s", types.ExprString(r.Ctx), w.ctx(w.p.Flow.Trace(r.Ctx)))
		w.out.add(2, "its end ends the attempts: %s", tri(r.StopsOnCtx))
	} else {
		w.out.add(2, "the end of a context ends the attempts: %s", tri(r.StopsOnCtx))
	}
}

// classes says what the classes of errors are, in words.
var classes = map[facts.ErrClass]string{
	facts.ErrUnknown:  "unknown, because something out of sight tells them apart",
	facts.ErrAny:      "all",
	facts.ErrTimeout:  "timeouts",
	facts.ErrStatus:   "broken connections, or statuses of trouble at the server",
	facts.ErrRefused:  "refusals: 503, 401 and the like, or what proves that nothing was sent",
	facts.ErrUnsent:   "those that prove that nothing was sent or accepted",
	facts.ErrConflict: "those that prove that nothing was done",
}

func tri(t api.Tri) string { return [...]string{"not known", "yes", "no"}[t] }

// waits writes down what the line may wait for.
func (w *writer) waits(f *code.Func) {
	w.out.add(0, "waits on this line")
	n := 0
	for _, wt := range w.p.Waits.In(f) {
		if !w.on(wt.Node) {
			continue
		}
		n++
		w.out.add(1, "%s%s", wt.What, chain(wt.Via))
		ends := "what ends it is not known"
		switch {
		case wt.Proven:
			ends = "no context in sight ends it"
		case wt.Ctx != nil:
			ends = "ends with a context " + w.ctx(*wt.Ctx)
		case wt.Obeys != facts.ObeysUnknown:
			ends = obeys[wt.Obeys]
		}
		w.out.add(2, "%s", ends)
		if d, ok := wt.Limit(); ok {
			w.out.add(2, "takes at most %s", d)
		}
		if wt.Why != "" {
			w.out.add(2, "%s", wt.Why)
		}
		for _, t := range []struct {
			is   bool
			text string
		}{
			{wt.Goroutine, "in a goroutine that the function does not wait for"},
			{wt.Cleanup, "in clean-up"},
			{wt.Trivial, "too short to matter"},
			{wt.ViaInterface, "through an interface: another implementation may run"},
		} {
			if t.is {
				w.out.add(2, "%s", t.text)
			}
		}
	}
	if n == 0 {
		w.out.add(1, "none that is known")
	}
}

// obeys says which context's end ends a wait, in words.
var obeys = map[facts.Obeys]string{
	facts.ObeysNone:    "no context reaches it",
	facts.ObeysParam:   "ends with the context parameter",
	facts.ObeysRecv:    "ends with a context kept in an object",
	facts.ObeysRoot:    "runs under context.Background or TODO, which nothing ends",
	facts.ObeysBounded: "runs under a context of its own with a limit",
	facts.ObeysValue:   "ends with the context inside of a parameter",
}

// chain writes the way to something, "" if it is in place.
func chain(via []facts.Frame) string {
	if len(via) < 2 {
		return ""
	}
	var out []string
	for _, f := range via {
		out = append(out, f.String())
	}
	return ": " + strings.Join(out, " → ")
}

// effects writes down what the line changes outside of the process.
func (w *writer) effects(f *code.Func) {
	w.out.add(0, "effects of this line")
	n := 0
	for _, e := range w.p.Effects.In(f) {
		if !w.on(e.Node) {
			continue
		}
		n++
		w.out.add(1, "%s (%s)%s", e.What, e.Kind, chain(e.Via))
		if e.Key.Present() {
			w.out.add(2, "carries a key by which a repeat is known")
		}
		if e.Safe != "" && e.Kind == api.EffectWrite {
			w.out.add(2, "to make a repeat harmless: %s", e.Safe)
		}
	}
	if n == 0 {
		w.out.add(1, "none that is known")
	}
}

// callees writes down what is known of the functions that the line calls.
func (w *writer) callees(f *code.Func) {
	w.out.add(0, "calls on this line")
	n := 0
	for _, call := range f.Calls() {
		if !w.on(call) {
			continue
		}
		n++
		fn := w.p.Code.Callee(call)
		if fn == nil {
			w.out.add(1, "%s: which function runs is not in sight", types.ExprString(call.Fun))
			continue
		}
		w.out.add(1, "%s", code.ShortName(fn))
		s := w.p.Summary(fn)
		if s == nil {
			known := "nothing is known of it"
			if row := w.p.Table.CallOf(fn); row != nil {
				known = "known from the library tables"
			}
			w.out.add(2, "%s", known)
			continue
		}
		for _, wt := range s.Waits {
			w.out.add(2, "waits: %s%s; %s", wt.What, chain(wt.Via), obeysText(wt.Obeys))
		}
		for _, e := range s.Effects {
			w.out.add(2, "effect: %s (%s)", e.What, e.Kind)
		}
		for _, r := range s.Retries {
			w.out.add(2, "repeats %s, %s attempts", r.Op, attempts(r.Attempts))
		}
		if s.Worst > 0 {
			w.out.add(2, "takes at most %s", s.Worst)
		}
		for _, d := range []struct {
			is   bool
			name string
		}{{s.Idempotent, "idempotent"}, {s.Bounded, "bounded"}, {s.NonBlocking, "nonblocking"}, {s.Handler, "handler"}} {
			if d.is {
				w.out.add(2, "said to be %s", d.name)
			}
		}
	}
	if n == 0 {
		w.out.add(1, "none")
	}
}

func obeysText(o facts.Obeys) string {
	if t, ok := obeys[o]; ok {
		return t
	}
	return "what ends it is not known"
}

func attempts(n api.Attempts) string {
	switch {
	case n == api.AttemptsUnbounded:
		return "any number of"
	case n == api.AttemptsUnknown:
		return "an unknown number of"
	}
	return strconv.Itoa(int(n))
}
