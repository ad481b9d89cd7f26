package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// resets reports whether a call empties v: clear(v), v.Reset(), reset(&v).
func (f *Finder) resets(call *ast.CallExpr, v *types.Var, depth int) bool {
	c := f.p.CalleeOf(call)
	if c.Builtin == "clear" || c.Builtin == "delete" {
		return len(call.Args) > 0 && f.baseVar(call.Args[0]) == v
	}
	if c.Func == nil {
		return false
	}
	if c.Recv != nil && f.baseVar(c.Recv) == v {
		switch c.Func.Name() {
		case "Reset", "Truncate", "Seek", "Clear", "Init":
			return true
		}
		if g := f.p.FuncOf(c.Func); g != nil && depth < 3 {
			return f.emptied(g, g.Sig.Recv(), depth)
		}
		return false
	}
	g := f.p.FuncOf(c.Func)
	if g == nil || depth >= 3 {
		return false
	}
	for i, a := range call.Args {
		if f.baseVar(a) == v && i < g.Sig.Params().Len() && f.emptied(g, g.Sig.Params().At(i), depth) {
			return true
		}
	}
	return false
}

// call judges a call that writes into, advances or changes something from
// outside the region.
func (g *grower) call(call *ast.CallExpr) {
	c := g.f.p.CalleeOf(call)
	g.collector(call)
	if c.Func == nil || c.Conversion {
		return
	}
	if place := g.writesTo(call, c); place != nil {
		for _, sink := range g.f.sinks(place, 0) {
			g.write(call, c, sink, place)
		}
		return
	}
	if api.AddsValue(c.Key) {
		if !g.params && !g.replaced(call, c) {
			g.sent(call, c.Recv, call.Args)
		}
		return
	}
	if c.Recv != nil && c.Func.Name() == "Next" && len(call.Args) <= 1 && isIterator(g.f.p.TypeOf(c.Recv)) {
		if v := g.outside(c.Recv); v != nil && isIdent(c.Recv) && !g.params && g.f.repeats(g.r, call) && !g.renewedIn(v) {
			g.note(&Growth{Kind: GrowAdvance, Node: call, Place: c.Recv, Var: v})
		}
		return
	}
	g.helper(call, c)
}

