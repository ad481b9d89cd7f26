package effects

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// KeySource says where the value of an idempotency key comes from.
type KeySource int8

const (
	KeyNone    KeySource = iota // the call carries no key
	KeyUnknown                  // it carries one, or may; its value is not in sight: silent
	KeyConst                    // a constant
	KeyParam                    // parameter Key.Param of the function
	KeyOuter                    // a field, a captured or package variable, an item of a range
	KeyFresh                    // drawn at Key.Draw, anew each time control gets there
)

// A Key is what makes a repeat of an effect harmless: an idempotency key, a
// deduplication id, a client-chosen name.
type Key struct {
	Source KeySource
	// Name is what it is called: "Idempotency-Key", "MessageDeduplicationId".
	Name string
	// Node is the place where the key is put into the call, nil if it is in
	// another package.
	Node ast.Node
	// Draw is the call that draws a KeyFresh, nil if it is in another package.
	Draw ast.Node
	// In is the function around Draw.
	In *code.Func
	// Param is the parameter that a KeyParam is, or comes from.
	Param *types.Var
	// What is how a fresh key is drawn, for messages: "uuid.NewString".
	What string
	// Guess: a KeyFresh that is not known to serve as a key: the id of what is sent,
	// by which the receiver may tell a repeat if all attempts send the same.
	Guess bool
	// OfType: all that is known of a KeyUnknown is that the type of what is sent has
	// a field for it; whoever gives it may be seen to set it.
	OfType bool
	// PerAttempt: a function draws it that a client runs in each of its own attempts.
	PerAttempt bool
}

// Present reports whether there is, or may be, a key.
func (k Key) Present() bool { return k.Source != KeyNone }

// AnewIn reports whether each run of region draws a key of its own, so that
// the key protects nothing when region is what is repeated.
func (k Key) AnewIn(region ast.Node) bool {
	if k.Source != KeyFresh {
		return false
	}
	if k.Draw == nil || k.In == nil {
		return true
	}
	if code.Within(k.Draw, region) {
		return true
	}
	// Drawn in a function around the region: once for all its runs. Drawn in a
	// function that the region calls: once a run.
	return !code.Within(region, k.In.Node)
}

// Protects reports whether there is, or may be, a key that all runs of region share.
func (k Key) Protects(region ast.Node) bool { return k.Present() && !k.AnewIn(region) }

// maxKeySteps is how many expressions are looked at for one key.
const maxKeySteps = 500

// source tells where a value that serves as a key comes from.
func (f *Finder) source(e ast.Expr, fn *code.Func) Key { return f.sourceOf(e, fn, 0) }

func (f *Finder) sourceOf(e ast.Expr, fn *code.Func, depth int) Key {
	// Each value may be made of several, and each of those again.
	if depth == 0 {
		defer func(n int) { f.keySteps = n }(f.keySteps)
		f.keySteps = 0
	}
	if f.keySteps++; depth > maxDepth || e == nil || f.keySteps > maxKeySteps {
		return Key{Source: KeyUnknown}
	}
	e = ast.Unparen(e)
	if tv, ok := f.p.Info.Types[e]; ok && tv.Value != nil {
		return Key{Source: KeyConst}
	}
	var keys []Key
	for _, o := range f.p.Origins(e) {
		switch {
		case o.Param != nil:
			keys = append(keys, Key{Source: KeyParam, Param: o.Param})
		case o.Zero:
			// The other definitions say what it becomes.
			if o.Def != nil && f.filledByRand(o.Def.Var) != nil {
				keys = append(keys, f.filledByRand(o.Def.Var).key())
			}
		case o.Unknown:
			if o.Def != nil && o.Def.Kind == code.DefAddr {
				continue
			}
			keys = append(keys, Key{Source: KeyOuter})
		default:
			if o.Def != nil && f.filledByRand(o.Def.Var) != nil {
				keys = append(keys, f.filledByRand(o.Def.Var).key()) // make, then rand.Read
				continue
			}
			keys = append(keys, f.exprSource(o.Expr, fn, depth))
		}
	}
	return mergeKeys(keys)
}

// mergeKeys is the source of a value that may come from several places: fresh
// only if it always is.
func mergeKeys(keys []Key) Key {
	if len(keys) == 0 {
		return Key{Source: KeyUnknown}
	}
	best := keys[0]
	for _, k := range keys[1:] {
		if rank(k.Source) > rank(best.Source) {
			best = k
		}
	}
	return best
}

