package blocking

import (
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/waits"
)

// constructs reports whether the way to a wait leads through what makes an
// object, once and before anything is served: a constructor that is called, or
// one that calls something else. One that a method calls at work is none.
func (f *finder) constructs(p *Place, w *waits.Wait) bool {
	if f.inHandler(p.From) {
		return false
	}
	if p.Wait.Row != nil && p.Wait.Row.Startup {
		return true
	}
	if w.InLoop || len(p.Calls) == 0 && p.Wait.Direct() {
		return false // it has the context itself
	}
	for i, g := range p.Funcs {
		if i == 0 {
			g = f.during(g)
		}
		if f.maker(g, 0) && !(i > 0 && f.works(p.Funcs[i-1])) {
			return true
		}
	}
	return p.Wait.Callee != nil && !p.Wait.Direct() && making(p.Wait.Callee.Name()) && !f.works(p.Fn)
}

// during returns the declaration whose call a literal runs in; the literal itself
// if it runs later, or may do so.
func (f *finder) during(g *code.Func) *code.Func {
	for g.Obj == nil && g.Parent != nil {
		switch f.r.Flow.Live(g).Kind {
		case ctxflow.RunSync, ctxflow.RunWaited, ctxflow.RunDeferred:
			g = g.Parent
		default:
			return g
		}
	}
	return g
}

// maker reports whether a function makes an object as far as is known: it is
// called like a constructor and nobody in sight calls it at work, or it is
// called by constructors only.
func (f *finder) maker(g *code.Func, depth int) bool {
	if g.Obj == nil {
		return false
	}
	if !making(g.Obj.Name()) {
		return f.helps(g, depth)
	}
	calls, _ := f.r.Code.Callers(g)
	for _, c := range calls {
		if f.works(f.r.Code.Enclosing(c)) {
			return false
		}
	}
	return true
}

// helps reports whether all who call a function make objects.
func (f *finder) helps(g *code.Func, depth int) bool {
	calls, complete := f.r.Code.Callers(g)
	if g.Obj == nil || !complete || len(calls) == 0 || depth > 4 {
		return false
	}
	for _, c := range calls {
		in := f.r.Code.Enclosing(c)
		if in == nil || in.Outermost() == g || !f.maker(f.during(in), depth+1) {
			return false
		}
	}
	return true
}

// making reports whether a name is that of a constructor.
func making(name string) bool { return word(name, "New") || word(name, "new") }

// word reports whether a name begins with a word.
func word(name, first string) bool {
	rest, ok := strings.CutPrefix(name, first)
	return ok && (rest == "" || rest[0] < 'a' || rest[0] > 'z')
}

// works reports whether a function is a method that does an object's work for
// a caller with a context, and not one that prepares the object for it.
func (f *finder) works(g *code.Func) bool {
	if g == nil {
		return false
	}
	out := g.Outermost()
	if out.Obj == nil || out.Sig.Recv() == nil || !f.has(g) || making(out.Obj.Name()) {
		return false
	}
	return !slices.ContainsFunc(preparing, func(first string) bool {
		return word(out.Obj.Name(), first) || word(out.Obj.Name(), strings.ToLower(first))
	})
}

// preparing are the first words of the names of methods that run once.
var preparing = []string{"Start", "Run", "Serve", "Init", "Initialize", "Setup", "SetUp", "Open", "Connect", "Dial", "Provision", "Configure", "Load", "Register", "Build", "Make", "Create", "Prepare", "Ensure"}
