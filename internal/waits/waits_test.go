package waits_test

import (
	"fmt"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/waits"
)

// probe reports every wait of every declared function of which something is
// known, the facts of functions whose names begin with Fact, and the use of
// the context of those that begin with Use.
var probe = &analysis.Analyzer{
	Name:      "probe",
	Doc:       "reports what the finder of waits says",
	Requires:  []*analysis.Analyzer{inspect.Analyzer},
	FactTypes: []analysis.Fact{new(facts.Func)},
	Run: func(pass *analysis.Pass) (any, error) {
		p := code.New(pass.Fset, pass.Files, pass.Pkg, pass.TypesInfo, pass.ResultOf[inspect.Analyzer].(*inspector.Inspector))
		s := &summaries{pass: pass, p: p, memo: make(map[*types.Func]*facts.Func), busy: make(map[*types.Func]bool)}
		f := waits.New(p, api.Default(), ctxflow.New(p, api.Default(), s), s)
		s.f = f
		if api.IsStd(pass.Pkg.Path()) {
			return nil, nil
		}
		for _, fn := range p.Funcs {
			if fn.Obj == nil {
				continue
			}
			for _, w := range f.In(fn) {
				if msg := describe(w); msg != "" {
					pass.Reportf(w.Node.Pos(), "%s", msg)
				}
			}
			sum := s.Summary(fn.Obj)
			if strings.Contains(fn.Obj.Name(), "Fact") {
				for _, w := range sum.Waits {
					pass.Reportf(fn.Node.Pos(), "%s", describeFact(w))
				}
			}
			if strings.HasPrefix(fn.Obj.Name(), "Use") {
				pass.Reportf(fn.Node.Pos(), "ctx %s", f.CtxUse(fn))
			}
			if fn.Obj.Exported() && strings.HasSuffix(pass.Pkg.Path(), "dep") { // elsewhere a fact would need a want
				pass.ExportObjectFact(fn.Obj, sum)
			}
		}
		return nil, nil
	},
}

type summaries struct {
	pass *analysis.Pass
	p    *code.Package
	f    *waits.Finder
	memo map[*types.Func]*facts.Func
	busy map[*types.Func]bool
}

func (s *summaries) Summary(fn *types.Func) *facts.Func {
	fn = fn.Origin()
	if r, ok := s.memo[fn]; ok {
		return r
	}
	if s.busy[fn] {
		return nil
	}
	var out *facts.Func
	if g := s.p.FuncOf(fn); g != nil {
		s.busy[fn] = true
		out = &facts.Func{Waits: s.f.Facts(g)}
		delete(s.busy, fn)
	} else {
		out = new(facts.Func)
		if !s.pass.ImportObjectFact(fn, out) {
			out = nil
		}
	}
	s.memo[fn] = out
	return out
}

var obeysNames = map[facts.Obeys]string{
	facts.ObeysNone: "none", facts.ObeysParam: "param", facts.ObeysRecv: "recv", facts.ObeysRoot: "root",
	facts.ObeysBounded: "bounded", facts.ObeysValue: "value", facts.ObeysUnknown: "unknown",
}

func describe(w *waits.Wait) string {
	if w.Obeys == facts.ObeysUnknown && !w.IfPeer || w.Kind == api.WaitLock && w.Trivial {
		return ""
	}
	b := w.What + ": " + obeysNames[w.Obeys]
	if w.Obeys == facts.ObeysParam || w.Obeys == facts.ObeysValue {
		b += fmt.Sprintf(" %d of %s", w.Param, w.Owner.Name())
	}
	flag := func(on bool, name string) {
		if on {
			b += " " + name
		}
	}
	flag(w.Proven, "proven")
	flag(w.Trivial, "trivial")
	flag(w.Linked, "linked")
	flag(w.IfPeer, "ifpeer")
	flag(w.Goroutine, "goroutine")
	flag(w.Abandoned, "abandoned")
	flag(w.Cleanup, "cleanup")
	flag(w.InLoop, "loop")
	flag(w.ViaInterface, "iface")
	if d, ok := w.Limit(); ok {
		b += " limit " + d.String()
	}
	if len(w.Via) > 1 {
		var hops []string
		for _, fr := range w.Via {
			hops = append(hops, fr.Func)
		}
		b += " via " + strings.Join(hops, " → ")
	}
	if w.Why != "" {
		b += " because " + w.Why
	}
	if w.Missing != nil {
		b += " missing"
	}
	return b
}

func describeFact(w facts.Wait) string {
	b := "fact " + w.What + ": " + obeysNames[w.Obeys]
	if w.Obeys == facts.ObeysParam || w.Obeys == facts.ObeysValue {
		b += fmt.Sprintf(" %d", w.Param)
	}
	if w.Bound > 0 {
		b += " limit " + w.Bound.String()
	}
	if w.ArgBound > 0 {
		b += fmt.Sprintf(" limit by %d", w.ArgBound-1)
	}
	if w.Subject != 0 {
		b += fmt.Sprintf(" subject %d", w.Subject)
	}
	if w.IfPeer {
		b += " ifpeer"
	}
	if w.Goroutine {
		b += " goroutine"
	}
	return b
}

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), probe, "calls", "chans", "readers", "groups", "ifaces", "uses")
}