func rank(s KeySource) int {
	switch s {
	case KeyParam:
		return 5
	case KeyOuter:
		return 4
	case KeyUnknown:
		return 3
	case KeyConst:
		return 1
	case KeyFresh:
		return 2
	}
	return 0
}

// combine is the source of a value made from several: fresh if one part is.
func combine(keys []Key) Key {
	out := Key{Source: KeyConst}
	for _, k := range keys {
		switch {
		case k.Source == KeyFresh:
			return k
		case rank(k.Source) > rank(out.Source):
			out = k
		}
	}
	return out
}

func (f *Finder) exprSource(e ast.Expr, fn *code.Func, depth int) Key {
	e = ast.Unparen(e)
	if tv, ok := f.p.Info.Types[e]; ok && tv.Value != nil {
		return Key{Source: KeyConst}
	}
	switch x := e.(type) {
	case *ast.CallExpr:
		return f.callSource(x, fn, depth)
	case *ast.BinaryExpr:
		return combine([]Key{f.sourceOf(x.X, fn, depth+1), f.sourceOf(x.Y, fn, depth+1)})
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return f.sourceOf(x.X, fn, depth+1)
		}
	case *ast.StarExpr:
		return f.sourceOf(x.X, fn, depth+1)
	case *ast.SliceExpr:
		if v := f.p.VarOf(x.X); v != nil {
			if d := f.filledByRand(v); d != nil {
				return d.key()
			}
		}
		return f.sourceOf(x.X, fn, depth+1)
	case *ast.IndexExpr:
		return f.sourceOf(x.X, fn, depth+1)
	case *ast.CompositeLit:
		var keys []Key
		for _, elt := range x.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			keys = append(keys, f.sourceOf(elt, fn, depth+1))
		}
		return combine(keys)
	case *ast.SelectorExpr:
		if v := f.fieldValue(x); v != nil {
			return f.sourceOf(v, fn, depth+1)
		}
		if p := f.rootParam(x); p != nil {
			return Key{Source: KeyParam, Param: p}
		}
		return Key{Source: KeyOuter}
	case *ast.Ident:
		return Key{Source: KeyOuter} // a package variable
	}
	return Key{Source: KeyUnknown}
}

// rootParam returns the parameter or receiver at the root of a field path, nil
// if there is none.
func (f *Finder) rootParam(e ast.Expr) *types.Var {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.CallExpr:
			// a getter: req.GetId()
			if sel, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr); ok && len(x.Args) == 0 {
				e = sel.X
				continue
			}
			return nil
		case *ast.Ident:
			v, _ := f.p.Info.Uses[x].(*types.Var)
			if v == nil {
				return nil
			}
			for _, o := range f.p.Origins(x) {
				if o.Param == v {
					return v
				}
			}
			return nil
		default:
			return nil
		}
	}
}

// A draw is a place where randomness or the clock is read.
type draw struct {
	call *ast.CallExpr
	in   *code.Func
	what string
}

func (d *draw) key() Key {
	return Key{Source: KeyFresh, Draw: d.call, In: d.in, What: d.what}
}

// filledByRand returns the call that fills v with random bytes, nil if there is none.
func (f *Finder) filledByRand(v *types.Var) *draw {
	if v == nil {
		return nil
	}
	owner := f.ownerOf(v)
	if owner == nil {
		return nil
	}
	outer := owner.Outermost()
	filled, ok := f.fills[outer]
	if !ok {
		filled = f.randFills(outer)
		f.fills[outer] = filled
	}
	return filled[v]
}

// randFills returns the variables that calls in a function, and in the
// literals in it, fill with random bytes.
func (f *Finder) randFills(outer *code.Func) map[*types.Var]*draw {
	var filled map[*types.Var]*draw
	outer.Walk(func(g *code.Func) {
		for _, call := range g.Calls() {
			if len(call.Args) == 0 {
				continue
			}
			c := f.p.CalleeOf(call)
			switch c.Key {
			case "crypto/rand.Read", "math/rand.Read", "io.ReadFull":
				if c.Key == "io.ReadFull" && !isRandReader(f.p.Info, call.Args[0]) {
					continue
				}
				for _, a := range call.Args {
					if v := f.baseVar(a); v != nil && filled[v] == nil {
						if filled == nil {
							filled = make(map[*types.Var]*draw)
						}
						filled[v] = &draw{call, g, api.ShortName(c.Key)}
					}
				}
			}
		}
	})
	return filled
}

