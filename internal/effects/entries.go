package effects

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/code"
)

// An entry is a value that is put into a form, map or struct under a name.
type entry struct {
	name  string
	value ast.Expr
	at    ast.Node
	in    *code.Func
	of    *types.Var // the form, map or struct
}

func isMap(t types.Type) bool {
	_, ok := types.Unalias(t).Underlying().(*types.Map)
	return ok
}

// entries returns what a function puts into its variable v: form.Set(k, x),
// m[k] = x, in.Field = x.
func (f *Finder) entries(v *types.Var, outer *code.Func) []entry {
	var out []entry
	outer.Walk(func(g *code.Func) {
		for _, call := range g.Calls() {
			sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
			if !ok || !puts(sel.Sel.Name) || f.p.VarOf(sel.X) != v {
				continue
			}
			if name, ok := strings.CutPrefix(sel.Sel.Name, "Set"); ok && len(call.Args) == 1 {
				out = append(out, entry{name, call.Args[0], call, g, v}) // event.SetID(id)
				continue
			}
			if len(call.Args) != 2 {
				continue
			}
			if t := f.textOf(call.Args[0]); t.known && len(t.values) == 1 {
				out = append(out, entry{t.values[0], call.Args[1], call, g, v})
			}
		}
		g.Inspect(func(n ast.Node) bool {
			as, ok := n.(*ast.AssignStmt)
			if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != len(as.Rhs) {
				return true
			}
			for i, l := range as.Lhs {
				switch l := ast.Unparen(l).(type) {
				case *ast.IndexExpr:
					if t := f.textOf(l.Index); f.p.VarOf(l.X) == v && t.known && len(t.values) == 1 {
						out = append(out, entry{t.values[0], as.Rhs[i], as, g, v})
					}
				case *ast.SelectorExpr:
					if f.p.VarOf(l.X) == v {
						out = append(out, entry{l.Sel.Name, as.Rhs[i], as, g, v})
					}
				}
			}
			return true
		})
	})
	return out
}

// puts reports whether a method, by its name, puts the second of two arguments under
// the name that is the first: Set, Add, SetHeader, AddParam. Only where that is the
// name of a key is anything made of it, so that whom the name deceives is not asked.
func puts(method string) bool {
	return strings.HasPrefix(method, "Set") || strings.HasPrefix(method, "Add")
}

// keyIn looks for an idempotency key in what is sent, which fn hands over.
func (f *Finder) keyIn(p *payload, fn *code.Func) (Key, bool) {
	guess := Key{}
	for _, e := range p.sets {
		if isZero(f.p.Info, e.value) {
			continue
		}
		if k, ok := f.namedKey(e.name, e.value, e.at, e.in); ok {
			if f.onlyIfUnset(e) {
				k = Key{Source: KeyUnknown, Name: k.Name, Node: k.Node}
			}
			if k = f.drawn(k, p.calls); !k.Guess {
				return k, true
			}
			guess = k
		}
	}
	if k, ok := f.fieldKey(p.lits, p.types, fn); ok {
		return f.drawn(k, p.calls), true
	}
	for _, k := range p.drawn {
		guess = f.drawn(k, p.calls)
	}
	return guess, guess.Present()
}

// onlyIfUnset reports whether a condition about what holds an entry decides
// whether it is put there: a key that is there already stays.
func (f *Finder) onlyIfUnset(e entry) bool {
	for n := f.p.Parent(e.at); n != nil && n != e.in.Node; n = f.p.Parent(n) {
		if ifs, ok := n.(*ast.IfStmt); ok && e.of != nil && (f.p.Mentions(ifs.Cond, e.of) || ifs.Init != nil && f.p.Mentions(ifs.Init, e.of)) {
			return true
		}
	}
	return false
}

// namedKey is the key that a value under a name is, if the name is that of one.
func (f *Finder) namedKey(name string, value ast.Expr, at ast.Node, fn *code.Func) (Key, bool) {
	class := fieldName(name)
	if class == noKey && !namesOne(name) {
		return Key{}, false
	}
	k := f.source(value, fn)
	switch {
	case class == strongKey:
	case k.Source == KeyFresh:
		k.Guess = true
	case class == noKey || k.Source == KeyConst:
		return Key{}, false
	}
	k.Name, k.Node = name, at
	return k, true
}

// namesOne reports whether a name is that of what tells one thing from all others
// of its kind. Only where its value is drawn anything is made of it.
func namesOne(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc([]string{"id", "uuid", "ulid", "guid", "key", "token", "ref", "reference", "number"}, func(s string) bool { return strings.HasSuffix(name, s) })
}

// drawn is a fresh key as the function sees it that gets its carrier from others
// of the package, by calls: it is drawn once for each of these.
func (f *Finder) drawn(k Key, calls []*ast.CallExpr) Key {
	for range maxChain {
		if k.Source != KeyFresh || k.In == nil {
			return k
		}
		maker, found := k.In.Outermost(), false
		for _, call := range calls {
			if in := f.p.Enclosing(call); in != nil && in.Outermost() != maker && f.p.FuncOf(f.p.Callee(call)) == maker {
				k.Draw, k.In, found = call, in, true
				break
			}
		}
		if !found {
			return k
		}
	}
	return k
}
