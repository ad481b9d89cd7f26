package blocking

import (
	"fmt"
	"go/ast"
	"go/types"
	"path"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/rule"
)

// Alone is how many functions that wait without a context, of one type or of
// one other package, are reported each by itself. More of them are one cause.
const Alone = 2

// A cause is what keeps a context from many waits at once: a type of the
// package, or another package, none of whose functions takes one.
type cause struct {
	pkg string // "" for a type of this package
	typ string // "" for another package
	of  string // what they wait for
}

// Reported returns the places that ctxdrop reports, for drops, or else those
// that ctxblock does. One that stands for others is ctxdrop's if all of them are.
func Reported(p *rule.Pass, drops bool) []*Place {
	options := func(pl *Place) (string, bool) {
		if pl.dropped() {
			return "ctxdrop", p.Setup.Options.CtxDrop.Each
		}
		return "ctxblock", p.Setup.Options.CtxBlock.Each
	}
	var each, places []*Place
	for _, pl := range Find(p.Result, p.Funcs()) {
		pass, alone := options(pl)
		switch file := p.Code.Fset.Position(pl.Node.Pos()).Filename; {
		case p.Setup.Excluded(file, pass, pl.message(p)):
		case alone:
			each = append(each, pl)
		default:
			places = append(places, pl)
		}
	}
	return slices.DeleteFunc(append(each, join(places)...), func(pl *Place) bool {
		all := pl.dropped() && !slices.ContainsFunc(pl.Others, func(o *Place) bool { return !o.dropped() })
		return drops != all
	})
}

// dropped reports whether a place, taken alone, is ctxdrop's.
func (p *Place) dropped() bool { return p.Drops || p.Callee != nil }

// join puts together the places with one cause: a store whose methods take no
// context is one fault, however many methods it has, and so is a helper without
// a context, however many calls are in it. The first of them stands for all.
func join(places []*Place) []*Place {
	stores, helpers := make(map[cause][]*Place), make(map[helper][]*Place)
	for _, pl := range places {
		if c, _ := pl.cause(); c != (cause{}) {
			stores[c] = append(stores[c], pl)
		}
	}
	for c, all := range stores {
		if len(waiters(all)) <= Alone {
			delete(stores, c)
		}
	}
	for _, pl := range places {
		if c, _ := pl.cause(); len(stores[c]) == 0 && pl.helper() != (helper{}) {
			helpers[pl.helper()] = append(helpers[pl.helper()], pl)
		}
	}
	return slices.DeleteFunc(places, func(pl *Place) bool {
		c, _ := pl.cause()
		all := stores[c]
		if len(all) == 0 {
			all = helpers[pl.helper()]
		}
		if len(all) == 0 {
			return false
		}
		if pl != all[0] {
			return true
		}
		pl.Others = all[1:]
		return false
	})
}

// A helper is a function without a context, and what it waits for; or one that
// takes a context and gives it to nothing.
type helper struct {
	fn *code.Func
	of string
}

// helper returns the function that lacks or drops the context, the zero helper
// if that is not the function that waits.
func (p *Place) helper() helper {
	switch {
	case !p.Wait.Direct() || p.Callee != nil:
		return helper{}
	case len(p.Calls) > 0:
		return helper{p.Fn.Outermost(), p.Wait.With()}
	case p.Drops:
		return helper{p.From, ""}
	}
	return helper{}
}

// cause returns what the place shares with others, and the name of the function
// that waits; the zero cause if it shares nothing: the function that waits has
// the context itself and could give it, or belongs to no type of this package.
func (p *Place) cause() (cause, string) {
	if p.Callee != nil {
		return cause{}, ""
	}
	c := cause{of: p.Wait.With()}
	if via := p.Wait.Via; !p.Wait.Direct() && len(via) > 1 && !p.deaf() {
		c.pkg = via[len(via)-1].Pkg
		return c, via[len(via)-2].Func
	}
	fn := p.Fn.Outermost()
	if len(p.Calls) == 0 && !p.deaf() || fn.Obj == nil || fn.Sig.Recv() == nil {
		return cause{}, ""
	}
	n, ok := types.Unalias(code.Deref(fn.Sig.Recv().Type())).(*types.Named)
	if !ok {
		return cause{}, ""
	}
	c.typ = n.Obj().Name()
	return c, fn.Name()
}

// deaf reports whether a function that takes a context waits on a client of a library
// that has no form with one: what one method lacks, all that use the client lack.
func (p *Place) deaf() bool {
	w := p.Wait
	if !p.Drops || len(p.Calls) > 0 || w.Callee == nil || w.Callee.Signature().Recv() == nil || w.DB || w.Missing != nil || w.Obeys != facts.ObeysNone {
		return false
	}
	if w.Direct() {
		return w.Row != nil && w.Row.Twin == "" && w.Row.Ctx.Kind == api.CtxNone
	}
	return w.Modules > 0 && len(w.Via) == 2
}

// waiters returns the names of the functions that wait, as they are met.
func waiters(places []*Place) []string {
	var out []string
	for _, pl := range places {
		if _, name := pl.cause(); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// where says of what the functions of a cause are.
func (c cause) where() string {
	if c.pkg == "" {
		return "type " + c.typ
	}
	name := path.Base(c.pkg)
	if len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" {
		name = path.Base(path.Dir(c.pkg))
	}
	return "package " + name
}

// Cause says what a place that stands for others has in common with them:
// "package store", "type Store".
func (p *Place) Cause() string {
	if len(waiters(append([]*Place{p}, p.Others...))) < 2 {
		return p.Fn.Outermost().Name()
	}
	c, _ := p.cause()
	return c.where()
}

// nodes returns the places that a place stands for.
func (p *Place) nodes() []ast.Node {
	var out []ast.Node
	for _, o := range p.Others {
		out = append(out, o.Node)
	}
	return out
}

// many renders a place that stands for others.
func (p *Place) many(pass *rule.Pass) string {
	c, _ := p.cause()
	names := waiters(append([]*Place{p}, p.Others...))
	if len(names) < 2 {
		return p.message(pass) + pass.Likewise(p.nodes())
	}
	last := fmt.Sprintf("%d more functions", len(names)-2)
	if len(names) == 3 {
		last = names[2]
	}
	what := fmt.Sprintf("%s, %s and %s of %s wait %s", names[0], names[1], last, c.where(), p.how())
	remedy := "give them a context and pass it on"
	if p.Wait.Modules > 0 {
		remedy = "use forms that take a context, or put a limit on them"
	}
	if p.deaf() {
		return fmt.Sprintf("%s, though they take one: %s; %s", what, p.chain(), p.remedy())
	}
	if p.Drops {
		return fmt.Sprintf("%s, though their callers take one: %s; %s", what, p.chain(), remedy)
	}
	return fmt.Sprintf("%s, so the end of %s does not end them: %s; %s", what, p.Source.Expr, p.chain(), remedy)
}