func isRandReader(info *types.Info, e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	v, ok := info.Uses[sel.Sel].(*types.Var)
	return ok && v.Pkg() != nil && v.Pkg().Path() == "crypto/rand" && v.Name() == "Reader"
}

// baseVar returns the variable under slices, addresses, selections and indexes.
func (f *Finder) baseVar(e ast.Expr) *types.Var {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SliceExpr:
			e = x.X
		case *ast.UnaryExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			if f.p.FieldOf(x) == nil {
				return f.p.VarOf(x)
			}
			e = x.X
		case *ast.Ident:
			return f.p.VarOf(x)
		default:
			return nil
		}
	}
}

// ownerOf returns the function that declares local variable v, nil if it is not local.
func (f *Finder) ownerOf(v *types.Var) *code.Func {
	if v == nil || v.IsField() || v.Pkg() != f.p.Types || v.Parent() == v.Pkg().Scope() {
		return nil
	}
	if fn, ok := f.owners[v]; ok {
		return fn
	}
	fn := f.p.FuncAround(v.Pos())
	f.owners[v] = fn
	return fn
}

// callSource tells where the value of a call comes from.
func (f *Finder) callSource(call *ast.CallExpr, fn *code.Func, depth int) Key {
	c := f.p.CalleeOf(call)
	in := f.p.Enclosing(call)
	if in == nil {
		in = fn
	}
	fresh := func(what string) Key {
		return Key{Source: KeyFresh, Draw: call, In: in, What: what}
	}
	if c.Conversion && len(call.Args) == 1 {
		return f.sourceOf(call.Args[0], fn, depth+1)
	}
	if c.Func == nil {
		return Key{Source: KeyUnknown}
	}
	if f.draws(c) {
		return fresh(api.ShortName(c.Key))
	}
	if c.Recv != nil && c.Func.Pkg() != nil && c.Func.Pkg().Path() == "time" {
		switch c.Func.Name() {
		case "Format", "AppendFormat", "Truncate", "Round", "Year", "YearDay", "Month", "Day", "Weekday", "Hour", "Date", "ISOWeek":
			return Key{Source: KeyUnknown} // a day's or an hour's key stays the same for a while
		}
	}
	// What is made of a fresh value is fresh, what is made of fixed values is fixed.
	var parts []Key
	if c.Recv != nil {
		id, _ := ast.Unparen(c.Recv).(*ast.Ident)
		if _, pkg := f.p.Info.Uses[id].(*types.PkgName); id == nil || !pkg {
			parts = append(parts, f.sourceOf(c.Recv, fn, depth+1))
		}
	}
	for _, a := range call.Args {
		parts = append(parts, f.sourceOf(a, fn, depth+1))
	}
	all := combine(parts)
	if all.Source == KeyFresh {
		return all
	}
	if g := f.p.FuncOf(c.Func); g != nil {
		// A function of the package that draws a key.
		var rs []Key
		if depth < 4 {
			for _, r := range f.results(g, 0) {
				rs = append(rs, f.sourceOf(r, g, depth+2))
			}
		}
		if k := mergeKeys(rs); k.Source == KeyFresh && !code.Within(call, g.Node) {
			k.Draw, k.In = call, in
			return k
		}
		return orUnknown(all, parts)
	}
	if f.callees != nil {
		if s := f.callees.Summary(c.Func); s != nil {
			for _, r := range s.Results {
				if r.Index == 0 && r.Trait == api.TraitIdempotencyKey {
					return fresh(code.ShortName(c.Func))
				}
			}
		}
	}
	return orUnknown(all, parts)
}

// orUnknown is the source of what an unknown function makes of parts: theirs,
// if there are any.
func orUnknown(all Key, parts []Key) Key {
	if len(parts) == 0 || all.Source == KeyConst {
		return Key{Source: KeyUnknown}
	}
	return all
}

// draws reports whether a function gives a new value at each call: random ids
// by the table, and the standard library's randomness and clock.
func (f *Finder) draws(c api.Callee) bool {
	if f.t.HasTrait(c.Key, api.TraitIdempotencyKey) != nil {
		return true
	}
	pkg := c.Func.Pkg()
	if pkg == nil {
		return false
	}
	switch pkg.Path() {
	case "math/rand", "math/rand/v2", "crypto/rand":
		return !strings.HasPrefix(c.Func.Name(), "New")
	case "time":
		return c.Func.Name() == "Now"
	}
	return false
}
