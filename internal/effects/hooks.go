package effects

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// hookKey notes the key that a function sets which the clients of this package
// let each request pass before it is sent. Such a function runs in each of the
// client's own attempts, so a key that it draws protects only if it leaves alone
// the one of the attempt before.
func (f *Finder) hookKey(e *Effect, call *ast.CallExpr) {
	if e.Key.Present() {
		return
	}
	for _, h := range f.hooks() {
		if h.key.Present() && h.lib == libOf(f.p.CalleeOf(call)) {
			e.Key = h.key
		}
	}
}

// A hook is a function that a client lets each request pass.
type hook struct {
	lib string
	key Key
}

// hooks returns the functions of that kind that this package gives to clients.
func (f *Finder) hooks() []hook {
	if f.hooked != nil {
		return *f.hooked
	}
	f.hooked = new([]hook)
	for _, fn := range f.p.Funcs {
		for _, call := range fn.Calls() {
			c := f.p.CalleeOf(call)
			if !api.RunsBeforeSending(c.Key) {
				continue
			}
			for _, a := range call.Args {
				*f.hooked = append(*f.hooked, hook{lib: libOf(c), key: f.keySetBy(a)})
			}
		}
	}
	return *f.hooked
}

func libOf(c api.Callee) string {
	if c.Func == nil || c.Func.Pkg() == nil {
		return ""
	}
	return c.Func.Pkg().Path()
}

// keySetBy returns the key that functions set which e holds: unknown if they are
// not in sight, fresh if each run sets one of its own.
func (f *Finder) keySetBy(e ast.Expr) Key {
	lits, complete := f.p.LitsOf(e)
	if !complete || len(lits) == 0 {
		return Key{Source: KeyUnknown}
	}
	for _, g := range lits {
		for _, call := range g.Calls() {
			c := f.p.CalleeOf(call)
			if c.Func == nil || !puts(c.Func.Name()) || len(call.Args) != 2 {
				if h := f.p.FuncOf(c.Func); h != nil && len(call.Args) > 0 {
					return Key{Source: KeyUnknown} // a helper may
				}
				continue
			}
			t := f.textOf(call.Args[0])
			if !t.known || len(t.values) != 1 {
				return Key{Source: KeyUnknown}
			}
			if keyHeader(t.values[0]) != strongKey {
				continue
			}
			k := f.source(call.Args[1], g)
			k.Name, k.Node = t.values[0], call
			if k.Source == KeyFresh && f.setOnce(call, g) {
				k.Source = KeyUnknown
			}
			if k.Source == KeyFresh && k.AnewIn(g.Node) {
				k.PerAttempt = true
			}
			return k
		}
	}
	return Key{}
}

// setOnce reports whether a header is set only if the request does not have it:
// if r.Header.Get(name) == "".
func (f *Finder) setOnce(call *ast.CallExpr, g *code.Func) bool {
	reads := func(cond ast.Expr) bool {
		found := false
		ast.Inspect(cond, func(n ast.Node) bool {
			b, ok := n.(*ast.BinaryExpr)
			if !ok || b.Op != token.EQL && b.Op != token.NEQ {
				return !found
			}
			for _, side := range []ast.Expr{b.X, b.Y} {
				for _, o := range f.p.Origins(side) {
					get, ok := o.Expr.(*ast.CallExpr)
					found = found || ok && len(get.Args) == 1 && strings.HasSuffix(f.p.CallName(get), "Get")
				}
			}
			return !found
		})
		return found
	}
	once := false
	g.Inspect(func(n ast.Node) bool {
		ifs, ok := n.(*ast.IfStmt)
		if !ok || !reads(ifs.Cond) {
			return true
		}
		// Around it, or before it and leaving.
		once = once || code.Within(call, ifs.Body) || ifs.End() < call.Pos() && leavesAt(ifs.Body)
		return !once
	})
	return once
}
