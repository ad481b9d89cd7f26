package effects

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// GrowthKind says how state changes relative to its old value.
type GrowthKind int8

const (
	GrowAppend  GrowthKind = iota // appends to a slice
	GrowAdd                       // adds to or takes from a number, appends to a string
	GrowInsert                    // puts an entry under a key that is new in each run into a map
	GrowWrite                     // writes into a buffer, hash, response or file
	GrowAdvance                   // moves an iterator on
	GrowSend                      // sends items on a channel
	GrowStick                     // sets a flag or value on a condition, and never takes it back
	GrowTake                      // takes the next of many
	GrowPrint                     // prints into a writer that may be a terminal; only callers are told
	GrowEmpty                     // takes all that something holds, and leaves it empty
)

// A Growth is state from outside a repeated region that each run changes once
// more, so that runs that fail leave something behind.
type Growth struct {
	Kind GrowthKind
	Node ast.Node // the statement or call in the region
	// Place is what changes, as the code names it: items, v.Points; Var is the
	// variable at its root.
	Place ast.Expr
	Var   *types.Var
	// Read is a place where the value is used as a result or in the repeated
	// operation, nil if the caller sees it through a pointer.
	Read ast.Node
	// Via is the chain to the change if a function does it, else empty.
	Via []facts.Frame
}

// Captured returns the state around a closure that each run of it changes.
func (f *Finder) Captured(lit *code.Func) []*Growth { return f.Grown(lit.Node, lit) }

// Grown returns the state from outside a repeated region of fn that grows or
// changes with each run. Right, and not returned: what is reset in the region,
// changed only where the run succeeds, or only where it fails (the log of
// attempts), counters of attempts, delays, progress that the next run starts
// from, and what nobody reads but logs and error texts.
func (f *Finder) Grown(n ast.Node, fn *code.Func) []*Growth {
	r := f.regionOf(n, fn)
	if r.fn == nil {
		return nil
	}
	g := &grower{f: f, r: r, seen: make(map[*types.Var]bool)}
	ast.Inspect(r.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			g.assign(n)
		case *ast.IncDecStmt:
			g.change(GrowAdd, n, n.X, nil)
		case *ast.CallExpr:
			g.call(n)
		case *ast.SendStmt:
			g.send(n)
		}
		return true
	})
	g.advanced()
	g.empties()
	return g.out
}

// A grower collects the growth in one region.
type grower struct {
	f    *Finder
	r    *region
	out  []*Growth
	seen map[*types.Var]bool
	// params: judge a function for its summary: what it does through its
	// parameters, whoever calls it.
	params bool
}

func (g *grower) assign(n *ast.AssignStmt) {
	switch n.Tok {
	case token.ADD_ASSIGN, token.SUB_ASSIGN, token.MUL_ASSIGN:
		g.change(GrowAdd, n, n.Lhs[0], n.Rhs)
		return
	case token.ASSIGN:
	default:
		return
	}
	if len(n.Lhs) != len(n.Rhs) {
		return
	}
	for i, l := range n.Lhs {
		rhs := ast.Unparen(n.Rhs[i])
		switch x := rhs.(type) {
		case *ast.CallExpr:
			c := g.f.p.CalleeOf(x)
			if c.Builtin == "append" && len(x.Args) > 1 && g.f.samePlace(x.Args[0], l) {
				g.change(GrowAppend, n, l, x.Args[1:])
				continue
			}
			if api.AddsToCall(c.Key) && len(x.Args) > 1 && g.f.samePlace(x.Args[0], l) && !g.params {
				g.sent(n, l, x.Args[1:])
				continue
			}
		case *ast.BinaryExpr:
			if (x.Op == token.ADD || x.Op == token.SUB) && g.f.samePlace(leftmost(x), l) {
				g.change(GrowAdd, n, l, []ast.Expr{x.Y})
				continue
			}
		}
		if ix, ok := ast.Unparen(l).(*ast.IndexExpr); ok {
			if _, isMap := types.Unalias(g.f.p.TypeOf(ix.X)).Underlying().(*types.Map); isMap && !g.elsewhere(ix) {
				if k := g.f.source(ix.Index, g.r.fn); k.Source == KeyFresh && k.AnewIn(g.r.node) || g.r.tx && g.dependsOnRun(n, ix.Index) {
					g.change(GrowInsert, n, ix.X, []ast.Expr{rhs})
				}
			}
			continue
		}
		if g.r.tx && isIdent(l) && !code.IsError(g.f.p.TypeOf(l)) && g.onRunsCondition(n) && !g.onCondition(n, g.f.p.VarOf(l)) {
			g.change(GrowStick, n, l, nil)
		}
	}
}

