package blocking

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/waits"
)

// never looks at exchanges that are given a framework's context as it is, which
// is never done: not with the request, as its own request's context is.
func (f *finder) never(fn *code.Func) {
	for _, w := range f.r.Waits.Own(fn) {
		if !underCarrier(w) || f.r.Flow.CleanupMode(w.Node) != ctxflow.CleanupNone {
			continue
		}
		row := f.r.Table.Carrier(api.KeyOfType(w.Ctx.Root.Var.Type()))
		if row == nil || row.Unless == "" || !f.undone(row) {
			continue
		}
		if src, ok := f.source(fn, w.Node); ok && src.Kind == ctxflow.SourceCarrier {
			f.keep(&Place{Node: w.Node, Fn: fn, Wait: w, From: fn, Source: src, Funcs: []*code.Func{fn}})
		}
	}
}

// underCarrier reports whether a wait is an exchange without a limit under a
// context that is another thing as well and certainly does not end.
func underCarrier(w *waits.Wait) bool {
	c := w.Ctx
	if c == nil || w.Obeys != facts.ObeysValue || c.Ambiguous || c.Opaque() || c.Root.Kind != ctxflow.RootCarrier || c.Root.Live != api.No || c.Root.Var == nil || len(c.InForce()) > 0 {
		return false
	}
	return exchanges(w)
}

// undone reports whether the package makes what serves requests, and nowhere
// sets what lets a carrier's context end.
func (f *finder) undone(row *api.Carrier) bool {
	made := false
	for _, g := range f.r.Code.Funcs {
		for _, call := range g.Calls() {
			made = made || slices.Contains(row.Made, f.r.Code.CalleeOf(call).Key)
		}
	}
	if !made {
		return false
	}
	name := row.Unless[strings.LastIndexByte(row.Unless, '.')+1:]
	for n := range f.r.Code.Inspector.PreorderSeq((*ast.Ident)(nil)) {
		if id := n.(*ast.Ident); id.Name == name {
			if v, ok := f.r.Code.Info.Uses[id].(*types.Var); ok && v.IsField() {
				return false
			}
		}
	}
	return true
}

// unending is the message on a context that never ends.
func (p *Place) unending() string {
	name, way := p.Wait.What, ""
	if !p.Wait.Direct() {
		name, way = calleeName(p.Wait.Callee), ": "+p.chain()
	}
	return fmt.Sprintf("%s waits under %s itself, a context that is never done here, so the end of the request does not end it%s; pass %s", name, p.Wait.Ctx.Root.Var.Name(), way, p.Source.Expr)
}
