package waits

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

// answered returns the waits that a function of another package asks for
// through interfaces for which this package hands over the implementations.
func (f *Finder) answered(call *ast.CallExpr, callee *types.Func, s *facts.Func) []*Wait {
	if len(s.Asks) == 0 || callee.Pkg() == nil || callee.Pkg() == f.p.Types {
		return nil
	}
	var out []*Wait
	for _, fw := range f.Answers(s) {
		w := &Wait{
			Node: call, Call: call, Kind: fw.Kind, What: fw.What, Twin: fw.Twin, Callee: callee, From: fw,
			Obeys: fw.Obeys, Modules: fw.Modules, DB: fw.DB, Apart: fw.Apart, Limited: fw.Limited, ViaInterface: true, Proven: true,
			Trivial: fw.DB && f.embedded(),
		}
		w.Via = append([]facts.Frame{f.frame(call, code.ShortName(callee))}, fw.Via...)
		if len(w.Via) > maxVia {
			w.Via = w.Via[:maxVia]
		}
		if fw.Bound > 0 {
			w.Bound = durations.Between(0, int64(fw.Bound))
		}
		out = shortest(out, w)
	}
	return out
}

// Answers returns what a function asks for through interfaces (see facts.Ask),
// as far as this package hands the implementations over: the waits that no
// context ends, with the way to them.
func (f *Finder) Answers(s *facts.Func) []*facts.Wait {
	return f.answers(s, 0)
}

func (f *Finder) answers(s *facts.Func, depth int) []*facts.Wait {
	var out []*facts.Wait
	if s == nil || depth > 2 {
		return nil
	}
	for _, a := range s.Asks {
		for _, impl := range f.handedAs(a) {
			sum := f.callees.Summary(impl)
			if sum == nil || sum.NonBlocking || sum.Bounded || sum.CtxParam > 0 {
				continue
			}
			for _, from := range append(pointers(sum.Waits), f.answers(sum, depth+1)...) {
				if from.Obeys != facts.ObeysNone && from.Obeys != facts.ObeysRoot || from.Seen || from.Cleanup || from.Goroutine {
					continue
				}
				w := *from
				w.Subject, w.ArgBound = 0, 0
				w.Via = append(named(a.Via, impl), from.Via...)
				out = append(out, &w)
			}
		}
	}
	return out
}

// named returns a way to a method of an interface as one to its implementation.
func named(via []facts.Frame, impl *types.Func) []facts.Frame {
	via = slices.Clone(via)
	via[len(via)-1].Func = code.ShortName(impl)
	return via
}

func pointers(ws []facts.Wait) []*facts.Wait {
	out := make([]*facts.Wait, len(ws))
	for i := range ws {
		out[i] = &ws[i]
	}
	return out
}

// handedAs returns the methods that answer an ask: of the types whose values
// this package makes into values of the interface.
func (f *Finder) handedAs(a facts.Ask) []*types.Func {
	if f.given == nil {
		f.given = make(map[string][]code.Conversion)
		for _, c := range f.p.Conversions() {
			if key := facts.KeyOf(c.To); key != "" && !f.inTest(c.Expr) {
				f.given[key] = append(f.given[key], c)
			}
		}
	}
	var out []*types.Func
	for _, c := range f.given[a.Iface] {
		obj, _, _ := types.LookupFieldOrMethod(c.From, true, c.To.Obj().Pkg(), a.Method)
		if fn, ok := obj.(*types.Func); ok && !code.IsInterfaceMethod(fn) && !f.p.StandIn(fn) && !slices.Contains(out, fn.Origin()) {
			out = append(out, fn.Origin())
		}
	}
	return out
}

// onlyOne returns the type that an interface of this package is made for, if
// nobody here says so but it can be told: the interface speaks of types of other
// packages of the module, and in these packages just one type implements it.
func (f *Finder) onlyOne(t types.Type) types.Type {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() != f.p.Types || n.TypeParams().Len() > 0 {
		return nil
	}
	if found, ok := f.only[n]; ok {
		return found
	}
	iface, ok := n.Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var found []types.Type
	for _, pkg := range f.spokenOf(iface) {
		for _, name := range pkg.Scope().Names() {
			tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() || !tn.Exported() {
				continue
			}
			impl, ok := tn.Type().(*types.Named)
			if !ok || types.IsInterface(impl) || impl.TypeParams().Len() > 0 {
				continue
			}
			if ptr := types.NewPointer(impl); types.Implements(ptr, iface) {
				found = append(found, ptr)
			}
		}
	}
	var out types.Type
	if len(found) == 1 {
		out = found[0]
	}
	f.only[n] = out
	return out
}

// spokenOf returns the other packages of the module that this one imports and
// whose types are in the signatures of an interface's methods.
func (f *Finder) spokenOf(iface *types.Interface) []*types.Package {
	var out []*types.Package
	add := func(pkg *types.Package) {
		if pkg == nil || pkg == f.p.Types || slices.Contains(out, pkg) || !SameModule(pkg.Path(), f.p.Types.Path()) || strings.Contains(pkg.Path(), "mock") {
			return
		}
		if slices.Contains(f.p.Imports(), pkg) {
			out = append(out, pkg)
		}
	}
	for m := range iface.Methods() {
		for _, tup := range []*types.Tuple{m.Signature().Params(), m.Signature().Results()} {
			for v := range tup.Variables() {
				t := v.Type()
				if s, ok := t.(*types.Slice); ok {
					t = s.Elem()
				}
				if n, ok := types.Unalias(code.Deref(t)).(*types.Named); ok {
					add(n.Obj().Pkg())
				}
			}
		}
	}
	return out
}

// Exchanges reports whether a wait is an exchange with another process that
// nothing ends: not one that has a limit which may be right.
func Exchanges(w *facts.Wait) bool {
	if w.Obeys != facts.ObeysNone && w.Obeys != facts.ObeysRoot || w.Seen || w.Cleanup || w.Goroutine {
		return false
	}
	if w.Modules > 0 && w.Limited && w.Bound == 0 || w.ArgBound > 0 || w.Bound > 0 && w.Bound <= Short {
		return false
	}
	switch w.Kind {
	case api.WaitNet, api.WaitDial, api.WaitDNS:
		return true
	}
	return w.DB
}