// elsewhere reports whether an entry is certainly of no interest: its key is a
// constant, or, where only parameters are asked for, its map is none. To find
// out where a key comes from costs far more.
func (g *grower) elsewhere(ix *ast.IndexExpr) bool {
	if g.f.p.Info.Types[ix.Index].Value != nil {
		return true
	}
	if !g.params {
		return false
	}
	v := g.f.baseVar(ix.X)
	return v != nil && g.r.fn.ParamIndex(v) == -1
}

// samePlace is code.Package.SamePlace that also sees through indexes and derefs.
func (f *Finder) samePlace(a, b ast.Expr) bool {
	a, b = ast.Unparen(a), ast.Unparen(b)
	if x, ok := a.(*ast.IndexExpr); ok {
		y, ok := b.(*ast.IndexExpr)
		return ok && f.samePlace(x.X, y.X) && types.ExprString(x.Index) == types.ExprString(y.Index)
	}
	return f.p.SamePlace(a, b)
}

// outside returns the variable at the root of a place if it lives outside the
// region, nil if not. Package variables are left out: what is global is shared
// by design, a counter or a cache.
func (g *grower) outside(place ast.Expr) *types.Var {
	v := g.f.baseVar(place)
	if v != nil && !g.params && g.r.loop == nil && g.r.fn.Obj == nil && g.r.fn.ParamIndex(v) >= 0 && g.r.node == ast.Node(g.r.fn.Body) {
		return nil // what a closure is given is the business of what runs it
	}
	if v == nil || v.IsField() || v.Pkg() != g.f.p.Types || v.Parent() == v.Pkg().Scope() || code.Within(declNode(v), g.r.node) {
		return nil
	}
	return v
}

// sent judges an addition to what each attempt sends along, a header or a query: it
// is no log of attempts, whatever is added, but there for the other side.
func (g *grower) sent(n ast.Node, place ast.Expr, values []ast.Expr) {
	if g.logs(values) && !slices.ContainsFunc(values, func(e ast.Expr) bool { return code.IsError(g.f.p.TypeOf(e)) }) {
		values = nil // a time, the number of the attempt
	}
	g.change(GrowAppend, n, place, values)
}

// change judges one change of a place by values.
func (g *grower) change(kind GrowthKind, n ast.Node, place ast.Expr, values []ast.Expr) {
	v := g.outside(place)
	if v == nil || g.seen[v] && kind != GrowAppend {
		return
	}
	if g.params {
		g.note(&Growth{Kind: kind, Node: n, Place: place, Var: v})
		return
	}
	if g.isLoopVar(v) || !g.f.repeats(g.r, n) || g.onFailure(n) || g.logs(values) || g.reset(place, v, n) {
		return
	}
	local := isIdent(place) && !isPointer(v.Type())
	if ix, ok := ast.Unparen(place).(*ast.IndexExpr); ok && isIdent(ix.X) && g.f.paramOwner(v) == nil {
		local = true // counts by key
	}
	inner := g.nested(n)
	fresh := g.fromRun(values)
	var read ast.Node
	switch kind {
	case GrowAppend:
		used := g.usedInRun(place, v, n)
		switch {
		case used != nil && !fresh:
			read = used
		case g.argBefore(v, n.Pos()) || g.progress():
			return // what was tried is left out of the next run
		default:
			if read = g.readAfter(v); read == nil {
				read = used
			}
		}
	case GrowInsert, GrowStick:
		read = g.readAfter(v)
	case GrowAdd:
		used := g.usedInRun(place, v, n)
		switch {
		case local && isString(g.f.p.TypeOf(place)):
			if read = used; read == nil {
				read = g.readAfter(v)
			}
		case local && !inner && !fresh || local && g.argBefore(v, n.Pos()):
			return // a count of attempts, a delay, an offset that goes on
		case local:
			if g.progress() {
				return
			}
			if read = g.readAfter(v); read == nil && inner {
				read = used
			}
		case g.isReceiver(v):
			if used == nil || (values == nil || !g.fromParams(values)) && !(g.r.tx && inner && g.readBefore(place)) {
				return // counters and sequence numbers of a long-lived object
			}
			read = used
		default:
			// A field of what the caller or the function around handed over, in
			// the operation that is repeated.
			if used == nil && (inner && (fresh || g.r.tx) || fresh && g.r.tx && !isDuration(g.f.p.TypeOf(place))) {
				if g.f.paramOwner(v) == nil {
					used = g.readAfter(v) // the sums of a result that is made around the region
				} else if g.r.tx && g.callerSees(place, v) {
					used = g.f.returnedBy(v)
				}
			}
			if used == nil || fresh && g.progress() {
				return
			}
			read = used
		}
	}
	if read == nil && !g.callerSees(place, v) {
		return
	}
	if read == nil && kind == GrowAdd {
		return
	}
	g.note(&Growth{Kind: kind, Node: n, Place: place, Var: v, Read: read})
}

