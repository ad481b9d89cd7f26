package waits

import (
	"fmt"
	"go/ast"
	"go/types"
	"sort"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

// maxFacts bounds how many waits a summary holds.
const maxFacts = 8

// Facts returns the waits of fn as its callers see them: in terms of its
// parameters, without those that are too small or of which nothing is known,
// the worst first.
func (f *Finder) Facts(fn *code.Func) []facts.Wait {
	if fn == nil {
		return nil
	}
	type key struct {
		kind       api.WaitKind
		what       string
		obeys      facts.Obeys
		param, sub int
		goroutine  bool
		given      string
	}
	seen := make(map[key]bool)
	var out []facts.Wait
	for _, w := range f.In(fn) {
		fw, ok := f.fact(fn, w)
		if !ok {
			continue
		}
		k := key{fw.Kind, fw.What, fw.Obeys, fw.Param, fw.Subject, fw.Goroutine, ""}
		if seen[k] {
			continue // it is reached in any case
		}
		if len(fw.Given) > 0 {
			k.given = fmt.Sprint(fw.Given)
			if seen[k] {
				continue
			}
		}
		seen[k] = true
		out = append(out, fw)
	}
	sort.SliceStable(out, func(i, j int) bool { return badness(&out[i]) > badness(&out[j]) })
	if len(out) > maxFacts {
		out = out[:maxFacts]
	}
	return out
}

// fact turns a wait of fn into what its callers see; false if there is nothing to see.
func (f *Finder) fact(fn *code.Func, w *Wait) (facts.Wait, bool) {
	fw := facts.Wait{
		Kind: w.Kind, What: w.What, Obeys: w.Obeys, Via: w.Via, Modules: w.Modules,
		Goroutine: w.Goroutine, Cleanup: w.Cleanup, Twin: w.Twin, DB: w.DB, Apart: w.Apart, Limited: w.Limited, Varies: w.Varies,
		Loop: w.InLoop || w.From != nil && w.From.Loop,
	}
	if w.Goroutine {
		return fw, false // the caller does not wait for it
	}
	if w.Kind == api.WaitDNS && w.Row != nil && w.Row.Fix == api.FixRewrite {
		return fw, false // net.ResolveTCPAddr and the like: mostly given numbers
	}
	if w.Trivial || w.Kind == api.WaitServer || w.Kind == api.WaitNone || w.Modules > 1 {
		return fw, false
	}
	if w.Once || w.Lives {
		return fw, false
	}
	if w.Abandoned {
		return fw, false // the function may leave without it
	}
	if w.Root != nil && !w.ViaInterface {
		return fw, false // the wait behind it is there by itself
	}
	if len(fw.Via) > maxVia {
		fw.Via = fw.Via[:maxVia]
	}
	if d, ok := w.Limit(); ok {
		fw.Bound = d
	}
	fw.ArgBound = f.argBound(fn, w)
	fw.Given = f.reachedIf(fn, w)
	fw.Subject = f.subjectIndex(fn, w.Subject)
	switch w.Obeys {
	case facts.ObeysNone, facts.ObeysRoot:
		if !w.Proven {
			return fw, false
		}
		fw.Seen = w.From != nil && w.From.Seen || f.flow.Above(w.Fn, w.Node, nil) != nil
	case facts.ObeysParam, facts.ObeysValue:
		if w.Owner != fn {
			return fw, false
		}
		fw.Param = w.Param
		fw.Subject = 0
	case facts.ObeysUnknown:
		if !w.IfPeer || fw.Subject == 0 {
			return fw, false
		}
		fw.IfPeer = true
	default:
		fw.Subject = 0
	}
	return fw, true
}

// reachedIf returns what parameters of fn have to be for a wait to be reached.
func (f *Finder) reachedIf(fn *code.Func, w *Wait) []api.Given {
	out := f.p.Given(fn, w.Node)
	for _, o := range w.Given {
		if i := fn.ParamIndex(o.Var); i >= 0 {
			g := o.Given
			g.Param = i
			out = append(out, g)
		}
	}
	return out
}

// argBound returns 1 + the parameter of fn that limits a wait, 0 if there is none.
func (f *Finder) argBound(fn *code.Func, w *Wait) int {
	if w.BoundBy == nil {
		return 0
	}
	v := durations.Eval(f.p, w.BoundBy)
	if v.Sym == nil || v.Scale != 1 {
		return 0
	}
	return fn.ParamIndex(v.Sym) + 1 // 0 for no parameter
}

// subjectIndex says which parameter of fn a wait's subject is or comes from.
func (f *Finder) subjectIndex(fn *code.Func, e ast.Expr) int {
	if e == nil {
		return 0
	}
	if s := f.source(e); s.kind == sourceParam && s.fn == fn {
		return index(fn, s.v)
	}
	e = ast.Unparen(e)
	for {
		switch x := e.(type) {
		case *ast.SelectorExpr:
			e = ast.Unparen(x.X)
			continue
		case *ast.StarExpr:
			e = ast.Unparen(x.X)
			continue
		}
		break
	}
	if id, ok := e.(*ast.Ident); ok {
		if v, ok := f.p.Info.Uses[id].(*types.Var); ok {
			return index(fn, v)
		}
	}
	return 0
}

func index(fn *code.Func, v *types.Var) int {
	switch i := fn.ParamIndex(v); {
	case i == -2:
		return facts.SubjectRecv
	case i >= 0:
		return i + 1
	}
	return 0
}

// badness orders waits, the worst first: what nothing ends before what a
// context ends, without a limit before with one, a peer before a goroutine of
// the process.
func badness(w *facts.Wait) int {
	n := 0
	switch w.Obeys {
	case facts.ObeysNone, facts.ObeysRoot:
		n = 60
	case facts.ObeysUnknown:
		n = 50 // may be one, the caller knows
	case facts.ObeysParam, facts.ObeysValue:
		n = 40
	case facts.ObeysRecv:
		n = 30
	case facts.ObeysBounded:
		n = 20
	}
	if w.Bound == 0 && w.ArgBound == 0 {
		n += 5
	}
	switch w.Kind {
	case api.WaitNet, api.WaitDial, api.WaitDNS, api.WaitProc, api.WaitJob, api.WaitIO:
		n += 3
	case api.WaitSend, api.WaitRecv, api.WaitSelect, api.WaitSync, api.WaitPool:
		n += 2
	}
	if w.Cleanup {
		n -= 8
	}
	if w.Goroutine {
		n -= 100
	}
	return n
}