// replaced reports whether the region takes the old values of a header or of
// a form away: by another of its methods, or by making it anew.
func (g *grower) replaced(call *ast.CallExpr, c api.Callee) bool {
	found := false
	ast.Inspect(g.r.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			if ok && (sel.Sel.Name == "Del" || sel.Sel.Name == "Set") && g.f.samePlace(sel.X, c.Recv) {
				found = true
			}
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if g.f.baseVar(l) != nil && g.f.baseVar(l) == g.f.baseVar(c.Recv) {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

// renewedIn reports whether the region assigns the variable.
func (g *grower) renewedIn(v *types.Var) bool {
	for _, d := range g.f.p.Defs(v) {
		if d.Kind == code.DefAssign && d.Node != nil && code.Within(d.Node, g.r.node) {
			return true
		}
	}
	return false
}

// isIterator reports whether t is moved on by Next and read by another method.
func isIterator(t types.Type) bool {
	return methodOf(t, "Next") && (methodOf(t, "Scan") || methodOf(t, "Value") || methodOf(t, "Decode") || methodOf(t, "Err") || methodOf(t, "Item") || methodOf(t, "Key"))
}

// writesTo returns the writer that a call writes to, nil if it is none.
func (g *grower) writesTo(call *ast.CallExpr, c api.Callee) ast.Expr {
	name := c.Func.Name()
	if c.Recv != nil {
		t := g.f.p.TypeOf(c.Recv)
		if encodes(t, name) {
			return c.Recv
		}
		switch name {
		case "Write", "WriteString", "WriteByte", "WriteRune", "ReadFrom":
			if isWriter(t) {
				return c.Recv
			}
		case "Encode", "Execute", "ExecuteTemplate":
			if len(call.Args) > 0 && name != "Encode" && isWriter(g.f.p.TypeOf(call.Args[0])) {
				return call.Args[0]
			}
			if name == "Encode" {
				if mk := g.f.makingOf(c.Recv); mk != nil && len(mk.Args) > 0 && isWriter(g.f.p.TypeOf(mk.Args[0])) {
					return mk.Args[0]
				}
			}
		case "WriteTo":
			if len(call.Args) == 1 {
				return call.Args[0]
			}
		}
		return nil
	}
	switch c.Key {
	case "io.Copy", "io.CopyN", "io.CopyBuffer", "io.WriteString":
		return call.Args[0]
	case "io.TeeReader":
		return call.Args[1]
	case "fmt.Fprint", "fmt.Fprintf", "fmt.Fprintln":
		if g.params {
			return call.Args[0] // the caller knows what it is
		}
		// Into a writer that may be a terminal these are messages.
		for _, sink := range g.f.sinks(call.Args[0], 0) {
			if t := g.f.p.TypeOf(sink); api.CollectsText(t) || isResponseWriter(t) || isHash(t) {
				return call.Args[0]
			}
		}
	}
	return nil
}

func isWriter(t types.Type) bool {
	return hasWrite(t) && !methodOf(t, "RemoteAddr") && !methodOf(t, "WriteControl")
}

// hasWrite reports whether t has a method Write([]byte) (int, error).
func hasWrite(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Write")
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	sig := fn.Signature()
	return sig.Params().Len() == 1 && sig.Results().Len() == 2 && api.KeyOfType(sig.Params().At(0).Type()) == "[]byte"
}

func isResponseWriter(t types.Type) bool {
	return hasWrite(t) && methodOf(t, "WriteHeader")
}

func isHash(t types.Type) bool {
	return methodOf(t, "Sum") && methodOf(t, "BlockSize")
}

// write judges a write into a writer from outside the region: sink is what it
// ends in, place what the code names.
func (g *grower) write(call *ast.CallExpr, c api.Callee, sink, place ast.Expr) {
	v := g.outside(sink)
	if v == nil || g.isReceiver(v) {
		return
	}
	t := g.f.p.TypeOf(sink)
	if g.params {
		if isIdent(sink) && !g.reset(sink, v, call) && !g.resumes(sink) {
			kind := GrowWrite
			if c.Func.Pkg() != nil && c.Func.Pkg().Path() == "fmt" {
				kind = GrowPrint
			}
			g.note(&Growth{Kind: kind, Node: call, Place: sink, Var: v, Via: []facts.Frame{g.f.frame(call, api.ShortName(c.Key))}})
		}
		return
	}
	if !g.f.repeats(g.r, call) || g.onFailure(call) || g.reset(sink, v, call) || g.renewedIn(v) || g.wrapperReset(place, v, call) || g.resumes(sink) || g.progress() {
		return
	}
	var read ast.Node
	switch {
	case api.CollectsText(t) || isHash(t):
		var ok bool
		if read, ok = g.gathers(sink, v); !ok {
			return
		}
	case isResponseWriter(t):
	case g.f.paramOwner(v) != nil:
		// io.Writer of the caller
	case api.KeyOfType(t) == "*os.File":
		if !isIdent(sink) {
			return
		}
	default:
		return
	}
	g.note(&Growth{Kind: GrowWrite, Node: call, Place: sink, Var: v, Read: read})
}

// send judges a channel send: of items, in a loop inside the region.
func (g *grower) send(n *ast.SendStmt) {
	v := g.outside(n.Chan)
	if v == nil || !g.nested(n) || g.inLit(n) || !g.f.repeats(g.r, n) || g.onFailure(n) || g.logs([]ast.Expr{n.Value}) || g.renewedIn(v) || g.progress() {
		return
	}
	if g.params && !g.overResult(n) {
		return
	}
	t := g.f.p.TypeOf(n.Value)
	if st, ok := types.Unalias(t).Underlying().(*types.Struct); ok && st.NumFields() == 0 || code.IsBool(t) {
		return
	}
	g.note(&Growth{Kind: GrowSend, Node: n, Place: n.Chan, Var: v})
}

// overResult reports whether a node stands in a loop over the rows of a result or
// the elements of a collection, which begins from the start in each run: what
// comes from a stream goes on in the next.
func (g *grower) overResult(n ast.Node) bool {
	switch l := g.f.p.LoopAround(n).(type) {
	case *ast.ForStmt:
		call, ok := ast.Unparen(l.Cond).(*ast.CallExpr)
		return ok && l.Cond != nil && g.f.p.CalleeOf(call).Func != nil && g.f.p.CalleeOf(call).Func.Name() == "Next"
	case *ast.RangeStmt:
		switch types.Unalias(g.f.p.TypeOf(l.X)).Underlying().(type) {
		case *types.Slice, *types.Map, *types.Array:
			return true
		}
	}
	return false
}

// inLit reports whether n is in a literal inside the region.
func (g *grower) inLit(n ast.Node) bool { return g.f.p.Enclosing(n) != g.r.fn }

// helper judges a call of a function that changes what its argument points to.
func (g *grower) helper(call *ast.CallExpr, c api.Callee) {
	sig, ok := c.Func.Type().(*types.Signature)
	if !ok {
		return
	}
	for _, p := range g.f.paramFacts(c) {
		if !p.Mutates {
			continue
		}
		i := p.Index
		if i == api.RecvArg {
			i = -2
		}
		a := g.f.arg(call, sig, i)
		if a == nil {
			continue
		}
		if GrowthKind(p.Growth) == GrowTake {
			g.take(call, c, []facts.Frame{g.f.frame(call, g.f.calleeName(c))})
			continue
		}
		if GrowthKind(p.Growth) == GrowEmpty {
			if via := append([]facts.Frame{g.f.frame(call, g.f.calleeName(c))}, p.Via...); len(via) <= maxChain {
				g.emptied(call, a, via)
			}
			continue
		}
		v := g.outside(a)
		if v == nil && GrowthKind(p.Growth) != GrowWrite && GrowthKind(p.Growth) != GrowPrint {
			continue
		}
		via := append([]facts.Frame{g.f.frame(call, g.f.calleeName(c))}, p.Via...)
		if len(via) > maxChain {
			continue
		}
		kind := GrowthKind(p.Growth)
		if g.params {
			if v != nil && (isIdent(a) || isAddrOfIdent(a)) {
				g.note(&Growth{Kind: kind, Node: call, Place: a, Var: v, Via: via})
			}
			continue
		}
		var others []ast.Expr
		for _, o := range call.Args {
			if o != a {
				others = append(others, o)
			}
		}
		if !g.f.repeats(g.r, call) || g.onFailure(call) || g.logs(others) || g.progress() {
			continue
		}
		if v != nil && (g.reset(a, v, call) || g.renewedIn(v)) {
			continue
		}
		var read ast.Node
		switch kind {
		case GrowAdd:
			// An entity changed by a helper and then stored.
			if read = g.usedInRun(a, v, call); read == nil || g.isReceiver(v) {
				continue
			}
		case GrowWrite, GrowPrint:
			g.helperWrites(call, a, kind, via)
			continue
		case GrowSend:
		default:
			if g.f.paramOwner(v) != nil && p.Index == api.RecvArg || g.isReceiver(v) {
				continue // an object of the caller's that collects by design
			}
			if read = g.readAfter(v); read == nil && !g.callerSees(a, v) {
				continue
			}
		}
		g.note(&Growth{Kind: kind, Node: call, Place: a, Var: v, Read: read, Via: via})
	}
}

func isAddrOfIdent(e ast.Expr) bool {
	u, ok := ast.Unparen(e).(*ast.UnaryExpr)
	return ok && u.Op == token.AND && isIdent(u.X)
}