func isDuration(t types.Type) bool { return api.KeyOfType(t) == "time.Duration" }

// returnedBy returns the place where a caller in the package returns what it
// hands over for parameter v: a result that the function helps to sum up. Nil if
// there is none.
func (f *Finder) returnedBy(v *types.Var) ast.Node {
	owner := f.paramOwner(v)
	if owner == nil {
		return nil
	}
	i := owner.ParamIndex(v)
	for _, call := range f.callers(owner) {
		g := f.p.Enclosing(call)
		if g == nil || i < 0 || i >= len(call.Args) {
			continue
		}
		w := f.baseVar(call.Args[i])
		if w == nil || f.ownerOf(w) == nil || f.paramOwner(w) != nil {
			continue
		}
		var found ast.Node
		g.Inspect(func(n ast.Node) bool {
			if ret, ok := n.(*ast.ReturnStmt); ok && found == nil && ret.Pos() > call.End() {
				for _, e := range ret.Results {
					if f.baseVar(e) == w {
						found = ret
					}
				}
			}
			return found == nil
		})
		if found != nil {
			return found
		}
	}
	return nil
}

func (g *grower) note(gr *Growth) {
	if g.seen[gr.Var] {
		return
	}
	g.seen[gr.Var] = true
	g.out = append(g.out, gr)
}

// readBefore reports whether the function around the region keeps the value that
// a place has before it: the runs are meant to start there, each of them.
func (g *grower) readBefore(place ast.Expr) bool {
	found := false
	ast.Inspect(g.r.fn.Outermost().Node, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || as.End() > g.r.node.Pos() {
			return !found
		}
		for _, r := range as.Rhs {
			found = found || g.f.samePlace(r, place)
		}
		return !found
	})
	return found
}

func isPointer(t types.Type) bool {
	_, ok := types.Unalias(t).Underlying().(*types.Pointer)
	return ok
}

// callerSees reports whether the change is visible to the caller without being
// returned: through a pointer or map parameter.
func (g *grower) callerSees(place ast.Expr, v *types.Var) bool {
	owner := g.f.paramOwner(v)
	if owner == nil || owner.ParamIndex(v) < 0 || g.isReceiver(v) {
		return false
	}
	if owner.Obj == nil {
		return false // the parameter of a closure
	}
	switch types.Unalias(v.Type()).Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Interface:
		_, plain := ast.Unparen(place).(*ast.Ident)
		return !plain || !isPointer(v.Type())
	}
	return false
}

func (g *grower) isReceiver(v *types.Var) bool {
	for fn := g.r.fn; fn != nil; fn = fn.Parent {
		if fn.Sig.Recv() == v {
			return true
		}
	}
	return false
}

// isLoopVar reports whether v is the variable of the region's loop.
func (g *grower) isLoopVar(v *types.Var) bool {
	switch l := g.r.loop.(type) {
	case *ast.ForStmt:
		return l.Init != nil && code.Within(declNode(v), l.Init) || l.Post != nil && g.f.p.Mentions(l.Post, v) || l.Cond != nil && g.f.p.Mentions(l.Cond, v)
	case *ast.RangeStmt:
		return l.Key != nil && code.Within(declNode(v), l.Key) || l.Value != nil && code.Within(declNode(v), l.Value)
	}
	return false
}
